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
