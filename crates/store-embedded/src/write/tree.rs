//! The first publication: trees and terms.

use std::collections::{BTreeMap, BTreeSet};

use domain::change::ChunkTerms;
use domain::chunk::{Chunk, Embedding, Tombstone};
use domain::ids::{ChunkId, DocumentId};
use rusqlite::{ToSql, params};

use super::counts::Counted;
use super::tombstones::placeholders;
use super::{Write, conflict};
use crate::errors::Outcome;
use crate::records::{self, chunk, hash, kind};
use crate::snapshot::{documents, generations};
use crate::view::{ROW_ORDINAL_BITS, chunk_rows};

/// A chunk of the tree that is being replaced.
struct Old {
    id: String,
    row: i64,
    /// Set when it gets a vector.
    input: Option<[u8; 32]>,
}

impl Write<'_> {
    pub(super) fn replace_tree(
        &mut self,
        document: &DocumentId,
        chunks: &[Chunk],
        terms: &[ChunkTerms],
        tombstones: &[Tombstone],
    ) -> Outcome<()> {
        let Some(number) = documents::number(self.view, document)? else {
            return Err(conflict(format!("the item `{document}` does not exist")));
        };
        let ids = check_chunks(document, chunks)?;
        let terms = check_terms(&ids, terms)?;
        Self::check_tombstones(document, &ids, tombstones)?;
        self.bury(document, &ids, tombstones)?;

        let inputs: Vec<Option<[u8; 32]>> = chunks.iter().map(input).collect();
        let kept: BTreeMap<&str, [u8; 32]> = chunks
            .iter()
            .zip(&inputs)
            .filter_map(|(chunk, input)| Some((chunk.id.as_str(), (*input)?)))
            .collect();
        let keeps = |old: &Old| old.input.is_some() && kept.get(&*old.id).copied() == old.input;
        self.remove_chunks(document, number, keeps)?;

        for (chunk, input) in chunks.iter().zip(&inputs) {
            self.insert_chunk(number, chunk, *input)?;
            if let Some(terms) = terms.get(&chunk.id) {
                self.insert_terms(number, chunk.ordinal, terms)?;
            }
        }
        let wanted = i64::try_from(kept.len()).expect("a tree has few chunks");
        self.count_tree(document.as_str(), !chunks.is_empty(), wanted)
    }

    /// Removes a document's chunks, terms and vectors.
    pub(super) fn delete_tree(&mut self, document: &DocumentId) -> Outcome<()> {
        match documents::number(self.view, document)? {
            Some(number) => self.remove_chunks(document, number, |_| false),
            None => Ok(()),
        }
    }

    /// Removes all chunks and terms of a document, and the vectors of those that `keeps` refuses.
    fn remove_chunks(
        &mut self,
        document: &DocumentId,
        number: i64,
        keeps: impl Fn(&Old) -> bool,
    ) -> Outcome<()> {
        let mut lost = Counted::default();
        let mut keeps_any = false;
        let old_chunks = self.old_chunks(number)?;
        for old in &old_chunks {
            if keeps(old) {
                keeps_any = true;
            } else if old.input.is_some() {
                let counted = self.unlink(kind::DOCUMENT, &old.id)?;
                lost.embedded += counted.embedded;
                lost.not_covered += counted.not_covered;
            }
            self.execute("DELETE FROM terms WHERE rowid = ?1", [old.row])?;
        }
        self.count_outcomes(kind::DOCUMENT, document.as_str(), lost)?;
        let (first, last) = chunk_rows(number);
        self.execute(
            "DELETE FROM chunks WHERE row BETWEEN ?1 AND ?2",
            [first, last],
        )?;
        if keeps_any {
            // What is kept may stand elsewhere in the new tree.
            for generation in generations::numbers(self.view)? {
                self.touch_item(kind::DOCUMENT, generation, document.as_str());
            }
        }
        Ok(())
    }

    fn old_chunks(&self, number: i64) -> Outcome<Vec<Old>> {
        let (first, last) = chunk_rows(number);
        records::all(
            self.view.connection,
            "SELECT id, row, input_hash FROM chunks WHERE row BETWEEN ?1 AND ?2 ORDER BY row",
            [first, last],
            |row| {
                let is_wanted = row.get_ref(2)?.as_blob_or_null();
                let is_wanted = is_wanted.map_err(rusqlite::Error::from)?.is_some();
                Ok(Old {
                    id: row.get(0)?,
                    row: row.get(1)?,
                    input: is_wanted.then(|| hash(row, 2)).transpose()?,
                })
            },
        )
    }

    fn insert_chunk(&self, number: i64, chunk: &Chunk, input: Option<[u8; 32]>) -> Outcome<()> {
        let row = row_of(number, chunk.ordinal);
        let sql = format!(
            "INSERT INTO chunks (row, workspace, input_hash, {}) VALUES ({})",
            chunk::COLUMNS,
            placeholders(chunk::COLUMN_COUNT + 3)
        );
        chunk::with_values(chunk, |values| {
            let mut params: Vec<&dyn ToSql> = vec![&row, &self.view.workspace, &input];
            params.extend(values);
            self.execute(&sql, &params[..])
        })?;
        Ok(())
    }

    fn insert_terms(&self, number: i64, ordinal: u32, terms: &ChunkTerms) -> Outcome<()> {
        self.execute(
            "INSERT INTO terms (rowid, body, context) VALUES (?1, ?2, ?3)",
            params![
                row_of(number, ordinal),
                terms.body.join(" "),
                terms.context.join(" ")
            ],
        )?;
        Ok(())
    }
}

fn row_of(document_number: i64, ordinal: u32) -> i64 {
    (document_number << ROW_ORDINAL_BITS) + i64::from(ordinal)
}

/// The hash of what a chunk's vector is made of, when it gets one.
fn input(chunk: &Chunk) -> Option<[u8; 32]> {
    (chunk.embedding == Embedding::Wanted).then(|| chunk.input_hash().0)
}

/// The ids of a tree that is fit to be published.
fn check_chunks<'c>(document: &DocumentId, chunks: &'c [Chunk]) -> Outcome<BTreeSet<&'c ChunkId>> {
    if chunks.len() > domain::limits::CHUNKS_MAX {
        return Err(domain::Error::too_large(format!(
            "a document has {} chunks; the limit is {}",
            chunks.len(),
            domain::limits::CHUNKS_MAX
        ))
        .into());
    }
    let mut ids = BTreeSet::new();
    for (place, chunk) in chunks.iter().enumerate() {
        if chunk.document != *document {
            return Err(conflict(format!(
                "the chunk `{}` belongs to another document than `{document}`",
                chunk.id
            )));
        }
        if chunk.ordinal as usize != place {
            return Err(conflict(format!(
                "the chunk `{}` has ordinal {} in place {place}",
                chunk.id, chunk.ordinal
            )));
        }
        // Reading order puts every parent first, and nothing but the root lacks one.
        let parent = chunk.parent.as_ref();
        if !parent.map_or(place == 0, |parent| ids.contains(parent)) {
            return Err(conflict(format!("the chunk `{}` has no parent", chunk.id)));
        }
        if !ids.insert(&chunk.id) {
            return Err(conflict(format!("the chunk `{}` comes twice", chunk.id)));
        }
    }
    Ok(ids)
}

/// The terms by their chunks, all of which are in the tree.
fn check_terms<'t>(
    ids: &BTreeSet<&ChunkId>,
    terms: &'t [ChunkTerms],
) -> Outcome<BTreeMap<&'t ChunkId, &'t ChunkTerms>> {
    let mut by_chunk = BTreeMap::new();
    for terms in terms {
        if !ids.contains(&terms.chunk) {
            return Err(conflict(format!(
                "terms of the chunk `{}`, which is not in the tree",
                terms.chunk
            )));
        }
        by_chunk.insert(&terms.chunk, terms);
    }
    Ok(by_chunk)
}
