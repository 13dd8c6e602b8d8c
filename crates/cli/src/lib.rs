//! What a person types and reads.
//!
//! One file per command in `commands/`, each with its arguments (whose doc comments are the help
//! texts) and one `run`. Look-ups call the same tools as an agent does and print their Markdown,
//! so that the terminal shows what an agent sees. `compose.rs` alone names concrete adapters.
//! Commands see the home through `reach.rs`: their own (`own.rs`), or that of the process which
//! owns it (`attach/`). `owner.rs` is such a process; `switching.rs` gives an agent the home
//! wherever it is.
//! There is deliberately no ranking, chunking or storage here.

mod app;
mod args;
mod attach;
mod commands;
mod compose;
mod config;
mod dates;
mod home;
mod output;
mod own;
mod owner;
mod progress;
mod reach;
mod reference;
mod signals;
mod switching;
mod usage;
mod walk;

use std::process::ExitCode;

use clap::Parser as _;

pub use output::exit::Exit;
pub use reference::reference;

/// Runs the command line of this process and returns its exit code.
pub fn main() -> ExitCode {
    let args = match args::Cli::try_parse() {
        Ok(args) => args,
        Err(error) => return usage::tell(error, std::env::args_os()).into(),
    };
    app::run(args).into()
}
