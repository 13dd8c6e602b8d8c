//! The first publication: trees, terms and tombstones.

use std::collections::{BTreeMap, BTreeSet};

use domain::Result;
use domain::change::ChunkTerms;
use domain::chunk::{Chunk, Tombstone};
use domain::ids::{ChunkId, DocumentId};
use domain::item::ItemId;

use super::{conflict, require_item, vectors};
use crate::memory::workspace::{Tree, Workspace};

pub(super) fn replace_tree(
    workspace: &mut Workspace,
    document: &DocumentId,
    chunks: Vec<Chunk>,
    terms: Vec<ChunkTerms>,
    tombstones: Vec<Tombstone>,
) -> Result<()> {
    let item = ItemId::Document(document.clone());
    require_item(workspace, &item)?;
    let ids = check_chunks(workspace, document, &chunks)?;
    check_terms(&ids, &terms)?;
    check_tombstones(document, &ids, &tombstones)?;
    bury(workspace, document, &ids, tombstones);
    remove_chunks(workspace, document);
    insert_chunks(workspace, document, chunks, terms);
    vectors::drop_outdated(workspace, &item);
    Ok(())
}

/// Removes a document's tree and tombstones.
pub(super) fn remove(workspace: &mut Workspace, document: &DocumentId) {
    remove_chunks(workspace, document);
    let keep = |_: &ChunkId, tombstone: &Tombstone| tombstone.chunk.document != *document;
    workspace.tombstones.retain(keep);
}

/// The ids of a tree that is fit to be published.
fn check_chunks(
    workspace: &Workspace,
    document: &DocumentId,
    chunks: &[Chunk],
) -> Result<BTreeSet<ChunkId>> {
    let mut ids = BTreeSet::new();
    for (place, chunk) in chunks.iter().enumerate() {
        let owner = workspace.chunks.get(&chunk.id).map(|old| &old.document);
        if chunk.document != *document || owner.is_some_and(|owner| owner != document) {
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
        let is_placed = chunk
            .parent
            .as_ref()
            .map_or(place == 0, |parent| ids.contains(parent));
        if !is_placed {
            return Err(conflict(format!("the chunk `{}` has no parent", chunk.id)));
        }
        if !ids.insert(chunk.id.clone()) {
            return Err(conflict(format!("the chunk `{}` comes twice", chunk.id)));
        }
    }
    Ok(ids)
}

fn check_terms(ids: &BTreeSet<ChunkId>, terms: &[ChunkTerms]) -> Result<()> {
    match terms.iter().find(|terms| !ids.contains(&terms.chunk)) {
        Some(stray) => Err(conflict(format!(
            "terms of the chunk `{}`, which is not in the tree",
            stray.chunk
        ))),
        None => Ok(()),
    }
}

fn check_tombstones(
    document: &DocumentId,
    ids: &BTreeSet<ChunkId>,
    tombstones: &[Tombstone],
) -> Result<()> {
    for tombstone in tombstones {
        let is_current = |id: &ChunkId| ids.contains(id);
        let leads_here = tombstone.replaced_by.as_ref().is_none_or(is_current);
        if tombstone.chunk.document != *document || !leads_here {
            return Err(conflict(format!(
                "the tombstone of `{}` leads out of the new tree",
                tombstone.chunk.id
            )));
        }
    }
    Ok(())
}

/// Adds the tombstones of the chunks that go, and keeps those already there true.
fn bury(
    workspace: &mut Workspace,
    document: &DocumentId,
    ids: &BTreeSet<ChunkId>,
    tombstones: Vec<Tombstone>,
) {
    let went_to: BTreeMap<ChunkId, Option<ChunkId>> = tombstones
        .iter()
        .map(|tombstone| (tombstone.chunk.id.clone(), tombstone.replaced_by.clone()))
        .collect();
    let older: Vec<Tombstone> = workspace
        .tombstones
        .values()
        .filter(|tombstone| tombstone.chunk.document == *document)
        .cloned()
        .collect();
    for mut tombstone in older {
        let id = tombstone.chunk.id.clone();
        let target = tombstone.replaced_by.take();
        tombstone.replaced_by = target.and_then(|target| {
            if ids.contains(&target) {
                Some(target)
            } else {
                went_to.get(&target).cloned().flatten()
            }
        });
        workspace.tombstones.insert(id, tombstone);
    }
    for tombstone in tombstones {
        let id = tombstone.chunk.id.clone();
        workspace.tombstones.insert(id, tombstone);
    }
    workspace.tombstones.retain(|id, _| !ids.contains(id));
}

fn remove_chunks(workspace: &mut Workspace, document: &DocumentId) {
    let order = workspace.trees.get(document).map(|tree| tree.order.clone());
    for id in order.into_iter().flatten() {
        workspace.chunks.remove(&id);
    }
    workspace.trees.remove(document);
}

fn insert_chunks(
    workspace: &mut Workspace,
    document: &DocumentId,
    chunks: Vec<Chunk>,
    terms: Vec<ChunkTerms>,
) {
    if chunks.is_empty() {
        return;
    }
    let all_terms = terms
        .into_iter()
        .flat_map(|t| t.body.into_iter().chain(t.context));
    let tree = Tree {
        order: chunks.iter().map(|chunk| chunk.id.clone()).collect(),
        terms: all_terms.collect(),
    };
    workspace.trees.insert(document.clone(), tree);
    for chunk in chunks {
        workspace.chunks.insert(chunk.id.clone(), chunk);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::Change;
    use domain::chunk::{Embedding, Level};
    use domain::item::{Document, Status, Tags};
    use domain::source::SourceKind;

    use crate::memory::apply::apply_all;

    fn document(id: &str) -> DocumentId {
        DocumentId::parse(id).unwrap()
    }

    fn chunk(of: &str, id: &str, ordinal: u32, parent: Option<&str>) -> Chunk {
        Chunk {
            id: ChunkId::parse(id).unwrap(),
            document: document(of),
            level: Level::Paragraph,
            ordinal,
            parent: parent.map(|id| ChunkId::parse(id).unwrap()),
            previous: None,
            next: None,
            section_path: vec![],
            heading: None,
            content: id.to_owned(),
            lead: String::new(),
            bytes: 0..1,
            utf16: 0..1,
            word_count: 1,
            pages: None,
            embedding: Embedding::Wanted,
        }
    }

    fn put(id: &str) -> Change {
        Change::PutDocument(Document {
            id: document(id),
            title: id.to_owned(),
            tags: Tags::default(),
            status: Status::Pending,
            error: None,
            source_kind: SourceKind::Text,
            source_url: None,
            media_type: "text/plain".to_owned(),
            current_version: 1,
            revision: 1,
            created_ms: 0,
            updated_ms: 0,
        })
    }

    fn replace(of: &str, chunks: Vec<Chunk>) -> Change {
        Change::ReplaceTree {
            document: document(of),
            chunks,
            terms: vec![],
            tombstones: vec![],
        }
    }

    /// Whether a store with documents `d_a` and `d_b`, which holds `c_b`, takes the change.
    fn is_taken(change: Change) -> bool {
        let beginning = vec![
            put("d_a"),
            put("d_b"),
            replace("d_b", vec![chunk("d_b", "c_b", 0, None)]),
        ];
        let before = apply_all(&Workspace::default(), beginning).unwrap();
        apply_all(&before, vec![change]).is_ok()
    }

    #[test]
    fn a_tree_must_be_one_tree_in_reading_order() {
        let root = || chunk("d_a", "c_0", 0, None);
        let leaf = |ordinal, parent| chunk("d_a", "c_1", ordinal, parent);
        assert!(is_taken(replace("d_a", vec![root(), leaf(1, Some("c_0"))])));
        for (fault, chunks) in [
            ("two roots", vec![root(), leaf(1, None)]),
            ("a gap", vec![root(), leaf(2, Some("c_0"))]),
            (
                "a parent that is not there",
                vec![root(), leaf(1, Some("c_9"))],
            ),
            ("a root below another chunk", vec![leaf(0, Some("c_0"))]),
            (
                "a chunk twice",
                vec![root(), chunk("d_a", "c_0", 1, Some("c_0"))],
            ),
            (
                "a chunk that says another document",
                vec![chunk("d_b", "c_b", 0, None)],
            ),
            (
                "a chunk of another document",
                vec![chunk("d_a", "c_b", 0, None)],
            ),
        ] {
            assert!(!is_taken(replace("d_a", chunks)), "{fault}");
        }
    }

    #[test]
    fn terms_and_tombstones_must_belong_to_the_tree() {
        let with = |terms, tombstones| Change::ReplaceTree {
            document: document("d_a"),
            chunks: vec![chunk("d_a", "c_0", 0, None)],
            terms,
            tombstones,
        };
        let terms = |id| ChunkTerms {
            chunk: ChunkId::parse(id).unwrap(),
            body: vec![],
            context: vec![],
        };
        let grave = |of, to| Tombstone {
            chunk: chunk(of, "c_9", 4, None),
            replaced_by: Some(ChunkId::parse(to).unwrap()),
        };
        assert!(is_taken(with(
            vec![terms("c_0")],
            vec![grave("d_a", "c_0")]
        )));
        assert!(!is_taken(with(vec![terms("c_b")], vec![])));
        assert!(!is_taken(with(vec![], vec![grave("d_a", "c_b")])));
        assert!(!is_taken(with(vec![], vec![grave("d_b", "c_0")])));
    }
}
