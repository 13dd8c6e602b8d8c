//! Adding files and folders.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::symlink;

use serde_json::Value;

use crate::support::{GARDEN, Place, set_mode, signal};

fn add(place: &Place, extra: &[&str], code: i32) -> Value {
    let mut args = vec!["add", "files", "--json"];
    args.extend(extra);
    place.ibid(&args).expect(code).json()
}

#[test]
fn every_file_is_acknowledged_by_its_line() {
    let place = Place::new();
    place.write("b.md", "# Second\n\nText of the second file.\n");
    place.write("a/a.txt", "Text of the first file.\n");
    let run = place.ibid(&["add", "files"]).expect(0);
    let root = fs::canonicalize(place.path("files")).unwrap();
    let root = root.display();
    assert_eq!(
        run.stdout,
        format!("added      a  ({root}/a/a.txt)\nadded      Second  ({root}/b.md)\n")
    );
    assert!(run.stderr.contains("2 files: 2 added"), "{run:?}");
}

#[test]
fn the_same_folder_again_encodes_nothing() {
    let place = Place::with_library();
    let report = add(&place, &[], 0);
    assert_eq!(report["counts"]["unchanged"], 3);
    assert_eq!(report["indexing"]["encoded"], 0);
    assert_eq!(report["indexing"]["pending"], 0);
}

#[test]
fn an_edited_file_encodes_only_what_changed() {
    let place = Place::new();
    place.write("garden.md", GARDEN);
    let first = add(&place, &[], 0);
    let all = first["indexing"]["encoded"].as_u64().unwrap();
    place.write(
        "garden.md",
        &GARDEN.replace("dried for a week", "dried for two weeks"),
    );
    let second = add(&place, &[], 0);
    assert_eq!(second["counts"]["updated"], 1);
    // The paragraph, and the section that begins with it.
    let changed = second["indexing"]["encoded"].as_u64().unwrap();
    assert!((1..=2).contains(&changed), "{changed} of {all}");
    assert!(all >= 6, "{all}");
    assert_eq!(
        first["files"][0]["documentId"],
        second["files"][0]["documentId"]
    );
}

#[test]
fn another_tag_encodes_nothing_and_filters() {
    let place = Place::with_library();
    let report = add(&place, &["--tag", "home", "--collection", "Notes"], 0);
    assert_eq!(report["indexing"]["encoded"], 0);
    assert_eq!(report["collection"]["name"], "Notes");
    let with = place
        .ibid(&["find", "watering plants", "--tag", "home", "--json"])
        .expect(0)
        .json();
    assert_ne!(with["data"]["documents"], serde_json::json!([]));
    let without = place
        .ibid(&["find", "watering plants", "--tag", "else", "--json"])
        .expect(0)
        .json();
    assert_eq!(without["data"]["documents"], serde_json::json!([]));
    let collections = place
        .ibid(&["find", "watering plants", "--type", "collections", "--json"])
        .expect(0)
        .json();
    assert_eq!(collections["data"]["collections"][0]["name"], "Notes");
}

#[test]
fn a_moved_file_keeps_its_document() {
    let place = Place::with_library();
    let before = add(&place, &[], 0);
    fs::rename(place.path("files/garden.md"), place.path("files/yard.md")).unwrap();
    let after = add(&place, &[], 0);
    assert_eq!(after["counts"]["moved"], 1);
    assert_eq!(after["indexing"]["encoded"], 0);
    let id = |report: &Value, title: &str| {
        let files = report["files"].as_array().unwrap();
        let file = files.iter().find(|f| f["title"] == title).unwrap();
        file["documentId"].clone()
    };
    assert_eq!(id(&before, "Garden Notes"), id(&after, "Garden Notes"));
}

#[test]
fn what_cannot_be_read_is_named_and_the_rest_goes_on() {
    let place = Place::new();
    place.write("good.md", "# Good\n\nReadable text.\n");
    place.write("empty.md", "");
    fs::write(
        place.path("files/picture.png"),
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0",
    )
    .unwrap();
    let run = place.ibid(&["add", "files"]).expect(7);
    assert!(run.stdout.contains("Good"));
    assert!(run.stderr.contains("2 files could not be added"), "{run:?}");
    assert!(run.stderr.contains("empty.md: it has no text"), "{run:?}");
    assert!(run.stderr.contains("picture.png: "), "{run:?}");
    fs::remove_file(place.path("files/good.md")).unwrap();
    let report = add(&place, &[], 1);
    assert_eq!(report["counts"]["failed"], 2);
}

#[test]
fn a_mistyped_path_fails_and_creates_no_home() {
    let place = Place::new();
    let run = place.ibid(&["add", "no-such-folder"]).expect(1);
    assert!(
        run.stderr.contains("no-such-folder: it does not exist"),
        "{run:?}"
    );
    assert!(!place.path("home").exists());
}

#[test]
fn a_link_loop_ends() {
    let place = Place::new();
    place.write("a/b/c.md", "# C\n\nText.\n");
    symlink(place.path("files/a"), place.path("files/a/b/loop")).unwrap();
    let report = add(&place, &[], 0);
    assert_eq!(report["counts"]["added"], 1);
    assert_eq!(report["skipped"]["repeated"], 1);
}

#[test]
fn a_folder_without_permission_is_named() {
    let place = Place::new();
    place.write("open/a.md", "# A\n\nText.\n");
    place.write("closed/b.md", "# B\n\nText.\n");
    // The home has to be somebody's who may write it.
    fs::create_dir(place.path("anyone")).unwrap();
    set_mode(&place.path("anyone"), 0o777);
    set_mode(&place.path("tmp"), 0o777);
    set_mode(&place.path("files/closed"), 0o000);
    let run = place.ibid_as_plain_user(&["add", "files", "--home", "anyone/home"]);
    set_mode(&place.path("files/closed"), 0o755);
    let run = run.expect(7);
    assert!(
        run.stderr
            .contains("files/closed: no permission to read it"),
        "{run:?}"
    );
    assert!(run.stdout.contains("a.md"));
}

#[test]
fn an_interrupted_run_keeps_what_it_acknowledged() {
    let place = Place::new();
    for n in 0..60 {
        place.write(
            &format!("{n:02}.md"),
            &format!("# File {n}\n\nThis is text number {n}.\n"),
        );
    }
    let mut child = place.spawn(&["add", "files"]);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut acknowledged = vec![lines.next().unwrap().unwrap()];
    signal(&child, "INT");
    acknowledged.extend(lines.map(Result::unwrap));
    let code = child.wait().unwrap().code();
    // A fast machine may be done before the signal comes.
    assert!(matches!(code, Some(130 | 0)), "{code:?}");
    let report = add(&place, &[], 0);
    let unchanged = report["counts"]["unchanged"].as_u64().unwrap();
    assert!(unchanged >= acknowledged.len() as u64);
    assert_eq!(report["files"].as_array().unwrap().len(), 60);
    assert_eq!(report["indexing"]["pending"], 0);
}
