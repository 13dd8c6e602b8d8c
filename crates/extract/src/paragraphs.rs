//! Runs of lines between blank lines.

use std::ops::Range;

/// The paragraphs of `text[within]` in order, without the blank lines around them: each starts at
/// the start of its first line (or of `within`) and ends after its last visible character.
///
/// A line ends at `\n`, `\r\n` or `\r`; it is blank when it holds only ASCII white space.
pub(crate) fn paragraphs(
    text: &str,
    within: Range<usize>,
) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut lines = Lines {
        text,
        at: within.start,
        end: within.end,
    };
    std::iter::from_fn(move || {
        let first = lines.find(|line| !is_blank(&text[line.clone()]))?;
        let mut last = first.clone();
        for line in lines.by_ref() {
            if is_blank(&text[line.clone()]) {
                break;
            }
            last = line;
        }
        let visible = text[last.clone()].trim_end_matches(is_space).len();
        Some(first.start..last.start + visible)
    })
}

/// The lines of `text[at..end]`, each with its line end.
pub(crate) struct Lines<'t> {
    pub text: &'t str,
    pub at: usize,
    pub end: usize,
}

impl Iterator for Lines<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        if start >= self.end {
            return None;
        }
        let rest = &self.text.as_bytes()[start..self.end];
        let length = match rest.iter().position(|&byte| byte == b'\n' || byte == b'\r') {
            None => rest.len(),
            Some(at) if rest[at..].starts_with(b"\r\n") => at + 2,
            Some(at) => at + 1,
        };
        self.at = start + length;
        Some(start..self.at)
    }
}

/// Whether a line holds only white space.
pub(crate) fn is_blank(line: &str) -> bool {
    line.chars().all(is_space)
}

/// ASCII white space. Ideographic and no-break spaces are content: they indent and align.
pub(crate) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<&str> {
        paragraphs(text, 0..text.len())
            .map(|range| &text[range])
            .collect()
    }

    #[test]
    fn blank_lines_part_paragraphs_whatever_ends_a_line() {
        assert_eq!(split("a\nb\n\n \t\nc"), ["a\nb", "c"]);
        assert_eq!(split("a\r\nb\r\n\r\nc\r\n"), ["a\r\nb", "c"]);
        assert_eq!(split("a\rb\r\rc"), ["a\rb", "c"]);
        assert_eq!(split("\n\n"), Vec::<&str>::new());
        assert_eq!(split(""), Vec::<&str>::new());
    }

    #[test]
    fn a_paragraph_keeps_its_indentation_and_loses_trailing_space() {
        assert_eq!(split("\n  a \n b  \n\n"), ["  a \n b"]);
        assert_eq!(split("\u{3000}語\n"), ["\u{3000}語"]);
    }
}
