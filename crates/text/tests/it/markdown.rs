//! A small reader of Markdown-like text, enough to make block lists for tests.

use std::fmt::Write;

use domain::chunk::Chunk;
use domain::extracted::{Block, BlockKind, ExtractedDocument};
use domain::ids::{DocumentId, MintKey, WorkspaceId};
use text::chunk_tree;

/// A document of blocks that blank lines separate; what a block is shows in its first line.
pub fn document(text: &str) -> ExtractedDocument {
    let mut blocks = Vec::new();
    let mut start = 0;
    let mut open_fence = false;
    let mut end = 0;
    for line in text.split_inclusive('\n').chain(["\n"]) {
        let is_fence = line.starts_with("```");
        if line.trim().is_empty() && !open_fence {
            blocks.extend(block(
                text,
                start..start + text[start..end.min(text.len())].trim_end().len(),
            ));
            start = end + line.len();
        }
        open_fence ^= is_fence;
        end += line.len();
    }
    ExtractedDocument {
        text: text.to_owned(),
        blocks,
        ..ExtractedDocument::default()
    }
}

fn block(text: &str, range: std::ops::Range<usize>) -> Option<Block> {
    let slice = &text[range.clone()];
    let first = slice.lines().next()?;
    let hashes = first.bytes().take_while(|&b| b == b'#').count();
    let kind = if hashes > 0 {
        BlockKind::Heading {
            level: hashes as u8,
            text: slice[hashes..].trim().to_owned(),
        }
    } else if first.starts_with('|') {
        let header = slice.split_inclusive('\n').take(2).map(str::len).sum();
        BlockKind::Table {
            header_bytes: header,
        }
    } else if first.starts_with("```") {
        BlockKind::Code
    } else if first.starts_with("- ") {
        BlockKind::List
    } else if first == "---" {
        if range.start > 0 || slice.len() < 4 {
            return None;
        }
        BlockKind::FrontMatter
    } else {
        BlockKind::Paragraph
    };
    Some(Block {
        kind,
        range,
        page: None,
    })
}

pub fn id() -> DocumentId {
    MintKey::api(&WorkspaceId::default_workspace(), "document", "T", "body").document(0)
}

pub fn build(title: &str, text: &str) -> Vec<Chunk> {
    chunk_tree::build(&id(), title, &document(text)).expect("the blocks are sound")
}

/// A line per chunk: level, range, embedding, path, lead and content.
pub fn show(chunks: &[Chunk]) -> String {
    let mut shown = String::new();
    for chunk in chunks {
        let embedding = chunk.embedding.name();
        writeln!(
            shown,
            "{} {} {:?} {} words, {embedding}, path {:?}\n  lead {:?}\n  {:?}",
            chunk.ordinal,
            chunk.level.name(),
            chunk.bytes,
            chunk.word_count,
            chunk.section_path.join(" > "),
            chunk.lead,
            chunk.content,
        )
        .expect("writing to a string cannot fail");
    }
    shown
}

/// Prose of `words` words that differ from one `seed` to another.
pub fn prose(seed: usize, words: usize) -> String {
    const WORDS: [&str; 12] = [
        "river", "stone", "market", "letter", "window", "garden", "captain", "silver", "morning",
        "paper", "bridge", "engine",
    ];
    let mut text = String::new();
    for at in 0..words {
        let word = WORDS[(seed * 7 + at * at + at * seed) % WORDS.len()];
        let number = seed * 1_000 + at;
        let end = if at % 11 == 10 { ". " } else { " " };
        write!(text, "{word} {number}{end}").expect("writing to a string cannot fail");
    }
    text.trim_end().to_owned() + "."
}
