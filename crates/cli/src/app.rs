//! One run of the command line.

use std::path::PathBuf;

use domain::{Error, ErrorKind};

use crate::args::Cli;
use crate::compose::{self, Access, Open};
use crate::home;
use crate::output::{Exit, Failure, Output, Result};
use crate::signals::{self, Signals};

/// What every command works with.
pub struct App {
    /// Where everything is, whether or not it exists.
    pub home: PathBuf,
    /// The two streams.
    pub output: Output,
    /// Requests to stop.
    pub signals: Signals,
    read_only: bool,
}

/// Runs a command and reports its failure.
pub fn run(args: Cli) -> Exit {
    let output = Output::new(&args.global);
    let outcome = home::resolve(args.global.home.as_deref())
        .map_err(Failure::from)
        .and_then(|home| {
            let app = App {
                home,
                output,
                signals: signals::install(),
                read_only: args.global.read_only,
            };
            args.command.run(&app)
        });
    outcome.unwrap_or_else(|failure| output.fail(&failure))
}

impl App {
    /// A silent run over `home`.
    #[cfg(test)]
    pub fn silent(home: PathBuf) -> Self {
        let global = crate::args::Global {
            home: None,
            json: true,
            quiet: true,
            read_only: false,
        };
        Self {
            home,
            output: Output::new(&global),
            signals: signals::install(),
            read_only: false,
        }
    }

    /// Opens the home for `command`, which writes; it is created when it is missing.
    ///
    /// # Errors
    /// `Invalid` with `--read-only`, `Locked` when another process owns it, `Unavailable` when it
    /// cannot be written.
    pub fn open_to_write(&self, command: &str) -> Result<Open> {
        self.refuse_read_only(command)?;
        Ok(compose::open(&self.home, Access::ReadWrite, command)?)
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

    /// Opens the home for `command`, which only looks. A folder that cannot be written, or that
    /// another process owns, is opened for reading only, which is said once. A home that does not
    /// exist is not created: an empty one stands in for it, so that the answer has the same shape.
    ///
    /// # Errors
    /// `Unavailable` when it cannot be read.
    pub fn open_to_look(&self, command: &str) -> Result<Open> {
        if !compose::exists(&self.home) {
            self.output.say(&format!(
                "nothing is stored yet in {}; add files with `ibid add PATH`",
                crate::output::text::path(&self.home)
            ));
            return Ok(compose::open_empty(command)?);
        }
        self.open_or_read(command, &[ErrorKind::Unavailable, ErrorKind::Locked])
    }

    /// Opens the home for a server, creating it when it is missing. A folder that cannot be
    /// written is opened for reading only, which is said once.
    ///
    /// # Errors
    /// `Locked` when another process owns it, `Unavailable` when it cannot be read.
    pub fn open_to_serve(&self, command: &str) -> Result<Open> {
        self.open_or_read(command, &[ErrorKind::Unavailable])
    }

    /// Opens the home for writing, or, when that fails in one of these ways, for reading.
    fn open_or_read(&self, command: &str, readable_despite: &[ErrorKind]) -> Result<Open> {
        if self.read_only {
            return Ok(compose::open(&self.home, Access::ReadOnly, command)?);
        }
        let error = match compose::open(&self.home, Access::ReadWrite, command) {
            Err(error) if readable_despite.contains(&error.kind) => error,
            outcome => return Ok(outcome?),
        };
        // When it cannot be read either, the first error is the one to act on.
        let Ok(open) = compose::open(&self.home, Access::ReadOnly, command) else {
            return Err(error.into());
        };
        self.output
            .say(&format!("note: {}; reading only", error.message));
        Ok(open)
    }
}
