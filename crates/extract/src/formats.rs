//! The formats that can be read, one file each.

mod html;
mod markdown;
mod plain_text;

use crate::format::Format;

pub(crate) use markdown::read_markdown;
pub(crate) use plain_text::plain_blocks;

/// Every format. The first one that claims a file reads it, so the general ones come last.
pub(crate) static ALL: &[&dyn Format] = &[&html::Html, &markdown::Markdown, &plain_text::PlainText];
