//! The command line as it is typed.

use std::path::PathBuf;

use clap::{Args, Parser};
use dialects::context_repo::Profile;
use domain::ids::WorkspaceId;
use domain::{Error, Result};

use crate::commands::Command;
use crate::output::exit;

/// A local-first context repository for AI agents and people
///
/// Prompts, documents and collections live in one folder on this machine and are found by
/// meaning: `ibid find` answers which artifact is relevant, `ibid deep` what it says. Answers go
/// to standard output, everything else to standard error.
///
/// One process owns the folder at a time. While `ibid serve` or `ibid mcp` does, the other commands
/// ask it over a local socket. `config.toml` in the folder may set what options do not;
/// `ibid serve --help` lists what it may say.
#[derive(Debug, Parser)]
#[command(
    name = "ibid",
    version,
    propagate_version = true,
    max_term_width = 100,
    after_long_help = exit::table()
)]
pub struct Cli {
    /// What holds for every command.
    #[command(flatten)]
    pub global: Global,
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// Options that every command takes.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Global options")]
pub struct Global {
    /// Data folder; else `IBID_HOME`, else `$XDG_DATA_HOME/ibid`, else `~/.local/share/ibid`
    #[arg(long, global = true, value_name = "DIR")]
    pub home: Option<PathBuf>,

    /// Workspace to work in; else `IBID_WORKSPACE`, else `default`. Nothing crosses workspaces
    #[arg(
        long,
        global = true,
        value_name = "NAME",
        env = "IBID_WORKSPACE",
        hide_env = true,
        value_parser = workspace
    )]
    pub workspace: Option<WorkspaceId>,

    /// Print one JSON document
    ///
    /// Look-ups print the structured content of the same tool's answer over MCP. A failure prints
    /// `{"error": {"kind", "message", "hint"}}`; the kind of a mistake on the command line is
    /// `usage`.
    #[arg(long, global = true)]
    pub json: bool,

    /// Print answers and errors only: no notes, hints, progress or summaries
    #[arg(long, short, global = true)]
    pub quiet: bool,

    /// Open the home for reading only, also beside a process that owns it
    #[arg(long, global = true)]
    pub read_only: bool,
}

/// Reads the name of a workspace; a blank one is as good as none.
fn workspace(text: &str) -> Result<WorkspaceId> {
    match text.trim() {
        "" => Ok(WorkspaceId::default_workspace()),
        name => told(WorkspaceId::parse(name)),
    }
}

/// Reads which tools to list.
///
/// # Errors
/// `Invalid` for an unknown profile or tool.
pub fn profile(text: &str) -> Result<Profile> {
    told(Profile::parse(text))
}

/// The value of an option, or why it is none: a mistake on the command line is told by its message
/// alone, so the hint goes into it.
///
/// # Errors
/// As `read`.
pub fn told<T>(read: Result<T>) -> Result<T> {
    read.map_err(|error| match &error.hint {
        Some(hint) => Error::new(error.kind, format!("{}; {hint}", error.message)),
        None => error,
    })
}
