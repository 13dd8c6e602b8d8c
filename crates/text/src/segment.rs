//! Where a text may be cut: sentences, lines, words, graphemes; items of lists; parts of code.
//!
//! Every function returns the ends of the parts of a text, ascending, the last being its length.
//! Parts rebuild the text. All are linear in the text.

use unicode_segmentation::UnicodeSegmentation;

/// One way to cut a text, from coarse to fine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// Items of a list at its outermost level.
    Items,
    /// Items below the first line of a list item.
    NestedItems,
    /// Lines at the lowest indentation that follow a blank line.
    Islands,
    /// Lines.
    Lines,
    /// Sentences by UAX #29; a line break within a sentence is no border.
    Sentences,
    /// Words with the white space that follows them.
    Words,
    /// Words by UAX #29, for scripts and strings without white space.
    WordBounds,
    /// Grapheme clusters.
    Graphemes,
    /// Characters, for a grapheme longer than a chunk may be.
    Characters,
}

impl Cut {
    pub(crate) fn ends(self, text: &str) -> Vec<usize> {
        let mut ends = match self {
            Self::Items => item_starts(text, 0),
            Self::NestedItems => item_starts(text, first_line_end(text)),
            Self::Islands => island_starts(text),
            Self::Lines => lines(text).map(|(start, _)| start).collect(),
            Self::Sentences => sentence_ends(text),
            Self::Words => word_starts(text),
            Self::WordBounds => text.split_word_bound_indices().map(|(at, _)| at).collect(),
            Self::Graphemes => text.grapheme_indices(true).map(|(at, _)| at).collect(),
            Self::Characters => text.char_indices().map(|(at, _)| at).collect(),
        };
        // Starts of parts are the ends of those before them.
        ends.retain(|&end| end > 0 && end < text.len());
        ends.push(text.len());
        ends
    }
}

/// The sentences of `text` in order, with the white space that follows them; together they are the
/// text. A line break within wrapped prose does not end a sentence; a blank line does.
pub fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut start = 0;
    let ends = Cut::Sentences.ends(text).into_iter();
    ends.map(move |end| {
        let sentence = &text[start..end];
        start = end;
        sentence
    })
    .filter(|sentence| !sentence.is_empty())
}

fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    text.split_inclusive('\n').map(move |line| {
        let at = start;
        start += line.len();
        (at, line)
    })
}

fn first_line_end(text: &str) -> usize {
    text.find('\n').map_or(text.len(), |at| at + 1)
}

/// Starts of the list items at the lowest indentation found from `from` on.
fn item_starts(text: &str, from: usize) -> Vec<usize> {
    let items: Vec<(usize, usize)> = lines(&text[from..])
        .filter_map(|(at, line)| Some((from + at, marker_indent(line)?)))
        .collect();
    let lowest = items.iter().map(|&(_, indent)| indent).min();
    items
        .into_iter()
        .filter(|&(_, indent)| Some(indent) == lowest)
        .map(|(at, _)| at)
        .collect()
}

/// The indentation of a line that starts with a list marker.
fn marker_indent(line: &str) -> Option<usize> {
    let item = line.trim_start_matches([' ', '\t']);
    let digits = item.bytes().take_while(u8::is_ascii_digit).count();
    let after = if digits == 0 {
        item.strip_prefix(['-', '*', '+', '•', '‣', '◦'])?
    } else {
        item[digits..].strip_prefix(['.', ')'])?
    };
    let is_marker = digits <= 9 && (after.is_empty() || after.starts_with(char::is_whitespace));
    is_marker.then(|| line.len() - item.len())
}

fn island_starts(text: &str) -> Vec<usize> {
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let is_fence = |line: &str| {
        let line = line.trim_start();
        line.starts_with("```") || line.starts_with("~~~")
    };
    let lowest = lines(text)
        .filter(|(_, line)| !line.trim().is_empty() && !is_fence(line))
        .map(|(_, line)| indent(line))
        .min();
    let mut after_blank = false;
    let mut starts = Vec::new();
    for (at, line) in lines(text) {
        let is_blank = line.trim().is_empty();
        if after_blank && !is_blank && Some(indent(line)) == lowest {
            starts.push(at);
        }
        after_blank = is_blank;
    }
    starts
}

/// UAX #29 ends a sentence at every line break; in wrapped prose a line that ends in a letter, a
/// digit or a comma goes on in the next one.
fn sentence_ends(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    for (at, sentence) in text.split_sentence_bound_indices() {
        let end = at + sentence.len();
        let trimmed = sentence.trim_end();
        if trimmed.is_empty() {
            // Blank lines belong to what stands before them, and do end it.
            if ends.last() == Some(&at) {
                ends.pop();
            }
            ends.push(end);
            continue;
        }
        let goes_on = trimmed.ends_with(|c: char| c.is_alphanumeric() || c == ',');
        if !(goes_on && sentence.ends_with('\n')) {
            ends.push(end);
        }
    }
    ends
}

fn word_starts(text: &str) -> Vec<usize> {
    let mut after_blank = false;
    let mut starts = Vec::new();
    for (at, character) in text.char_indices() {
        let is_blank = character.is_whitespace();
        if after_blank && !is_blank {
            starts.push(at);
        }
        after_blank = is_blank;
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(cut: Cut, text: &str) -> Vec<&str> {
        let mut start = 0;
        let parts = cut.ends(text).into_iter().map(|end| {
            let part = &text[start..end];
            start = end;
            part
        });
        parts.collect()
    }

    #[test]
    fn sentences_end_at_full_stops_of_many_scripts() {
        assert_eq!(
            parts(
                Cut::Sentences,
                "One, e.g. this. Two!\n\n東京です。本当？はい！"
            ),
            [
                "One, e.g. this. ",
                "Two!\n\n",
                "東京です。",
                "本当？",
                "はい！"
            ]
        );
    }

    #[test]
    fn a_wrapped_line_does_not_end_a_sentence() {
        assert_eq!(
            parts(Cut::Sentences, "A line that\ngoes on,\nthen stops.\nNext"),
            ["A line that\ngoes on,\nthen stops.\n", "Next"]
        );
        assert_eq!(
            parts(Cut::Sentences, "Title\n\nBody"),
            ["Title\n\n", "Body"]
        );
    }

    #[test]
    fn lists_are_cut_at_the_outermost_items_first() {
        let list = "- a\n  more\n  - a1\n  - a2\n- b\n10. c\n";
        assert_eq!(
            parts(Cut::Items, list),
            ["- a\n  more\n  - a1\n  - a2\n", "- b\n", "10. c\n"]
        );
        assert_eq!(
            parts(Cut::NestedItems, "- a\n  more\n  - a1\n  - a2\n"),
            ["- a\n  more\n", "  - a1\n", "  - a2\n"]
        );
        assert_eq!(
            parts(Cut::Items, "2024 was\n-5 degrees"),
            ["2024 was\n-5 degrees"]
        );
    }

    #[test]
    fn code_is_cut_before_what_stands_at_the_lowest_indentation() {
        let code = "```rust\nfn a() {\n    x;\n\n    y;\n}\n\nfn b() {}\n```";
        assert_eq!(
            parts(Cut::Islands, code),
            [
                "```rust\nfn a() {\n    x;\n\n    y;\n}\n\n",
                "fn b() {}\n```"
            ]
        );
    }

    #[test]
    fn every_cut_rebuilds_the_text() {
        let cuts = [
            Cut::Items,
            Cut::NestedItems,
            Cut::Islands,
            Cut::Lines,
            Cut::Sentences,
            Cut::Words,
            Cut::WordBounds,
            Cut::Graphemes,
            Cut::Characters,
        ];
        for text in ["", "\n\n\n", " a\n\n b. C\r\n- d\n", "e\u{301}👩‍🚀東 x"] {
            for cut in cuts {
                assert_eq!(parts(cut, text).concat(), text, "{cut:?}");
            }
        }
    }
}
