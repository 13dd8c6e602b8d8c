//! Folding of characters: what is one letter to a reader is one letter in a term.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// What a character does in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// A letter, digit, mark or `_`.
    Word,
    /// A character of a script that is written without spaces.
    Paired,
    /// Anything else.
    Separator,
}

/// `text` with compatibility forms taken apart, without accents and invisible characters. Case
/// stays, since it shows the parts of identifiers.
pub(super) fn simplified(text: &str) -> Vec<char> {
    if text.is_ascii() {
        return text.chars().collect();
    }
    text.nfkd()
        .filter(|&c| !is_dropped(c))
        // The Greek iota below a letter equals the letter iota when case is ignored.
        .map(|c| if c == '\u{345}' { 'ι' } else { c })
        .collect()
}

/// Characters in composed form and in the lower case of their upper case, which makes one of
/// letters that differ in position or ligature only: `σ` and `ς`, `ß` and `ss`.
pub(super) fn lower_case(characters: &[char]) -> String {
    if characters.iter().all(char::is_ascii) {
        return characters.iter().map(char::to_ascii_lowercase).collect();
    }
    characters
        .iter()
        .flat_map(|c| c.to_uppercase().flat_map(char::to_lowercase))
        // Only the capital ẞ leaves one: the upper case of `ß` is already `SS`.
        .flat_map(|c| {
            std::iter::repeat_n(if c == 'ß' { 's' } else { c }, 1 + usize::from(c == 'ß'))
        })
        .filter(|&c| !is_dropped(c))
        .nfc()
        .collect()
}

pub(super) fn class(character: char) -> Class {
    if character.is_ascii() {
        return match character {
            '_' => Class::Word,
            c if c.is_ascii_alphanumeric() => Class::Word,
            _ => Class::Separator,
        };
    }
    let is_letter = character.is_alphanumeric() || is_combining_mark(character);
    if !is_letter {
        Class::Separator
    } else if is_paired(character) {
        Class::Paired
    } else {
        Class::Word
    }
}

/// Accents and vowel points, which readers leave out; the vowel signs of Indic and South-East
/// Asian scripts and the voicing of kana are letters and stay.
fn is_accent(character: char) -> bool {
    matches!(character,
        '\u{300}'..='\u{344}' | '\u{346}'..='\u{36F}' | '\u{483}'..='\u{489}'
        | '\u{591}'..='\u{5BD}' | '\u{5BF}' | '\u{5C1}' | '\u{5C2}' | '\u{5C4}' | '\u{5C5}'
        | '\u{5C7}' | '\u{610}'..='\u{61A}' | '\u{64B}'..='\u{65F}' | '\u{670}'
        | '\u{6D6}'..='\u{6DC}' | '\u{6DF}'..='\u{6E4}' | '\u{6E7}' | '\u{6E8}'
        | '\u{6EA}'..='\u{6ED}' | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}'
        | '\u{20D0}'..='\u{20FF}' | '\u{FE20}'..='\u{FE2F}')
}

/// Soft hyphens, joiners, byte order marks and variation selectors stand within words unseen.
fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{AD}' | '\u{34F}' | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}'
        | '\u{2060}'..='\u{2064}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
        | '\u{E0100}'..='\u{E01EF}')
}

fn is_dropped(character: char) -> bool {
    is_accent(character) || is_invisible(character)
}

/// Han ideographs, which join no neighbour.
pub(super) fn is_ideograph(character: char) -> bool {
    matches!(character,
        '\u{2E80}'..='\u{2FDF}' | '\u{3005}' | '\u{3007}' | '\u{3021}'..='\u{3029}'
        | '\u{3038}'..='\u{303B}' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFD}')
}

/// Hangul vowels and final consonants, which join the syllable before them.
pub(super) fn is_jamo_vowel_or_final(character: char) -> bool {
    matches!(character, '\u{1160}'..='\u{11FF}' | '\u{D7B0}'..='\u{D7FF}')
}

fn is_paired(character: char) -> bool {
    let is_hangul = matches!(character,
        '\u{1100}'..='\u{11FF}' | '\u{A960}'..='\u{A97F}' | '\u{AC00}'..='\u{D7FF}');
    let is_kana = matches!(character,
        '\u{3041}'..='\u{3096}' | '\u{3099}' | '\u{309A}' | '\u{309D}'..='\u{309F}'
        | '\u{30A1}'..='\u{30FA}' | '\u{30FC}'..='\u{30FF}' | '\u{31F0}'..='\u{31FF}'
        | '\u{FF66}'..='\u{FF9F}' | '\u{1AFF0}'..='\u{1B16F}');
    let is_bopomofo = matches!(character, '\u{3105}'..='\u{312F}' | '\u{31A0}'..='\u{31BF}');
    let is_south_east_asian = matches!(character,
        '\u{E01}'..='\u{E4E}' | '\u{E80}'..='\u{ECF}' | '\u{EDC}'..='\u{EDF}'
        | '\u{1000}'..='\u{103F}' | '\u{1050}'..='\u{108F}' | '\u{109A}'..='\u{109D}'
        | '\u{1780}'..='\u{17D3}' | '\u{17D7}'..='\u{17DD}');
    is_ideograph(character) || is_kana || is_hangul || is_bopomofo || is_south_east_asian
}

#[cfg(test)]
mod tests {
    use super::*;
    use regex_syntax::hir::{ClassUnicode, ClassUnicodeRange};

    /// A needle of one case finds text of another, so both must make the same terms.
    #[test]
    fn characters_that_literal_search_takes_as_equal_fold_to_the_same() {
        let mut pairs = 0;
        for character in '\0'..=char::MAX {
            let mut equal = ClassUnicode::new([ClassUnicodeRange::new(character, character)]);
            equal
                .try_case_fold_simple()
                .expect("case tables are compiled in");
            for other in equal.iter().flat_map(|range| range.start()..=range.end()) {
                let fold = |c: char| {
                    let simplified = simplified(&format!("a{c}b"));
                    let classes: Vec<Class> = simplified.iter().map(|&c| class(c)).collect();
                    (lower_case(&simplified), classes)
                };
                if other != character {
                    pairs += 1;
                    assert_eq!(fold(character), fold(other), "{character:?} {other:?}");
                }
            }
        }
        assert!(pairs > 2_000);
    }
}
