//! Words of questions and sentences, in a form in which they can be compared.

use std::collections::BTreeSet;

use text::terms;

/// A word of a question that says what it is about.
pub(super) struct QueryWord {
    /// As it was written.
    pub shown: String,
    /// The base forms of its terms: several for an identifier or a run of ideographs.
    pub bases: BTreeSet<String>,
}

impl QueryWord {
    /// Whether a text with these words holds it, or a part of it.
    pub fn occurs_in(&self, words: &BTreeSet<String>) -> bool {
        self.bases.iter().any(|base| words.contains(base))
    }
}

/// English words that say nothing about the subject of a question; with others around them they
/// are not looked for.
const FUNCTION_WORDS: &[&str] = &[
    "a", "about", "after", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be",
    "because", "been", "before", "being", "but", "by", "can", "cannot", "could", "d", "did", "do",
    "does", "doing", "done", "during", "each", "else", "ever", "every", "explain", "find", "for",
    "from", "get", "give", "had", "happen", "happened", "happens", "has", "have", "having", "he",
    "her", "here", "hers", "him", "his", "how", "i", "if", "in", "into", "is", "it", "its", "just",
    "know", "let", "ll", "m", "made", "make", "makes", "many", "may", "me", "mean", "means",
    "might", "mine", "more", "most", "much", "must", "my", "of", "off", "on", "one", "only", "or",
    "other", "our", "ours", "out", "over", "please", "re", "s", "say", "says", "shall", "she",
    "should", "show", "so", "some", "such", "t", "tell", "than", "that", "the", "their", "theirs",
    "them", "then", "there", "these", "they", "this", "those", "to", "too", "under", "until", "up",
    "us", "ve", "very", "was", "we", "were", "what", "when", "where", "whether", "which", "while",
    "who", "whom", "whose", "why", "will", "with", "would", "you", "your", "yours",
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
    for shown in query.split(is_separator) {
        let terms = terms::terms(shown);
        let Some(first) = terms.first().cloned() else {
            continue;
        };
        if seen.insert(base(&first)) {
            let bases = terms.iter().map(|term| base(term)).collect();
            let shown = shown.to_owned();
            all.push((first, QueryWord { shown, bases }));
        }
    }
    let says_nothing = |term: &str| is_function_word(term) || is_negation(term);
    let is_about_something = all.iter().any(|(first, _)| !says_nothing(first));
    all.into_iter()
        .filter(|(first, _)| !(is_about_something && says_nothing(first)))
        .map(|(_, word)| word)
        .collect()
}

/// White space and punctuation between words; marks that are part of words are not.
fn is_separator(c: char) -> bool {
    let joins_words = matches!(c, '_' | '\u{200C}' | '\u{200D}');
    let is_punctuation = c.is_ascii_punctuation()
        || matches!(c, '\u{A1}'..='\u{BF}' | '\u{2000}'..='\u{206F}' | '\u{3000}'..='\u{303F}')
        || matches!(c, '\u{FF01}'..='\u{FF0F}' | '\u{FF1A}'..='\u{FF20}' | '\u{FF3B}'..='\u{FF40}');
    !joins_words && (c.is_whitespace() || is_punctuation)
}

/// The words of a text in their base forms.
pub(super) fn bases(text: &str) -> BTreeSet<String> {
    terms::terms(text).iter().map(|term| base(term)).collect()
}

/// A term without the ending of an English plural (after D. Harman, "How effective is suffixing?",
/// 1991, the S stemmer, and the endings `-ches`, `-shes`, `-sses`, `-xes`).
pub(super) fn base(term: &str) -> String {
    if term.len() < 4 || !term.is_ascii() {
        return term.to_owned();
    }
    let without = |ending: &str| term.strip_suffix(ending);
    if let Some(stem) = without("ies").filter(|stem| !stem.ends_with(['a', 'e'])) {
        return format!("{stem}y");
    }
    let sibilants = ["ches", "shes", "sses", "xes"];
    if sibilants.iter().any(|ending| term.ends_with(ending)) {
        return term[..term.len() - "es".len()].to_owned();
    }
    match without("s").filter(|stem| !stem.ends_with(['s', 'u', 'i'])) {
        Some(stem) => stem.to_owned(),
        None => term.to_owned(),
    }
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
    fn a_word_occurs_in_either_number() {
        let word = &of_query("policies")[0];
        assert!(word.occurs_in(&bases("The policy holds.")));
        assert!(!word.occurs_in(&bases("The police hold.")));
        for (plural, singular) in [
            ("refunds", "refund"),
            ("boxes", "box"),
            ("batches", "batch"),
            ("status", "status"),
            ("class", "class"),
            ("basis", "basis"),
            ("gas", "gas"),
        ] {
            assert_eq!(base(plural), singular);
        }
    }
}
