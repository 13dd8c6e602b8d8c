//! The text of a catalog search.

use super::format::{cut_utf16, on_one_line, two_decimals};
use crate::context_repo::wire::find_items::{CollectionRow, DocumentRow, PromptRow, Response};

/// How much of a prompt's description a row shows, in UTF-16 units.
const DESCRIPTION_UNITS: usize = 100;

/// The rows by kind, empty kinds left out; `query` as it was sent, blanks around it included.
pub fn results(response: &Response, query: &str) -> String {
    let semantic = response.meta.semantic;
    let data = &response.data;
    let sections: Vec<String> = [
        section("Prompts", &data.prompts, prompt_row),
        section("Documents", &data.documents, |row| {
            document_row(row, semantic)
        }),
        section("Collections", &data.collections, |row| {
            collection_row(row, semantic)
        }),
    ]
    .into_iter()
    .flatten()
    .collect();
    if sections.is_empty() {
        return format!("No results found for \"{query}\".");
    }
    let kind = if semantic {
        "Semantic Search"
    } else {
        "Search"
    };
    format!(
        "## {kind} Results for \"{query}\"\n\n{}",
        sections.join("\n\n")
    )
}

fn section<T>(title: &str, rows: &[T], row: impl Fn(&T) -> String) -> Option<String> {
    if rows.is_empty() {
        return None;
    }
    let lines: Vec<String> = rows.iter().map(row).collect();
    Some(format!(
        "### {title} ({})\n{}",
        rows.len(),
        lines.join("\n")
    ))
}

fn prompt_row(row: &PromptRow) -> String {
    format!(
        "- **{}** (id: {}{}) - {}",
        row.title,
        row.prompt_id,
        score_part(row.score),
        cut_utf16(&row.description, DESCRIPTION_UNITS)
    )
}

fn document_row(row: &DocumentRow, semantic: bool) -> String {
    let chunk = row
        .chunk_id
        .as_deref()
        .map_or_else(String::new, |id| format!(", chunkId: {id}"));
    let status = match &row.status {
        Some(status) if !semantic => format!(" ({status})"),
        _ => String::new(),
    };
    let highlight = row
        .highlight
        .as_deref()
        .filter(|text| !text.is_empty())
        .map_or_else(String::new, |text| format!("\n  > {}", on_one_line(text)));
    format!(
        "- **{}** (id: {}{chunk}{}){status}{highlight}",
        row.title,
        row.document_id,
        score_part(row.score)
    )
}

fn collection_row(row: &CollectionRow, semantic: bool) -> String {
    if semantic {
        let matched = row
            .matched_items
            .map_or_else(String::new, |n| format!(", {n} matched items"));
        return format!(
            "- **{}** (id: {}{}{matched})",
            row.name,
            row.collection_id,
            score_part(row.score)
        );
    }
    let description = row
        .description
        .as_deref()
        .filter(|text| !text.is_empty())
        .map_or_else(String::new, |text| format!(" - {text}"));
    format!(
        "- **{}** (id: {}){description}",
        row.name, row.collection_id
    )
}

fn score_part(score: Option<f64>) -> String {
    score.map_or_else(String::new, |score| {
        format!(", score: {}", two_decimals(score))
    })
}
