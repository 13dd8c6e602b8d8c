//! One run of the command line.

use std::cell::OnceCell;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use domain::ids::WorkspaceId;
use domain::{Error, ErrorKind};

use crate::args::{Cli, Global};
use crate::attach::Attached;
use crate::compose::{self, Access, Open, Opening};
use crate::config::Config;
use crate::output::{Exit, Failure, Output, Result};
use crate::reach::Reach;
use crate::signals::{self, Signals};
use crate::{attach, home};

/// How long a new owner may take until it answers.
pub const SOON: Duration = Duration::from_millis(500);
/// How long to wait between two looks for it.
pub const LOOK_AGAIN: Duration = Duration::from_millis(25);

/// What every command works with.
pub struct App {
    /// Where everything is, whether or not it exists.
    pub home: PathBuf,
    /// The workspace to work in.
    pub workspace: WorkspaceId,
    /// The two streams.
    pub output: Output,
    /// Requests to stop.
    pub signals: Signals,
    read_only: bool,
    config: OnceCell<Config>,
}

/// Runs a command and reports its failure.
pub fn run(args: Cli) -> Exit {
    let output = Output::new(&args.global);
    let outcome = home::resolve(args.global.home.as_deref())
        .map_err(Failure::from)
        .and_then(|home| args.command.run(&App::new(home, args.global)));
    outcome.unwrap_or_else(|failure| output.fail(&failure))
}

impl App {
    fn new(home: PathBuf, global: Global) -> Self {
        Self {
            home,
            output: Output::new(&global),
            workspace: global
                .workspace
                .unwrap_or_else(WorkspaceId::default_workspace),
            signals: signals::install(),
            read_only: global.read_only,
            config: OnceCell::new(),
        }
    }

    /// A silent run over `home`.
    #[cfg(test)]
    pub fn silent(home: PathBuf) -> Self {
        let global = Global {
            home: None,
            workspace: None,
            json: true,
            quiet: true,
            read_only: false,
        };
        Self::new(home, global)
    }

    /// What the home's configuration says.
    ///
    /// # Errors
    /// `Invalid` for a file that cannot be understood.
    pub fn config(&self) -> domain::Result<&Config> {
        if let Some(config) = self.config.get() {
            return Ok(config);
        }
        let config = Config::read(&self.home)?;
        Ok(self.config.get_or_init(|| config))
    }

    /// Whether the user wants the home to be read only.
    pub fn is_read_only(&self) -> bool {
        self.read_only
    }

    /// Reaches the home for `command`, which writes; it is created when it is missing.
    ///
    /// # Errors
    /// `Invalid` with `--read-only`, `Locked` when another process owns it and answers nobody,
    /// `Unavailable` when it cannot be written.
    pub fn reach_to_write(&self, command: &str) -> Result<Box<dyn Reach>> {
        self.refuse_read_only(command)?;
        if let Some(attached) = self.attach() {
            return Ok(Box::new(attached));
        }
        match self.open(Access::ReadWrite, command) {
            Ok(open) => Ok(Box::new(open)),
            Err(error) if error.kind == ErrorKind::Locked => match self.attach_soon() {
                Some(attached) => Ok(Box::new(attached)),
                None => Err(error.into()),
            },
            Err(error) => Err(error.into()),
        }
    }

    /// Like [`App::reach_to_look`] or, to `write`, [`App::reach_to_write`], for what belongs to
    /// the whole home: whichever workspace the user works in otherwise.
    ///
    /// # Errors
    /// As those.
    pub fn reach_whole(&self, command: &str, write: bool) -> Result<Box<dyn Reach>> {
        let whole = Self {
            home: self.home.clone(),
            workspace: WorkspaceId::default_workspace(),
            output: self.output,
            signals: self.signals.clone(),
            read_only: self.read_only,
            config: self.config.clone(),
        };
        if write {
            whole.reach_to_write(command)
        } else {
            whole.reach_to_look(command)
        }
    }

    /// Refuses a command that writes when the user wants to read only.
    ///
    /// # Errors
    /// `Invalid` with `--read-only`.
    pub fn refuse_read_only(&self, command: &str) -> Result<()> {
        if self.read_only {
            let refusal = Error::invalid(format!("`{command}` writes, so `--read-only` is out"));
            return Err(refusal.into());
        }
        Ok(())
    }

    /// Reaches the home for `command`, which only looks. A folder that cannot be written, or whose
    /// owner answers nobody, is opened for reading only, which is said once. A home that does not
    /// exist is not created: an empty one stands in for it, so that the answer has the same shape.
    ///
    /// # Errors
    /// `Unavailable` when it cannot be read.
    pub fn reach_to_look(&self, command: &str) -> Result<Box<dyn Reach>> {
        if !compose::exists(&self.home) {
            self.output.say(&format!(
                "nothing is stored yet in {}; add files with `ibid add PATH`",
                crate::output::text::path(&self.home)
            ));
            let opening = self.opening(Access::ReadWrite, command)?;
            return Ok(Box::new(compose::open_empty(opening)?));
        }
        if self.read_only {
            return Ok(Box::new(self.open(Access::ReadOnly, command)?));
        }
        if let Some(attached) = self.attach() {
            return Ok(Box::new(attached));
        }
        let despite = &[ErrorKind::Unavailable, ErrorKind::Locked];
        Ok(Box::new(self.open_or_read(command, despite)?))
    }

    /// Opens the home.
    ///
    /// # Errors
    /// As [`compose::open`], and `Invalid` for a configuration that cannot be understood.
    pub fn open(&self, access: Access, command: &str) -> domain::Result<Open> {
        compose::open(&self.home, self.opening(access, command)?)
    }

    fn opening<'a>(&'a self, access: Access, command: &'a str) -> domain::Result<Opening<'a>> {
        Ok(Opening {
            access,
            command,
            workspace: &self.workspace,
            config: self.config()?,
        })
    }

    /// A way to the owner of the home, when one answers.
    pub fn attach(&self) -> Option<Attached> {
        attach::is_answered(&self.home)
            .then(|| Attached::new(&self.home, self.workspace.clone(), None))
    }

    /// The same for a home that was found locked. Whoever has just taken it may not answer yet, so
    /// this waits a moment.
    fn attach_soon(&self) -> Option<Attached> {
        let until = Instant::now() + SOON;
        loop {
            let attached = self.attach();
            if attached.is_some() || Instant::now() >= until {
                return attached;
            }
            std::thread::sleep(LOOK_AGAIN);
        }
    }

    /// Opens the home for writing, or, when that fails in one of these ways, for reading.
    fn open_or_read(&self, command: &str, readable_despite: &[ErrorKind]) -> Result<Open> {
        if self.read_only {
            return Ok(self.open(Access::ReadOnly, command)?);
        }
        let error = match self.open(Access::ReadWrite, command) {
            Err(error) if readable_despite.contains(&error.kind) => error,
            outcome => return Ok(outcome?),
        };
        // When it cannot be read either, the first error is the one to act on.
        let Ok(open) = self.open(Access::ReadOnly, command) else {
            return Err(error.into());
        };
        self.output
            .say(&format!("note: {}; reading only", error.message));
        Ok(open)
    }
}
