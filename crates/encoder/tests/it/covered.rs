//! Texts that the vocabulary cannot spell get no vector.

use encoder::{Encoded, Encoder, Input};

fn is_covered(prefix: &str, body: &str) -> bool {
    let encoded = Encoder::built_in()
        .encode(Input { prefix, body }, &|| false)
        .expect("nothing cancels");
    matches!(encoded, Encoded::Vector { .. })
}

#[test]
fn thai_khmer_emoji_and_base64_are_not_covered() {
    let thai = "การรักษาความปลอดภัยของข้อมูลเป็นหน้าที่ของทุกคน".repeat(30);
    let khmer = "សន្តិសុខទិន្នន័យជាការទទួលខុសត្រូវរបស់មនុស្សគ្រប់គ្នា".repeat(12);
    let emoji = "🎉🚀🐙".repeat(100);
    let base64 = "TG9yZW0gaXBzdW0gZG9sb3Igc2l0IGFtZXQg".repeat(29);
    for text in [thai.as_str(), &khmer, &emoji, &base64, "🎉 🎊 🎈", "ខ្មែរ"] {
        assert!(!is_covered("", text), "{text}");
        assert!(!is_covered("A title of plain words", text), "{text}");
    }
}

#[test]
fn the_counts_say_how_much_is_unknown() {
    let encoded = Encoder::built_in().encode(
        Input {
            prefix: "",
            body: "party 🎉 🎊",
        },
        &|| false,
    );
    assert_eq!(
        encoded,
        Ok(Encoded::NotCovered {
            unknown_words: 2,
            words: 3
        })
    );
}

#[test]
fn half_known_text_and_other_latin_languages_are_covered() {
    for text in [
        "party 🎉",
        "Straßenbahnhaltestelle",
        "où est la clé ?",
        "東京 大学",
        "x = 3;",
    ] {
        assert!(is_covered("", text), "{text}");
    }
}

#[test]
fn text_without_words_is_judged_by_its_prefix() {
    let nothing = Encoded::NotCovered {
        unknown_words: 0,
        words: 0,
    };
    for body in ["", " \n\t ", "\0\0"] {
        let encoded = Encoder::built_in().encode(Input { prefix: "", body }, &|| false);
        assert_eq!(encoded, Ok(nothing.clone()));
        assert!(is_covered("Release notes", body));
    }
}

#[test]
fn a_batch_may_mix_covered_and_uncovered_texts() {
    let inputs = ["one", "🎉", "two", ""].map(|body| Input { prefix: "", body });
    let encoder = Encoder::built_in();
    let encoded = encoder
        .encode_batch(&inputs, std::num::NonZeroUsize::MIN, &|| false)
        .unwrap();
    let alone = inputs.map(|input| encoder.encode(input, &|| false).unwrap());
    assert_eq!(encoded, alone);
    assert_eq!(
        encoder.encode_batch(&[], std::num::NonZeroUsize::MIN, &|| false),
        Ok(Vec::new())
    );
}
