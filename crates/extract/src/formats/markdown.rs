//! Markdown: CommonMark with GitHub's tables, footnotes, task lists and strikethrough, and front
//! matter.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use domain::cancel::Cancel;
use domain::error::Result;
use domain::extracted::{Block, BlockKind, ExtractedDocument};
use domain::limits::{TAG_BYTES_MAX, TAGS_MAX, TITLE_BYTES_MAX};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag};

use crate::blocks::BlockList;
use crate::detect::Content;
use crate::format::{Format, SourceFile};
use crate::front_matter::FrontMatter;

/// The Markdown format.
pub(crate) struct Markdown;

impl Format for Markdown {
    fn name(&self) -> &'static str {
        "Markdown"
    }

    fn media_types(&self) -> &'static [&'static str] {
        &["text/markdown"]
    }

    fn claims(&self, file: &SourceFile<'_>) -> bool {
        let extension = file.extension.as_str();
        let by_name = match extension {
            "md" | "markdown" | "mdown" | "mkd" | "mdx" | "qmd" | "rmd" => true,
            // Notes and READMEs often have no extension; dot files and build files are no prose.
            "" => !super::plain_text::is_known_without_extension(file.base_name()),
            _ => false,
        };
        file.content == Content::Text && by_name
    }

    fn read(&self, file: &SourceFile<'_>, cancel: &Cancel) -> Result<ExtractedDocument> {
        let source = file.text(None)?;
        let mut document = read_markdown(source.text, cancel)?;
        document.warnings.splice(0..0, source.warnings);
        Ok(document)
    }

    fn blocks(
        &self,
        _media_type: &'static str,
        text: String,
        cancel: &Cancel,
    ) -> Result<ExtractedDocument> {
        read_markdown(text, cancel)
    }
}

/// Finds title, tags and blocks of Markdown; `text` stays as it is.
///
/// # Errors
/// `Cancelled`.
pub(crate) fn read_markdown(text: String, cancel: &Cancel) -> Result<ExtractedDocument> {
    let front_matter = FrontMatter::find(&text);
    read_body(text, front_matter, cancel)
}

/// Like [`read_markdown`], with the front matter found before, or none to be looked for.
///
/// # Errors
/// `Cancelled`.
pub(crate) fn read_body(
    text: String,
    front_matter: Option<FrontMatter>,
    cancel: &Cancel,
) -> Result<ExtractedDocument> {
    let mut warnings = Vec::new();
    let body_start = match &front_matter {
        Some(front_matter) => front_matter.range.end,
        None if text.starts_with('\u{feff}') => '\u{feff}'.len_utf8(),
        None => 0,
    };
    let parsed = guarded(&mut warnings, || {
        top_level_blocks(&text[body_start..], cancel)
    })?;
    let mut blocks = BlockList::new(&text);
    if let Some(front_matter) = &front_matter {
        blocks.push(BlockKind::FrontMatter, front_matter.range.clone());
    }
    for (kind, range) in parsed {
        blocks.push(kind, range.start + body_start..range.end + body_start);
    }
    let blocks = blocks.finish();
    let front_matter = front_matter.unwrap_or_default();
    warnings.extend(front_matter.warning);
    let title = front_matter.title.or_else(|| first_h1(&blocks));
    Ok(ExtractedDocument {
        title: title.map(|title| shorten(&title, TITLE_BYTES_MAX)),
        tags: within_limits(front_matter.tags, &mut warnings),
        media_type: "text/markdown".to_owned(),
        text,
        blocks,
        warnings,
    })
}

type Found = Vec<(BlockKind, Range<usize>)>;

/// What `parse` finds, or nothing when it panics, as the parser is known to do on rare inputs: the
/// text, split at blank lines, is then still worth having.
fn guarded(warnings: &mut Vec<String>, parse: impl FnOnce() -> Result<Found>) -> Result<Found> {
    catch_unwind(AssertUnwindSafe(parse)).unwrap_or_else(|_| {
        warnings.push("was split at blank lines because its Markdown cannot be parsed".into());
        Ok(Vec::new())
    })
}

/// The blocks at depth 0. Headings inside lists and quotes belong to the list or quote.
fn top_level_blocks(body: &str, cancel: &Cancel) -> Result<Found> {
    /// Events between two looks at the cancel flag.
    const CANCEL_EVERY: usize = 1024;
    let mut found = Vec::new();
    let mut heading: Option<String> = None;
    // Nesting is counted, never followed: quotes can be 50,000 deep.
    let mut depth = 0usize;
    let events = Parser::new_ext(body, options()).into_offset_iter();
    for (count, (event, range)) in events.enumerate() {
        if count % CANCEL_EVERY == 0 {
            cancel.check()?;
        }
        match event {
            Event::Start(tag) => {
                if depth == 0 {
                    let kind = kind_of(&tag);
                    heading = matches!(kind, BlockKind::Heading { .. }).then(String::new);
                    found.push((kind, range));
                }
                depth += 1;
            }
            Event::End(_) => {
                depth = depth.saturating_sub(1);
                if depth == 0
                    && let Some(text) = heading.take()
                {
                    close_heading(&mut found, text);
                }
            }
            event => {
                if let Some(heading) = &mut heading {
                    append_visible(heading, &event);
                }
            }
        }
    }
    Ok(found)
}

fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
}

fn kind_of(tag: &Tag<'_>) -> BlockKind {
    match tag {
        Tag::Heading { level, .. } => BlockKind::Heading {
            level: number(*level),
            text: String::new(),
        },
        Tag::List(_) => BlockKind::List,
        Tag::Table(_) => BlockKind::Table { header_bytes: 0 },
        Tag::CodeBlock(_) => BlockKind::Code,
        Tag::BlockQuote(_) => BlockKind::Quote,
        Tag::HtmlBlock => BlockKind::Html,
        Tag::FootnoteDefinition(_) => BlockKind::Footnote,
        _ => BlockKind::Paragraph,
    }
}

fn number(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

/// Gives the heading its text. One without text opens no section; what its line holds besides
/// (an image without a description) is left to become a paragraph.
fn close_heading(found: &mut Found, seen: String) {
    let seen = seen.split_whitespace().collect::<Vec<_>>().join(" ");
    if seen.is_empty() {
        found.pop();
    } else if let Some((BlockKind::Heading { text, .. }, _)) = found.last_mut() {
        *text = seen;
    }
}

fn append_visible(text: &mut String, event: &Event<'_>) {
    match event {
        Event::Text(part) | Event::Code(part) => text.push_str(part),
        Event::SoftBreak | Event::HardBreak => text.push(' '),
        _ => {}
    }
}

fn first_h1(blocks: &[Block]) -> Option<String> {
    blocks.iter().find_map(|block| match &block.kind {
        BlockKind::Heading { level: 1, text } => Some(text.clone()),
        _ => None,
    })
}

/// `text` cut to at most `bytes_max` bytes on a character border.
pub(crate) fn shorten(text: &str, bytes_max: usize) -> String {
    text[..text.floor_char_boundary(bytes_max)]
        .trim()
        .to_owned()
}

fn within_limits(tags: Vec<String>, warnings: &mut Vec<String>) -> Vec<String> {
    let given = tags.len();
    let mut kept = tags;
    kept.retain(|tag| tag.len() <= TAG_BYTES_MAX);
    kept.truncate(TAGS_MAX);
    if kept.len() < given {
        warnings.push(format!(
            "has {given} tags, of which {} were taken (at most {TAGS_MAX}, each at most \
             {TAG_BYTES_MAX} bytes)",
            kept.len()
        ));
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parser_that_panics_costs_the_structure_and_not_the_text() {
        let mut warnings = Vec::new();
        let found = guarded(&mut warnings, || panic!("as the parser would"));
        assert_eq!(found, Ok(Vec::new()));
        assert_eq!(
            warnings,
            ["was split at blank lines because its Markdown cannot be parsed"]
        );
    }

    #[test]
    fn tags_and_titles_keep_to_their_limits() {
        let mut warnings = Vec::new();
        let tags = vec!["a".to_owned(), "b".repeat(TAG_BYTES_MAX + 1)];
        assert_eq!(within_limits(tags, &mut warnings), ["a"]);
        assert_eq!(warnings.len(), 1);
        assert_eq!(shorten("aé", 2), "a");
    }
}
