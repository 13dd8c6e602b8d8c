//! Prompts on the wire.

use domain::item;
use schemars::JsonSchema;
use serde::Serialize;

/// A prompt, in full and as a row.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Prompt {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it is for.
    pub description: String,
    /// The template.
    pub content: String,
    /// The variables of the template, in order of appearance.
    pub variables: Vec<Variable>,
    /// Whether its owner marked it as public; nothing is published by it.
    pub is_public: bool,
    /// Whether it is put away.
    pub is_archived: bool,
    /// The number of its current version, from 1.
    pub current_version: u32,
    /// Its tags.
    pub tags: Vec<String>,
    /// How often it was used.
    pub stats: Stats,
    /// Creation time, milliseconds since the Unix epoch.
    pub created_at: i64,
    /// Time of the last change, milliseconds since the Unix epoch.
    pub updated_at: i64,
}

/// A variable of a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Variable {
    /// Its name within `${…}`.
    pub name: String,
    /// What kind of value it takes.
    #[serde(rename = "type")]
    pub kind: String,
    /// What it stands for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

impl From<item::Variable> for Variable {
    fn from(variable: item::Variable) -> Self {
        Self {
            name: variable.name,
            kind: variable.kind,
            description: variable.description,
        }
    }
}

/// How often a prompt was used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Stats {
    /// How often it was looked at.
    pub views: u64,
    /// How often it was copied.
    pub copies: u64,
}

impl From<item::Prompt> for Prompt {
    fn from(prompt: item::Prompt) -> Self {
        Self {
            id: prompt.id.to_string(),
            title: prompt.title,
            description: prompt.description,
            content: prompt.content,
            variables: prompt.variables.into_iter().map(Variable::from).collect(),
            is_public: prompt.is_public,
            is_archived: prompt.is_archived,
            current_version: prompt.current_version,
            tags: prompt.tags.as_slice().to_vec(),
            stats: Stats {
                views: prompt.views,
                copies: prompt.copies,
            },
            created_at: prompt.created_ms,
            updated_at: prompt.updated_ms,
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::ids::PromptId;
    use domain::item::{Status, Tags};

    use super::*;
    use crate::context_repo::wire::to_value;

    #[test]
    fn a_prompt_has_every_field_of_the_contract() {
        let prompt = Prompt::from(item::Prompt {
            id: PromptId::parse("p_1").unwrap(),
            title: "Minutes".to_owned(),
            description: String::new(),
            content: "Summarise ${talk}".to_owned(),
            variables: vec![item::Variable {
                name: "talk".to_owned(),
                kind: "string".to_owned(),
                description: None,
            }],
            is_public: true,
            is_archived: false,
            views: 3,
            copies: 1,
            tags: Tags::new(["work"]).unwrap(),
            status: Status::Ready,
            error: None,
            current_version: 2,
            created_ms: 5,
            updated_ms: 6,
        });
        assert_eq!(
            to_value(&prompt).to_string(),
            concat!(
                r#"{"id":"p_1","title":"Minutes","description":"","content":"Summarise ${talk}","#,
                r#""variables":[{"name":"talk","type":"string"}],"isPublic":true,"isArchived":false,"#,
                r#""currentVersion":2,"tags":["work"],"stats":{"views":3,"copies":1},"#,
                r#""createdAt":5,"updatedAt":6}"#
            )
        );
    }

    #[test]
    fn a_variable_leaves_out_a_missing_description() {
        let variable = Variable {
            name: "who".to_owned(),
            kind: "string".to_owned(),
            description: None,
        };
        assert_eq!(
            to_value(&variable).to_string(),
            r#"{"name":"who","type":"string"}"#
        );
    }
}
