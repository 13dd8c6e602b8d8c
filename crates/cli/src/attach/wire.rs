//! What the owner writes, as the values that commands work with.

use domain::access::{ApiKey, KeyId, Workspace};
use domain::caller::{Permission, ScopeSet};
use domain::coverage::Coverage;
use domain::generation::Generation;
use domain::ids::{DocumentId, PromptId, WorkspaceId};
use domain::item::ItemId;
use domain::operations::files::{AddedFile, Outcome};
use domain::operations::status;
use domain::{Error, Result};
use http_server::local as wire;

/// Pairs as a query, everything but unreserved characters escaped.
pub fn encoded(pairs: &[(&str, &str)]) -> String {
    let mut query = String::new();
    for (name, value) in pairs {
        if !query.is_empty() {
            query.push('&');
        }
        query.push_str(name);
        query.push('=');
        for byte in value.bytes() {
            if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
                query.push(char::from(byte));
            } else {
                query.push_str(&format!("%{byte:02X}"));
            }
        }
    }
    query
}

pub fn added_file(added: wire::FileAdded) -> Result<AddedFile> {
    let outcome = [
        Outcome::Added,
        Outcome::Updated,
        Outcome::Moved,
        Outcome::Unchanged,
    ]
    .into_iter()
    .find(|outcome| outcome.name() == added.outcome)
    .ok_or_else(|| Error::internal("the process that owns the home answers in another way"))?;
    Ok(AddedFile {
        document: DocumentId::parse(&added.document_id)?,
        title: added.title,
        outcome,
        chunk_count: added.chunk_count,
        warnings: added.warnings,
    })
}

pub fn response(status: wire::Status) -> Result<status::Response> {
    let failures: Result<Vec<status::Failure>> =
        status.failures.into_iter().map(failed_item).collect();
    Ok(status::Response {
        sequence: status.sequence,
        generation: status.generation.map(|generation| Generation {
            number: generation.number,
            model: generation.model,
            dimension: generation.dimension,
        }),
        model: status.model,
        coverage: Coverage {
            documents: status.documents,
            documents_with_tree: status.documents_with_tree,
            prompts: status.prompts,
            embedded: status.embedded,
            pending: status.pending,
            not_covered: status.not_covered,
            items_pending: status.items_pending,
            items_failed: status.items_failed,
        },
        collections: status.collections,
        failures: failures?,
        writable: status.writable,
    })
}

fn failed_item(failure: wire::Failure) -> Result<status::Failure> {
    let item = match failure.kind.as_str() {
        "prompt" => ItemId::Prompt(PromptId::parse(&failure.id)?),
        _ => ItemId::Document(DocumentId::parse(&failure.id)?),
    };
    Ok(status::Failure {
        item,
        title: failure.title,
        error: failure.error,
    })
}

pub fn api_key(key: wire::Key) -> Result<ApiKey> {
    let scopes: Vec<Permission> = key
        .scopes
        .iter()
        .filter_map(|name| Permission::parse(name))
        .collect();
    Ok(ApiKey {
        id: KeyId::parse(&key.id)?,
        name: key.name,
        workspace: WorkspaceId::parse(&key.workspace)?,
        scopes: ScopeSet::of(&scopes),
        tools: key.tools,
        // The owner keeps it to itself.
        secret_hash: [0; 32],
        created_ms: key.created_ms,
        expires_ms: key.expires_ms,
        revoked_ms: key.revoked_ms,
    })
}

pub fn workspace(workspace: wire::Workspace) -> Result<Workspace> {
    Ok(Workspace {
        id: WorkspaceId::parse(&workspace.id)?,
        created_ms: workspace.created_ms,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_holds_any_text() {
        assert_eq!(
            encoded(&[("path", "/a b/ü&=.md"), ("tag", "x")]),
            "path=%2Fa%20b%2F%C3%BC%26%3D.md&tag=x"
        );
    }
}
