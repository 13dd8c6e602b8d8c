//! One failure type inside the store, and its one conversion to the boundary's error.

use std::io::ErrorKind as IoKind;
use std::path::Path;

use domain::{Error, ErrorKind};
use rusqlite::ErrorCode;

/// What can go wrong inside: the database's failures and those that already have their words.
#[derive(Debug)]
pub(crate) enum Fault {
    Database(rusqlite::Error),
    Domain(Error),
}

/// The result of everything inside the store.
pub(crate) type Outcome<T> = std::result::Result<T, Fault>;

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Domain(error)
    }
}

impl From<vector_index::IndexError> for Fault {
    fn from(error: vector_index::IndexError) -> Self {
        use vector_index::IndexError;
        Self::Domain(match error {
            IndexError::Cancelled => Error::cancelled(),
            other @ (IndexError::QueryDimension { .. }
            | IndexError::QueryNotFinite { .. }
            | IndexError::MinScoreNotANumber) => Error::invalid(other.to_string()),
            other => Error::internal(other.to_string()),
        })
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Domain(error) => error,
            Fault::Database(error) => of_database(&error),
        }
    }
}

/// The database's failures in words that name neither SQL nor files.
fn of_database(error: &rusqlite::Error) -> Error {
    match error.sqlite_error_code() {
        Some(ErrorCode::OperationInterrupted | ErrorCode::OperationAborted) => Error::cancelled(),
        Some(ErrorCode::DiskFull) => {
            Error::unavailable("the disk of the home is full; nothing was written")
                .hint("free some space, then try again")
        }
        Some(ErrorCode::ReadOnly) => read_only(),
        Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::SystemIoFailure) => {
            Error::unavailable("the home cannot be read or written")
                .hint("check that its disk is there and who may use the folder")
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            Error::unavailable("the home is busy").hint("try again in a moment")
        }
        Some(ErrorCode::DatabaseCorrupt) => damaged(),
        Some(ErrorCode::NotADatabase) => not_a_database(),
        Some(ErrorCode::TooBig) => {
            Error::too_large("a value is over the store's limit of 1,000,000,000 bytes")
        }
        Some(ErrorCode::ConstraintViolation) => Error::new(
            ErrorKind::Conflict,
            "the write breaks a rule of the store; nothing was written",
        ),
        Some(ErrorCode::OutOfMemory) => Error::unavailable("there is not enough memory"),
        _ => Error::internal("the store failed"),
    }
}

/// A home that cannot be used as it is, with its path and the reason that the system gives. Only
/// for whoever opens it: the path is nothing for those who reach it over a network.
pub(crate) fn of_system(home: &Path, done: &str, error: &std::io::Error) -> Error {
    let hint = match error.kind() {
        IoKind::PermissionDenied => "check who may use the folder, or choose another home",
        IoKind::ReadOnlyFilesystem => "choose a home on a disk that can be written",
        IoKind::StorageFull => "free some space, then try again",
        IoKind::NotFound | IoKind::AlreadyExists | IoKind::NotADirectory => CHOOSE,
        _ => "check that its disk is there and supports file locks, or choose another home",
    };
    let home = shown(home);
    let reason = reason(error);
    Error::unavailable(format!("the home {home} cannot be {done}: {reason}")).hint(hint)
}

/// The refusal of a home that is something else.
pub(crate) fn no_folder(home: &Path) -> Error {
    Error::unavailable(format!("the home {} is not a folder", shown(home))).hint(CHOOSE)
}

/// What kept the database of `home` from being opened; where the file system did, with its path.
pub(crate) fn of_opening(home: &Path, fault: Fault) -> Error {
    let Fault::Database(error) = &fault else {
        return fault.into();
    };
    let what = match error.sqlite_error_code() {
        Some(ErrorCode::ReadOnly) => "written",
        Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied | ErrorCode::SystemIoFailure) => {
            "opened"
        }
        _ => return fault.into(),
    };
    Error::unavailable(format!(
        "the file `ibid.db` in the home {} cannot be {what}",
        shown(home)
    ))
    .hint("check who may use the file and its folder, and that the disk is there and has room")
}

const CHOOSE: &str = "choose another home with `--home DIR` or the variable `IBID_HOME`";

/// A path in a message, on one line.
fn shown(path: &Path) -> String {
    let text = path.to_string_lossy();
    let line = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    format!("`{}`", line.collect::<String>())
}

/// What the system says, without its number.
fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    let words = text.split(" (os error").next().unwrap_or_default();
    words.to_lowercase()
}

/// The refusal of every write on a store that was opened for reading.
pub(crate) fn read_only() -> Error {
    Error::unavailable("the home is read-only").hint("open it where it can be written")
}

/// The refusal of a caller whose workspace is not there, or not there any more.
pub(crate) fn no_workspace() -> Error {
    Error::not_found("Workspace not found").hint("`ibid workspace list` shows which there are")
}

/// A row that this version cannot have written.
pub(crate) fn damaged() -> Error {
    Error::unavailable("the database of the home is damaged").hint("restore it from a backup")
}

/// A file in the database's place that is something else.
pub(crate) fn not_a_database() -> Error {
    Error::unavailable("the file `ibid.db` in the home is not an ibid database; it was left alone")
        .hint("choose another home, or move the file away")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_failure_reads_without_sql_or_codes() {
        let connection = rusqlite::Connection::open_in_memory().unwrap();
        let failure = connection.execute("SELECT nothing FROM nowhere", []);
        let error = Error::from(Fault::from(failure.unwrap_err()));
        assert_eq!(error, Error::internal("the store failed"));
    }

    #[test]
    fn a_failure_of_the_system_names_the_home_and_the_reason() {
        let missing = std::fs::metadata("/no/such/folder").unwrap_err();
        let error = of_system(Path::new("/no/such\nfolder"), "made", &missing);
        assert!(
            error
                .message
                .starts_with("the home `/no/such folder` cannot be made: "),
            "{error}"
        );
        assert!(!error.message.contains("os error"), "{error}");
        assert!(error.hint.unwrap().contains("--home"));
    }

    #[test]
    fn a_broken_constraint_is_a_conflict() {
        let connection = rusqlite::Connection::open_in_memory().unwrap();
        connection
            .execute_batch("CREATE TABLE t (a PRIMARY KEY); INSERT INTO t VALUES (1);")
            .unwrap();
        let failure = connection.execute("INSERT INTO t VALUES (1)", []);
        let error = Error::from(Fault::from(failure.unwrap_err()));
        assert_eq!(error.kind, ErrorKind::Conflict);
    }
}
