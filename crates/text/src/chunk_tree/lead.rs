//! What stands before a chunk in the embedded text: where it belongs.

use super::sizes::LEAD_TOKENS;
use crate::tokens::Counter;

const SEPARATOR: &str = " › ";
const SEPARATOR_TOKENS: usize = 1;

/// `title › sectionPath…` and a line end, at most [`LEAD_TOKENS`] tokens; empty when there is
/// nothing to say.
///
/// The outermost path parts after the title go first when it is too long, then title and last
/// part are cut. Parts equal to the one before them, and a last part equal to `own_heading`, are
/// said once only.
pub(crate) fn lead(
    counter: &Counter,
    title: &str,
    path: &[String],
    own_heading: Option<&str>,
) -> String {
    let title = collapsed(title);
    let mut parts: Vec<String> = Vec::with_capacity(path.len() + 1);
    for part in std::iter::once(&title).chain(path) {
        if !part.is_empty() && parts.last() != Some(part) {
            parts.push(part.clone());
        }
    }
    if parts.last().map(String::as_str) == own_heading {
        parts.pop();
    }
    if parts.is_empty() {
        return String::new();
    }
    let mut line = shortened(counter, parts).join(SEPARATOR);
    line.push('\n');
    line
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn shortened(counter: &Counter, mut parts: Vec<String>) -> Vec<String> {
    let count = |part: &String| counter.count(part);
    let mut tokens: Vec<usize> = parts.iter().map(count).collect();
    let length = |tokens: &[usize]| {
        tokens.iter().sum::<usize>() + SEPARATOR_TOKENS * tokens.len().saturating_sub(1)
    };
    while parts.len() > 2 && length(&tokens) > LEAD_TOKENS {
        parts.remove(1);
        tokens.remove(1);
    }
    if length(&tokens) <= LEAD_TOKENS {
        return parts;
    }
    if let [title, last] = parts.as_mut_slice() {
        let room = LEAD_TOKENS - SEPARATOR_TOKENS;
        let last_room = tokens[1].min(room - tokens[0].min(room / 2));
        clip(counter, last, last_room);
        clip(counter, title, room - last_room);
    } else {
        clip(counter, &mut parts[0], LEAD_TOKENS);
    }
    parts.retain(|part| !part.is_empty());
    parts
}

fn clip(counter: &Counter, part: &mut String, tokens_max: usize) {
    part.truncate(counter.map(part).prefix(tokens_max));
}

#[cfg(test)]
mod tests {
    use super::*;
    use wordpiece::Tokenizer;

    fn lead(title: &str, path: &[String], own_heading: Option<&str>) -> String {
        super::lead(&Counter::default(), title, path, own_heading)
    }

    fn path(parts: &[&str]) -> Vec<String> {
        parts.iter().map(|part| (*part).to_owned()).collect()
    }

    #[test]
    fn a_lead_is_title_and_path() {
        assert_eq!(lead("T", &path(&["A", "B"]), None), "T › A › B\n");
        assert_eq!(lead("", &path(&["A"]), None), "A\n");
        assert_eq!(lead("", &[], None), "");
        assert_eq!(lead("T\n x", &path(&["", "A"]), None), "T x › A\n");
    }

    #[test]
    fn nothing_is_said_twice() {
        assert_eq!(lead("T", &path(&["T", "A"]), None), "T › A\n");
        assert_eq!(lead("T", &[], Some("T")), "");
        assert_eq!(lead("T", &path(&["A"]), Some("A")), "T\n");
    }

    #[test]
    fn a_long_lead_loses_its_middle_first() {
        let tens = "one two three four five six seven eight nine ten";
        let more = "red blue green black white brown pink gold grey cyan";
        let lead_of = |parts: &[&str]| lead("Title", &path(parts), None);
        assert_eq!(
            lead_of(&["Outer part", tens, more, "Inner"]),
            format!("Title › Outer part › {tens} › {more} › Inner\n")
        );
        assert_eq!(
            lead_of(&["Outer part", tens, more, tens, "Inner"]),
            format!("Title › {more} › {tens} › Inner\n")
        );
    }

    #[test]
    fn a_lead_keeps_its_limit_whatever_it_is_made_of() {
        let long = "unaffable words, ".repeat(40);
        for (title, last) in [("T", &*long), (&*long, "L"), (&*long, &*long), (&*long, "")] {
            let lead = lead(title, &path(&[last]), None);
            let tokens = Tokenizer::shared().count(&lead);
            assert!(
                (LEAD_TOKENS - 3..=LEAD_TOKENS).contains(&tokens),
                "{tokens} {lead}"
            );
        }
    }
}
