//! Workspaces, and the API keys that open them.

use std::fmt;

use crate::caller::ScopeSet;
use crate::error::{Error, Result};
use crate::ids::WorkspaceId;

/// What every key begins with; public clients insist on it.
pub const KEY_PREFIX: &str = "gm_";

/// A workspace of the home. Nothing crosses from one to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workspace {
    /// Its id, which is also its name: lower-case letters, digits and `-`.
    pub id: WorkspaceId,
    /// Creation time, milliseconds since the Unix epoch; 0 for the default workspace.
    pub created_ms: i64,
}

/// The public part of a key: lower-case letters and digits. It names the key and opens nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyId(String);

impl KeyId {
    /// Accepts `text` when it could be a key's public id.
    ///
    /// # Errors
    /// `Invalid` when it is empty, longer than 64 bytes or holds anything but `[a-z0-9]`.
    pub fn parse(text: &str) -> Result<Self> {
        let well_formed = (1..=64).contains(&text.len())
            && text
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
        if well_formed {
            return Ok(Self(text.to_owned()));
        }
        Err(Error::invalid("malformed key id")
            .hint("it is the part between `gm_` and the next `_`; `ibid key list` shows it"))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A key as it is kept: everything but its secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiKey {
    /// Its public id.
    pub id: KeyId,
    /// What its owner calls it.
    pub name: String,
    /// The one workspace that it opens.
    pub workspace: WorkspaceId,
    /// What may be done with it.
    pub scopes: ScopeSet,
    /// Which tools its MCP connections list, in the words of `--tools`; `None` for the endpoint's
    /// default.
    pub tools: Option<String>,
    /// BLAKE3 of its secret, keyed with the home's own.
    pub secret_hash: [u8; 32],
    /// Creation time, milliseconds since the Unix epoch.
    pub created_ms: i64,
    /// When it stops working, if ever.
    pub expires_ms: Option<i64>,
    /// When it was revoked, if it was.
    pub revoked_ms: Option<i64>,
}

impl ApiKey {
    /// Whether it works at this time.
    pub fn is_valid_at(&self, now_ms: i64) -> bool {
        self.revoked_ms.is_none() && self.expires_ms.is_none_or(|expires| now_ms < expires)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_id_is_lower_case_and_short() {
        assert!(KeyId::parse("abc234").is_ok());
        for text in ["", "A", "a_b", "../x", &"a".repeat(65)] {
            assert!(KeyId::parse(text).is_err(), "{text}");
        }
    }
}
