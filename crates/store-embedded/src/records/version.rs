//! Versions of documents and prompts.

use domain::ids::VersionId;
use domain::item::Version;
use domain::limits::VERSION_PREVIEW_BYTES;
use rusqlite::Row;

use crate::errors::Outcome;
use crate::records::{number, parsed};

/// The columns of a version, in the order in which they are read.
pub(crate) const COLUMNS: &str = "id, number, title, content, change_log, created_ms";

/// The columns of a version whose content is cut, in the same order. It is cut as bytes, since
/// SQLite would count the characters of a text up to its first NUL.
pub(crate) fn preview_columns() -> String {
    COLUMNS.replace(
        "content",
        &format!("substr(CAST(content AS BLOB), 1, {VERSION_PREVIEW_BYTES})"),
    )
}

/// Reads [`COLUMNS`].
pub(crate) fn read(row: &Row<'_>) -> Outcome<Version> {
    let content = row.get(3)?;
    with_content(row, content)
}

/// Reads [`preview_columns`].
pub(crate) fn read_preview(row: &Row<'_>) -> Outcome<Version> {
    let bytes = row.get_ref(3)?.as_bytes().map_err(rusqlite::Error::from)?;
    let content = whole_characters(bytes).to_owned();
    with_content(row, content)
}

/// The text that `bytes` begin with, without a character that was cut at the end.
fn whole_characters(bytes: &[u8]) -> &str {
    let end = match std::str::from_utf8(bytes) {
        Ok(text) => return text,
        Err(error) => error.valid_up_to(),
    };
    std::str::from_utf8(&bytes[..end]).unwrap_or_default()
}

fn with_content(row: &Row<'_>, content: String) -> Outcome<Version> {
    Ok(Version {
        id: parsed(VersionId::parse(row.get_ref(0)?.as_str().unwrap_or_default()).ok())?,
        number: number(row, 1)?,
        title: row.get(2)?,
        content,
        change_log: row.get(4)?,
        created_ms: row.get(5)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_that_was_cut_is_left_out() {
        let text = "a\u{0}é€";
        let cut = |bytes: usize| whole_characters(&text.as_bytes()[..bytes]);
        assert_eq!(cut(7), text);
        assert_eq!(cut(6), "a\u{0}é");
        assert_eq!(cut(3), "a\u{0}");
        assert_eq!(cut(0), "");
    }
}
