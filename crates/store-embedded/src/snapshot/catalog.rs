//! What the lists of items have in common, versions, tags and mints.

use domain::ids::{MintKey, VersionId};
use domain::item::{Tags, Version};
use domain::page::{Page, PageRequest};
use domain::scope::ItemFilter;
use rusqlite::{Row, ToSql, params};

use crate::cursor::Newest;
use crate::errors::Outcome;
use crate::records::kind::{COLLECTION, PROMPT};
use crate::records::{self, number, parsed, version};
use crate::view::View;

/// An item's history, newest first.
pub(crate) fn versions(view: View<'_>, kind: i64, item: &str) -> Outcome<Vec<Version>> {
    let params = params![view.workspace, kind, item];
    let sql = history(version::COLUMNS);
    records::all(view.connection, &sql, params, version::read)
}

/// An item's history, newest first, with the beginning of each content.
pub(crate) fn previews(view: View<'_>, kind: i64, item: &str) -> Outcome<Vec<Version>> {
    let params = params![view.workspace, kind, item];
    let sql = history(&version::preview_columns());
    records::all(view.connection, &sql, params, version::read_preview)
}

fn history(columns: &str) -> String {
    format!(
        "SELECT {columns} FROM versions WHERE workspace = ?1 AND kind = ?2 AND item = ?3 \
         ORDER BY number DESC"
    )
}

/// One version of an item, whole.
pub(crate) fn version(
    view: View<'_>,
    kind: i64,
    item: &str,
    id: &VersionId,
) -> Outcome<Option<Version>> {
    let sql = format!(
        "SELECT {} FROM versions \
         WHERE workspace = ?1 AND kind = ?2 AND item = ?3 AND id = ?4 ORDER BY number LIMIT 1",
        version::COLUMNS
    );
    let params = params![view.workspace, kind, item, id.as_str()];
    records::first(view.connection, &sql, params, version::read)
}

/// An item's tags.
pub(crate) fn tags(view: View<'_>, kind: i64, item: &str) -> Outcome<Tags> {
    let tags: Vec<String> = records::all(
        view.connection,
        "SELECT tag FROM item_tags WHERE workspace = ?1 AND kind = ?2 AND item = ?3 ORDER BY tag",
        params![view.workspace, kind, item],
        |row| Ok(row.get(0)?),
    )?;
    parsed(Tags::new(tags).ok())
}

/// How often a key was minted.
pub(crate) fn mint_count(view: View<'_>, key: &MintKey) -> Outcome<u32> {
    let count = records::first(
        view.connection,
        "SELECT count FROM mints WHERE workspace = ?1 AND key = ?2",
        params![view.workspace, key.as_bytes()],
        |row| number(row, 0),
    )?;
    Ok(count.unwrap_or(0))
}

/// An item that is listed newest first.
pub(crate) trait Listed: Sized {
    /// The table, which has `workspace`, `id` and `created_ms`.
    const TABLE: &'static str;
    /// The columns that `read` expects.
    const COLUMNS: &'static str;
    /// The kind of item.
    const KIND: i64;

    /// Reads a row, without tags.
    fn read(row: &Row<'_>) -> Outcome<Self>;
    /// The texts that a search looks into.
    fn texts(&self) -> [Option<&str>; 2];
    /// Where it stands in the list.
    fn place(&self) -> Newest;
    /// Takes its tags.
    fn set_tags(&mut self, tags: Tags);
}

/// An item with its tags.
pub(crate) fn one<T: Listed>(view: View<'_>, id: &str) -> Outcome<Option<T>> {
    let sql = format!(
        "SELECT {} FROM {} WHERE workspace = ?1 AND id = ?2",
        T::COLUMNS,
        T::TABLE
    );
    let found = records::first(view.connection, &sql, params![view.workspace, id], T::read)?;
    found.map(|item| with_tags(view, item)).transpose()
}

/// An item, with its tags read.
pub(crate) fn with_tags<T: Listed>(view: View<'_>, mut item: T) -> Outcome<T> {
    let tags = tags(view, T::KIND, &item.place().id)?;
    item.set_tags(tags);
    Ok(item)
}

/// The page of items that pass filter and search. Both act before the page is cut.
pub(crate) fn page<T: Listed>(
    view: View<'_>,
    filter: &ItemFilter,
    search: Option<&str>,
    request: &PageRequest,
) -> Outcome<Page<T>> {
    let after = request.cursor.as_deref().map(Newest::decode).transpose()?;
    let search = search.map(str::to_lowercase);
    let (sql, values) = listing::<T>(view.workspace, filter, after);
    let params: Vec<&dyn ToSql> = values.iter().map(|value| &**value).collect();
    let mut statement = view.connection.prepare_cached(&sql)?;
    let mut found = statement.query(&params[..])?;
    let mut rows: Vec<T> = Vec::new();
    while let Some(row) = found.next()? {
        let item = T::read(row)?;
        if !search.as_deref().is_none_or(|s| holds(&item.texts(), s)) {
            continue;
        }
        if rows.len() == request.limit {
            // One row more than fits: there is a next page.
            let cursor = rows.last().map(|last| last.place().encode());
            return Ok(Page { rows, cursor });
        }
        rows.push(with_tags(view, item)?);
    }
    Ok(Page { rows, cursor: None })
}

/// The statement that lists what passes a filter, and its parameters.
fn listing<T: Listed>(
    workspace: &str,
    filter: &ItemFilter,
    after: Option<Newest>,
) -> (String, Vec<Box<dyn ToSql>>) {
    let (table, kind) = (T::TABLE, T::KIND);
    let mut sql = format!("SELECT {} FROM {table} WHERE workspace = ?1", T::COLUMNS);
    let mut values: Vec<Box<dyn ToSql>> = vec![Box::new(workspace.to_owned())];
    if let Some(Newest { created_ms, id }) = after {
        sql.push_str(" AND (created_ms < ?2 OR (created_ms = ?2 AND id > ?3))");
        values.push(Box::new(created_ms));
        values.push(Box::new(id));
    }
    if kind == PROMPT && !filter.archived {
        sql.push_str(" AND is_archived = 0");
    }
    for tag in filter.tags.as_slice() {
        values.push(Box::new(tag.clone()));
        let at = values.len();
        sql.push_str(&format!(
            " AND EXISTS (SELECT 1 FROM item_tags t WHERE t.workspace = ?1 AND t.kind = {kind} \
             AND t.item = {table}.id AND t.tag = ?{at})"
        ));
    }
    let collection = filter.collection.as_ref();
    if let Some(collection) = collection.filter(|_| kind != COLLECTION) {
        values.push(Box::new(collection.to_string()));
        let at = values.len();
        sql.push_str(&format!(
            " AND EXISTS (SELECT 1 FROM members m WHERE m.workspace = ?1 AND m.kind = {kind} \
             AND m.item = {table}.id AND m.collection = ?{at})"
        ));
    }
    sql.push_str(" ORDER BY created_ms DESC, id");
    (sql, values)
}

fn holds(texts: &[Option<&str>], search: &str) -> bool {
    let mut texts = texts.iter().flatten();
    texts.any(|text| text.to_lowercase().contains(search))
}
