//! Cuts text into short segments at places where no word can be cut.
//!
//! The normaliser keeps an alignment per byte and does more than linear work on some inputs, so it is
//! only ever shown a few kilobytes. White space, ASCII punctuation and the CJK ideographs end a word on
//! both sides, hence tokenizing the segments one by one gives exactly the words of the whole text.

/// Longest segment in bytes. A run of this length without any place to cut is cut at a character,
/// which makes several words of it; they are far beyond the longest word the vocabulary can spell.
pub(crate) const SEGMENT_BYTES_MAX: usize = 4_096;

/// Iterates over `(byte offset, segment)`; the segments are non-empty and rebuild `text`.
pub(crate) fn segments(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = &text[start..];
        if rest.is_empty() {
            return None;
        }
        let length = segment_length(rest);
        let segment = (start, &rest[..length]);
        start += length;
        Some(segment)
    })
}

fn segment_length(rest: &str) -> usize {
    if rest.len() <= SEGMENT_BYTES_MAX {
        return rest.len();
    }
    let limit = rest.floor_char_boundary(SEGMENT_BYTES_MAX);
    // The cut goes before the separator, so a position of 0 would make an empty segment.
    let at_white_space = rest.as_bytes()[..limit]
        .iter()
        .rposition(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'))
        .filter(|&position| position > 0);
    at_white_space
        .or_else(|| last_separator(&rest[..limit]))
        .unwrap_or(limit)
}

fn last_separator(window: &str) -> Option<usize> {
    window
        .char_indices()
        .rev()
        .find(|&(_, character)| character.is_ascii_punctuation() || is_common_ideograph(character))
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
            for (offset, segment) in segments(text) {
                assert_eq!(offset, rebuilt.len());
                assert!(!segment.is_empty() && segment.len() <= SEGMENT_BYTES_MAX);
                rebuilt.push_str(segment);
            }
            assert_eq!(rebuilt, text);
        }
    }
}
