//! Text that is safe to print.

use std::borrow::Cow;
use std::path::Path;

/// `text` without control characters other than line ends and tabs.
///
/// Escape sequences in a document or a file name could otherwise recolour, clear or retitle the
/// terminal of whoever looks at it.
pub fn for_terminal(text: &str) -> Cow<'_, str> {
    let harmless = |c: char| !c.is_control() || c == '\n' || c == '\t';
    if text.chars().all(harmless) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter(|c| harmless(*c)).collect())
}

/// `text` on one line: every control character becomes a space.
pub fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

/// A path on one line; bytes that are no UTF-8 are replaced.
pub fn path(path: &Path) -> String {
    one_line(&path.to_string_lossy())
}

/// `1 file`, `2 files`.
pub fn count(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_cannot_steer_the_terminal() {
        assert_eq!(
            for_terminal("a\u{1b}[2Jb\u{7}\r\n\tc\u{9b}x"),
            "a[2Jb\n\tcx"
        );
        assert_eq!(for_terminal("plain"), "plain");
    }

    #[test]
    fn a_file_name_stays_on_its_line() {
        assert_eq!(one_line("a\nadded  b"), "a added  b");
    }
}
