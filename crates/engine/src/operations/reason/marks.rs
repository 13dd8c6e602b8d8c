//! The marks `[[chunkId]]` of a text that is not trusted.

use std::collections::BTreeSet;

use domain::ids::ChunkId;

/// A text whose marks all name known passages.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Checked {
    pub text: String,
    /// What it cites, each once, in the order of the first mark.
    pub cited: Vec<ChunkId>,
    /// Marks that were taken out.
    pub dropped: u64,
}

/// Takes out every mark that names no passage of `known`. A mark of several names, as models like
/// to write them, is taken for as many marks.
pub(super) fn checked(text: &str, known: &BTreeSet<&str>) -> Checked {
    let mut pieces = text.split("[[");
    let mut checked = Checked {
        text: pieces.next().unwrap_or_default().to_owned(),
        cited: Vec::new(),
        dropped: 0,
    };
    for piece in pieces {
        match piece.split_once("]]") {
            Some((names, rest)) => {
                checked.push_mark(names, rest, known);
                checked.text.push_str(rest);
            }
            // Never closed: no mark.
            None => {
                checked.text.push_str("[[");
                checked.text.push_str(piece);
            }
        }
    }
    checked.text.truncate(checked.text.trim_end().len());
    checked
}

impl Checked {
    fn push_mark(&mut self, names: &str, rest: &str, known: &BTreeSet<&str>) {
        let is_border = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|' | '[' | ']');
        let names: Vec<&str> = names.split(is_border).filter(|n| !n.is_empty()).collect();
        let mut is_empty = true;
        for name in &names {
            match ChunkId::parse(name) {
                Ok(chunk) if known.contains(name) => {
                    is_empty = false;
                    self.text.push_str(&format!("[[{chunk}]]"));
                    if !self.cited.contains(&chunk) {
                        self.cited.push(chunk);
                    }
                }
                _ => self.dropped += 1,
            }
        }
        if names.is_empty() {
            self.dropped += 1;
        }
        // `text [[x]].` without its mark is `text.`
        let rest_closes = rest
            .chars()
            .next()
            .is_none_or(|c| c.is_whitespace() || c.is_ascii_punctuation());
        if is_empty && rest_closes && self.text.ends_with(' ') {
            self.text.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> (String, Vec<String>, u64) {
        let checked = checked(text, &BTreeSet::from(["c_1", "c_2"]));
        let cited = checked.cited.iter().map(ToString::to_string).collect();
        (checked.text, cited, checked.dropped)
    }

    #[test]
    fn known_marks_stay_and_are_cited_in_their_order() {
        let (text, cited, dropped) = check("B [[c_2]]. A [[c_1]], B again [[c_2]].");
        assert_eq!(text, "B [[c_2]]. A [[c_1]], B again [[c_2]].");
        assert_eq!((cited, dropped), (vec!["c_2".into(), "c_1".into()], 0));
    }

    #[test]
    fn invented_marks_are_taken_out_and_counted() {
        let (text, cited, dropped) = check("One [[c_9]]. Two [[ ]] [[../x]] three [[c_1]]");
        assert_eq!(text, "One. Two three [[c_1]]");
        assert_eq!((cited.len(), dropped), (1, 3));
    }

    #[test]
    fn several_names_in_one_mark_are_several_marks() {
        let (text, _, dropped) = check("All [[c_1, c_2; c_3]].");
        assert_eq!((text.as_str(), dropped), ("All [[c_1]][[c_2]].", 1));
    }

    #[test]
    fn what_is_never_closed_is_text() {
        let hostile = "[[".repeat(100_000);
        assert_eq!(check(&hostile), (hostile.clone(), vec![], 0));
        assert_eq!(check("a [[b [[c_1]]").0, "a [[b [[c_1]]");
    }
}
