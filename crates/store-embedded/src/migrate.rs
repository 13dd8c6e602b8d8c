//! Numbered migrations: each step is one transaction that ends by writing its number.

use domain::{Error, Result};
use rusqlite::{Connection, TransactionBehavior};

use crate::errors::{Outcome, not_a_database};
use crate::records::integer;

/// "ibid" in ASCII: how a database file says that it is one of ours.
pub(crate) const APPLICATION_ID: i32 = 0x6962_6964;

/// What brings a database from the version before to each version, in order.
const STEPS: [&str; 2] = [
    include_str!("migrate/0001_initial.sql"),
    include_str!("migrate/0002_access.sql"),
];

/// The version that this program reads and writes.
pub(crate) const VERSION: usize = STEPS.len();

/// What a file holds, as far as its marks say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// Nothing yet.
    Empty,
    /// An ibid database of this version, at most [`VERSION`].
    Version(usize),
}

/// Reads the marks of a database without changing it.
///
/// # Errors
/// `Unavailable` when it is not ours, or was written by a newer program.
pub(crate) fn inspect(connection: &Connection) -> Outcome<Found> {
    let application: i32 = connection.pragma_query_value(None, "application_id", |r| r.get(0))?;
    let version: i64 = connection.pragma_query_value(None, "user_version", |r| r.get(0))?;
    let objects: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if application == 0 && version == 0 && objects == 0 {
        return Ok(Found::Empty);
    }
    if application != APPLICATION_ID {
        return Err(not_a_database().into());
    }
    match usize::try_from(version) {
        Ok(version) if (1..=VERSION).contains(&version) => Ok(Found::Version(version)),
        _ => Err(newer(version).into()),
    }
}

fn newer(version: i64) -> Error {
    Error::unavailable(format!(
        "the home has format {version}; this program knows formats up to {VERSION}"
    ))
    .hint("use the newer version of ibid that wrote it")
}

/// Brings a database to [`VERSION`].
///
/// # Errors
/// As [`inspect`], or what the disk says; a step that fails leaves the version before it.
pub(crate) fn migrate(connection: &mut Connection) -> Outcome<()> {
    let from = match inspect(connection)? {
        Found::Empty => 0,
        Found::Version(version) => version,
    };
    for (index, sql) in STEPS.iter().enumerate().skip(from) {
        let step = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        step.execute_batch(sql)?;
        step.pragma_update(None, "application_id", APPLICATION_ID)?;
        step.pragma_update(None, "user_version", integer(index + 1)?)?;
        step.commit()?;
    }
    Ok(())
}

/// Refuses a database that only a writer could bring up to date.
///
/// # Errors
/// `Unavailable`, with what to do.
pub(crate) fn require_current(connection: &Connection) -> Result<()> {
    match inspect(connection)? {
        Found::Version(VERSION) => Ok(()),
        Found::Version(version) => Err(Error::unavailable(format!(
            "the home has format {version}, which has to become {VERSION} first"
        ))
        .hint("run `ibid status` once where the home can be written")),
        Found::Empty => {
            Err(Error::unavailable("the home is empty")
                .hint("add something first: `ibid add PATH`"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A database as the program of `version` left it.
    fn database_of(version: usize) -> Connection {
        let connection = Connection::open_in_memory().unwrap();
        for sql in &STEPS[..version] {
            connection.execute_batch(sql).unwrap();
        }
        if version > 0 {
            connection
                .pragma_update(None, "application_id", APPLICATION_ID)
                .unwrap();
            connection
                .pragma_update(None, "user_version", i64::try_from(version).unwrap())
                .unwrap();
        }
        connection
    }

    #[test]
    fn every_earlier_version_becomes_the_current_one() {
        for version in 0..=VERSION {
            let mut connection = database_of(version);
            migrate(&mut connection).unwrap();
            require_current(&connection).unwrap();
            let rows: i64 = connection
                .query_row("SELECT count(*) FROM home", [], |row| row.get(0))
                .unwrap();
            assert_eq!(rows, 1, "from version {version}");
        }
    }

    #[test]
    fn a_newer_version_is_refused_by_number() {
        let connection = database_of(VERSION);
        connection
            .pragma_update(None, "user_version", i64::try_from(VERSION + 1).unwrap())
            .unwrap();
        let error = Error::from(inspect(&connection).unwrap_err());
        assert!(error.message.contains(&format!("format {}", VERSION + 1)));
    }

    #[test]
    fn a_database_of_another_program_is_refused() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.execute_batch("CREATE TABLE theirs (a)").unwrap();
        assert!(migrate(&mut connection).is_err());
        let ours: i64 = connection
            .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
            .unwrap();
        assert_eq!(ours, 1);
    }
}
