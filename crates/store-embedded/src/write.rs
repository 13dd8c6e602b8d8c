//! Applying changes: one file per family. What each change means is written on
//! [`domain::Change`]; a change that breaks a rule is refused with `Conflict`, and then nothing
//! of its list is written.

mod collections;
mod counts;
mod documents;
mod embeddings;
mod generations;
mod items;
mod jobs;
mod links;
mod prompts;
mod sessions;
mod sources;
mod tombstones;
mod tree;

use std::collections::BTreeMap;

use domain::{Change, Error, ErrorKind};
use rusqlite::{Connection, params};

use crate::errors::{Outcome, damaged};
use crate::records::{self, integer, number};
use crate::snapshot::generations as read_generations;
use crate::vectors::delta::Touched;
use crate::view::View;

/// A transaction that writes, and what it has touched so far.
pub(crate) struct Write<'c> {
    view: View<'c>,
    /// The number of the active generation.
    active: Option<u32>,
    /// By space and generation.
    touched: BTreeMap<(i64, u32), Touched>,
}

/// What a transaction left behind in the rows.
pub(crate) struct Written {
    /// The workspace's sequence.
    pub(crate) sequence: u64,
    /// The home's sequence.
    pub(crate) home_sequence: u64,
    /// The sets whose vectors changed, by space and generation.
    pub(crate) touched: BTreeMap<(i64, u32), Touched>,
}

impl<'c> Write<'c> {
    /// Begins to write in a transaction.
    pub(crate) fn new(view: View<'c>) -> Outcome<Self> {
        let active = read_generations::active(view)?;
        Ok(Self {
            view,
            active: active.map(|generation| generation.number),
            touched: BTreeMap::new(),
        })
    }

    /// Applies one change.
    pub(crate) fn apply(&mut self, change: &Change) -> Outcome<()> {
        match change {
            Change::PutGeneration(generation) => self.put_generation(generation),
            Change::CountMint(key) => self.count_mint(key),
            Change::PutDocument(document) => self.put_document(document),
            Change::PutDocumentVersion { document, version } => {
                self.put_document_version(document, version)
            }
            Change::ReplaceTree {
                document,
                chunks,
                terms,
                tombstones,
            } => self.replace_tree(document, chunks, terms, tombstones),
            Change::DeleteDocument(id) => self.delete_document(id),
            Change::PutPrompt(prompt) => self.put_prompt(prompt),
            Change::PutPromptVersion { prompt, version } => {
                self.put_prompt_version(prompt, version)
            }
            Change::CountPromptUse {
                prompt,
                views,
                copies,
            } => self.count_prompt_use(prompt, *views, *copies),
            Change::DeletePrompt(id) => self.delete_prompt(id),
            Change::PutCollection(collection) => self.put_collection(collection),
            Change::DeleteCollection(id) => self.delete_collection(id),
            Change::AddMembers { collection, items } => self.add_members(collection, items),
            Change::RemoveMembers { collection, items } => self.remove_members(collection, items),
            Change::PutSource(source) => self.put_source(source),
            Change::DeleteSource(path) => self.delete_source(path),
            Change::SetStatus {
                item,
                status,
                error,
            } => self.set_status(item, *status, error.as_deref()),
            Change::PutJob(job) => self.put_job(job),
            Change::DeleteJob(item) => self.delete_job(item),
            Change::PutEmbeddings { model, entries } => self.put_embeddings(model, entries),
            Change::PublishVectors {
                item,
                generation,
                links,
            } => self.publish_vectors(item, *generation, links),
            Change::SweepEmbeddings => self.sweep_embeddings(),
            Change::PutSession(session) => self.put_session(session),
            Change::ForgetSession(id) => self.forget_session(id),
            Change::RecordSeen { session, chunks } => self.record_seen(session, chunks),
        }
    }

    /// Counts the transaction, and notes when each touched set changed.
    pub(crate) fn finish(self) -> Outcome<Written> {
        let sequence = next(
            self.view.connection,
            "INSERT INTO workspaces (workspace, sequence) VALUES (?1, 1) \
             ON CONFLICT (workspace) DO UPDATE SET sequence = sequence + 1 RETURNING sequence",
            [self.view.workspace],
        )?;
        let home_sequence = count_home(self.view.connection)?;
        for (space, generation) in self.touched.keys() {
            self.execute(
                "INSERT INTO vector_sets (workspace, space, generation, changed) \
                 VALUES (?1, ?2, ?3, ?4) \
                 ON CONFLICT (workspace, space, generation) DO UPDATE SET changed = excluded.changed",
                params![self.view.workspace, space, generation, integer(home_sequence)?],
            )?;
        }
        Ok(Written {
            sequence,
            home_sequence,
            touched: self.touched,
        })
    }

    fn execute(&self, sql: &str, params: impl rusqlite::Params) -> Outcome<usize> {
        records::execute(self.view.connection, sql, params)
    }

    /// Runs a statement whose parameters are the workspace and one name.
    fn execute_for(&self, sql: &str, name: &str) -> Outcome<usize> {
        self.execute(sql, params![self.view.workspace, name])
    }

    /// Runs a statement whose parameters are the workspace, a kind and an item's id.
    fn execute_for_item(&self, sql: &str, kind: i64, item: &str) -> Outcome<usize> {
        self.execute(sql, params![self.view.workspace, kind, item])
    }

    /// Notes a set as changed, whatever of it is touched besides.
    fn touch_set(&mut self, space: i64, generation: u32) {
        self.touched.entry((space, generation)).or_default();
    }

    fn touch_key(&mut self, space: i64, generation: u32, key: &str) {
        let touched = self.touched.entry((space, generation)).or_default();
        touched.keys.insert(key.to_owned());
    }

    fn touch_item(&mut self, space: i64, generation: u32, item: &str) {
        let touched = self.touched.entry((space, generation)).or_default();
        touched.items.insert(item.to_owned());
    }
}

/// Counts a transaction of the home; returns the home's sequence.
pub(crate) fn count_home(rows: &Connection) -> Outcome<u64> {
    let sql = "UPDATE home SET sequence = sequence + 1 RETURNING sequence";
    next(rows, sql, [])
}

fn next(rows: &Connection, sql: &str, params: impl rusqlite::Params) -> Outcome<u64> {
    let found = records::first(rows, sql, params, |row| number(row, 0))?;
    found.ok_or_else(|| damaged().into())
}

/// The error of a change that breaks a rule of the store.
fn conflict(message: impl Into<String>) -> crate::errors::Fault {
    Error::new(ErrorKind::Conflict, message).into()
}
