//! Drops what no reader should meet: control characters, terminal escapes, stray byte order marks.

use std::iter::Peekable;
use std::str::Chars;

/// `text` without NUL and the other C0 and C1 controls (but `\t`, `\n`, `\r`), terminal escape
/// sequences and U+FEFF. Form feed, vertical tab and NEL end lines, so they become `\n`.
/// Everything else stays as it is, zero-width joiners and line ends included.
///
/// What was dropped is counted in `warnings`.
pub(crate) fn sanitize(text: String, warnings: &mut Vec<String>) -> String {
    if !text.chars().any(is_unwanted) {
        return text;
    }
    let mut clean = String::with_capacity(text.len());
    let mut dropped = Dropped::default();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\u{1b}' => {
                skip_escape(&mut rest);
                dropped.escapes += 1;
            }
            '\u{b}' | '\u{c}' | '\u{85}' => clean.push('\n'),
            '\u{feff}' => dropped.marks += 1,
            c if is_unwanted(c) => dropped.controls += 1,
            c => clean.push(c),
        }
    }
    dropped.report(warnings);
    clean
}

fn is_unwanted(c: char) -> bool {
    c.is_control() && !matches!(c, '\t' | '\n' | '\r') || c == '\u{feff}'
}

/// Skips what follows an escape character (ECMA-48 section 5). A sequence that breaks off loses
/// only its introducer, so that no text is lost with it.
fn skip_escape(rest: &mut Peekable<Chars<'_>>) {
    match rest.peek() {
        Some('[') => {
            rest.next();
            while rest.next_if(|c| matches!(c, '\u{20}'..='\u{3f}')).is_some() {}
            rest.next_if(|c| matches!(c, '\u{40}'..='\u{7e}'));
        }
        Some(']' | 'P' | 'X' | '^' | '_') => {
            rest.next();
            skip_control_string(rest);
        }
        Some('\u{20}'..='\u{7e}') => {
            while rest.next_if(|c| matches!(c, '\u{20}'..='\u{2f}')).is_some() {}
            rest.next_if(|c| matches!(c, '\u{30}'..='\u{7e}'));
        }
        _ => {}
    }
}

/// Skips up to BEL or `ESC \`, if one of them ends the string on the same line.
fn skip_control_string(rest: &mut Peekable<Chars<'_>>) {
    /// A longer string is no title or hyperlink but an introducer without an end.
    const LENGTH_MAX: usize = 4096;
    let mut ahead = rest.clone();
    for _ in 0..LENGTH_MAX {
        match ahead.next() {
            Some('\u{7}') => {
                *rest = ahead;
                return;
            }
            Some('\u{1b}') => {
                if ahead.next() == Some('\\') {
                    *rest = ahead;
                }
                return;
            }
            None | Some('\n' | '\r') => return,
            Some(_) => {}
        }
    }
}

#[derive(Default)]
struct Dropped {
    controls: usize,
    escapes: usize,
    marks: usize,
}

impl Dropped {
    fn report(&self, warnings: &mut Vec<String>) {
        let counts = [
            (self.controls, "control character", "control characters"),
            (
                self.escapes,
                "terminal escape sequence",
                "terminal escape sequences",
            ),
            (
                self.marks,
                "byte order mark inside the text",
                "byte order marks inside the text",
            ),
        ];
        for (count, one, many) in counts {
            match count {
                0 => {}
                1 => warnings.push(format!("was read without 1 {one}")),
                _ => warnings.push(format!("was read without {count} {many}")),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clean(text: &str) -> (String, Vec<String>) {
        let mut warnings = Vec::new();
        let text = sanitize(text.to_owned(), &mut warnings);
        (text, warnings)
    }

    #[test]
    fn controls_escapes_and_marks_are_dropped_and_counted() {
        let (text, warnings) = clean("a\0b\u{1b}[31mred\u{1b}[0m \u{9f}\u{feff}c\u{feff}\r\n\t");
        assert_eq!(text, "abred c\r\n\t");
        assert_eq!(
            warnings,
            [
                "was read without 2 control characters",
                "was read without 2 terminal escape sequences",
                "was read without 2 byte order marks inside the text",
            ]
        );
    }

    #[test]
    fn a_window_title_or_hyperlink_goes_with_its_escape_but_text_stays() {
        assert_eq!(clean("\u{1b}]0;title\u{7}text").0, "text");
        assert_eq!(
            clean("\u{1b}]8;;http://x\u{1b}\\link\u{1b}]8;;\u{1b}\\").0,
            "link"
        );
        assert_eq!(clean("\u{1b}]broken off\ntext").0, "broken off\ntext");
        assert_eq!(clean("\u{1b}(Bx\u{1b}").0, "x");
    }

    #[test]
    fn joiners_and_line_ends_stay_as_they_are() {
        let text = "👩\u{200d}🚀 می\u{200c}خواهم\r\nmac\rend";
        assert_eq!(clean(text), (text.to_owned(), Vec::new()));
    }

    #[test]
    fn form_feeds_end_lines_so_that_words_do_not_grow_together() {
        assert_eq!(clean("one\u{c}two\u{85}three").0, "one\ntwo\nthree");
    }
}
