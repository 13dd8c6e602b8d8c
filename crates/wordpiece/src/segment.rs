//! Cuts text into short segments at places where no word can be cut.
//!
//! The normaliser keeps an alignment per byte and does more than linear work on some inputs, so it is
//! only ever shown a few kilobytes. White space, ASCII punctuation and the CJK ideographs end a word on
//! both sides, hence tokenizing the segments one by one gives exactly the words of the whole text.

/// Longest segment in bytes.
pub(crate) const SEGMENT_BYTES_MAX: usize = 4_096;

/// A part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Segment<'t> {
    /// Byte offset in the whole text.
    pub offset: usize,
    /// Never empty.
    pub text: &'t str,
    /// No place to cut was found, so the last word goes on in the next segment.
    pub ends_inside_a_word: bool,
}

/// Iterates over segments that rebuild `text`.
pub(crate) fn segments(text: &str) -> impl Iterator<Item = Segment<'_>> {
    let mut offset = 0;
    std::iter::from_fn(move || {
        let rest = &text[offset..];
        if rest.is_empty() {
            return None;
        }
        let (length, ends_inside_a_word) = next_cut(rest);
        let segment = Segment {
            offset,
            text: &rest[..length],
            ends_inside_a_word,
        };
        offset += length;
        Some(segment)
    })
}

/// Length of the first segment of `rest`, and whether it ends inside a word.
fn next_cut(rest: &str) -> (usize, bool) {
    if rest.len() <= SEGMENT_BYTES_MAX {
        return (rest.len(), false);
    }
    let limit = rest.floor_char_boundary(SEGMENT_BYTES_MAX);
    // The cut goes before the separator, so a position of 0 would make an empty segment.
    let at_white_space = rest.as_bytes()[..limit]
        .iter()
        .rposition(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'))
        .filter(|&position| position > 0);
    match at_white_space.or_else(|| last_separator(&rest[..limit])) {
        Some(position) => (position, false),
        None => (limit, true),
    }
}

fn last_separator(window: &str) -> Option<usize> {
    let is_separator = |character: char| {
        character.is_ascii_punctuation()
            || is_common_ideograph(character)
            || (character.is_whitespace() && !character.is_control())
    };
    window
        .char_indices()
        .rev()
        .find(|&(_, character)| is_separator(character))
        .map(|(position, _)| position)
        .filter(|&position| position > 0)
}

/// The two large blocks of CJK ideographs. BERT makes a word of each of them, and of rarer blocks,
/// which need not be listed here: this only looks for a good place to cut.
fn is_common_ideograph(character: char) -> bool {
    matches!(character, '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_rebuild_the_text_and_respect_the_limit() {
        for text in [
            "",
            "a b",
            &"word ".repeat(5_000),
            &"x".repeat(20_000),
            &"é".repeat(9_999),
            &"字".repeat(9_999),
            &" ".repeat(9_999),
            &"a+".repeat(9_999),
        ] {
            let mut rebuilt = String::new();
            for segment in segments(text) {
                assert_eq!(segment.offset, rebuilt.len());
                assert!((1..=SEGMENT_BYTES_MAX).contains(&segment.text.len()));
                rebuilt.push_str(segment.text);
            }
            assert_eq!(rebuilt, text);
        }
    }
}
