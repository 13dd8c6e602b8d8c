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

/// The messages, as the user's. The host has named in them what has no value.
pub(super) fn result(filled: FilledPrompt) -> GetPromptResult {
    let lengths: Vec<usize> = filled.messages.iter().map(String::len).collect();
    let shares = shares(&lengths, TEXT_BYTES_MAX);
    let messages = filled.messages.into_iter().zip(shares);
    let messages = messages.map(|(text, bytes_max)| {
        let text = cut::text(text, "Shorten the prompt, or split it.", bytes_max);
        PromptMessage::new_text(Role::User, text)
    });
    GetPromptResult::new(messages.collect()).with_description(filled.description)
}

/// How much of `total` each of `lengths` gets: short ones all they need, long ones as much as
/// each other.
fn shares(lengths: &[usize], total: usize) -> Vec<usize> {
    let mut by_length: Vec<usize> = (0..lengths.len()).collect();
    by_length.sort_by_key(|index| lengths[*index]);
    let mut shares = vec![0; lengths.len()];
    let mut left = total;
    for (done, index) in by_length.into_iter().enumerate() {
        shares[index] = lengths[index].min(left / (lengths.len() - done));
        left -= shares[index];
    }
    shares
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

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
    fn long_messages_are_cut_and_say_so_and_short_ones_are_not() {
        let long = "x".repeat(TEXT_BYTES_MAX);
        let result = result(FilledPrompt {
            description: "Greets.".to_owned(),
            messages: vec![long.clone(), "short".to_owned(), long],
            missing: Vec::new(),
        });
        let messages = serde_json::to_value(result.messages).unwrap();
        let texts: Vec<&str> = messages
            .as_array()
            .unwrap()
            .iter()
            .map(|message| message["content"]["text"].as_str().unwrap())
            .collect();
        assert_eq!(texts[1], "short");
        for text in [texts[0], texts[2]] {
            assert!(text.len() < TEXT_BYTES_MAX / 2);
            assert!(text.ends_with("Shorten the prompt, or split it.]"));
        }
    }

    #[test]
    fn what_fits_keeps_its_length() {
        assert_eq!(shares(&[3, 90, 4], 100), [3, 90, 4]);
        assert_eq!(shares(&[3, 900, 40], 100), [3, 57, 40]);
        assert_eq!(shares(&[], 100), Vec::<usize>::new());
    }
}
