//! Keeps an answer below what clients accept.

use dialects::ToolOutput;
use serde_json::Value;

/// The longest text of an answer, in bytes. Clients refuse or hide answers above 25,000 tokens,
/// and English takes about four bytes a token. Structured content has the same bound of its
/// own, since a client shows its model one of the two.
pub const TEXT_BYTES_MAX: usize = 80_000;

/// Cuts what is too long in `output` and says so in it. `when_cut` tells how to go on.
pub(crate) fn to_size(mut output: ToolOutput, when_cut: &str, bytes_max: usize) -> ToolOutput {
    output.text = text(output.text, when_cut, bytes_max);
    if let Some(structured) = &output.structured {
        let bytes = json_bytes(structured);
        if bytes > bytes_max {
            output.structured = None;
            let note = format!(
                "The structured content is left out: it has {bytes} bytes and the limit is {bytes_max}."
            );
            output.notes = Some(match output.notes {
                Some(notes) => format!("{notes}\n{note}"),
                None => note,
            });
        }
    }
    output
}

/// Cuts a text that is longer than `bytes_max` and says so at its end.
pub(crate) fn text(text: String, when_cut: &str, bytes_max: usize) -> String {
    if text.len() <= bytes_max {
        return text;
    }
    let advice = if when_cut.is_empty() {
        String::new()
    } else {
        format!(" {when_cut}")
    };
    let line = format!(
        "\n\n[Cut here: the whole answer has {} bytes and the limit is {bytes_max}.{advice}]",
        text.len()
    );
    let kept = text.floor_char_boundary(bytes_max.saturating_sub(line.len()));
    format!("{}{line}", &text[..kept])
}

/// The beginning of a text that is listed, with a mark where it goes on.
pub(crate) fn short(mut text: String, bytes_max: usize) -> String {
    const MARK: &str = "…";
    if text.len() > bytes_max {
        text.truncate(text.floor_char_boundary(bytes_max.saturating_sub(MARK.len())));
        text.push_str(MARK);
    }
    text
}

fn json_bytes(value: &Value) -> usize {
    value.to_string().len()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn output(text: &str, structured: Value) -> ToolOutput {
        ToolOutput {
            text: text.to_owned(),
            structured: Some(structured),
            notes: None,
            error: None,
        }
    }

    #[test]
    fn what_fits_is_left_alone() {
        let whole = output("short", json!({"data": "short"}));
        assert_eq!(to_size(whole.clone(), "Ask for less.", 200), whole);
    }

    #[test]
    fn a_long_text_is_cut_at_a_character_and_says_how_to_go_on() {
        let long = output(&"é".repeat(300), json!({}));
        let cut = to_size(long, "Ask for less.", 200);
        assert!(cut.text.len() <= 200);
        assert!(cut.text.starts_with("éé"));
        assert!(cut.text.ends_with(
            "é\n\n[Cut here: the whole answer has 600 bytes and the limit is 200. Ask for less.]"
        ));
        assert!(cut.structured.is_some());
    }

    #[test]
    fn a_listed_text_is_shortened_at_a_character() {
        assert_eq!(short("ééé".to_owned(), 6), "ééé");
        assert_eq!(short("éééé".to_owned(), 6), "é…");
    }

    #[test]
    fn structured_content_that_is_too_long_is_left_out_and_that_is_said() {
        let mut long = output("short", json!({"data": "x".repeat(300)}));
        long.notes = Some("A note.".to_owned());
        let cut = to_size(long, "Ask for less.", 200);
        assert_eq!(cut.structured, None);
        assert_eq!(
            cut.notes.unwrap(),
            "A note.\nThe structured content is left out: it has 311 bytes and the limit is 200."
        );
    }
}
