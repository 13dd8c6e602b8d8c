//! Generations and mints.

use domain::generation::Generation;
use domain::ids::MintKey;
use rusqlite::params;

use super::{Write, conflict};
use crate::errors::Outcome;
use crate::records::{integer, kind};
use crate::snapshot::generations;

impl Write<'_> {
    pub(super) fn put_generation(&mut self, generation: &Generation) -> Outcome<()> {
        let number = generation.number;
        match generations::numbered(self.view, number)? {
            // A number stands for one model: else vectors of two would meet in one comparison.
            Some(old) if old != *generation => {
                return Err(conflict(format!(
                    "generation {number} belongs to another model"
                )));
            }
            Some(_) => {}
            None => {
                self.execute(
                    "INSERT INTO generations (workspace, number, model, dimension) \
                     VALUES (?1, ?2, ?3, ?4)",
                    params![
                        self.view.workspace,
                        number,
                        generation.model,
                        integer(generation.dimension)?
                    ],
                )?;
                // So every set has a number of its own from its first moment. Should the workspace
                // be deleted and made again, no set of old is taken for one of the new model.
                self.touch_set(kind::PROMPT, number);
                self.touch_set(kind::DOCUMENT, number);
            }
        }
        self.execute(
            "INSERT INTO workspaces (workspace, sequence, generation) VALUES (?1, 0, ?2) \
             ON CONFLICT (workspace) DO UPDATE SET generation = excluded.generation",
            params![self.view.workspace, number],
        )?;
        if self.active != Some(number) {
            self.active = Some(number);
            self.recount_active()?;
        }
        Ok(())
    }

    pub(super) fn count_mint(&mut self, key: &MintKey) -> Outcome<()> {
        self.execute(
            "INSERT INTO mints (workspace, key, count) VALUES (?1, ?2, 1) \
             ON CONFLICT (workspace, key) DO UPDATE SET count = count + 1",
            params![self.view.workspace, key.as_bytes()],
        )?;
        Ok(())
    }
}
