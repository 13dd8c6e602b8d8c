//! The nearest vectors.

use std::collections::BTreeSet;

use domain::ports::store::{Nearest, NearestHit, NearestQuery};
use domain::{Cancel, Error};
use vector_index::{Filter, Grouping, Hit, Index, Query};

use super::{RowSnapshot, generations};
use crate::errors::Outcome;
use crate::records::kind;
use crate::vectors::{LoadedSet, SetKey, load};

/// Answers a query from the vectors of the snapshot's moment.
pub(crate) fn nearest(
    snapshot: &RowSnapshot<'_>,
    query: &NearestQuery<'_>,
    cancel: &Cancel,
) -> Outcome<Nearest> {
    cancel.check()?;
    let Some(generation) = generations::numbered(snapshot.view(), query.generation)? else {
        let message = format!("generation {} does not exist", query.generation);
        return Err(Error::invalid(message).into());
    };
    if query.vector.len() != generation.dimension {
        return Err(Error::invalid(format!(
            "the query vector has {} dimensions; generation {} has {}",
            query.vector.len(),
            generation.number,
            generation.dimension
        ))
        .into());
    }
    let key = SetKey {
        workspace: snapshot.workspace.clone(),
        space: kind::of_space(query.space),
        generation: query.generation,
    };
    let index = index(snapshot, &key, generation.dimension, cancel)?;
    ask(&index, query, &|| {
        cancel.is_cancelled() || snapshot.cancel.is_cancelled()
    })
}

/// The set `key` as it was at the snapshot's moment.
fn index(
    snapshot: &RowSnapshot<'_>,
    key: &SetKey,
    dimension: usize,
    cancel: &Cancel,
) -> Outcome<Index> {
    if let Some(set) = snapshot.sets.loaded.get(key) {
        return Ok(set.index.clone());
    }
    if let Some(index) = snapshot.own_sets.borrow().get(key) {
        return Ok(index.clone());
    }
    let index = load(snapshot, key, dimension, cancel)?;
    let mut own = snapshot.own_sets.borrow_mut();
    own.insert(key.clone(), index.clone());
    Ok(index)
}

fn load(
    snapshot: &RowSnapshot<'_>,
    key: &SetKey,
    dimension: usize,
    cancel: &Cancel,
) -> Outcome<Index> {
    let view = snapshot.view();
    let changed = load::changed(view, key.space, key.generation)?;
    let turn = snapshot.vectors.begin_load(key, snapshot.sets.sequence);
    if let Some(index) = turn.already(key, changed) {
        return Ok(index);
    }
    cancel.check()?;
    let index = load::index(view, key.space, key.generation, dimension, cancel)?;
    let set = LoadedSet { changed, index };
    turn.publish(&set);
    Ok(set.index)
}

fn ask(index: &Index, query: &NearestQuery<'_>, cancelled: &dyn Fn() -> bool) -> Outcome<Nearest> {
    let items: Option<BTreeSet<&str>> = query
        .items
        .as_ref()
        .map(|items| items.iter().map(String::as_str).collect());
    let excluded: BTreeSet<&str> = query.excluded.iter().map(String::as_str).collect();
    let grouping = if query.best_per_item {
        Grouping::ByItem
    } else {
        Grouping::None
    };
    let answer = index.nearest(
        &Query {
            vector: query.vector,
            k: query.k,
            min_score: query.cosine_min,
            grouping,
            filter: Filter {
                items: items.as_ref(),
                excluded_ids: (!excluded.is_empty()).then_some(&excluded),
                accept: None,
            },
        },
        cancelled,
    )?;
    Ok(Nearest {
        hits: answer.hits.into_iter().map(hit).collect(),
        compared: answer.compared as u64,
        best_below: answer.best_below.map(hit),
    })
}

fn hit(hit: Hit) -> NearestHit {
    NearestHit {
        item: hit.key.item.to_string(),
        ordinal: hit.key.ordinal,
        key: hit.key.id.to_string(),
        cosine: hit.score,
    }
}
