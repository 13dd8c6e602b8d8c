//! Templates with variables: `${name}` stands for a value.
//!
//! A name begins with an ASCII letter or `_` and goes on with those, digits, `.` and `-`.
//! Everything else (`${}`, `${a b}`, `${1}`, `$name`, a `${` that is never closed) is text. There
//! is no way to write a placeholder that is none, since templates of the contract have none.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

/// The names of a template's variables, each once, in order of first appearance.
pub fn variables(template: &str) -> Vec<&str> {
    let mut seen = HashSet::new();
    placeholders(template)
        .map(|placeholder| placeholder.name)
        .filter(|name| seen.insert(*name))
        .collect()
}

/// Whether `name` could be that of a variable.
pub fn is_name(name: &str) -> bool {
    !name.is_empty() && name_end(name.as_bytes(), 0) == name.len()
}

/// A template with values in the places of its variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filled {
    /// The text; a variable without a value stays as it is written.
    pub text: String,
    /// The variables without a value, each once, in order of first appearance.
    pub missing: Vec<String>,
}

/// Fills in a template. Values are inserted as they are: a `${name}` within one stays text.
pub fn fill(template: &str, values: &BTreeMap<String, String>) -> Filled {
    let mut text = String::with_capacity(filled_bytes(template, values));
    let mut copied = 0;
    for placeholder in placeholders(template) {
        if let Some(value) = values.get(placeholder.name) {
            text.push_str(&template[copied..placeholder.range.start]);
            text.push_str(value);
            copied = placeholder.range.end;
        }
    }
    text.push_str(&template[copied..]);
    let missing = variables(template)
        .into_iter()
        .filter(|name| !values.contains_key(*name))
        .map(str::to_owned)
        .collect();
    Filled { text, missing }
}

/// How long the text is that [`fill`] makes of these values, in bytes. A long value for a variable
/// that occurs often can make a small template very large, which a caller wants to know before.
pub fn filled_bytes(template: &str, values: &BTreeMap<String, String>) -> usize {
    placeholders(template).fold(template.len(), |bytes, placeholder| {
        match values.get(placeholder.name) {
            Some(value) => bytes
                .saturating_add(value.len())
                .saturating_sub(placeholder.range.len()),
            None => bytes,
        }
    })
}

struct Placeholder<'t> {
    name: &'t str,
    /// Of the whole placeholder, `${` and `}` included.
    range: Range<usize>,
}

fn placeholders(template: &str) -> impl Iterator<Item = Placeholder<'_>> {
    let bytes = template.as_bytes();
    template.match_indices("${").filter_map(move |(at, _)| {
        let start = at + "${".len();
        // A name holds no `$`, so that no byte is looked at more than twice.
        let end = name_end(bytes, start);
        let is_closed = end > start && bytes.get(end) == Some(&b'}');
        is_closed.then(|| Placeholder {
            name: &template[start..end],
            range: at..end + 1,
        })
    })
}

/// Where the name that starts at `start` ends; `start` itself when none does.
fn name_end(bytes: &[u8], start: usize) -> usize {
    let starts_name = bytes
        .get(start)
        .is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_');
    if !starts_name {
        return start;
    }
    let goes_on = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-');
    start + bytes[start..].iter().take_while(|b| goes_on(b)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect()
    }

    #[test]
    fn variables_come_once_in_order_of_appearance() {
        let template = "${b} ${a}${b} ${_x.y-2}, ${a}";
        assert_eq!(variables(template), ["b", "a", "_x.y-2"]);
    }

    #[test]
    fn what_is_no_name_stays_text() {
        for text in [
            "", "$a", "${}", "${ a }", "${1a}", "${a b}", "${-a}", "${é}", "${a", "$ {a}", "${a${",
            "{a}",
        ] {
            assert!(variables(text).is_empty(), "{text}");
            let filled = fill(text, &values(&[("a", "x"), ("1a", "x")]));
            assert_eq!((filled.text.as_str(), filled.missing.len()), (text, 0));
        }
        assert_eq!(variables("$${a}"), ["a"]);
        assert_eq!(variables("${b${a}}"), ["a"]);
    }

    #[test]
    fn a_name_is_well_formed_or_not() {
        assert!(is_name("a") && is_name("_") && is_name("user.first-name_2"));
        for name in ["", "2a", "a b", "a}", "${a}", "ä", ".a"] {
            assert!(!is_name(name), "{name}");
        }
    }

    #[test]
    fn values_are_inserted_once_and_never_expanded_again() {
        let filled = fill(
            "Hi ${who}, ${who}! ${what}",
            &values(&[("who", "${what}"), ("what", "$&${who}\\1")]),
        );
        assert_eq!(filled.text, "Hi ${what}, ${what}! $&${who}\\1");
        assert!(filled.missing.is_empty());
    }

    #[test]
    fn a_variable_without_a_value_stays_and_is_named() {
        let filled = fill("${a} ${b} ${c} ${b}", &values(&[("c", ""), ("d", "x")]));
        assert_eq!(filled.text, "${a} ${b}  ${b}");
        assert_eq!(filled.missing, ["a", "b"]);
    }

    #[test]
    fn the_length_is_known_before_anything_is_filled_in() {
        let template = "é ${a}${b}${a} ${";
        let values = values(&[("a", "a long value"), ("c", "x")]);
        assert_eq!(
            filled_bytes(template, &values),
            fill(template, &values).text.len()
        );
    }

    #[test]
    fn text_that_nearly_holds_variables_is_read_once() {
        let hostile = "${a".repeat(300_000);
        assert!(variables(&hostile).is_empty());
        let long_name = format!("${{{}}}", "a".repeat(1_000_000));
        assert_eq!(variables(&long_name)[0].len(), 1_000_000);
    }
}
