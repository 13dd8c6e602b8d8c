//! Where the owner of a home listens for those who attach.
//!
//! The socket lies in the home as `ibid.sock`. Where that path is too long for a socket it lies in
//! a private folder elsewhere, and `ibid.sock.path` in the home says where.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{FileTypeExt as _, PermissionsExt as _};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};

/// The socket's name in a home.
const SOCKET: &str = "ibid.sock";
/// The file that says where the socket is when it is elsewhere.
const POINTER: &str = "ibid.sock.path";
/// The socket's name in a private folder.
const INNER: &str = "s";
/// The longest path of a socket, in bytes: systems take 104 or 108 with the end mark.
const PATH_BYTES_MAX: usize = 100;
/// The longest pointer that is read, in bytes.
const POINTER_BYTES_MAX: u64 = 4096;

/// The listening socket's place; dropping this removes it. Only the owner of a home may have one:
/// it removes what an earlier owner left behind.
#[derive(Debug)]
pub struct SocketFile {
    home: PathBuf,
    path: PathBuf,
    /// The folder elsewhere, which goes with the socket.
    folder: Option<PathBuf>,
}

/// Listens in the home, which the caller owns.
///
/// # Errors
/// When neither the home nor a folder for temporary files can hold a socket.
pub fn listen(home: &Path) -> io::Result<(UnixListener, SocketFile)> {
    let home = fs::canonicalize(home)?;
    remove_leftovers(&home);
    let path = home.join(SOCKET);
    if fits(&path) {
        let (listener, path) = listen_in_home(&home, path)?;
        let folder = None;
        return Ok((listener, SocketFile { home, path, folder }));
    }
    listen_elsewhere(home)
}

/// The sockets on which the owner of the home may listen, the likeliest first.
pub fn candidates(home: &Path) -> Vec<PathBuf> {
    let Ok(home) = fs::canonicalize(home) else {
        return Vec::new();
    };
    let here = home.join(SOCKET);
    let mut found = Vec::new();
    if fits(&here) {
        found.push(here);
    }
    found.extend(pointed_to(&home));
    found
}

impl SocketFile {
    /// The socket's path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        // What is gone already is what was wanted.
        let _ = fs::remove_file(&self.path);
        if let Some(folder) = &self.folder {
            let _ = fs::remove_file(self.home.join(POINTER));
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Makes the socket in a folder that is closed to others and moves it out when it is closed
/// itself, so that there is no moment at which somebody else could connect.
fn listen_in_home(home: &Path, path: PathBuf) -> io::Result<(UnixListener, PathBuf)> {
    let folder = private_folder(".s", 4, home)?;
    let made = folder.join(INNER);
    let moved = bind(&made).and_then(|listener| {
        fs::rename(&made, &path)?;
        Ok(listener)
    });
    let _ = fs::remove_file(&made);
    let _ = fs::remove_dir(&folder);
    Ok((moved?, path))
}

fn listen_elsewhere(home: PathBuf) -> io::Result<(UnixListener, SocketFile)> {
    let runtime = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
    let places = [runtime, Some(std::env::temp_dir())];
    let mut last = io::Error::from(io::ErrorKind::InvalidFilename);
    for place in places.into_iter().flatten().filter(|p| p.is_absolute()) {
        match listen_in(&place, &home) {
            Ok((listener, path, folder)) => {
                let folder = Some(folder);
                return Ok((listener, SocketFile { home, path, folder }));
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn listen_in(place: &Path, home: &Path) -> io::Result<(UnixListener, PathBuf, PathBuf)> {
    let folder = private_folder("ibid-", 8, place)?;
    let path = folder.join(INNER);
    let made = bind(&path).and_then(|listener| {
        write_pointer(home, &path)?;
        Ok(listener)
    });
    match made {
        Ok(listener) => Ok((listener, path, folder)),
        Err(error) => {
            let _ = fs::remove_file(&path);
            let _ = fs::remove_dir(&folder);
            Err(error)
        }
    }
}

fn private_folder(prefix: &str, random: usize, place: &Path) -> io::Result<PathBuf> {
    let folder = tempfile::Builder::new()
        .permissions(Permissions::from_mode(0o700))
        .prefix(prefix)
        .rand_bytes(random)
        .tempdir_in(place)?;
    Ok(folder.keep())
}

fn bind(path: &Path) -> io::Result<UnixListener> {
    if !fits(path) {
        return Err(io::ErrorKind::InvalidFilename.into());
    }
    let listener = UnixListener::bind(path)?;
    fs::set_permissions(path, Permissions::from_mode(0o600))?;
    Ok(listener)
}

/// Says in the home where the socket is, at once or not at all.
fn write_pointer(home: &Path, path: &Path) -> io::Result<()> {
    let mut file = tempfile::NamedTempFile::new_in(home)?;
    io::Write::write_all(&mut file, path.as_os_str().as_bytes())?;
    file.persist(home.join(POINTER)).map_err(|e| e.error)?;
    Ok(())
}

fn pointed_to(home: &Path) -> Option<PathBuf> {
    use std::io::Read as _;
    let file = fs::File::open(home.join(POINTER)).ok()?;
    let mut bytes = Vec::new();
    let mut bounded = file.take(POINTER_BYTES_MAX);
    bounded.read_to_end(&mut bytes).ok()?;
    let path = PathBuf::from(std::ffi::OsStr::from_bytes(&bytes));
    (path.is_absolute() && path.file_name() == Some(INNER.as_ref()) && fits(&path)).then_some(path)
}

/// Removes what an owner that was killed, or is about to end, could not. For the owner only.
pub fn remove_leftovers(home: &Path) {
    let _ = fs::remove_file(home.join(SOCKET));
    let Some(path) = pointed_to(home) else {
        return;
    };
    let is_socket = fs::symlink_metadata(&path).is_ok_and(|m| m.file_type().is_socket());
    if is_socket && fs::remove_file(&path).is_ok() {
        // It stays when it holds anything else.
        let _ = path.parent().map(fs::remove_dir);
    }
    let _ = fs::remove_file(home.join(POINTER));
}

fn fits(path: &Path) -> bool {
    path.as_os_str().len() <= PATH_BYTES_MAX
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixStream;

    use super::*;

    fn reached(home: &Path) -> bool {
        let found = candidates(home);
        found.iter().any(|path| UnixStream::connect(path).is_ok())
    }

    fn files(home: &Path) -> usize {
        fs::read_dir(home).unwrap().count()
    }

    #[test]
    fn the_socket_is_the_owners_alone_and_goes_with_it() {
        let home = tempfile::tempdir().unwrap();
        let (listener, socket) = listen(home.path()).unwrap();
        let mode = fs::metadata(socket.path()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert!(reached(home.path()));
        assert_eq!(files(home.path()), 1);
        drop((listener, socket));
        assert!(!reached(home.path()));
        assert_eq!(files(home.path()), 0);
    }

    #[test]
    fn a_socket_that_was_left_behind_is_replaced() {
        let home = tempfile::tempdir().unwrap();
        let (listener, socket) = listen(home.path()).unwrap();
        std::mem::forget(socket);
        drop(listener);
        assert!(!reached(home.path()));
        let again = listen(home.path()).unwrap();
        assert!(reached(home.path()));
        drop(again);
        assert_eq!(files(home.path()), 0);
    }

    #[test]
    fn a_home_with_a_long_path_has_its_socket_elsewhere() {
        let root = tempfile::tempdir().unwrap();
        let home = root.path().join("h".repeat(PATH_BYTES_MAX));
        fs::create_dir(&home).unwrap();
        let (listener, socket) = listen(&home).unwrap();
        let path = socket.path().to_owned();
        assert!(!path.starts_with(&home));
        let folder = fs::metadata(path.parent().unwrap()).unwrap();
        assert_eq!(folder.permissions().mode() & 0o777, 0o700);
        assert!(reached(&home));
        // Killed: nothing is removed; the next owner does it.
        std::mem::forget(socket);
        drop(listener);
        let again = listen(&home).unwrap();
        assert!(!path.parent().unwrap().exists());
        assert!(reached(&home));
        drop(again);
        assert_eq!(files(&home), 0);
    }

    #[test]
    fn a_pointer_to_anything_else_is_not_followed() {
        let home = tempfile::tempdir().unwrap();
        for text in ["relative/s", "/etc/passwd", ""] {
            fs::write(home.path().join(POINTER), text).unwrap();
            assert_eq!(pointed_to(home.path()), None, "{text}");
        }
    }
}
