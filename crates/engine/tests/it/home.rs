//! A throw-away home: engine, store, embedder and clock, and short ways to fill it.

use std::sync::Arc;

use domain::ids::{CollectionId, DocumentId, PromptId};
use domain::item::{ItemId, Kind, Prompt, Tags};
use domain::operations::files::{AddFile, AddedFile};
use domain::operations::{collections, deep_search, documents, find_items, prompts, reason};
use domain::ports::registry::Registry;
use domain::ports::store::Store;
use domain::scope::ItemFilter;
use domain::{Caller, Cancel};
use engine::{Access, Engine, IndexReport, Parts};
use testkit::{HashEmbedder, ManualClock, ManualEntropy, MemoryStore};

/// A throw-away home.
pub struct Home {
    pub engine: Engine,
    pub embedder: Arc<HashEmbedder>,
    pub clock: Arc<ManualClock>,
    pub caller: Caller,
    pub cancel: Cancel,
    pub registry: Arc<dyn Registry>,
}

/// Runs a test on the in-memory twin and on the embedded store.
pub fn each(test: impl Fn(&Home)) {
    test(&Home::on(Arc::new(MemoryStore::new())));
    test(&embedded());
}

/// A home on the embedded store.
pub fn embedded() -> Home {
    let store = store_embedded::EmbeddedStore::temporary().expect("a temporary store opens");
    Home::on(Arc::new(store))
}

impl Home {
    pub fn on<S: Store + Registry + 'static>(store: Arc<S>) -> Self {
        let embedder = Arc::new(HashEmbedder::new(256));
        let clock = Arc::new(ManualClock::new(1_700_000_000_000));
        Self {
            engine: Engine::new(Parts {
                store: store.clone(),
                embedder: embedder.clone(),
                extractor: Arc::new(extract::Registry::new()),
                clock: clock.clone(),
            }),
            embedder,
            clock,
            caller: Caller::owner(),
            cancel: Cancel::new(),
            registry: store,
        }
    }

    /// The owner of the home in a new workspace.
    pub fn workspace(&self, name: &str) -> Caller {
        let access = Access::new(
            self.registry.clone(),
            self.clock.clone(),
            Arc::new(ManualEntropy::default()),
        );
        let workspace = access.create_workspace(name, &self.cancel).unwrap();
        Caller {
            workspace: workspace.id,
            ..self.caller.clone()
        }
    }

    /// The same home with an engine that has more parts.
    pub fn with(self, parts: impl FnOnce(Engine) -> Engine) -> Self {
        Self {
            engine: parts(self.engine),
            ..self
        }
    }

    pub fn document(&self, title: &str, content: &str) -> DocumentId {
        self.tagged_document(title, content, &[])
    }

    pub fn tagged_document(&self, title: &str, content: &str, tags: &[&str]) -> DocumentId {
        let request = documents::Create {
            title: title.to_owned(),
            content: content.to_owned(),
            tags: Tags::new(tags).unwrap(),
        };
        self.engine
            .create_document(&self.caller, &request, &self.cancel)
            .unwrap()
            .id
    }

    pub fn prompt(&self, title: &str, description: &str, content: &str) -> PromptId {
        let request = prompts::Create {
            title: title.to_owned(),
            description: description.to_owned(),
            content: content.to_owned(),
            variables: Vec::new(),
            tags: Tags::default(),
        };
        self.engine
            .create_prompt(&self.caller, &request, &self.cancel)
            .unwrap()
            .id
    }

    pub fn collection(&self, name: &str, items: &[ItemId]) -> CollectionId {
        let request = collections::Create {
            name: name.to_owned(),
            ..collections::Create::default()
        };
        let id = self
            .engine
            .create_collection(&self.caller, &request, &self.cancel)
            .unwrap()
            .id;
        if !items.is_empty() {
            let members = collections::Members {
                id: id.clone(),
                items: items.to_vec(),
            };
            self.engine
                .add_to_collection(&self.caller, &members, &self.cancel)
                .unwrap();
        }
        id
    }

    pub fn file(&self, path: &str, content: &str) -> AddedFile {
        self.try_file(path, content, &|_| true).unwrap()
    }

    pub fn try_file(
        &self,
        path: &str,
        content: &str,
        exists: &dyn Fn(&str) -> bool,
    ) -> domain::Result<AddedFile> {
        let file = AddFile {
            path,
            file_name: path.rsplit('/').next().unwrap(),
            bytes: content.as_bytes(),
            tags: Tags::default(),
            collection: None,
        };
        self.engine
            .add_file(&self.caller, &file, exists, &self.cancel)
    }

    /// Gives a document new content.
    pub fn rewrite(&self, id: &DocumentId, content: &str) {
        let request = documents::Update {
            id: id.clone(),
            title: None,
            content: Some(content.to_owned()),
            change_log: None,
            tags: None,
            expected_revision: None,
        };
        self.engine
            .update_document(&self.caller, &request, &self.cancel)
            .unwrap();
    }

    pub fn update_prompt(&self, request: prompts::Update) -> Prompt {
        self.engine
            .update_prompt(&self.caller, &request, &self.cancel)
            .unwrap()
    }

    pub fn reason(&self, query: &str) -> reason::Response {
        self.reason_with(question(query))
    }

    pub fn reason_with(&self, request: reason::Request) -> reason::Response {
        self.engine
            .reason(&self.caller, &request, &self.cancel)
            .unwrap()
    }

    pub fn index(&self) -> IndexReport {
        self.engine
            .index_pending(&self.caller, &mut |_| {}, &self.cancel)
            .unwrap()
    }

    pub fn find(&self, query: &str) -> find_items::Response {
        self.find_with(find(query))
    }

    pub fn find_with(&self, request: find_items::Request) -> find_items::Response {
        self.engine
            .find_items(&self.caller, &request, &self.cancel)
            .unwrap()
    }

    pub fn literal(&self, query: &str) -> find_items::Response {
        self.find_with(find_items::Request {
            mode: find_items::Mode::Literal,
            ..find(query)
        })
    }

    pub fn deep(&self, query: &str) -> deep_search::Response {
        self.deep_with(deep(query))
    }

    pub fn deep_with(&self, request: deep_search::Request) -> deep_search::Response {
        self.engine
            .deep_search(&self.caller, &request, &self.cancel)
            .unwrap()
    }
}

/// A semantic catalog search over everything.
pub fn find(query: &str) -> find_items::Request {
    find_items::Request {
        query: query.to_owned(),
        kinds: vec![Kind::Prompt, Kind::Document, Kind::Collection],
        mode: find_items::Mode::Semantic,
        filter: ItemFilter::default(),
        limit_per_kind: 10,
        floor: 0.35,
    }
}

/// A passage search over everything.
pub fn deep(query: &str) -> deep_search::Request {
    deep_search::Request {
        query: query.to_owned(),
        limit: None,
        document: None,
        collection: None,
        session: None,
    }
}

/// A question to everything.
pub fn question(query: &str) -> reason::Request {
    reason::Request {
        query: query.to_owned(),
        limit: None,
        document: None,
        collection: None,
    }
}

/// A change of a prompt that changes nothing yet.
pub fn prompt_edit(id: &PromptId) -> prompts::Update {
    prompts::Update {
        id: id.clone(),
        title: None,
        description: None,
        content: None,
        change_log: None,
        variables: None,
        is_public: None,
        is_archived: None,
        tags: None,
    }
}

/// A long text in which every paragraph is distinct.
pub fn long_text(sections: usize, paragraphs: usize) -> String {
    let mut text = String::from("# Handbook\n\nOpening words of the handbook.\n");
    for s in 0..sections {
        text.push_str(&format!("\n## Chapter {s}\n"));
        for p in 0..paragraphs {
            text.push_str(&format!("\n{}\n", paragraph(s, p)));
        }
    }
    text
}

/// About 130 words, enough to make a chunk of their own.
pub fn paragraph(s: usize, p: usize) -> String {
    let words: Vec<String> = (0..130)
        .map(|w| format!("word{}", (s * 31 + p * 17 + w * 7) % 997))
        .collect();
    format!("Paragraph {p} of chapter {s}. {}.", words.join(" "))
}
