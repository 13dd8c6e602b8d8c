//! Keeps page text from being taken for Markdown structure.

/// Appends `text` so that it cannot begin a tag in Markdown.
pub(super) fn push_inline(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        if after.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')) {
            out.push('\\');
        }
        out.push('<');
        rest = after;
    }
    out.push_str(rest);
}

/// `line` with a backslash where its start would open a heading, quote, list, fence, rule, table
/// or definition.
pub(super) fn line(line: &str) -> String {
    let line = line.trim();
    match opening(line) {
        Some(at) => format!("{}\\{}", &line[..at], &line[at..]),
        None => line.to_owned(),
    }
}

/// Where the backslash has to stand, if one is needed.
fn opening(line: &str) -> Option<usize> {
    let first = line.chars().next()?;
    let run = line.len() - line.trim_start_matches(first).len();
    let after_run = line[run..].chars().next();
    let is_parted = after_run.is_none_or(|c| c == ' ' || c == '\t');
    let only = |allowed: &[char]| line.chars().all(|c| allowed.contains(&c));
    let opens = match first {
        '#' => run <= 6 && is_parted,
        '>' => true,
        '-' => run == 1 && is_parted || only(&['-', ' ', '\t', '|', ':']),
        '*' => run == 1 && is_parted || only(&['*', ' ', '\t']),
        '+' => run == 1 && is_parted || only(&['+']),
        '_' | '=' => only(&[first, ' ', '\t']),
        '|' | ':' => only(&['|', ':', '-', ' ', '\t']),
        '`' | '~' => run >= 3,
        '[' => line.starts_with("[^") || line.contains("]:"),
        '0'..='9' => return ordered(line),
        _ => false,
    };
    opens.then_some(0)
}

/// The delimiter of `1. ` or `1) ` at the start of a line.
fn ordered(line: &str) -> Option<usize> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let mut after = line[digits..].chars();
    let is_delimiter = matches!(after.next(), Some('.' | ')'));
    let is_parted = after.next().is_none_or(|c| c == ' ' || c == '\t');
    (digits <= 9 && is_delimiter && is_parted).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_open_a_block_gets_a_backslash() {
        for (plain, escaped) in [
            ("# no", "\\# no"),
            ("> no", "\\> no"),
            ("- no", "\\- no"),
            ("1. no", "1\\. no"),
            ("---", "\\---"),
            ("===", "\\==="),
            ("+++", "\\+++"),
            ("* * *", "\\* * *"),
            ("--- | :-:", "\\--- | :-:"),
            ("~~~", "\\~~~"),
            ("[^1]: no", "\\[^1]: no"),
            ("[x]: y", "\\[x]: y"),
        ] {
            assert_eq!(line(plain), escaped);
        }
        for plain in ["#tag", "-5 °C", "1.5 m", "*bold*", "a - b", "[1] x"] {
            assert_eq!(line(plain), plain);
        }
    }

    #[test]
    fn tags_written_as_text_stay_text() {
        let mut out = String::new();
        push_inline(&mut out, "a <div> b < c <3 </p> <!--");
        assert_eq!(out, "a \\<div> b < c <3 \\</p> \\<!--");
    }
}
