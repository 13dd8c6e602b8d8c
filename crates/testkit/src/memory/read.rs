//! The longer answers of a snapshot, as functions of a workspace.

pub(super) mod catalog;
pub(super) mod coverage;
pub(super) mod jobs;
pub(super) mod nearest;
pub(super) mod terms;

use domain::scope::IdSet;

/// Whether a resolved filter lets `id` through.
fn lets_through(ids: &IdSet, id: &str) -> bool {
    ids.as_ref().is_none_or(|ids| ids.contains(id))
}
