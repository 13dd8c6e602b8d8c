//! What a reader should know beside an answer: the text of the second block. It exists only
//! when there is something to say, and never changes the first one.

use super::format::two_decimals;
use crate::context_repo::wire::basis::{Meta, Miss, StaleMeta};
use crate::context_repo::wire::collections::MoreItems;

/// The code of the reason that everything in scope has been shown.
const ALL_SEEN: &str = "all_seen";

/// What to know about a search. `floor` is the lowest score of a row, where there is one;
/// `semantic` says whether vectors took part.
pub fn search(meta: &Meta, semantic: bool, floor: Option<f64>) -> Option<String> {
    let mut notes = Vec::new();
    if let Some(reason) = &meta.reason {
        notes.push(reason.message.to_owned());
    }
    if let Some(miss) = &meta.nearest_miss {
        notes.push(nearest_miss(miss, floor));
    }
    if semantic {
        notes.extend(vectors(meta));
    } else {
        notes.extend(texts(meta));
    }
    if meta.coverage.failed > 0 {
        notes.push(format!(
            "{} could not be indexed and can be missing here; the status of a document says so.",
            count(meta.coverage.failed, "item")
        ));
    }
    notes.extend(hidden(meta));
    joined(notes)
}

fn nearest_miss(miss: &Miss, floor: Option<f64>) -> String {
    let chunk = miss
        .chunk_id
        .as_deref()
        .map_or_else(String::new, |id| format!(", chunkId: {id}"));
    let below = floor.map_or_else(String::new, |floor| {
        format!(", below the floor of {}", two_decimals(floor))
    });
    format!(
        "Nearest miss: \"{}\" (id: {}{chunk}, score: {}){below}.",
        miss.title,
        miss.id,
        two_decimals(miss.score)
    )
}

fn vectors(meta: &Meta) -> Vec<String> {
    let coverage = &meta.coverage;
    let mut notes = Vec::new();
    if coverage.pending > 0 {
        notes.push(format!(
            "Still being indexed: {} of {} in scope. {} without a vector took no part in this answer.",
            coverage.items_pending,
            count(coverage.items, "item"),
            count(coverage.pending, "passage")
        ));
    }
    // Text outside the model's languages matters to a reader only when it could be the answer.
    if meta.reason.is_some() && coverage.not_covered > 0 {
        notes.push(format!(
            "Not covered by the model: {} in scope, found by literal search only.",
            count(coverage.not_covered, "passage")
        ));
    }
    if meta.query_windows > 1 {
        notes.push(format!(
            "The query is longer than one window of the model; the weighted mean of its {} windows was compared.",
            meta.query_windows
        ));
    }
    notes
}

fn texts(meta: &Meta) -> Option<String> {
    let coverage = &meta.coverage;
    let missing = coverage
        .documents
        .saturating_sub(coverage.documents_with_text);
    (missing > 0).then(|| {
        format!(
            "Not read yet: {missing} of {} in scope.",
            count(coverage.documents, "document")
        )
    })
}

fn hidden(meta: &Meta) -> Option<String> {
    let session = meta.session.as_ref()?;
    // A reason that says as much has been given already.
    let is_said = meta
        .reason
        .as_ref()
        .is_some_and(|reason| reason.code == ALL_SEEN);
    (session.hidden > 0 && !is_said).then(|| {
        format!(
            "Left out: {} that session {} has shown already; pass another sessionId to start afresh.",
            count(session.hidden, "passage"),
            session.id
        )
    })
}

/// What to know about a chunk that was replaced.
pub fn stale(meta: Option<&StaleMeta>, walked: bool) -> Option<String> {
    let stale = &meta?.stale;
    let happened = match (&stale.replaced_by, walked) {
        (Some(now), false) => {
            format!("what you read is its old text; its place is now chunk {now}.")
        }
        (None, false) => "what you read is its old text; nothing stands in its place.".to_owned(),
        (Some(now), true) => {
            format!("the walk started from chunk {now}, which stands in its place.")
        }
        (None, true) => "nothing stands in its place.".to_owned(),
    };
    Some(format!(
        "Chunk {} was replaced when its document changed: {happened}",
        stale.chunk_id
    ))
}

/// What to know about the collection `id` of which only the first members are shown.
pub fn more_members(more: &MoreItems, id: &str) -> String {
    let shown = more.items_shown;
    let total = shown.saturating_add(more.items_left_out);
    format!(
        "The first {shown} of {total} members are shown, {} left out; list_documents with \
         collectionId \"{id}\" pages through all its documents, and GET /v1/collections/{id}/items \
         with the cursor of structuredContent.meta through all its members.",
        more.items_left_out
    )
}

/// What to know about a template that ends the fence it is shown in.
pub fn fence(template: &str) -> Option<String> {
    template
        .lines()
        .any(|line| line.trim_start().starts_with("```"))
        .then(|| {
            "The template holds a code fence of its own, so the one that shows it seems to end \
             early; structuredContent.data.content has the template verbatim."
                .to_owned()
        })
}

/// What to know about a document whose indexing did not go well.
pub fn document_status(status: &str, message: Option<&str>) -> Option<String> {
    message.map(|message| format!("Indexing status {status}: {message}"))
}

fn joined(notes: Vec<String>) -> Option<String> {
    (!notes.is_empty()).then(|| notes.join("\n"))
}

fn count(n: u64, noun: &str) -> String {
    if n == 1 {
        format!("1 {noun}")
    } else {
        format!("{n} {noun}s")
    }
}
