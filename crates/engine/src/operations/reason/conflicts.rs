//! Where the gathered passages disagree.

use std::collections::BTreeSet;

use domain::chunk::Level;
use domain::ids::ChunkId;
use text::snippet;

use super::claims::Claim;
use super::gathered::{Gathered, Sentence};
use super::prose::Kind;
use super::quote::in_quotes;
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

impl Said<'_> {
    /// Whether the two are from passages of which neither holds the other. What stands in one
    /// passage is about different things: its author would have noticed.
    fn is_apart_from(&self, other: &Self) -> bool {
        let (one, two) = (self.passage, other.passage);
        !one.is_within(two)
            && !two.is_within(one)
            && !one.holds(other.sentence)
            && !two.holds(self.sentence)
    }
}

fn either_way<'s>(one: &'s str, other: &'s str) -> (&'s str, &'s str) {
    if one <= other {
        (one, other)
    } else {
        (other, one)
    }
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
            if one.is_apart_from(other)
                && one.claim.contradicts(&other.claim)
                && seen.insert(either_way(&one.sentence.text, &other.sentence.text))
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
        passages
            .flat_map(|passage| passage.sentences.iter().map(move |s| (passage, s)))
            .filter(|(_, sentence)| sentence.kind == Kind::Prose)
            .filter(|(passage, sentence)| !is_said_within(passage, sentence, gathered))
    };
    let holds_words = all().any(|(_, sentence)| is_asked_for(sentence));
    all()
        .filter(|(_, sentence)| !holds_words || is_asked_for(sentence))
        .map(|(passage, sentence)| Said {
            passage,
            sentence,
            claim: Claim::of(&sentence.text),
        })
        .take(SENTENCES_MAX)
        .collect()
}

/// Whether a smaller passage within this one holds the sentence, too: it is said there.
fn is_said_within(passage: &Gathered, sentence: &Sentence, gathered: &[Gathered]) -> bool {
    let is_inside = |g: &&Gathered| g.chunk.level == Level::Paragraph && g.is_within(passage);
    if passage.chunk.level == Level::Paragraph {
        return false;
    }
    gathered.iter().filter(is_inside).any(|g| g.holds(sentence))
}

fn conflict(one: &Said<'_>, other: &Said<'_>) -> Conflict {
    let quoted = |said: &Said<'_>| {
        let text = snippet::preview(&said.sentence.text, SENTENCE_GRAPHEMES);
        format!("{} [[{}]]", in_quotes(&text), said.passage.chunk.id)
    };
    Conflict {
        text: format!("{} but {}", quoted(one), quoted(other)),
        chunks: [one, other].map(|said| said.passage.chunk.id.clone()),
    }
}
