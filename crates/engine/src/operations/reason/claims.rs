//! A sentence as a claim: what it speaks of, its numbers, and whether it says no.

use std::collections::BTreeSet;

use text::terms;

use super::numbers::{self, Numbers, is_month};
use super::stems::base;
use super::words::{is_function_word, is_negation};

/// What a sentence claims.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Claim {
    /// What it speaks of: its words without function words, numbers and negations.
    pub subject: BTreeSet<String>,
    /// Its numbers.
    pub numbers: Numbers,
    /// Whether it holds a negation.
    pub is_negated: bool,
}

impl Claim {
    /// Reads a sentence.
    pub fn of(sentence: &str) -> Self {
        let mut claim = Self {
            subject: BTreeSet::new(),
            numbers: numbers::of(sentence),
            is_negated: has_contracted_negation(sentence),
        };
        for term in terms::terms(sentence) {
            if is_negation(&term) {
                claim.is_negated = true;
            } else if !is_function_word(&term) && !claim.is_number(&term) {
                claim.subject.insert(base(&term));
            }
        }
        claim
    }

    /// Whether a term is a number, or the month of a date.
    fn is_number(&self, term: &str) -> bool {
        let numbers = &self.numbers;
        let is_in_date =
            is_month(term) && (numbers.naming.contains(term) || numbers.pointing.contains(term));
        is_in_date || term.chars().all(char::is_numeric)
    }

    /// Whether the two say nearly the same of the same, but with other numbers, or one of them
    /// with a negation. Other versions, times and dates to begin with are another subject.
    pub fn contradicts(&self, other: &Self) -> bool {
        let shared = self.subject.intersection(&other.subject).count();
        let all = self.subject.len() + other.subject.len() - shared;
        let is_same_subject = shared >= SHARED_MIN
            && shared * 100 >= all * SHARED_PERCENT_MIN
            && self.numbers.naming == other.numbers.naming;
        is_same_subject && (self.is_negated != other.is_negated || self.differs_from(other))
    }

    /// With other quantities *and* other dates the one may follow from the other.
    fn differs_from(&self, other: &Self) -> bool {
        let (one, two) = (&self.numbers, &other.numbers);
        differ(&one.stated, &two.stated) != differ(&one.pointing, &two.pointing)
    }
}

/// How many words two claims of the same subject share at least.
const SHARED_MIN: usize = 2;
/// How large a part of all their words those are, at least.
const SHARED_PERCENT_MIN: usize = 65;

/// More numbers on one side are a matter of detail.
fn differ(a: &BTreeSet<String>, b: &BTreeSet<String>) -> bool {
    !a.is_subset(b) && !b.is_subset(a)
}

fn has_contracted_negation(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    lower.contains("n't") || lower.contains("n\u{2019}t")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contradict(a: &str, b: &str) -> bool {
        let (a, b) = (Claim::of(a), Claim::of(b));
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
            "The cache is cleared at start.",
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
    }

    #[test]
    fn other_versions_times_and_dates_are_other_subjects() {
        for (one, other) in [
            (
                "Version 1.2 was released on 3 May 2024.",
                "Version 1.3 was released on 9 June 2025.",
            ),
            (
                "10:00 The server was restarted after 5 minutes.",
                "11:00 The server was restarted after 7 minutes.",
            ),
            (
                "Backup of the store took 5 minutes on 2024-05-03.",
                "Backup of the store took 9 minutes on 2024-05-04.",
            ),
            (
                "Step 1 takes about 5 minutes.",
                "Step 2 takes about 9 minutes.",
            ),
        ] {
            assert!(!contradict(one, other), "{one}");
        }
        assert!(contradict(
            "Version 1.2 was released on 3 May 2024.",
            "Version 1.2 was released on 9 June 2024."
        ));
        assert!(contradict(
            "The weekly meeting of the team starts at 10:00.",
            "The weekly meeting of the team starts at 11:00."
        ));
        assert!(contradict(
            "The fee is 1.5 % of the price.",
            "The fee is 2.5 % of the price."
        ));
    }
}
