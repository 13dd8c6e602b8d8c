//! A sentence as a claim: what it speaks of, its numbers, and whether it says no.

use std::collections::BTreeSet;

use text::terms;

use super::words::{base, is_function_word, is_negation};

/// What a sentence claims.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Claim {
    /// What it speaks of: its words without function words, numbers and negations.
    pub subject: BTreeSet<String>,
    /// Its numbers, thousands not separated.
    pub numbers: BTreeSet<String>,
    /// Whether it holds a negation.
    pub is_negated: bool,
}

impl Claim {
    /// Reads a sentence; `None` for rows of tables, whose numbers differ by nature.
    pub fn of(sentence: &str) -> Option<Self> {
        let sentence = without_list_marker(sentence);
        if sentence.starts_with('|') {
            return None;
        }
        let mut claim = Self {
            subject: BTreeSet::new(),
            numbers: numbers(sentence),
            is_negated: has_contracted_negation(sentence),
        };
        for term in terms::terms(sentence) {
            if is_negation(&term) {
                claim.is_negated = true;
            } else if !is_function_word(&term) && !term.chars().all(char::is_numeric) {
                claim.subject.insert(base(&term));
            }
        }
        Some(claim)
    }

    /// Whether the two say nearly the same of the same, but with other numbers, or one of them
    /// with a negation.
    pub fn contradicts(&self, other: &Self) -> bool {
        let shared = self.subject.intersection(&other.subject).count();
        let all = self.subject.len() + other.subject.len() - shared;
        let is_same_subject = shared >= SHARED_MIN && shared * 100 >= all * SHARED_PERCENT_MIN;
        is_same_subject && (self.is_negated != other.is_negated || has_other_numbers(self, other))
    }
}

/// How many words two claims of the same subject share at least.
const SHARED_MIN: usize = 2;
/// How large a part of all their words those are, at least.
const SHARED_PERCENT_MIN: usize = 65;

/// More numbers on one side are a matter of detail.
fn has_other_numbers(a: &Claim, b: &Claim) -> bool {
    !a.numbers.is_subset(&b.numbers) && !b.numbers.is_subset(&a.numbers)
}

fn has_contracted_negation(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    lower.contains("n't") || lower.contains("n\u{2019}t")
}

/// A sentence without the bullet or number of a list item.
fn without_list_marker(sentence: &str) -> &str {
    let sentence = sentence.trim_start();
    let digits = sentence.bytes().take_while(u8::is_ascii_digit).count();
    let rest = if digits == 0 {
        sentence.strip_prefix(['-', '*', '+', '•'])
    } else {
        sentence[digits..].strip_prefix(['.', ')'])
    };
    match rest {
        Some(rest) if rest.starts_with(' ') => rest.trim_start(),
        _ => sentence,
    }
}

/// Numbers that stand for themselves; digits within names such as `v2` are part of the name.
fn numbers(sentence: &str) -> BTreeSet<String> {
    let mut numbers = BTreeSet::new();
    let mut number = String::new();
    let mut before = ' ';
    let mut characters = sentence.chars().peekable();
    while let Some(character) = characters.next() {
        let is_digit = character.is_ascii_digit();
        let starts = is_digit && number.is_empty() && !(before.is_alphanumeric() || before == '_');
        let goes_on = !number.is_empty() && is_digit;
        let next_is_digit = characters.peek().is_some_and(char::is_ascii_digit);
        let separates = !number.is_empty() && matches!(character, '.' | ',') && next_is_digit;
        if starts || goes_on {
            number.push(character);
        } else if separates {
            // `1,000` is `1000`; a point may be a decimal one and stays.
            number.extend(Some(character).filter(|c| *c == '.'));
        } else if !number.is_empty() {
            numbers.insert(std::mem::take(&mut number));
        }
        before = character;
    }
    if !number.is_empty() {
        numbers.insert(number);
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contradict(a: &str, b: &str) -> bool {
        let (a, b) = (Claim::of(a).unwrap(), Claim::of(b).unwrap());
        assert_eq!(a.contradicts(&b), b.contradicts(&a));
        a.contradicts(&b)
    }

    #[test]
    fn the_same_with_other_numbers_or_a_negation_is_a_contradiction() {
        assert!(contradict(
            "Refunds are paid within 14 days.",
            "A refund is paid within 30 days."
        ));
        assert!(contradict(
            "- The cache is cleared at start.",
            "The cache isn't cleared at start."
        ));
        assert!(contradict("Backups never expire.", "Backups expire."));
    }

    #[test]
    fn other_subjects_and_more_detail_are_no_contradiction() {
        assert!(!contradict(
            "Refunds are paid within 14 days.",
            "Invoices are due within 30 days of delivery."
        ));
        assert!(!contradict(
            "Refunds are paid within 14 days.",
            "Refunds are paid within 14 days (2 weeks)."
        ));
        assert!(!contradict(
            "1. Restart the server process.",
            "2. Restart the server process."
        ));
        assert!(Claim::of("| apples | 5 |").is_none());
    }

    #[test]
    fn numbers_are_read_whole() {
        let numbers: Vec<String> = numbers("v2 costs 1,000.50 EUR, 30% of 7. In 2024,")
            .into_iter()
            .collect();
        assert_eq!(numbers, ["1000.50", "2024", "30", "7"]);
    }
}
