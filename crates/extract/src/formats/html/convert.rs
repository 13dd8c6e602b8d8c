//! From the tokens of a page to Markdown.

use std::mem::take;

use domain::cancel::Cancel;
use domain::error::Result;
use html5gum::emitters::default::DefaultEmitter;
use html5gum::{HtmlString, StartTag, Token, Tokenizer};

use super::elements::{HIDEABLE, NEVER_READ, NO_CONTENT, PARTING};
use super::writer::Writer;

/// Which parts of a page are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// The content: no menus, forms' options, hidden parts.
    Content,
    /// All text but scripts and styles, however the page is built.
    Everything,
}

/// What a page says.
pub(super) struct Converted {
    pub text: String,
    pub title: Option<String>,
    /// Whether every part that was left out was closed again.
    pub is_complete: bool,
}

/// Converts a page in one pass over its tokens.
///
/// # Errors
/// `Cancelled`.
pub(super) fn convert(source: &str, keep: Keep, cancel: &Cancel) -> Result<Converted> {
    /// Tokens between two looks at the cancel flag.
    const CANCEL_EVERY: usize = 4096;
    let mut emitter = DefaultEmitter::default();
    // Titles, scripts and styles are read to their end tag. One that has none would swallow the
    // page, so the second attempt takes them for ordinary tags.
    emitter.naively_switch_states(keep == Keep::Content);
    let mut page = Page::new(keep);
    for (count, Ok(token)) in Tokenizer::new_with_emitter(source, emitter).enumerate() {
        if count % CANCEL_EVERY == 0 {
            cancel.check()?;
        }
        match token {
            Token::StartTag(tag) => page.start(&tag),
            Token::EndTag(tag) => page.end(&tag.name),
            Token::String(text) => page.text(&String::from_utf8_lossy(&text)),
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    Ok(page.finish())
}

struct Page {
    keep: Keep,
    writer: Writer,
    skipping: Option<Skipping>,
    title: Option<String>,
    in_title: bool,
    pre: Option<Pre>,
}

/// An element that is left out, and how many of its name are open in it.
struct Skipping {
    name: Vec<u8>,
    open: usize,
}

#[derive(Default)]
struct Pre {
    language: String,
    code: String,
}

impl Page {
    fn new(keep: Keep) -> Self {
        Self {
            keep,
            writer: Writer::default(),
            skipping: None,
            title: None,
            in_title: false,
            pre: None,
        }
    }

    fn start(&mut self, tag: &StartTag<()>) {
        let name: &[u8] = &tag.name;
        // In HTML only drawings can close themselves; `<script/>` is open.
        let closes_itself = tag.self_closing && (name == b"svg" || self.keep == Keep::Everything);
        if let Some(skipping) = &mut self.skipping {
            if skipping.name == name && !closes_itself {
                skipping.open += 1;
            }
            return;
        }
        if self.is_skipped(tag) {
            if !closes_itself {
                self.skipping = Some(Skipping {
                    name: name.to_vec(),
                    open: 1,
                });
            }
            return;
        }
        if let Some(pre) = &mut self.pre {
            match name {
                b"br" => pre.code.push('\n'),
                b"code" if pre.language.is_empty() => pre.language = language(tag),
                _ => {}
            }
            return;
        }
        self.open(name, tag);
    }

    fn open(&mut self, name: &[u8], tag: &StartTag<()>) {
        let writer = &mut self.writer;
        match name {
            b"title" => {
                writer.part();
                self.in_title = true;
            }
            b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" => writer.open_heading(name[1] - b'0'),
            b"p" | b"hr" => writer.end_block(),
            b"br" => writer.line_break(),
            b"blockquote" => writer.open_quote(),
            b"ul" | b"menu" => writer.open_list(None),
            b"ol" => {
                let start = attribute(tag, b"start").and_then(|value| value.trim().parse().ok());
                writer.open_list(Some(start.unwrap_or(1)));
            }
            b"li" => writer.open_item(),
            b"table" => writer.open_table(),
            b"tr" => writer.open_row(),
            b"td" | b"th" => writer.open_cell(),
            b"caption" => writer.end_block(),
            b"pre" | b"listing" | b"xmp" | b"plaintext" => {
                writer.end_block();
                self.pre = Some(Pre {
                    language: language(tag),
                    code: String::new(),
                });
            }
            b"code" | b"kbd" | b"samp" | b"tt" => writer.open_code(),
            b"img" => {
                if let Some(description) = attribute(tag, b"alt") {
                    writer.text(&description);
                }
            }
            b"q" => writer.text("“"),
            name if PARTING.contains(&name) => writer.part(),
            _ => {}
        }
    }

    fn end(&mut self, name: &[u8]) {
        if let Some(skipping) = &mut self.skipping {
            if skipping.name == name {
                skipping.open -= 1;
                if skipping.open == 0 {
                    self.skipping = None;
                }
            }
            return;
        }
        if let Some(pre) = &mut self.pre {
            if matches!(name, b"pre" | b"listing" | b"xmp") {
                let Pre { language, code } = take(pre);
                self.pre = None;
                self.writer.code_block(&language, &code);
            }
            return;
        }
        let writer = &mut self.writer;
        match name {
            b"title" => {
                writer.part();
                self.in_title = false;
            }
            b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" | b"p" => writer.end_block(),
            b"br" => writer.line_break(),
            b"blockquote" => writer.close_quote(),
            b"ul" | b"ol" | b"menu" => writer.close_list(),
            b"li" => writer.close_item(),
            b"table" => writer.close_table(),
            b"tr" | b"td" | b"th" | b"caption" => writer.close_cell(),
            b"code" | b"kbd" | b"samp" | b"tt" => writer.close_code(),
            b"q" => writer.text("”"),
            name if PARTING.contains(&name) => writer.part(),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if self.skipping.is_some() {
            return;
        }
        if let Some(pre) = &mut self.pre {
            pre.code.push_str(text);
        } else if self.in_title && self.keep == Keep::Content {
            if self.title.is_none() {
                let title = text.split_whitespace().collect::<Vec<_>>().join(" ");
                self.title = Some(title).filter(|title| !title.is_empty());
            }
        } else {
            self.writer.text(text);
        }
    }

    fn finish(mut self) -> Converted {
        if let Some(pre) = self.pre.take() {
            self.writer.code_block(&pre.language, &pre.code);
        }
        Converted {
            text: self.writer.finish(),
            title: self.title,
            is_complete: self.skipping.is_none(),
        }
    }

    fn is_skipped(&self, tag: &StartTag<()>) -> bool {
        let name: &[u8] = &tag.name;
        if NEVER_READ.contains(&name) {
            return true;
        }
        if self.keep == Keep::Everything {
            return false;
        }
        let is_hidden = || {
            HIDEABLE.contains(&name)
                && (tag.attributes.contains_key(b"hidden".as_slice())
                    || attribute(tag, b"role").as_deref() == Some("navigation"))
        };
        NO_CONTENT.contains(&name) || is_hidden()
    }
}

fn attribute(tag: &StartTag<()>, name: &[u8]) -> Option<String> {
    let value: &HtmlString = tag.attributes.get(name)?;
    Some(String::from_utf8_lossy(value).into_owned())
}

/// The language of a code block by the usual class names `language-x` and `lang-x`.
fn language(tag: &StartTag<()>) -> String {
    let classes = attribute(tag, b"class").unwrap_or_default();
    let language = classes.split_ascii_whitespace().find_map(|class| {
        class
            .strip_prefix("language-")
            .or_else(|| class.strip_prefix("lang-"))
    });
    let is_name = |name: &&str| {
        let mut chars = name.chars();
        chars.all(|c| c.is_ascii_alphanumeric() || "+#-.".contains(c))
    };
    language.filter(is_name).unwrap_or_default().to_owned()
}
