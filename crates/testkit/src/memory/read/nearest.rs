//! The nearest vectors, by comparing all of them and sorting.

use std::collections::BTreeSet;

use domain::ports::embedder::Embedded;
use domain::ports::store::{Nearest, NearestHit, NearestQuery};
use domain::{Cancel, Error, Result};
use vector_index::canonical_score;

use super::lets_through;
use crate::memory::workspace::{Workspace, space_of};

pub(crate) fn nearest(
    workspace: &Workspace,
    query: &NearestQuery<'_>,
    cancel: &Cancel,
) -> Result<Nearest> {
    check(workspace, query)?;
    cancel.check()?;
    let mut rows = compare(workspace, query)?;
    let compared = rows.len() as u64;
    rows.sort_by(best_first);
    if query.best_per_item {
        keep_first_of_each_item(&mut rows);
    }
    let reaches = |hit: &NearestHit| query.cosine_min.is_none_or(|min| hit.cosine >= min);
    let below = rows.split_off(rows.partition_point(reaches));
    rows.truncate(query.k);
    Ok(Nearest {
        hits: rows,
        compared,
        best_below: below.into_iter().next(),
    })
}

fn check(workspace: &Workspace, query: &NearestQuery<'_>) -> Result<()> {
    let Some(generation) = workspace.generations.get(&query.generation) else {
        return Err(Error::invalid(format!(
            "generation {} does not exist",
            query.generation
        )));
    };
    if query.vector.len() != generation.dimension {
        return Err(Error::invalid(format!(
            "the query vector has {} dimensions; generation {} has {}",
            query.vector.len(),
            generation.number,
            generation.dimension
        )));
    }
    if query.vector.iter().any(|value| !value.is_finite()) {
        return Err(Error::invalid("the query vector is not finite"));
    }
    if query.cosine_min.is_some_and(f64::is_nan) {
        return Err(Error::invalid("the least cosine is not a number"));
    }
    Ok(())
}

/// Every row under the filter, with its cosine.
fn compare(workspace: &Workspace, query: &NearestQuery<'_>) -> Result<Vec<NearestHit>> {
    let mut rows = Vec::new();
    for ((item, generation), links) in workspace.links.iter() {
        let in_scope = *generation == query.generation
            && space_of(item) == query.space
            && lets_through(query.items, item.as_str());
        if !in_scope {
            continue;
        }
        for input in workspace.inputs(item) {
            let outcome = links.get(input.key()).map(|link| &link.outcome);
            let Some(Embedded::Vector { values, .. }) = outcome else {
                continue;
            };
            if query.excluded.contains(input.key()) {
                continue;
            }
            rows.push(NearestHit {
                item: item.as_str().to_owned(),
                ordinal: input.ordinal(),
                key: input.key().to_owned(),
                cosine: canonical_score(query.vector, values)
                    .ok_or_else(|| Error::internal("a stored vector has another dimension"))?,
            });
        }
    }
    Ok(rows)
}

fn best_first(left: &NearestHit, right: &NearestHit) -> std::cmp::Ordering {
    let by_tie_key =
        (&left.item, left.ordinal, &left.key).cmp(&(&right.item, right.ordinal, &right.key));
    right.cosine.total_cmp(&left.cosine).then(by_tie_key)
}

fn keep_first_of_each_item(rows: &mut Vec<NearestHit>) {
    let mut met = BTreeSet::new();
    rows.retain(|hit| met.insert(hit.item.clone()));
}
