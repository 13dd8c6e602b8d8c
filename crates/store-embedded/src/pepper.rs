//! The home's secret, under which the secrets of keys are hashed: a file of its own, so that a
//! copy of the database alone verifies no key.

use std::fs::File;
use std::io::{ErrorKind as IoKind, Read, Write};
use std::path::Path;

use domain::{Error, Result};

/// The name of the file in a home.
pub(crate) const PEPPER: &str = "keys.pepper";

/// The secret of the home, if it has one.
///
/// # Errors
/// `Unavailable` when the file cannot be read or holds something else.
pub(crate) fn read(home: &Path) -> Result<Option<[u8; 32]>> {
    let mut bytes = Vec::new();
    // One byte more than it has, to notice a file that is longer.
    let read = File::open(home.join(PEPPER)).and_then(|file| file.take(33).read_to_end(&mut bytes));
    match read {
        Ok(_) => bytes.try_into().map(Some).map_err(|_| damaged()),
        Err(error) if error.kind() == IoKind::NotFound => Ok(None),
        Err(_) => Err(Error::unavailable(
            "the file `keys.pepper` in the home cannot be read, so no key can be checked",
        )
        .hint("check who may use it")),
    }
}

/// Keeps `pepper` as the home's secret, unless it has one; returns the one that counts. Only
/// the owner of the home may call this, one call at a time.
///
/// # Errors
/// As [`read`]; `Unavailable` when the file cannot be written.
pub(crate) fn keep(home: &Path, pepper: [u8; 32]) -> Result<[u8; 32]> {
    if let Some(kept) = read(home)? {
        return Ok(kept);
    }
    write(home, &pepper).map_err(|error| cannot_write(&error))?;
    Ok(pepper)
}

/// Writes the file whole and for good: a crash leaves none, or this one.
fn write(home: &Path, pepper: &[u8; 32]) -> std::io::Result<()> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".keys.pepper-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600));
    let mut file = builder.tempfile_in(home)?;
    file.write_all(pepper)?;
    file.as_file().sync_all()?;
    file.persist(home.join(PEPPER)).map_err(|kept| kept.error)?;
    sync_folder(home)
}

/// Makes the name of a new file last. Only Unix can do that, and only there it is needed.
fn sync_folder(folder: &Path) -> std::io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

fn damaged() -> Error {
    Error::unavailable("the file `keys.pepper` in the home is damaged, so no key can be checked")
        .hint("restore it from a backup; or move it away, then every key has to be made anew")
}

fn cannot_write(error: &std::io::Error) -> Error {
    match error.kind() {
        IoKind::PermissionDenied | IoKind::ReadOnlyFilesystem => crate::errors::read_only(),
        IoKind::StorageFull => Error::unavailable("the disk of the home is full")
            .hint("free some space, then try again"),
        _ => Error::unavailable("the file `keys.pepper` cannot be written to the home")
            .hint("check that its disk is there and who may use the folder"),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn the_file_is_the_owners_alone_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read(folder.path()).unwrap(), None);
        assert_eq!(keep(folder.path(), [1; 32]).unwrap(), [1; 32]);
        assert_eq!(keep(folder.path(), [2; 32]).unwrap(), [1; 32]);
        let names: Vec<_> = fs::read_dir(folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        assert_eq!(names, [PEPPER]);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let meta = fs::metadata(folder.path().join(PEPPER)).unwrap();
            assert_eq!(meta.permissions().mode() & 0o777, 0o600);
        }
    }

    #[test]
    fn a_damaged_file_is_reported_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        for content in ["", "short", &"x".repeat(33)] {
            fs::write(folder.path().join(PEPPER), content).unwrap();
            for error in [
                read(folder.path()).unwrap_err(),
                keep(folder.path(), [1; 32]).unwrap_err(),
            ] {
                assert!(error.message.contains("damaged"), "{error}");
                assert!(error.hint.is_some());
            }
            let found = fs::read_to_string(folder.path().join(PEPPER)).unwrap();
            assert_eq!(found, content);
        }
    }
}
