//! Generations.

use domain::generation::Generation;
use rusqlite::{Row, params};

use crate::errors::Outcome;
use crate::records::{self, number};
use crate::view::View;

/// The active generation.
pub(crate) fn active(view: View<'_>) -> Outcome<Option<Generation>> {
    records::first(
        view.connection,
        "SELECT g.number, g.model, g.dimension FROM workspaces w \
         JOIN generations g ON g.workspace = w.workspace AND g.number = w.generation \
         WHERE w.workspace = ?1",
        [view.workspace],
        read,
    )
}

/// A generation by its number.
pub(crate) fn numbered(view: View<'_>, generation: u32) -> Outcome<Option<Generation>> {
    records::first(
        view.connection,
        "SELECT number, model, dimension FROM generations WHERE workspace = ?1 AND number = ?2",
        params![view.workspace, generation],
        read,
    )
}

/// The numbers of all generations.
pub(crate) fn numbers(view: View<'_>) -> Outcome<Vec<u32>> {
    records::all(
        view.connection,
        "SELECT number FROM generations WHERE workspace = ?1 ORDER BY number",
        [view.workspace],
        |row| number(row, 0),
    )
}

fn read(row: &Row<'_>) -> Outcome<Generation> {
    Ok(Generation {
        number: number(row, 0)?,
        model: row.get(1)?,
        dimension: number(row, 2)?,
    })
}
