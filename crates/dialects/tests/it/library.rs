//! An agent's view of a small library: calls by name with JSON, answers as texts and JSON.

use std::sync::Arc;

use dialects::context_repo::{LocalHost, Profile, Service};
use dialects::{SessionContext, ToolHost, ToolOutput};
use domain::caller::Principal;
use domain::ports::store::Store;
use domain::{Caller, Cancel, ErrorKind};
use engine::{Engine, Parts};
use serde_json::{Value, json};
use testkit::{HashEmbedder, ManualClock, MemoryStore, PlainExtractor};

pub struct Library {
    pub engine: Arc<Engine>,
    pub embedder: Arc<HashEmbedder>,
    pub clock: Arc<ManualClock>,
    pub host: LocalHost,
    service: Arc<Service>,
}

impl Library {
    /// An empty library whose searches use no session that they do not name.
    pub fn empty() -> Self {
        Self::over(Arc::new(MemoryStore::new()), SessionContext::off())
    }

    pub fn over(store: Arc<dyn Store>, session: SessionContext) -> Self {
        let embedder = Arc::new(HashEmbedder::default());
        let clock = Arc::new(ManualClock::default());
        let engine = Arc::new(Engine::new(Parts {
            store,
            embedder: embedder.clone(),
            extractor: Arc::new(PlainExtractor),
            clock: clock.clone(),
        }));
        let service = Arc::new(Service {
            engine: engine.clone(),
            base_url: "http://127.0.0.1:4142".to_owned(),
        });
        Self {
            host: LocalHost::new(
                service.clone(),
                Principal::local(),
                Arc::new(session),
                Profile::FULL,
            ),
            service,
            engine,
            embedder,
            clock,
        }
    }

    /// The same library as somebody else sees it.
    pub fn host_of(&self, principal: Principal, profile: Profile) -> LocalHost {
        let session = Arc::new(SessionContext::off());
        LocalHost::new(self.service.clone(), principal, session, profile)
    }

    /// Calls a tool.
    pub fn call(&self, name: &str, arguments: Value) -> ToolOutput {
        self.host.call(name, &arguments, &Cancel::new())
    }

    /// Calls a tool that has to succeed.
    pub fn ok(&self, name: &str, arguments: Value) -> ToolOutput {
        let output = self.call(name, arguments);
        assert!(!output.is_error(), "{name}: {}", output.text);
        output
    }

    /// Calls a tool that has to fail; gives the kind and both texts, a line each.
    pub fn failure(&self, name: &str, arguments: Value) -> (ErrorKind, String) {
        let output = self.call(name, arguments);
        assert_eq!(output.structured, None);
        let error = output.error.expect("the call has to fail");
        let texts: Vec<String> = [Some(output.text), output.notes]
            .into_iter()
            .flatten()
            .collect();
        (error.kind, texts.join("\n"))
    }

    /// The JSON of a call that has to succeed.
    pub fn json(&self, name: &str, arguments: Value) -> Value {
        self.ok(name, arguments).structured.unwrap()
    }

    pub fn document(&self, title: &str, content: &str, tags: &[&str]) -> String {
        let created = self.json(
            "create_document",
            json!({"title": title, "content": content, "tags": tags}),
        );
        created["data"]["id"].as_str().unwrap().to_owned()
    }

    pub fn prompt(&self, title: &str, description: &str, content: &str) -> String {
        let created = self.json(
            "create_prompt",
            json!({"title": title, "description": description, "content": content}),
        );
        created["data"]["id"].as_str().unwrap().to_owned()
    }

    pub fn collection(&self, name: &str) -> String {
        let created = self.json("create_collection", json!({"name": name}));
        created["data"]["id"].as_str().unwrap().to_owned()
    }

    /// Gives everything its vectors.
    pub fn index(&self) {
        self.engine
            .index_pending(&Caller::owner(), &mut |_| (), &Cancel::new())
            .unwrap();
    }
}

/// Two sections of two paragraphs each, long enough not to be merged.
pub const TIDES: &str = "\
# Spring

The spring tide lifts the ferries highest in March, when moon and sun pull along one line and the \
harbour basin fills to its brim twice a day. Skippers moor with long ropes, check the fenders at \
every turn of the water, and keep the gangway on rollers, because the quay ends up below the deck \
within a few hours and nobody wants to jump.

# Neap

The neap tide leaves the mud banks dry for longest, and that is when the dredger works and the \
divers clean the lock gates. Cranes stand idle, barges rest on the ground, and the harbour master \
walks the basin with a notebook to count the cracks in the wall before the water comes back.
";
