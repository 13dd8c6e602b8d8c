//! API keys.

use domain::ScopeSet;
use domain::access::{ApiKey, KeyId};
use domain::caller::Permission;
use domain::ids::WorkspaceId;
use rusqlite::Row;

use crate::errors::Outcome;
use crate::records::{hash, parsed};

/// The columns of a key, in the order in which they are read.
pub(crate) const COLUMNS: &str = "id, workspace, name, scopes, tools, secret_hash, created_ms, \
    expires_ms, revoked_ms";

/// Reads [`COLUMNS`].
pub(crate) fn read(row: &Row<'_>) -> Outcome<ApiKey> {
    Ok(ApiKey {
        id: parsed(KeyId::parse(row.get_ref(0)?.as_str().unwrap_or_default()).ok())?,
        workspace: parsed(WorkspaceId::parse(row.get_ref(1)?.as_str().unwrap_or_default()).ok())?,
        name: row.get(2)?,
        scopes: parsed(scopes_from(row.get_ref(3)?.as_str().unwrap_or_default()))?,
        tools: row.get(4)?,
        secret_hash: hash(row, 5)?,
        created_ms: row.get(6)?,
        expires_ms: row.get(7)?,
        revoked_ms: row.get(8)?,
    })
}

/// The scopes as a column holds them: their names, joined by spaces.
pub(crate) fn scopes_to(scopes: ScopeSet) -> String {
    scopes.names().join(" ")
}

/// Reads what [`scopes_to`] wrote. A name that is not known is damage: a key must never be taken
/// for one that may do something else.
fn scopes_from(text: &str) -> Option<ScopeSet> {
    let names = text.split(' ').filter(|name| !name.is_empty());
    let permissions: Option<Vec<Permission>> = names.map(Permission::parse).collect();
    Some(ScopeSet::of(&permissions?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_of_scopes_reads_back() {
        for bits in 0..16 {
            let chosen: Vec<Permission> = Permission::ALL
                .into_iter()
                .enumerate()
                .filter(|(place, _)| bits >> place & 1 == 1)
                .map(|(_, permission)| permission)
                .collect();
            let scopes = ScopeSet::of(&chosen);
            assert_eq!(scopes_from(&scopes_to(scopes)), Some(scopes));
        }
        assert_eq!(scopes_from("documents.read everything"), None);
    }
}
