//! Files in, text with blocks out.

mod html;
mod invariants;
mod markdown;
mod plain_text;
mod refusals;

use domain::cancel::Cancel;
use domain::error::Result;
use domain::extracted::{BlockKind, ExtractedDocument};
use domain::ports::extractor::Extractor;
use extract::Registry;

fn extract(name: &str, bytes: impl AsRef<[u8]>) -> ExtractedDocument {
    try_extract(name, bytes).expect("a readable file")
}

fn try_extract(name: &str, bytes: impl AsRef<[u8]>) -> Result<ExtractedDocument> {
    Registry::new().extract(name, bytes.as_ref(), &Cancel::new())
}

/// Each block as `kind: text`; headings say their level and text, tables the text of the header.
fn outline(document: &ExtractedDocument) -> Vec<String> {
    let blocks = document.blocks.iter();
    let lines = blocks.map(|block| {
        let source = &document.text[block.range.clone()];
        match &block.kind {
            BlockKind::Heading { level, text } => format!("h{level}: {text}"),
            BlockKind::Table { header_bytes } => {
                format!(
                    "table: {:?} + {:?}",
                    &source[..*header_bytes],
                    &source[*header_bytes..]
                )
            }
            kind => format!("{}: {source:?}", kind.name()),
        }
    });
    lines.collect()
}
