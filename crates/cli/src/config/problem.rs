//! Says what is wrong with the file, where, and what is allowed there.

use domain::Error;

/// The error of a text that the parser refused. The line's value is left out: it may be secret.
pub(super) fn wording(error: &toml::de::Error, text: &str, name: &str) -> Error {
    let message = error.message().replace('\n', " ");
    let place = match error.span() {
        Some(span) => place(text, span.start),
        None => String::new(),
    };
    Error::invalid(format!("{name}{place}: {message}"))
        .hint("`ibid serve --help` lists what the file may say")
}

/// `, line 3, `serve.port``; the table and the key as far as the lines tell.
fn place(text: &str, at: usize) -> String {
    let at = text.floor_char_boundary(at);
    let line_start = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let number = text[..line_start].matches('\n').count() + 1;
    let line = text[line_start..].lines().next().unwrap_or_default();
    match line.split_once('=') {
        Some((key, _)) => {
            let table = table_above(&text[..line_start]);
            format!(", line {number}, `{table}{}`", key.trim())
        }
        None => format!(", line {number}"),
    }
}

/// The last `[table]` above, with the dot that follows it.
fn table_above(text: &str) -> String {
    let header = |line: &str| {
        let inner = line.trim().strip_prefix('[')?.split(']').next()?;
        Some(format!("{}.", inner.trim()))
    };
    text.lines().rev().find_map(header).unwrap_or_default()
}
