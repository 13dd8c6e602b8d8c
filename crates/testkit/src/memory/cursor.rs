//! Pages by place: a cursor names the last row that was shown, so rows that come or go in front
//! of it neither repeat nor hide another row.

use std::cmp::Reverse;

use domain::ids::{DocumentId, PromptId};
use domain::item::ItemId;
use domain::page::{Page, PageRequest};
use domain::{Error, Result};

/// Where a row stands in its list; places order the list.
pub(super) trait Place: Ord + Sized {
    fn to_cursor(&self) -> String;
    fn from_cursor(cursor: &str) -> Option<Self>;
}

/// Newest first, then by id.
pub(super) type Newest = (Reverse<i64>, String);

impl Place for Newest {
    fn to_cursor(&self) -> String {
        format!("{}.{}", self.0.0, self.1)
    }

    fn from_cursor(cursor: &str) -> Option<Self> {
        let (created_ms, id) = cursor.split_once('.')?;
        let id = DocumentId::parse(id).ok()?;
        Some((Reverse(created_ms.parse().ok()?), id.as_str().to_owned()))
    }
}

/// By kind and id.
impl Place for ItemId {
    fn to_cursor(&self) -> String {
        match self {
            Self::Prompt(id) => format!("p.{id}"),
            Self::Document(id) => format!("d.{id}"),
        }
    }

    fn from_cursor(cursor: &str) -> Option<Self> {
        match cursor.split_once('.')? {
            ("p", id) => PromptId::parse(id).ok().map(Self::Prompt),
            ("d", id) => DocumentId::parse(id).ok().map(Self::Document),
            _ => None,
        }
    }
}

/// The page of `rows` that `request` asks for.
///
/// # Errors
/// `Invalid` for a cursor that no list gave out.
pub(super) fn page<P: Place, T>(
    rows: impl Iterator<Item = (P, T)>,
    request: &PageRequest,
) -> Result<Page<T>> {
    let after = request
        .cursor
        .as_deref()
        .map(read_cursor::<P>)
        .transpose()?;
    let mut rest: Vec<(P, T)> = rows
        .filter(|(place, _)| after.as_ref().is_none_or(|after| place > after))
        .collect();
    rest.sort_by(|left, right| left.0.cmp(&right.0));
    let is_last = rest.len() <= request.limit;
    rest.truncate(request.limit);
    let cursor = if is_last {
        None
    } else {
        rest.last().map(|(place, _)| place.to_cursor())
    };
    let rows = rest.into_iter().map(|(_, row)| row).collect();
    Ok(Page { rows, cursor })
}

fn read_cursor<P: Place>(cursor: &str) -> Result<P> {
    P::from_cursor(cursor).ok_or_else(|| {
        Error::invalid("malformed cursor").hint("use the cursor of an earlier page, or none")
    })
}
