//! What the gathered passages do not say, in lines that a person reads.

use domain::coverage::Coverage;
use domain::operations::ZeroReason;

use super::gathered::Gathered;
use super::stems::stem;
use super::words::{self, QueryWord};

/// How many words one line names.
const WORDS_MAX: usize = 20;

/// The one line of an answer for which nothing was gathered.
pub(super) fn nothing_gathered(zero: &ZeroReason) -> String {
    format!("There is no matching content. {}", zero.sentence())
}

/// The words of the question that no passage mentions, its title and headings included. A form of
/// the word or a relative of it is enough: what is named here is to be missing for certain.
pub(super) fn missing<'w>(words: &'w [QueryWord], gathered: &[Gathered]) -> Vec<&'w QueryWord> {
    let texts: Vec<&str> = gathered.iter().flat_map(texts).collect();
    let terms = words::terms_of(&texts);
    let stems = terms.iter().map(|term| stem(term)).collect();
    let is_missing = |word: &&QueryWord| !word.occurs_in(&stems) && !word.may_be_meant_by(&terms);
    words.iter().filter(is_missing).collect()
}

fn texts(passage: &Gathered) -> impl Iterator<Item = &str> {
    let chunk = &passage.chunk;
    let around = [&passage.document_title, &chunk.lead, &chunk.content];
    let above = chunk.section_path.iter().chain(&chunk.heading);
    around.into_iter().chain(above).map(String::as_str)
}

/// Some words of the question are in no passage.
pub(super) fn missing_words(missing: &[&QueryWord]) -> Option<String> {
    (!missing.is_empty()).then(|| format!("No gathered passage mentions {}.", listed(missing)))
}

/// No sentence near the question holds a word of it; `missing` are those that no passage mentions
/// at all, out of `all`.
pub(super) fn no_words(missing: &[&QueryWord], all: usize, quotes_nothing: bool) -> String {
    let what = if all == 0 {
        "The query holds no words to look for".to_owned()
    } else if missing.len() == all {
        format!(
            "None of the query's words ({}) occurs in the gathered passages",
            listed(missing)
        )
    } else if missing.is_empty() {
        "No sentence near enough to the query holds its words".to_owned()
    } else {
        format!("No gathered passage mentions {}", listed(missing))
    };
    if quotes_nothing {
        format!("{what}, and no passage is near enough to the query to be quoted.")
    } else {
        format!("{what}; the beginnings of the passages nearest in meaning are quoted instead.")
    }
}

/// Items in scope that could not be looked into.
pub(super) fn of_coverage(coverage: &Coverage) -> Option<String> {
    let items = |count: u64| match count {
        1 => "1 item".to_owned(),
        _ => format!("{count} items"),
    };
    let is = |count: u64| if count == 1 { "is" } else { "are" };
    let pending = coverage.items_pending;
    let failed = coverage.items_failed;
    let what = match (pending, failed) {
        (0, 0) => return None,
        (_, 0) => format!(
            "{} in scope {} still being indexed",
            items(pending),
            is(pending)
        ),
        (0, _) => format!("{} in scope could not be indexed", items(failed)),
        _ => format!(
            "{} in scope {} still being indexed and {} could not be indexed",
            items(pending),
            is(pending),
            items(failed)
        ),
    };
    Some(format!("{what}; what they hold may be missing here."))
}

/// A model was asked, and quotations stand in for what it wrote.
pub(super) fn model_gave_nothing(model: &str, why: &str) -> String {
    format!(
        "The model `{model}` gave no answer that could be used ({why}); passages are quoted instead."
    )
}

fn listed(words: &[&QueryWord]) -> String {
    let mut shown: Vec<String> = words
        .iter()
        .take(WORDS_MAX)
        .map(|word| format!("`{}`", word.shown))
        .collect();
    if words.len() > WORDS_MAX {
        shown.push("…".to_owned());
    }
    shown.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covered(items_pending: u64, items_failed: u64) -> Option<String> {
        of_coverage(&Coverage {
            items_pending,
            items_failed,
            ..Coverage::default()
        })
    }

    #[test]
    fn what_could_not_be_looked_into_is_counted() {
        assert_eq!(covered(0, 0), None);
        assert_eq!(
            covered(1, 0).unwrap(),
            "1 item in scope is still being indexed; what they hold may be missing here."
        );
        assert_eq!(
            covered(2, 1).unwrap(),
            "2 items in scope are still being indexed and 1 item could not be indexed; \
             what they hold may be missing here."
        );
    }

    #[test]
    fn a_line_names_a_bounded_number_of_words() {
        let words = super::super::words::of_query(
            &(0..50).map(|n| format!("word{n} ")).collect::<String>(),
        );
        let all: Vec<&QueryWord> = words.iter().collect();
        let line = no_words(&all, all.len(), true);
        assert!(line.contains("`word19`, …)"), "{line}");
    }
}
