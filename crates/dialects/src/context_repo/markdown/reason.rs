//! The text of a cited answer.

use super::format::two_decimals;
use crate::context_repo::wire::reason::Reason;

/// An answer with its sources, gaps and conflicts. Sections without rows are left out; the answer
/// is always there.
pub fn answer(reason: &Reason) -> String {
    let sources: Vec<String> = reason
        .citations
        .iter()
        .map(|citation| {
            format!(
                "{} (doc: {}, chunk: {}, score: {})",
                citation.document_title,
                citation.document_id,
                citation.chunk_id,
                two_decimals(citation.score)
            )
        })
        .collect();
    let meta = &reason.meta;
    let figures = [
        format!("Chunks gathered: {}", meta.chunks_gathered),
        format!("Citations dropped: {}", meta.citations_dropped),
        format!("Latency: {}ms", meta.latency_ms),
    ];
    let mut sections = vec![format!("# Answer\n\n{}", reason.answer)];
    sections.extend(rows("Sources", &sources));
    sections.extend(rows("Gaps", &reason.gaps));
    sections.extend(rows("Conflicts", &reason.conflicts));
    sections.extend(rows("Meta", &figures));
    sections.join("\n\n")
}

fn rows(heading: &str, rows: &[String]) -> Option<String> {
    if rows.is_empty() {
        return None;
    }
    let lines: Vec<String> = rows.iter().map(|row| format!("- {row}")).collect();
    Some(format!("## {heading}\n{}", lines.join("\n")))
}
