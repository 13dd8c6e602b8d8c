//! Puts the parts together. The only file that names concrete adapters.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use dialects::context_repo::LocalHost;
use dialects::{SessionContext, ToolHost as _, ToolOutput};
use domain::ports::clock::Clock;
use domain::{Caller, Cancel, Error, Result};
use embed::LocalEmbedder;
use engine::{Engine, Parts};
use extract::Registry;
use serde_json::Value;
use store_embedded::{EmbeddedStore, OpenOptions};
use tempfile::TempDir;

pub use store_embedded::Access;

/// The file that makes a folder a home.
const DATABASE: &str = "ibid.db";

/// An opened home.
pub struct Open {
    /// The operations over it.
    pub engine: Arc<Engine>,
    /// Whom they work for.
    pub caller: Caller,
    host: LocalHost,
    /// The folder of a stand-in; it goes when the engine is gone, so it comes last.
    stand_in: Option<TempDir>,
}

impl Open {
    /// Whether this is an empty home that stands in for one that does not exist.
    pub fn is_stand_in(&self) -> bool {
        self.stand_in.is_some()
    }

    /// Calls a tool by its name.
    pub fn call(&self, tool: &str, arguments: &Value, cancel: &Cancel) -> ToolOutput {
        self.host.call(tool, arguments, cancel)
    }

    /// The tools of an agent's connection, which has a search session of its own.
    pub fn host_for_agent(&self) -> LocalHost {
        host(&self.engine, &self.caller, SessionContext::automatic())
    }
}

/// Whether there is a home in `folder`.
pub fn exists(folder: &Path) -> bool {
    // Whatever is there decides on opening; only what is missing is no home yet.
    !matches!(folder.join(DATABASE).try_exists(), Ok(false))
}

/// Opens the home in `folder` for `command`, as others will be told while it is locked.
///
/// # Errors
/// `Locked` when another process owns it, `NotFound` when it is to be read and does not exist,
/// `Unavailable` when it cannot be opened.
pub fn open(folder: &Path, access: Access, command: &str) -> Result<Open> {
    let store = open_store(folder, access, command)?;
    Ok(assemble(store, None))
}

/// An empty home that is gone when it is dropped.
///
/// # Errors
/// `Unavailable` when there is no room for temporary files.
pub fn open_empty(command: &str) -> Result<Open> {
    let folder = temporary_folder()?;
    let store = open_store(folder.path(), Access::ReadWrite, command)?;
    Ok(assemble(store, Some(folder)))
}

/// A folder that is gone when it is dropped.
///
/// # Errors
/// `Unavailable` when there is no room for temporary files.
pub fn temporary_folder() -> Result<TempDir> {
    tempfile::Builder::new()
        .prefix("ibid-")
        .tempdir()
        .map_err(|_| {
            Error::unavailable("cannot make a folder for temporary files")
                .hint("set `TMPDIR` to a folder that can be written")
        })
}

fn open_store(folder: &Path, access: Access, command: &str) -> Result<EmbeddedStore> {
    let holder = format!("{command} (process {})", std::process::id());
    EmbeddedStore::open(folder, OpenOptions { access, holder })
}

fn assemble(store: EmbeddedStore, stand_in: Option<TempDir>) -> Open {
    let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let engine = Arc::new(Engine::new(Parts {
        store: Arc::new(store),
        embedder: Arc::new(LocalEmbedder::built_in(threads)),
        extractor: Arc::new(Registry::new()),
        clock: Arc::new(SystemClock),
    }));
    let caller = Caller::owner();
    let host = host(&engine, &caller, SessionContext::off());
    Open {
        engine,
        caller,
        host,
        stand_in,
    }
}

fn host(engine: &Arc<Engine>, caller: &Caller, session: SessionContext) -> LocalHost {
    LocalHost::new(Arc::clone(engine), caller.clone(), session)
}

/// The time of this machine.
struct SystemClock;

impl Clock for SystemClock {
    fn now_ms(&self) -> i64 {
        let since = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }
}
