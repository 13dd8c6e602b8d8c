//! `ibid serve`, and commands that work through it.

use std::net::TcpListener;

use serde_json::{Value, json};

use crate::support::{Agent, Place, Served};

#[test]
fn a_server_answers_and_leaves_nothing_behind() {
    let place = Place::with_library();
    let served = Served::start(&place);
    let user = served.ask("GET", "/v1/user/me", None).expect(200);
    assert!(user["data"]["permissions"].is_array(), "{user}");
    let openapi = served.ask("GET", "/openapi.json", None).expect(200);
    assert_eq!(openapi["servers"][0]["url"], served.url);
    let found = served
        .ask("GET", "/v1/search?q=watering+plants", None)
        .expect(200);
    assert_eq!(found["data"]["documents"][0]["title"], "Garden Notes");
    let result = served.call(None, "find_items", json!({"query": "watering plants"}));
    let text = result["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("Garden Notes"), "{text}");
    assert_eq!(place.sockets(), ["ibid.sock"]);
    assert!(
        served.socket.ends_with("/home/ibid.sock"),
        "{}",
        served.socket
    );
    let address = served.url.trim_start_matches("http://").to_owned();
    served.end();
    assert_eq!(place.sockets(), Vec::<String>::new());
    assert!(std::net::TcpStream::connect(address).is_err());
    place.ibid(&["add", "files"]).expect(0);
}

#[test]
fn a_second_server_is_refused_and_told_who_holds_the_home() {
    let place = Place::new();
    let served = Served::start(&place);
    let refused = place.ibid(&["serve", "--port", "0", "--json"]).expect(6);
    let holder = format!("ibid serve (process {})", served.child.id());
    assert!(refused.stderr.contains(&holder), "{refused:?}");
    assert_eq!(refused.json()["error"]["kind"], "locked");
    served.ask("GET", "/v1/user/me", None).expect(200);
    served.end();
}

#[test]
fn a_port_in_use_is_said_and_the_home_is_free_again() {
    let place = Place::with_library();
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = other.local_addr().unwrap().port().to_string();
    let refused = place.ibid(&["serve", "--port", &port]).expect(6);
    assert!(refused.stderr.contains(&port), "{refused:?}");
    assert_eq!(place.sockets(), Vec::<String>::new());
    place.ibid(&["add", "files"]).expect(0);
}

#[test]
fn what_a_server_says_helps_to_connect() {
    let place = Place::new();
    let mut child = place.spawn(&["serve", "--port", "0"]);
    let mut lines = String::new();
    let mut stderr = std::io::BufReader::new(child.stderr.take().unwrap());
    while !lines.contains("Ctrl-C") {
        let read = std::io::BufRead::read_line(&mut stderr, &mut lines).unwrap();
        assert!(read > 0, "{lines}");
    }
    assert!(
        lines.starts_with("listening on http://127.0.0.1:"),
        "{lines}"
    );
    assert!(lines.contains("claude mcp add --transport http"), "{lines}");
    crate::support::signal(&child, "INT");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn an_agent_hands_its_home_over_and_goes_on() {
    let place = Place::with_library();
    let mut first = Agent::start(&place);
    let mut second = Agent::start(&place);
    let note = first.note("Before", "Written before the server came.");
    let served = Served::start(&place);
    let path = format!("/v1/documents/{note}");
    let read = served.ask("GET", &path, None).expect(200);
    assert_eq!(read["data"]["content"], "Written before the server came.");
    for agent in [&mut first, &mut second] {
        assert_eq!(agent.content(&note), "Written before the server came.");
    }
    let meanwhile = first.note("Meanwhile", "Written while it runs.");
    assert_eq!(second.content(&meanwhile), "Written while it runs.");
    served.end();
    let after = second.note("After", "Written after it has gone.");
    assert_eq!(first.content(&after), "Written after it has gone.");
    // The home can change hands any number of times.
    let again = Served::start(&place);
    assert_eq!(first.content(&after), "Written after it has gone.");
    again.end();
    first.end();
    assert_eq!(second.content(&after), "Written after it has gone.");
    second.end();
    assert_eq!(place.sockets(), Vec::<String>::new());
}

#[test]
fn no_call_is_lost_while_the_home_changes_hands() {
    let place = Place::new();
    let mut agents: Vec<Agent> = (0..3).map(|_| Agent::start(&place)).collect();
    let writers: Vec<_> = agents
        .drain(..)
        .enumerate()
        .map(|(n, mut agent)| {
            std::thread::spawn(move || {
                let notes = (0..40).map(|i| {
                    let text = format!("Note {i} of writer {n}.");
                    (agent.note(&format!("{n}-{i}"), &text), text)
                });
                let notes: Vec<(String, String)> = notes.collect();
                (agent, notes)
            })
        })
        .collect();
    for _ in 0..4 {
        Served::start(&place).end();
    }
    for writer in writers {
        let (mut agent, notes) = writer.join().unwrap();
        for (id, text) in notes {
            assert_eq!(agent.content(&id), text);
        }
        agent.end();
    }
}

#[test]
fn an_owner_that_is_killed_takes_no_acknowledged_write_with_it() {
    let place = Place::new();
    let writers: Vec<_> = (0..3)
        .map(|n| (n, Agent::start(&place)))
        .map(|(n, mut agent)| {
            std::thread::spawn(move || {
                let mut stored = Vec::new();
                for i in 0..40 {
                    let content = format!("Note {i} of writer {n}.");
                    let arguments = json!({"title": format!("{n}-{i}"), "content": content});
                    let answer = agent.call("create_document", arguments);
                    let result = &answer["result"];
                    if result["isError"] == true {
                        let text = result["content"][0]["text"].as_str().unwrap();
                        assert!(text.contains("may or may not have been done"), "{text}");
                        continue;
                    }
                    let id = result["structuredContent"]["data"]["id"].as_str();
                    stored.push((id.unwrap().to_owned(), content));
                }
                (agent, stored)
            })
        })
        .collect();
    for _ in 0..4 {
        let mut served = Served::start(&place);
        served.child.kill().unwrap();
        served.child.wait().unwrap();
    }
    for writer in writers {
        let (mut agent, stored) = writer.join().unwrap();
        // At most one call of each writer is under way when an owner dies.
        assert!(stored.len() >= 36, "{}", stored.len());
        for (id, text) in stored {
            assert_eq!(agent.content(&id), text);
        }
        agent.end();
    }
    assert_eq!(place.sockets(), Vec::<String>::new());
}

/// The parts of a report that do not depend on who indexes.
fn report(place: &Place, args: &[&str]) -> Value {
    let mut report = place.ibid(args).expect(0).json();
    report["indexing"] = json!({"pending": report["indexing"]["pending"]});
    report
}

#[test]
fn commands_print_the_same_whoever_owns_the_home() {
    let place = Place::with_library();
    place.write("late.md", "# Late\n\nAdded while somebody owns the home.\n");
    let add = [
        "add",
        "files",
        "--json",
        "--tag",
        "new",
        "--collection",
        "Über & co",
    ];
    let looks: [&[&str]; 8] = [
        &["find", "watering plants"],
        &["find", "--literal", "zeppelin"],
        &["find", "ninety days", "--type", "documents"],
        &["deep", "watering plants", "--limit", "3"],
        &["deep", "watering plants", "--limit", "x"],
        &["read", "c_unknown"],
        &["prompt", "list"],
        &["status"],
    ];
    let served = Served::start(&place);
    let first = report(&place, &add);
    assert_eq!(first["counts"]["added"], 1, "{first}");
    assert_eq!(first["indexing"]["pending"], 0);
    let again = report(&place, &add);
    let through: Vec<_> = looks.iter().map(|args| place.ibid(args)).collect();
    served.end();
    assert_eq!(report(&place, &add), again);
    for (args, through) in looks.iter().zip(through) {
        let alone = place.ibid(args);
        assert_eq!(alone.code, through.code, "{args:?}");
        assert_eq!(alone.stdout, through.stdout, "{args:?}");
        assert_eq!(alone.stderr, through.stderr, "{args:?}");
    }
    let found = place
        .ibid(&["find", "somebody owns", "--tag", "new"])
        .expect(0);
    assert!(found.stdout.contains("Late"), "{found:?}");
}

#[test]
fn a_session_is_kept_through_the_owner() {
    let place = Place::with_library();
    let served = Served::start(&place);
    let deep = [
        "deep",
        "water",
        "--limit",
        "50",
        "--session",
        "mine",
        "--json",
    ];
    let count = || {
        let answer = place.ibid(&deep).expect(0).json();
        answer["data"]["results"].as_array().unwrap().len()
    };
    assert!(count() > 0);
    assert_eq!(count(), 0);
    served.end();
}

#[test]
fn an_answer_too_long_for_agents_is_whole_for_people() {
    let place = Place::new();
    let served = Served::start(&place);
    let content = "All of this is to be seen. ".repeat(5_000);
    let prompt = json!({"title": "Long", "description": "Long.", "content": content});
    let made = served.ask("POST", "/v1/prompts", Some(prompt)).expect(201);
    let id = made["data"]["id"].as_str().unwrap();
    let shown = place
        .ibid(&["prompt", "show", id, "--json"])
        .expect(0)
        .json();
    assert_eq!(shown["data"]["content"], content);
    let page = place.ibid(&["prompt", "show", id]).expect(0);
    assert!(page.stdout.contains(&content));
    served.end();
}

#[test]
fn a_home_with_a_long_path_is_shared_as_well() {
    let place = Place::new();
    let home = format!("{}/home", "long".repeat(30));
    let mut command = place.command(&["mcp", "--home", &home]);
    let mut owner = command
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    while !place.path(&home).join("ibid.sock.path").exists() {
        std::thread::yield_now();
    }
    place.write("a.md", "# A\n\nThe ferry leaves at noon.\n");
    place.ibid(&["add", "files", "--home", &home]).expect(0);
    drop(owner.stdin.take());
    assert_eq!(owner.wait().unwrap().code(), Some(0));
    let left = std::fs::read_dir(place.path("tmp")).unwrap().count();
    assert_eq!(left, 0);
    assert!(!place.path(&home).join("ibid.sock.path").exists());
}
