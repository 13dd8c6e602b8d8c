//! Literal, case-insensitive search in the original text.

use std::ops::Range;

use domain::error::{Error, Result};
use domain::limits::QUERY_BYTES_MAX;
use regex::{Regex, RegexBuilder};
use unicode_normalization::UnicodeNormalization;

/// Room for the largest needle in its three forms with all cases of its characters.
const PROGRAM_BYTES_MAX: usize = 256 << 20;

/// A piece of text to look for as it stands.
///
/// Upper and lower case are equal, and a run of white space in the needle stands for any run of
/// white space in the text. Accents count, but composed and decomposed spelling are the same.
#[derive(Clone, Debug)]
pub struct Literal {
    pattern: Regex,
}

impl Literal {
    /// Prepares the search for `needle`.
    ///
    /// # Errors
    /// `Invalid` when `needle` is empty or blank; `TooLarge` when it is longer than a query may
    /// be.
    pub fn new(needle: &str) -> Result<Self> {
        if needle.trim().is_empty() {
            return Err(Error::invalid("the text to look for is empty")
                .hint("give at least one character that is not white space"));
        }
        if needle.len() > QUERY_BYTES_MAX {
            return Err(too_long(needle));
        }
        let pattern = RegexBuilder::new(&alternatives(needle))
            .case_insensitive(true)
            .size_limit(PROGRAM_BYTES_MAX)
            .build()
            .map_err(|_| too_long(needle))?;
        Ok(Self { pattern })
    }

    /// The byte range of the first match in `text`.
    pub fn find(&self, text: &str) -> Option<Range<usize>> {
        self.pattern.find(text).map(|found| found.range())
    }

    /// How often the needle occurs in `text`, overlaps not counted.
    pub fn count(&self, text: &str) -> usize {
        self.pattern.find_iter(text).count()
    }
}

fn too_long(needle: &str) -> Error {
    Error::too_large(format!(
        "the text to look for has {} bytes, the most is {QUERY_BYTES_MAX}",
        needle.len()
    ))
    .hint("look for a shorter part of it")
}

fn alternatives(needle: &str) -> String {
    let mut forms = vec![escape(needle)];
    let composed: String = needle.nfc().collect();
    let decomposed: String = needle.nfd().collect();
    for form in [escape(&composed), escape(&decomposed)] {
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
    forms.join("|")
}

fn escape(needle: &str) -> String {
    let mut pattern = String::with_capacity(needle.len() * 2);
    let mut rest = needle;
    while !rest.is_empty() {
        let word_end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        pattern.push_str(&regex::escape(&rest[..word_end]));
        let blank = &rest[word_end..];
        rest = blank.trim_start();
        if rest.len() < blank.len() {
            pattern.push_str(r"\s+");
        }
    }
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(needle: &str, text: &str) -> Option<Range<usize>> {
        Literal::new(needle).unwrap().find(text)
    }

    #[test]
    fn case_and_white_space_do_not_matter() {
        assert_eq!(find("hello  World", "say HELLO\n\tworld!"), Some(4..16));
        assert_eq!(find("СЛОВО", "одно слово"), Some(9..19));
        assert_eq!(find("missing", "text"), None);
    }

    #[test]
    fn signs_are_plain_text() {
        assert_eq!(find("a.*(b)", "x a.*(b) aXX(b)"), Some(2..8));
        assert_eq!(find("a|b", "b a|b"), Some(2..5));
        assert_eq!(find("[x]", "x [X]"), Some(2..5));
    }

    #[test]
    fn composed_and_decomposed_spellings_find_each_other() {
        assert_eq!(find("caf\u{e9}", "CAFE\u{301}"), Some(0..6));
        assert_eq!(find("cafe\u{301}", "CAF\u{c9}"), Some(0..5));
        assert_eq!(find("가", "\u{1100}\u{1161}"), Some(0..6));
    }

    #[test]
    fn matches_are_counted_without_overlap() {
        assert_eq!(Literal::new("aa").unwrap().count("aaaAa"), 2);
        assert_eq!(Literal::new("b").unwrap().count("aaa"), 0);
    }

    #[test]
    fn blank_and_oversized_needles_are_refused() {
        assert!(Literal::new(" \n").is_err());
        let message = Literal::new(&"x".repeat(20_000)).unwrap_err().message;
        assert!(message.contains("20000") && message.contains("16384"));
    }

    #[test]
    fn the_longest_needle_is_accepted() {
        for unit in ["x", "é", "ſ", "東", "e\u{301} "] {
            let numbered: String = (0..).map(|n| format!("{unit}{n}")).take(3_000).collect();
            let needle = &numbered[..numbered.floor_char_boundary(QUERY_BYTES_MAX)];
            assert!(find(needle, &numbered).is_some());
        }
    }
}
