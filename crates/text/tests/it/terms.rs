//! The promise on which literal search narrows its candidates.

use std::collections::BTreeSet;

use domain::chunk::Level;
use proptest::prelude::*;
use proptest::sample::Index;
use text::literal::Literal;
use text::terms::{TERM_BYTES_MAX, certain, of_range, terms};
use unicode_normalization::UnicodeNormalization;

use crate::markdown::build;

/// Text rich in what joins and composes: marks, jamo, kana, identifiers, cases, blanks.
fn tricky() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => "[a-cA-C]{1,4}",
        2 => "[ _\n.-]",
        1 => "[0-9²½Ⅷ]",
        1 => "[éßſςΣιΙİıǅ]",
        1 => "[\u{301}\u{308}\u{345}\u{3099}\u{309A}\u{5B0}\u{E38}\u{E48}\u{93C}]",
        2 => "[東京かがハパｶ中]",
        1 => "[가각\u{1100}\u{1161}\u{1162}\u{11A8}]",
        1 => "[กาำเခဦកិ]",
        1 => "[\u{AD}\u{200B}\u{FE0F}\u{A0}🎉👩‍🚀。「」]",
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn part(text: &str, from: Index, to: Index) -> String {
    let characters: Vec<char> = text.chars().collect();
    let (a, b) = (
        from.index(characters.len() + 1),
        to.index(characters.len() + 1),
    );
    characters[a.min(b)..a.max(b)].iter().collect()
}

fn check_certain(needle: &str, text: &str) -> Result<(), TestCaseError> {
    let all: BTreeSet<String> = terms(text).into_iter().collect();
    for term in certain(needle) {
        prop_assert!(
            all.contains(&term),
            "{term:?} of {needle:?} is not in {all:?}"
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn certain_terms_are_in_every_text_that_holds_the_literal(
        text in tricky(), from: Index, to: Index,
    ) {
        let needle = part(&text, from, to);
        check_certain(&needle, &text)?;
        check_certain(&needle.to_uppercase(), &text.to_uppercase())?;
    }

    #[test]
    fn certain_terms_agree_with_literal_search(
        text in tricky(), from: Index, to: Index, form in 0..5,
    ) {
        let needle = part(&text, from, to);
        let needle: String = match form {
            0 => needle.nfc().collect(),
            1 => needle.nfd().collect(),
            2 => needle.to_uppercase(),
            3 => needle.to_lowercase(),
            _ => needle.replace(' ', "\n "),
        };
        if let Ok(literal) = Literal::new(&needle)
            && literal.find(&text).is_some()
        {
            check_certain(&needle, &text)?;
        }
    }

    #[test]
    fn terms_are_short_and_stay_the_same_when_analysed_again(text in tricky()) {
        for term in terms(&text) {
            prop_assert!(!term.is_empty() && term.len() <= TERM_BYTES_MAX);
            prop_assert!(terms(&term).contains(&term), "{term:?} {:?}", terms(&term));
        }
        prop_assert_eq!(terms(&text), terms(&text.nfd().collect::<String>()));
        prop_assert_eq!(terms(&text), terms(&text.nfkc().collect::<String>()));
    }
}

#[test]
fn passages_of_a_text_without_spaces_hold_all_its_terms() {
    let text = "文書検索装置設計概論".repeat(200) + &"snake_case_word_".repeat(300);
    let chunks = build("T", &text);
    assert!(chunks.len() > 10);
    let mut found = BTreeSet::new();
    for leaf in chunks.iter().filter(|c| c.level == Level::Paragraph) {
        found.extend(of_range(&text, leaf.bytes.clone()));
    }
    for term in terms(&text) {
        assert!(found.contains(&term), "{term}");
    }
}
