//! No text shows what a language prints for a value that is not there.

use std::path::Path;

use super::END_OF_TEXT;

/// The texts of a snapshot, without calls and JSON.
fn texts(snapshot: &str) -> Vec<&str> {
    snapshot
        .split("\ntext:\n")
        .skip(1)
        .map(|rest| rest.split(END_OF_TEXT).next().unwrap())
        .collect()
}

#[test]
fn no_text_renders_an_absent_value() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/answers/snapshots");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let snapshot = std::fs::read_to_string(&path).unwrap();
        for text in texts(&snapshot) {
            seen += 1;
            let words = text.split(|c: char| !c.is_alphanumeric());
            for word in words {
                assert!(
                    !["undefined", "null", "NaN", "Infinity", "None"].contains(&word),
                    "{}: {text}",
                    path.display()
                );
            }
            assert!(!text.contains("[object"), "{}: {text}", path.display());
        }
    }
    assert!(seen > 100, "{seen} texts");
}

#[test]
fn every_tool_has_a_snapshot() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/answers/snapshots");
    for tool in dialects::context_repo::tools() {
        let name = tool.spec.name;
        assert!(folder.join(format!("{name}.snap")).exists(), "{name}");
    }
}
