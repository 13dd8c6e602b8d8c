//! `cargo xtask docs`: the documents that are made from the code.

use anyhow::{Context, Result, bail};

use crate::repository_root;

/// Writes the documents, or with `--check` compares them with what the code gives.
pub fn run(arguments: &[String]) -> Result<()> {
    let check = match arguments {
        [] => false,
        [flag] if flag == "--check" => true,
        _ => bail!("usage: cargo xtask docs [--check]"),
    };
    let documents = [
        ("docs/cli.md", cli::reference()),
        (
            "docs/mcp-tools.md",
            dialects::context_repo::tools_markdown(),
        ),
    ];
    let mut stale = Vec::new();
    for (name, text) in documents {
        let path = repository_root().join(name);
        if !check {
            std::fs::write(&path, text).with_context(|| format!("cannot write {name}"))?;
        } else if std::fs::read_to_string(&path).ok().as_deref() != Some(text.as_str()) {
            stale.push(name);
        }
    }
    if !stale.is_empty() {
        bail!(
            "{} differ from the code; run `cargo xtask docs`",
            stale.join(", ")
        );
    }
    Ok(())
}
