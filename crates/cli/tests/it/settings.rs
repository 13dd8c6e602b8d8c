//! `config.toml` in the home.

use std::fs;

use serde_json::json;

use crate::support::{Agent, Place, Served};

fn configured(text: &str) -> Place {
    let place = Place::new();
    fs::create_dir(place.path("home")).unwrap();
    fs::write(place.path("home/config.toml"), text).unwrap();
    place
}

#[test]
fn a_mistake_is_named_with_file_key_and_what_is_allowed() {
    let place = configured("[serve]\nprot = 1\n");
    for args in [&["serve"][..], &["mcp"], &["add", "files"], &["status"]] {
        place.write("a.md", "# A\n\nText.\n");
        let run = place.ibid(args);
        if args == ["status"] {
            // Nothing is there to be opened, and yet it says what is wrong.
            assert_eq!(run.code, Some(2), "{run:?}");
        }
        let run = run.expect(2);
        assert!(
            run.stderr.contains("config.toml, line 2, `serve.prot`"),
            "{run:?}"
        );
        assert!(run.stderr.contains("`port`"), "{run:?}");
    }
}

#[test]
fn the_file_sets_what_options_do_not() {
    let place = configured(
        "[serve]\nrequire_key = true\nbase_url = \"https://ibid.example.org/\"\n\
         [mcp]\ntools = \"read\"\n[limits]\nmode = \"always\"\nread_only = 2\n",
    );
    let mut agent = Agent::start(&place);
    let listed = agent.ask("tools/list", json!({}));
    let tools = listed["result"]["tools"].as_array().unwrap();
    assert!(
        tools
            .iter()
            .all(|tool| tool["annotations"]["readOnlyHint"] == true)
    );
    agent.end();
    let mut full = Agent::start_with(&place, &["--tools", "full"]);
    let listed = full.ask("tools/list", json!({}));
    assert_eq!(listed["result"]["tools"].as_array().unwrap().len(), 29);
    full.end();

    let create = ["key", "create", "--name", "x", "--scope", "all"];
    let key = place.ibid(&create).expect(0);
    let key = key.stdout.trim_end();
    let mut child = place.spawn(&["serve", "--port", "0", "--json"]);
    let mut line = String::new();
    let mut output = std::io::BufReader::new(child.stdout.take().unwrap());
    std::io::BufRead::read_line(&mut output, &mut line).unwrap();
    let ready: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert_eq!(ready["url"], "https://ibid.example.org");
    crate::support::signal(&child, "TERM");
    assert_eq!(child.wait().unwrap().code(), Some(0));

    fs::write(
        place.path("home/config.toml"),
        "[serve]\nrequire_key = true\n[limits]\nmode = \"always\"\nread_only = 2\n",
    )
    .unwrap();
    let served = Served::start(&place);
    served.ask("GET", "/v1/documents", None).expect(401);
    let get = || served.ask_with_key(key, "GET", "/v1/documents", None);
    get().expect(200);
    get().expect(200);
    get().expect(429);
    served.end();
}

#[test]
fn what_may_stand_there_is_said_in_plain_words() {
    let place = configured("[serve]\nport = 70000\n");
    let run = place.ibid(&["status"]).expect(2);
    assert!(
        run.stderr
            .contains("config.toml, line 2, `serve.port`: it must be a number from 0 to 65535"),
        "{run:?}"
    );
    let place = configured("[mcp]\ntools = \"nope\"\n");
    let run = place.ibid(&["status"]).expect(2);
    assert!(
        run.stderr
            .contains("search_prompts, read_prompt, create_prompt"),
        "{run:?}"
    );
}

#[test]
fn a_chat_key_is_named_by_its_variable() {
    let place = configured(
        "[reason]\nendpoint = \"http://127.0.0.1:1/v1\"\nmodel = \"m\"\napi_key_env = \"CHAT_KEY\"\n",
    );
    let run = place.ibid(&["mcp"]).expect(2);
    assert!(run.stderr.contains("`CHAT_KEY` is not set"), "{run:?}");
    let mut command = place.command(&["mcp"]);
    crate::support::run(command.env("CHAT_KEY", "secret")).expect(0);
}
