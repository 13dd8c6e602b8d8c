//! Documents on the wire.

use domain::item;
use domain::operations::documents::Full;
use schemars::JsonSchema;
use serde::Serialize;

/// A document: with its content when it was read on its own, without it in rows.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Document {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// How far indexing is.
    pub status: String,
    /// Why the status is what it is, when something went wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status_message: Option<String>,
    /// What kind of place it came from.
    pub source_type: String,
    /// A link to where it came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_url: Option<String>,
    /// Its whole text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    /// Its tags.
    pub tags: Vec<String>,
    /// The number of its current content version, from 1.
    pub current_version: u32,
    /// Counts every change, from 1; a write that names it fails when it has moved on.
    pub revision: u64,
    /// Creation time, milliseconds since the Unix epoch.
    pub created_at: i64,
    /// Time of the last change, milliseconds since the Unix epoch.
    pub updated_at: i64,
}

impl From<item::Document> for Document {
    fn from(document: item::Document) -> Self {
        Self {
            id: document.id.to_string(),
            title: document.title,
            status: document.status.name().to_owned(),
            status_message: document.error,
            source_type: document.source_kind.name().to_owned(),
            source_url: document.source_url,
            content: None,
            tags: document.tags.as_slice().to_vec(),
            current_version: document.current_version,
            revision: document.revision,
            created_at: document.created_ms,
            updated_at: document.updated_ms,
        }
    }
}

impl From<Full> for Document {
    fn from(full: Full) -> Self {
        Self {
            content: Some(full.content),
            ..Self::from(full.document)
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::ids::DocumentId;
    use domain::item::{Status, Tags};
    use domain::source::SourceKind;

    use super::*;
    use crate::context_repo::wire::to_value;

    fn row() -> item::Document {
        item::Document {
            id: DocumentId::parse("d_1").unwrap(),
            title: "Tide table".to_owned(),
            tags: Tags::default(),
            status: Status::Pending,
            error: None,
            source_kind: SourceKind::File,
            source_url: None,
            media_type: "text/markdown".to_owned(),
            current_version: 1,
            revision: 4,
            created_ms: 1_000,
            updated_ms: 2_000,
        }
    }

    #[test]
    fn a_row_has_no_content_and_leaves_out_what_is_missing() {
        assert_eq!(
            to_value(&Document::from(row())).to_string(),
            concat!(
                r#"{"id":"d_1","title":"Tide table","status":"pending","sourceType":"file","#,
                r#""tags":[],"currentVersion":1,"revision":4,"createdAt":1000,"updatedAt":2000}"#
            )
        );
    }

    #[test]
    fn a_full_document_has_its_content_even_when_empty() {
        let full = Full {
            document: row(),
            content: String::new(),
        };
        assert_eq!(to_value(&Document::from(full))["content"], "");
    }

    #[test]
    fn a_failed_document_says_why() {
        let mut failed = row();
        failed.status = Status::Failed;
        failed.error = Some("not UTF-8".to_owned());
        let value = to_value(&Document::from(failed));
        assert_eq!(value["status"], "failed");
        assert_eq!(value["statusMessage"], "not UTF-8");
    }
}
