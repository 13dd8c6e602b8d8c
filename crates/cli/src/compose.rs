//! Puts the parts together. The only file that names concrete adapters.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use dialects::SessionContext;
use dialects::context_repo::{LocalHost, Profile, Service};
use domain::caller::{Identity, Principal, ScopeSet};
use domain::ids::WorkspaceId;
use domain::ports::clock::Clock;
use domain::ports::entropy::Entropy;
use domain::ports::registry::Registry;
use domain::ports::store::Store;
use domain::{Caller, Cancel, Error, ErrorKind, Result};
use embed::LocalEmbedder;
use engine::{Engine, Parts, Worker};
use remote::{ChatSettings, ChatWriter, PageLimits, RemotePages};
use store_embedded::{EmbeddedStore, OpenOptions};
use tempfile::TempDir;

pub use store_embedded::Access;

use crate::config::{self, Config};

/// The file that makes a folder a home.
const DATABASE: &str = "ibid.db";

/// An opened home.
pub struct Open {
    /// The folder.
    pub home: PathBuf,
    /// The operations over it.
    pub engine: Arc<Engine>,
    /// Its workspaces and keys.
    pub access: Arc<engine::Access>,
    /// Whom the operations work for.
    pub caller: Caller,
    /// Where links into this server start.
    base_url: String,
    /// The folder of a stand-in; it goes when the engine is gone, so it comes last.
    stand_in: Option<TempDir>,
}

impl Open {
    /// Whether this is an empty home that stands in for one that does not exist.
    pub fn stands_in(&self) -> bool {
        self.stand_in.is_some()
    }

    /// What tools and operations work with; links start at `base_url`, or where the configuration
    /// says.
    pub fn service(&self, base_url: Option<String>) -> Arc<Service> {
        Arc::new(Service {
            engine: Arc::clone(&self.engine),
            base_url: base_url.unwrap_or_else(|| self.base_url.clone()),
        })
    }

    /// The tools of one connection.
    pub fn host(&self, session: SessionContext, profile: Profile) -> LocalHost {
        let principal = Principal {
            caller: self.caller.clone(),
            identity: Identity::Local,
        };
        LocalHost::new(self.service(None), principal, Arc::new(session), profile)
    }

    /// Indexes in the background whatever waits in any workspace, until it is dropped.
    pub fn start_worker(&self) -> Worker {
        let access = Arc::clone(&self.access);
        Worker::start(Arc::clone(&self.engine), move || callers(&access))
    }
}

/// The owner in each workspace. While the list cannot be read nothing is indexed; the worker asks
/// again.
fn callers(access: &engine::Access) -> Vec<Caller> {
    let workspaces = access.workspaces(&Cancel::new()).unwrap_or_default();
    workspaces.into_iter().map(|w| owner_in(w.id)).collect()
}

fn owner_in(workspace: WorkspaceId) -> Caller {
    Caller {
        workspace,
        scopes: ScopeSet::ALL,
    }
}

/// How a home is opened.
#[derive(Clone, Copy)]
pub struct Opening<'a> {
    /// For writing or for reading only.
    pub access: Access,
    /// The command, as others will be told while the home is locked.
    pub command: &'a str,
    /// The workspace to work in.
    pub workspace: &'a WorkspaceId,
    /// What the home's configuration says.
    pub config: &'a Config,
}

/// Whether there is a home in `folder`.
pub fn exists(folder: &Path) -> bool {
    // Whatever is there decides on opening; only what is missing is no home yet.
    !matches!(folder.join(DATABASE).try_exists(), Ok(false))
}

/// Opens the home in `folder`.
///
/// # Errors
/// `Locked` when another process owns it, `NotFound` when it is to be read and does not exist or
/// has no such workspace, `Unavailable` when it cannot be opened, `Invalid` when the configuration
/// asks for something impossible.
pub fn open(folder: &Path, opening: Opening<'_>) -> Result<Open> {
    assemble(folder, opening, None)
}

/// An empty home that is gone when it is dropped.
///
/// # Errors
/// `Unavailable` when there is no room for temporary files, `NotFound` for any workspace but the
/// default one.
pub fn open_empty(opening: Opening<'_>) -> Result<Open> {
    let folder = temporary_folder()?;
    let path = folder.path().to_owned();
    assemble(&path, opening, Some(folder))
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

/// How others are told of this process when it runs `command`.
pub fn holder(command: &str) -> String {
    format!("{command} (process {})", std::process::id())
}

/// The time of this machine, milliseconds since the Unix epoch.
pub fn now_ms() -> i64 {
    SystemClock.now_ms()
}

/// What tells the time of this machine.
pub fn clock() -> Arc<dyn Clock> {
    Arc::new(SystemClock)
}

/// A word that nobody can guess, for a connection.
///
/// # Errors
/// `Unavailable` when the machine has no source of randomness.
pub fn random_word() -> Result<String> {
    let mut bytes = [0; 16];
    OsEntropy.fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn assemble(folder: &Path, opening: Opening<'_>, stand_in: Option<TempDir>) -> Result<Open> {
    let options = OpenOptions {
        access: opening.access,
        holder: holder(opening.command),
    };
    // What is wrong with the configuration is said before anything is made.
    let parts = Configured::new(opening.config)?;
    let store = Arc::new(EmbeddedStore::open(folder, options)?);
    let clock = clock();
    let registry: Arc<dyn Registry> = Arc::clone(&store) as Arc<dyn Registry>;
    let access = engine::Access::new(registry, Arc::clone(&clock), Arc::new(OsEntropy));
    check_workspace(&access, opening.workspace)?;
    Ok(Open {
        home: folder.to_owned(),
        engine: Arc::new(parts.engine(store, clock)),
        access: Arc::new(access),
        caller: owner_in(opening.workspace.clone()),
        base_url: base_url(opening.config),
        stand_in,
    })
}

/// What the configuration decides about the engine.
struct Configured {
    pages: RemotePages,
    writer: Option<ChatWriter>,
}

impl Configured {
    fn new(config: &Config) -> Result<Self> {
        let scrape = &config.scrape;
        let pages = RemotePages::new(PageLimits {
            allow_private: scrape.allow_private,
            bytes_max: usize::try_from(scrape.bytes_max.get()).unwrap_or(usize::MAX),
            time_ms: scrape.timeout_seconds.get().saturating_mul(1000),
            ..PageLimits::default()
        });
        Ok(Self {
            pages,
            writer: writer(&config.reason)?,
        })
    }

    fn engine(self, store: Arc<dyn Store>, clock: Arc<dyn Clock>) -> Engine {
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let engine = Engine::new(Parts {
            store,
            embedder: Arc::new(LocalEmbedder::built_in(threads)),
            extractor: Arc::new(extract::Registry::new()),
            clock,
        })
        .with_page_fetcher(Arc::new(self.pages));
        match self.writer {
            Some(writer) => engine.with_answer_writer(Arc::new(writer)),
            None => engine,
        }
    }
}

/// Who writes the prose of `reason`, when an endpoint is configured.
fn writer(reason: &config::Reason) -> Result<Option<ChatWriter>> {
    let (Some(endpoint), Some(model)) = (&reason.endpoint, &reason.model) else {
        return Ok(None);
    };
    let mut settings = ChatSettings::new(endpoint, model);
    if let Some(variable) = &reason.api_key_env {
        let key = std::env::var(variable).map_err(|_| {
            Error::invalid(format!("the environment variable `{variable}` is not set"))
                .hint("`reason.api_key_env` in the configuration names it")
        })?;
        settings.api_key = Some(key);
    }
    ChatWriter::new(settings).map(Some)
}

fn base_url(config: &Config) -> String {
    let given = config.serve.base_url.as_deref();
    given.map_or_else(
        || format!("http://127.0.0.1:{}", config::PORT),
        |url| url.trim_end_matches('/').to_owned(),
    )
}

fn check_workspace(access: &engine::Access, workspace: &WorkspaceId) -> Result<()> {
    // The default one is always there, also in a home that cannot list them.
    if *workspace == WorkspaceId::default_workspace() {
        return Ok(());
    }
    let known = access.workspaces(&Cancel::new())?;
    if known.iter().any(|w| w.id == *workspace) {
        return Ok(());
    }
    Err(
        Error::not_found(format!("there is no workspace `{workspace}`")).hint(format!(
            "`ibid workspace list` shows those there are; \
             `ibid workspace create {workspace}` makes it"
        )),
    )
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

/// The randomness of the operating system.
struct OsEntropy;

impl Entropy for OsEntropy {
    fn fill(&self, bytes: &mut [u8]) -> Result<()> {
        getrandom::fill(bytes).map_err(|_| {
            Error::new(
                ErrorKind::Unavailable,
                "this machine has no source of randomness",
            )
        })
    }
}
