//! `ibid demo`.

use std::fs;

use crate::support::Place;

#[test]
fn the_demo_tells_its_story_plainly_and_leaves_nothing_behind() {
    let place = Place::new();
    let run = place.ibid(&["demo"]).expect(0);
    for part in [
        "14 documents and 5 prompts in 3 collections",
        "$ ibid find \"HIPAA compliance\"",
        "Compliance Notes 2026",
        "Reply to a complaint",
        "$ ibid deep \"who decides what happens to goods that got too warm\" --document d_",
        "surrounding --count 1",
        "Betriebsanweisung",
        "No results found for \"how volcanoes form\".",
        "Nearest miss",
        "claude mcp add ibid -- ",
        "[mcp_servers.ibid]",
    ] {
        assert!(run.stdout.contains(part), "no `{part}` in\n{}", run.stdout);
    }
    assert!(!run.stdout.contains('\u{1b}'));
    assert_eq!(run.stderr, "");
    assert_eq!(fs::read_dir(place.path("tmp")).unwrap().count(), 0);
    assert!(!place.path("home").exists());
}

#[test]
fn the_demo_as_json_holds_every_answer() {
    let place = Place::new();
    let run = place.ibid(&["demo", "--json", "--quiet"]).expect(0);
    let document = run.json();
    let steps = document["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 7);
    assert_eq!(
        steps[0]["answer"]["data"]["documents"][0]["title"],
        "Compliance Notes 2026"
    );
    assert_eq!(steps[6]["answer"]["meta"]["reason"]["code"], "below_floor");
    assert!(document["agents"]["mcpServers"]["ibid"]["command"].is_string());
}
