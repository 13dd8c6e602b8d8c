//! Text that is made to be slow or to break rules. Anything quadratic would not end here.

use domain::chunk::{Chunk, Embedding, Level};
use domain::extracted::{Block, BlockKind, ExtractedDocument};
use text::chunk_tree::{self, sizes};

use crate::markdown::{id, prose};

fn one_block(kind: BlockKind, text: String) -> Vec<Chunk> {
    let extracted = ExtractedDocument {
        blocks: vec![Block {
            kind,
            range: 0..text.len(),
            page: None,
        }],
        text,
        ..ExtractedDocument::default()
    };
    chunk_tree::build(&id(), "T", &extracted).expect("within the limits")
}

fn check(chunks: &[Chunk], text_bytes: usize) {
    let leaves = chunks.iter().filter(|c| c.level == Level::Paragraph);
    let bytes: usize = leaves.map(|leaf| leaf.content.len()).sum();
    assert!(bytes * 10 >= text_bytes * 9, "{bytes} of {text_bytes}");
    let most = sizes::WHOLE_TOKENS * sizes::BYTES_PER_TOKEN;
    assert!(chunks.iter().all(|c| c.content.len() <= most));
}

#[test]
fn long_lines_without_a_place_to_cut_are_cut_anyway() {
    let megabyte = 1 << 20;
    for (unit, embedding) in [
        ("字", Embedding::Wanted),
        ("日本語の文。", Embedding::Wanted),
        ("ภาษาไทย", Embedding::Wanted),
        ("word", Embedding::Wanted),
        ("snake_case_", Embedding::Wanted),
        ("1.1.", Embedding::Wordless),
        ("🇩🇪", Embedding::Wordless),
        ("a\u{301}\u{301}\u{301}\u{301}", Embedding::Wanted),
    ] {
        let text = unit.repeat(megabyte / 4 / unit.len());
        let bytes = text.len();
        let chunks = one_block(BlockKind::Paragraph, text);
        check(&chunks, bytes);
        assert_eq!(chunks[1].embedding, embedding, "{unit}");
        assert!(chunks.len() > 60, "{unit} {}", chunks.len());
    }
}

#[test]
fn a_letter_with_ten_thousand_accents_is_cut_within() {
    let text = format!("e{}", "\u{301}".repeat(50_000));
    let bytes = text.len();
    check(&one_block(BlockKind::Paragraph, text), bytes);
}

#[test]
fn brackets_blanks_and_invisible_characters_are_wordless() {
    for unit in ["[", "\0", "\u{200B}", "*_", "> "] {
        let text = unit.repeat(100_000);
        let chunks = one_block(BlockKind::Paragraph, text.clone());
        check(&chunks, text.trim().len());
        assert!(
            chunks[1..]
                .iter()
                .all(|c| c.embedding == Embedding::Wordless)
        );
    }
    assert_eq!(
        one_block(BlockKind::Paragraph, " \n".repeat(500_000)).len(),
        1
    );
}

#[test]
fn every_kind_of_block_survives_every_kind_of_text() {
    let kinds = [
        BlockKind::Paragraph,
        BlockKind::List,
        BlockKind::Table { header_bytes: 3 },
        BlockKind::Table {
            header_bytes: 9_000_000,
        },
        BlockKind::Code,
        BlockKind::Quote,
        BlockKind::Html,
        BlockKind::Footnote,
        BlockKind::FrontMatter,
    ];
    for kind in kinds {
        for unit in [
            "- a\n  - b\n",
            "\n\n  x\n",
            "|é|字|\n",
            "word ",
            "\u{2028}a.\u{85}",
            "a  ",
        ] {
            let text = unit.repeat(20_000 / unit.len());
            let bytes = text.trim().len();
            let chunks = one_block(kind.clone(), text);
            assert!(chunks.len() > 2, "{kind:?} {unit:?}");
            let leaves: usize = chunks[1..].iter().map(|leaf| leaf.content.len()).sum();
            assert!(leaves * 3 >= bytes, "{kind:?} {unit:?}");
        }
    }
}

#[test]
fn a_table_of_fifty_thousand_rows_is_cut_into_groups() {
    let mut text = "| id | name |\n|----|------|\n".to_owned();
    let header_bytes = text.len();
    for row in 0..50_000 {
        text.push_str(&format!("| {row} | name of {row} |\n"));
    }
    let bytes = text.len();
    let chunks = one_block(BlockKind::Table { header_bytes }, text);
    check(&chunks, bytes);
    assert!(chunks[2].lead.ends_with("| id | name |\n"));
}

#[test]
fn five_thousand_headings_make_five_thousand_sections() {
    let mut text = String::new();
    for section in 0..5_000 {
        text.push_str(&format!(
            "## Section {section}\n\n{}\n\n",
            prose(section, 30)
        ));
    }
    let chunks = crate::markdown::build("T", &text);
    assert_eq!(chunks.len(), 10_001);
}
