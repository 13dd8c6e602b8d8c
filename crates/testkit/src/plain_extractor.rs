//! A tiny extractor, so that tests of the engine need no parser.

use std::ops::Range;

use domain::extracted::{Block, BlockKind, ExtractedDocument};
use domain::ports::extractor::Extractor;
use domain::{Cancel, Error, Result};

/// An [`Extractor`] for UTF-8 text: lines that begin with one to six `#` and a space are headings,
/// everything else falls into paragraphs at blank lines. Code fences are one block each.
///
/// The title is the first heading of level 1. No other markup is known.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlainExtractor;

impl Extractor for PlainExtractor {
    fn extract(&self, file_name: &str, bytes: &[u8], cancel: &Cancel) -> Result<ExtractedDocument> {
        let text = std::str::from_utf8(bytes).map_err(|_| {
            Error::invalid(format!("`{file_name}` is not UTF-8 text")).hint("save it as UTF-8")
        })?;
        let media_type = media_type_of(file_name);
        self.blocks(media_type, text, cancel)
    }

    fn markdown(&self, text: &str, cancel: &Cancel) -> Result<ExtractedDocument> {
        self.blocks("text/markdown", text, cancel)
    }

    fn blocks(&self, media_type: &str, text: &str, cancel: &Cancel) -> Result<ExtractedDocument> {
        cancel.check()?;
        let has_headings = media_type == "text/markdown";
        let blocks = blocks(text, has_headings);
        Ok(ExtractedDocument {
            title: blocks.iter().find_map(title),
            text: text.to_owned(),
            blocks,
            media_type: media_type.to_owned(),
            ..ExtractedDocument::default()
        })
    }
}

fn media_type_of(file_name: &str) -> &'static str {
    if file_name.ends_with(".md") {
        "text/markdown"
    } else {
        "text/plain"
    }
}

fn title(block: &Block) -> Option<String> {
    match &block.kind {
        BlockKind::Heading { level: 1, text } => Some(text.clone()),
        _ => None,
    }
}

/// A block that is still growing.
struct Open {
    kind: BlockKind,
    range: Range<usize>,
}

fn blocks(text: &str, has_headings: bool) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Open> = None;
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        let range = start..start + content.len();
        start += line.len();
        let is_fence = content.starts_with("```");
        match &mut open {
            Some(block) if block.kind == BlockKind::Code => {
                block.range.end = range.end;
                if is_fence {
                    close(&mut blocks, open.take());
                }
                continue;
            }
            _ => {}
        }
        if let Some(kind) = heading(content).filter(|_| has_headings) {
            close(&mut blocks, open.take());
            close(&mut blocks, Some(Open { kind, range }));
        } else if is_fence {
            close(&mut blocks, open.take());
            let kind = BlockKind::Code;
            open = Some(Open { kind, range });
        } else if content.trim().is_empty() {
            close(&mut blocks, open.take());
        } else {
            let kind = BlockKind::Paragraph;
            let block = open.get_or_insert(Open {
                kind,
                range: range.clone(),
            });
            block.range.end = range.end;
        }
    }
    close(&mut blocks, open);
    blocks
}

fn heading(line: &str) -> Option<BlockKind> {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    if !(1..=6).contains(&level) || !text.starts_with(' ') {
        return None;
    }
    Some(BlockKind::Heading {
        level: u8::try_from(level).expect("at most 6"),
        text: text.trim().to_owned(),
    })
}

fn close(blocks: &mut Vec<Block>, open: Option<Open>) {
    blocks.extend(open.map(|Open { kind, range }| Block {
        kind,
        range,
        page: None,
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds_and_texts(text: &str) -> Vec<(&'static str, String)> {
        let document = PlainExtractor.markdown(text, &Cancel::new()).unwrap();
        let blocks = document.blocks.iter();
        blocks
            .map(|b| (b.kind.name(), document.text[b.range.clone()].to_owned()))
            .collect()
    }

    #[test]
    fn headings_paragraphs_and_fences_become_blocks() {
        let text = "# Título\nfirst line\r\nsecond\n\n\n## Two\n```\n# no heading\n\n```\nlast";
        let expected = [
            ("heading", "# Título"),
            ("paragraph", "first line\r\nsecond"),
            ("heading", "## Two"),
            ("code", "```\n# no heading\n\n```"),
            ("paragraph", "last"),
        ];
        let expected = expected.map(|(kind, text)| (kind, text.to_owned()));
        assert_eq!(kinds_and_texts(text), expected);
    }

    #[test]
    fn the_title_is_the_first_outermost_heading() {
        let document = PlainExtractor.markdown("## A\n# B\n# C", &Cancel::new());
        assert_eq!(document.unwrap().title.as_deref(), Some("B"));
    }

    #[test]
    fn plain_text_has_no_headings_and_other_bytes_are_refused() {
        let cancel = Cancel::new();
        let plain = PlainExtractor.extract("a.txt", b"# one", &cancel).unwrap();
        assert_eq!(plain.blocks[0].kind, BlockKind::Paragraph);
        assert!(PlainExtractor.extract("a.md", b"\xff", &cancel).is_err());
    }
}
