//! A caller at a store, and short ways to write and ask.

use std::collections::BTreeSet;
use std::fmt::Debug;

use domain::access::Workspace;
use domain::change::VectorLink;
use domain::chunk::InputHash;
use domain::coverage::Coverage;
use domain::generation::Space;
use domain::ids::WorkspaceId;
use domain::item::ItemId;
use domain::ports::embedder::Embedded;
use domain::ports::store::{Nearest, NearestQuery, Snapshot, Store};
use domain::scope::IdSet;
use domain::{Caller, Cancel, Change, Error, Result, ScopeSet};

use super::Home;
use super::samples::{MODEL, chunk_id, generation, values};

/// A caller at a store.
pub(super) struct World<'a> {
    pub(super) store: &'a dyn Store,
    pub(super) caller: Caller,
}

impl<'a> World<'a> {
    /// The default workspace, without a generation.
    pub(super) fn bare(store: &'a dyn Store) -> Self {
        let caller = Caller::owner();
        Self { store, caller }
    }

    /// The default workspace with generation 1.
    pub(super) fn new(store: &'a dyn Store) -> Self {
        let world = Self::bare(store);
        world.write(vec![Change::PutGeneration(generation(1, MODEL))]);
        world
    }

    /// Another workspace, made here, with generation 1.
    pub(super) fn elsewhere(home: &'a dyn Home) -> Self {
        let id = ok(WorkspaceId::parse("elsewhere"));
        let caller = Caller {
            workspace: id.clone(),
            scopes: ScopeSet::ALL,
        };
        let created_ms = 1;
        ok(home.create_workspace(&Workspace { id, created_ms }, &Cancel::new()));
        let world = Self {
            store: home,
            caller,
        };
        world.write(vec![Change::PutGeneration(generation(1, MODEL))]);
        world
    }

    pub(super) fn try_write(&self, changes: &[Change]) -> Result<u64> {
        let decide = &mut |_: &dyn Snapshot| Ok(changes.to_vec());
        self.store.transact(&self.caller, &Cancel::new(), decide)
    }

    #[track_caller]
    pub(super) fn write(&self, changes: Vec<Change>) -> u64 {
        ok(self.try_write(&changes))
    }

    #[track_caller]
    pub(super) fn read(&self) -> Box<dyn Snapshot + 'a> {
        ok(self.store.snapshot(&self.caller, &Cancel::new()))
    }

    /// Caches and publishes outcomes for keys of an item in generation 1.
    #[track_caller]
    pub(super) fn publish(&self, item: &ItemId, outcomes: &[(&str, Embedded)]) {
        let inputs: Vec<(String, InputHash)> = outcomes
            .iter()
            .map(|(key, _)| ((*key).to_owned(), self.input(item, key)))
            .collect();
        let entries = inputs.iter().zip(outcomes);
        let entries = entries.map(|((_, input), (_, outcome))| (*input, outcome.clone()));
        let links = inputs.iter().cloned();
        self.write(vec![
            Change::PutEmbeddings {
                model: MODEL.to_owned(),
                entries: entries.collect(),
            },
            Change::PublishVectors {
                item: item.clone(),
                generation: 1,
                links: links
                    .map(|(key, input)| VectorLink { key, input })
                    .collect(),
            },
        ]);
    }

    /// The current input of a key.
    #[track_caller]
    pub(super) fn input(&self, item: &ItemId, key: &str) -> InputHash {
        let snapshot = self.read();
        match item {
            ItemId::Document(_) => {
                let chunk = ok(snapshot.chunk(&chunk_id(key)));
                chunk.expect("the check made this chunk").input_hash()
            }
            ItemId::Prompt(id) => {
                let prompt = ok(snapshot.prompt(id)).expect("the check made this prompt");
                InputHash::of("", &prompt.embedded_text())
            }
        }
    }

    #[track_caller]
    pub(super) fn nearest(&self, ask: &Ask) -> Nearest {
        ok(ask.put_to(self.read().as_ref()))
    }

    /// The keys of all chunk vectors near `0°`, best first.
    #[track_caller]
    pub(super) fn chunk_keys(&self) -> Vec<String> {
        keys(&self.nearest(&Ask::chunks()))
    }

    #[track_caller]
    pub(super) fn coverage(&self) -> Coverage {
        ok(self.read().coverage(&None, &None))
    }

    #[track_caller]
    pub(super) fn sequence(&self) -> u64 {
        self.read().sequence()
    }
}

/// The value of an answer that must not fail.
#[track_caller]
pub(super) fn ok<T>(answer: Result<T>) -> T {
    match answer {
        Ok(value) => value,
        Err(Error { kind, message, .. }) => panic!("unexpected {kind:?} error: {message}"),
    }
}

/// Checks that an answer failed with `kind`.
#[track_caller]
pub(super) fn fails_with<T: Debug>(answer: Result<T>, kind: domain::ErrorKind) {
    match answer {
        Ok(value) => panic!("{kind:?} error expected, got {value:?}"),
        Err(error) => assert_eq!(error.kind, kind, "{}", error.message),
    }
}

/// A question to the vectors of generation 1, near `0°` and without filters at first.
#[derive(Clone)]
pub(super) struct Ask {
    pub(super) space: Space,
    pub(super) generation: u32,
    pub(super) vector: Vec<f32>,
    pub(super) items: IdSet,
    pub(super) excluded: BTreeSet<String>,
    pub(super) k: usize,
    pub(super) cosine_min: Option<f64>,
    pub(super) best_per_item: bool,
}

impl Ask {
    pub(super) fn chunks() -> Self {
        Self {
            space: Space::Chunks,
            generation: 1,
            vector: values(0.0),
            items: None,
            excluded: BTreeSet::new(),
            k: usize::MAX,
            cosine_min: None,
            best_per_item: false,
        }
    }

    pub(super) fn prompts() -> Self {
        Self {
            space: Space::Prompts,
            ..Self::chunks()
        }
    }

    pub(super) fn put_to(&self, snapshot: &dyn Snapshot) -> Result<Nearest> {
        let query = NearestQuery {
            space: self.space,
            generation: self.generation,
            vector: &self.vector,
            items: &self.items,
            excluded: &self.excluded,
            k: self.k,
            cosine_min: self.cosine_min,
            best_per_item: self.best_per_item,
        };
        snapshot.nearest(&query, &Cancel::new())
    }
}

pub(super) fn keys(nearest: &Nearest) -> Vec<String> {
    nearest.hits.iter().map(|hit| hit.key.clone()).collect()
}
