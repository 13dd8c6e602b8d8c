//! `ibid key`.

mod create;
mod list;
mod revoke;

use clap::{Args, Subcommand};
use domain::access::ApiKey;
use serde_json::{Value, json};

use crate::app::App;
use crate::dates;
use crate::output::{Exit, Result};

/// Make, list and revoke the keys by which others reach the home over HTTP
#[derive(Debug, Args)]
pub struct Key {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Create(create::Create),
    List(list::List),
    Revoke(revoke::Revoke),
}

impl Key {
    /// Runs the command.
    ///
    /// # Errors
    /// Why it failed.
    pub fn run(self, app: &App) -> Result<Exit> {
        match self.command {
            Command::Create(command) => command.run(app),
            Command::List(command) => command.run(app),
            Command::Revoke(command) => command.run(app),
        }
    }
}

/// What JSON says of a key.
fn document(key: &ApiKey, now_ms: i64) -> Value {
    json!({
        "id": key.id.as_str(),
        "name": key.name,
        "workspace": key.workspace.as_str(),
        "scopes": key.scopes.names(),
        "tools": key.tools,
        "valid": key.is_valid_at(now_ms),
        "createdAt": key.created_ms,
        "expiresAt": key.expires_ms,
        "revokedAt": key.revoked_ms,
    })
}

/// Whether a key works, and until or since when.
fn state(key: &ApiKey, now_ms: i64) -> String {
    match (key.revoked_ms, key.expires_ms) {
        (Some(revoked), _) => format!("revoked {}", dates::shown(revoked)),
        (None, Some(end)) if key.is_valid_at(now_ms) => format!("ends {}", dates::shown(end)),
        (None, Some(end)) => format!("ended {}", dates::shown(end)),
        (None, None) => "valid".to_owned(),
    }
}
