//! The pair `search` and `fetch` on the wire: ids with a prefix that says the kind, and links into
//! the dashboard.

use domain::item::Kind;
use serde::Serialize;

use super::collections::{Collection, Item};
use super::documents::Document;
use super::find_items::Data;
use super::prompts::Prompt;

/// What a search found, prompts first, then documents, then collections.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SearchResults {
    /// The items.
    pub results: Vec<Link>,
}

/// An item that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Link {
    /// What `fetch` takes.
    pub id: String,
    /// Its title or name.
    pub title: String,
    /// Where a person can look at it.
    pub url: String,
}

/// An item that was fetched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fetched {
    /// The id as it was asked for.
    pub id: String,
    /// Its title or name.
    pub title: String,
    /// Its text, headed by the title.
    pub text: String,
    /// Where a person can look at it.
    pub url: String,
    /// What else is known.
    pub metadata: Metadata,
}

/// What else is known of a fetched item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Metadata {
    /// `prompt`, `document` or `collection`.
    #[serde(rename = "type")]
    pub kind: &'static str,
}

const PROMPT: &str = "prompt";
const DOCUMENT: &str = "document";
const COLLECTION: &str = "collection";

/// The site that links lead into: where its addresses start, without a slash at the end.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a>(pub &'a str);

impl Site<'_> {
    /// Which item an id with a prefix means; `None` when it has none of the three.
    pub fn item(prefixed: &str) -> Option<(Kind, &str)> {
        let (prefix, id) = prefixed.split_once('_')?;
        let kind = match prefix {
            PROMPT => Kind::Prompt,
            DOCUMENT => Kind::Document,
            COLLECTION => Kind::Collection,
            _ => return None,
        };
        Some((kind, id))
    }

    /// Rows of a catalog search as links.
    pub fn results(self, data: &Data) -> SearchResults {
        let prompts = data
            .prompts
            .iter()
            .map(|row| self.link(PROMPT, &row.prompt_id, &row.title));
        let documents = data
            .documents
            .iter()
            .map(|row| self.link(DOCUMENT, &row.document_id, &row.title));
        let collections = data
            .collections
            .iter()
            .map(|row| self.link(COLLECTION, &row.collection_id, &row.name));
        SearchResults {
            results: prompts.chain(documents).chain(collections).collect(),
        }
    }

    /// A prompt.
    pub fn prompt(self, prompt: &Prompt) -> Fetched {
        let text = format!(
            "# {}\n\n{}\n\n{}",
            prompt.title, prompt.description, prompt.content
        );
        self.fetched(PROMPT, &prompt.id, &prompt.title, text)
    }

    /// A document.
    pub fn document(self, document: &Document) -> Fetched {
        let content = document.content.as_deref().unwrap_or_default();
        let text = format!("# {}\n\n{content}", document.title);
        self.fetched(DOCUMENT, &document.id, &document.title, text)
    }

    /// A collection with its first members, each with the id that fetches it.
    pub fn collection(self, collection: &Collection, members: &[Item]) -> Fetched {
        let mut parts = vec![format!("# {}", collection.name)];
        parts.extend(collection.description.clone().filter(|d| !d.is_empty()));
        if !members.is_empty() {
            let lines: Vec<String> = members
                .iter()
                .map(|item| {
                    let id = prefixed(&item.item_type, &item.item_id);
                    format!("- {} ({}, id: {id})", item.title, item.item_type)
                })
                .collect();
            parts.push(lines.join("\n"));
        }
        let shown = u32::try_from(members.len()).unwrap_or(u32::MAX);
        if shown < collection.item_count {
            let total = collection.item_count;
            parts.push(format!("The first {shown} of {total} members are listed."));
        }
        self.fetched(
            COLLECTION,
            &collection.id,
            &collection.name,
            parts.join("\n\n"),
        )
    }

    fn fetched(self, kind: &'static str, id: &str, title: &str, text: String) -> Fetched {
        let link = self.link(kind, id, title);
        Fetched {
            id: link.id,
            title: link.title,
            text,
            url: link.url,
            metadata: Metadata { kind },
        }
    }

    fn link(self, kind: &str, id: &str, title: &str) -> Link {
        Link {
            id: prefixed(kind, id),
            title: title.to_owned(),
            // The segment of the address is the plural of the kind.
            url: format!("{}/dashboard/{kind}s/{id}", self.0),
        }
    }
}

fn prefixed(kind: &str, id: &str) -> String {
    format!("{kind}_{id}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context_repo::wire::find_items::{CollectionRow, DocumentRow, PromptRow};
    use crate::context_repo::wire::to_value;

    const SITE: Site<'_> = Site("http://127.0.0.1:4142");

    #[test]
    fn results_are_links_in_the_order_of_the_kinds() {
        let data = Data {
            prompts: vec![PromptRow {
                prompt_id: "p_1".to_owned(),
                title: "Minutes".to_owned(),
                description: String::new(),
                score: Some(0.5),
                highlight: None,
            }],
            documents: vec![DocumentRow {
                document_id: "d_1".to_owned(),
                title: "Tide table".to_owned(),
                status: None,
                score: Some(0.9),
                highlight: None,
                chunk_id: None,
            }],
            collections: vec![CollectionRow {
                collection_id: "k_1".to_owned(),
                name: "Harbour".to_owned(),
                description: None,
                score: Some(0.9),
                matched_items: Some(1),
            }],
        };
        assert_eq!(
            to_value(&SITE.results(&data)).to_string(),
            concat!(
                r#"{"results":["#,
                r#"{"id":"prompt_p_1","title":"Minutes","url":"http://127.0.0.1:4142/dashboard/prompts/p_1"},"#,
                r#"{"id":"document_d_1","title":"Tide table","url":"http://127.0.0.1:4142/dashboard/documents/d_1"},"#,
                r#"{"id":"collection_k_1","title":"Harbour","url":"http://127.0.0.1:4142/dashboard/collections/k_1"}]}"#
            )
        );
    }

    #[test]
    fn an_id_says_its_kind() {
        assert_eq!(Site::item("prompt_p_1"), Some((Kind::Prompt, "p_1")));
        assert_eq!(Site::item("collection_"), Some((Kind::Collection, "")));
        for other in ["p_1", "prompts_1", "undefined", "", "../documents/x"] {
            assert_eq!(Site::item(other), None, "{other}");
        }
    }

    #[test]
    fn a_collection_lists_its_members_and_says_when_there_are_more() {
        let collection = Collection {
            id: "k_1".to_owned(),
            name: "Harbour".to_owned(),
            description: Some("Water.".to_owned()),
            color: None,
            icon: None,
            item_count: 2,
            tags: vec![],
            created_at: 0,
            updated_at: 0,
        };
        let member = Item {
            item_id: "d_1".to_owned(),
            id: "d_1".to_owned(),
            item_type: "document".to_owned(),
            title: "Tide table".to_owned(),
        };
        let fetched = SITE.collection(&collection, &[member]);
        assert_eq!(
            fetched.text,
            "# Harbour\n\nWater.\n\n- Tide table (document, id: document_d_1)\n\n\
             The first 1 of 2 members are listed."
        );
        assert_eq!(fetched.metadata.kind, "collection");
    }
}
