//! What callers rely on: word boundaries, counts, and good behaviour on hostile text.

use wordpiece::{Tokenizer, UNKNOWN, VOCABULARY_SIZE, Word};

fn words(text: &str) -> Vec<(&str, usize, bool)> {
    let pieces = Tokenizer::shared().pieces(text);
    assert_eq!(
        pieces.ids.len(),
        pieces
            .words
            .iter()
            .map(|word| word.piece_count)
            .sum::<usize>()
    );
    assert_eq!(pieces.token_count(), Tokenizer::shared().count(text));
    pieces
        .words
        .iter()
        .map(
            |&Word {
                 start,
                 end,
                 piece_count,
                 is_unknown,
             }| { (&text[start..end], piece_count, is_unknown) },
        )
        .collect()
}

#[test]
fn well_known_sentences_get_the_ids_of_the_reference_tokenizer() {
    let ids = |text| Tokenizer::shared().pieces(text).ids;
    assert_eq!(ids("Hello, world!"), [7592, 1010, 2088, 999]);
    assert_eq!(ids("unaffable"), [14477, 20961, 3468]);
    assert_eq!(ids("The quick brown fox"), [1996, 4248, 2829, 4419]);
}

#[test]
fn words_carry_their_place_in_the_source() {
    assert_eq!(
        words("Zürich, naïve 東京 3.14"),
        [
            ("Zürich", 1, false),
            (",", 1, false),
            ("naïve", 1, false),
            ("東", 1, false),
            ("京", 1, false),
            ("3", 1, false),
            (".", 1, false),
            ("14", 1, false),
        ]
    );
}

#[test]
fn an_unknown_word_counts_a_token_for_every_three_bytes() {
    let word = "ខ្មែរ";
    let pieces = Tokenizer::shared().pieces(word);
    assert_eq!(pieces.ids, [UNKNOWN]);
    assert!(pieces.is_mostly_unknown());
    assert_eq!(Tokenizer::shared().count(word), word.len().div_ceil(3));
    assert_eq!(Tokenizer::shared().count(&"q".repeat(3_001)), 1_001);
}

#[test]
fn a_word_longer_than_a_segment_is_still_one_word() {
    let text = format!("key: {} end", "m".repeat(20_000));
    let words = words(&text);
    assert_eq!(words.len(), 4);
    assert_eq!(
        (words[2].0.len(), words[2].2, words[3].0),
        (20_000, true, "end")
    );
}

#[test]
fn half_unknown_is_not_mostly_unknown() {
    assert!(!Tokenizer::shared().pieces("party 🎉").is_mostly_unknown());
    assert!(
        Tokenizer::shared()
            .pieces("party 🎉 🎊")
            .is_mostly_unknown()
    );
    assert!(!Tokenizer::shared().pieces("").is_mostly_unknown());
}

#[test]
fn control_tokens_in_text_are_plain_text() {
    let pieces = Tokenizer::shared().pieces("[CLS] [UNK] [SEP]");
    assert!(
        pieces
            .ids
            .iter()
            .all(|&id| id != UNKNOWN && id != wordpiece::CLS && id != wordpiece::SEP)
    );
    assert_eq!(pieces.words.len(), 9);
}

#[test]
fn cutting_long_text_into_segments_changes_no_word() {
    let sentence = "The store-embedded crate's `open()` takes 2,048 µs; naïve readers wait… 東京 ";
    let alone = Tokenizer::shared().pieces(sentence);
    let times = 400;
    let long = Tokenizer::shared().pieces(&sentence.repeat(times));
    assert_eq!(long.ids, alone.ids.repeat(times));
    for (index, word) in long.words.iter().enumerate() {
        let expected = alone.words[index % alone.words.len()];
        let shift = index / alone.words.len() * sentence.len();
        assert_eq!(
            (word.start, word.end),
            (expected.start + shift, expected.end + shift)
        );
    }
    let no_spaces = "crate::text::token_count(body)?;".repeat(600);
    assert_eq!(Tokenizer::shared().pieces(&no_spaces).words.len(), 600 * 14);
}

#[test]
fn hostile_text_is_read_in_one_pass() {
    let megabyte = 1 << 20;
    for text in [
        "a".repeat(megabyte),
        "[".repeat(100_000),
        "\0".repeat(megabyte),
        " ".repeat(megabyte),
        format!("e{}", "\u{301}".repeat(100_000)),
        "\u{200B}\u{FFFD}\u{FEFF}".repeat(50_000),
        "ﷺ".repeat(50_000),
        "İ".repeat(100_000),
        "字".repeat(100_000),
    ] {
        let pieces = Tokenizer::shared().pieces(&text);
        let mut end = 0;
        for word in &pieces.words {
            assert!(word.start >= end && word.end >= word.start && word.end <= text.len());
            assert!(text.is_char_boundary(word.start) && text.is_char_boundary(word.end));
            end = word.end;
        }
        assert!(pieces.ids.iter().all(|&id| (id as usize) < VOCABULARY_SIZE));
    }
    assert_eq!(Tokenizer::shared().count(&"[".repeat(100_000)), 100_000);
    assert_eq!(Tokenizer::shared().count(&"\0".repeat(megabyte)), 0);
}
