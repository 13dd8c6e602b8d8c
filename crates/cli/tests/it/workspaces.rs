//! `ibid workspace`, and that nothing crosses.

use serde_json::json;

use crate::support::{Agent, Place, Run, Served};

/// Two workspaces with a document each.
fn two() -> Place {
    let place = Place::with_library();
    place.ibid(&["workspace", "create", "team-a"]).expect(0);
    place.write(
        "plan/plan.md",
        "# Plan\n\nThe harbour is dredged in spring.\n",
    );
    place
        .ibid(&["add", "files/plan", "--workspace", "team-a"])
        .expect(0);
    place
}

fn separated(place: &Place) {
    let found = |args: &[&str]| -> Run { place.ibid(args).expect(0) };
    let own = found(&["find", "--literal", "harbour", "--workspace", "team-a"]);
    assert!(own.stdout.contains("Plan"), "{own:?}");
    let other = found(&["find", "--literal", "harbour"]);
    assert!(other.stdout.contains("No results"), "{other:?}");
    let back = found(&["find", "--literal", "tomatoes", "--workspace", "team-a"]);
    assert!(back.stdout.contains("No results"), "{back:?}");
    let status = found(&["status", "--json", "--workspace", "team-a"]).json();
    assert_eq!(status["documents"], 1);
    assert_eq!(status["workspace"], "team-a");
    place
        .ibid(&["find", "x", "--workspace", "nowhere"])
        .expect(3);
    place
        .ibid(&["find", "x", "--workspace", "No Name"])
        .expect(2);
}

#[test]
fn nothing_crosses_from_one_workspace_to_another() {
    let place = two();
    separated(&place);
    let served = Served::start(&place);
    separated(&place);
    let create = ["key", "create", "--name", "a", "--scope", "all"];
    let key = place
        .ibid(&[&create[..], &["--workspace", "team-a"]].concat())
        .expect(0);
    let key = key.stdout.trim_end();
    let documents = served
        .ask_with_key(key, "GET", "/v1/documents", None)
        .expect(200);
    let titles = documents["data"].as_array().unwrap();
    assert_eq!(titles.len(), 1);
    assert_eq!(titles[0]["title"], "Plan");
    let id = titles[0]["id"].as_str().unwrap();
    let path = format!("/v1/documents/{id}");
    served.ask("GET", &path, None).expect(404);
    served.ask_with_key(key, "GET", &path, None).expect(200);
    let mut agent = Agent::start_with(&place, &["--workspace", "team-a"]);
    let listed = agent.done("list_documents", json!({}));
    assert_eq!(listed["data"].as_array().unwrap().len(), 1);
    agent.end();
    served.end();
}

#[test]
fn what_is_added_to_any_workspace_is_indexed_by_the_server() {
    let place = Place::new();
    let served = Served::start(&place);
    place.ibid(&["workspace", "create", "late"]).expect(0);
    place.write("a.md", "# A\n\nThe ferry leaves the harbour at noon.\n");
    let report = place
        .ibid(&["add", "files", "--workspace", "late", "--json"])
        .expect(0)
        .json();
    assert_eq!(report["indexing"]["pending"], 0);
    let found = place
        .ibid(&["find", "when does the boat go", "--workspace", "late"])
        .expect(0);
    assert!(found.stdout.contains("**A**"), "{found:?}");
    served.end();
}

#[test]
fn a_workspace_goes_with_all_that_is_in_it_and_only_when_told_to() {
    let place = two();
    let create = ["key", "create", "--name", "a", "--scope", "all"];
    let key = place
        .ibid(&[&create[..], &["--workspace", "team-a"]].concat())
        .expect(0);
    let served = Served::start(&place);
    let delete = ["workspace", "delete", "team-a"];
    let asked = place.ibid(&delete).expect(2);
    assert!(asked.stderr.contains("1 document, "), "{asked:?}");
    assert!(asked.stderr.contains("1 key "), "{asked:?}");
    assert!(asked.stderr.contains("--yes"), "{asked:?}");
    let key = key.stdout.trim_end();
    served
        .ask_with_key(key, "GET", "/v1/documents", None)
        .expect(200);
    place.ibid(&[&delete[..], &["--yes"]].concat()).expect(0);
    served
        .ask_with_key(key, "GET", "/v1/documents", None)
        .expect(401);
    let list = place
        .ibid(&["workspace", "list", "--json"])
        .expect(0)
        .json();
    assert_eq!(list["workspaces"].as_array().unwrap().len(), 1);
    served.end();
    place.ibid(&[&delete[..], &["--yes"]].concat()).expect(3);
    place
        .ibid(&["workspace", "delete", "default", "--yes"])
        .expect(2);
    place.ibid(&["find", "--literal", "tomatoes"]).expect(0);
}

#[test]
fn names_of_workspaces_are_checked() {
    let place = Place::new();
    place.ibid(&["workspace", "create", "a"]).expect(0);
    place.ibid(&["workspace", "create", "a"]).expect(4);
    for name in ["", "A", "a b", "../x"] {
        place.ibid(&["workspace", "create", name]).expect(2);
    }
    let list = place.ibid(&["workspace", "list"]).expect(0);
    assert_eq!(list.stdout, "a\ndefault\n");
    let mut command = place.command(&["status", "--json"]);
    let status = crate::support::run(command.env("IBID_WORKSPACE", "a")).expect(0);
    assert_eq!(status.json()["workspace"], "a");
    let mut command = place.command(&["workspace", "list"]);
    crate::support::run(command.env("IBID_WORKSPACE", "nowhere")).expect(0);
}
