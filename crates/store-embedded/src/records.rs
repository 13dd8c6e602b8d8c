//! Between rows and domain values: one file per kind of record.
//!
//! Columns are named in one list per table, and read by position in that list. Values that this
//! program cannot have written are reported as damage, never guessed.

pub(crate) mod chunk;
pub(crate) mod collection;
pub(crate) mod document;
pub(crate) mod job;
pub(crate) mod key;
pub(crate) mod kind;
pub(crate) mod prompt;
pub(crate) mod source;
pub(crate) mod variable;
pub(crate) mod vector;
pub(crate) mod version;

use rusqlite::{Connection, Params, Row};

use crate::errors::{Outcome, damaged};

/// All rows of a query, in its order.
pub(crate) fn all<T>(
    connection: &Connection,
    sql: &str,
    params: impl Params,
    mut read: impl FnMut(&Row<'_>) -> Outcome<T>,
) -> Outcome<Vec<T>> {
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query(params)?;
    let mut values = Vec::new();
    while let Some(row) = rows.next()? {
        values.push(read(row)?);
    }
    Ok(values)
}

/// The first row of a query, if it has one.
pub(crate) fn first<T>(
    connection: &Connection,
    sql: &str,
    params: impl Params,
    read: impl FnOnce(&Row<'_>) -> Outcome<T>,
) -> Outcome<Option<T>> {
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query(params)?;
    rows.next()?.map(read).transpose()
}

/// Runs a statement and returns how many rows it changed.
pub(crate) fn execute(connection: &Connection, sql: &str, params: impl Params) -> Outcome<usize> {
    Ok(connection.prepare_cached(sql)?.execute(params)?)
}

/// A column that holds a count or a position.
pub(crate) fn number<T: TryFrom<i64>>(row: &Row<'_>, column: usize) -> Outcome<T> {
    let value: i64 = row.get(column)?;
    T::try_from(value).map_err(|_| damaged().into())
}

/// A count or a position as a column holds it.
pub(crate) fn integer<T: TryInto<i64>>(value: T) -> Outcome<i64> {
    value.try_into().map_err(|_| {
        domain::Error::too_large(format!(
            "a number is over the store's limit of {}",
            i64::MAX
        ))
        .into()
    })
}

/// What a parser of the domain makes of a stored text.
pub(crate) fn parsed<T>(value: Option<T>) -> Outcome<T> {
    value.ok_or_else(|| damaged().into())
}

/// A column of 32 bytes.
pub(crate) fn hash(row: &Row<'_>, column: usize) -> Outcome<[u8; 32]> {
    let bytes = row
        .get_ref(column)?
        .as_blob()
        .map_err(rusqlite::Error::from)?;
    parsed(bytes.try_into().ok())
}
