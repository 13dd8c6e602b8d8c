//! The commands, one file each: arguments with their help, and one `run`.

mod add;
mod cli_reference;
mod deep;
mod demo;
mod expand;
mod find;
mod key;
mod mcp;
mod prompt;
mod read;
mod reason;
mod serve;
mod show;
mod status;
mod workspace;

use clap::Subcommand;

use crate::app::App;
use crate::output::{Exit, Result};

/// A command with its arguments.
#[derive(Debug, Subcommand)]
pub enum Command {
    Add(add::Add),
    Prompt(prompt::Prompt),
    Find(find::Find),
    Deep(deep::Deep),
    Reason(reason::Reason),
    Read(read::Read),
    Expand(expand::Expand),
    Status(status::Status),
    Serve(serve::Serve),
    Mcp(mcp::Mcp),
    Key(key::Key),
    Workspace(workspace::Workspace),
    Demo(demo::Demo),
    #[command(hide = true)]
    CliReference(cli_reference::CliReference),
}

impl Command {
    /// Runs the command.
    ///
    /// # Errors
    /// Why it failed.
    pub fn run(self, app: &App) -> Result<Exit> {
        match self {
            Self::Add(command) => command.run(app),
            Self::Prompt(command) => command.run(app),
            Self::Find(command) => command.run(app),
            Self::Deep(command) => command.run(app),
            Self::Reason(command) => command.run(app),
            Self::Read(command) => command.run(app),
            Self::Expand(command) => command.run(app),
            Self::Status(command) => command.run(app),
            Self::Serve(command) => command.run(app),
            Self::Mcp(command) => command.run(app),
            Self::Key(command) => command.run(app),
            Self::Workspace(command) => command.run(app),
            Self::Demo(command) => command.run(app),
            Self::CliReference(command) => command.run(app),
        }
    }
}
