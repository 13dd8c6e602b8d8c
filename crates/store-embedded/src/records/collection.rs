//! Collections.

use domain::ids::CollectionId;
use domain::item::{Collection, Tags};
use rusqlite::Row;

use crate::errors::Outcome;
use crate::records::{number, parsed};

/// The columns of a collection, in the order in which they are read. Members are counted, so
/// that the count cannot drift from them.
pub(crate) const COLUMNS: &str = "id, name, description, color, icon, created_ms, updated_ms, \
    (SELECT count(*) FROM members m \
     WHERE m.workspace = collections.workspace AND m.collection = collections.id)";

/// Reads [`COLUMNS`]; the tags are another table's.
pub(crate) fn read(row: &Row<'_>) -> Outcome<Collection> {
    Ok(Collection {
        id: parsed(CollectionId::parse(row.get_ref(0)?.as_str().unwrap_or_default()).ok())?,
        name: row.get(1)?,
        description: row.get(2)?,
        color: row.get(3)?,
        icon: row.get(4)?,
        tags: Tags::default(),
        item_count: number(row, 7)?,
        created_ms: row.get(5)?,
        updated_ms: row.get(6)?,
    })
}
