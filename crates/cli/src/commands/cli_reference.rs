//! `ibid cli-reference`.

use clap::Args;

use crate::app::App;
use crate::output::{Exit, Result};

/// Print the reference of the command line, which `docs/cli.md` holds
#[derive(Debug, Args)]
pub struct CliReference {}

impl CliReference {
    /// Prints the reference.
    ///
    /// # Errors
    /// When nobody reads it.
    pub fn run(self, app: &App) -> Result<Exit> {
        app.output.answer(crate::reference().trim_end())?;
        Ok(Exit::Ok)
    }
}
