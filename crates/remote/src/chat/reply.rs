//! What the model wrote, read leniently: models wrap, fence and reason aloud.

use domain::ports::answer_writer::Draft;
use serde_json::Value;

/// The most gaps or conflicts that are kept of one answer.
const NOTES_MAX: usize = 32;

/// The text of the first choice, or what is the matter with the reply.
pub(super) fn content(reply: &Value) -> Result<String, &'static str> {
    let choice = &reply["choices"][0];
    if choice["finish_reason"] == "length" {
        return Err("its answer was cut off at a limit of the endpoint");
    }
    if choice["message"]["refusal"].is_string() {
        return Err("the model refused to answer");
    }
    let text = match &choice["message"]["content"] {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|p| p["text"].as_str()).collect(),
        _ => return Err("its reply holds no message"),
    };
    if text.trim().is_empty() {
        return Err("its answer is empty");
    }
    Ok(text)
}

/// Reads `text` as the object that was asked for; any other text is an answer without notes.
///
/// `None` for an object without an answer in it.
pub(super) fn draft(text: &str) -> Option<Draft> {
    let spoken = without_reasoning(text);
    let bare = without_fence(spoken);
    let Some(object) = object_in(bare) else {
        let answer = bare.trim();
        return (!answer.is_empty()).then(|| Draft {
            answer: answer.to_owned(),
            ..Draft::default()
        });
    };
    let draft = Draft {
        answer: object
            .get("answer")?
            .as_str()
            .unwrap_or("")
            .trim()
            .to_owned(),
        gaps: notes(object.get("gaps")),
        conflicts: notes(object.get("conflicts")),
    };
    let is_empty = draft.answer.is_empty() && draft.gaps.is_empty() && draft.conflicts.is_empty();
    (!is_empty).then_some(draft)
}

/// Drops a leading `<think>` block, which some models put before their answer.
fn without_reasoning(text: &str) -> &str {
    let text = text.trim();
    match text.strip_prefix("<think>") {
        Some(rest) => rest.split_once("</think>").map_or("", |(_, after)| after),
        None => text,
    }
}

/// The inside of a code fence that encloses the whole text.
fn without_fence(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix("```")
        .and_then(|rest| rest.strip_suffix("```"))
        .and_then(|rest| rest.split_once('\n'))
        .map_or(text, |(_, inside)| inside)
}

/// The object that `text` is, or that stands in it between some words.
fn object_in(text: &str) -> Option<Value> {
    let start = text.find('{')?;
    let end = text.rfind('}')?;
    let inside = text.get(start..=end)?;
    let value: Value = serde_json::from_str(inside).ok()?;
    // An object of any other shape is part of an answer about objects, unless it is all there is.
    let is_whole = inside.len() == text.trim().len();
    (value.is_object() && (is_whole || value.get("answer").is_some())).then_some(value)
}

fn notes(value: Option<&Value>) -> Vec<String> {
    let one_or_more = match value {
        Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).collect(),
        Some(Value::String(text)) => vec![text.as_str()],
        _ => Vec::new(),
    };
    let kept = one_or_more
        .into_iter()
        .map(str::trim)
        .filter(|n| !n.is_empty());
    kept.take(NOTES_MAX).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn answer(text: &str) -> Option<String> {
        draft(text).map(|draft| draft.answer)
    }

    #[test]
    fn the_object_is_found_in_any_wrapping() {
        let object = r#"{"answer": "Yes [[c_1]].", "gaps": ["none said"], "conflicts": []}"#;
        for text in [
            object.to_owned(),
            format!("```json\n{object}\n```"),
            format!("```\n{object}\n```\n"),
            format!("<think>\nlet me see {{}}\n</think>\n{object}"),
            format!("Here it is:\n{object}\nHope this helps."),
        ] {
            let draft = draft(&text).unwrap();
            assert_eq!(draft.answer, "Yes [[c_1]].", "{text}");
            assert_eq!(draft.gaps, ["none said"], "{text}");
            assert!(draft.conflicts.is_empty(), "{text}");
        }
    }

    #[test]
    fn plain_text_is_an_answer_without_notes() {
        assert_eq!(answer(" Yes [[c_1]]. ").unwrap(), "Yes [[c_1]].");
        let braces = "Write `{\"a\": 1}` into the file [[c_1]].";
        assert_eq!(answer(braces).unwrap(), braces);
        assert_eq!(answer("{broken").unwrap(), "{broken");
    }

    #[test]
    fn notes_may_be_one_text_or_hold_other_things() {
        let draft = draft(r#"{"answer": "A", "gaps": "one gap", "conflicts": [1, null, " two "]}"#)
            .unwrap();
        assert_eq!(draft.gaps, ["one gap"]);
        assert_eq!(draft.conflicts, ["two"]);
    }

    #[test]
    fn an_answer_may_be_empty_when_it_says_what_is_missing() {
        let draft = draft(r#"{"answer": "", "gaps": ["no word about it"]}"#).unwrap();
        assert_eq!(draft.answer, "");
        assert_eq!(draft.gaps.len(), 1);
    }

    #[test]
    fn what_holds_no_answer_is_none() {
        for text in [
            "{}",
            r#"{"result": 1}"#,
            "<think>endless",
            r#"{"answer": ""}"#,
            "``` \n```",
        ] {
            assert_eq!(answer(text), None, "{text}");
        }
    }

    #[test]
    fn the_message_is_text_or_parts_of_text() {
        let reply = |content: Value| json!({"choices": [{"message": {"content": content}}]});
        assert_eq!(content(&reply(json!("a"))).unwrap(), "a");
        let parts = json!([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]);
        assert_eq!(content(&reply(parts)).unwrap(), "ab");
        for odd in [json!(null), json!(1), json!(""), json!([])] {
            assert!(content(&reply(odd)).is_err());
        }
        for odd in [json!({}), json!([]), json!("text"), json!({"choices": []})] {
            assert!(content(&odd).is_err());
        }
        let cut = json!({"choices": [{"finish_reason": "length", "message": {"content": "a"}}]});
        assert!(content(&cut).unwrap_err().contains("cut off"));
    }
}
