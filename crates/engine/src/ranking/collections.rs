//! Collections are ranked by their members.

use std::collections::{BTreeMap, BTreeSet};

use domain::generation::{Generation, Space};
use domain::item::{Collection, ItemId, Kind};
use domain::operations::find_items::CollectionRow;
use domain::page::PageRequest;
use domain::ports::store::{NearestQuery, Snapshot};
use domain::scope::{IdSet, ItemFilter};
use domain::{Cancel, Result, limits};
use text::literal::Literal;

/// Every collection that carries the filter's tags, by pages of the snapshot's order.
pub(crate) fn all(snapshot: &dyn Snapshot, filter: &ItemFilter) -> Result<Vec<Collection>> {
    let mut rows = Vec::new();
    let mut cursor = None;
    loop {
        let request = PageRequest {
            limit: limits::PAGE_MAX,
            cursor,
        };
        let page = snapshot.collections(filter, None, &request)?;
        rows.extend(page.rows);
        cursor = page.cursor;
        if cursor.is_none() {
            return Ok(rows);
        }
    }
}

/// What scoring by members needs to know.
pub(crate) struct MemberScoring<'a> {
    pub snapshot: &'a dyn Snapshot,
    /// The prompts that count at all: archived ones do not.
    pub prompts: &'a IdSet,
    pub generation: &'a Generation,
    pub vector: &'a [f32],
    pub cosine_min: f64,
    /// Kinds of members that the caller may see.
    pub readable: &'a [Kind],
    pub cancel: &'a Cancel,
}

impl MemberScoring<'_> {
    fn counts(&self, prompt: &ItemId) -> bool {
        let prompts = self.prompts.as_ref();
        prompts.is_none_or(|prompts| prompts.contains(prompt.as_str()))
    }
}

/// Scores each collection by the best of *all* its members at or above the floor; collections
/// without one are left out. Returns rows with raw cosines, unordered.
pub(crate) fn by_members(
    scoring: &MemberScoring<'_>,
    collections: &[Collection],
) -> Result<Vec<(f64, u64, Collection)>> {
    let mut members = Vec::with_capacity(collections.len());
    for collection in collections {
        members.push(scoring.snapshot.member_ids(&collection.id)?);
    }
    let cosines = member_cosines(scoring, members.iter().flatten())?;
    let scored = collections.iter().zip(&members).filter_map(|(c, items)| {
        let mut best: Option<f64> = None;
        let mut matched = 0;
        for cosine in items.iter().filter_map(|item| cosines.get(item)) {
            matched += 1;
            best = Some(best.map_or(*cosine, |b| b.max(*cosine)));
        }
        best.map(|b| (b, matched, c.clone()))
    });
    Ok(scored.collect())
}

fn member_cosines<'m>(
    scoring: &MemberScoring<'_>,
    members: impl Iterator<Item = &'m ItemId>,
) -> Result<BTreeMap<ItemId, f64>> {
    let mut prompts: BTreeMap<String, ItemId> = BTreeMap::new();
    let mut documents: BTreeMap<String, ItemId> = BTreeMap::new();
    for item in members.filter(|i| scoring.readable.contains(&i.kind())) {
        let side = match item.kind() {
            Kind::Prompt if !scoring.counts(item) => continue,
            Kind::Prompt => &mut prompts,
            _ => &mut documents,
        };
        side.insert(item.as_str().to_owned(), item.clone());
    }
    let mut cosines = BTreeMap::new();
    for (space, items) in [(Space::Prompts, prompts), (Space::Chunks, documents)] {
        if items.is_empty() {
            continue;
        }
        let nearest = scoring.snapshot.nearest(
            &NearestQuery {
                space,
                generation: scoring.generation.number,
                vector: scoring.vector,
                items: &Some(items.keys().cloned().collect()),
                excluded: &BTreeSet::new(),
                k: usize::MAX,
                cosine_min: Some(scoring.cosine_min),
                best_per_item: true,
            },
            scoring.cancel,
        )?;
        for hit in nearest.hits {
            if let Some(item) = items.get(&hit.item) {
                cosines.insert(item.clone(), hit.cosine);
            }
        }
    }
    Ok(cosines)
}

/// Collections whose name, or else description, holds the literal, names first, then by name
/// and id.
pub(crate) fn by_literal(collections: Vec<Collection>, literal: &Literal) -> Vec<Collection> {
    let mut matches: Vec<(u8, Collection)> = collections
        .into_iter()
        .filter_map(|c| {
            if literal.find(&c.name).is_some() {
                Some((0, c))
            } else if literal.find(c.description.as_deref()?).is_some() {
                Some((1, c))
            } else {
                None
            }
        })
        .collect();
    matches.sort_by(|(a_class, a), (b_class, b)| {
        (a_class, &a.name, &a.id).cmp(&(b_class, &b.name, &b.id))
    });
    matches.into_iter().map(|(_, c)| c).collect()
}

/// A row of the answer.
pub(crate) fn row(
    collection: Collection,
    score: Option<f64>,
    matched_items: Option<u64>,
) -> CollectionRow {
    CollectionRow {
        id: collection.id,
        name: collection.name,
        description: collection.description,
        score,
        matched_items,
    }
}
