//! Many clients at once: agents over stdio, MCP over HTTP, and REST, on one home.
//!
//! Every item has one writer and any number of readers. Each of its texts names its own version, so
//! a reader can tell whether text and version belong together; and what a writer was told is stored
//! is a lower bound for whoever reads later.

use std::sync::Mutex;
use std::thread;

use serde_json::{Value, json};

use crate::support::{Agent, Place, Served, client, send};

/// How many operations each client carries out.
const OPERATIONS: usize = 1_000;
/// Clients of each sort.
const STDIO: usize = 4;
const MCP: usize = 2;
const REST: usize = 2;
/// How many items of a kind a client makes before it only changes them.
const ITEMS_MAX: usize = 40;

/// Pseudo-random numbers, the same in every run (Knuth's MMIX generator).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// A way to the server. Every answer is the body of the REST operation, whichever way it came.
enum Way {
    Stdio(Box<Agent>),
    Mcp(String, ureq::Agent),
    Rest(String, ureq::Agent),
}

impl Way {
    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        match self {
            Self::Stdio(agent) => agent.done(tool, arguments),
            Self::Mcp(url, client) => {
                let message = json!({
                    "jsonrpc": "2.0",
                    "id": 1,
                    "method": "tools/call",
                    "params": {"name": tool, "arguments": arguments},
                });
                let url = format!("{url}/mcp");
                let reply = send(client, "POST", &url, None, Some(message));
                let result = &reply.body["result"];
                assert_eq!(result["isError"], false, "{tool}: {reply:?}");
                result["structuredContent"].clone()
            }
            Self::Rest(url, client) => {
                let (method, path, body) = request(tool, arguments);
                let reply = send(client, method, &format!("{url}{path}"), None, body);
                assert!(matches!(reply.status, 200 | 201), "{tool}: {reply:?}");
                reply.body
            }
        }
    }
}

/// The REST operation of a tool.
fn request(tool: &str, mut arguments: Value) -> (&'static str, String, Option<Value>) {
    let id = |name: &str, arguments: &mut Value| {
        let id = arguments.as_object_mut().unwrap().remove(name).unwrap();
        id.as_str().unwrap().to_owned()
    };
    match tool {
        "create_document" => ("POST", "/v1/documents".to_owned(), Some(arguments)),
        "create_prompt" => ("POST", "/v1/prompts".to_owned(), Some(arguments)),
        "create_collection" => ("POST", "/v1/collections".to_owned(), Some(arguments)),
        "update_document" => {
            let path = format!("/v1/documents/{}", id("documentId", &mut arguments));
            ("PATCH", path, Some(arguments))
        }
        "update_prompt" => {
            let path = format!("/v1/prompts/{}", id("promptId", &mut arguments));
            ("PATCH", path, Some(arguments))
        }
        "update_collection" => {
            let path = format!("/v1/collections/{}", id("collectionId", &mut arguments));
            ("PATCH", path, Some(arguments))
        }
        "add_to_collection" => {
            let path = format!(
                "/v1/collections/{}/items",
                id("collectionId", &mut arguments)
            );
            ("POST", path, Some(arguments))
        }
        "get_document" => {
            let path = format!("/v1/documents/{}", id("documentId", &mut arguments));
            ("GET", path, None)
        }
        "read_prompt" => {
            let path = format!("/v1/prompts/{}", id("promptId", &mut arguments));
            ("GET", path, None)
        }
        "get_collection" => {
            let path = format!("/v1/collections/{}", id("collectionId", &mut arguments));
            ("GET", path, None)
        }
        "list_documents" => ("GET", "/v1/documents?limit=5".to_owned(), None),
        "search_prompts" => ("GET", "/v1/prompts?limit=5".to_owned(), None),
        "find_items" => {
            let semantic = arguments["semantic"].as_bool().unwrap();
            let query = arguments["query"].as_str().unwrap().replace(' ', "+");
            let path = format!("/v1/search?q={query}&semantic={semantic}");
            ("GET", path, None)
        }
        "deep_search" => ("POST", "/v1/pd/search".to_owned(), Some(arguments)),
        other => panic!("no operation for {other}"),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Document,
    Prompt,
    Collection,
}

/// An item, and the newest version of it that its writer was told is stored.
#[derive(Clone, Debug)]
struct Item {
    kind: Kind,
    id: String,
    /// What the text of every version begins with.
    name: String,
    version: u64,
}

impl Item {
    fn text(&self) -> String {
        text(&self.name, self.version)
    }
}

fn text(name: &str, version: u64) -> String {
    format!("{name} is at version {version}.")
}

/// What all clients know of.
type Shared = Mutex<Vec<Item>>;

struct Client<'a> {
    way: Way,
    number: usize,
    numbers: Numbers,
    shared: &'a Shared,
    /// Places of the client's own items in the shared list.
    own: Vec<usize>,
    made: [usize; 3],
}

impl Client<'_> {
    fn work(&mut self) {
        for _ in 0..OPERATIONS {
            match self.numbers.below(100) {
                0..8 => self.create(Kind::Document),
                8..14 => self.create(Kind::Prompt),
                14..18 => self.create(Kind::Collection),
                18..34 => self.update(),
                34..40 => self.collect(),
                40..80 => self.read(),
                80..86 => drop(self.way.call("list_documents", json!({"limit": 5}))),
                86..90 => drop(self.way.call("search_prompts", json!({"limit": 5}))),
                90..97 => self.find(false),
                97..99 => self.find(true),
                _ => drop(
                    self.way
                        .call("deep_search", json!({"query": "a version", "limit": 3})),
                ),
            }
        }
    }

    fn create(&mut self, kind: Kind) {
        let count = &mut self.made[kind as usize];
        if *count == ITEMS_MAX {
            return self.update();
        }
        *count += 1;
        let name = format!("{kind:?} {} of client {}", *count, self.number);
        let text = text(&name, 1);
        let made = match kind {
            Kind::Document => self
                .way
                .call("create_document", json!({"title": name, "content": text})),
            Kind::Prompt => self.way.call(
                "create_prompt",
                json!({"title": name, "description": "D", "content": text, "engine": "any"}),
            ),
            Kind::Collection => self.way.call(
                "create_collection",
                json!({"name": name, "description": text}),
            ),
        };
        let id = made["data"]["id"].as_str().unwrap().to_owned();
        let mut shared = self.shared.lock().unwrap();
        self.own.push(shared.len());
        shared.push(Item {
            kind,
            id,
            name,
            version: 1,
        });
    }

    /// Changes one of the client's own items.
    fn update(&mut self) {
        let Some(place) = self.one_of_mine() else {
            return self.create(Kind::Document);
        };
        let mut item = self.shared.lock().unwrap()[place].clone();
        item.version += 1;
        let (id, text) = (&item.id, item.text());
        let updated = match item.kind {
            Kind::Document => self.way.call(
                "update_document",
                json!({"documentId": id, "content": text}),
            ),
            Kind::Prompt => self
                .way
                .call("update_prompt", json!({"promptId": id, "content": text})),
            Kind::Collection => self.way.call(
                "update_collection",
                json!({"collectionId": id, "description": text}),
            ),
        };
        if item.kind != Kind::Collection {
            assert_eq!(updated["data"]["currentVersion"], item.version, "{item:?}");
        }
        self.shared.lock().unwrap()[place].version = item.version;
    }

    /// Puts any document into one of the client's own collections.
    fn collect(&mut self) {
        let found = {
            let shared = self.shared.lock().unwrap();
            let mine = self.own.iter().map(|place| &shared[*place]);
            let collection = mine.into_iter().find(|item| item.kind == Kind::Collection);
            let start = self.numbers.below(shared.len().max(1));
            let document = shared[start.min(shared.len())..]
                .iter()
                .find(|item| item.kind == Kind::Document);
            collection
                .zip(document)
                .map(|(c, d)| (c.id.clone(), d.id.clone()))
        };
        let Some((collection, document)) = found else {
            return self.create(Kind::Collection);
        };
        self.way.call(
            "add_to_collection",
            json!({"collectionId": collection, "itemIds": [document], "itemType": "document"}),
        );
    }

    /// Reads anybody's item.
    fn read(&mut self) {
        let known = {
            let shared = self.shared.lock().unwrap();
            if shared.is_empty() {
                return;
            }
            shared[self.numbers.below(shared.len())].clone()
        };
        check(&mut self.way, &known);
    }

    fn find(&mut self, semantic: bool) {
        let client = self.numbers.below(STDIO + MCP + REST);
        let query = format!("of client {client} is at version");
        let arguments = json!({"query": query, "semantic": semantic});
        let found = self.way.call("find_items", arguments);
        let rows = found["data"]["documents"].as_array().unwrap();
        for row in rows.iter().filter(|_| !semantic) {
            // A row and the text around the match are of one moment.
            let title = row["title"].as_str().unwrap();
            let highlight = row["highlight"].as_str().unwrap();
            assert!(highlight.starts_with(title), "{row}");
        }
    }

    fn one_of_mine(&mut self) -> Option<usize> {
        if self.own.is_empty() {
            return None;
        }
        Some(self.own[self.numbers.below(self.own.len())])
    }
}

/// Reads an item and checks that its text and its version belong together, and that it is not
/// older than what was known before.
fn check(way: &mut Way, known: &Item) -> u64 {
    let id = &known.id;
    let (tool, arguments, field) = match known.kind {
        Kind::Document => ("get_document", json!({"documentId": id}), "content"),
        Kind::Prompt => ("read_prompt", json!({"promptId": id}), "content"),
        Kind::Collection => {
            let arguments = json!({"collectionId": id, "includeItems": false});
            ("get_collection", arguments, "description")
        }
    };
    let read = way.call(tool, arguments);
    let data = &read["data"];
    let text = data[field].as_str().unwrap();
    let version = text
        .strip_prefix(&format!("{} is at version ", known.name))
        .and_then(|rest| rest.strip_suffix('.')?.parse::<u64>().ok());
    let Some(version) = version else {
        panic!("`{text}` is no text of {known:?}");
    };
    assert!(version >= known.version, "{text}: known is {known:?}");
    if known.kind != Kind::Collection {
        assert_eq!(data["currentVersion"], version, "{data}");
    }
    version
}

#[test]
fn eight_clients_at_once_lose_no_write_and_read_what_belongs_together() {
    let place = Place::new();
    let served = Served::start(&place);
    let shared = Shared::default();
    let mut ways: Vec<Way> = Vec::new();
    for _ in 0..STDIO {
        ways.push(Way::Stdio(Box::new(Agent::start(&place))));
    }
    for _ in 0..MCP {
        ways.push(Way::Mcp(served.url.clone(), client()));
    }
    for _ in 0..REST {
        ways.push(Way::Rest(served.url.clone(), client()));
    }
    let mut ways: Vec<Way> = thread::scope(|scope| {
        let workers: Vec<_> = ways
            .into_iter()
            .enumerate()
            .map(|(number, way)| {
                let mut client = Client {
                    way,
                    number,
                    numbers: Numbers(number as u64 + 1),
                    shared: &shared,
                    own: Vec::new(),
                    made: [0; 3],
                };
                scope.spawn(move || {
                    client.work();
                    client.way
                })
            })
            .collect();
        workers.into_iter().map(|w| w.join().unwrap()).collect()
    });
    let items = shared.into_inner().unwrap();
    for (n, item) in items.iter().enumerate() {
        let clients = ways.len();
        assert_eq!(
            check(&mut ways[n % clients], item),
            item.version,
            "{item:?}"
        );
    }
    let of = |kind| items.iter().filter(|item| item.kind == kind).count();
    for way in ways {
        if let Way::Stdio(agent) = way {
            agent.end();
        }
    }
    served.end();
    // Everything is still there when the home is opened anew.
    let status = place.ibid(&["status", "--json"]).expect(0).json();
    assert_eq!(status["documents"], of(Kind::Document));
    assert_eq!(status["prompts"], of(Kind::Prompt));
    assert_eq!(status["collections"], of(Kind::Collection));
    assert_eq!(status["itemsFailed"], 0);
}
