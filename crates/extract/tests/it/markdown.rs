//! Markdown: what is a block, and what opens a section.

use domain::cancel::Cancel;
use domain::ports::extractor::Extractor;

use super::{extract, outline};

#[test]
fn a_number_sign_inside_a_fence_code_html_quote_or_list_is_no_heading() {
    let text = "# Title\n\n```sh\n# no\n```\n\n~~~\n# nor\n~~~\n\n    # indented\n\n\
        Setext H1\n=========\n\nSetext H2\n---\n\n<!-- # comment -->\n\n<div>\n\n# inside\n\n</div>\n\n\
        > # quoted\n\n- # in list\n\n#no space\n\n####### seven\n\n# closing #\n\n```\nopen # x\n# y\n\n";
    let document = extract("a.md", text);
    assert_eq!(document.text, text);
    assert_eq!(document.media_type, "text/markdown");
    assert_eq!(document.title.as_deref(), Some("Title"));
    assert_eq!(
        outline(&document),
        [
            "h1: Title",
            "code: \"```sh\\n# no\\n```\"",
            "code: \"~~~\\n# nor\\n~~~\"",
            "code: \"    # indented\"",
            "h1: Setext H1",
            "h2: Setext H2",
            "html: \"<!-- # comment -->\"",
            "html: \"<div>\"",
            "h1: inside",
            "html: \"</div>\"",
            "quote: \"> # quoted\"",
            "list: \"- # in list\"",
            "paragraph: \"#no space\"",
            "paragraph: \"####### seven\"",
            "h1: closing",
            "code: \"```\\nopen # x\\n# y\"",
        ]
    );
}

#[test]
fn front_matter_gives_title_and_tags_and_is_a_block_of_its_own() {
    let text = "---\ntitle: \"A: B\"\ntags: [x, y]\n---\n\n# H\n\ntext[^1]\n\n[^1]: note\n\n\
        | a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n";
    let document = extract("a.md", text);
    assert_eq!(document.title.as_deref(), Some("A: B"));
    assert_eq!(document.tags, ["x", "y"]);
    assert_eq!(
        outline(&document),
        [
            "frontmatter: \"---\\ntitle: \\\"A: B\\\"\\ntags: [x, y]\\n---\"",
            "h1: H",
            "paragraph: \"text[^1]\"",
            "footnote: \"[^1]: note\"",
            "table: \"| a | b |\\n|---|---|\\n\" + \"| 1 | 2 |\\n| 3 | 4 |\"",
        ]
    );
    let document = extract("a.md", "+++\ntitle = \"T\"\n+++\n\nbody\n");
    assert_eq!(document.title.as_deref(), Some("T"));
    assert_eq!(outline(&document)[1], "paragraph: \"body\"");
}

#[test]
fn broken_front_matter_warns_and_the_file_is_read() {
    let document = extract("a.md", "---\ntitle: [\n---\n\n# Body\n");
    assert_eq!(document.title.as_deref(), Some("Body"));
    assert_eq!(document.warnings.len(), 1);
    assert!(document.warnings[0].starts_with("has front matter that is not valid YAML"));
}

#[test]
fn thematic_breaks_are_neither_front_matter_nor_blocks() {
    let document = extract("a.md", "---\nprose\n\n---\n\nmore\n\n***\n");
    assert_eq!(
        outline(&document),
        ["paragraph: \"prose\"", "paragraph: \"more\""]
    );
}

#[test]
fn link_definitions_are_kept_as_paragraphs() {
    let document = extract(
        "a.md",
        "see [a][x]\n\n[x]: https://example.org \"T\"\n[y]: z\n\nend\n",
    );
    assert_eq!(
        outline(&document),
        [
            "paragraph: \"see [a][x]\"",
            "paragraph: \"[x]: https://example.org \\\"T\\\"\\n[y]: z\"",
            "paragraph: \"end\"",
        ]
    );
}

#[test]
fn heading_text_is_free_of_markup_and_empty_headings_open_nothing() {
    let document = extract(
        "a.md",
        "## A `b` *c* [d](e) ~~f~~\n\n#\n\n# ![](x.png)\n\ntext\n",
    );
    assert_eq!(
        outline(&document),
        [
            "h2: A b c d f",
            "paragraph: \"# ![](x.png)\"",
            "paragraph: \"text\""
        ]
    );
    assert_eq!(document.title, None);
}

#[test]
fn lists_quotes_and_footnotes_are_whole() {
    let text =
        "- [x] a\n  - b\n\n    c\n- d\n\n1. e\n\n> f\n> - g\nlazy\n\n[^n]: h\n\n    i\n\nj\n";
    assert_eq!(
        outline(&extract("a.md", text)),
        [
            "list: \"- [x] a\\n  - b\\n\\n    c\\n- d\"",
            "list: \"1. e\"",
            "quote: \"> f\\n> - g\\nlazy\"",
            "footnote: \"[^n]: h\\n\\n    i\"",
            "paragraph: \"j\"",
        ]
    );
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_change_no_block() {
    let document = extract(
        "a.md",
        b"\xef\xbb\xbf# T\r\n\r\npara\r\nmore\r\n\r\n## U\r\n\r\nx\r\n",
    );
    assert_eq!(
        outline(&document),
        [
            "h1: T",
            "paragraph: \"para\\r\\nmore\"",
            "h2: U",
            "paragraph: \"x\""
        ]
    );
    assert!(document.warnings.is_empty());
}

#[test]
fn other_encodings_and_scripts_are_read() {
    let latin = extract(
        "a.md",
        b"# R\xe9sum\xe9\n\nD\xe9j\xe0 vu \xe0 No\xebl, na\xefve fa\xe7ade.\n",
    );
    assert_eq!(outline(&latin)[0], "h1: Résumé");
    assert_eq!(latin.warnings, ["was read as windows-1252 (guessed)"]);
    let utf16: Vec<u8> = "\u{feff}# Ünïcode 𝒳\n\ntext\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(outline(&extract("a.md", utf16))[0], "h1: Ünïcode 𝒳");
    let hebrew = extract(
        "a.md",
        "# עברית\n\nזהו **הדגשה**.\n\n## العربية\n\nنص [هنا](http://x).\n",
    );
    assert_eq!(outline(&hebrew)[2], "h2: العربية");
}

#[test]
fn control_characters_are_dropped_from_files_but_not_from_text_given_directly() {
    let document = extract("a.md", "# A\n\nwith \0 NUL and \x1b[31mANSI\x1b[0m\n");
    assert_eq!(document.text, "# A\n\nwith  NUL and ANSI\n");
    assert_eq!(document.warnings.len(), 2);
    let text = "\u{feff}# A\0\n\nx\x1b[0m\n";
    let document = extract::Registry::new()
        .markdown(text, &Cancel::new())
        .expect("any text");
    assert_eq!(document.text, text);
    assert_eq!(document.blocks.len(), 2);
}

#[test]
fn hostile_markdown_is_read_in_full() {
    for text in [
        format!("{} x", ">".repeat(20_000)),
        "[".repeat(50_000) + "x",
        "[^\n".repeat(5_000) + "x",
        "**a *b _c ".repeat(5_000),
        "*a_ ".repeat(20_000),
        format!("[a]: {}\n\n{}", "x".repeat(20_000), "[a]".repeat(10_000)),
        (0..2_000)
            .map(|depth| format!("{}- x\n", "  ".repeat(depth.min(300))))
            .collect(),
        format!("| a | b |\n|---|---|\n{}", "| 1 | 2 |\n".repeat(10_000)),
        "# h\n\n".repeat(5_000),
        "漢字".repeat(100_000),
        "+\t[^\0]:d\n\x0b".to_owned(),
    ] {
        let document = extract("a.md", &text);
        assert!(!document.blocks.is_empty());
        let same = extract::Registry::new().markdown(&text, &Cancel::new());
        assert_eq!(same.expect("any text").text, text);
    }
}

#[test]
fn a_file_without_extension_is_markdown_unless_its_name_says_otherwise() {
    assert_eq!(extract("README", "# T\n").title.as_deref(), Some("T"));
    assert_eq!(
        outline(&extract("Makefile", "# T\nall:\n")),
        ["code: \"# T\\nall:\""]
    );
    assert_eq!(
        outline(&extract(".env", "# T\nA=1\n")),
        ["paragraph: \"# T\\nA=1\""]
    );
}
