//! Writing and reading prompts.

use domain::caller::Permission;
use domain::change::Change;
use domain::ids::{MintKey, PromptId};
use domain::item::{ItemId, Prompt, Status, Version};
use domain::operations::prompts::{Create, List, Update};
use domain::operations::{check_size, check_text};
use domain::page::Page;
use domain::scope::ItemFilter;
use domain::{Caller, Cancel, Result, limits};

use super::not_found;
use crate::Engine;
use crate::write::{committed, new_job, version};

impl Engine {
    /// Creates a prompt.
    ///
    /// # Errors
    /// `Invalid` without title, description or content, `TooLarge` over 256 KiB in all.
    pub fn create_prompt(
        &self,
        caller: &Caller,
        request: &Create,
        cancel: &Cancel,
    ) -> Result<Prompt> {
        caller.require(Permission::PromptsWrite)?;
        let title = check_text("title", &request.title, limits::TITLE_BYTES_MAX)?;
        let description = check_text(
            "description",
            &request.description,
            limits::DESCRIPTION_BYTES_MAX,
        )?;
        check_text("content", &request.content, limits::PROMPT_BYTES_MAX)?;
        let key = MintKey::api(&caller.workspace, "prompt", title, &request.content);
        let mut created = None;
        self.parts.store.transact(caller, cancel, &mut |snapshot| {
            let now = self.now_ms();
            let prompt = Prompt {
                id: key.prompt(snapshot.mint_count(&key)?),
                title: title.to_owned(),
                description: description.to_owned(),
                content: request.content.clone(),
                variables: request.variables.clone(),
                is_public: false,
                is_archived: false,
                views: 0,
                copies: 0,
                tags: request.tags.clone(),
                status: Status::Pending,
                error: None,
                current_version: 1,
                created_ms: now,
                updated_ms: now,
            };
            check_whole(&prompt)?;
            created = Some(prompt.clone());
            Ok(vec![
                Change::CountMint(key.clone()),
                Change::PutPrompt(prompt.clone()),
                put_version(&prompt, None),
                new_job(snapshot, ItemId::Prompt(prompt.id), 1),
            ])
        })?;
        self.wake.notify();
        committed(created)
    }

    /// Changes a prompt. Only new content makes a version.
    ///
    /// # Errors
    /// `NotFound` for an unknown id, `Invalid` for a blank field, `TooLarge` over a limit.
    pub fn update_prompt(
        &self,
        caller: &Caller,
        request: &Update,
        cancel: &Cancel,
    ) -> Result<Prompt> {
        caller.require(Permission::PromptsWrite)?;
        check_size(
            "`changeLog`",
            request.change_log.as_deref().map_or(0, str::len),
            limits::CHANGE_LOG_BYTES_MAX,
        )?;
        let mut updated = None;
        self.parts.store.transact(caller, cancel, &mut |snapshot| {
            let old = snapshot
                .prompt(&request.id)?
                .ok_or_else(not_found::prompt)?;
            let mut prompt = edited(&old, request)?;
            updated = Some(prompt.clone());
            if prompt == old {
                return Ok(Vec::new());
            }
            prompt.updated_ms = self.now_ms();
            let mut changes = Vec::new();
            if prompt.content != old.content {
                prompt.current_version += 1;
                changes.push(put_version(&prompt, request.change_log.clone()));
            }
            if prompt.embedded_text() != old.embedded_text() {
                prompt.status = Status::Pending;
                prompt.error = None;
                changes.push(new_job(snapshot, ItemId::Prompt(prompt.id.clone()), 1));
            }
            changes.insert(0, Change::PutPrompt(prompt.clone()));
            updated = Some(prompt);
            Ok(changes)
        })?;
        self.wake.notify();
        committed(updated)
    }

    /// Deletes a prompt with its history.
    ///
    /// # Errors
    /// `NotFound` for an unknown id.
    pub fn delete_prompt(&self, caller: &Caller, id: &PromptId, cancel: &Cancel) -> Result<()> {
        caller.require(Permission::PromptsWrite)?;
        self.parts.store.transact(caller, cancel, &mut |snapshot| {
            snapshot.prompt(id)?.ok_or_else(not_found::prompt)?;
            Ok(vec![
                Change::DeletePrompt(id.clone()),
                Change::SweepEmbeddings,
            ])
        })?;
        Ok(())
    }

    /// Reads a prompt.
    ///
    /// # Errors
    /// `NotFound` for an unknown id.
    pub fn get_prompt(&self, caller: &Caller, id: &PromptId, cancel: &Cancel) -> Result<Prompt> {
        caller.require(Permission::PromptsRead)?;
        let snapshot = self.parts.store.snapshot(caller, cancel)?;
        snapshot.prompt(id)?.ok_or_else(not_found::prompt)
    }

    /// Lists prompts, newest first, then by id.
    ///
    /// # Errors
    /// `Invalid` for a malformed cursor.
    pub fn list_prompts(
        &self,
        caller: &Caller,
        request: &List,
        cancel: &Cancel,
    ) -> Result<Page<Prompt>> {
        caller.require(Permission::PromptsRead)?;
        let snapshot = self.parts.store.snapshot(caller, cancel)?;
        let filter = ItemFilter {
            tags: request.tags.clone(),
            collection: None,
            archived: request.archived,
        };
        snapshot.prompts(&filter, request.search.as_deref(), &request.page)
    }

    /// A prompt's history, newest first.
    ///
    /// # Errors
    /// `NotFound` for an unknown id.
    pub fn prompt_versions(
        &self,
        caller: &Caller,
        id: &PromptId,
        cancel: &Cancel,
    ) -> Result<Vec<Version>> {
        caller.require(Permission::PromptsRead)?;
        let snapshot = self.parts.store.snapshot(caller, cancel)?;
        snapshot.prompt(id)?.ok_or_else(not_found::prompt)?;
        snapshot.prompt_versions(id)
    }
}

fn edited(old: &Prompt, request: &Update) -> Result<Prompt> {
    let mut prompt = old.clone();
    if let Some(title) = &request.title {
        prompt.title = check_text("title", title, limits::TITLE_BYTES_MAX)?.to_owned();
    }
    if let Some(description) = &request.description {
        let max = limits::DESCRIPTION_BYTES_MAX;
        prompt.description = check_text("description", description, max)?.to_owned();
    }
    if let Some(content) = &request.content {
        check_text("content", content, limits::PROMPT_BYTES_MAX)?;
        prompt.content = content.clone();
    }
    if let Some(tags) = &request.tags {
        prompt.tags = tags.clone();
    }
    check_whole(&prompt)?;
    Ok(prompt)
}

fn check_whole(prompt: &Prompt) -> Result<()> {
    check_size(
        "the prompt",
        prompt.embedded_text().len(),
        limits::PROMPT_BYTES_MAX,
    )
}

fn put_version(prompt: &Prompt, change_log: Option<String>) -> Change {
    Change::PutPromptVersion {
        prompt: prompt.id.clone(),
        version: version(
            prompt.id.as_str(),
            prompt.current_version,
            &prompt.title,
            &prompt.content,
            change_log,
            prompt.updated_ms,
        ),
    }
}
