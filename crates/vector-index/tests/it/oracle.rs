//! The same questions, answered by scoring every row and sorting all of them.

use std::collections::{BTreeMap, BTreeSet};

use vector_index::{Answer, Grouping, Hit, Key, Query};

/// Rows by id.
pub type Rows = BTreeMap<String, (Key, Vec<f32>)>;

/// The canonical score by its definition, without kernels.
pub fn score(left: &[f32], right: &[f32]) -> f64 {
    let mut lanes = [0.0f64; 16];
    for (i, (l, r)) in left.iter().zip(right).enumerate() {
        lanes[i % 16] += f64::from(*l) * f64::from(*r);
    }
    let eight: Vec<f64> = (0..8).map(|j| lanes[j] + lanes[j + 8]).collect();
    let four: Vec<f64> = (0..4).map(|j| eight[j] + eight[j + 4]).collect();
    (four[0] + four[2]) + (four[1] + four[3])
}

pub fn nearest(rows: &Rows, query: &Query<'_>) -> Answer {
    let mut all: Vec<Hit> = rows
        .values()
        .filter(|(key, _)| passes(query, key))
        .map(|(key, vector)| Hit {
            key: key.clone(),
            score: score(query.vector, vector),
        })
        .collect();
    let compared = all.len();
    all.sort_by(|left, right| {
        let by_score = right.score.partial_cmp(&left.score).expect("finite scores");
        by_score.then_with(|| left.key.cmp(&right.key))
    });
    if query.grouping == Grouping::ByItem {
        let mut seen = BTreeSet::new();
        all.retain(|hit| seen.insert(hit.key.item.clone()));
    }
    let min = query.min_score.unwrap_or(f64::NEG_INFINITY);
    let reaching = all.iter().take_while(|hit| hit.score >= min).count();
    let best_below = all.get(reaching).cloned();
    all.truncate(reaching.min(query.k));
    Answer {
        hits: all,
        compared,
        best_below,
    }
}

fn passes(query: &Query<'_>, key: &Key) -> bool {
    let filter = &query.filter;
    filter.items.is_none_or(|items| items.contains(&*key.item))
        && filter
            .excluded_ids
            .is_none_or(|ids| !ids.contains(&*key.id))
        && filter.accept.is_none_or(|accept| accept(key))
}

/// Every bit of an answer: `PartialEq` alone would let `-0.0` pass for `0.0`.
pub fn bits(answer: &Answer) -> Vec<(Key, u64)> {
    let below = answer.best_below.iter();
    let hits = answer.hits.iter().chain(below);
    hits.map(|hit| (hit.key.clone(), hit.score.to_bits()))
        .collect()
}
