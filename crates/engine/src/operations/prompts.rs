//! Writing and reading prompts.

use domain::caller::Permission;
use domain::change::Change;
use domain::ids::{MintKey, PromptId};
use domain::item::{ItemId, Prompt, Status, Version};
use domain::operations::prompts::{Create, List, Update};
use domain::operations::{check_size, check_text};
use domain::page::Page;
use domain::ports::store::Snapshot;
use domain::scope::ItemFilter;
use domain::{Caller, Cancel, Result, limits};

use super::{not_found, variables};
use crate::Engine;
use crate::write::{committed, new_job, version};

impl Engine {
    /// Creates a prompt.
    ///
    /// Every prompt that an operation returns names all its variables: those of the template in
    /// order of appearance, with what was said about them, then those that were only described.
    ///
    /// # Errors
    /// `Invalid` without title, description or content or for a malformed variable, `TooLarge` over
    /// 256 KiB in all.
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
        let described = variables::checked(&request.variables)?;
        let key = MintKey::api(&caller.workspace, "prompt", title, &request.content);
        let mut created = None;
        self.parts.store.transact(caller, cancel, &mut |snapshot| {
            let now = self.now_ms();
            let prompt = Prompt {
                id: key.prompt(snapshot.mint_count(&key)?),
                title: title.to_owned(),
                description: description.to_owned(),
                content: request.content.clone(),
                variables: variables::worth_keeping(&request.content, described.clone()),
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
        committed(created).map(variables::named)
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
            let prompt = edited(&old, request)?;
            if prompt == old {
                updated = Some(prompt);
                return Ok(Vec::new());
            }
            let version = if prompt.content == old.content {
                NewVersion::None
            } else {
                NewVersion::With(request.change_log.clone())
            };
            let (prompt, changes) = self.replaced_prompt(snapshot, &old, prompt, version);
            updated = Some(prompt);
            Ok(changes)
        })?;
        self.wake.notify();
        committed(updated).map(variables::named)
    }

    /// The changes that put `prompt` in the place of `old`; it is embedded again only when the
    /// embedded text differs.
    pub(super) fn replaced_prompt(
        &self,
        snapshot: &dyn Snapshot,
        old: &Prompt,
        mut prompt: Prompt,
        new_version: NewVersion,
    ) -> (Prompt, Vec<Change>) {
        prompt.updated_ms = self.now_ms();
        if let NewVersion::With(_) = new_version {
            prompt.current_version += 1;
        }
        let is_embedded_again = prompt.embedded_text() != old.embedded_text();
        if is_embedded_again {
            prompt.status = Status::Pending;
            prompt.error = None;
        }
        let mut changes = vec![Change::PutPrompt(prompt.clone())];
        if let NewVersion::With(change_log) = new_version {
            changes.push(put_version(&prompt, change_log));
        }
        if is_embedded_again {
            changes.push(new_job(snapshot, ItemId::Prompt(prompt.id.clone()), 1));
        }
        (prompt, changes)
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
        let prompt = snapshot.prompt(id)?.ok_or_else(not_found::prompt)?;
        Ok(variables::named(prompt))
    }

    /// Reads a prompt for somebody who looks at it, and counts that. Counting never fails the
    /// read: a read-only home or a full disk costs the count, not the prompt.
    ///
    /// # Errors
    /// `NotFound` for an unknown id.
    pub fn view_prompt(&self, caller: &Caller, id: &PromptId, cancel: &Cancel) -> Result<Prompt> {
        let mut prompt = self.get_prompt(caller, id, cancel)?;
        if self.count_use(caller, id, Use::View, cancel).is_ok() {
            prompt.views += 1;
        }
        Ok(prompt)
    }

    pub(super) fn count_use(
        &self,
        caller: &Caller,
        id: &PromptId,
        kind: Use,
        cancel: &Cancel,
    ) -> Result<()> {
        let (views, copies) = match kind {
            Use::View => (1, 0),
            Use::Copy => (0, 1),
        };
        self.parts.store.transact(caller, cancel, &mut |_| {
            Ok(vec![Change::CountPromptUse {
                prompt: id.clone(),
                views,
                copies,
            }])
        })?;
        Ok(())
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
        let page = snapshot.prompts(&filter, request.search.as_deref(), &request.page)?;
        Ok(Page {
            rows: page.rows.into_iter().map(variables::named).collect(),
            cursor: page.cursor,
        })
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

/// How a prompt is used.
#[derive(Clone, Copy)]
pub(super) enum Use {
    View,
    Copy,
}

/// Whether a change of a prompt makes a version, and with which note.
pub(super) enum NewVersion {
    None,
    With(Option<String>),
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
    if let Some(described) = &request.variables {
        let described = variables::checked(described)?;
        prompt.variables = variables::worth_keeping(&prompt.content, described);
    }
    if let Some(tags) = &request.tags {
        prompt.tags = tags.clone();
    }
    prompt.is_public = request.is_public.unwrap_or(old.is_public);
    prompt.is_archived = request.is_archived.unwrap_or(old.is_archived);
    check_whole(&prompt)?;
    Ok(prompt)
}

/// What is said about variables counts, too: a list of prompts carries it.
pub(super) fn check_whole(prompt: &Prompt) -> Result<()> {
    let bytes = prompt.embedded_text().len() + variables::bytes(&prompt.variables);
    check_size("the prompt", bytes, limits::PROMPT_BYTES_MAX)
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
