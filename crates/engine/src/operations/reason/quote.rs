//! An answer made of quotations.

use std::collections::BTreeSet;

use domain::ids::ChunkId;
use text::snippet;

use super::gathered::{Gathered, Sentence};
use super::prose::Kind;
use super::words::QueryWord;

/// About how much of one passage is quoted, in grapheme clusters.
const QUOTE_GRAPHEMES: usize = 300;
/// How many passages are quoted when none holds a word of the question.
const BY_MEANING_MAX: usize = 3;
/// The score above which such a passage is near enough: what 95 % of relevant passages reach.
const BY_MEANING_SCORE: f64 = 0.35;
/// The score below which a passage is quoted only if it holds half of the question's words.
const FAR_SCORE: f64 = 0.2;
/// How near to the best score one is that needs fewer words of the question, in percent.
const CLOSE_PERCENT: f64 = 80.0;
/// How few words a beginning has that tells nothing, such as `Status: accepted.`
const THIN_WORDS_MAX: usize = 3;

/// Quotations from one passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Quote {
    pub chunk: ChunkId,
    /// Each is one list item or row, or one or more sentences of running text with `…` where some
    /// are left out between them.
    pub parts: Vec<String>,
}

impl Quote {
    /// The quotations with the passage's mark.
    pub fn marked(&self) -> String {
        let parts: Vec<String> = self.parts.iter().map(|part| in_quotes(part)).collect();
        format!("{} [[{}]]", parts.join(" "), self.chunk)
    }
}

/// A quotation. Straight quotation marks are frequent in documents and say nothing about where
/// they open and close; the curved ones tell the quotation from what is quoted.
pub(super) fn in_quotes(text: &str) -> String {
    format!("\u{201C}{}\u{201D}", without_marks(text))
}

/// What is quoted, best passages first.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Quoted {
    /// Sentences that hold words of the question.
    ByWords(Vec<Quote>),
    /// The beginnings of the nearest passages, since no sentence holds a word of the question;
    /// none when no passage is near it either.
    ByMeaning(Vec<Quote>),
}

/// Quotes what answers a question best. No sentence is quoted twice, whichever passages hold it.
pub(super) fn quotations(words: &[QueryWord], gathered: &[Gathered]) -> Quoted {
    let near = near(words, gathered);
    let readable = all_by_words(&Choice::of(words, &near, Kind::Row), &near);
    if !readable.is_empty() {
        return Quoted::ByWords(readable);
    }
    let beginnings = by_meaning(gathered);
    if !beginnings.is_empty() {
        return Quoted::ByMeaning(beginnings);
    }
    let bare = all_by_words(&Choice::of(words, &near, Kind::Bare), &near);
    if bare.is_empty() {
        Quoted::ByMeaning(bare)
    } else {
        Quoted::ByWords(bare)
    }
}

fn all_by_words(choice: &Choice<'_>, near: &[&Gathered]) -> Vec<Quote> {
    let most = near.iter().map(|g| choice.best_count(g)).max().unwrap_or(0);
    let best = best_score(near.iter().copied());
    let mut quoted = BTreeSet::new();
    // A passage that holds one word of many is there for another reason than the question, unless
    // it is among the nearest.
    let is_about_it = |g: &&&Gathered| {
        let is_close = g.score * 100.0 >= best * CLOSE_PERCENT;
        is_close || choice.best_count(g) * 2 > most
    };
    let quotes = near.iter().filter(is_about_it);
    quotes
        .filter_map(|g| by_words(choice, g, &mut quoted))
        .collect()
}

/// The beginnings of the nearest passages; of those without running text only when none has any.
fn by_meaning(gathered: &[Gathered]) -> Vec<Quote> {
    let nearest = || gathered.iter().filter(|g| g.score > BY_MEANING_SCORE);
    let has_text = nearest().any(|g| g.sentences.iter().any(is_telling));
    let mut quoted = BTreeSet::new();
    nearest()
        .filter(|g| !has_text || g.sentences.iter().any(is_telling))
        .filter_map(|g| leading(g, &mut quoted))
        .take(BY_MEANING_MAX)
        .collect()
}

/// Running text of more than a few words.
fn is_telling(sentence: &Sentence) -> bool {
    sentence.kind == Kind::Prose && sentence.words.len() > THIN_WORDS_MAX
}

fn best_score<'g>(passages: impl Iterator<Item = &'g Gathered>) -> f64 {
    passages.map(|g| g.score).fold(0.0, f64::max)
}

/// The passages whose score is not far below the best one, and those that hold more words of the
/// question than any of these.
fn near<'g>(words: &[QueryWord], gathered: &'g [Gathered]) -> Vec<&'g Gathered> {
    let best = best_score(gathered.iter());
    let most = |g: &Gathered| {
        let counts = g.sentences.iter().map(|s| count(words, s));
        counts.max().unwrap_or(0)
    };
    let is_worth_it = |g: &&Gathered| g.score >= FAR_SCORE || most(g) * 2 >= words.len();
    let is_near = |g: &&Gathered| g.score * 2.0 >= best && is_worth_it(g);
    let most_near = gathered.iter().filter(is_near).map(most).max().unwrap_or(0);
    let is_kept = |g: &&Gathered| is_near(g) || (is_worth_it(g) && most(g) > most_near);
    gathered.iter().filter(is_kept).collect()
}

/// How many words of the question a sentence holds.
fn count(words: &[QueryWord], sentence: &Sentence) -> usize {
    let held = words.iter().filter(|word| word.occurs_in(&sentence.words));
    held.count()
}

/// Which sentences may be quoted for a question.
struct Choice<'w> {
    words: &'w [QueryWord],
    /// For every word, whether running text holds it.
    in_prose: Vec<bool>,
    /// The most words that one sentence of running text holds.
    prose_count: usize,
    /// The least readable kind that may be quoted.
    worst: Kind,
}

impl<'w> Choice<'w> {
    fn of(words: &'w [QueryWord], near: &[&Gathered], worst: Kind) -> Self {
        let prose = || {
            let sentences = near.iter().flat_map(|g| &g.sentences);
            sentences.filter(|s| s.kind == Kind::Prose)
        };
        let is_in_prose = |word: &QueryWord| prose().any(|s| word.occurs_in(&s.words));
        Self {
            words,
            in_prose: words.iter().map(is_in_prose).collect(),
            prose_count: prose().map(|s| count(words, s)).max().unwrap_or(0),
            worst,
        }
    }

    /// How many words of the question a sentence holds, if it may be quoted; else 0. A row of a
    /// table may when it holds more than running text does; headings and code only when nothing
    /// else does.
    fn count(&self, sentence: &Sentence) -> usize {
        let count = count(self.words, sentence);
        let holds_more = || {
            let mut words = self.words.iter().zip(&self.in_prose);
            let is_new = |(word, in_prose): (&QueryWord, &bool)| {
                !in_prose && word.occurs_in(&sentence.words)
            };
            count > self.prose_count || words.any(is_new)
        };
        let may_be_quoted = match sentence.kind {
            Kind::Prose => true,
            Kind::Row => holds_more(),
            Kind::Bare => self.worst >= Kind::Bare,
        };
        if may_be_quoted { count } else { 0 }
    }

    fn best_count(&self, passage: &Gathered) -> usize {
        let counts = passage.sentences.iter().map(|s| self.count(s));
        counts.max().unwrap_or(0)
    }
}

/// The sentences of a passage that hold the most words of the question, in reading order.
fn by_words(
    choice: &Choice<'_>,
    passage: &Gathered,
    quoted: &mut BTreeSet<String>,
) -> Option<Quote> {
    let mut ranked: Vec<(usize, usize)> = passage
        .sentences
        .iter()
        .enumerate()
        .map(|(at, sentence)| (choice.count(sentence), at))
        .filter(|(count, at)| *count > 0 && !quoted.contains(&passage.sentences[*at].text))
        .collect();
    ranked.sort_by_key(|(count, at)| (std::cmp::Reverse(*count), *at));
    let least = ranked.first()?.0.div_ceil(2);
    let places = ranked
        .into_iter()
        .filter(|(count, _)| *count >= least)
        .map(|(_, at)| at);
    quote(passage, places, quoted)
}

/// The beginning of a passage: of its running text if it has any, else of what it has.
fn leading(passage: &Gathered, quoted: &mut BTreeSet<String>) -> Option<Quote> {
    let has_telling = passage.sentences.iter().any(is_telling);
    let places: Vec<usize> = (0..passage.sentences.len())
        .filter(|at| !has_telling || is_telling(&passage.sentences[*at]))
        .collect();
    quote(passage, places.into_iter(), quoted)
}

/// Quotes the sentences at these places, as many of the first ones as there is room for, in
/// reading order.
fn quote(
    passage: &Gathered,
    places: impl Iterator<Item = usize>,
    quoted: &mut BTreeSet<String>,
) -> Option<Quote> {
    let mut room = QUOTE_GRAPHEMES;
    let mut taken: Vec<(usize, String)> = Vec::new();
    for at in places {
        let sentence = &passage.sentences[at].text;
        if quoted.contains(sentence) {
            continue;
        }
        let shown = snippet::preview(sentence, QUOTE_GRAPHEMES);
        // A character may be less than a grapheme: the estimate errs on the short side.
        let length = shown.chars().count();
        if length > room && !taken.is_empty() {
            break;
        }
        room = room.saturating_sub(length);
        quoted.insert(sentence.clone());
        taken.push((at, shown));
    }
    taken.sort();
    let parts = joined(passage, taken);
    (!parts.is_empty()).then(|| Quote {
        chunk: passage.chunk.id.clone(),
        parts,
    })
}

/// Sentences put together where they are of one text; items and rows stay apart.
fn joined(passage: &Gathered, taken: Vec<(usize, String)>) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut last: Option<usize> = None;
    for (at, text) in taken {
        let between = last.and_then(|last| {
            let (one, other) = (&passage.sentences[last], &passage.sentences[at]);
            let is_text = |s: &Sentence| s.kind == Kind::Prose && !s.is_item;
            let is_same = one.block == other.block && one.kind == other.kind;
            if is_same && last + 1 == at {
                Some(" ")
            } else if is_same || (is_text(one) && is_text(other)) {
                Some(" … ")
            } else {
                None
            }
        });
        match (between, parts.last_mut()) {
            (Some(between), Some(part)) => {
                part.push_str(between);
                part.push_str(&text);
            }
            _ => parts.push(text),
        }
        last = Some(at);
    }
    parts
}

/// A text in which nothing looks like the mark of a passage: documents have double brackets of
/// their own, and could name passages by them.
pub(super) fn without_marks(text: &str) -> String {
    let mut apart = String::with_capacity(text.len());
    let mut last = None;
    for character in text.chars() {
        if last == Some(character) && matches!(character, '[' | ']') {
            apart.push(' ');
        }
        apart.push(character);
        last = Some(character);
    }
    apart
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn double_brackets_of_a_document_are_taken_apart() {
        assert_eq!(
            without_marks("[[c_x]] [a] [[[1]]]"),
            "[ [c_x] ] [a] [ [ [1] ] ]"
        );
    }
}
