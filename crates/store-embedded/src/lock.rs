//! The lock that makes one process the owner of a home.
//!
//! It is a lock of the operating system on `ibid.lock`, so it vanishes with the process however
//! that ends. What the file says is for people: who holds it, or who held it last.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;

use domain::{Error, ErrorKind, Result};

/// How much of a holder's line is shown, in bytes.
const HOLDER_BYTES_MAX: u64 = 200;

/// The lock, held until it is dropped.
#[derive(Debug)]
pub(crate) struct HomeLock {
    file: File,
}

impl Drop for HomeLock {
    /// Closing alone would leave the lock with a child process that was started a moment ago and
    /// still shares the file. A lock that cannot be given up goes with the file.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

impl HomeLock {
    /// Takes the lock called `name` in the folder `home` and writes who holds it.
    ///
    /// # Errors
    /// `Locked` at once when another store holds it, naming the holder; `Unavailable` when the
    /// file cannot be written.
    pub(crate) fn take(home: &Path, name: &str, holder: &str) -> Result<Self> {
        let cannot_lock = |error| crate::errors::of_system(home, "written", &error);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(home.join(name))
            .map_err(cannot_lock)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(held_by(read_holder(&mut file))),
            Err(TryLockError::Error(error)) => return Err(cannot_lock(error)),
        }
        write_holder(&mut file, holder).map_err(cannot_lock)?;
        Ok(Self { file })
    }
}

fn write_holder(file: &mut File, holder: &str) -> std::io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{}", holder.replace(['\n', '\r'], " "))
}

/// What the lock file at `path` says, if it says anything.
pub(crate) fn holder(path: &Path) -> Option<String> {
    read_holder(&mut File::open(path).ok()?)
}

fn read_holder(file: &mut File) -> Option<String> {
    let mut bytes = Vec::new();
    // Some systems let nobody read a locked file; the holder then stays unnamed.
    let _ = file.take(HOLDER_BYTES_MAX).read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes);
    let line: String = text
        .lines()
        .next()
        .unwrap_or_default()
        .chars()
        .filter(|c| !c.is_control())
        .collect();
    let name = line.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

fn held_by(holder: Option<String>) -> Error {
    let holder = match holder {
        None => "another process".to_owned(),
        Some(name) => format!("`{name}`"),
    };
    Error::new(ErrorKind::Locked, format!("the home is in use by {holder}"))
        .hint("wait until it is done or stop it; searching and reading work meanwhile")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_holder_is_refused_and_told_who_holds_it() {
        let folder = tempfile::tempdir().unwrap();
        let first = HomeLock::take(folder.path(), "ibid.lock", "ibid add\n(pid 1)").unwrap();
        let error = HomeLock::take(folder.path(), "ibid.lock", "ibid mcp (pid 2)").unwrap_err();
        assert_eq!(error.kind, ErrorKind::Locked);
        assert_eq!(error.message, "the home is in use by `ibid add (pid 1)`");
        drop(first);
        HomeLock::take(folder.path(), "ibid.lock", "ibid mcp (pid 2)").unwrap();
    }

    #[test]
    fn a_dropped_lock_is_free_although_somebody_shares_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let first = HomeLock::take(folder.path(), "ibid.lock", "ibid serve (pid 1)").unwrap();
        // As a child process does between its start and its program.
        let shared = first.file.try_clone().unwrap();
        drop(first);
        HomeLock::take(folder.path(), "ibid.lock", "ibid mcp (pid 2)").unwrap();
        drop(shared);
    }

    #[test]
    fn the_holder_is_named_as_long_as_the_file_says_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ibid.lock");
        assert_eq!(holder(&path), None);
        std::fs::write(&path, "").unwrap();
        assert_eq!(holder(&path), None);
        let held = HomeLock::take(folder.path(), "ibid.lock", "ibid serve (pid 1)").unwrap();
        assert_eq!(holder(&path).as_deref(), Some("ibid serve (pid 1)"));
        drop(held);
        assert_eq!(holder(&path).as_deref(), Some("ibid serve (pid 1)"));
    }
}
