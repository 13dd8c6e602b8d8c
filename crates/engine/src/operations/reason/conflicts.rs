//! Where the gathered passages disagree.

use std::collections::BTreeSet;

use domain::ids::ChunkId;
use text::snippet;

use super::claims::Claim;
use super::gathered::{Gathered, Sentence};
use super::quote::without_marks;
use super::words::QueryWord;

/// How many sentences are compared with each other.
const SENTENCES_MAX: usize = 400;
/// How many conflicts an answer names.
const CONFLICTS_MAX: usize = 5;
/// How much of a sentence a conflict shows, in grapheme clusters.
const SENTENCE_GRAPHEMES: usize = 300;

/// Two passages that disagree.
pub(super) struct Conflict {
    /// Both sentences with their marks.
    pub text: String,
    /// Where they are from.
    pub chunks: [ChunkId; 2],
}

struct Said<'g> {
    passage: &'g Gathered,
    sentence: &'g Sentence,
    claim: Claim,
}

/// Pairs of sentences from different passages that say nearly the same, but with other numbers or
/// with a negation in one only. When sentences hold words of the question, only those are looked
/// at. The passages' order decides which come first.
pub(super) fn found(words: &[QueryWord], gathered: &[Gathered]) -> Vec<Conflict> {
    let said = said(words, gathered);
    let mut conflicts = Vec::new();
    let mut seen = BTreeSet::new();
    for (at, one) in said.iter().enumerate() {
        for other in &said[at + 1..] {
            let is_elsewhere = one.passage.chunk.id != other.passage.chunk.id;
            if is_elsewhere
                && one.claim.contradicts(&other.claim)
                && seen.insert((&one.sentence.text, &other.sentence.text))
            {
                conflicts.push(conflict(one, other));
                if conflicts.len() == CONFLICTS_MAX {
                    return conflicts;
                }
            }
        }
    }
    conflicts
}

fn said<'g>(words: &[QueryWord], gathered: &'g [Gathered]) -> Vec<Said<'g>> {
    let is_asked_for = |s: &Sentence| words.iter().any(|word| word.occurs_in(&s.words));
    let all = || {
        let passages = gathered.iter();
        passages.flat_map(|passage| passage.sentences.iter().map(move |s| (passage, s)))
    };
    let holds_words = all().any(|(_, sentence)| is_asked_for(sentence));
    all()
        .filter(|(_, sentence)| !holds_words || is_asked_for(sentence))
        .filter_map(|(passage, sentence)| {
            Some(Said {
                passage,
                sentence,
                claim: Claim::of(&sentence.text)?,
            })
        })
        .take(SENTENCES_MAX)
        .collect()
}

fn conflict(one: &Said<'_>, other: &Said<'_>) -> Conflict {
    let quoted = |said: &Said<'_>| {
        let text = snippet::preview(&said.sentence.text, SENTENCE_GRAPHEMES);
        format!("\"{}\" [[{}]]", without_marks(&text), said.passage.chunk.id)
    };
    Conflict {
        text: format!("{} but {}", quoted(one), quoted(other)),
        chunks: [one, other].map(|said| said.passage.chunk.id.clone()),
    }
}
