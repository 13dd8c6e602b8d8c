//! Prompts.

use domain::ids::PromptId;
use domain::item::{ItemId, Prompt, Version};
use rusqlite::params;

use super::Write;
use crate::errors::Outcome;
use crate::records::{self, hash, kind, prompt, variable};

impl Write<'_> {
    pub(super) fn put_prompt(&mut self, prompt: &Prompt) -> Outcome<()> {
        let id = prompt.id.as_str();
        let input = prompt::input_hash(prompt);
        let old = self.prompt_input(id)?;
        if old.is_some_and(|old| old != input.0) {
            let lost = self.unlink(kind::PROMPT, id)?;
            self.count_outcomes(kind::PROMPT, id, lost)?;
        }
        self.execute(
            "INSERT INTO prompts (workspace, id, title, description, content, status, error, \
             current_version, created_ms, updated_ms, input_hash, variables, is_public, \
             is_archived) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14) \
             ON CONFLICT (workspace, id) DO UPDATE SET title = excluded.title, \
             description = excluded.description, content = excluded.content, \
             status = excluded.status, error = excluded.error, \
             current_version = excluded.current_version, created_ms = excluded.created_ms, \
             updated_ms = excluded.updated_ms, input_hash = excluded.input_hash, \
             variables = excluded.variables, is_public = excluded.is_public, \
             is_archived = excluded.is_archived",
            params![
                self.view.workspace,
                id,
                prompt.title,
                prompt.description,
                prompt.content,
                prompt.status.name(),
                prompt.error,
                prompt.current_version,
                prompt.created_ms,
                prompt.updated_ms,
                input.0,
                variable::to_json(&prompt.variables),
                prompt.is_public,
                prompt.is_archived,
            ],
        )?;
        self.put_tags(kind::PROMPT, id, &prompt.tags)?;
        self.count_item(kind::PROMPT, id, 1, prompt.status)
    }

    /// The hash of a prompt's input as it is stored.
    pub(super) fn prompt_input(&self, id: &str) -> Outcome<Option<[u8; 32]>> {
        records::first(
            self.view.connection,
            "SELECT input_hash FROM prompts WHERE workspace = ?1 AND id = ?2",
            params![self.view.workspace, id],
            |row| hash(row, 0),
        )
    }

    pub(super) fn put_prompt_version(
        &mut self,
        prompt: &PromptId,
        version: &Version,
    ) -> Outcome<()> {
        let item = ItemId::Prompt(prompt.clone());
        self.require_item(&item)?;
        self.put_version(&item, version)
    }

    /// Adds to a prompt's counters; one that is gone has none.
    pub(super) fn count_prompt_use(
        &mut self,
        prompt: &PromptId,
        views: u32,
        copies: u32,
    ) -> Outcome<()> {
        self.execute(
            "UPDATE prompts SET views = views + ?3, copies = copies + ?4 \
             WHERE workspace = ?1 AND id = ?2",
            params![self.view.workspace, prompt.as_str(), views, copies],
        )?;
        Ok(())
    }

    pub(super) fn delete_prompt(&mut self, id: &PromptId) -> Outcome<()> {
        self.unlink(kind::PROMPT, id.as_str())?;
        self.forget_item(&ItemId::Prompt(id.clone()))?;
        self.execute_for(
            "DELETE FROM prompts WHERE workspace = ?1 AND id = ?2",
            id.as_str(),
        )?;
        Ok(())
    }
}
