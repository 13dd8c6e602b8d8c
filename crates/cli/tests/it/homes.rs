//! Homes that are missing, read-only, in use or something else.

use std::fs;

use crate::support::{Place, run, set_mode};

#[test]
fn a_missing_home_is_an_empty_answer_and_stays_missing() {
    let place = Place::new();
    for command in ["find", "deep"] {
        let run = place.ibid(&[command, "water", "--json"]).expect(0);
        assert!(run.stdout.contains("empty_store"), "{run:?}");
        assert!(run.stderr.contains("ibid add PATH"), "{run:?}");
    }
    let status = place.ibid(&["status", "--json"]).expect(0).json();
    assert_eq!(status["exists"], false);
    assert_eq!(status["documents"], 0);
    place.ibid(&["read", "c_unknown"]).expect(3);
    place.ibid(&["--read-only", "find", "water"]).expect(0);
    assert!(!place.path("home").exists());
    assert_eq!(fs::read_dir(place.path("tmp")).unwrap().count(), 0);
}

#[test]
fn status_counts_what_is_there() {
    let place = Place::with_library();
    let status = place.ibid(&["status", "--json"]).expect(0).json();
    assert_eq!(status["exists"], true);
    assert_eq!(status["writable"], true);
    assert_eq!(status["documents"], 3);
    assert_eq!(status["pending"], 0);
    assert_eq!(status["generation"]["number"], 1);
    let page = place.ibid(&["status"]).expect(0);
    assert!(page.stdout.contains("documents    3"), "{page:?}");
}

#[test]
fn the_flag_comes_before_the_variable_and_that_before_the_data_folder() {
    let place = Place::new();
    place.write("a.md", "# A\n\nText.\n");
    place.ibid(&["add", "files", "--home", "flagged"]).expect(0);
    assert!(place.path("flagged/ibid.db").exists());
    assert!(!place.path("home").exists());
    let mut command = place.command(&["add", "files"]);
    run(command.env_remove("IBID_HOME")).expect(0);
    assert!(place.path(".local/share/ibid/ibid.db").exists());
    let mut command = place.command(&["add", "files"]);
    let data = place.path("data");
    run(command.env_remove("IBID_HOME").env("XDG_DATA_HOME", data)).expect(0);
    assert!(place.path("data/ibid/ibid.db").exists());
}

#[test]
fn a_home_that_cannot_be_written_can_be_searched() {
    let place = Place::with_library();
    for entry in fs::read_dir(place.path("home")).unwrap() {
        set_mode(&entry.unwrap().path(), 0o444);
    }
    set_mode(&place.path("home"), 0o555);
    for args in [
        &["find", "watering plants"][..],
        &["find", "--literal", "ninety days"],
        &["deep", "watering plants", "--session", "mine"],
        &["status"],
        &["mcp"],
    ] {
        let run = place.ibid_as_plain_user(args).expect(0);
        assert!(
            run.stderr
                .contains("/home` cannot be written: permission denied; reading only"),
            "{run:?}"
        );
        assert!(!run.stdout.contains("No results"), "{run:?}");
    }
    let refused = place.ibid_as_plain_user(&["add", "files"]).expect(6);
    assert!(refused.stderr.starts_with("error: "), "{refused:?}");
    set_mode(&place.path("home"), 0o755);
}

#[test]
fn commands_that_write_refuse_read_only() {
    let place = Place::with_library();
    let run = place.ibid(&["add", "files", "--read-only"]).expect(2);
    assert!(run.stderr.contains("--read-only"), "{run:?}");
    place
        .ibid(&["prompt", "add", "files/garden.md", "--read-only"])
        .expect(2);
    place
        .ibid(&["find", "watering plants", "--read-only"])
        .expect(0);
}

#[test]
#[cfg(target_os = "linux")]
fn a_home_that_cannot_be_made_is_named_with_the_reason() {
    let place = Place::new();
    place.write("a.md", "# A\n\nText.\n");
    let run = place.ibid(&["add", "files", "--home", "/proc/x"]).expect(6);
    assert!(
        run.stderr
            .contains("the home `/proc/x` cannot be made: no such file"),
        "{run:?}"
    );
    assert!(run.stderr.contains("hint: choose another home"), "{run:?}");
}

#[test]
fn a_file_in_place_of_a_home_is_left_alone() {
    let place = Place::new();
    place.write("a.md", "# A\n\nText.\n");
    fs::write(place.path("home"), "something else").unwrap();
    let run = place.ibid(&["add", "files"]).expect(6);
    assert!(run.stderr.contains("hint: "), "{run:?}");
    assert_eq!(
        fs::read_to_string(place.path("home")).unwrap(),
        "something else"
    );
    place.ibid(&["find", "x"]).expect(6);
}

#[test]
fn a_database_of_somebody_else_is_left_alone() {
    let place = Place::new();
    fs::create_dir(place.path("home")).unwrap();
    fs::write(place.path("home/ibid.db"), "certainly no database").unwrap();
    for args in [&["find", "x"][..], &["status"], &["mcp"]] {
        place.ibid(args).expect(6);
    }
    let text = fs::read_to_string(place.path("home/ibid.db")).unwrap();
    assert_eq!(text, "certainly no database");
}
