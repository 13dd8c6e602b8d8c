//! Invariants of the tree over random documents.

use std::collections::{BTreeMap, BTreeSet};

use domain::chunk::{Chunk, Level};
use domain::extracted::{BlockKind, ExtractedDocument};
use domain::ids::ChunkId;
use proptest::prelude::*;
use text::chunk_tree::{self, sizes};
use wordpiece::Tokenizer;

use crate::markdown::{build, document, id, prose};

/// A run of words from many scripts, with signs between them.
fn words() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        4 => "[a-zA-Z]{1,9}",
        1 => "[a-z]{1,5}[.,!?]",
        1 => "[0-9_.-]{1,6}",
        1 => "[東京都庁日本語。]{1,12}",
        1 => "(é|e\u{301}|ñ|ß|Ж|ש|ก|👩‍🚀|🇩🇪|ﬁ){1,4}",
        1 => Just("\n".to_owned()),
    ];
    prop::collection::vec(word, 1..120).prop_map(|words| {
        let joined = words.join(" ").replace(" \n ", "\n");
        joined.trim().to_owned() + "."
    })
}

fn block() -> impl Strategy<Value = String> {
    let row = "[a-z]{1,8}";
    prop_oneof![
        6 => words().prop_map(|words| format!("P {words}")),
        2 => ("#{1,4}", "[A-C東]{0,3}").prop_map(|(hashes, text)| format!("{hashes} {text}")),
        1 => prop::collection::vec(row, 1..80)
            .prop_map(|rows| format!("|h|\n|-|\n|{}|", rows.join("|\n|"))),
        1 => prop::collection::vec(words(), 1..6).prop_map(|items| format!("- {}", items.join("\n- "))),
        1 => prop::collection::vec("[ ]{0,4}[a-z(){};\n]{1,30}", 1..40)
            .prop_map(|lines| format!("```\n{}\n```", lines.join("\n"))),
        1 => Just("---".to_owned()),
        1 => "[A-Za-z0-9+/]{0,3000}",
    ]
}

fn markdown() -> impl Strategy<Value = String> {
    let separator = prop_oneof![Just("\n\n"), Just("\n\n\n  \n"), Just("\r\n\r\n")];
    prop::collection::vec((block(), separator), 0..14)
        .prop_map(|blocks| blocks.into_iter().map(|(block, gap)| block + gap).collect())
}

fn leaves(chunks: &[Chunk]) -> impl Iterator<Item = &Chunk> {
    chunks.iter().filter(|c| c.level == Level::Paragraph)
}

/// Leaves and headings in order, with nothing but separators between them.
fn check_coverage(extracted: &ExtractedDocument, chunks: &[Chunk]) {
    let headings = extracted
        .blocks
        .iter()
        .filter_map(|block| match block.kind {
            BlockKind::Heading { .. } => Some(block.range.clone()),
            _ => None,
        });
    let mut ranges: Vec<_> = leaves(chunks).map(|leaf| leaf.bytes.clone()).collect();
    ranges.extend(headings);
    ranges.sort_by_key(|range| range.start);
    let mut end = 0;
    ranges.push(extracted.text.len()..extracted.text.len());
    for range in ranges {
        assert!(range.start >= end, "{range:?} overlaps what ends at {end}");
        let separator = &extracted.text[end..range.start];
        assert!(!separator.contains(char::is_alphanumeric), "{separator:?}");
        end = range.end;
    }
}

fn check_offsets(text: &str, chunks: &[Chunk]) {
    for chunk in chunks {
        let before = |at: usize| text[..at].encode_utf16().count();
        assert_eq!(
            chunk.utf16,
            before(chunk.bytes.start)..before(chunk.bytes.end)
        );
        let words = text[chunk.bytes.clone()].split_whitespace().count();
        assert_eq!(chunk.word_count as usize, words);
        if chunk.level == Level::Paragraph {
            assert_eq!(&text[chunk.bytes.clone()], chunk.content);
            assert!(!chunk.content.trim().is_empty());
        }
    }
    assert_eq!(chunks[0].bytes, 0..text.len());
}

fn check_links(chunks: &[Chunk]) {
    let by_id: BTreeMap<&ChunkId, &Chunk> = chunks.iter().map(|c| (&c.id, c)).collect();
    assert_eq!(by_id.len(), chunks.len(), "ids are unique");
    let mut last: BTreeMap<&ChunkId, &ChunkId> = BTreeMap::new();
    for (ordinal, chunk) in chunks.iter().enumerate() {
        assert_eq!(chunk.ordinal as usize, ordinal);
        let Some(parent) = &chunk.parent else {
            assert_eq!((ordinal, chunk.level), (0, Level::Document));
            continue;
        };
        let above = by_id[parent];
        assert!(above.ordinal < chunk.ordinal);
        assert!(above.bytes.start <= chunk.bytes.start && chunk.bytes.end <= above.bytes.end);
        match chunk.level {
            Level::Document => panic!("a second root"),
            Level::Section => assert_eq!(above.level, Level::Document),
            Level::Paragraph => {
                assert_ne!(above.level, Level::Paragraph);
                assert_eq!(above.section_path, chunk.section_path);
                assert_eq!(above.heading, chunk.heading);
            }
        }
        assert_eq!(chunk.heading.as_ref(), chunk.section_path.last());
        let previous = last.insert(&above.id, &chunk.id);
        assert_eq!(chunk.previous.as_ref(), previous);
        if let Some(previous) = previous {
            assert_eq!(by_id[previous].next.as_ref(), Some(&chunk.id));
        }
    }
    for id in last.values() {
        assert_eq!(by_id[id].next, None);
    }
}

fn check_sizes(chunks: &[Chunk]) {
    for chunk in chunks {
        let tokens = Tokenizer::shared().count(&chunk.content);
        let lead = Tokenizer::shared().count(&chunk.lead);
        let may_be_whole = ["|", "- ", "```"]
            .iter()
            .any(|mark| chunk.content.contains(mark));
        let most = match chunk.level {
            Level::Document => continue,
            Level::Section => {
                sizes::OPENING_TOKENS
                    + Tokenizer::shared().count(chunk.heading.as_deref().unwrap_or(""))
            }
            Level::Paragraph if may_be_whole => sizes::WHOLE_TOKENS,
            // A word that is cut in two may count some tokens more than it did whole, and rules
            // between merged blocks are not counted.
            Level::Paragraph => sizes::MAX_TOKENS + 16,
        };
        let is_wordless = chunk.embedding == domain::chunk::Embedding::Wordless;
        assert!(
            is_wordless || tokens <= most,
            "{tokens}: {:?}",
            chunk.content
        );
        assert!(chunk.content.len() <= sizes::WHOLE_TOKENS * sizes::BYTES_PER_TOKEN);
        assert!(lead <= sizes::LEAD_TOKENS + sizes::HEADER_TOKENS);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn trees_are_sound(text in markdown(), title in "[A-C ]{0,4}") {
        let extracted = document(&text);
        let chunks = chunk_tree::build(&id(), &title, &extracted).unwrap();
        check_coverage(&extracted, &chunks);
        check_offsets(&text, &chunks);
        check_links(&chunks);
        check_sizes(&chunks);
        prop_assert_eq!(&chunks, &build(&title, &text));
    }

    #[test]
    fn text_that_no_block_covers_is_kept(text in "[ a-cé東\n#|.-]{0,300}") {
        let extracted = ExtractedDocument { text, ..ExtractedDocument::default() };
        let chunks = chunk_tree::build(&id(), "T", &extracted).unwrap();
        check_coverage(&extracted, &chunks);
        check_offsets(&extracted.text, &chunks);
    }

    #[test]
    fn an_edit_changes_ids_from_its_place_to_the_end_of_its_section_at_most(
        lengths in prop::collection::vec(prop::collection::vec(3usize..60, 1..9), 1..5),
        section in any::<prop::sample::Index>(),
        paragraph in any::<prop::sample::Index>(),
        inserted in 1usize..40,
    ) {
        let section = section.index(lengths.len());
        let paragraph = paragraph.index(lengths[section].len());
        let write = |edited: Option<&str>| {
            let mut text = String::new();
            for (s, paragraphs) in lengths.iter().enumerate() {
                text.push_str(&format!("# Section {s}\n\n"));
                for (p, &length) in paragraphs.iter().enumerate() {
                    if (s, p) == (section, paragraph) {
                        text.push_str(edited.unwrap_or(""));
                    }
                    text.push_str(&prose(s * 10 + p + 1, length));
                    text.push_str("\n\n");
                }
            }
            text
        };
        let old = build("T", &write(None));
        let new = build("T", &write(Some(&prose(99, inserted))));
        let kept: BTreeSet<&ChunkId> = new.iter().map(|c| &c.id).collect();
        let marker = format!(" {}000 ", section * 10 + paragraph + 1);
        let touched = leaves(&old).find(|leaf| leaf.content.contains(&marker)).unwrap();
        let lost: Vec<&Chunk> = old.iter().filter(|c| !kept.contains(&c.id)).collect();
        for chunk in &lost {
            prop_assert_eq!(&chunk.section_path, &touched.section_path);
            prop_assert_eq!(chunk.level, Level::Paragraph);
            // The chunk before may take in what became small enough, or lose what grew.
            prop_assert!(chunk.ordinal + 1 >= touched.ordinal);
        }
        prop_assert!(!lost.is_empty());
    }
}

#[test]
fn packing_finds_its_old_borders_again_after_an_edit() {
    for (paragraphs, words) in [(300, 9), (300, 25), (1, 6_000)] {
        let write = |first: &str| {
            let body: Vec<String> = (1..=paragraphs).map(|p| prose(p, words)).collect();
            format!("{first}{}", body.join("\n\n"))
        };
        let old = build("T", &write(""));
        let new = build("T", &write("Some new words at the very start. "));
        let kept: BTreeSet<&ChunkId> = new.iter().map(|c| &c.id).collect();
        let lost = old.iter().filter(|c| !kept.contains(&c.id)).count();
        assert!(old.len() > 30 && lost <= 12, "{lost} of {}", old.len());
    }
}
