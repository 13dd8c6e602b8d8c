//! Prompts, as the protocol has them.

use std::collections::BTreeMap;

use dialects::host::{FilledPrompt, PromptPage, PromptSpec};
use rmcp::model::{
    GetPromptResult, JsonObject, ListPromptsResult, Prompt, PromptArgument, PromptMessage, Role,
};
use serde_json::Value;

use crate::{TEXT_BYTES_MAX, cut};

/// How much of a description a list shows, in bytes. A list of a hundred prompts is to stay
/// below what a client accepts.
const DESCRIPTION_BYTES: usize = 500;
/// How much of the description of a variable a list shows, in bytes.
const ARGUMENT_BYTES: usize = 120;

pub(super) fn page(page: PromptPage) -> ListPromptsResult {
    let prompts = page.prompts.into_iter().map(listed).collect();
    let mut result = ListPromptsResult::with_all_items(prompts);
    result.next_cursor = page.cursor;
    result
}

fn listed(spec: PromptSpec) -> Prompt {
    let arguments = spec.arguments.into_iter().map(|argument| {
        let mut listed = PromptArgument::new(argument.name).with_required(false);
        listed.description = argument
            .description
            .map(|text| cut::short(text, ARGUMENT_BYTES));
        listed
    });
    Prompt::new(
        spec.name,
        Some(cut::short(spec.description, DESCRIPTION_BYTES)),
        Some(arguments.collect()),
    )
    .with_title(spec.title)
}

/// The values of a request. The protocol has strings only, but agents also write numbers,
/// truth values, and null for what they leave out.
pub(super) fn values(arguments: JsonObject) -> BTreeMap<String, String> {
    arguments
        .into_iter()
        .filter_map(|(name, value)| match value {
            Value::Null => None,
            Value::String(text) => Some((name, text)),
            other => Some((name, other.to_string())),
        })
        .collect()
}

pub(super) fn result(filled: FilledPrompt) -> GetPromptResult {
    let bytes = filled.messages.iter().map(String::len).sum::<usize>();
    // The messages share what an answer may have, in proportion to their lengths.
    let share = |text: &str| match bytes {
        0..=TEXT_BYTES_MAX => text.len(),
        _ => TEXT_BYTES_MAX * text.len() / bytes,
    };
    let messages = filled.messages.into_iter().map(|text| {
        let bytes_max = share(&text);
        let text = cut::text(text, "Shorten the prompt, or split it.", bytes_max);
        PromptMessage::new_text(Role::User, text)
    });
    GetPromptResult::new(messages.collect())
        .with_description(described(filled.description, &filled.missing))
}

fn described(description: String, missing: &[String]) -> String {
    if missing.is_empty() {
        return description;
    }
    let names: Vec<String> = missing.iter().map(|name| format!("${{{name}}}")).collect();
    let note = format!(
        "No value was given for {}; the text still has {} there.",
        names.join(", "),
        if missing.len() == 1 { "it" } else { "them" },
    );
    if description.is_empty() {
        note
    } else {
        format!("{description}\n\n{note}")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn filled(messages: Vec<String>, missing: &[&str]) -> FilledPrompt {
        FilledPrompt {
            description: "Greets.".to_owned(),
            messages,
            missing: missing.iter().map(|name| (*name).to_owned()).collect(),
        }
    }

    #[test]
    fn values_may_be_of_any_kind_and_null_is_none() {
        let Value::Object(given) = json!({"a": "x", "b": 2, "c": null, "d": true, "e": [1]}) else {
            unreachable!("it is an object");
        };
        let expected = [("a", "x"), ("b", "2"), ("d", "true"), ("e", "[1]")];
        let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(values(given), BTreeMap::from(expected));
    }

    #[test]
    fn what_has_no_value_is_named() {
        let result = result(filled(vec!["Hi ${who}".to_owned()], &["who", "when"]));
        assert_eq!(
            result.description.unwrap(),
            "Greets.\n\nNo value was given for ${who}, ${when}; the text still has them there."
        );
    }

    #[test]
    fn long_messages_are_cut_and_say_so() {
        let long = "x".repeat(TEXT_BYTES_MAX);
        let result = result(filled(vec![long.clone(), long], &[]));
        let texts = serde_json::to_value(result.messages).unwrap();
        for message in texts.as_array().unwrap() {
            let text = message["content"]["text"].as_str().unwrap();
            assert!(text.len() <= TEXT_BYTES_MAX / 2);
            assert!(text.ends_with("Shorten the prompt, or split it.]"));
        }
    }
}
