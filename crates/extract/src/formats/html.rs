//! HTML: turned into Markdown without menus, scripts and styles, then read as Markdown.
//!
//! The page is never built as a tree: its tokens drive a writer, so that nesting of any depth
//! costs neither stack nor more than linear time. What is marked up inside a line (emphasis, the
//! targets of links) is left out: it is no text, and in saved pages outweighs it.

mod cell;
mod charset;
mod convert;
mod elements;
mod escape;
mod writer;

use domain::cancel::Cancel;
use domain::error::Result;
use domain::extracted::ExtractedDocument;
use domain::limits::TITLE_BYTES_MAX;

use super::markdown::{read_body, shorten};
use crate::detect::Content;
use crate::format::{Format, SourceFile, check_size, no_text};
use crate::sanitize::sanitize;
use convert::{Converted, Keep, convert};

/// The HTML format.
pub(crate) struct Html;

const HTML: &str = "text/html";

impl Format for Html {
    fn name(&self) -> &'static str {
        "HTML"
    }

    fn media_types(&self) -> &'static [&'static str] {
        &[HTML]
    }

    fn claims(&self, file: &SourceFile<'_>) -> bool {
        file.content == Content::Html
    }

    fn read(&self, file: &SourceFile<'_>, cancel: &Cancel) -> Result<ExtractedDocument> {
        let source = file.text(charset::declared(file.bytes))?;
        let mut warnings = source.warnings;
        let page = readable(&source.text, &mut warnings, cancel)?;
        // Character references can bring back what was dropped from the source.
        let text = sanitize(page.text, &mut warnings);
        check_size(&format!("`{}` as text", file.name), text.len())?;
        if text.trim().is_empty() {
            return Err(no_text(file.name));
        }
        let mut document = self.blocks(HTML, text, cancel)?;
        if let Some(title) = page.title {
            document.title = Some(shorten(&title, TITLE_BYTES_MAX));
        }
        document.warnings.splice(0..0, warnings);
        Ok(document)
    }

    fn blocks(
        &self,
        _media_type: &'static str,
        text: String,
        cancel: &Cancel,
    ) -> Result<ExtractedDocument> {
        let mut document = read_body(text, None, cancel)?;
        document.media_type = HTML.to_owned();
        Ok(document)
    }
}

/// The page's content; all its text where nothing would be left without menus and hidden parts,
/// or where one of them is never closed and would swallow the rest.
fn readable(source: &str, warnings: &mut Vec<String>, cancel: &Cancel) -> Result<Converted> {
    let content = convert(source, Keep::Content, cancel)?;
    if content.is_complete && !content.text.trim().is_empty() {
        return Ok(content);
    }
    let everything = convert(source, Keep::Everything, cancel)?;
    if everything.text.trim().is_empty() {
        return Ok(content);
    }
    warnings.push("was read with its menus and hidden parts, which are not closed properly".into());
    Ok(Converted {
        title: content.title,
        ..everything
    })
}
