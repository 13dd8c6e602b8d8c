//! Short extracts for result lists, cut between grapheme clusters only.

use std::ops::Range;

use unicode_segmentation::{GraphemeCursor, UnicodeSegmentation};

const ELLIPSIS: &str = "…";

/// A first guess at the bytes that hold one grapheme; a wrong guess costs a second look.
const GRAPHEME_BYTES: usize = 16;

/// The first `graphemes` grapheme clusters of `text`, followed by `…` when there is more.
pub fn preview(text: &str, graphemes: usize) -> String {
    let end = end_after(text, graphemes);
    let mut preview = text[..end].to_owned();
    if end < text.len() {
        preview.push_str(ELLIPSIS);
    }
    preview
}

/// The match `range` of `text` with up to `graphemes_each_side` grapheme clusters of context
/// before and after it, and `…` where text is left out.
///
/// A match that begins or ends within a grapheme is widened to hold all of it. A range that is
/// outside the text, or within a character, is moved to the nearest border before it. The cost
/// depends on the context, not on the text.
pub fn highlight(text: &str, range: Range<usize>, graphemes_each_side: usize) -> String {
    let start = border_at_or_before(text, text.floor_char_boundary(range.start));
    let end = text.floor_char_boundary(range.end).max(start);
    let end = border_at_or_after(text, end);
    let from = start_before(text, start, graphemes_each_side);
    let to = end + end_after(&text[end..], graphemes_each_side);
    let before = if from > 0 { ELLIPSIS } else { "" };
    let after = if to < text.len() { ELLIPSIS } else { "" };
    format!("{before}{}{after}", &text[from..to])
}

fn end_after(text: &str, graphemes: usize) -> usize {
    text.grapheme_indices(true)
        .nth(graphemes)
        .map_or(text.len(), |(end, _)| end)
}

/// Where the `count`-th grapheme before `end` starts. Reads forward from a border further left,
/// doubling the distance until there are enough: reading backward cluster by cluster would look
/// at a long run of flags once per flag.
fn start_before(text: &str, end: usize, count: usize) -> usize {
    let mut window_bytes = count.saturating_mul(GRAPHEME_BYTES);
    loop {
        let guess = text.floor_char_boundary(end.saturating_sub(window_bytes));
        let from = border_at_or_before(text, guess);
        let starts: Vec<usize> = text[from..end]
            .grapheme_indices(true)
            .map(|(at, _)| from + at)
            .collect();
        if starts.len() >= count || from == 0 {
            let first = starts.len().saturating_sub(count);
            return starts.get(first).copied().unwrap_or(end);
        }
        window_bytes = window_bytes.saturating_mul(2);
    }
}

fn border_at_or_before(text: &str, at: usize) -> usize {
    let mut cursor = GraphemeCursor::new(at, text.len(), true);
    if cursor.is_boundary(text, 0).unwrap_or(true) {
        return at;
    }
    cursor.prev_boundary(text, 0).ok().flatten().unwrap_or(0)
}

fn border_at_or_after(text: &str, at: usize) -> usize {
    let mut cursor = GraphemeCursor::new(at, text.len(), true);
    if cursor.is_boundary(text, 0).unwrap_or(true) {
        return at;
    }
    cursor
        .next_boundary(text, 0)
        .ok()
        .flatten()
        .unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preview_marks_what_it_leaves_out() {
        assert_eq!(preview("short", 5), "short");
        assert_eq!(preview("shorter", 5), "short…");
        assert_eq!(preview("", 5), "");
        assert_eq!(preview("e\u{301}👩‍🚀x", 2), "e\u{301}👩‍🚀…");
    }

    #[test]
    fn a_highlight_shows_context_on_both_sides() {
        let text = "one two three four five";
        assert_eq!(highlight(text, 8..13, 4), "…two three fou…");
        assert_eq!(highlight(text, 0..3, 4), "one two…");
        assert_eq!(highlight(text, 19..23, 100), text);
        assert_eq!(highlight(text, 8..13, 0), "…three…");
        assert_eq!(highlight("", 0..0, 3), "");
        assert_eq!(highlight("abc", 7..9, 1), "…c");
    }

    #[test]
    fn a_highlight_never_splits_a_grapheme() {
        let text = "👩‍🚀e\u{301}東🇩🇪🇫🇷x";
        let match_of_e = text.find('e').unwrap();
        assert_eq!(
            highlight(text, match_of_e..match_of_e + 1, 1),
            "👩‍🚀e\u{301}東…"
        );
        let x = text.find('x').unwrap();
        assert_eq!(highlight(text, x..x + 1, 2), "…🇩🇪🇫🇷x");
        assert_eq!(highlight(text, x..x + 1, 3), "…東🇩🇪🇫🇷x");
    }

    #[test]
    fn context_is_counted_in_graphemes_however_long_they_are() {
        let family = "👩‍👩‍👧‍👦";
        let text = format!("{}x{}", family.repeat(9), family.repeat(9));
        let x = text.find('x').unwrap();
        let expected = format!("…{}x{}…", family.repeat(5), family.repeat(5));
        assert_eq!(highlight(&text, x..x + 1, 5), expected);
    }
}
