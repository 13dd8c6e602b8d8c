//! `cargo xtask tidy`: the workspace keeps its shape.
//!
//! Checks the direction of dependencies between our crates, the licences and the number of the
//! others, that every crate takes the workspace's lints, and that the text of the repository
//! names no machine and leaves nothing unfinished.

use std::collections::BTreeMap;
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::repository_root;

/// What each crate may depend on; dev-dependencies may add `testkit` and what tests drive.
const DIRECTION: &[(&str, &[&str])] = &[
    ("domain", &[]),
    ("wordpiece", &[]),
    ("vector-index", &[]),
    ("encoder", &["wordpiece"]),
    ("text", &["domain", "wordpiece"]),
    ("extract", &["domain"]),
    ("embed", &["domain", "encoder"]),
    ("store-embedded", &["domain", "vector-index"]),
    ("engine", &["domain", "text"]),
    ("dialects", &["domain", "engine"]),
    ("mcp-server", &["dialects", "domain"]),
    ("remote", &["domain"]),
    (
        "http-server",
        &["dialects", "domain", "engine", "mcp-server"],
    ),
    ("testkit", &["domain", "vector-index"]),
    (
        "cli",
        &[
            "dialects",
            "domain",
            "embed",
            "engine",
            "extract",
            "http-server",
            "mcp-server",
            "remote",
            "store-embedded",
        ],
    ),
    ("conformance", &["http-server", "mcp-server"]),
    (
        "benches",
        &[
            "domain",
            "embed",
            "engine",
            "extract",
            "store-embedded",
            "testkit",
        ],
    ),
    ("xtask", &["cli", "dialects", "wordpiece"]),
];

/// The most packages in `Cargo.lock`. Raise it on purpose, in a commit that says why.
const PACKAGES_MAX: usize = 400;

/// Licences that a dependency may offer.
const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Runs every check and names all that fail.
pub fn run() -> Result<()> {
    let metadata = metadata()?;
    let packages = metadata["packages"].as_array().context("no packages")?;
    let mut faults = Vec::new();
    direction(packages, &mut faults);
    licences(packages, &mut faults);
    lints(packages, &mut faults)?;
    repository_text(&mut faults)?;
    if packages.len() > PACKAGES_MAX {
        faults.push(format!(
            "Cargo.lock holds {} packages; the ceiling is {PACKAGES_MAX}",
            packages.len()
        ));
    }
    if faults.is_empty() {
        println!(
            "tidy: {} packages, {} of ours, nothing to mend",
            packages.len(),
            DIRECTION.len()
        );
        return Ok(());
    }
    for fault in &faults {
        eprintln!("tidy: {fault}");
    }
    bail!("{} fault(s)", faults.len())
}

fn metadata() -> Result<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(repository_root())
        .output()
        .context("cannot run cargo metadata")?;
    if !output.status.success() {
        bail!(
            "cargo metadata failed: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

fn is_ours(package: &Value) -> bool {
    package["source"].is_null()
}

fn direction(packages: &[Value], faults: &mut Vec<String>) {
    let table: BTreeMap<&str, &[&str]> = DIRECTION.iter().copied().collect();
    for package in packages.iter().filter(|p| is_ours(p)) {
        let name = package["name"].as_str().unwrap_or_default();
        let Some(allowed) = table.get(name) else {
            faults.push(format!(
                "crate `{name}` is not in the direction table of xtask/src/tidy.rs"
            ));
            continue;
        };
        let dependencies = package["dependencies"].as_array().into_iter().flatten();
        for dependency in dependencies.filter(|d| d["kind"].is_null()) {
            let target = dependency["name"].as_str().unwrap_or_default();
            if table.contains_key(target) && !allowed.contains(&target) {
                faults.push(format!("crate `{name}` must not depend on `{target}`"));
            }
        }
    }
}

fn licences(packages: &[Value], faults: &mut Vec<String>) {
    for package in packages.iter().filter(|p| !is_ours(p)) {
        let licence = package["license"].as_str().unwrap_or_default();
        if !acceptable(licence) {
            faults.push(format!(
                "package `{}` has the licence `{licence}`, which is not on the list",
                package["name"].as_str().unwrap_or_default()
            ));
        }
    }
}

/// A crate that forgets the workspace's lints is held to none of them.
fn lints(packages: &[Value], faults: &mut Vec<String>) -> Result<()> {
    for package in packages.iter().filter(|p| is_ours(p)) {
        let path = package["manifest_path"].as_str().unwrap_or_default();
        let manifest = std::fs::read_to_string(path).context("cannot read a manifest")?;
        if !manifest.contains("[lints]\nworkspace = true") {
            let name = package["name"].as_str().unwrap_or_default();
            faults.push(format!(
                "crate `{name}` does not take the workspace's lints"
            ));
        }
    }
    Ok(())
}

/// Whether every part joined by AND offers at least one acceptable licence.
fn acceptable(expression: &str) -> bool {
    let flat = expression.replace(['(', ')'], " ").replace('/', " OR ");
    !flat.trim().is_empty()
        && flat
            .split(" AND ")
            .all(|part| part.split(" OR ").any(|l| LICENCES.contains(&l.trim())))
}

/// Words that have no place in what is committed. Spelt in halves, so that this file passes.
fn repository_text(faults: &mut Vec<String>) -> Result<()> {
    let files = Command::new("git")
        .args(["ls-files", "-z"])
        .current_dir(repository_root())
        .output()
        .context("cannot run git ls-files")?;
    let banned = [
        concat!("to", "do!("),
        concat!("unimple", "mented!("),
        concat!("db", "g!("),
        concat!("#[ign", "ore"),
        concat!("/wo", "rk/"),
        concat!("/ro", "ot/"),
    ];
    for name in String::from_utf8_lossy(&files.stdout).split('\0') {
        let path = repository_root().join(name);
        let is_text = [".rs", ".md", ".toml", ".sql", ".py", ".sh", ".yml", ".mjs"]
            .iter()
            .any(|suffix| name.ends_with(suffix))
            || name == ".ci/run";
        let Some(content) = is_text
            .then(|| std::fs::read_to_string(&path).ok())
            .flatten()
        else {
            continue;
        };
        for (number, line) in content.lines().enumerate() {
            if let Some(word) = banned.iter().find(|word| line.contains(**word)) {
                faults.push(format!("{name}:{}: holds `{word}`", number + 1));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::acceptable;

    #[test]
    fn a_choice_needs_one_acceptable_licence_and_a_conjunction_all() {
        assert!(acceptable("MIT OR GPL-3.0"));
        assert!(acceptable("MIT/Apache-2.0"));
        assert!(acceptable("(MIT OR Apache-2.0) AND Unicode-3.0"));
        assert!(!acceptable("(MIT OR Apache-2.0) AND GPL-3.0"));
        assert!(!acceptable("AGPL-3.0-only"));
        assert!(!acceptable(""));
    }
}
