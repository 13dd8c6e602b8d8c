//! Opening a home: folder, lock, database file, and the connections to it.

use std::fs;
use std::io::ErrorKind as IoKind;
use std::path::{Path, PathBuf};
use std::time::Duration;

use domain::{Error, Result};
use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::errors::{Fault, Outcome, no_folder, not_a_database, of_opening, of_system};
use crate::lock::HomeLock;
use crate::migrate;

/// What a store may do with its home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Own the home: make it when it is missing, hold its lock, read and write.
    ReadWrite,
    /// Read only. Needs no lock and no permission to write, and works beside an owner.
    ReadOnly,
}

/// How to open a home.
#[derive(Clone, Debug)]
pub struct OpenOptions {
    /// What the store may do.
    pub access: Access,
    /// Who opens it, as others will be told while the home is locked, e.g. `ibid add (pid 123)`.
    pub holder: String,
}

/// The name of the database in a home.
const DATABASE: &str = "ibid.db";
/// The name of the lock in a home.
const LOCK: &str = "ibid.lock";
/// SQLite's smallest page, in bytes: no database with content is smaller.
const PAGE_BYTES_MIN: u64 = 512;
/// How long a connection waits for another process, in milliseconds. Only a reader beside an
/// owner ever waits, and only while the owner starts or stops.
const BUSY_MS: u64 = 5_000;
/// Prepared statements kept per connection.
const STATEMENTS: usize = 128;

/// Who owns the home in the folder `home`, or did last, in the words that [`OpenOptions::holder`]
/// had; for messages only, since the lock alone says whether anybody still does. `None` when the
/// lock file is not there, is empty, or cannot be read.
pub fn holder(home: &Path) -> Option<String> {
    crate::lock::holder(&home.join(LOCK))
}

/// Takes the home for writing: folder, lock, and the one connection that writes.
pub(crate) fn owner(home: &Path, holder: &str) -> Result<(HomeLock, Connection)> {
    create_folder(home)?;
    let lock = HomeLock::take(home, LOCK, holder)?;
    let connection = writer(home, Durability::Crash)?;
    Ok((lock, connection))
}

/// What an acknowledged write survives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Durability {
    /// A crash of the process or the machine.
    Crash,
    /// Nothing: for homes that are thrown away.
    None,
}

/// Opens the database for writing and brings it to the current format.
pub(crate) fn writer(home: &Path, durability: Durability) -> Result<Connection> {
    let path = home.join(DATABASE);
    check_size(home, &path)?;
    open_writer(&path, durability).map_err(|fault| of_opening(home, fault))
}

fn open_writer(path: &Path, durability: Durability) -> Outcome<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags)?;
    prepare(&connection)?;
    // Nothing is set before the file is known to be ours: settings are writes.
    migrate::inspect(&connection)?;
    let synchronous = match durability {
        Durability::Crash => "FULL",
        Durability::None => "OFF",
    };
    connection.pragma_update(None, "page_size", 8192)?;
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", synchronous)?;
    // Without these a full flush on macOS stops at the drive's cache; elsewhere they do nothing.
    connection.pragma_update(None, "fullfsync", true)?;
    connection.pragma_update(None, "checkpoint_fullfsync", true)?;
    connection.pragma_update_and_check(None, "journal_size_limit", 64 << 20, |_| Ok(()))?;
    connection.pragma_update(None, "cache_size", -32_768)?;
    migrate::migrate(&mut connection)?;
    Ok(connection)
}

fn prepare(connection: &Connection) -> Outcome<()> {
    connection.busy_timeout(Duration::from_millis(BUSY_MS))?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    Ok(())
}

/// Opens connections for reading, by the way that the state of the home allows.
#[derive(Debug)]
pub(crate) struct Opener {
    home: PathBuf,
    path: PathBuf,
}

/// A connection that reads.
#[derive(Debug)]
pub(crate) struct ReadConnection {
    pub(crate) connection: Connection,
    /// Whether it may serve another snapshot. One that reads without any locks may not, because
    /// an owner could have come in the meantime.
    pub(crate) is_reusable: bool,
}

impl Opener {
    /// Reads the database of `home`.
    pub(crate) fn new(home: &Path) -> Self {
        Self {
            home: home.to_owned(),
            path: home.join(DATABASE),
        }
    }

    /// Checks that there is a file to read.
    ///
    /// # Errors
    /// `NotFound` without a home, `Unavailable` when it is no home or cannot be read.
    pub(crate) fn check_file(&self) -> Result<()> {
        if check_size(&self.home, &self.path)? {
            Ok(())
        } else {
            Err(no_home())
        }
    }

    /// Opens one connection.
    ///
    /// SQLite needs the two files beside a database in WAL mode, or the right to make them. Where
    /// it has neither, the database is read as a file that does not change, which is true as long
    /// as there is no log with content: whoever writes keeps one.
    pub(crate) fn open(&self) -> Outcome<ReadConnection> {
        match self.open_as("mode=ro") {
            Ok(connection) => Ok(ReadConnection {
                connection,
                is_reusable: true,
            }),
            Err(fault) if is_refused(&fault) => self.open_unchanging(),
            Err(fault) => Err(fault),
        }
    }

    fn open_unchanging(&self) -> Outcome<ReadConnection> {
        if self.has_log() {
            return Err(Error::unavailable(
                "the home was not closed properly and its folder cannot be written",
            )
            .hint("open it once where it can be written, e.g. with `ibid status`")
            .into());
        }
        Ok(ReadConnection {
            connection: self.open_as("mode=ro&immutable=1")?,
            is_reusable: false,
        })
    }

    fn open_as(&self, parameters: &str) -> Outcome<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_URI
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let uri = format!("{}?{parameters}", uri_of(&self.path)?);
        let connection = Connection::open_with_flags(uri, flags)?;
        prepare(&connection)?;
        // The first read is what needs the log, so it decides.
        let _: i64 = connection.pragma_query_value(None, "schema_version", |row| row.get(0))?;
        Ok(connection)
    }

    fn has_log(&self) -> bool {
        let mut log = self.path.clone().into_os_string();
        log.push("-wal");
        fs::metadata(log).is_ok_and(|meta| meta.len() > 0)
    }
}

fn is_refused(fault: &Fault) -> bool {
    let Fault::Database(error) = fault else {
        return false;
    };
    matches!(
        error.sqlite_error_code(),
        Some(
            ErrorCode::CannotOpen
                | ErrorCode::ReadOnly
                | ErrorCode::PermissionDenied
                | ErrorCode::SystemIoFailure
        )
    )
}

/// The path as a `file:` URI.
fn uri_of(path: &Path) -> Outcome<String> {
    let path = std::path::absolute(path).map_err(|_| unusable())?;
    let text = path.to_str().ok_or_else(|| {
        Error::invalid("the path of the home is not valid Unicode").hint("choose another home")
    })?;
    let text = if cfg!(windows) {
        format!("/{}", text.replace('\\', "/"))
    } else {
        text.to_owned()
    };
    let escaped = text
        .replace('%', "%25")
        .replace('?', "%3f")
        .replace('#', "%23");
    Ok(format!("file:{escaped}"))
}

fn create_folder(home: &Path) -> Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(home).map_err(|error| match error.kind() {
        IoKind::AlreadyExists | IoKind::NotADirectory => no_folder(home),
        _ => of_system(home, "made", &error),
    })
}

/// Whether there is a file, which must be empty or large enough for a database: SQLite takes a
/// tiny file for an empty one and would write over it. Everything else about a file that is none
/// of ours SQLite finds out by reading. The file is not opened here, because whoever closes a
/// file gives up the locks that SQLite holds on it in the same process.
fn check_size(home: &Path, path: &Path) -> Result<bool> {
    match fs::metadata(path) {
        Ok(meta) if meta.is_file() && !(1..PAGE_BYTES_MIN).contains(&meta.len()) => Ok(true),
        Ok(_) => Err(not_a_database()),
        Err(error) => match error.kind() {
            IoKind::NotFound => Ok(false),
            IoKind::NotADirectory => Err(no_folder(home)),
            _ => Err(of_system(home, "read", &error)),
        },
    }
}

fn no_home() -> Error {
    Error::not_found("there is no home yet").hint("add something first: `ibid add PATH`")
}

/// A relative path in a process whose folder is gone, or an empty one.
fn unusable() -> Error {
    Error::unavailable("the path of the home cannot be made absolute")
        .hint("name the home by a path that begins with `/`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_without_its_log_is_read_without_any_lock() {
        let folder = tempfile::tempdir().unwrap();
        drop(writer(folder.path(), Durability::None).unwrap());
        let opener = Opener::new(folder.path());
        assert!(!opener.has_log());
        let reader = opener.open_unchanging().unwrap();
        assert!(!reader.is_reusable);
        migrate::require_current(&reader.connection).unwrap();
    }

    #[test]
    fn a_home_that_cannot_be_made_is_named_with_the_reason() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "x").unwrap();
        for (name, said) in [
            ("file", "is not a folder"),
            ("file/home", "is not a folder"),
        ] {
            let home = folder.path().join(name);
            let error = create_folder(&home).unwrap_err();
            let named = format!("the home `{}` {said}", home.display());
            assert_eq!(error.message, named);
        }
        #[cfg(target_os = "linux")]
        {
            let error = create_folder(Path::new("/proc/x")).unwrap_err();
            assert!(
                error
                    .message
                    .starts_with("the home `/proc/x` cannot be made: "),
                "{error}"
            );
            assert!(error.hint.unwrap().contains("another home"));
        }
    }

    #[test]
    fn a_database_with_a_log_is_not_taken_for_unchanging() {
        let folder = tempfile::tempdir().unwrap();
        let _writer = writer(folder.path(), Durability::None).unwrap();
        let error = Error::from(Opener::new(folder.path()).open_unchanging().unwrap_err());
        assert!(error.message.contains("was not closed properly"));
        assert!(error.hint.is_some());
    }
}
