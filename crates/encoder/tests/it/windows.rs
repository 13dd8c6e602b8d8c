//! Texts longer than a window are read whole.

use encoder::{Encoded, Encoder, Input};

use crate::texts::{cosine, vectors};

fn encode(prefix: &str, body: &str) -> (Vec<f32>, usize) {
    match Encoder::built_in()
        .encode(Input { prefix, body }, &|| false)
        .expect("nothing cancels")
    {
        Encoded::Vector { values, windows } => (values, windows),
        not_covered => panic!("expected a vector, found {not_covered:?}"),
    }
}

#[test]
fn a_fact_in_the_last_line_of_2000_words_moves_the_vector() {
    let filler = "The harbour office keeps a list of ships, berths and pilots. ".repeat(180);
    let question = encode("", "Which password opens the greenhouse?").0;
    let (without, windows) = encode("", &filler);
    assert!(windows > 5, "{windows} windows");
    let (with, _) = encode(
        "",
        &format!("{filler}\nThe password of the greenhouse is marigold."),
    );
    assert!(cosine(&with, &without) < 0.999_9);
    assert!(cosine(&with, &question) > cosine(&without, &question) + 0.005);
}

#[test]
fn a_text_just_within_the_window_is_read_in_one() {
    assert_eq!(encode("", &"word ".repeat(254)).1, 1);
    assert_eq!(encode("", &"word ".repeat(255)).1, 2);
    assert_eq!(encode("title", &"word ".repeat(254)).1, 2);
}

#[test]
fn windows_are_weighted_by_their_pieces() {
    let (first, second) = ("night ".repeat(254), "morning ".repeat(100));
    let parts = [("", first.as_str()), ("", second.as_str())].map(|(p, b)| encode(p, b).0);
    let (whole, _) = encode("", &format!("{first}{second}"));
    let mean: Vec<f32> = parts[0]
        .iter()
        .zip(&parts[1])
        .map(|(a, b)| 254.0 * a + 100.0 * b)
        .collect();
    assert!(cosine(&whole, &mean) > 0.999_999_9);
}

#[test]
fn the_prefix_is_read_before_the_body() {
    let prefixed = encode("Security › Audit logs", "Kept for eighteen months.");
    assert_eq!(
        prefixed,
        encode("", "Security › Audit logs Kept for eighteen months.")
    );
    assert_ne!(prefixed.0, encode("", "Kept for eighteen months.").0);
}

#[test]
fn long_words_are_no_obstacle() {
    let endless = "m".repeat(100_000);
    let text = format!("The following key was found: {endless}");
    assert_eq!(encode("", &text).1, 1);
    // Longer than a window in pieces, without a single space.
    let path = "/usr/share/lib-x".repeat(100);
    let (vector, windows) = encode("", &path);
    assert!(windows > 1 && vector.len() == 384);
    assert_eq!(
        vectors(
            Encoder::built_in(),
            &[Input {
                prefix: "",
                body: &path
            }],
            2
        ),
        [vector]
    );
}
