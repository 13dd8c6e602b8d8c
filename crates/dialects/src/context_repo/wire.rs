//! The contract's JSON, one file per family, converted from domain values in one place each.
//!
//! Fields that the contract lists as `x?` are left out when there is nothing to say; those it
//! lists as `x|null` are always there. Scores are finite by construction, so no number can turn
//! into `null`.

pub mod apps;
pub mod basis;
pub mod capabilities;
pub mod collections;
pub mod documents;
pub mod find_items;
pub mod passages;
pub mod prompts;
pub mod reason;
pub mod user;
pub mod versions;

use domain::page::Page;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

/// One object.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Single<T> {
    /// The object.
    pub data: T,
}

/// One page of a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct List<T> {
    /// The rows.
    pub data: Vec<T>,
    /// Where the list goes on.
    pub pagination: Pagination,
}

/// Where a list goes on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Pagination {
    /// What to pass to get the next page; `null` on the last one.
    pub cursor: Option<String>,
    /// Whether there is a next page.
    pub has_more: bool,
}

impl<T> List<T> {
    /// The wire form of a page.
    pub fn of<D>(page: Page<D>, row: impl Fn(D) -> T) -> Self {
        Self {
            data: page.rows.into_iter().map(row).collect(),
            pagination: Pagination {
                has_more: page.cursor.is_some(),
                cursor: page.cursor,
            },
        }
    }
}

/// What a delete answers, whether or not there was something to delete.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Deleted {
    /// The id that is gone.
    pub id: String,
    /// Always true.
    pub deleted: bool,
}

impl Deleted {
    /// `id` is gone.
    pub fn of(id: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            deleted: true,
        }
    }
}

/// A score as the wire shows it: within 0 to 1, never NaN.
pub fn score(score: f64) -> f64 {
    if score.is_nan() {
        return 0.0;
    }
    score.clamp(0.0, 1.0)
}

/// The JSON value of a wire type.
pub fn to_value(wire: &impl Serialize) -> Value {
    serde_json::to_value(wire).expect("wire types have string keys and derived serialisation")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_finite_and_within_their_range() {
        for (given, shown) in [
            (f64::NAN, 0.0),
            (f64::INFINITY, 1.0),
            (-0.2, 0.0),
            (0.4, 0.4),
        ] {
            assert_eq!(score(given), shown);
        }
    }

    #[test]
    fn a_page_says_whether_the_list_goes_on() {
        let page = Page {
            rows: vec![1, 2],
            cursor: Some("n3".to_owned()),
        };
        assert_eq!(
            to_value(&List::of(page, |n| n)).to_string(),
            r#"{"data":[1,2],"pagination":{"cursor":"n3","hasMore":true}}"#
        );
        let last = Page::<i32> {
            rows: vec![],
            cursor: None,
        };
        assert_eq!(
            to_value(&List::of(last, |n| n)).to_string(),
            r#"{"data":[],"pagination":{"cursor":null,"hasMore":false}}"#
        );
    }
}

#[cfg(test)]
mod search_tests;
