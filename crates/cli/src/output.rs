//! What reaches the two streams: answers on standard output, talk on standard error.

pub mod exit;
pub mod failure;
pub mod text;
pub mod wording;

use std::io::{IsTerminal as _, Write as _};

use serde::Serialize;
use serde_json::{Value, json};

use crate::args::Global;
pub use exit::Exit;
pub use failure::{Failure, Result};

/// The two streams, and what the user wants to see of them.
#[derive(Clone, Copy, Debug)]
pub struct Output {
    json: bool,
    quiet: bool,
}

impl Output {
    /// Streams as the global options ask for.
    pub fn new(global: &Global) -> Self {
        Self {
            json: global.json,
            quiet: global.quiet,
        }
    }

    /// Whether the answer is to be one JSON document.
    pub fn is_json(self) -> bool {
        self.json
    }

    /// Whether a moving progress line makes sense.
    pub fn wants_progress(self) -> bool {
        !self.json && !self.quiet && std::io::stderr().is_terminal()
    }

    /// Prints an answer and a line end. What a document holds cannot steer a terminal: control
    /// characters are left out there; a pipe gets the text as it is.
    ///
    /// # Errors
    /// `Output` when nobody reads any more.
    pub fn answer(self, text: &str) -> Result<()> {
        let mut stdout = std::io::stdout().lock();
        if stdout.is_terminal() {
            writeln!(stdout, "{}", text::for_terminal(text))?;
        } else {
            writeln!(stdout, "{text}")?;
        }
        Ok(stdout.flush()?)
    }

    /// Prints one line that may carry styles, which only a terminal shows.
    ///
    /// # Errors
    /// `Output` when nobody reads any more.
    pub fn styled(self, line: &str) -> Result<()> {
        let mut stdout = anstream::stdout().lock();
        writeln!(stdout, "{line}")?;
        Ok(stdout.flush()?)
    }

    /// Prints the one JSON document of a command.
    ///
    /// # Errors
    /// `Output` when nobody reads any more.
    pub fn document(self, value: &impl Serialize) -> Result<()> {
        let mut stdout = std::io::stdout().lock();
        serde_json::to_writer_pretty(&mut stdout, value).map_err(std::io::Error::from)?;
        writeln!(stdout)?;
        Ok(stdout.flush()?)
    }

    /// Prints a JSON document on one line, for whoever waits for it while the command runs on.
    ///
    /// # Errors
    /// `Output` when nobody reads any more.
    pub fn line(self, value: &impl Serialize) -> Result<()> {
        let mut stdout = std::io::stdout().lock();
        serde_json::to_writer(&mut stdout, value).map_err(std::io::Error::from)?;
        writeln!(stdout)?;
        Ok(stdout.flush()?)
    }

    /// Says something beside the answer, unless the user wants quiet.
    pub fn say(self, text: &str) {
        if !self.quiet {
            self.insist(text);
        }
    }

    /// Says what even a quiet run has to say.
    pub fn insist(self, text: &str) {
        // When standard error is gone there is nobody left to tell.
        let mut stderr = anstream::stderr().lock();
        let _ = writeln!(stderr, "{}", text::for_terminal(text));
    }

    /// Reports why the command failed and gives its exit code.
    pub fn fail(self, failure: &Failure) -> Exit {
        let error = match failure {
            // Whoever read the answer has seen enough of it.
            Failure::Output(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
                return Exit::Failure;
            }
            Failure::Output(error) => {
                self.insist(&format!("error: cannot write the answer: {error}"));
                return Exit::Failure;
            }
            Failure::Error(error) => error,
        };
        let hint = error.hint.as_deref().map(wording::for_people);
        self.insist(&format!("error: {}", wording::for_people(&error.message)));
        if let Some(hint) = &hint {
            self.say(&format!("hint: {hint}"));
        }
        if self.json {
            let document = error_document(error, hint);
            // The error was said already; a closed pipe changes nothing about it.
            let _ = self.document(&document);
        }
        Exit::of(error.kind)
    }
}

fn error_document(error: &domain::Error, hint: Option<String>) -> Value {
    json!({
        "error": {
            "kind": error.kind.name(),
            "message": error.message,
            "hint": hint,
        }
    })
}
