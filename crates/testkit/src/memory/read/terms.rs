//! Which documents hold some terms.

use domain::ids::DocumentId;
use domain::scope::IdSet;
use domain::{Cancel, Result};

use super::lets_through;
use crate::memory::workspace::Workspace;

pub(crate) fn documents_with_terms(
    workspace: &Workspace,
    terms: &[String],
    among: &IdSet,
    cancel: &Cancel,
) -> Result<Vec<DocumentId>> {
    cancel.check()?;
    let holds_all = |id: &DocumentId| {
        // A document that was not cut yet may hold anything.
        let Some(tree) = workspace.trees.get(id) else {
            return true;
        };
        terms.iter().all(|term| tree.terms.contains(term))
    };
    Ok(workspace
        .documents
        .values()
        .map(|document| &document.id)
        .filter(|id| lets_through(among, id.as_str()) && holds_all(id))
        .cloned()
        .collect())
}
