use crate::canonical::Scorer;
use crate::error::IndexError;
use crate::filter::Filter;
use crate::index::{Index, first_not_finite};
use crate::key::Key;
use crate::top_k::{BestPerItem, Candidate, Selection};

/// A question to an index.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// The vector to compare with: the index's dimension, finite values.
    pub vector: &'a [f32],
    /// The most hits wanted; `usize::MAX` for all.
    pub k: usize,
    /// Hits score at least this much.
    pub min_score: Option<f64>,
    /// What competes for a place: rows or items.
    pub grouping: Grouping,
    /// Which rows may compete.
    pub filter: Filter<'a>,
}

impl<'a> Query<'a> {
    /// Asks for the `k` best rows of all, whatever their scores.
    pub fn new(vector: &'a [f32], k: usize) -> Query<'a> {
        Query {
            vector,
            k,
            min_score: None,
            grouping: Grouping::None,
            filter: Filter::default(),
        }
    }
}

/// What competes for a place in an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grouping {
    /// Each row for itself.
    #[default]
    None,
    /// Each item once, by its best row under the filter: the highest score, then the lowest ordinal.
    /// `k` counts items.
    ByItem,
}

/// A row of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The key the row was added with.
    pub key: Key,
    /// Its canonical score: finite, never `-0.0`. A cosine in about `[-1, 1]` if both vectors have
    /// unit length.
    pub score: f64,
}

/// What an index answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Best first: score descending, then key ascending.
    pub hits: Vec<Hit>,
    /// The number of rows that were scored: all rows under the filter, whatever `k` and grouping.
    pub compared: usize,
    /// The best of what `min_score` alone kept out; with [`Grouping::ByItem`] the best of the items
    /// none of whose rows reaches it.
    pub best_below: Option<Hit>,
}

impl Index {
    /// Returns the hits of `query`, best first.
    ///
    /// `cancelled` is asked before each segment (at most 4,096 rows).
    ///
    /// # Errors
    /// `QueryDimension`, `QueryNotFinite` and `MinScoreNotANumber` when the query cannot be compared,
    /// also if the index is empty; `Cancelled` when `cancelled` returned true.
    pub fn nearest(
        &self,
        query: &Query<'_>,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Answer, IndexError> {
        check(query, self.dim())?;
        let mut selection = Selection::new(query.k, query.min_score);
        let compared = match query.grouping {
            Grouping::None => self.scan(query, cancelled, |row| selection.offer(row))?,
            Grouping::ByItem => {
                let mut best = BestPerItem::default();
                let compared = self.scan(query, cancelled, |row| best.offer(row))?;
                best.offer_all_to(&mut selection);
                compared
            }
        };
        let (chosen, best_below) = selection.finish();
        Ok(Answer {
            hits: chosen.into_iter().map(Hit::from).collect(),
            compared,
            best_below: best_below.map(Hit::from),
        })
    }

    /// Scores every row under the filter, hands it to `offer` and returns how many there were.
    fn scan<'a>(
        &'a self,
        query: &Query<'_>,
        cancelled: &dyn Fn() -> bool,
        mut offer: impl FnMut(Candidate<'a>),
    ) -> Result<usize, IndexError> {
        let scorer = Scorer::new(query.vector);
        let mut compared = 0;
        for slot in self.slots.iter() {
            if cancelled() {
                return Err(IndexError::Cancelled);
            }
            for row in query.filter.rows(slot).iter() {
                compared += 1;
                offer(Candidate {
                    score: scorer.score(slot.segment.vector(row)),
                    key: slot.segment.key(row),
                });
            }
        }
        Ok(compared)
    }
}

impl From<Candidate<'_>> for Hit {
    fn from(candidate: Candidate<'_>) -> Hit {
        Hit {
            key: candidate.key.clone(),
            score: candidate.score,
        }
    }
}

fn check(query: &Query<'_>, dim: usize) -> Result<(), IndexError> {
    if query.vector.len() != dim {
        return Err(IndexError::QueryDimension {
            expected: dim,
            found: query.vector.len(),
        });
    }
    if let Some(position) = first_not_finite(query.vector) {
        return Err(IndexError::QueryNotFinite { position });
    }
    if query.min_score.is_some_and(f64::is_nan) {
        return Err(IndexError::MinScoreNotANumber);
    }
    Ok(())
}
