//! What is searchable already, what waits, and what failed.

use domain::coverage::Coverage;
use domain::item::{ItemId, Status};
use domain::operations::status::Failure;
use domain::ports::embedder::Embedded;
use domain::ports::store::{PendingInput, VectorCounts};
use domain::scope::IdSet;

use super::{catalog, lets_through};
use crate::memory::workspace::Workspace;

/// Counts over the items in scope, in the active generation; before the first all inputs wait.
pub(crate) fn coverage(workspace: &Workspace, documents: &IdSet, prompts: &IdSet) -> Coverage {
    let mut coverage = Coverage::default();
    for item in workspace.items() {
        let in_scope = match &item {
            ItemId::Document(id) => lets_through(documents, id.as_str()),
            ItemId::Prompt(id) => lets_through(prompts, id.as_str()),
        };
        if in_scope {
            count_item(workspace, &item, &mut coverage);
        }
    }
    coverage
}

fn count_item(workspace: &Workspace, item: &ItemId, coverage: &mut Coverage) {
    match item {
        ItemId::Document(id) => {
            coverage.documents += 1;
            coverage.documents_with_tree += u64::from(workspace.trees.contains(id));
        }
        ItemId::Prompt(_) => coverage.prompts += 1,
    }
    let counts = vector_counts(workspace, item, workspace.active_generation);
    coverage.embedded += counts.embedded;
    coverage.pending += counts.pending;
    coverage.not_covered += counts.not_covered;
    coverage.items_pending += u64::from(counts.pending > 0);
    coverage.items_failed += u64::from(failure(workspace, item).is_some());
}

pub(crate) fn vector_counts(
    workspace: &Workspace,
    item: &ItemId,
    generation: Option<u32>,
) -> VectorCounts {
    let mut counts = VectorCounts::default();
    for input in workspace.inputs(item) {
        let link = generation.and_then(|number| workspace.link(item, number, input.key()));
        match link.map(|link| &link.outcome) {
            Some(Embedded::Vector { .. }) => counts.embedded += 1,
            Some(Embedded::NotCovered) => counts.not_covered += 1,
            None => counts.pending += 1,
        }
    }
    counts
}

pub(crate) fn pending_inputs(
    workspace: &Workspace,
    item: &ItemId,
    generation: u32,
) -> Vec<PendingInput> {
    workspace
        .inputs(item)
        .into_iter()
        .filter(|input| workspace.link(item, generation, input.key()).is_none())
        .map(|input| input.pending())
        .collect()
}

/// Items that failed or were set aside, by id.
pub(crate) fn failures(workspace: &Workspace, limit: usize) -> Vec<Failure> {
    let mut failures: Vec<Failure> = workspace
        .items()
        .filter_map(|item| failure(workspace, &item))
        .collect();
    failures.sort_by(|left, right| left.item.as_str().cmp(right.item.as_str()));
    failures.truncate(limit);
    failures
}

fn failure(workspace: &Workspace, item: &ItemId) -> Option<Failure> {
    let (status, error) = match item {
        ItemId::Document(id) => workspace.documents.get(id).map(|d| (d.status, &d.error)),
        ItemId::Prompt(id) => workspace.prompts.get(id).map(|p| (p.status, &p.error)),
    }?;
    matches!(status, Status::Failed | Status::Quarantined).then(|| Failure {
        item: item.clone(),
        title: catalog::title(workspace, item)
            .unwrap_or_default()
            .to_owned(),
        error: error.clone().unwrap_or_default(),
    })
}
