//! Forms of one word, told by their endings.
//!
//! The rules are few and err on the side of taking two words for one: what is decided by them is
//! which sentences are worth quoting, and that a word is *not* missing.

/// The shortest stem that an ending leaves.
const STEM_BYTES_MIN: usize = 3;
/// The shortest beginning by which two words are taken for relatives.
const PREFIX_BYTES_MIN: usize = 4;
/// Endings of English verbs and of nouns made of them, and how much they leave at least.
const ENDINGS: &[(&str, usize)] = &[
    ("ment", STEM_BYTES_MIN),
    ("ing", STEM_BYTES_MIN),
    ("ion", 4),
    ("ed", STEM_BYTES_MIN),
];

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

/// What the forms of an English word have in common: `restart` for `restarted`, `run` for
/// `running`, `delet` for `delete` and `deletions`. Terms with other letters stay as they are.
pub(super) fn stem(term: &str) -> String {
    let base = base(term);
    if !base.is_ascii() {
        return base;
    }
    let stem = without_ending(&base);
    let stem = without_doubling(stem);
    let silent = stem.strip_suffix('e');
    let stem = silent.filter(|s| s.len() >= STEM_BYTES_MIN).unwrap_or(stem);
    stem.to_owned()
}

/// Whether two terms may be forms of one word, or of related ones.
pub(super) fn are_related(asked: &str, found: &str) -> bool {
    if asked.is_ascii() && found.is_ascii() {
        // A worker works and a server serves, but a sentence on the one need not be on the other.
        if stem(without_agent(asked)) == stem(without_agent(found)) {
            return true;
        }
        let common = asked.bytes().zip(found.bytes()).take_while(|(a, b)| a == b);
        let least = PREFIX_BYTES_MIN.max((asked.len() * 3).div_ceil(4));
        return common.count() >= least;
    }
    is_part(asked, found)
}

/// Whether a term of a script without such endings is a part of another: articles and
/// prepositions are written as one word with what they belong to.
pub(super) fn is_part(asked: &str, found: &str) -> bool {
    !asked.is_ascii() && asked.chars().count() >= STEM_BYTES_MIN && found.contains(asked)
}

fn without_agent(term: &str) -> &str {
    let singular = term.strip_suffix('s').unwrap_or(term);
    let stem = singular.strip_suffix("er").filter(|s| s.len() >= 4);
    stem.unwrap_or(term)
}

fn without_ending(term: &str) -> &str {
    let stem = |(ending, least): &(&str, usize)| {
        let stem = term.strip_suffix(ending)?;
        // `string` and `thing` are no forms of `str` and `th`.
        let has_vowel = stem.contains(['a', 'e', 'i', 'o', 'u', 'y']);
        (stem.len() >= *least && has_vowel).then_some(stem)
    };
    ENDINGS.iter().find_map(stem).unwrap_or(term)
}

/// `stopp` is what `stopped` leaves of `stop`; `fill` and `miss` end in two letters of their own.
fn without_doubling(stem: &str) -> &str {
    let bytes = stem.as_bytes();
    let Some((&last, rest)) = bytes.split_last() else {
        return stem;
    };
    let is_doubled = rest.last() == Some(&last) && last.is_ascii_lowercase();
    let least = if matches!(last, b'l' | b's' | b'z') {
        5
    } else {
        4
    };
    if is_doubled && bytes.len() >= least && !matches!(last, b'e' | b'o') {
        &stem[..stem.len() - 1]
    } else {
        stem
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plural_loses_its_ending() {
        for (plural, singular) in [
            ("refunds", "refund"),
            ("policies", "policy"),
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

    #[test]
    fn forms_of_one_word_share_a_stem() {
        for forms in [
            &["restart", "restarts", "restarted", "restarting"][..],
            &["run", "runs", "running"],
            &["delete", "deleted", "deletes", "deletion", "deletions"],
            &["stop", "stopped", "stopping"],
            &["cancel", "cancelled", "canceled", "cancelling"],
            &["install", "installed", "installer", "installs"],
            &["process", "processes", "processed", "processing"],
            &["fill", "filled", "filling"],
            &["add", "added", "adds", "adding"],
            &["pay", "paying", "payment", "payments"],
            &["index", "indexes", "indexed", "indexing"],
        ] {
            for form in forms {
                let same = stem(form) == stem(forms[0]) || are_related(forms[0], form);
                assert!(same, "{form}: {}", stem(form));
            }
        }
        for (one, other) in [("policy", "police"), ("fill", "file"), ("string", "strong")] {
            assert_ne!(stem(one), stem(other));
        }
    }

    #[test]
    fn related_terms_begin_alike_or_hold_each_other() {
        assert!(are_related("authentication", "authenticate"));
        assert!(!are_related("refund", "refurbish"));
        assert!(!are_related("cat", "category"));
        assert!(are_related("workers", "work") && stem("worker") != stem("work"));
        assert!(are_related("עברית", "בעברית"));
        assert!(!are_related("東京", "東京都"));
    }
}
