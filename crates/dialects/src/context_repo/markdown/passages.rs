//! The texts of passage search, reading and walking.

use domain::operations::deep_expand::Direction;

use super::format::two_decimals;
use crate::context_repo::wire::passages::{
    Chunk, ExpandResponse, ExpandedChunk, Hit, ReadResponse, SearchResponse,
};

/// The passages found.
pub fn results(response: &SearchResponse) -> String {
    let data = &response.data;
    let query = &data.meta.query;
    if data.results.is_empty() {
        return format!("No results found for \"{query}\".");
    }
    let entries: Vec<String> = data
        .results
        .iter()
        .enumerate()
        .map(|(at, hit)| result(at + 1, hit))
        .collect();
    format!(
        "## Progressive Disclosure Search: \"{query}\"\n\n**Total Results:** {}\n\n{}",
        data.meta.total_results,
        entries.join("\n\n")
    )
}

fn result(number: usize, hit: &Hit) -> String {
    let mut text = format!(
        "### Result {number}\n\
         - **chunkId:** {}\n\
         - **Score:** {}\n\
         - **Level:** {}\n\
         - **Document:** {} ({})\n\
         - **Content:** {}",
        hit.chunk_id,
        two_decimals(hit.score),
        hit.level,
        hit.document_title,
        hit.document_id,
        hit.content
    );
    push_bullet(&mut text, "Parent", &hit.parent_id);
    push_bullet(&mut text, "Prev Sibling", &hit.sibling_ids.prev);
    push_bullet(&mut text, "Next Sibling", &hit.sibling_ids.next);
    text
}

/// A chunk in full.
pub fn chunk(response: &ReadResponse) -> String {
    let chunk = &response.data;
    format!(
        "## Chunk Details\n\n\
         - **chunkId:** {}\n\
         - **Level:** {}\n\
         - **Content:**\n\n\
         {}\n\n\
         {}\n\n\
         {}\n\n\
         > Use deep_expand with this chunkId to navigate to related chunks.",
        chunk.chunk_id,
        chunk.level,
        chunk.content,
        place(chunk),
        metadata(chunk)
    )
}

fn place(chunk: &Chunk) -> String {
    let hierarchy = &chunk.hierarchy;
    let position = &hierarchy.position;
    let mut text = format!(
        "### Hierarchy\n\
         - **Document:** {} ({})\n\
         - **Section Path:** {}\n\n\
         ### Position\n\
         - **Chunk Index:** {}",
        hierarchy.document_title,
        hierarchy.document_id,
        hierarchy.section_path,
        position.chunk_index
    );
    push_bullet(&mut text, "Parent Chunk", &position.parent_chunk_id);
    push_bullet(&mut text, "Prev Sibling", &position.prev_sibling_id);
    push_bullet(&mut text, "Next Sibling", &position.next_sibling_id);
    text
}

fn metadata(chunk: &Chunk) -> String {
    let metadata = &chunk.metadata;
    let mut text = format!(
        "### Metadata\n\
         - **Word Count:** {}\n\
         - **Start Index:** {}\n\
         - **End Index:** {}",
        metadata.word_count, metadata.start_index, metadata.end_index
    );
    push_bullet(&mut text, "Heading", &metadata.heading_text);
    text
}

/// The chunks of a walk.
pub fn expansion(response: &ExpandResponse, direction: Direction) -> String {
    let chunks = &response.data.chunks;
    if chunks.is_empty() {
        return "No chunks found in that direction. If this chunkId was returned from a very \
                recently created document, re-run deep_search to obtain fresh chunkIds \u{2014} \
                the chunk tree may have been rebuilt while the document was being indexed."
            .to_owned();
    }
    let entries: Vec<String> = chunks
        .iter()
        .enumerate()
        .map(|(at, chunk)| expanded(at + 1, chunk))
        .collect();
    format!(
        "## {}\n\n**Direction:** {} | **Results:** {}\n\n{}",
        heading(direction),
        direction.name(),
        chunks.len(),
        entries.join("\n\n")
    )
}

fn heading(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "Parent chunk",
        Direction::Down => "Child chunks",
        Direction::Next => "Next sibling",
        Direction::Previous => "Previous sibling",
        Direction::Surrounding => "Surrounding chunks",
    }
}

fn expanded(number: usize, chunk: &ExpandedChunk) -> String {
    let mut text = format!(
        "### Chunk {number}\n\
         - **chunkId:** {}\n\
         - **Level:** {}\n\
         - **Chunk Index:** {}\n\
         - **Document:** {} ({})",
        chunk.chunk_id, chunk.level, chunk.chunk_index, chunk.document_title, chunk.document_id
    );
    push_bullet(&mut text, "Parent", &chunk.parent_id);
    text.push_str("\n- **Content:** ");
    text.push_str(&chunk.content);
    text
}

fn push_bullet(text: &mut String, label: &str, value: &Option<String>) {
    if let Some(value) = value {
        text.push_str(&format!("\n- **{label}:** {value}"));
    }
}
