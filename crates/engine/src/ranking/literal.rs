//! Literal matches in prompts and documents, verified on the raw text.
//!
//! Order: a match in the title comes before one in the text; equal ones go by title, then id.

use std::ops::Range;

use domain::chunk::{Chunk, Level};
use domain::item::{Document, Prompt};
use domain::operations::find_items::{DocumentRow, PromptRow};
use domain::page::PageRequest;
use domain::ports::store::Snapshot;
use domain::scope::ItemFilter;
use domain::{Cancel, Result, limits};
use text::literal::Literal;
use text::snippet;

/// Where the first match is.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Title,
    Description,
    Text { start: usize, end: usize },
}

impl Place {
    fn class(&self) -> u8 {
        match self {
            Self::Title => 0,
            Self::Description => 1,
            Self::Text { .. } => 2,
        }
    }
}

fn text_place(range: Range<usize>) -> Place {
    Place::Text {
        start: range.start,
        end: range.end,
    }
}

/// The prompts in scope that hold the literal.
pub(crate) fn prompts(
    snapshot: &dyn Snapshot,
    filter: &ItemFilter,
    literal: &Literal,
    limit: usize,
    cancel: &Cancel,
) -> Result<Vec<PromptRow>> {
    let mut matches: Vec<(Place, Prompt)> = Vec::new();
    let mut cursor = None;
    loop {
        cancel.check()?;
        let request = PageRequest {
            limit: limits::PAGE_MAX,
            cursor,
        };
        let page = snapshot.prompts(filter, None, &request)?;
        for prompt in page.rows {
            if let Some(place) = prompt_place(&prompt, literal) {
                matches.push((place, prompt));
            }
        }
        cursor = page.cursor;
        if cursor.is_none() {
            break;
        }
    }
    matches.sort_by(|(a_place, a), (b_place, b)| {
        (a_place.class(), &a.title, &a.id).cmp(&(b_place.class(), &b.title, &b.id))
    });
    matches.truncate(limit);
    Ok(matches.into_iter().map(prompt_row).collect())
}

fn prompt_place(prompt: &Prompt, literal: &Literal) -> Option<Place> {
    if literal.find(&prompt.title).is_some() {
        return Some(Place::Title);
    }
    if literal.find(&prompt.description).is_some() {
        return Some(Place::Description);
    }
    literal.find(&prompt.content).map(text_place)
}

fn prompt_row((place, prompt): (Place, Prompt)) -> PromptRow {
    let highlight = match place {
        Place::Text { start, end } => Some(snippet::highlight(
            &prompt.content,
            start..end,
            limits::HIGHLIGHT_GRAPHEMES,
        )),
        Place::Title | Place::Description => None,
    };
    PromptRow {
        id: prompt.id,
        title: prompt.title,
        description: prompt.description,
        score: None,
        highlight,
    }
}

/// The documents in scope that hold the literal in title, heading or text.
pub(crate) fn documents(
    snapshot: &dyn Snapshot,
    filter: &ItemFilter,
    query: &str,
    literal: &Literal,
    limit: usize,
    cancel: &Cancel,
) -> Result<Vec<DocumentRow>> {
    let scope = snapshot.resolve_documents(filter)?;
    let candidates = snapshot.documents_with_terms(&text::terms::certain(query), &scope, cancel)?;
    let mut matches: Vec<(Place, Document)> = Vec::new();
    for id in candidates {
        cancel.check()?;
        let Some(document) = snapshot.document(&id)? else {
            continue;
        };
        let place = if literal.find(&document.title).is_some() {
            Some(Place::Title)
        } else {
            let content = snapshot.document_content(&id)?;
            content.and_then(|c| literal.find(&c)).map(text_place)
        };
        if let Some(place) = place {
            matches.push((place, document));
        }
    }
    matches.sort_by(|(a_place, a), (b_place, b)| {
        (a_place.class(), &a.title, &a.id).cmp(&(b_place.class(), &b.title, &b.id))
    });
    matches.truncate(limit);
    matches
        .into_iter()
        .map(|(_, document)| document_row(snapshot, document, literal))
        .collect()
}

fn document_row(
    snapshot: &dyn Snapshot,
    document: Document,
    literal: &Literal,
) -> Result<DocumentRow> {
    let content = snapshot.document_content(&document.id)?.unwrap_or_default();
    let range = literal.find(&content);
    let chunk = match &range {
        Some(range) => chunk_at(&snapshot.tree(&document.id)?, range.start).map(|c| c.id.clone()),
        None => None,
    };
    Ok(DocumentRow {
        highlight: range.map(|r| snippet::highlight(&content, r, limits::HIGHLIGHT_GRAPHEMES)),
        id: document.id,
        title: document.title,
        status: document.status,
        score: None,
        chunk,
    })
}

/// The chunk in which a match at byte `offset` starts: the paragraph around it, or the section
/// when it starts in a heading, or the root.
fn chunk_at(tree: &[Chunk], offset: usize) -> Option<&Chunk> {
    let around = |level: Level| {
        tree.iter()
            .find(|c| c.level == level && c.bytes.contains(&offset))
    };
    around(Level::Paragraph)
        .or_else(|| around(Level::Section))
        .or_else(|| around(Level::Document))
}
