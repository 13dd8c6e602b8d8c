//! `ibid mcp`.

use std::fs;
use std::io::{Read as _, Write as _};
use std::os::unix::net::UnixListener;

use serde_json::json;

use crate::support::{Agent, Place, signal};

#[test]
fn an_agent_fills_the_home_and_finds_it_again() {
    let place = Place::new();
    let mut agent = Agent::start(&place);
    agent.note("Boats", "The ferry leaves the harbour at noon.");
    let found = agent.call(
        "find_items",
        json!({"query": "FERRY LEAVES", "semantic": false}),
    );
    let text = found["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("Boats"), "{text}");
    agent.end();
    assert_eq!(place.sockets(), Vec::<String>::new());
    let found = place
        .ibid(&["find", "--literal", "harbour at noon"])
        .expect(0);
    assert!(found.stdout.contains("Boats"));
}

#[test]
fn a_server_ends_with_its_input() {
    let place = Place::new();
    let run = place.ibid(&["mcp"]).expect(0);
    assert_eq!(run.stdout, "");
}

#[test]
fn a_server_ends_on_request_although_its_input_is_open() {
    for name in ["TERM", "INT"] {
        let place = Place::new();
        let mut agent = Agent::start(&place);
        signal(&agent.child, name);
        assert_eq!(agent.child.wait().unwrap().code(), Some(0), "{name}");
        // Lock and socket went with the process.
        assert_eq!(place.sockets(), Vec::<String>::new());
        place.ibid(&["status"]).expect(0);
    }
}

#[test]
fn the_tools_that_are_listed_can_be_chosen() {
    let place = Place::new();
    let listed = |agent: &mut Agent| {
        let answer = agent.ask("tools/list", json!({}));
        answer["result"]["tools"].as_array().unwrap().len()
    };
    let mut core = Agent::start(&place);
    assert!(listed(&mut core) <= 20);
    let mut full = Agent::start_with(&place, &["--tools", "full"]);
    assert_eq!(listed(&mut full), 29);
    let mut two = Agent::start_with(&place, &["--tools", "deep_read,find_items"]);
    assert_eq!(listed(&mut two), 2);
    // What is not listed can be called.
    two.note("Boats", "The ferry leaves at noon.");
    let refused = place.ibid(&["mcp", "--tools", "no_such_tool"]).expect(2);
    assert!(refused.stderr.contains("no_such_tool"), "{refused:?}");
}

#[test]
fn agents_share_a_home_and_its_owner_may_be_killed() {
    let place = Place::new();
    let mut owner = Agent::start(&place);
    let mut second = Agent::start(&place);
    let mut third = Agent::start(&place);
    let mine = owner.note("Mine", "The owner wrote this.");
    let yours = second.note("Yours", "The second wrote this.");
    assert_eq!(second.content(&mine), "The owner wrote this.");
    assert_eq!(owner.content(&yours), "The second wrote this.");
    owner.kill();
    // The first to call takes over, the other attaches to it.
    assert_eq!(third.content(&yours), "The second wrote this.");
    let late = second.note("Late", "After the owner was gone.");
    assert_eq!(third.content(&late), "After the owner was gone.");
    assert_eq!(second.content(&mine), "The owner wrote this.");
    third.end();
    assert_eq!(second.content(&late), "After the owner was gone.");
    second.end();
    assert_eq!(place.sockets(), Vec::<String>::new());
    let found = place.ibid(&["find", "--literal", "wrote this"]).expect(0);
    assert!(found.stdout.contains("Documents (2)"), "{found:?}");
}

#[test]
fn an_attached_agent_gets_what_the_owner_gets() {
    let place = Place::with_library();
    let mut owner = Agent::start_with(&place, &["--no-auto-session"]);
    let mut remembers = Agent::start(&place);
    let all = json!({"query": "water", "limit": 50});
    remembers.done("deep_search", all.clone());
    let again = remembers.done("deep_search", all);
    assert_eq!(again["data"]["results"], json!([]));
    let mut other = Agent::start_with(&place, &["--no-auto-session"]);
    for (tool, arguments) in [
        ("find_items", json!({"query": "watering plants"})),
        (
            "find_items",
            json!({"query": "zeppelin", "semantic": false}),
        ),
        (
            "deep_search",
            json!({"query": "watering plants", "limit": 3}),
        ),
        ("list_documents", json!({})),
        ("deep_read", json!({"chunkId": "c_unknown"})),
        ("find_items", json!({"query": ""})),
        ("get_document", json!({"documentId": "d_unknown"})),
        ("no_such_tool", json!({})),
    ] {
        let mut here = owner.call(tool, arguments.clone());
        let mut there = other.call(tool, arguments);
        for answer in [&mut here, &mut there] {
            answer["id"] = json!(0);
            for place in ["/meta/latencyMs", "/data/meta/latencyMs"] {
                let place = format!("/result/structuredContent{place}");
                if let Some(latency) = answer.pointer_mut(&place) {
                    *latency = json!(0);
                }
            }
        }
        assert_eq!(here, there, "{tool}");
    }
    for method in ["tools/list", "resources/list", "prompts/list"] {
        let mut here = owner.ask(method, json!({}));
        let mut there = other.ask(method, json!({}));
        here["id"] = json!(0);
        there["id"] = json!(0);
        assert_eq!(here, there, "{method}");
    }
    let uri = json!({"uri": "contextrepo://capabilities"});
    let there = other.ask("resources/read", uri);
    let text = there["result"]["contents"][0]["text"].as_str().unwrap();
    assert!(text.contains('{'), "{there}");
}

#[test]
fn an_attached_agent_fills_prompts_in() {
    let place = Place::new();
    let mut owner = Agent::start(&place);
    let mut other = Agent::start(&place);
    let made = other.done(
        "create_prompt",
        json!({
            "title": "Greeting",
            "description": "Greets.",
            "content": "Hi ${who}, see you ${when}.",
            "engine": "any",
        }),
    );
    let id = made["data"]["id"].as_str().unwrap();
    let listed = other.ask("prompts/list", json!({}));
    let prompt = &listed["result"]["prompts"][0];
    assert_eq!(prompt["name"], id, "{listed}");
    assert_eq!(prompt["arguments"][0]["name"], "who", "{listed}");
    let ask = json!({"name": id, "arguments": {"who": "Ada"}});
    let filled = other.ask("prompts/get", ask.clone());
    let text = &filled["result"]["messages"][0]["content"]["text"];
    assert_eq!(text, "Hi Ada, see you ${when}.", "{filled}");
    // What is missing is said as often as the owner says it.
    assert_eq!(filled["result"], owner.ask("prompts/get", ask)["result"]);
    let unknown = other.ask("prompts/get", json!({"name": "p_unknown"}));
    assert!(unknown["error"]["code"].is_i64(), "{unknown}");
}

#[test]
fn agents_on_one_owner_do_not_hide_passages_from_each_other() {
    let place = Place::with_library();
    let mut agents = [
        Agent::start(&place),
        Agent::start(&place),
        Agent::start(&place),
    ];
    let search = |agent: &mut Agent| {
        let arguments = json!({"query": "water", "limit": 50});
        let answer = agent.done("deep_search", arguments);
        answer["data"]["results"].as_array().unwrap().len()
    };
    for agent in &mut agents {
        assert!(search(agent) > 0);
        assert_eq!(search(agent), 0);
    }
}

/// An owner that reads one request whole and dies.
fn owner_that_dies(place: &Place) -> std::thread::JoinHandle<()> {
    let path = place.path("home/ibid.sock");
    let listener = UnixListener::bind(&path).unwrap();
    std::thread::spawn(move || {
        // Those who only look whether somebody answers send nothing.
        loop {
            let (mut stream, _) = listener.accept().unwrap();
            let mut piece = [0; 4096];
            if stream.read(&mut piece).unwrap_or(0) > 0 {
                stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n").unwrap();
                assert!(stream.read(&mut piece).unwrap() > 0);
                break;
            }
        }
        drop(listener);
        fs::remove_file(path).unwrap();
    })
}

#[test]
fn a_write_that_may_be_lost_is_not_repeated_and_says_so() {
    let place = Place::with_library();
    let owner = owner_that_dies(&place);
    let mut agent = Agent::start(&place);
    let text = agent.fails(
        "create_document",
        json!({"title": "T", "content": "Once only."}),
    );
    owner.join().unwrap();
    assert!(text.contains("may or may not have been done"), "{text}");
    assert!(text.contains("Hint: "), "{text}");
    // The next call finds that the home is free.
    let found = agent.done(
        "find_items",
        json!({"query": "once only", "semantic": false}),
    );
    assert_eq!(found["data"]["documents"], json!([]));
}

#[test]
fn a_read_that_was_lost_is_repeated() {
    let place = Place::with_library();
    let owner = owner_that_dies(&place);
    let mut agent = Agent::start(&place);
    let found = agent.done(
        "find_items",
        json!({"query": "ninety days", "semantic": false}),
    );
    owner.join().unwrap();
    assert_eq!(found["data"]["documents"].as_array().unwrap().len(), 1);
}

#[test]
fn an_owner_that_answers_nobody_is_named_and_can_be_read_beside() {
    let place = Place::with_library();
    // Another program holds the lock and has no socket, as `ibid add` does while it runs.
    let lock = fs::File::options()
        .read(true)
        .write(true)
        .open(place.path("home/ibid.lock"))
        .unwrap();
    lock.lock().unwrap();
    fs::write(place.path("home/ibid.lock"), "ibid add (process 4711)\n").unwrap();
    for args in [&["add", "files"][..], &["serve", "--port", "0"]] {
        let run = place.ibid(args).expect(6);
        assert!(run.stderr.contains("ibid add (process 4711)"), "{run:?}");
    }
    let beside = place.ibid(&["find", "watering plants"]).expect(0);
    assert!(beside.stdout.contains("Garden Notes"), "{beside:?}");
    assert!(
        beside.stderr.contains("ibid add (process 4711)"),
        "{beside:?}"
    );
    // An agent's process starts, and its calls come through when the home is free.
    let mut agent = Agent::start(&place);
    let text = agent.fails("find_items", json!({"query": "watering plants"}));
    assert!(text.contains("ibid add (process 4711)"), "{text}");
    drop(lock);
    agent.done("find_items", json!({"query": "watering plants"}));
}
