//! The embedding cache, and the second publication.

use domain::change::VectorLink;
use domain::chunk::InputHash;
use domain::generation::Generation;
use domain::item::ItemId;
use domain::ports::embedder::Embedded;
use rusqlite::params;

use super::counts::Counted;
use super::{Write, conflict};
use crate::errors::Outcome;
use crate::records::{self, hash, kind, vector};
use crate::snapshot::generations;

/// A cached outcome that a key can get.
struct Cached {
    embedding: i64,
    has_vector: bool,
}

impl Write<'_> {
    /// Adds to the cache. What is there stays: an outcome is a function of model and input.
    pub(super) fn put_embeddings(
        &mut self,
        model: &str,
        entries: &[(InputHash, Embedded)],
    ) -> Outcome<()> {
        for (input, outcome) in entries {
            let (windows, bytes) = match outcome {
                Embedded::Vector { values, windows } => (*windows, Some(vector::to_bytes(values))),
                Embedded::NotCovered => (0, None),
            };
            self.execute(
                "INSERT INTO embeddings (workspace, model, input_hash, windows, links, vector) \
                 VALUES (?1, ?2, ?3, ?4, 0, ?5) \
                 ON CONFLICT (workspace, model, input_hash) DO NOTHING",
                params![self.view.workspace, model, input.0, windows, bytes],
            )?;
        }
        Ok(())
    }

    pub(super) fn publish_vectors(
        &mut self,
        item: &ItemId,
        generation: u32,
        links: &[VectorLink],
    ) -> Outcome<()> {
        let Some(generation) = generations::numbered(self.view, generation)? else {
            return Err(conflict(format!("generation {generation} does not exist")));
        };
        let space = kind::of_item(item);
        let mut gained = Counted::default();
        for link in links {
            if self.current_input(item, &link.key)? != Some(link.input.0) {
                continue;
            }
            let cached = self.cached(&generation, link)?;
            let is_new = self.execute(
                "INSERT INTO links (workspace, space, generation, key, embedding) \
                 VALUES (?1, ?2, ?3, ?4, ?5) \
                 ON CONFLICT (workspace, space, generation, key) DO NOTHING",
                params![
                    self.view.workspace,
                    space,
                    generation.number,
                    link.key,
                    cached.embedding
                ],
            )?;
            // A link that is there belongs to the same input, so it has the same outcome.
            if is_new == 1 {
                self.count_link(cached.embedding, 1)?;
                gained.add(cached.has_vector, 1);
                if cached.has_vector {
                    self.touch_key(space, generation.number, &link.key);
                }
            }
        }
        if self.active == Some(generation.number) {
            self.count_outcomes(space, item.as_str(), gained)?;
        }
        Ok(())
    }

    /// The hash of the input that `key` has now, if it is a key of `item`.
    fn current_input(&self, item: &ItemId, key: &str) -> Outcome<Option<[u8; 32]>> {
        match item {
            ItemId::Prompt(id) if id.as_str() == key => self.prompt_input(key),
            ItemId::Prompt(_) => Ok(None),
            ItemId::Document(id) => records::first(
                self.view.connection,
                "SELECT input_hash FROM chunks WHERE workspace = ?1 AND id = ?2 \
                 AND document = ?3 AND input_hash IS NOT NULL",
                params![self.view.workspace, key, id.as_str()],
                |row| hash(row, 0),
            ),
        }
    }

    /// The cached outcome of a link's input, fit to be compared in the generation.
    fn cached(&self, generation: &Generation, link: &VectorLink) -> Outcome<Cached> {
        let found = records::first(
            self.view.connection,
            "SELECT embedding, vector FROM embeddings \
             WHERE workspace = ?1 AND model = ?2 AND input_hash = ?3",
            params![self.view.workspace, generation.model, link.input.0],
            |row| {
                let bytes = row.get_ref(1)?.as_blob_or_null();
                let bytes = bytes.map_err(rusqlite::Error::from)?;
                let values = bytes.map(vector::from_bytes).transpose()?;
                Ok((row.get(0)?, values))
            },
        )?;
        let Some((embedding, values)) = found else {
            return Err(conflict(format!(
                "the input of `{}` is not in the embedding cache",
                link.key
            )));
        };
        let fits = |values: &Vec<f32>| {
            values.len() == generation.dimension && values.iter().all(|value| value.is_finite())
        };
        if values.as_ref().is_some_and(|values| !fits(values)) {
            return Err(conflict(format!(
                "the vector of `{}` does not fit generation {}",
                link.key, generation.number
            )));
        }
        Ok(Cached {
            embedding,
            has_vector: values.is_some(),
        })
    }

    /// An entry without links stays as long as an input waits for it under a known model.
    pub(super) fn sweep_embeddings(&mut self) -> Outcome<()> {
        self.execute(
            "DELETE FROM embeddings WHERE workspace = ?1 AND links = 0 AND NOT ( \
             EXISTS (SELECT 1 FROM generations g \
                 WHERE g.workspace = ?1 AND g.model = embeddings.model) \
             AND (EXISTS (SELECT 1 FROM chunks c \
                     WHERE c.workspace = ?1 AND c.input_hash = embeddings.input_hash) \
                 OR EXISTS (SELECT 1 FROM prompts p \
                     WHERE p.workspace = ?1 AND p.input_hash = embeddings.input_hash)))",
            [self.view.workspace],
        )?;
        Ok(())
    }
}
