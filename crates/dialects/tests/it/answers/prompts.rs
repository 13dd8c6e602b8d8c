use serde_json::{Value, json};

use super::Story;
use crate::library::Library;

fn id_of(answer: &Value) -> String {
    answer["data"]["id"].as_str().unwrap().to_owned()
}

fn triage(library: &Library) -> String {
    library.prompt("Bug triage", "Sorts bug reports.", "Sort by age.")
}

#[test]
fn search_prompts() {
    let library = Library::empty();
    let mut story = Story::of(&library);
    story.call("empty", "search_prompts", json!({}));
    triage(&library);
    library.clock.advance(1_000);
    library.prompt("Minutes", "Turns a talk into minutes.", "Of ${talk}");
    story.call("two", "search_prompts", json!({}));
    let page = story.call("first page", "search_prompts", json!({"limit": 1}));
    let cursor = &page["pagination"]["cursor"];
    story.call(
        "last page",
        "search_prompts",
        json!({"limit": 1, "cursor": cursor}),
    );
    story.call(
        "in any case, title or description",
        "search_prompts",
        json!({"search": "BUG"}),
    );
    story.call(
        "no such tags",
        "search_prompts",
        json!({"tags": "[\"a\",\"b\"]"}),
    );
    story.fail(
        "malformed cursor",
        "search_prompts",
        json!({"cursor": "???"}),
    );
    story.check("search_prompts");
}

#[test]
fn read_prompt() {
    let library = Library::empty();
    let mut story = Story::of(&library);
    let id = triage(&library);
    story.call("no variables", "read_prompt", json!({"promptId": id}));
    let tagged = library.json(
        "create_prompt",
        json!({
            "title": "Greeting",
            "description": "Greets somebody.",
            "content": "Dear ${who},\n\nwelcome to ${place}. ${who}!",
            "tags": ["letters", "people"],
        }),
    );
    story.call(
        "tags and variables",
        "read_prompt",
        json!({"promptId": id_of(&tagged)}),
    );
    let fenced = library.prompt("Fenced", "Has a fence.", "Run:\n```sh\nls\n```");
    story.call(
        "a fence of its own",
        "read_prompt",
        json!({"promptId": fenced}),
    );
    story.fail("unknown", "read_prompt", json!({"promptId": "p_none"}));
    story.fail(
        "a path",
        "read_prompt",
        json!({"promptId": "../documents/d_1"}),
    );
    story.fail("no id", "read_prompt", json!({"promptId": ""}));
    story.check("read_prompt");
}

#[test]
fn create_prompt() {
    let library = Library::empty();
    let mut story = Story::of(&library);
    let given = json!({
        "title": "Bug triage",
        "description": "Sorts bug reports.",
        "content": "Sort ${reports} by age.",
        "engine": "any",
    });
    story.call("plain", "create_prompt", given.clone());
    let mut tagged = given.clone();
    tagged["tags"] = json!(["work", "bugs", "work"]);
    story.call("tags as sent", "create_prompt", tagged);
    let mut incomplete = given;
    incomplete["content"] = json!(null);
    story.fail("no content", "create_prompt", incomplete);
    story.fail(
        "too many tags",
        "create_prompt",
        json!({"title": "T", "description": "D", "content": "C", "tags": (0..65).collect::<Vec<_>>()}),
    );
    story.check("create_prompt");
}

#[test]
fn update_prompt() {
    let library = Library::empty();
    let mut story = Story::of(&library);
    let id = triage(&library);
    story.call(
        "title alone makes no version",
        "update_prompt",
        json!({"promptId": id, "title": "Triage"}),
    );
    story.call(
        "content makes one",
        "update_prompt",
        json!({"promptId": id, "content": "Sort ${x}.", "changeLog": "shorter"}),
    );
    story.call(
        "tags",
        "update_prompt",
        json!({"promptId": id, "tags": ["bugs", "work"]}),
    );
    story.call(
        "no tags any more",
        "update_prompt",
        json!({"promptId": id, "tags": "[]"}),
    );
    story.fail(
        "nothing to change",
        "update_prompt",
        json!({"promptId": id}),
    );
    story.fail(
        "unknown",
        "update_prompt",
        json!({"promptId": "p_none", "title": "T"}),
    );
    story.check("update_prompt");
}

#[test]
fn delete_prompt() {
    let library = Library::empty();
    let mut story = Story::of(&library);
    let id = triage(&library);
    story.call("there", "delete_prompt", json!({"promptId": id}));
    story.call("gone already", "delete_prompt", json!({"promptId": id}));
    story.fail(
        "a path",
        "delete_prompt",
        json!({"promptId": "../documents/d_1"}),
    );
    story.check("delete_prompt");
}

#[test]
fn get_prompt_versions() {
    let library = Library::empty();
    let mut story = Story::of(&library);
    let id = triage(&library);
    story.call("one", "get_prompt_versions", json!({"promptId": id}));
    library.clock.advance(1_000);
    library.json(
        "update_prompt",
        json!({"promptId": id, "content": "Sort by\nweight.", "changeLog": "Added weight"}),
    );
    story.call("two", "get_prompt_versions", json!({"promptId": id}));
    story.fail(
        "unknown",
        "get_prompt_versions",
        json!({"promptId": "p_none"}),
    );
    story.check("get_prompt_versions");
}

#[test]
fn restore_prompt_version() {
    let library = Library::empty();
    let mut story = Story::of(&library);
    let id = triage(&library);
    library.json("update_prompt", json!({"promptId": id, "content": "New."}));
    let history = library.json("get_prompt_versions", json!({"promptId": id}));
    let oldest = &history["data"][1]["id"];
    story.call(
        "the first version",
        "restore_prompt_version",
        json!({"promptId": id, "versionId": oldest}),
    );
    story.call(
        "history afterwards",
        "get_prompt_versions",
        json!({"promptId": id}),
    );
    story.fail(
        "unknown version",
        "restore_prompt_version",
        json!({"promptId": id, "versionId": "v_none"}),
    );
    story.fail(
        "a number is no id",
        "restore_prompt_version",
        json!({"promptId": id, "versionId": 1}),
    );
    story.fail(
        "unknown prompt",
        "restore_prompt_version",
        json!({"promptId": "p_none", "versionId": oldest}),
    );
    story.fail(
        "no version",
        "restore_prompt_version",
        json!({"promptId": id}),
    );
    story.check("restore_prompt_version");
}
