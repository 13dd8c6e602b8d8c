//! The numbers of a sentence: those it states, and those by which it names what it is about.

use std::collections::BTreeSet;

use super::words::is_function_word;

/// Words whose number is a name: `Version 1`, `Step 2`.
const LABELS: &[&str] = &[
    "appendix", "article", "build", "case", "chapter", "day", "example", "figure", "issue", "item",
    "layer", "level", "line", "no", "number", "option", "page", "part", "phase", "release", "rule",
    "section", "stage", "step", "table", "version", "week",
];

/// Months that stand beside numbers make dates of them, in which they are told apart by their
/// first three letters.
const MONTHS: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// What the numbers of a sentence do in it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Quantities, thousands not separated.
    pub stated: BTreeSet<String>,
    /// Versions, times and dates where the sentence says what it is about, and labelled numbers.
    pub naming: BTreeSet<String>,
    /// Versions, times and dates where it says something about that.
    pub pointing: BTreeSet<String>,
}

/// Reads the numbers of a sentence.
pub(super) fn of(sentence: &str) -> Numbers {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let mut numbers = Numbers::default();
    for at in 0..words.len() {
        let word = trimmed(words[at]);
        let before = at.checked_sub(1).map(|before| words[before]);
        let after = words.get(at + 1).copied();
        let is_labelled = before.is_some_and(is_label) && word.bytes().any(|b| b.is_ascii_digit());
        if is_labelled {
            numbers.naming.insert(word.to_lowercase());
        } else if is_date_part(word, before, after) || is_identifier(word, before, after) {
            // A sentence begins with what it is about.
            let place = if at * 2 < words.len() {
                &mut numbers.naming
            } else {
                &mut numbers.pointing
            };
            place.insert(word.to_lowercase());
        } else {
            numbers.stated.extend(quantities(words[at]));
        }
    }
    numbers
}

/// Whether the word at this place of a sentence is the month of a date.
pub(super) fn is_month(word: &str) -> bool {
    let word = word.to_lowercase();
    MONTHS
        .iter()
        .any(|month| *month == word || month[..3] == *word)
}

fn trimmed(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric())
}

fn is_label(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric() && c != ':');
    let singular = word.to_lowercase();
    LABELS.binary_search(&singular.as_str()).is_ok()
}

/// `3`, `May` and `2024` of `3 May 2024`, `May 3, 2024` and `May 2024`.
fn is_date_part(word: &str, before: Option<&str>, after: Option<&str>) -> bool {
    let is_beside = |test: fn(&str) -> bool| {
        let near = [before, after];
        near.into_iter().flatten().map(trimmed).any(test)
    };
    match word.len() {
        _ if is_month(word) => is_beside(is_whole),
        1 | 2 => is_whole(word) && is_beside(is_month),
        4 => {
            is_whole(word)
                && before
                    .map(trimmed)
                    .is_some_and(|w| is_month(w) || is_day(w))
        }
        _ => false,
    }
}

fn is_day(word: &str) -> bool {
    word.len() <= 2 && is_whole(word)
}

fn is_whole(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit())
}

/// Versions (`1.2.3`, `v1.2`, `1.2` where no unit follows), times (`10:00`), dates
/// (`2024-05-03`, `3.5.2024`).
fn is_identifier(word: &str, before: Option<&str>, after: Option<&str>) -> bool {
    let digits = word.strip_prefix(['v', 'V']).unwrap_or(word);
    let groups: Vec<&str> = digits
        .split(['.', ':', '-', '/', 'T'])
        .map(|group| group.trim_end_matches('Z'))
        .collect();
    if groups.len() < 2 || !groups.iter().all(|group| is_whole(group)) {
        return false;
    }
    let has = |separator: char| digits.contains(separator);
    if groups.len() > 2 || has(':') || digits.len() < word.len() {
        return true;
    }
    // Of two groups: `2024-05` and `2024/05`, but `5-10` and `1/2` are quantities.
    if has('-') || has('/') {
        return groups[0].len() == 4 && groups[1].len() == 2;
    }
    is_version(before, after)
}

/// Whether a number with one point is a version by what stands beside it: a name before it or, at
/// the beginning of a sentence, no unit behind it.
fn is_version(before: Option<&str>, after: Option<&str>) -> bool {
    let is_name = |word: &str| word.starts_with(|c: char| c.is_ascii_uppercase());
    let is_said_of = |word: &str| is_name(word) || is_function_word(&word.to_lowercase());
    match (before, after) {
        (Some(before), None) => is_name(before),
        (Some(before), Some(after)) => is_name(before) && is_said_of(after),
        (None, after) => after.is_none_or(is_said_of),
    }
}

/// Numbers that stand for themselves; digits within names such as `v2` are part of the name.
fn quantities(word: &str) -> BTreeSet<String> {
    let mut numbers = BTreeSet::new();
    let mut number = String::new();
    let mut before = ' ';
    let mut characters = word.chars().peekable();
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

    fn list(numbers: &BTreeSet<String>) -> Vec<&str> {
        numbers.iter().map(String::as_str).collect()
    }

    #[test]
    fn quantities_are_read_whole() {
        let numbers = of("v2 costs 1,000.50 EUR, 30% of 7. In 2024, (5-10) and 2.5 days");
        assert_eq!(
            list(&numbers.stated),
            ["10", "1000.50", "2.5", "2024", "30", "5", "7"]
        );
        assert!(numbers.naming.is_empty() && numbers.pointing.is_empty());
    }

    #[test]
    fn versions_times_and_dates_name_what_a_sentence_begins_with() {
        let numbers = of("Version 1.2 was released on 3 May 2024 at 10:00.");
        assert_eq!(list(&numbers.naming), ["1.2"]);
        assert_eq!(list(&numbers.pointing), ["10:00", "2024", "3", "may"]);
        assert!(numbers.stated.is_empty());
        let named = |sentence: &str| list(&of(sentence).naming).join(" ");
        assert_eq!(named("10:00 the server started"), "10:00");
        assert_eq!(named("2024-05-03: the server started"), "2024-05-03");
        assert_eq!(named("v1.2 adds a lock to the store"), "v1.2");
        assert_eq!(named("1.2 was the first with a lock"), "1.2");
        assert_eq!(named("The limit of step 3 is five"), "3");
        assert_eq!(named("TLS 1.3 is what it speaks"), "1.3");
        assert_eq!(named("1.5 seconds pass before it"), "");
        assert_eq!(named("The limit is 1.5"), "");
    }

    #[test]
    fn labels_are_sorted_so_that_they_can_be_searched() {
        assert!(LABELS.is_sorted());
    }
}
