//! Mistakes on the command line, help and the reference.

use crate::support::{Place, run};

#[test]
fn mistakes_are_usage_errors_on_standard_error() {
    let place = Place::new();
    for args in [
        &["find", "x", "--no-such-flag"][..],
        &["no-such-command"],
        &[],
        &["expand", "c_x", "sideways"],
        &["find", "x", "--type", "chunks"],
        &["find"],
    ] {
        let run = place.ibid(args).expect(2);
        assert_eq!(run.stdout, "");
        assert!(!run.stderr.is_empty());
    }
}

#[test]
fn with_json_a_mistake_is_a_document_too() {
    let place = Place::new();
    for args in [
        &["find", "x", "--json", "--no-such-flag"][..],
        &["--json", "no-such-command"],
        &["--json"],
        &["find", "--json"],
        &[
            "key", "create", "--json", "--name", "x", "--scope", "all", "--tools", "nope",
        ],
    ] {
        let run = place.ibid(args).expect(2);
        let error = &run.json()["error"];
        assert_eq!(error["kind"], "usage", "{run:?}");
        for name in ["message", "hint"] {
            assert!(!error[name].as_str().unwrap().contains('\n'), "{run:?}");
        }
        assert!(!run.stderr.is_empty());
    }
    // Behind `--` it is a word to look for.
    let run = place.ibid(&["expand", "--", "--json"]).expect(2);
    assert_eq!(run.stdout, "");
}

#[test]
fn the_name_of_a_tool_leads_to_its_command() {
    let place = Place::new();
    let run = place.ibid(&["deep_search", "water"]).expect(2);
    assert!(run.stderr.contains("its command is 'ibid deep'"), "{run:?}");
    let run = place.ibid(&["restore_document_version"]).expect(2);
    assert!(run.stderr.contains("'ibid mcp'"), "{run:?}");
}

#[test]
fn help_and_version_are_data() {
    let place = Place::new();
    let help = place.ibid(&["--help"]).expect(0);
    assert!(help.stdout.contains("130  interrupted"), "{}", help.stdout);
    let add = place.ibid(&["add", "--help"]).expect(0);
    assert!(add.stdout.contains("Every file is acknowledged"));
    let version = place.ibid(&["--version"]).expect(0);
    assert!(version.stdout.starts_with("ibid "));
    assert!(!place.path("home").exists());
}

#[test]
fn the_reference_is_up_to_date() {
    let committed = include_str!("../../../../docs/cli.md");
    assert_eq!(
        committed,
        cli::reference(),
        "run `cargo run -- cli-reference > docs/cli.md`"
    );
}

#[test]
fn a_reader_that_leaves_early_is_no_panic() {
    let mut shell = std::process::Command::new("sh");
    shell
        .args(["-c", "\"$0\" cli-reference | true"])
        .arg(env!("CARGO_BIN_EXE_ibid"));
    let run = run(&mut shell).expect(0);
    assert!(!run.stderr.contains("panicked"), "{run:?}");
}
