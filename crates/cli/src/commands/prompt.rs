//! `ibid prompt`.

mod add;
mod file;
mod list;
mod show;

use clap::{Args, Subcommand};

use crate::app::App;
use crate::output::{Exit, Result};

pub(super) use file::PromptFile;

/// Add, list and show prompts
#[derive(Debug, Args)]
pub struct Prompt {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Add(add::Add),
    List(list::List),
    Show(show::Show),
}

impl Prompt {
    /// Runs the command.
    ///
    /// # Errors
    /// Why it failed.
    pub fn run(self, app: &App) -> Result<Exit> {
        match self.command {
            Command::Add(command) => command.run(app),
            Command::List(command) => command.run(app),
            Command::Show(command) => command.run(app),
        }
    }
}
