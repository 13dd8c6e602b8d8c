//! Collections and their members.

use domain::ids::CollectionId;
use domain::item::{Collection, ItemId, Kind, Member, Tags};
use domain::page::{Page, PageRequest};
use rusqlite::{Row, params};

use super::catalog::{Listed, with_tags};
use crate::cursor::{Newest, decode_member, encode_member};
use crate::errors::Outcome;
use crate::records::{self, collection, integer, kind, number};
use crate::view::View;

impl Listed for Collection {
    const TABLE: &'static str = "collections";
    const COLUMNS: &'static str = collection::COLUMNS;
    const KIND: i64 = kind::COLLECTION;

    fn read(row: &Row<'_>) -> Outcome<Self> {
        collection::read(row)
    }

    fn texts(&self) -> [Option<&str>; 2] {
        [Some(&self.name), self.description.as_deref()]
    }

    fn place(&self) -> Newest {
        Newest {
            created_ms: self.created_ms,
            id: self.id.to_string(),
        }
    }

    fn set_tags(&mut self, tags: Tags) {
        self.tags = tags;
    }
}

/// The first collection, by id, with this name.
pub(crate) fn named(view: View<'_>, name: &str) -> Outcome<Option<Collection>> {
    let sql = format!(
        "SELECT {} FROM collections WHERE workspace = ?1 AND name = ?2 ORDER BY id LIMIT 1",
        collection::COLUMNS
    );
    let params = params![view.workspace, name];
    let found = records::first(view.connection, &sql, params, collection::read)?;
    found.map(|row| with_tags(view, row)).transpose()
}

/// How many collections there are.
pub(crate) fn count(view: View<'_>) -> Outcome<u64> {
    let count = records::first(
        view.connection,
        "SELECT count(*) FROM collections WHERE workspace = ?1",
        [view.workspace],
        |row| number(row, 0),
    )?;
    Ok(count.unwrap_or(0))
}

/// All members, by kind and id.
pub(crate) fn member_ids(view: View<'_>, id: &CollectionId) -> Outcome<Vec<ItemId>> {
    records::all(
        view.connection,
        "SELECT kind, item FROM members WHERE workspace = ?1 AND collection = ?2 \
         ORDER BY kind, item",
        params![view.workspace, id.as_str()],
        |row| kind::item_at(row, 0),
    )
}

/// A page of the members of these kinds with their titles, by kind and id.
pub(crate) fn members(
    view: View<'_>,
    id: &CollectionId,
    kinds: &[Kind],
    request: &PageRequest,
) -> Outcome<Page<Member>> {
    let after = request.cursor.as_deref().map(decode_member).transpose()?;
    let (after_kind, after_id) = match &after {
        Some(item) => (kind::of_item(item), item.as_str()),
        None => (0, ""),
    };
    let mut rows = records::all(
        view.connection,
        "SELECT m.kind, m.item, coalesce(d.title, p.title) FROM members m \
         LEFT JOIN documents d ON m.kind = ?3 AND d.workspace = ?1 AND d.id = m.item \
         LEFT JOIN prompts p ON m.kind = ?4 AND p.workspace = ?1 AND p.id = m.item \
         WHERE m.workspace = ?1 AND m.collection = ?2 AND (m.kind, m.item) > (?5, ?6) \
         AND (m.kind = ?3 AND ?8 OR m.kind = ?4 AND ?9) \
         ORDER BY m.kind, m.item LIMIT ?7",
        params![
            view.workspace,
            id.as_str(),
            kind::DOCUMENT,
            kind::PROMPT,
            after_kind,
            after_id,
            integer(request.limit)?.saturating_add(1),
            kinds.contains(&Kind::Document),
            kinds.contains(&Kind::Prompt),
        ],
        |row| {
            Ok(Member {
                item: kind::item_at(row, 0)?,
                title: row.get(2)?,
            })
        },
    )?;
    let is_last = rows.len() <= request.limit;
    rows.truncate(request.limit);
    let cursor = match rows.last() {
        Some(last) if !is_last => Some(encode_member(&last.item)),
        _ => None,
    };
    Ok(Page { rows, cursor })
}
