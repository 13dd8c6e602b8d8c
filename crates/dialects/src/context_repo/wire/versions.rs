//! Histories on the wire.

use domain::item;
use domain::operations::diff;
use schemars::JsonSchema;
use serde::Serialize;

/// Who changed something, as long as nothing is known of it: writers are not recorded.
const NOBODY_KNOWN: &str = "Unknown";

/// One version of a prompt's or a document's content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Version {
    /// Its id, which a restore takes.
    pub id: String,
    /// Its number, from 1.
    pub version: u32,
    /// The title at that time; documents only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Who wrote it.
    pub user_name: String,
    /// Why it changed, in the writer's words.
    pub change_log: Option<String>,
    /// A prompt's template at that time; the beginning of a document's text.
    pub content: String,
    /// When it was written, milliseconds since the Unix epoch.
    pub created_at: i64,
}

impl Version {
    /// A version of a prompt.
    pub fn of_prompt(version: item::Version) -> Self {
        Self {
            id: version.id.to_string(),
            version: version.number,
            title: None,
            user_name: NOBODY_KNOWN.to_owned(),
            change_log: version.change_log,
            content: version.content,
            created_at: version.created_ms,
        }
    }

    /// A version of a document.
    pub fn of_document(version: item::Version) -> Self {
        Self {
            title: Some(version.title.clone()),
            ..Self::of_prompt(version)
        }
    }
}

/// What changed between two versions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Diff {
    /// The number of the older version; 0 stands for nothing, before the first version.
    pub from: u32,
    /// The number of the newer version.
    pub to: u32,
    /// Lines that only the newer version has.
    pub added: u64,
    /// Lines that only the older version has.
    pub removed: u64,
    /// The difference in unified format, three lines of context; empty when there is none.
    pub unified: String,
}

impl From<diff::Response> for Diff {
    fn from(response: diff::Response) -> Self {
        Self {
            from: response.from,
            to: response.to,
            added: response.added,
            removed: response.removed,
            unified: response.unified,
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::ids::VersionId;

    use super::*;
    use crate::context_repo::wire::to_value;

    fn version() -> item::Version {
        item::Version {
            id: VersionId::parse("v_1").unwrap(),
            number: 2,
            title: "Tide table".to_owned(),
            content: "High water at noon.".to_owned(),
            change_log: None,
            created_ms: 7,
        }
    }

    #[test]
    fn versions_of_documents_have_a_title() {
        assert_eq!(
            to_value(&Version::of_document(version())).to_string(),
            concat!(
                r#"{"id":"v_1","version":2,"title":"Tide table","userName":"Unknown","#,
                r#""changeLog":null,"content":"High water at noon.","createdAt":7}"#
            )
        );
        assert!(
            to_value(&Version::of_prompt(version()))
                .get("title")
                .is_none()
        );
    }
}
