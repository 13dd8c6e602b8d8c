//! `ibid key create`.

use clap::Args;
use dialects::context_repo::Profile;
use domain::caller::{Permission, ScopeSet};
use domain::operations::access::{CreateKey, CreatedKey};
use domain::{Error, Result};
use serde_json::json;

use crate::app::App;
use crate::commands::serve;
use crate::config::{self, Config};
use crate::output::{self, Exit};
use crate::{args, compose, dates};

/// Make a key and show it, this once
///
/// The key goes to standard output, alone on its line, and how to use it to standard error. It
/// opens the workspace that `--workspace` names, and allows what its scopes say. Only a hash of
/// its secret is kept.
///
/// With `--json`: `key`, `id`, `name`, `workspace`, `scopes`, `tools`, `valid`, `createdAt`,
/// `expiresAt`, `revokedAt` (milliseconds since 1970, or null).
#[derive(Debug, Args)]
pub struct Create {
    /// What you call it
    #[arg(long, value_name = "NAME")]
    name: String,

    /// What it allows: `prompts.read`, `prompts.write`, `documents.read`, `documents.write`, or
    /// `all`; may be repeated. Writing implies reading
    #[arg(long = "scope", required = true, value_name = "SCOPE", value_parser = scope)]
    scopes: Vec<ScopeSet>,

    /// Which tools its MCP connections list: `core`, `contract`, `full`, `read`, or names parted
    /// by commas; all others can be called as well
    #[arg(long, value_name = "TOOLS", value_parser = args::profile)]
    tools: Option<Profile>,

    /// When it ends: `90d`, `12h`, or a date such as `2027-01-31`
    #[arg(long, value_name = "WHEN", value_parser = end)]
    expires: Option<i64>,
}

impl Create {
    /// Makes the key and prints it.
    ///
    /// # Errors
    /// An unknown workspace, a home that cannot be written.
    pub fn run(self, app: &App) -> output::Result<Exit> {
        let reach = app.reach_to_write("ibid key create")?;
        let request = CreateKey {
            name: self.name,
            workspace: app.workspace.clone(),
            scopes: united(&self.scopes),
            tools: self.tools.map(|profile| profile.to_string()),
            expires_ms: self.expires,
        };
        let made = reach.create_key(&request, &app.signals.cancel)?;
        if app.output.is_json() {
            let mut document = super::document(&made.key, compose::now_ms());
            document["key"] = json!(made.secret);
            app.output.document(&document)?;
            return Ok(Exit::Ok);
        }
        app.output.answer(&made.secret)?;
        let server = Server::of(app)?;
        app.output.say(&how_to_use(&made, &server));
        Ok(Exit::Ok)
    }
}

/// What the key is for. Its secret is left out: standard error may go where standard output, which
/// holds it, does not.
fn how_to_use(made: &CreatedKey, server: &Server) -> String {
    let Server { url, when } = server;
    let key = &made.key;
    let end = match key.expires_ms {
        Some(end) => format!("until {}", dates::shown(end)),
        None => "until it is revoked".to_owned(),
    };
    let scopes = key.scopes.names().join(", ");
    [
        format!(
            "key `{}` for workspace `{}`: {scopes}, {end}",
            key.name, key.workspace
        ),
        format!("It is not shown again. With it in `KEY`{when}:"),
        format!("  curl -H \"Authorization: API-Key $KEY\" {url}/v1/user/me"),
        format!("  CONTEXTREPO_API_KEY=$KEY CONTEXTREPO_API_URL={url}"),
        format!("`ibid key revoke {}` ends it.", key.id),
    ]
    .join("\n")
}

/// Where the key is used.
struct Server {
    url: String,
    /// What has to happen before, as the end of a clause; nothing while it is served.
    when: String,
}

impl Server {
    fn of(app: &App) -> Result<Self> {
        let cancel = &app.signals.cancel;
        let Some(owner) = app.attach() else {
            return Ok(Self {
                url: configured(app.config()?),
                when: ", once `ibid serve` runs".to_owned(),
            });
        };
        let holder = owner.owner(cancel)?.holder;
        // Whoever else owns the home answers over its socket only.
        if !holder.starts_with(serve::COMMAND) {
            return Ok(Self {
                url: configured(app.config()?),
                when: format!(", once `ibid serve` runs (`{holder}` answers no HTTP)"),
            });
        }
        Ok(Self {
            url: owner.url(cancel)?,
            when: String::new(),
        })
    }
}

/// Where `ibid serve` listens unless its options say otherwise.
fn configured(config: &Config) -> String {
    let serve = &config.serve;
    let port = match serve.port {
        0 => config::PORT,
        port => port,
    };
    let given = serve
        .base_url
        .as_deref()
        .map(|url| url.trim_end_matches('/'));
    given.map_or_else(|| format!("http://127.0.0.1:{port}"), str::to_owned)
}

fn united(sets: &[ScopeSet]) -> ScopeSet {
    let allowed: Vec<Permission> = Permission::ALL
        .into_iter()
        .filter(|permission| sets.iter().any(|set| set.allows(*permission)))
        .collect();
    ScopeSet::of(&allowed)
}

fn scope(text: &str) -> Result<ScopeSet> {
    if text == "all" {
        return Ok(ScopeSet::ALL);
    }
    let permission = Permission::parse(text).ok_or_else(|| {
        let names: Vec<&str> = Permission::ALL.into_iter().map(Permission::name).collect();
        Error::invalid(format!("it must be one of {}, all", names.join(", ")))
    })?;
    Ok(ScopeSet::of(&[permission]))
}

fn end(text: &str) -> Result<i64> {
    args::told(dates::end(text, compose::now_ms()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_are_united() {
        let sets = [
            scope("documents.write").unwrap(),
            scope("prompts.read").unwrap(),
        ];
        assert_eq!(
            united(&sets).names(),
            ["prompts.read", "documents.read", "documents.write"]
        );
        assert_eq!(scope("all").unwrap(), ScopeSet::ALL);
        assert!(
            scope("documents")
                .unwrap_err()
                .message
                .contains("documents.read")
        );
    }
}
