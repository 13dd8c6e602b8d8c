//! An answer made of quotations.

use std::collections::BTreeSet;

use domain::ids::ChunkId;
use text::snippet;

use super::gathered::{Gathered, Sentence};
use super::words::QueryWord;

/// About how much of one passage is quoted, in grapheme clusters.
const QUOTE_GRAPHEMES: usize = 300;
/// How many passages are quoted when none holds a word of the question.
const BY_MEANING_MAX: usize = 3;

/// A quotation and where it is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Quote {
    pub chunk: ChunkId,
    /// One or more sentences, `…` where some are left out between them.
    pub text: String,
}

impl Quote {
    /// The quotation with its mark.
    pub fn marked(&self) -> String {
        format!("\"{}\" [[{}]]", self.text, self.chunk)
    }
}

/// What is quoted, best passages first.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Quoted {
    /// Sentences that hold words of the question.
    ByWords(Vec<Quote>),
    /// The beginnings of the nearest passages, since no passage holds a word of the question; none
    /// when no passage is near it either.
    ByMeaning(Vec<Quote>),
}

/// Quotes what answers a question best. No sentence is quoted twice, whichever passages hold it.
pub(super) fn quotations(words: &[QueryWord], gathered: &[Gathered]) -> Quoted {
    let best = gathered.iter().map(|g| best_count(words, g)).max();
    let best = best.unwrap_or(0);
    let mut quoted = BTreeSet::new();
    if best == 0 {
        let near = gathered.iter().filter(|g| g.score > 0.0);
        let quotes = near.filter_map(|g| leading(g, &mut quoted));
        return Quoted::ByMeaning(quotes.take(BY_MEANING_MAX).collect());
    }
    // A passage that holds one word of many is there for another reason than the question.
    let quotes = gathered
        .iter()
        .filter(|g| best_count(words, g) * 2 >= best)
        .filter_map(|g| by_words(words, g, &mut quoted));
    Quoted::ByWords(quotes.collect())
}

/// How many words of the question a sentence holds.
fn count(words: &[QueryWord], sentence: &Sentence) -> usize {
    words
        .iter()
        .filter(|word| word.occurs_in(&sentence.words))
        .count()
}

fn best_count(words: &[QueryWord], passage: &Gathered) -> usize {
    let counts = passage.sentences.iter().map(|s| count(words, s));
    counts.max().unwrap_or(0)
}

/// The sentences of a passage that hold the most words of the question, in reading order.
fn by_words(
    words: &[QueryWord],
    passage: &Gathered,
    quoted: &mut BTreeSet<String>,
) -> Option<Quote> {
    let mut ranked: Vec<(usize, usize)> = passage
        .sentences
        .iter()
        .enumerate()
        .map(|(at, sentence)| (count(words, sentence), at))
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

fn leading(passage: &Gathered, quoted: &mut BTreeSet<String>) -> Option<Quote> {
    let fresh: Vec<usize> = (0..passage.sentences.len())
        .filter(|at| !quoted.contains(&passage.sentences[*at].text))
        .collect();
    quote(passage, fresh.into_iter(), quoted)
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
    let mut text = String::new();
    let mut last = None;
    for (at, sentence) in taken {
        if let Some(last) = last {
            text.push_str(if last + 1 == at { " " } else { " … " });
        }
        text.push_str(&sentence);
        last = Some(at);
    }
    last?;
    Some(Quote {
        chunk: passage.chunk.id.clone(),
        text: without_marks(&text),
    })
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
