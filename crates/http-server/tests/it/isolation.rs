//! Nothing of one workspace is ever seen from another, whatever is asked by whom.

use dialects::context_repo;
use proptest::prelude::*;
use proptest::test_runner::TestRng;
use serde_json::Value;

use crate::client::Call;
use crate::requests::{self, Choose, library_id, message};
use crate::world::{ALL_SCOPES, ELSEWHERE, Library, World};

/// A word in every text of the other workspace, and in no request.
const SECRET: &str = "heliotrope";

/// Draws ids of both workspaces, and texts that fit both.
struct Drawn<'a> {
    random: TestRng,
    own: &'a Library,
    other: &'a Library,
    /// The ids that were drawn, which an answer may repeat.
    drawn: Vec<String>,
}

impl Drawn<'_> {
    fn below(&mut self, n: u32) -> u32 {
        self.random.next_u32() % n
    }
}

impl Choose for Drawn<'_> {
    fn id(&mut self, area: &str, name: &str) -> String {
        let id = match self.below(6) {
            0 => library_id(self.own, area, name).to_owned(),
            1 => {
                let ids = self.other.ids();
                let at = self.below(ids.len() as u32) as usize;
                ids[at].to_owned()
            }
            2 => format!("..%2Fdocuments%2F{}", self.other.document),
            _ => library_id(self.other, area, name).to_owned(),
        };
        self.drawn.push(id.clone());
        id
    }

    fn text(&mut self, name: &str) -> String {
        match self.below(3) {
            0 => requests::plain_text(name),
            1 if matches!(name, "color" | "icon" | "url") => requests::plain_text(name),
            1 => "Tides".to_owned(),
            _ if matches!(name, "color" | "icon" | "url") => requests::plain_text(name),
            _ => "greet warmly".to_owned(),
        }
    }

    fn gives(&mut self, _name: &str) -> bool {
        self.below(2) == 0
    }
}

/// What the other workspace holds, as its own key sees it.
fn contents(world: &World, key: &str) -> Vec<Value> {
    ["prompts", "documents", "collections"]
        .map(|kind| {
            let call = Call::get(&format!("/v1/{kind}")).key(key);
            world.from(ELSEWHERE, &call).json_of(200)
        })
        .to_vec()
}

fn check(reply_text: &str, drawn: &Drawn<'_>, what: &str) {
    assert!(
        !reply_text.to_lowercase().contains(SECRET),
        "{what}: {reply_text}"
    );
    for id in drawn.other.ids() {
        let repeated = drawn.drawn.iter().any(|drawn| drawn.contains(id));
        assert!(repeated || !reply_text.contains(id), "{what}: {reply_text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_answer_contains_another_workspaces_item(
        steps in prop::collection::vec(any::<u16>(), 40),
        seed in any::<[u8; 32]>(),
    ) {
        let world = World::new();
        world.workspace("ours");
        world.workspace("theirs");
        let key = world.key_in("ours", ALL_SCOPES);
        let their_key = world.key_in("theirs", ALL_SCOPES);
        let own = Library::fill(&world, "ours", &key, "ordinary");
        let other = Library::fill(&world, "theirs", &their_key, SECRET);
        let before = contents(&world, &their_key);
        let random = TestRng::from_seed(proptest::test_runner::RngAlgorithm::ChaCha, &seed);
        let mut drawn = Drawn { random, own: &own, other: &other, drawn: Vec::new() };
        let routes = context_repo::routes();
        let tools = requests::tools();
        for step in steps {
            drawn.drawn.clear();
            let at = usize::from(step) % (routes.len() + tools.len());
            let (call, what) = match routes.get(at) {
                Some(route) => (requests::of_route(route, &mut drawn), route.name),
                None => {
                    let tool = &tools[at - routes.len()];
                    let arguments = requests::of_tool(tool, &mut drawn);
                    (Call::mcp(&message(tool.name, &arguments)), tool.name)
                }
            };
            let reply = world.from(ELSEWHERE, &call.key(&key));
            prop_assert!(reply.status != 500, "{}: {}", what, reply.text());
            check(&String::from_utf8_lossy(&reply.body), &drawn, what);
        }
        prop_assert_eq!(contents(&world, &their_key), before);
    }
}
