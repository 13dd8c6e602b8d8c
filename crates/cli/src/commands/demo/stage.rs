//! What the audience sees: headings, commands and answers, or one JSON document at the end.

use std::path::Path;

use anstyle::{Effects, Style};
use dialects::ToolOutput;
use serde_json::{Value, json};

use super::{agents, library};
use crate::app::App;
use crate::output::text::for_terminal;
use crate::output::{Output, Result, wording};

const HEADING: Style = Style::new().bold();
const COMMAND: Style = Style::new()
    .effects(Effects::BOLD)
    .fg_color(Some(anstyle::Color::Ansi(anstyle::AnsiColor::Cyan)));
const NOTE: Style = Style::new().italic();

/// Shows the steps of the demonstration.
pub(super) struct Stage<'a> {
    output: Output,
    home: &'a Path,
    steps: Vec<Value>,
    encoded: u64,
    seconds: f64,
}

impl<'a> Stage<'a> {
    pub fn new(app: &App, home: &'a Path) -> Self {
        Self {
            output: app.output,
            home,
            steps: Vec::new(),
            encoded: 0,
            seconds: 0.0,
        }
    }

    /// The beginning of a part.
    pub fn heading(&self, text: &str) -> Result<()> {
        self.line(&format!("\n{HEADING}── {text}{HEADING:#}\n"))
    }

    /// A sentence or two.
    pub fn prose(&self, text: &str) -> Result<()> {
        self.line(text)
    }

    /// A line of a running command.
    pub fn progress(&self, text: &str) -> Result<()> {
        self.line(&for_terminal(text))
    }

    /// A command as somebody would type it.
    pub fn command(&self, text: &str) -> Result<()> {
        self.line(&format!("{COMMAND}$ {text}{COMMAND:#}"))
    }

    /// A command and the answer to it; returns the structured content.
    ///
    /// # Errors
    /// The tool's failure.
    pub fn answer(&mut self, command: &str, answer: ToolOutput) -> Result<Value> {
        if let Some(error) = answer.error {
            return Err(error.into());
        }
        self.command(command)?;
        self.line(&for_terminal(&answer.text))?;
        if let Some(notes) = &answer.notes {
            let notes = wording::for_people(notes);
            self.line(&format!("{NOTE}{}{NOTE:#}", for_terminal(&notes)))?;
        }
        let structured = answer.structured.unwrap_or_default();
        self.steps.push(json!({
            "command": command,
            "answer": structured,
            "notes": answer.notes,
        }));
        Ok(structured)
    }

    /// The library is in.
    pub fn filled(&mut self, encoded: u64, seconds: f64) {
        self.encoded = encoded;
        self.seconds = seconds;
    }

    /// The end: the JSON document, when that was asked for.
    pub fn finish(self) -> Result<()> {
        if !self.output.is_json() {
            return self.line("\nThe throw-away home is removed.");
        }
        self.output.document(&json!({
            "home": self.home.to_string_lossy(),
            "documents": library::LIBRARY.len(),
            "prompts": library::PROMPTS.len(),
            "collections": library::groups().len(),
            "encoded": self.encoded,
            "seconds": self.seconds,
            "steps": self.steps,
            "agents": agents::document(),
        }))
    }

    fn line(&self, text: &str) -> Result<()> {
        if self.output.is_json() {
            return Ok(());
        }
        self.output.styled(text)
    }
}
