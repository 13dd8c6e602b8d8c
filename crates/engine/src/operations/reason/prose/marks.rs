//! The marks of emphasis and code within a line.

/// A text without its marks of code and emphasis. Marks that do not come in plain pairs are left
/// alone: they may be characters of their own.
pub(super) fn without(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) || text.contains("``") {
        return text.to_owned();
    }
    // Between two ticks everything is code; emphasis may go on across it.
    let prose = |at: &usize| at.is_multiple_of(2);
    let outside: String = (0..parts.len())
        .filter(prose)
        .map(|at| parts[at])
        .collect::<Vec<_>>()
        .join("x");
    let strong = has_plain_pairs(&outside, "**");
    let plain = outside.replace("**", "");
    let emphasis = (strong || !outside.contains("**")) && has_plain_pairs(&plain, "*");
    let unmarked = |at: usize| {
        let mut part = parts[at].to_owned();
        if prose(&at) && strong {
            part = part.replace("**", "");
        }
        if prose(&at) && emphasis {
            part = part.replace('*', "");
        }
        part
    };
    (0..parts.len()).map(unmarked).collect()
}

/// Whether every second mark opens a word and those between close one.
fn has_plain_pairs(text: &str, mark: &str) -> bool {
    let parts: Vec<&str> = text.split(mark).collect();
    let is_border = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let is_pair = |at: usize| {
        let inner = parts[at];
        !inner.is_empty()
            && inner.trim() == inner
            && is_border(parts[at - 1].chars().next_back())
            && is_border(parts[at + 1].chars().next())
    };
    parts.len() >= 3 && parts.len() % 2 == 1 && (1..parts.len()).step_by(2).all(is_pair)
}
