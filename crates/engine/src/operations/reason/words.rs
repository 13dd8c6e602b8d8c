//! Words of questions and sentences, in a form in which they can be compared.

use std::collections::BTreeSet;

use text::terms;

use super::stems::{are_related, base, is_part, stem};

/// A word of a question that says what it is about.
pub(super) struct QueryWord {
    /// As it was written.
    pub shown: String,
    /// Its terms: several for an identifier or a run of ideographs.
    terms: Vec<String>,
    /// Their stems.
    stems: BTreeSet<String>,
}

impl QueryWord {
    /// Whether a text with these stems holds a form of it, or of a part of it.
    pub fn occurs_in(&self, stems: &BTreeSet<String>) -> bool {
        if self.is_number() {
            return self.stems.is_subset(stems);
        }
        let is_in_another = |term: &String| stems.iter().any(|found| is_part(term, found));
        self.stems.iter().any(|stem| stems.contains(stem)) || self.terms.iter().any(is_in_another)
    }

    /// A number, version, time or date: one part of it says nothing.
    fn is_number(&self) -> bool {
        let mut characters = self.terms.iter().flat_map(|term| term.chars());
        characters.all(char::is_numeric)
    }

    /// Whether a text with these terms may speak of it: one term is enough that looks related.
    pub fn may_be_meant_by(&self, terms: &BTreeSet<String>) -> bool {
        let is_related = |found: &String| self.terms.iter().any(|term| are_related(term, found));
        !self.is_number() && terms.iter().any(is_related)
    }
}

/// English words that say nothing about the subject of a question; with others around them they
/// are not looked for.
const FUNCTION_WORDS: &[&str] = &[
    "a", "about", "actually", "after", "all", "also", "always", "am", "an", "and", "any", "are",
    "as", "at", "be", "because", "been", "before", "being", "but", "by", "can", "cannot", "could",
    "d", "describe", "did", "do", "does", "doing", "done", "during", "each", "else", "ever",
    "every", "exactly", "explain", "explains", "find", "for", "from", "get", "give", "had",
    "happen", "happened", "happens", "has", "have", "having", "he", "her", "here", "hers", "him",
    "his", "how", "i", "if", "in", "into", "is", "it", "its", "just", "know", "let", "ll", "m",
    "made", "make", "makes", "many", "may", "me", "mean", "means", "meant", "might", "mine",
    "more", "most", "much", "must", "my", "need", "needed", "needs", "of", "off", "often", "on",
    "one", "only", "or", "other", "our", "ours", "out", "over", "please", "re", "s", "say", "says",
    "shall", "she", "should", "show", "so", "some", "such", "t", "tell", "than", "that", "the",
    "their", "theirs", "them", "then", "there", "these", "they", "this", "those", "to", "too",
    "under", "until", "up", "us", "use", "used", "uses", "using", "usually", "ve", "very", "want",
    "wanted", "wants", "was", "we", "were", "what", "when", "where", "whether", "which", "while",
    "who", "whom", "whose", "why", "will", "with", "work", "worked", "working", "works", "would",
    "you", "your", "yours",
];

/// Words that turn a statement into its opposite, in the languages in which they are words of
/// their own and mistaken for nothing else.
const NEGATIONS: &[&str] = &[
    "aucun", "cannot", "jamais", "kein", "keine", "keinen", "neither", "never", "nicht", "nie",
    "niemals", "no", "nobody", "none", "nor", "not", "nothing", "nunca", "pas", "without",
];

pub(super) fn is_function_word(term: &str) -> bool {
    FUNCTION_WORDS.binary_search(&term).is_ok()
}

pub(super) fn is_negation(term: &str) -> bool {
    NEGATIONS.binary_search(&term).is_ok()
}

/// The words of a question, each once: those that say what it is about, or all when there are no
/// such words.
pub(super) fn of_query(query: &str) -> Vec<QueryWord> {
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    for shown in parts(query) {
        let terms = terms::terms(shown);
        let Some(first) = terms.first().cloned() else {
            continue;
        };
        let form = if terms.len() == 1 {
            base(&first)
        } else {
            shown.to_lowercase()
        };
        if seen.insert(form) {
            let word = QueryWord {
                shown: shown.to_owned(),
                stems: terms.iter().map(|term| stem(term)).collect(),
                terms,
            };
            all.push((first, word));
        }
    }
    let says_nothing = |term: &str| is_function_word(term) || is_negation(term);
    let is_about_something = all.iter().any(|(first, _)| !says_nothing(first));
    all.into_iter()
        .filter(|(first, _)| !(is_about_something && says_nothing(first)))
        .map(|(_, word)| word)
        .collect()
}

/// What white space and punctuation part. Versions, times and dates stay whole.
fn parts(query: &str) -> Vec<&str> {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, character) in query.char_indices() {
        let end = at + character.len_utf8();
        let joins_digits = matches!(character, '.' | ':' | '-' | '/' | ',')
            && is_digit(query[..at].chars().next_back())
            && is_digit(query[end..].chars().next());
        if is_separator(character) && !joins_digits {
            parts.push(&query[start..at]);
            start = end;
        }
    }
    parts.push(&query[start..]);
    parts
}

/// White space and punctuation between words; marks that are part of words are not.
fn is_separator(c: char) -> bool {
    let joins_words = matches!(c, '_' | '\u{200C}' | '\u{200D}');
    let is_punctuation = c.is_ascii_punctuation()
        || matches!(c, '\u{A1}'..='\u{BF}' | '\u{2000}'..='\u{206F}' | '\u{3000}'..='\u{303F}')
        || matches!(c, '\u{FF01}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF20}' | '\u{FF3B}'..='\u{FF40}');
    !joins_words && (c.is_whitespace() || is_punctuation)
}

/// The words of a text by their stems.
pub(super) fn stems(text: &str) -> BTreeSet<String> {
    terms::terms(text).iter().map(|term| stem(term)).collect()
}

/// The words of several texts.
pub(super) fn terms_of(texts: &[&str]) -> BTreeSet<String> {
    texts.iter().flat_map(|text| terms::terms(text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(query: &str) -> Vec<String> {
        of_query(query).into_iter().map(|w| w.shown).collect()
    }

    #[test]
    fn the_lists_are_sorted_so_that_they_can_be_searched() {
        assert!(FUNCTION_WORDS.is_sorted());
        assert!(NEGATIONS.is_sorted());
    }

    #[test]
    fn a_question_is_about_its_content_words() {
        assert_eq!(
            shown("What is the refund-policy for Refunds, and who doesn't get one?"),
            ["refund", "policy", "doesn"]
        );
        assert_eq!(shown("where is it?"), ["where", "is", "it"]);
        assert_eq!(shown("?! …"), Vec::<String>::new());
        assert_eq!(shown("東京の人口は？ हिन्दी"), ["東京の人口は", "हिन्दी"]);
    }

    #[test]
    fn a_word_occurs_in_all_its_forms() {
        let word = &of_query("policies")[0];
        assert!(word.occurs_in(&stems("The policy holds.")));
        assert!(!word.occurs_in(&stems("The police hold.")));
        let word = &of_query("restart")[0];
        assert!(word.occurs_in(&stems("It is restarted.")));
        let word = &of_query("עברית")[0];
        assert!(word.occurs_in(&stems("כתוב בעברית")));
    }

    #[test]
    fn a_version_is_one_word() {
        assert_eq!(
            shown("Is 1.3 of 2024-05-03, or 7?"),
            ["1.3", "2024-05-03", "7"]
        );
        let version = &of_query("1.3")[0];
        assert!(version.occurs_in(&stems("Version 1.3 is out.")));
        assert!(!version.occurs_in(&stems("1 to 128 letters")));
    }

    #[test]
    fn ordinary_verbs_and_adverbs_are_not_what_a_question_is_about() {
        assert_eq!(
            shown("What does it usually mean, how often is a lease used, and why does that work?"),
            ["lease"]
        );
    }
}
