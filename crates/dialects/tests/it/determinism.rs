//! The whole answer is a pure function of query, corpus, model and session.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dialects::context_repo::{LocalHost, Profile, Service};
use dialects::{SessionContext, ToolHost};
use domain::caller::Principal;
use domain::item::Tags;
use domain::operations::files::AddFile;
use domain::{Caller, Cancel};
use embed::LocalEmbedder;
use engine::{Engine, Parts};
use serde_json::{Value, json};
use store_embedded::EmbeddedStore;
use testkit::ManualClock;

/// A home with the built-in model on so many threads, under a clock that stands still.
struct Home {
    engine: Arc<Engine>,
    host: LocalHost,
}

impl Home {
    fn new(threads: usize) -> Self {
        let threads = NonZeroUsize::new(threads).unwrap();
        let engine = Arc::new(Engine::new(Parts {
            store: Arc::new(EmbeddedStore::temporary().unwrap()),
            embedder: Arc::new(LocalEmbedder::built_in(threads)),
            extractor: Arc::new(extract::Registry::new()),
            clock: Arc::new(ManualClock::default()),
        }));
        let service = Service {
            engine: engine.clone(),
            base_url: "http://127.0.0.1:4142".to_owned(),
        };
        let host = LocalHost::new(
            Arc::new(service),
            Principal::local(),
            Arc::new(SessionContext::off()),
            Profile::FULL,
        );
        Self { engine, host }
    }

    fn add(&self, name: &str, text: &str) {
        let file = AddFile {
            path: &format!("/library/{name}"),
            file_name: name,
            bytes: text.as_bytes(),
            tags: Tags::default(),
            collection: None,
        };
        self.engine
            .add_file(&Caller::owner(), &file, &|_| true, &Cancel::new())
            .unwrap();
    }

    fn index(&self) {
        self.engine
            .index_pending(&Caller::owner(), &mut |_| (), &Cancel::new())
            .unwrap();
    }

    fn json(&self, tool: &str, arguments: Value) -> String {
        let output = self.host.call(tool, &arguments, &Cancel::new());
        assert!(!output.is_error(), "{}", output.text);
        format!(
            "{}\n{:?}\n{}",
            output.text,
            output.notes,
            output.structured.unwrap()
        )
    }
}

/// The shorter files of the demo's library, by name.
fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cli/demo/library");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let files = paths.into_iter().map(|path| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).unwrap())
    });
    files.filter(|(_, text)| text.len() < 5_000).collect()
}

/// Two hundred queries: the first words of as many lines.
fn queries(files: &[(String, String)]) -> Vec<String> {
    let lines = files.iter().flat_map(|(_, text)| text.lines());
    let mut queries: Vec<String> = lines
        .map(|line| {
            line.split_whitespace()
                .take(7)
                .collect::<Vec<_>>()
                .join(" ")
        })
        .filter(|query| query.chars().filter(|c| c.is_alphabetic()).count() > 8)
        .collect();
    queries.truncate(200);
    assert_eq!(queries.len(), 200);
    queries
}

#[test]
fn order_threads_and_re_indexing_change_no_byte_of_any_answer() {
    let files = files();
    let (one, two) = (Home::new(1), Home::new(2));
    for (name, text) in &files {
        one.add(name, text);
    }
    one.index();
    for (number, (name, text)) in files.iter().enumerate().rev() {
        two.add(name, text);
        if number % 3 == 0 {
            two.index();
        }
    }
    two.index();
    for (name, text) in files.iter().take(3) {
        two.add(name, &format!("{text}\n\nA sentence that goes again.\n"));
        two.index();
        two.add(name, text);
        two.index();
    }
    for query in queries(&files) {
        for (tool, arguments) in [
            ("find_items", json!({"query": query})),
            ("find_items", json!({"query": query, "semantic": false})),
            ("deep_search", json!({"query": query, "limit": 20})),
        ] {
            assert_eq!(
                one.json(tool, arguments.clone()),
                two.json(tool, arguments),
                "{tool}: {query}"
            );
        }
    }
}
