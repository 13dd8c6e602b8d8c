//! A key that may read documents reaches nothing else, by any route or tool.

use dialects::context_repo;
use domain::caller::{Caller, Permission, ScopeSet};
use domain::ids::WorkspaceId;
use http_server::{Counted, Settings};

use crate::client::Call;
use crate::requests::{self, Choose, Plain, message};
use crate::world::{ALL_SCOPES, ELSEWHERE, Library, World};

/// A word that occurs in prompts and nowhere else.
const SECRET: &str = "heliotrope";

/// Tools that a reader of documents may call.
const READERS: [&str; 12] = [
    "get_user_info",
    "list_collections",
    "get_collection",
    "list_documents",
    "get_document",
    "get_document_versions",
    "find_items",
    "deep_search",
    "deep_read",
    "deep_expand",
    "reason",
    "search",
];

/// Chooses ids of prompts, dressed up as something else.
struct Disguised<'a> {
    library: &'a Library,
    form: usize,
}

impl Choose for Disguised<'_> {
    fn id(&mut self, _area: &str, _name: &str) -> String {
        let id = &self.library.prompt;
        match self.form {
            0 => id.clone(),
            1 => format!("../prompts/{id}"),
            2 => format!("..%2Fprompts%2F{id}"),
            3 => format!("%2e%2e/prompts/{id}"),
            4 => format!("..%5cprompts%5c{id}"),
            5 => format!("{id}%00"),
            6 => format!("./{id}"),
            7 => format!("/v1/prompts/{id}"),
            _ => format!("x?id={id}"),
        }
    }

    fn text(&mut self, name: &str) -> String {
        requests::plain_text(name)
    }

    fn gives(&mut self, _name: &str) -> bool {
        true
    }
}

const FORMS: usize = 9;

struct Reader {
    world: World,
    library: Library,
    key: String,
}

impl Reader {
    fn new() -> Self {
        let mut settings = Settings::default();
        // There are more calls here than a minute may have.
        settings.limits.counted = Counted::Never;
        let world = World::with_settings(settings);
        let full = world.key(ALL_SCOPES);
        let library = Library::fill(&world, "default", &full, "plain");
        let prompt = Call::new("PATCH", &format!("/v1/prompts/{}", library.prompt))
            .body(format!(r#"{{"title":"{SECRET}","content":"{SECRET}"}}"#))
            .key(&full);
        assert_eq!(world.from(ELSEWHERE, &prompt).status, 200);
        world.index("default");
        let key = world.key(&[Permission::DocumentsRead]);
        Self {
            world,
            library,
            key,
        }
    }

    fn send(&self, call: Call) -> crate::client::Reply {
        let reply = self.world.from(ELSEWHERE, &call.key(&self.key));
        let text = String::from_utf8_lossy(&reply.body).to_lowercase();
        assert!(!text.contains(SECRET), "{text}");
        assert!(reply.status < 500, "{text}");
        reply
    }

    /// Everything there is, counted by the store.
    fn sequence(&self) -> u64 {
        let caller = Caller {
            workspace: WorkspaceId::default_workspace(),
            scopes: ScopeSet::ALL,
        };
        let status = self.world.engine.status(&caller, &domain::Cancel::new());
        status.unwrap().sequence
    }
}

#[test]
fn routes_of_other_scopes_are_403_whatever_the_ids() {
    let reader = Reader::new();
    let before = reader.sequence();
    // A session is the one thing that a reader may make.
    let routes = context_repo::routes()
        .into_iter()
        .filter(|route| route.name != "openSession");
    for route in routes {
        let open = route.scopes.is_empty() || route.scopes.contains(&Permission::DocumentsRead);
        let call = requests::of_route(&route, &mut Plain(&reader.library));
        if !open {
            assert_eq!(reader.send(call).status, 403, "{}", route.name);
        } else {
            assert_eq!(reader.send(call).status, route.success, "{}", route.name);
        }
        for form in 0..FORMS {
            let mut disguised = Disguised {
                library: &reader.library,
                form,
            };
            let call = requests::of_route(&route, &mut disguised);
            let status = reader.send(call.clone()).status;
            let fails = [400, 403, 404, 405].contains(&status);
            let open_without_ids = open && status == route.success;
            assert!(
                fails || open_without_ids,
                "{status} {} {}",
                route.name,
                call.target
            );
            if !open {
                assert_ne!(status, route.success, "{} {}", route.name, call.target);
            }
        }
    }
    assert_eq!(reader.sequence(), before);
}

#[test]
fn tools_of_other_scopes_are_denied_whatever_the_arguments() {
    let reader = Reader::new();
    let before = reader.sequence();
    let call = |name: &str, arguments| {
        let target = "/mcp?session=off".to_owned();
        let call = Call {
            target,
            ..Call::mcp(&message(name, &arguments))
        };
        let value = reader.send(call).json_of(200);
        let text = value["result"]["content"][0]["text"]
            .as_str()
            .unwrap()
            .to_owned();
        (value["result"]["isError"] == serde_json::json!(true), text)
    };
    for tool in requests::tools() {
        let plain = requests::of_tool(&tool, &mut Plain(&reader.library));
        let (failed, text) = call(tool.name, plain);
        if tool.name == "fetch" || READERS.contains(&tool.name) {
            assert!(!failed, "{}: {text}", tool.name);
        } else {
            assert!(
                text.starts_with("Error: Permission denied"),
                "{}: {text}",
                tool.name
            );
        }
        for form in 0..FORMS {
            let mut disguised = Disguised {
                library: &reader.library,
                form,
            };
            let arguments = requests::of_tool(&tool, &mut disguised);
            let (failed, text) = call(tool.name, arguments);
            assert!(
                failed || READERS.contains(&tool.name),
                "{} {form}: {text}",
                tool.name
            );
        }
    }
    let fetched = call(
        "fetch",
        serde_json::json!({"id": requests::with_kind(&reader.library.prompt)}),
    );
    assert!(
        fetched.1.starts_with("Error: Permission denied"),
        "{}",
        fetched.1
    );
    assert_eq!(reader.sequence(), before);
}

#[test]
fn prompts_of_mcp_need_their_scope() {
    let reader = Reader::new();
    for message in [
        serde_json::json!({"jsonrpc": "2.0", "id": 1, "method": "prompts/list"}),
        serde_json::json!({"jsonrpc": "2.0", "id": 1, "method": "prompts/get",
            "params": {"name": reader.library.prompt}}),
    ] {
        let value = reader.send(Call::mcp(&message)).json();
        assert!(
            value["error"]["message"]
                .as_str()
                .unwrap()
                .contains("prompts.read"),
            "{value}"
        );
    }
}
