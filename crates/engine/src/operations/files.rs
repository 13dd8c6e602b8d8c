//! Adding files: each finds its document again, whether it is new, edited, moved or unchanged.

use std::path::Path;

use domain::caller::Permission;
use domain::change::Change;
use domain::extracted::ExtractedDocument;
use domain::ids::{DocumentId, MintKey};
use domain::item::{Document, ItemId, Tags};
use domain::operations::check_size;
use domain::operations::files::{AddFile, AddedFile, Outcome};
use domain::ports::store::Snapshot;
use domain::source::{FileSource, SourceKind, content_hash};
use domain::{Caller, Cancel, Error, Result, limits};

use super::documents::NewDocument;
use crate::Engine;
use crate::write::{PreparedTree, committed, prepare_tree};

impl Engine {
    /// Adds a file, or finds that it is known.
    ///
    /// A known path keeps its document over edits. A new path whose bytes are those of a known
    /// file that is gone (`exists` answers for paths) is that file, moved. Tags and collection
    /// are united with what the document has; nothing is deleted.
    ///
    /// # Errors
    /// `Invalid` with the reason when the file cannot be read, `TooLarge` over a limit.
    pub fn add_file(
        &self,
        caller: &Caller,
        file: &AddFile<'_>,
        exists: &dyn Fn(&str) -> bool,
        cancel: &Cancel,
    ) -> Result<AddedFile> {
        caller.require(Permission::DocumentsWrite)?;
        let hash = content_hash(file.bytes);
        let known = {
            let snapshot = self.parts.store.snapshot(caller, cancel)?;
            known_file(snapshot.as_ref(), file, &hash, exists)?
        };
        let plan = match &known {
            Some(known) if known.content_hash == hash => Plan::Keep(known.clone()),
            Some(known) => Plan::Edit(known.clone(), self.read(file, cancel)?),
            None => Plan::Create(self.read(file, cancel)?),
        };
        let mut added = None;
        let mut prepared = None;
        self.parts.store.transact(caller, cancel, &mut |snapshot| {
            let (report, changes) =
                self.file_changes(caller, snapshot, file, &hash, &plan, &mut prepared)?;
            added = Some(report);
            Ok(changes)
        })?;
        self.wake.notify();
        committed(added)
    }

    fn read(&self, file: &AddFile<'_>, cancel: &Cancel) -> Result<ExtractedDocument> {
        let extractor = &self.parts.extractor;
        extractor.extract(file.file_name, file.bytes, cancel)
    }

    fn file_changes(
        &self,
        caller: &Caller,
        snapshot: &dyn Snapshot,
        file: &AddFile<'_>,
        hash: &[u8; 32],
        plan: &Plan,
        prepared: &mut Option<(DocumentId, PreparedTree)>,
    ) -> Result<(AddedFile, Vec<Change>)> {
        let (document, outcome, warnings, mut changes) = match plan {
            Plan::Keep(known) => {
                let (document, changes) = self.keep(snapshot, file, known)?;
                let outcome = if known.path == file.path {
                    Outcome::Unchanged
                } else {
                    Outcome::Moved
                };
                (document, outcome, Vec::new(), changes)
            }
            Plan::Edit(known, extracted) => {
                let (document, changes) = self.edit_file(snapshot, file, known, extracted)?;
                (
                    document,
                    Outcome::Updated,
                    extracted.warnings.clone(),
                    changes,
                )
            }
            Plan::Create(extracted) => {
                let title = file_title(file, extracted);
                let draft = NewDocument {
                    key: MintKey::file(&caller.workspace, file.file_name, file.bytes),
                    title: &title,
                    extracted,
                    tags: file.tags.union(&Tags::new(&extracted.tags)?)?,
                    source_kind: SourceKind::File,
                    source_url: Some(file_url(file.path)),
                };
                let (document, changes) = self.new_document(snapshot, &draft, prepared)?;
                (
                    document,
                    Outcome::Added,
                    extracted.warnings.clone(),
                    changes,
                )
            }
        };
        if outcome != Outcome::Unchanged {
            changes.push(Change::PutSource(FileSource {
                path: file.path.to_owned(),
                document: document.id.clone(),
                content_hash: *hash,
                size_bytes: file.bytes.len() as u64,
            }));
        }
        changes.extend(membership(snapshot, file, &document.id)?);
        let report = report(snapshot, document, outcome, warnings, &changes)?;
        Ok((report, changes))
    }

    /// The same bytes: unites tags, and follows a move.
    fn keep(
        &self,
        snapshot: &dyn Snapshot,
        file: &AddFile<'_>,
        known: &FileSource,
    ) -> Result<(Document, Vec<Change>)> {
        let mut document = known_document(snapshot, known)?;
        let mut changes = Vec::new();
        let tags = document.tags.union(&file.tags)?;
        let moved = known.path != file.path;
        if moved {
            changes.push(Change::DeleteSource(known.path.clone()));
            document.source_url = Some(file_url(file.path));
        }
        if moved || tags != document.tags {
            document.tags = tags;
            self.touch(&mut document);
            changes.push(Change::PutDocument(document.clone()));
        }
        Ok((document, changes))
    }

    /// Other bytes at a known path: the same document, a new version.
    fn edit_file(
        &self,
        snapshot: &dyn Snapshot,
        file: &AddFile<'_>,
        known: &FileSource,
        extracted: &ExtractedDocument,
    ) -> Result<(Document, Vec<Change>)> {
        let mut document = known_document(snapshot, known)?;
        document.title = file_title(file, extracted);
        document.media_type.clone_from(&extracted.media_type);
        document.tags = document
            .tags
            .union(&file.tags)?
            .union(&Tags::new(&extracted.tags)?)?;
        self.touch(&mut document);
        let tree = prepare_tree(&document.id, &document.title, extracted)?;
        let mut changes = Vec::new();
        let content = Some(extracted.text.clone());
        self.republish(snapshot, &mut document, tree, content, None, &mut changes)?;
        Ok((document, changes))
    }
}

/// What to do with a file.
enum Plan {
    Keep(FileSource),
    Edit(FileSource, ExtractedDocument),
    Create(ExtractedDocument),
}

fn known_file(
    snapshot: &dyn Snapshot,
    file: &AddFile<'_>,
    hash: &[u8; 32],
    exists: &dyn Fn(&str) -> bool,
) -> Result<Option<FileSource>> {
    if let Some(source) = snapshot.source_at(file.path)? {
        return Ok(Some(source));
    }
    let sources = snapshot.sources_with_hash(hash)?;
    Ok(sources.into_iter().find(|source| !exists(&source.path)))
}

fn known_document(snapshot: &dyn Snapshot, known: &FileSource) -> Result<Document> {
    snapshot.document(&known.document)?.ok_or_else(|| {
        Error::new(
            domain::ErrorKind::Conflict,
            "the document of this file was deleted meanwhile",
        )
        .hint("add the file again")
    })
}

/// Front matter or first heading, else the file's stem.
fn file_title(file: &AddFile<'_>, extracted: &ExtractedDocument) -> String {
    let own =
        extracted.title.as_deref().map(str::trim).filter(|t| {
            !t.is_empty() && check_size("title", t.len(), limits::TITLE_BYTES_MAX).is_ok()
        });
    match own {
        Some(title) => title.to_owned(),
        None => Path::new(file.file_name).file_stem().map_or_else(
            || file.file_name.to_owned(),
            |s| s.to_string_lossy().into_owned(),
        ),
    }
}

/// A `file://` link (RFC 8089) to a canonical path.
fn file_url(path: &str) -> String {
    let mut url = String::from("file://");
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            url.push(char::from(byte));
        } else {
            url.push_str(&format!("%{byte:02X}"));
        }
    }
    url
}

fn membership(
    snapshot: &dyn Snapshot,
    file: &AddFile<'_>,
    document: &DocumentId,
) -> Result<Option<Change>> {
    let Some(collection) = &file.collection else {
        return Ok(None);
    };
    let item = ItemId::Document(document.clone());
    if snapshot.member_ids(collection)?.contains(&item) {
        return Ok(None);
    }
    Ok(Some(Change::AddMembers {
        collection: collection.clone(),
        items: vec![item],
    }))
}

fn report(
    snapshot: &dyn Snapshot,
    document: Document,
    outcome: Outcome,
    warnings: Vec<String>,
    changes: &[Change],
) -> Result<AddedFile> {
    let new_tree = changes.iter().find_map(|change| match change {
        Change::ReplaceTree { chunks, .. } => Some(chunks.len() as u64),
        _ => None,
    });
    let chunk_count = match new_tree {
        Some(count) => count,
        None => snapshot.tree(&document.id)?.len() as u64,
    };
    Ok(AddedFile {
        document: document.id,
        title: document.title,
        outcome,
        chunk_count,
        warnings,
    })
}
