//! Token counts of any part of a text from one pass of the fixed tokenizer.

use std::ops::Range;

use wordpiece::Tokenizer;

/// How much text the tokenizer is shown at a time, which bounds what it allocates.
const WINDOW_BYTES: usize = 64 * 1024;

/// The words of a text with their token counts.
#[derive(Debug, Default)]
pub(crate) struct TokenMap {
    words: Vec<Word>,
}

/// Offsets are 32 bits wide: a 20 MB line of text has some millions of words.
#[derive(Clone, Copy, Debug)]
struct Word {
    start: u32,
    end: u32,
    /// Tokens of all earlier words.
    before: u32,
    tokens: u32,
}

impl TokenMap {
    /// Counts the tokens of `text`, which is shorter than 4 GiB.
    pub(crate) fn of(text: &str) -> Self {
        let mut words = Vec::new();
        let mut before = 0;
        let mut offset = 0;
        while offset < text.len() {
            let window = window(&text[offset..]);
            for word in Tokenizer::shared().pieces(window).words {
                let tokens = word.token_count() as u32;
                words.push(Word {
                    start: (offset + word.start) as u32,
                    end: (offset + word.end) as u32,
                    before,
                    tokens,
                });
                before += tokens;
            }
            offset += window.len();
        }
        Self { words }
    }

    /// Tokens of the whole text.
    pub(crate) fn total(&self) -> usize {
        self.words
            .last()
            .map_or(0, |word| (word.before + word.tokens) as usize)
    }

    /// Tokens of a part of the text; a word that is cut counts by its share of bytes, rounded up.
    pub(crate) fn count(&self, range: &Range<usize>) -> usize {
        let (start, end) = (range.start as u32, range.end as u32);
        let from = self
            .words
            .partition_point(|word| word.end <= start && word.start < start);
        let to = self.words.partition_point(|word| word.start < end);
        if from >= to {
            return 0;
        }
        let (first, last) = (self.words[from], self.words[to - 1]);
        if from + 1 == to {
            return first.share(start, end);
        }
        first.share(start, end)
            + (last.before - first.before - first.tokens) as usize
            + last.share(start, end)
    }

    /// The longest prefix of the text that ends with a word and has at most `tokens_max` tokens,
    /// in bytes.
    pub(crate) fn prefix(&self, tokens_max: usize) -> usize {
        let fitting = self
            .words
            .partition_point(|word| (word.before + word.tokens) as usize <= tokens_max);
        fitting
            .checked_sub(1)
            .map_or(0, |last| self.words[last].end as usize)
    }
}

impl Word {
    fn share(self, start: u32, end: u32) -> usize {
        let bytes = u64::from(self.end - self.start).max(1);
        let kept = u64::from(self.end.min(end).saturating_sub(self.start.max(start)));
        if kept == bytes || self.end == self.start {
            return self.tokens as usize;
        }
        (kept * u64::from(self.tokens)).div_ceil(bytes) as usize
    }
}

/// The next stretch of `rest`: cut before white space where there is some, so that no word is
/// counted differently than in the whole.
fn window(rest: &str) -> &str {
    if rest.len() <= WINDOW_BYTES {
        return rest;
    }
    let limit = rest.floor_char_boundary(WINDOW_BYTES);
    let cut = rest.as_bytes()[..limit]
        .iter()
        .rposition(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'))
        .filter(|&at| at > 0)
        .unwrap_or(limit);
    &rest[..cut]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_count_as_they_do_alone() {
        let text = "The naïve reader waits, 東京, for unaffable clerks.\n".repeat(4);
        let map = TokenMap::of(&text);
        assert_eq!(map.total(), Tokenizer::shared().count(&text));
        let borders: Vec<usize> = text.match_indices(' ').map(|(at, _)| at).collect();
        for pair in borders.windows(4) {
            let range = pair[0]..pair[3];
            let alone = Tokenizer::shared().count(&text[range.clone()]);
            assert_eq!(map.count(&range), alone);
        }
        assert_eq!(map.count(&(3..3)), 0);
    }

    #[test]
    fn a_word_that_is_cut_counts_by_its_share() {
        let map = TokenMap::of(&"q".repeat(3_000));
        assert_eq!(map.total(), 1_000);
        assert_eq!(map.count(&(0..300)), 100);
        assert_eq!(map.count(&(1_000..1_001)), 1);
    }

    #[test]
    fn windows_change_no_count() {
        let sentence = "Counting, as it is: naïve readers wait in 東京. ";
        let text = sentence.repeat(4_000);
        let alone = Tokenizer::shared().count(sentence);
        assert_eq!(TokenMap::of(&text).total(), 4_000 * alone);
    }

    #[test]
    fn a_prefix_ends_with_a_word() {
        let map = TokenMap::of("one two, three");
        assert_eq!(map.prefix(0), 0);
        assert_eq!(map.prefix(1), 3);
        assert_eq!(map.prefix(3), 8);
        assert_eq!(map.prefix(99), 14);
    }
}
