//! `ibid key list`.

use clap::Args;
use domain::access::ApiKey;
use serde_json::{Value, json};

use super::{document, state};
use crate::app::App;
use crate::output::text::one_line;
use crate::output::{Exit, Result};

/// List the keys of all workspaces, newest first
///
/// Revoked and expired ones stay listed. Secrets are not kept, so they cannot be shown.
///
/// With `--json`: `keys` (`id`, `name`, `workspace`, `scopes`, `tools`, `valid`, `createdAt`,
/// `expiresAt`, `revokedAt`).
#[derive(Debug, Args)]
pub struct List {}

impl List {
    /// Prints the keys.
    ///
    /// # Errors
    /// A home that cannot be opened.
    pub fn run(self, app: &App) -> Result<Exit> {
        let reach = app.reach_whole("ibid key list", false)?;
        let keys = reach.keys(&app.signals.cancel)?;
        let now_ms = reach.now_ms();
        if app.output.is_json() {
            let keys: Vec<Value> = keys.iter().map(|key| document(key, now_ms)).collect();
            app.output.document(&json!({ "keys": keys }))?;
        } else {
            app.output.answer(&page(&keys, now_ms))?;
        }
        Ok(Exit::Ok)
    }
}

fn page(keys: &[ApiKey], now_ms: i64) -> String {
    if keys.is_empty() {
        return "No keys.".to_owned();
    }
    let lines: Vec<String> = keys.iter().map(|key| line(key, now_ms)).collect();
    lines.join("\n")
}

fn line(key: &ApiKey, now_ms: i64) -> String {
    let tools = key.tools.as_ref().map(|tools| format!("  tools: {tools}"));
    format!(
        "{}  {}  workspace: {}  {}  {}{}",
        key.id,
        one_line(&key.name),
        key.workspace,
        key.scopes.names().join(", "),
        state(key, now_ms),
        tools.unwrap_or_default(),
    )
}
