//! What the gathered passages do not say, in lines that a person reads.

use domain::coverage::Coverage;
use domain::operations::ZeroReason;

use super::gathered::Gathered;
use super::words::QueryWord;

/// How many words one line names.
const WORDS_MAX: usize = 20;

/// The one line of an answer for which nothing was gathered.
pub(super) fn nothing_gathered(zero: &ZeroReason) -> String {
    format!("There is no matching content. {}", zero.sentence())
}

/// The words of the question that no passage holds.
pub(super) fn missing_words(words: &[QueryWord], gathered: &[Gathered]) -> Option<String> {
    let is_missing = |word: &&QueryWord| {
        !gathered
            .iter()
            .flat_map(|passage| &passage.sentences)
            .any(|sentence| word.occurs_in(&sentence.words))
    };
    let missing: Vec<&QueryWord> = words.iter().filter(is_missing).collect();
    (!missing.is_empty()).then(|| format!("No gathered passage mentions {}.", listed(&missing)))
}

/// No passage holds any word of the question.
pub(super) fn no_words(words: &[QueryWord], quotes_nothing: bool) -> String {
    let all: Vec<&QueryWord> = words.iter().collect();
    let what = if all.is_empty() {
        "The query holds no words to look for".to_owned()
    } else {
        format!(
            "None of the query's words ({}) occurs in the gathered passages",
            listed(&all)
        )
    };
    if quotes_nothing {
        format!("{what}, and none of these is near it in meaning.")
    } else {
        format!("{what}; the beginnings of those nearest in meaning are quoted instead.")
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
        let line = no_words(&words, true);
        assert!(line.contains("`word19`, …)"), "{line}");
    }
}
