//! Token counts of any part of a text from one pass of the fixed tokenizer.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

use wordpiece::Tokenizer;

/// Longer strings are rare and not remembered.
const REMEMBERED_BYTES_MAX: usize = 48;
/// How many strings are remembered at most: some 10 MB.
const REMEMBERED_MAX: usize = 1 << 17;

/// Counts tokens, and remembers those of short strings: most words of a text are repeated, and
/// the tokenizer's normal forms cost far more than looking a word up.
#[derive(Debug, Default)]
pub(crate) struct Counter {
    remembered: RefCell<HashMap<Box<str>, Box<[Word]>>>,
}

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

impl Counter {
    /// The words of `text`, which is shorter than 4 GiB.
    pub(crate) fn map(&self, text: &str) -> TokenMap {
        let mut map = TokenMap::default();
        let mut offset = 0;
        for unit in units(text) {
            self.append(&mut map, offset, unit);
            offset += unit.len();
        }
        map
    }

    /// Tokens of `text`.
    pub(crate) fn count(&self, text: &str) -> usize {
        self.map(text).total()
    }

    fn append(&self, map: &mut TokenMap, offset: usize, unit: &str) {
        if unit.len() > REMEMBERED_BYTES_MAX {
            map.append(offset, &words(unit));
            return;
        }
        let mut remembered = self.remembered.borrow_mut();
        if let Some(words) = remembered.get(unit) {
            map.append(offset, words);
            return;
        }
        let words = words(unit);
        map.append(offset, &words);
        if remembered.len() < REMEMBERED_MAX {
            remembered.insert(unit.into(), words);
        }
    }
}

fn words(unit: &str) -> Box<[Word]> {
    let pieces = Tokenizer::shared().pieces(unit);
    let word = |word: &wordpiece::Word| Word {
        start: word.start as u32,
        end: word.end as u32,
        before: 0,
        tokens: word.token_count() as u32,
    };
    pieces.words.iter().map(word).collect()
}

/// Parts of `text` that the tokenizer reads alone as it does in the whole: signs and ideographs
/// one by one, and what stands between them and white space. Blanks come along with these.
fn units(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = match kind(first) {
            Kind::Alone => first.len_utf8(),
            kind_of_run => rest.find(|c| kind(c) != kind_of_run).unwrap_or(rest.len()),
        };
        let unit;
        (unit, rest) = rest.split_at(end);
        Some(unit)
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Blank,
    Alone,
    Run,
}

fn kind(character: char) -> Kind {
    match character {
        ' ' | '\t' | '\n' | '\r' => Kind::Blank,
        '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' => Kind::Alone,
        c if c.is_ascii_punctuation() => Kind::Alone,
        _ => Kind::Run,
    }
}

impl TokenMap {
    fn append(&mut self, offset: usize, words: &[Word]) {
        let mut before = self.total() as u32;
        for word in words {
            self.words.push(Word {
                start: offset as u32 + word.start,
                end: offset as u32 + word.end,
                before,
                tokens: word.tokens,
            });
            before += word.tokens;
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_count_as_they_do_alone() {
        let text = "The naïve reader waits, 東京, for unaffable clerks.\n".repeat(4);
        let map = Counter::default().map(&text);
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
        let map = Counter::default().map(&"q".repeat(3_000));
        assert_eq!(map.total(), 1_000);
        assert_eq!(map.count(&(0..300)), 100);
        assert_eq!(map.count(&(1_000..1_001)), 1);
    }

    #[test]
    fn words_read_alone_are_those_of_the_whole() {
        let counter = Counter::default();
        for text in [
            "Counting, as it is: naïve (e\u{301}) readers_wait in 東京ですか\u{3099}。 ",
            "\u{301}a,\u{301}b\0c\u{200B}d\t字\u{FE0F}x…y—z 👩‍🚀 ก็ដ",
            "x=\u{338}y [CLS] don't #1.5e-3 \u{A0} \u{3000}İß",
        ] {
            let text = text.repeat(3);
            let map = counter.map(&text);
            let whole = words(&text);
            assert_eq!(map.words.len(), whole.len());
            for (word, expected) in map.words.iter().zip(&whole) {
                assert_eq!(
                    (word.start, word.end, word.tokens),
                    (expected.start, expected.end, expected.tokens)
                );
            }
        }
    }

    #[test]
    fn a_prefix_ends_with_a_word() {
        let map = Counter::default().map("one two, three");
        assert_eq!(map.prefix(0), 0);
        assert_eq!(map.prefix(1), 3);
        assert_eq!(map.prefix(3), 8);
        assert_eq!(map.prefix(99), 14);
    }
}
