//! Search terms: one analyser for indexing and for queries.
//!
//! Case and accents are folded. Words are runs of letters, digits and `_`; an identifier gives
//! itself whole, its parts between `_`, and their parts by camel case and digits. Scripts that are
//! written without spaces (Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese) give pairs of
//! neighbouring characters, a character alone gives itself. A term longer than [`TERM_BYTES_MAX`]
//! is cut to its first characters, and is not taken apart by case and digits.

mod fold;

use std::collections::HashSet;
use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{canonical_combining_class, is_combining_mark};
use unicode_segmentation::UnicodeSegmentation;

use fold::{Class, class, lower_case, simplified};

/// The longest term, in bytes.
pub const TERM_BYTES_MAX: usize = 64;

/// How far a word that runs past the end of a passage is followed, in bytes: enough for the
/// longest term in the widest characters.
const OVERHANG_BYTES_MAX: usize = 1024;

/// The terms of `text` in reading order, repeated as often as they occur.
pub fn terms(text: &str) -> Vec<String> {
    let characters = simplified(text);
    let mut terms = Vec::new();
    for (run, class) in runs(&characters) {
        let run = &characters[run];
        match class {
            Class::Paired => push_pairs(&units(run), &mut terms),
            _ => push_word(run, &mut terms),
        }
    }
    terms
}

/// The terms of the passage `range` of `text`, those that begin in it and end behind it included.
///
/// A passage may end within a run of Chinese characters or a very long word; terms taken from
/// every passage of a text in this way hold all terms of the text.
pub fn of_range(text: &str, range: Range<usize>) -> Vec<String> {
    let last = text[range.clone()].chars().next_back();
    let rest = &text[range.end..];
    let overhang = match last.map(class) {
        Some(Class::Paired) => pair_overhang(rest),
        Some(Class::Word) => word_overhang(rest),
        _ => 0,
    };
    terms(&text[range.start..range.end + overhang])
}

/// The terms that occur in every text in which the literal search for `literal` finds something,
/// each once.
///
/// These are the words with a border on both sides within the literal, the parts between `_`
/// likewise, and the pairs that no neighbour outside the literal can change. There may be none.
pub fn certain(literal: &str) -> Vec<String> {
    let characters = simplified(literal);
    if has_unsettled_iota(&characters) {
        return Vec::new();
    }
    // Marks at the ends may change places with marks outside the literal.
    let starts_at = characters.iter().position(|&c| is_starter(c));
    let ends_at = characters.iter().rposition(|&c| is_starter(c));
    let (Some(starts_at), Some(ends_at)) = (starts_at, ends_at) else {
        return Vec::new();
    };
    let mut terms = Vec::new();
    for (run, class) in runs(&characters) {
        let is_open = Open {
            start: run.start <= starts_at,
            end: run.end > ends_at,
        };
        match class {
            Class::Paired => push_certain_pairs(&characters[run], is_open, &mut terms),
            _ => push_certain_words(&characters[run], is_open, &mut terms),
        }
    }
    let mut seen = HashSet::new();
    terms.retain(|term| seen.insert(term.clone()));
    terms
}

/// Where text outside the literal may go on with a run.
#[derive(Clone, Copy)]
struct Open {
    start: bool,
    end: bool,
}

/// No mark: it keeps its place whatever stands beside it. The letter iota may stand for the mark
/// that equals it when case is ignored.
fn is_starter(character: char) -> bool {
    canonical_combining_class(character) == 0 && !is_iota(character)
}

fn is_iota(character: char) -> bool {
    matches!(character, 'ι' | 'Ι')
}

/// An iota beside a mark: the text may have it on the other side of the mark.
fn has_unsettled_iota(characters: &[char]) -> bool {
    characters.windows(2).any(|pair| {
        pair.iter().any(|&c| is_iota(c)) && pair.iter().any(|&c| canonical_combining_class(c) != 0)
    })
}

/// Runs of characters of one class, those that separate words left out.
fn runs(characters: &[char]) -> impl Iterator<Item = (Range<usize>, Class)> {
    let mut start = 0;
    characters
        .chunk_by(|a, b| class(*a) == class(*b))
        .map(move |run| {
            let range = start..start + run.len();
            start = range.end;
            (range, class(run[0]))
        })
        .filter(|(_, class)| *class != Class::Separator)
}

/// Characters as they are counted in pairs: a syllable of Hangul and a voiced kana are one.
fn units(run: &[char]) -> Vec<char> {
    run.iter().copied().nfc().collect()
}

fn push_pairs(units: &[char], terms: &mut Vec<String>) {
    if units.len() == 1 {
        terms.extend(term(units));
    } else {
        terms.extend(units.windows(2).filter_map(term));
    }
}

fn push_certain_pairs(run: &[char], is_open: Open, terms: &mut Vec<String>) {
    let units = units(run);
    if is_open.start || is_open.end {
        let inner = certain_units(&units, is_open);
        terms.extend(inner.windows(2).filter_map(term));
    } else {
        push_pairs(&units, terms);
    }
}

/// The units that stay the same whatever stands beside the literal. At an open start these are
/// all but leading marks and vowels that join what is before them; at an open end all before
/// the last base character, and that too when it is an ideograph, since nothing joins those.
fn certain_units(mut units: &[char], is_open: Open) -> &[char] {
    while let [first, rest @ ..] = units
        && is_open.start
        && joins_backward(*first)
    {
        units = rest;
    }
    while let [rest @ .., last] = units
        && is_open.end
        && joins_backward(*last)
    {
        units = rest;
    }
    match units {
        [rest @ .., last] if is_open.end && !fold::is_ideograph(*last) => rest,
        units => units,
    }
}

fn joins_backward(character: char) -> bool {
    is_combining_mark(character) || fold::is_jamo_vowel_or_final(character)
}

fn push_word(word: &[char], terms: &mut Vec<String>) {
    let word = without_joiners(word);
    let Some(whole) = term(word) else {
        return;
    };
    let is_plain = whole.len() == word.len() && word.iter().all(char::is_ascii_lowercase);
    terms.push(whole);
    if is_plain {
        return;
    }
    let segments: Vec<&[char]> = segments(word).collect();
    for segment in &segments {
        if segments.len() > 1 {
            terms.extend(term(segment));
        }
        if lower_case(segment).len() > TERM_BYTES_MAX {
            continue;
        }
        let parts: Vec<&[char]> = segment
            .chunk_by(|a, b| !is_case_border(*a, *b))
            .flat_map(split_acronym)
            .filter(|part| !part.is_empty())
            .collect();
        if parts.len() > 1 {
            terms.extend(parts.into_iter().filter_map(term));
        }
    }
}

fn push_certain_words(word: &[char], is_open: Open, terms: &mut Vec<String>) {
    if !is_open.start && !is_open.end {
        terms.extend(term(without_joiners(word)));
    }
    let last = word.iter().filter(|&&c| c == '_').count();
    for (at, segment) in word.split(|&c| c == '_').enumerate() {
        let is_cut = (at == 0 && is_open.start) || (at == last && is_open.end);
        if !is_cut {
            terms.extend(term(segment));
        }
    }
}

fn segments(word: &[char]) -> impl Iterator<Item = &[char]> {
    word.split(|&c| c == '_').filter(|part| !part.is_empty())
}

fn without_joiners(mut word: &[char]) -> &[char] {
    while let ['_', rest @ ..] | [rest @ .., '_'] = word {
        word = rest;
    }
    word
}

fn is_case_border(a: char, b: char) -> bool {
    a.is_numeric() != b.is_numeric() || (a.is_lowercase() && b.is_uppercase())
}

/// `HTTPServer` is `HTTP` and `Server`: the last of several capitals starts the next part.
fn split_acronym(part: &[char]) -> [&[char]; 2] {
    let capitals = part.iter().take_while(|c| c.is_uppercase()).count();
    if capitals < 2 || capitals == part.len() {
        return [part, &[]];
    }
    let (acronym, rest) = part.split_at(capitals - 1);
    [acronym, rest]
}

/// The folded term that `characters` make, cut to [`TERM_BYTES_MAX`]; none when they are none.
fn term(characters: &[char]) -> Option<String> {
    if characters.is_empty() {
        return None;
    }
    let mut term = lower_case(characters);
    term.truncate(term.floor_char_boundary(TERM_BYTES_MAX));
    Some(term)
}

fn pair_overhang(rest: &str) -> usize {
    let next = rest.graphemes(true).next().unwrap_or("");
    let is_paired = next.chars().next().map(class) == Some(Class::Paired);
    if is_paired {
        rest.floor_char_boundary(next.len().min(OVERHANG_BYTES_MAX))
    } else {
        0
    }
}

fn word_overhang(rest: &str) -> usize {
    let end = rest
        .find(|c: char| class(c) != Class::Word)
        .unwrap_or(rest.len());
    rest.floor_char_boundary(end.min(OVERHANG_BYTES_MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_accents_are_folded() {
        assert_eq!(terms("Café CAFE\u{301} ǅ"), ["cafe", "cafe", "dz"]);
        assert_eq!(terms("Straße STRASSE"), ["strasse", "strasse"]);
        assert_eq!(terms("ΛΌΓΟΣ λόγος"), ["λογοσ", "λογοσ"]);
        assert_eq!(terms("ﬁne ２０２６"), ["fine", "2026"]);
        assert_eq!(terms("exam\u{AD}ple"), ["example"]);
    }

    #[test]
    fn vowel_signs_that_are_letters_stay() {
        assert_eq!(terms("हिन्दी"), ["हिन्दी"]);
        assert_eq!(terms("が か"), ["が", "か"]);
    }

    #[test]
    fn scripts_without_spaces_give_pairs() {
        assert_eq!(terms("東京都 x 中"), ["東京", "京都", "x", "中"]);
        assert_eq!(terms("한국어"), ["한국", "국어"]);
        assert_eq!(terms("API仕様"), ["api", "仕様"]);
        assert_eq!(terms("ｶﾞｽ"), ["ガス"]);
    }

    #[test]
    fn identifiers_are_kept_whole_and_split() {
        assert_eq!(terms("getUserName"), ["getusername", "get", "user", "name"]);
        assert_eq!(terms("HTTPServer2"), ["httpserver2", "http", "server", "2"]);
        assert_eq!(
            terms("__max_retryCount__"),
            ["max_retrycount", "max", "retrycount", "retry", "count"]
        );
        assert_eq!(terms("don't a-b.c"), ["don", "t", "a", "b", "c"]);
        assert_eq!(terms("___ … 🎉"), Vec::<String>::new());
    }

    #[test]
    fn long_terms_are_cut_and_not_taken_apart() {
        let terms = terms(&"aB3é".repeat(50));
        assert_eq!(terms, ["ab3e".repeat(16)]);
    }

    #[test]
    fn certain_words_have_borders_on_both_sides() {
        assert_eq!(certain("the quick fox"), ["quick"]);
        assert_eq!(certain("quick"), Vec::<String>::new());
        assert_eq!(certain(" quick "), ["quick"]);
        assert_eq!(certain("my_long_na"), ["long"]);
        assert_eq!(certain("(getUser)"), ["getuser"]);
        assert_eq!(certain("x e\u{301}"), Vec::<String>::new());
    }

    #[test]
    fn certain_pairs_cannot_be_changed_from_outside() {
        assert_eq!(certain("東京都"), ["東京", "京都"]);
        assert_eq!(certain("中"), Vec::<String>::new());
        assert_eq!(certain("「中」"), ["中"]);
        // A mark behind the literal may still voice its last kana.
        assert_eq!(certain("さくらか"), ["さく", "くら"]);
    }

    #[test]
    fn passages_hold_the_terms_that_run_past_their_end() {
        let text = "東京都庁 and_more";
        assert_eq!(of_range(text, 0..6), ["東京", "京都"]);
        assert_eq!(of_range(text, 6..12), ["都庁"]);
        assert_eq!(of_range(text, 13..16), ["and_more", "and", "more"]);
        assert_eq!(of_range(text, 0..0), Vec::<String>::new());
    }
}
