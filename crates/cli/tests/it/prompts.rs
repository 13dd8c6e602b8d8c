//! Prompts.

use std::os::unix::process::ExitStatusExt as _;

use crate::support::{Place, signal};

const PROMPT: &str = "\
---
title: Reply to a complaint
description: Answers an unhappy customer.
tags: [writing]
---

Dear ${name},

we are sorry.
";

#[test]
fn a_prompt_from_a_file_is_listed_shown_and_found() {
    let place = Place::new();
    place.write("reply.md", PROMPT);
    let added = place
        .ibid(&["prompt", "add", "--tag", "mail", "files/reply.md"])
        .expect(0);
    assert!(
        added
            .stdout
            .starts_with("Successfully created prompt \"Reply to a complaint\"")
    );
    let id = added.id("p_");

    let list = place
        .ibid(&["prompt", "list", "--search", "COMPLAINT"])
        .expect(0);
    assert!(list.stdout.contains(&id));
    let none = place.ibid(&["prompt", "list", "--tag", "other"]).expect(0);
    assert_eq!(none.stdout, "No prompts found.\n");

    let shown = place
        .ibid(&["prompt", "show", &id, "--json"])
        .expect(0)
        .json();
    assert_eq!(shown["data"]["content"], "Dear ${name},\n\nwe are sorry.");
    assert_eq!(
        shown["data"]["tags"],
        serde_json::json!(["mail", "writing"])
    );

    let found = place
        .ibid(&["find", "answer an angry customer", "--type", "prompts"])
        .expect(0);
    assert!(found.stdout.contains(&id), "{found:?}");
    // Prompts are no passages.
    let deep = place
        .ibid(&["deep", "answer an angry customer", "--json"])
        .expect(0)
        .json();
    assert_eq!(deep["data"]["results"], serde_json::json!([]));
    place.ibid(&["read", &id]).expect(3);
}

#[test]
fn standard_input_needs_a_title_and_everything_a_description() {
    let place = Place::new();
    let args = ["prompt", "add", "--title", "T", "--description", "D", "-"];
    place.ibid_with_input(&args, "Do ${it}.\n").expect(0);
    let untitled = place.ibid_with_input(&["prompt", "add", "--description", "D", "-"], "x");
    assert!(untitled.expect(2).stderr.contains("--title"));
    place.write("plain.md", "x");
    let undescribed = place.ibid(&["prompt", "add", "files/plain.md"]).expect(2);
    assert!(undescribed.stderr.contains("--description"));
}

#[test]
fn files_that_are_no_prompts_are_refused_with_the_reason() {
    let place = Place::new();
    let missing = place.ibid(&["prompt", "add", "files/none.md"]).expect(2);
    assert!(missing.stderr.contains("does not exist"), "{missing:?}");
    let folder = place.ibid(&["prompt", "add", "files"]).expect(2);
    assert!(folder.stderr.contains("is a folder"), "{folder:?}");
    place.write("huge.md", &"x".repeat(300_000));
    let huge = place
        .ibid(&["prompt", "add", "--description", "D", "files/huge.md"])
        .expect(2);
    assert!(huge.stderr.contains("262144 bytes"), "{huge:?}");
    assert!(!place.path("home").exists());
}

#[test]
fn waiting_for_standard_input_ends_at_the_first_signal() {
    let place = Place::new();
    let mut child = place.spawn(&["prompt", "add", "--title", "T", "--description", "D", "-"]);
    // Waiting would close it.
    let input = child.stdin.take();
    signal(&child, "INT");
    // The signal may come before there is a handler for it.
    let status = child.wait().unwrap();
    drop(input);
    assert!(
        status.code() == Some(130) || status.signal() == Some(2),
        "{status:?}"
    );
}
