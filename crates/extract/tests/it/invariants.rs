//! What holds for every document: blocks are disjoint, ordered, on character borders, without
//! blank lines around them, and nothing readable stands between them.

use domain::cancel::Cancel;
use domain::extracted::ExtractedDocument;
use domain::ports::extractor::Extractor;
use extract::Registry;
use proptest::prelude::*;

fn check(document: &ExtractedDocument) {
    let text = &document.text;
    let mut end = 0;
    for block in &document.blocks {
        let range = block.range.clone();
        assert!(range.start >= end, "{:?} overlaps {end} in {text:?}", range);
        assert!(!range.is_empty(), "an empty block in {text:?}");
        let gap = text.get(end..range.start).expect("character borders");
        assert!(
            !gap.contains(char::is_alphanumeric),
            "{gap:?} lost from {text:?}"
        );
        let source = text.get(range.clone()).expect("character borders");
        assert!(!source.ends_with(['\n', '\r', ' ', '\t']), "{source:?}");
        assert!(!source.starts_with(['\n', '\r']), "{source:?}");
        end = range.end;
    }
    let rest = text.get(end..).expect("a character border");
    assert!(
        !rest.contains(char::is_alphanumeric),
        "{rest:?} lost from {text:?}"
    );
}

/// Pieces of markup that meet in odd ways, with characters of one to four bytes.
fn soup() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "# ",
        "## é",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        "---",
        "===",
        "+++",
        "```",
        "~~~",
        "    ",
        "\t",
        "> ",
        "- ",
        "1. ",
        "* ",
        "[x]: ",
        "[^1]: ",
        "[^1]",
        "[a](b)",
        "![",
        "](",
        "|",
        "|---|",
        "| a | b |\n|---|---|\n",
        "<div>",
        "</div>",
        "<!--",
        "-->",
        "<b>",
        "&amp;",
        "\\",
        "`",
        "**",
        "_",
        "~~",
        "日本",
        "😀",
        "e\u{301}",
        "\u{200d}",
        "\u{feff}",
        "\0",
        "\u{a0}",
        "\u{3000}",
        "word",
        "title: x\n",
        "tags: [",
        "...",
        " ",
        "- [ ] ",
        "\u{b}",
        "<?",
        "<![CDATA[",
        "https://a.b",
    ]);
    prop::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat())
}

/// Tags that open and close in odd places.
fn tag_soup() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "<p>",
        "</p>",
        "<div>",
        "</div>",
        "<h1>",
        "</h1>",
        "<ul>",
        "</ul>",
        "<ol>",
        "<li>",
        "</li>",
        "<table>",
        "</table>",
        "<tr>",
        "<td>",
        "</td>",
        "<blockquote>",
        "</blockquote>",
        "<pre>",
        "</pre>",
        "<code>",
        "</code>",
        "<br>",
        "<a href='https://a.b'>",
        "</a>",
        "<nav>",
        "</nav>",
        "<title>",
        "</title>",
        "<script>",
        "</script>",
        "<svg/>",
        "&lt;b&gt;",
        "# ",
        "- ",
        "1. ",
        "---",
        "word",
        "é",
        "日本",
        " ",
        "\n",
        "```",
        "|",
        "`",
        "[x]: y",
        "&#0;",
        "&nbsp;",
    ]);
    prop::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn markdown_keeps_its_text_and_loses_nothing_readable(text in soup()) {
        let document = Registry::new().markdown(&text, &Cancel::new()).expect("any text");
        prop_assert_eq!(&document.text, &text);
        check(&document);
    }

    #[test]
    fn blocks_of_stored_text_are_those_of_the_file(text in soup(), name in "[ab]\\.(md|txt|rs|html)") {
        let registry = Registry::new();
        if let Ok(document) = registry.extract(&name, text.as_bytes(), &Cancel::new()) {
            check(&document);
            let again = registry
                .blocks(&document.media_type, &document.text, &Cancel::new())
                .expect("stored text");
            prop_assert_eq!(&again.text, &document.text);
            prop_assert_eq!(again.blocks, document.blocks);
            prop_assert_eq!(again.media_type, document.media_type);
        }
    }

    #[test]
    fn any_tag_soup_is_read_or_has_no_text(html in tag_soup()) {
        let registry = Registry::new();
        match registry.extract("a.html", html.as_bytes(), &Cancel::new()) {
            Err(error) => prop_assert_eq!(error.message, "`a.html` has no text"),
            Ok(document) => {
                check(&document);
                let again = registry
                    .blocks("text/html", &document.text, &Cancel::new())
                    .expect("stored text");
                prop_assert_eq!(again.blocks, document.blocks);
            }
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), name in "[ab]\\.(md|txt|html|pdf)") {
        if let Ok(document) = Registry::new().extract(&name, &bytes, &Cancel::new()) {
            check(&document);
        }
    }
}
