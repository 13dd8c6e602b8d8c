//! Texts about documents.

use super::format::date;
use super::{list, tag_line, with_next_page};
use crate::context_repo::wire::documents::Document;
use crate::context_repo::wire::{Deleted, List};

/// A page of documents.
pub fn page(documents: &List<Document>) -> String {
    let entries: Vec<String> = documents.data.iter().map(row).collect();
    with_next_page(
        list("documents", &entries),
        "list_documents",
        &documents.pagination,
    )
}

fn row(document: &Document) -> String {
    format!(
        "- **{}**\n  Status: {} | Type: {} | ID: {}",
        document.title, document.status, document.source_type, document.id
    )
}

/// A document in full.
pub fn full(document: &Document) -> String {
    let link = document
        .source_url
        .as_deref()
        .map_or_else(String::new, |url| format!(" ({url})"));
    let tags = if document.tags.is_empty() {
        String::new()
    } else {
        format!("**Tags:** {}\n\n", document.tags.join(", "))
    };
    let content = document.content.as_deref().filter(|c| !c.is_empty());
    format!(
        "# {}\n\n**Status:** {}\n**Source:** {}{link}\n**Created:** {}\n\n{tags}## Content\n\n{}",
        document.title,
        document.status,
        document.source_type,
        date(document.created_at),
        content.unwrap_or("*No content available*")
    )
}

/// A document was created; `title` and `tags` as they were sent.
pub fn created(title: &str, id: &str, tags: &[String]) -> String {
    format!(
        "Successfully created document \"{title}\"\n\nID: {id}{}",
        tag_line("\n", tags)
    )
}

/// A document was changed; `tags` as they were sent.
pub fn updated(document: &Document, tags: &[String]) -> String {
    format!(
        "Successfully updated document \"{}\"\n\nVersion: {}{}",
        document.title,
        document.current_version,
        tag_line("\n", tags)
    )
}

/// A document was deleted.
pub fn deleted(deleted: &Deleted) -> String {
    format!("Successfully deleted document {}", deleted.id)
}

/// A document was gone already.
pub fn already_deleted(deleted: &Deleted) -> String {
    format!("Document {} was already deleted (no-op).", deleted.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context_repo::wire::Pagination;

    fn tides() -> Document {
        Document {
            id: "d_tides".to_owned(),
            title: "Tide table".to_owned(),
            status: "ready".to_owned(),
            status_message: None,
            source_type: "text".to_owned(),
            source_url: None,
            content: None,
            tags: vec![],
            current_version: 2,
            revision: 5,
            created_at: 1_768_435_200_000,
            updated_at: 1_768_435_200_000,
        }
    }

    fn page_of(data: Vec<Document>, cursor: Option<&str>) -> String {
        page(&List {
            data,
            pagination: Pagination {
                cursor: cursor.map(str::to_owned),
                has_more: cursor.is_some(),
            },
        })
    }

    #[test]
    fn a_page_lists_its_documents() {
        assert_eq!(
            page_of(vec![tides(), tides()], Some("n2")),
            "Found 2 documents:\n\n\
             - **Tide table**\n  Status: ready | Type: text | ID: d_tides\n\n\
             - **Tide table**\n  Status: ready | Type: text | ID: d_tides\n\n\
             More results available. To fetch the next page, re-run list_documents with cursor=\"n2\""
        );
        assert_eq!(page_of(vec![], None), "No documents found.");
    }

    #[test]
    fn a_document_shows_its_content() {
        let mut document = tides();
        document.content = Some("High water at noon.\n".to_owned());
        assert_eq!(
            full(&document),
            "# Tide table\n\n**Status:** ready\n**Source:** text\n**Created:** 1/15/2026\n\n\
             ## Content\n\nHigh water at noon.\n"
        );
    }

    #[test]
    fn a_document_shows_its_link_and_tags_and_says_when_it_is_empty() {
        let mut document = tides();
        document.source_type = "file".to_owned();
        document.source_url = Some("https://harbour.test/tides".to_owned());
        document.tags = vec!["harbour".to_owned(), "water".to_owned()];
        document.content = Some(String::new());
        assert_eq!(
            full(&document),
            "# Tide table\n\n**Status:** ready\n**Source:** file (https://harbour.test/tides)\n\
             **Created:** 1/15/2026\n\n**Tags:** harbour, water\n\n\
             ## Content\n\n*No content available*"
        );
    }

    #[test]
    fn writes_are_acknowledged() {
        let tags = ["harbour".to_owned()];
        assert_eq!(
            created("Tide table", "d_tides", &[]),
            "Successfully created document \"Tide table\"\n\nID: d_tides"
        );
        assert_eq!(
            created("Tide table", "d_tides", &tags),
            "Successfully created document \"Tide table\"\n\nID: d_tides\nTags: harbour"
        );
        assert_eq!(
            updated(&tides(), &[]),
            "Successfully updated document \"Tide table\"\n\nVersion: 2"
        );
        assert_eq!(
            updated(&tides(), &tags),
            "Successfully updated document \"Tide table\"\n\nVersion: 2\nTags: harbour"
        );
        let gone = Deleted::of("d_tides");
        assert_eq!(deleted(&gone), "Successfully deleted document d_tides");
        assert_eq!(
            already_deleted(&gone),
            "Document d_tides was already deleted (no-op)."
        );
    }
}
