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
        ("docs/http-api.md", dialects::context_repo::http_markdown()),
        ("docs/openapi.json", openapi()),
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

/// The document that a server on the default port serves.
fn openapi() -> String {
    let document = dialects::context_repo::openapi("http://127.0.0.1:4142");
    let pretty = serde_json::to_string_pretty(&document).expect("JSON values are written as text");
    pretty + "\n"
}
