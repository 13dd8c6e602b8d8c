//! Plain text, tables of values and source code.

use super::{extract, outline};

#[test]
fn plain_text_is_split_at_blank_lines() {
    let document = extract("notes.txt", "# no heading\nline\n\n\n  second  \n");
    assert_eq!(document.media_type, "text/plain");
    assert_eq!(document.title, None);
    assert_eq!(
        outline(&document),
        [
            "paragraph: \"# no heading\\nline\"",
            "paragraph: \"  second\""
        ]
    );
}

#[test]
fn values_and_logs_are_plain_text() {
    for name in ["a.csv", "a.log", "a.json", "a.rst", "a.toml", "a.unknown"] {
        let document = extract(name, "{\"a\": 1}\n");
        assert_eq!(outline(&document), ["paragraph: \"{\\\"a\\\": 1}\""]);
    }
    let document = extract("a.csv", b"name;town\nJos\xe9;M\xe1laga\n");
    assert_eq!(document.text, "name;town\nJosé;Málaga\n");
}

#[test]
fn source_code_is_split_between_outermost_items() {
    let document = extract(
        "a.py",
        "import os\n\ndef f():\n    a = 1\n\n    return a\n\ndef g(): pass\n",
    );
    assert_eq!(
        outline(&document),
        [
            "code: \"import os\"",
            "code: \"def f():\\n    a = 1\\n\\n    return a\"",
            "code: \"def g(): pass\"",
        ]
    );
}

#[test]
fn text_under_a_wrong_name_is_read_with_a_warning() {
    let document = extract("report.pdf", "This is only a note.");
    assert_eq!(
        document.warnings,
        ["is named .pdf but holds text, and was read as that"]
    );
}
