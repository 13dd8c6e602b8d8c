//! Builds the tree: root first, then everything in reading order.

use std::ops::Range;

use domain::chunk::{Chunk, Embedding, Level};
use domain::error::{Error, Result};
use domain::extracted::ExtractedDocument;
use domain::ids::{ChunkId, DocumentId};
use domain::limits::CHUNKS_MAX;

use super::identity::Identities;
use super::lead::lead;
use super::leaf::{Leaf, joined};
use super::sections::{Heading, Section, group};
use super::sizes::{BYTES_PER_TOKEN, OPENING_TOKENS};
use super::{blocks, outline, pack};
use crate::noise::has_words;
use crate::tokens::Counter;
use crate::utf16::Offsets;

/// The chunks of a document: the root, then sections and paragraphs in reading order.
///
/// `title` enters the leads and the root's content, so it must not be a file name or path; it may
/// be empty. Paragraph chunks do not overlap, `text[bytes]` is their content, and all letters and
/// digits of the text stand in one or in a heading. Every chunk's `word_count` is that of its
/// range. A paragraph that holds several blocks has the kind `paragraph` in its id.
///
/// # Errors
/// `TooLarge` when there would be more than [`CHUNKS_MAX`] chunks; `Internal` when the blocks
/// overlap or cut a character.
pub fn build(
    document: &DocumentId,
    title: &str,
    extracted: &ExtractedDocument,
) -> Result<Vec<Chunk>> {
    if u32::try_from(extracted.text.len()).is_err() {
        return Err(Error::too_large("the text of the document is over 4 GiB"));
    }
    let blocks = blocks::complete(extracted)?;
    let sections = group(&blocks);
    if sections.len() > CHUNKS_MAX {
        return Err(too_many());
    }
    let mut tree = Tree::new(document, title, &extracted.text);
    tree.push_root(&sections)?;
    for section in &sections {
        tree.push_section(section)?;
    }
    Ok(tree.chunks)
}

struct Tree<'t> {
    document: &'t DocumentId,
    title: &'t str,
    text: &'t str,
    counter: Counter,
    offsets: Offsets<'t>,
    identities: Identities<'t>,
    chunks: Vec<Chunk>,
    /// The latest child of the root.
    last_top: Option<usize>,
}

/// What is particular to one chunk.
struct Body {
    id: ChunkId,
    level: Level,
    range: Range<usize>,
    content: String,
    lead: String,
    pages: Option<(u32, u32)>,
    embedding: Embedding,
}

impl<'t> Tree<'t> {
    fn new(document: &'t DocumentId, title: &'t str, text: &'t str) -> Self {
        Self {
            document,
            title,
            text,
            counter: Counter::default(),
            offsets: Offsets::new(text),
            identities: Identities::new(document),
            chunks: Vec::new(),
            last_top: None,
        }
    }

    fn push_root(&mut self, sections: &[Section<'_>]) -> Result<()> {
        let body = Body {
            id: ChunkId::root(self.document),
            level: Level::Document,
            range: 0..self.text.len(),
            content: outline::content(self.title, sections),
            lead: String::new(),
            pages: sections.iter().map(Section::pages).fold(None, joined),
            embedding: Embedding::Navigation,
        };
        self.push(body, &[], None, None)?;
        Ok(())
    }

    fn push_section(&mut self, section: &Section<'_>) -> Result<()> {
        let leaves = pack::leaves(&self.counter, self.text, section.blocks);
        let Some(heading) = &section.heading else {
            for leaf in leaves {
                let top = self.push_leaf(leaf, section, self.title_lead(&[]), 0)?;
                self.link(self.last_top, top);
                self.last_top = Some(top);
            }
            return Ok(());
        };
        let at = self.push_heading(section, heading, &leaves)?;
        let lead = self.title_lead(&section.path);
        let mut last = None;
        for leaf in leaves {
            let leaf = self.push_leaf(leaf, section, lead.clone(), at)?;
            self.link(last, leaf);
            last = Some(leaf);
        }
        Ok(())
    }

    fn title_lead(&self, path: &[String]) -> String {
        lead(&self.counter, self.title, path, None)
    }

    fn push_heading(
        &mut self,
        section: &Section<'_>,
        heading: &Heading,
        leaves: &[Leaf],
    ) -> Result<usize> {
        let content = section_content(&self.counter, self.text, heading, leaves);
        let outer = section.path.len().saturating_sub(1);
        let body = Body {
            id: self.identities.section(&heading.text),
            level: Level::Section,
            range: section.range(),
            lead: lead(
                &self.counter,
                self.title,
                &section.path[..outer],
                Some(&heading.text),
            ),
            pages: section.pages(),
            embedding: if has_words(&content) {
                Embedding::Wanted
            } else {
                Embedding::Navigation
            },
            content,
        };
        let at = self.push(body, &section.path, Some(&heading.text), Some(0))?;
        self.link(self.last_top, at);
        self.last_top = Some(at);
        Ok(at)
    }

    fn push_leaf(
        &mut self,
        leaf: Leaf,
        section: &Section<'_>,
        mut lead: String,
        parent: usize,
    ) -> Result<usize> {
        if let Some(header) = &leaf.header {
            lead.push_str(&self.text[header.clone()]);
            lead.push('\n');
        }
        let body = Body {
            id: self.identities.paragraph(self.text, &leaf),
            level: Level::Paragraph,
            content: self.text[leaf.range.clone()].to_owned(),
            lead,
            pages: leaf.pages,
            embedding: leaf.embedding(self.text),
            range: leaf.range,
        };
        let heading = section
            .heading
            .as_ref()
            .map(|heading| heading.text.as_str());
        self.push(body, &section.path, heading, Some(parent))
    }

    fn push(
        &mut self,
        body: Body,
        path: &[String],
        heading: Option<&str>,
        parent: Option<usize>,
    ) -> Result<usize> {
        let ordinal = self.chunks.len();
        if ordinal == CHUNKS_MAX {
            return Err(too_many());
        }
        let words = self.text[body.range.clone()].split_whitespace().count();
        self.chunks.push(Chunk {
            id: body.id,
            document: self.document.clone(),
            level: body.level,
            ordinal: ordinal as u32,
            parent: parent.map(|parent| self.chunks[parent].id.clone()),
            previous: None,
            next: None,
            section_path: path.to_vec(),
            heading: heading.map(str::to_owned),
            content: body.content,
            lead: body.lead,
            utf16: self.offsets.at(body.range.start)..self.offsets.at(body.range.end),
            bytes: body.range,
            word_count: words as u32,
            pages: body.pages,
            embedding: body.embedding,
        });
        Ok(ordinal)
    }

    fn link(&mut self, previous: Option<usize>, next: usize) {
        let Some(previous) = previous else {
            return;
        };
        self.chunks[previous].next = Some(self.chunks[next].id.clone());
        self.chunks[next].previous = Some(self.chunks[previous].id.clone());
    }
}

fn too_many() -> Error {
    Error::too_large(format!(
        "the document makes more than {CHUNKS_MAX} chunks, the most that one may have"
    ))
    .hint("split the document, or leave out its generated parts")
}

/// The heading and, after a blank line, the section's first [`OPENING_TOKENS`] tokens, up to the
/// first text without words.
fn section_content(counter: &Counter, text: &str, heading: &Heading, leaves: &[Leaf]) -> String {
    // Only as much is read as can be shown, however long the section is.
    let bytes_max = OPENING_TOKENS * BYTES_PER_TOKEN;
    let start = leaves.first().map_or(0, |leaf| leaf.range.start);
    let end = leaves
        .iter()
        .take_while(|leaf| leaf.range.start - start < bytes_max)
        .take_while(|leaf| leaf.embedding(text) == Embedding::Wanted)
        .last()
        .map_or(start, |leaf| leaf.range.end);
    let body = &text[start..end];
    let window = &body[..body.floor_char_boundary(bytes_max)];
    let opening = &window[..opening_bytes(counter, window)];
    match (heading.text.is_empty(), opening.is_empty()) {
        (false, false) => format!("{}\n\n{opening}", heading.text),
        (false, true) => heading.text.clone(),
        (true, _) => opening.to_owned(),
    }
}

/// All of `window` when it fits, else up to the last white space that does; where there is none,
/// as in Chinese, up to the last word.
fn opening_bytes(counter: &Counter, window: &str) -> usize {
    let map = counter.map(window);
    if map.total() <= OPENING_TOKENS {
        return window.len();
    }
    let end = map.prefix(OPENING_TOKENS);
    if window[end..].starts_with(char::is_whitespace) {
        return end;
    }
    let blank = window[..end].rfind(char::is_whitespace);
    let cut = blank.filter(|&at| at >= end / 2).unwrap_or(end);
    window[..cut].trim_end().len()
}
