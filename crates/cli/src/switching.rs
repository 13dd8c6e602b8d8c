//! The tools of an agent's process, wherever the home is: in this process while it is the owner,
//! else in the process that is.
//!
//! Nobody watches the other process. The next call finds out that it is gone, and attaches to
//! whoever owns the home now, or becomes the owner. The lock decides between several who try.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard, Weak};
use std::time::{Duration, Instant};

use dialects::context_repo::{self, LocalHost, Profile};
use dialects::host::{FilledPrompt, PromptPage, ResourceSpec};
use dialects::{SessionContext, ToolHost, ToolOutput, ToolSpec};
use domain::ids::WorkspaceId;
use domain::{Cancel, ErrorKind, Result};
use serde_json::Value;

use crate::attach::{self, Attached, Fault};
use crate::compose::{self, Access, Opening};
use crate::config::Config;
use crate::output::Output;
use crate::owner::{self, Owner, Start};

/// What others are told about who owns the home.
pub const COMMAND: &str = "ibid mcp";
/// How long a call looks for an owner before it fails.
const SETTLE_MAX: Duration = Duration::from_secs(5);
/// How long it waits between two looks.
const LOOK_AGAIN: Duration = Duration::from_millis(25);
/// How long the end of the process waits for calls that still run.
const CLOSE_MAX: Duration = Duration::from_secs(2);

/// What an agent's process is started with.
#[derive(Clone)]
pub struct Wanted {
    /// The home.
    pub home: PathBuf,
    /// The workspace to work in.
    pub workspace: WorkspaceId,
    /// What the home's configuration says.
    pub config: Config,
    /// Which tools are listed.
    pub profile: Profile,
    /// Whether the connection has a search session of its own.
    pub auto_session: bool,
    /// Where faults are told.
    pub output: Output,
}

/// Tools that find the home again when its owner changes.
pub struct SwitchingHost {
    wanted: Wanted,
    attached: Attached,
    place: RwLock<Place>,
    handovers: Sender<u64>,
}

/// Where the home is.
enum Place {
    /// Not known yet, or not any more.
    Nowhere,
    /// In another process.
    Elsewhere,
    /// In this one.
    Here(Box<Here>),
}

struct Here {
    /// Which ownership of this process it is; a request to hand over means one of them.
    number: u64,
    host: LocalHost,
    owner: Owner,
}

impl SwitchingHost {
    /// Finds the owner of the home, or becomes it. While somebody owns the home who answers
    /// nobody, the host starts without one and the calls look again.
    ///
    /// # Errors
    /// `Unavailable` when the home cannot be opened for writing, `Invalid` for a configuration
    /// that asks for something impossible.
    pub fn start(wanted: Wanted) -> Result<Arc<Self>> {
        let connection = match wanted.auto_session {
            true => Some(compose::random_word()?),
            false => None,
        };
        let (handovers, asked) = mpsc::channel();
        let host = Arc::new(Self {
            attached: Attached::new(&wanted.home, wanted.workspace.clone(), connection),
            wanted,
            place: RwLock::new(Place::Nowhere),
            handovers,
        });
        match host.settle() {
            Err(error) if error.kind == ErrorKind::Locked && cfg!(unix) => {
                let output = host.wanted.output;
                output.say(&format!("note: {}; calls wait for it", error.message));
            }
            settled => settled?,
        }
        let weak = Arc::downgrade(&host);
        std::thread::spawn(move || give_up_when_asked(&weak, &asked));
        Ok(host)
    }

    /// Gives everything back: ends indexing and answering, and frees the home.
    pub fn close(&self) {
        let deadline = Instant::now() + CLOSE_MAX;
        while Instant::now() < deadline {
            if let Ok(mut place) = self.place.try_write() {
                leave(&mut place);
                return;
            }
            std::thread::sleep(LOOK_AGAIN);
        }
        // A call that does not end keeps the home until the process is gone, which is now. Its
        // socket would be left behind.
        attach::address::remove_leftovers(&self.wanted.home);
    }

    /// Carries `here` or `elsewhere` out, wherever the home is by now. A request that was lost is
    /// repeated only when it reads.
    fn reach<T>(
        &self,
        request: &Request<'_>,
        here: impl Fn(&LocalHost) -> T,
        elsewhere: impl Fn(&Attached) -> std::result::Result<T, Fault>,
    ) -> Result<T> {
        let mut looking_until = None;
        loop {
            match self.attempt(&here, &elsewhere) {
                Ok(Some(answer)) => return Ok(answer),
                Ok(None) | Err(Fault::NotSent) => {}
                Err(Fault::Lost) if request.reads => {}
                Err(fault) => {
                    let what = format!("`{}`", request.name);
                    let what = (!request.reads).then_some(what.as_str());
                    return Err(attach::without_answer(fault, what));
                }
            }
            request.cancel.check()?;
            // The first look costs nothing; further ones leave the owner time to come up.
            let until = *looking_until.get_or_insert_with(|| Instant::now() + SETTLE_MAX);
            while let Err(error) = self.settle() {
                if error.kind != ErrorKind::Locked || Instant::now() >= until {
                    return Err(error);
                }
                request.cancel.check()?;
                std::thread::sleep(LOOK_AGAIN);
            }
            if Instant::now() >= until {
                return Err(attach::without_answer(Fault::NotSent, None));
            }
        }
    }

    fn attempt<T>(
        &self,
        here: impl Fn(&LocalHost) -> T,
        elsewhere: impl Fn(&Attached) -> std::result::Result<T, Fault>,
    ) -> std::result::Result<Option<T>, Fault> {
        let place = self.place.read().unwrap_or_else(PoisonError::into_inner);
        match &*place {
            Place::Nowhere => Ok(None),
            // The lock is held during the call, so that the home is not given up under it.
            Place::Here(here_now) => Ok(Some(here(&here_now.host))),
            Place::Elsewhere => {
                drop(place);
                elsewhere(&self.attached).map(Some)
            }
        }
    }

    /// Finds out where the home is now.
    ///
    /// # Errors
    /// `Locked` when somebody owns it who answers nobody, else as [`compose::open`].
    fn settle(&self) -> Result<()> {
        let mut place = self.write();
        if matches!(*place, Place::Here(_)) {
            return Ok(());
        }
        if attach::is_answered(&self.wanted.home) {
            *place = Place::Elsewhere;
            return Ok(());
        }
        *place = Place::Nowhere;
        *place = Place::Here(Box::new(self.become_owner()?));
        Ok(())
    }

    fn become_owner(&self) -> Result<Here> {
        let wanted = &self.wanted;
        let opening = Opening {
            access: Access::ReadWrite,
            command: COMMAND,
            workspace: &wanted.workspace,
            config: &wanted.config,
        };
        let open = compose::open(&wanted.home, opening)?;
        let host = open.host(session(wanted.auto_session), wanted.profile.clone());
        let number = next_number();
        let handovers = self.handovers.clone();
        let owner = Owner::start(Start {
            open,
            command: COMMAND,
            // Those who attach say themselves whether they want a session.
            settings: owner::settings(&wanted.config, Profile::CONTRACT, true),
            tcp: None,
            handover: Some(Arc::new(move || {
                // When nobody takes requests any more the process is ending anyway.
                let _ = handovers.send(number);
            })),
            output: wanted.output,
        })?;
        Ok(Here {
            number,
            host,
            owner,
        })
    }

    /// Gives the home up, if this is still the ownership that was asked for.
    fn give_up(&self, number: u64) {
        let mut place = self.write();
        if matches!(&*place, Place::Here(here) if here.number == number) {
            leave(&mut place);
        }
    }

    fn write(&self) -> RwLockWriteGuard<'_, Place> {
        self.place.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The session of one connection.
pub fn session(automatic: bool) -> SessionContext {
    if automatic {
        SessionContext::automatic()
    } else {
        SessionContext::off()
    }
}

/// Stops owning the home, if this process does.
fn leave(place: &mut Place) {
    if let Place::Here(here) = std::mem::replace(place, Place::Nowhere) {
        drop(here.host);
        here.owner.stop();
    }
}

fn give_up_when_asked(host: &Weak<SwitchingHost>, asked: &Receiver<u64>) {
    while let Ok(number) = asked.recv() {
        let Some(host) = host.upgrade() else {
            return;
        };
        host.give_up(number);
    }
}

fn next_number() -> u64 {
    use std::sync::atomic::{AtomicU64, Ordering};
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// What a call does and who waits for it.
struct Request<'a> {
    name: &'a str,
    reads: bool,
    cancel: &'a Cancel,
}

impl ToolHost for SwitchingHost {
    fn instructions(&self) -> &str {
        context_repo::INSTRUCTIONS
    }

    fn tools(&self) -> Vec<ToolSpec> {
        context_repo::tools()
            .into_iter()
            .filter(|tool| self.wanted.profile.lists(tool))
            .map(|tool| tool.spec)
            .collect()
    }

    fn when_cut(&self, tool: &str) -> &str {
        context_repo::tool(tool).map_or("", |tool| tool.spec.when_cut)
    }

    fn takes_long(&self, tool: &str) -> bool {
        context_repo::takes_long(tool)
    }

    fn call(&self, name: &str, arguments: &Value, cancel: &Cancel) -> ToolOutput {
        let request = Request {
            name,
            reads: attach::only_reads(name),
            cancel,
        };
        self.reach(
            &request,
            |host| host.call(name, arguments, cancel),
            |owner| owner.call_tool(name, arguments, cancel),
        )
        .unwrap_or_else(attach::failed)
    }

    fn prompts(&self, cursor: Option<&str>, cancel: &Cancel) -> Result<PromptPage> {
        self.reach(
            &reading("prompts/list", cancel),
            |host| host.prompts(cursor, cancel),
            |owner| owner.list_prompts(cursor, cancel),
        )?
    }

    fn prompt(
        &self,
        name: &str,
        values: &BTreeMap<String, String>,
        cancel: &Cancel,
    ) -> Result<FilledPrompt> {
        self.reach(
            &reading("prompts/get", cancel),
            |host| host.prompt(name, values, cancel),
            |owner| owner.get_prompt(name, values, cancel),
        )?
    }

    fn resources(&self) -> Vec<ResourceSpec> {
        context_repo::resources()
    }

    fn read_resource(&self, uri: &str, cancel: &Cancel) -> Result<String> {
        self.reach(
            &reading("resources/read", cancel),
            |host| host.read_resource(uri, cancel),
            |owner| owner.get_resource(uri, cancel),
        )?
    }
}

fn reading<'a>(name: &'a str, cancel: &'a Cancel) -> Request<'a> {
    Request {
        name,
        reads: true,
        cancel,
    }
}
