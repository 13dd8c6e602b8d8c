//! The tree of small documents, as text.

use domain::chunk::{Embedding, Level};
use domain::error::ErrorKind;
use domain::extracted::{Block, BlockKind, ExtractedDocument};
use insta::assert_snapshot;
use text::chunk_tree;
use wordpiece::Tokenizer;

use crate::markdown::{build, id, prose, show};

#[test]
fn a_small_document_makes_root_sections_and_paragraphs() {
    let text = "---\ntitle: Notes\n---\n\nBefore any heading.\n\n# Notes\n\nFirst words.\n\n---\n\nSecond words, naïve 東京.\n\n### Skipped a level\n\n## Empty\n\n## Table\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nAfter it.\n";
    assert_snapshot!(show(&build("Notes", text)), @r#"
    0 document 0..183 37 words, navigation, path ""
      lead ""
      "Notes\n\nNotes\n  Skipped a level\n  Empty\n  Table"
    1 paragraph 0..20 4 words, navigation, path ""
      lead "Notes\n"
      "---\ntitle: Notes\n---"
    2 paragraph 22..41 3 words, wanted, path ""
      lead "Notes\n"
      "Before any heading."
    3 section 43..99 9 words, wanted, path "Notes"
      lead ""
      "Notes\n\nFirst words.\n\n---\n\nSecond words, naïve 東京."
    4 paragraph 52..99 7 words, wanted, path "Notes"
      lead "Notes\n"
      "First words.\n\n---\n\nSecond words, naïve 東京."
    5 section 101..120 4 words, wanted, path "Notes > Skipped a level"
      lead "Notes\n"
      "Skipped a level"
    6 section 122..130 2 words, wanted, path "Notes > Empty"
      lead "Notes\n"
      "Empty"
    7 section 132..182 15 words, wanted, path "Notes > Table"
      lead "Notes\n"
      "Table\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nAfter it."
    8 paragraph 142..182 13 words, wanted, path "Notes > Table"
      lead "Notes › Table\n"
      "| a | b |\n|---|---|\n| 1 | 2 |\n\nAfter it."
    "#);
}

#[test]
fn a_document_without_headings_is_paragraphs_under_the_root() {
    let chunks = build("", "One.\n\nTwo.\n");
    assert_snapshot!(show(&chunks), @r#"
    0 document 0..11 2 words, navigation, path ""
      lead ""
      ""
    1 paragraph 0..10 2 words, wanted, path ""
      lead ""
      "One.\n\nTwo."
    "#);
}

#[test]
fn an_empty_document_is_a_root() {
    assert_eq!(build("Empty", "").len(), 1);
    assert_snapshot!(show(&build("Blank", " \n\n\t\n")), @r#"
    0 document 0..5 0 words, navigation, path ""
      lead ""
      "Blank"
    "#);
}

#[test]
fn a_large_table_is_cut_between_rows_and_repeats_its_header_in_the_lead() {
    let mut table = "| name | price |\n|------|-------|\n".to_owned();
    for row in 0..60 {
        table.push_str(&format!("| item number {row} | {row} dollars |\n"));
    }
    let chunks = build("Shop", &format!("# Prices\n\n{table}"));
    let leaves = &chunks[2..];
    assert!(leaves.len() > 2);
    assert!(leaves[0].content.starts_with("| name | price |"));
    assert_eq!(leaves[0].lead, "Shop › Prices\n");
    for leaf in &leaves[1..] {
        assert!(
            leaf.content.starts_with("| item number"),
            "{}",
            leaf.content
        );
        assert!(leaf.content.ends_with("dollars |"));
        assert_eq!(leaf.lead, "Shop › Prices\n| name | price |\n");
    }
}

#[test]
fn tables_lists_and_code_stay_whole_up_to_half_as_much_again() {
    let item = "- some words of an item\n";
    let list = item.repeat(50);
    assert!((221..=330).contains(&Tokenizer::shared().count(&list)));
    let chunks = build("T", &format!("{list}\nShort."));
    assert_eq!(chunks[1].content, list.trim_end());
    let chunks = build("T", &item.repeat(100));
    assert!(chunks.len() > 3);
    assert!(
        chunks[1..]
            .iter()
            .all(|leaf| leaf.content.starts_with("- some"))
    );
}

#[test]
fn fifty_equal_sections_have_their_own_ids() {
    let chunks = build("T", &"## Example\n\nThe same words.\n\n".repeat(50));
    assert_eq!(chunks.len(), 101);
    let ids: std::collections::BTreeSet<_> = chunks.iter().map(|chunk| &chunk.id).collect();
    assert_eq!(ids.len(), 101);
}

#[test]
fn white_space_changes_no_id_except_in_code() {
    let ids = |text: &str| -> Vec<_> { build("T", text).into_iter().map(|c| c.id).collect() };
    assert_eq!(
        ids("# A\n\nsome  words\nhere"),
        ids("# A\n\nsome words   here")
    );
    assert_eq!(ids("cafe\u{301} words"), ids("caf\u{e9} words"));
    assert_ne!(ids("```\na  b\n```"), ids("```\na b\n```"));
    assert_eq!(ids("```\r\na\r\n```"), ids("```\na\n```"));
    assert_ne!(ids("```\na\n```")[1], ids("a")[1]);
}

#[test]
fn base64_and_minified_code_are_wordless_and_prose_around_them_is_not() {
    let base64 = "TWFuIGlzIGRpc3Rpbmd1aXNoZWQsIG5vdCBvbmx5IGJ5IGhpcyByZWFzb24sIGJ1dCBieSB0aGlz";
    let text = format!("Words before.\n\n{}\n\nWords after.", base64.repeat(60));
    let chunks = build("T", &text);
    let embeddings: Vec<Embedding> = chunks.iter().map(|chunk| chunk.embedding).collect();
    let wordless = Embedding::Wordless;
    let wanted = Embedding::Wanted;
    assert_eq!(
        embeddings,
        [
            Embedding::Navigation,
            wanted,
            wordless,
            wordless,
            wordless,
            wanted
        ]
    );
    assert!(chunks[2..5].iter().all(|leaf| leaf.content.len() <= 2_000));
}

#[test]
fn a_section_opens_with_its_heading_and_its_first_words() {
    let text = format!("# A\n\n## B\n\n{}\n", prose(1, 400));
    let section = &build("T", &text)[2];
    assert_eq!(section.level, Level::Section);
    assert!(section.content.starts_with("B\n\nsilver 1000 "));
    let tokens = Tokenizer::shared().count(&section.content);
    assert!((150..=202).contains(&tokens), "{tokens}");
    assert_eq!(section.lead, "T › A\n");
    assert_eq!(section.bytes, 5..text.trim_end().len());
    assert_eq!(section.section_path, ["A", "B"]);
}

#[test]
fn the_outline_leaves_out_the_deepest_headings_first() {
    let mut text = String::new();
    for chapter in 0..20 {
        text.push_str(&format!("# Chapter {chapter}\n\n"));
        for part in 0..10 {
            text.push_str(&format!("## Part {chapter}.{part}\n\n"));
        }
    }
    let outline = &build("Book", &text)[0].content;
    assert!(outline.starts_with("Book\n\nChapter 0\nChapter 1\n"));
    assert!(outline.ends_with("Chapter 19"));
    let many = &build("", &"# A heading\n\n".repeat(400))[0].content;
    assert!(many.ends_with("A heading\n…") && many.chars().count() <= 2_000);
}

#[test]
fn pages_reach_from_the_first_block_to_the_last() {
    let block = |kind, range, page| Block {
        kind,
        range,
        page: Some(page),
    };
    let heading = BlockKind::Heading {
        level: 1,
        text: "A".to_owned(),
    };
    let extracted = ExtractedDocument {
        text: "A\nb\nc".to_owned(),
        blocks: vec![
            block(heading, 0..1, 3),
            block(BlockKind::Paragraph, 2..3, 3),
            block(BlockKind::Paragraph, 4..5, 4),
        ],
        ..ExtractedDocument::default()
    };
    let chunks = chunk_tree::build(&id(), "T", &extracted).unwrap();
    let pages: Vec<_> = chunks.iter().map(|chunk| chunk.pages).collect();
    assert_eq!(pages, [Some((3, 4)); 3]);
}

#[test]
fn too_many_chunks_are_refused_with_the_limit() {
    let error = chunk_tree::build(
        &id(),
        "T",
        &crate::markdown::document(&"# a\n\n".repeat(200_001)),
    )
    .unwrap_err();
    assert_eq!(error.kind, ErrorKind::TooLarge);
    assert!(error.message.contains("200000"));
}

#[test]
fn unsound_blocks_are_an_error_not_a_panic() {
    let extracted = ExtractedDocument {
        text: "é".to_owned(),
        blocks: vec![Block {
            kind: BlockKind::Paragraph,
            range: 0..1,
            page: None,
        }],
        ..ExtractedDocument::default()
    };
    let error = chunk_tree::build(&id(), "T", &extracted).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Internal);
}
