//! The passages nearest to a question, for those operations that answer from them.

use std::collections::BTreeSet;

use domain::generation::Space;
use domain::ids::{CollectionId, DocumentId};
use domain::ports::store::{NearestHit, NearestQuery, Snapshot};
use domain::scope::{IdSet, ItemFilter};
use domain::{Cancel, Result};

use super::not_found;
use crate::Engine;
use crate::basis::BasisBuilder;
use crate::ranking::query::QueryVector;

/// What to look for, and where.
pub(super) struct Question<'a> {
    pub query: &'a str,
    /// The documents to look into.
    pub scope: &'a IdSet,
    /// Chunks to leave out.
    pub seen: &'a BTreeSet<String>,
    pub limit: usize,
}

impl Engine {
    /// The chunks nearest to a question, best first, however low their score. How they were found
    /// goes into `basis`.
    ///
    /// # Errors
    /// `Unavailable` without a model, or when another one made the vectors.
    pub(super) fn nearest_chunks(
        &self,
        snapshot: &dyn Snapshot,
        question: &Question<'_>,
        basis: &mut BasisBuilder,
        cancel: &Cancel,
    ) -> Result<Vec<NearestHit>> {
        let generation = self.comparable_generation(snapshot)?;
        basis.generation = generation.as_ref().map(|g| g.number);
        let vector = match self.embed_query(question.query, cancel)? {
            QueryVector::NotCovered => {
                basis.query_not_covered = true;
                return Ok(Vec::new());
            }
            QueryVector::Vector { values, windows } => {
                basis.query_windows = windows;
                values
            }
        };
        let Some(generation) = generation else {
            return Ok(Vec::new());
        };
        let nearest = snapshot.nearest(
            &NearestQuery {
                space: Space::Chunks,
                generation: generation.number,
                vector: &vector,
                items: question.scope,
                excluded: question.seen,
                k: question.limit,
                cosine_min: None,
                best_per_item: false,
            },
            cancel,
        )?;
        basis.compared = nearest.compared;
        Ok(nearest.hits)
    }
}

/// The documents to look into: all, one, a collection's, or the intersection of both.
pub(super) fn resolve_scope(
    snapshot: &dyn Snapshot,
    document: &Option<DocumentId>,
    collection: &Option<CollectionId>,
) -> Result<IdSet> {
    if let Some(id) = document {
        snapshot.document(id)?.ok_or_else(not_found::document)?;
    }
    if let Some(id) = collection {
        snapshot.collection(id)?.ok_or_else(not_found::collection)?;
    }
    let members = snapshot.resolve_documents(&ItemFilter {
        collection: collection.clone(),
        ..ItemFilter::default()
    })?;
    Ok(match document {
        None => members,
        Some(id) => {
            let inside = members.is_none_or(|m| m.contains(id.as_str()));
            Some(inside.then(|| id.as_str().to_owned()).into_iter().collect())
        }
    })
}
