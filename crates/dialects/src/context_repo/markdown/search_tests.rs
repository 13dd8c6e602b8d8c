//! Every layout of the search tools, on made-up data.

use domain::operations::deep_expand::Direction;

use super::{find_items, notes, passages};
use crate::context_repo::wire::basis::{
    Coverage, Meta, Miss, Reason, SessionNote, StaleMeta, StaleNote,
};
use crate::context_repo::wire::collections::MoreItems;
use crate::context_repo::wire::find_items as wire_items;
use crate::context_repo::wire::passages::*;

fn meta() -> Meta {
    Meta {
        layer: "catalog",
        generation: Some(1),
        coverage: Coverage {
            items: 12,
            documents: 9,
            documents_with_text: 9,
            prompts: 3,
            embedded: 80,
            pending: 0,
            not_covered: 0,
            items_pending: 0,
            failed: 0,
        },
        compared: 80,
        query_windows: 1,
        reason: None,
        nearest_miss: None,
        session: None,
        latency_ms: 4,
    }
}

fn items(semantic: bool, data: wire_items::Data) -> wire_items::Response {
    wire_items::Response {
        data,
        meta: wire_items::Meta {
            semantic,
            query: "high water".to_owned(),
            basis: meta(),
        },
    }
}

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn semantic_rows() -> wire_items::Data {
    wire_items::Data {
        prompts: vec![
            wire_items::PromptRow {
                prompt_id: "p_1".to_owned(),
                title: "Minutes".to_owned(),
                description: "Turns a talk into minutes.".to_owned(),
                score: Some(0.625),
                highlight: some("never shown"),
            },
            wire_items::PromptRow {
                prompt_id: "p_2".to_owned(),
                title: "Bare".to_owned(),
                description: String::new(),
                score: Some(0.5),
                highlight: None,
            },
        ],
        documents: vec![
            wire_items::DocumentRow {
                document_id: "d_1".to_owned(),
                title: "Tide table".to_owned(),
                status: some("ready"),
                score: Some(0.664),
                highlight: some("High water\n  at noon |\n| low at six"),
                chunk_id: some("c_7"),
            },
            wire_items::DocumentRow {
                document_id: "d_2".to_owned(),
                title: "Log".to_owned(),
                status: None,
                score: Some(0.4),
                highlight: some(""),
                chunk_id: None,
            },
        ],
        collections: vec![wire_items::CollectionRow {
            collection_id: "k_1".to_owned(),
            name: "Harbour".to_owned(),
            description: some("never shown by meaning"),
            score: Some(0.664),
            matched_items: Some(2),
        }],
    }
}

fn shown(response: &wire_items::Response) -> String {
    find_items::results(response, &response.meta.query)
}

#[test]
fn a_catalog_search_by_meaning_shows_scores() {
    assert_eq!(
        shown(&items(true, semantic_rows())),
        "## Semantic Search Results for \"high water\"\n\n\
         ### Prompts (2)\n\
         - **Minutes** (id: p_1, score: 0.63) - Turns a talk into minutes.\n\
         - **Bare** (id: p_2, score: 0.50) - \n\n\
         ### Documents (2)\n\
         - **Tide table** (id: d_1, chunkId: c_7, score: 0.66)\n\
         \x20 > High water at noon | | low at six\n\
         - **Log** (id: d_2, score: 0.40)\n\n\
         ### Collections (1)\n\
         - **Harbour** (id: k_1, score: 0.66, 2 matched items)"
    );
}

#[test]
fn a_literal_catalog_search_shows_status_and_description() {
    let mut data = semantic_rows();
    data.prompts.truncate(1);
    data.prompts[0].score = None;
    data.prompts[0].description = "é".repeat(101);
    for row in &mut data.documents {
        row.score = None;
    }
    data.collections[0].score = None;
    data.collections[0].matched_items = None;
    data.collections.push(wire_items::CollectionRow {
        collection_id: "k_2".to_owned(),
        name: "Quay".to_owned(),
        description: None,
        score: None,
        matched_items: None,
    });
    assert_eq!(
        shown(&items(false, data)),
        format!(
            "## Search Results for \"high water\"\n\n\
             ### Prompts (1)\n\
             - **Minutes** (id: p_1) - {}...\n\n\
             ### Documents (2)\n\
             - **Tide table** (id: d_1, chunkId: c_7) (ready)\n\
             \x20 > High water at noon | | low at six\n\
             - **Log** (id: d_2)\n\n\
             ### Collections (2)\n\
             - **Harbour** (id: k_1) - never shown by meaning\n\
             - **Quay** (id: k_2)",
            "é".repeat(100)
        )
    );
}

#[test]
fn empty_kinds_are_left_out_and_an_empty_answer_says_so() {
    let mut data = semantic_rows();
    data.prompts.clear();
    data.documents.clear();
    assert_eq!(
        shown(&items(true, data)),
        "## Semantic Search Results for \"high water\"\n\n\
         ### Collections (1)\n\
         - **Harbour** (id: k_1, score: 0.66, 2 matched items)"
    );
    for semantic in [true, false] {
        assert_eq!(
            shown(&items(semantic, wire_items::Data::default())),
            "No results found for \"high water\"."
        );
    }
}

fn hit() -> Hit {
    Hit {
        chunk_id: "c_7".to_owned(),
        content: "High water at noon.\nLow at six…".to_owned(),
        score: 0.8349,
        level: "paragraph",
        document_id: "d_1".to_owned(),
        document_title: "Tide table".to_owned(),
        parent_id: some("c_2"),
        sibling_ids: SiblingIds {
            prev: some("c_6"),
            next: some("c_8"),
        },
    }
}

fn search(results: Vec<Hit>) -> SearchResponse {
    SearchResponse {
        data: SearchData {
            meta: SearchMeta {
                query: "high water".to_owned(),
                total_results: results.len(),
                latency_ms: 4,
            },
            results,
        },
        meta: meta(),
    }
}

#[test]
fn a_passage_search_lists_its_passages() {
    let mut alone = hit();
    alone.parent_id = None;
    alone.sibling_ids = SiblingIds::default();
    assert_eq!(
        passages::results(&search(vec![hit(), alone])),
        "## Progressive Disclosure Search: \"high water\"\n\n\
         **Total Results:** 2\n\n\
         ### Result 1\n\
         - **chunkId:** c_7\n\
         - **Score:** 0.83\n\
         - **Level:** paragraph\n\
         - **Document:** Tide table (d_1)\n\
         - **Content:** High water at noon.\nLow at six…\n\
         - **Parent:** c_2\n\
         - **Prev Sibling:** c_6\n\
         - **Next Sibling:** c_8\n\n\
         ### Result 2\n\
         - **chunkId:** c_7\n\
         - **Score:** 0.83\n\
         - **Level:** paragraph\n\
         - **Document:** Tide table (d_1)\n\
         - **Content:** High water at noon.\nLow at six…"
    );
    assert_eq!(
        passages::results(&search(vec![])),
        "No results found for \"high water\"."
    );
}

fn read() -> ReadResponse {
    ReadResponse {
        data: Chunk {
            chunk_id: "c_7".to_owned(),
            level: "paragraph",
            content: "High water at noon.\n\nLow at six.".to_owned(),
            hierarchy: Hierarchy {
                document_id: "d_1".to_owned(),
                document_title: "Tide table".to_owned(),
                section_path: "Spring > March".to_owned(),
                position: Position {
                    chunk_index: 3,
                    parent_chunk_id: some("c_2"),
                    prev_sibling_id: some("c_6"),
                    next_sibling_id: some("c_8"),
                },
            },
            metadata: Metadata {
                word_count: 7,
                start_index: 40,
                end_index: 72,
                heading_text: some("March"),
                page_start: None,
                page_end: None,
            },
        },
        meta: None,
    }
}

#[test]
fn a_read_shows_the_chunk_and_its_place() {
    assert_eq!(
        passages::chunk(&read()),
        "## Chunk Details\n\n\
         - **chunkId:** c_7\n\
         - **Level:** paragraph\n\
         - **Content:**\n\n\
         High water at noon.\n\nLow at six.\n\n\
         ### Hierarchy\n\
         - **Document:** Tide table (d_1)\n\
         - **Section Path:** Spring > March\n\n\
         ### Position\n\
         - **Chunk Index:** 3\n\
         - **Parent Chunk:** c_2\n\
         - **Prev Sibling:** c_6\n\
         - **Next Sibling:** c_8\n\n\
         ### Metadata\n\
         - **Word Count:** 7\n\
         - **Start Index:** 40\n\
         - **End Index:** 72\n\
         - **Heading:** March\n\n\
         > Use deep_expand with this chunkId to navigate to related chunks."
    );
}

#[test]
fn a_read_of_the_root_leaves_out_what_it_lacks() {
    let mut root = read();
    root.data.level = "document";
    root.data.hierarchy.section_path = String::new();
    root.data.hierarchy.position = Position {
        chunk_index: 0,
        parent_chunk_id: None,
        prev_sibling_id: None,
        next_sibling_id: None,
    };
    root.data.metadata.heading_text = None;
    assert_eq!(
        passages::chunk(&root),
        "## Chunk Details\n\n\
         - **chunkId:** c_7\n\
         - **Level:** document\n\
         - **Content:**\n\n\
         High water at noon.\n\nLow at six.\n\n\
         ### Hierarchy\n\
         - **Document:** Tide table (d_1)\n\
         - **Section Path:** \n\n\
         ### Position\n\
         - **Chunk Index:** 0\n\n\
         ### Metadata\n\
         - **Word Count:** 7\n\
         - **Start Index:** 40\n\
         - **End Index:** 72\n\n\
         > Use deep_expand with this chunkId to navigate to related chunks."
    );
}

fn expansion(chunks: Vec<ExpandedChunk>) -> ExpandResponse {
    ExpandResponse {
        data: ExpandData { chunks },
        meta: None,
    }
}

fn expanded(parent_id: Option<String>) -> ExpandedChunk {
    ExpandedChunk {
        underscore_id: "c_8".to_owned(),
        chunk_id: "c_8".to_owned(),
        content: "Neap tides follow.".to_owned(),
        level: "paragraph",
        chunk_index: 4,
        parent_id,
        document_id: "d_1".to_owned(),
        document_title: "Tide table".to_owned(),
    }
}

#[test]
fn a_walk_shows_its_chunks_under_the_heading_of_its_direction() {
    let walk = expansion(vec![expanded(some("c_2")), expanded(None)]);
    for (direction, heading) in [
        (Direction::Up, "Parent chunk"),
        (Direction::Down, "Child chunks"),
        (Direction::Next, "Next sibling"),
        (Direction::Previous, "Previous sibling"),
        (Direction::Surrounding, "Surrounding chunks"),
    ] {
        assert_eq!(
            passages::expansion(&walk, direction),
            format!(
                "## {heading}\n\n\
                 **Direction:** {} | **Results:** 2\n\n\
                 ### Chunk 1\n\
                 - **chunkId:** c_8\n\
                 - **Level:** paragraph\n\
                 - **Chunk Index:** 4\n\
                 - **Document:** Tide table (d_1)\n\
                 - **Parent:** c_2\n\
                 - **Content:** Neap tides follow.\n\n\
                 ### Chunk 2\n\
                 - **chunkId:** c_8\n\
                 - **Level:** paragraph\n\
                 - **Chunk Index:** 4\n\
                 - **Document:** Tide table (d_1)\n\
                 - **Content:** Neap tides follow.",
                direction.name()
            )
        );
    }
}

#[test]
fn a_walk_that_leads_nowhere_says_what_may_have_happened() {
    assert_eq!(
        passages::expansion(&expansion(vec![]), Direction::Next),
        "No chunks found in that direction. If this chunkId was returned from a very recently \
         created document, re-run deep_search to obtain fresh chunkIds — the chunk tree may have \
         been rebuilt while the document was being indexed."
    );
}

#[test]
fn there_are_no_notes_when_there_is_nothing_to_say() {
    assert_eq!(notes::search(&meta(), true, Some(0.35)), None);
    assert_eq!(notes::search(&meta(), false, Some(0.35)), None);
    assert_eq!(notes::stale(None, false), None);
    assert_eq!(notes::fence("Write ${talk} as `code`."), None);
    assert_eq!(notes::document_status("ready", None), None);
}

#[test]
fn notes_say_why_nothing_was_found() {
    let mut meta = meta();
    meta.reason = Some(Reason {
        code: "below_floor",
        message: "Items were compared, but none is similar enough; see the nearest miss.",
    });
    meta.nearest_miss = Some(Miss {
        id: "d_1".to_owned(),
        title: "Tide table".to_owned(),
        chunk_id: some("c_7"),
        score: 0.312,
    });
    meta.coverage.not_covered = 1;
    assert_eq!(
        notes::search(&meta, true, Some(0.35)).unwrap(),
        "Items were compared, but none is similar enough; see the nearest miss.\n\
         Nearest miss: \"Tide table\" (id: d_1, chunkId: c_7, score: 0.31), below the floor of 0.35.\n\
         Not covered by the model: 1 passage in scope, found by literal search only."
    );
}

#[test]
fn notes_say_what_took_no_part() {
    let mut meta = meta();
    meta.coverage.pending = 41;
    meta.coverage.items_pending = 3;
    meta.coverage.failed = 1;
    meta.query_windows = 2;
    meta.session = Some(SessionNote {
        id: "s_1".to_owned(),
        hidden: 5,
    });
    assert_eq!(
        notes::search(&meta, true, None).unwrap(),
        "Still being indexed: 3 of 12 items in scope. 41 passages without a vector took no part in this answer.\n\
         The query is longer than one window of the model; the weighted mean of its 2 windows was compared.\n\
         1 item could not be indexed and can be missing here; the status of a document says so.\n\
         Left out: 5 passages that session s_1 has shown already; pass another sessionId to start afresh."
    );
    meta.coverage.documents_with_text = 7;
    meta.coverage.failed = 0;
    meta.session = None;
    assert_eq!(
        notes::search(&meta, false, None).unwrap(),
        "Not read yet: 2 of 9 documents in scope."
    );
}

#[test]
fn notes_say_where_a_replaced_chunk_went() {
    let stale = |replaced_by: Option<&str>| StaleMeta {
        stale: StaleNote {
            chunk_id: "c_1".to_owned(),
            replaced_by: replaced_by.map(str::to_owned),
        },
    };
    for (replaced_by, walked, text) in [
        (
            Some("c_9"),
            false,
            "Chunk c_1 was replaced when its document changed: what you read is its old text; its place is now chunk c_9.",
        ),
        (
            None,
            false,
            "Chunk c_1 was replaced when its document changed: what you read is its old text; nothing stands in its place.",
        ),
        (
            Some("c_9"),
            true,
            "Chunk c_1 was replaced when its document changed: the walk started from chunk c_9, which stands in its place.",
        ),
        (
            None,
            true,
            "Chunk c_1 was replaced when its document changed: nothing stands in its place.",
        ),
    ] {
        assert_eq!(
            notes::stale(Some(&stale(replaced_by)), walked).unwrap(),
            text
        );
    }
}

#[test]
fn notes_say_what_a_list_or_a_document_leaves_out() {
    let more = MoreItems {
        items_shown: 50,
        items_left_out: 70,
        cursor: Some("n2".to_owned()),
    };
    assert_eq!(
        notes::more_members(&more, "k_1"),
        "The first 50 of 120 members are shown, 70 left out; list_documents with collectionId \"k_1\" \
         pages through all its documents, and GET /v1/collections/k_1/items with the cursor of \
         structuredContent.meta through all its members."
    );
    assert!(
        notes::fence("Run:\n  ```sh\n  ls\n  ```")
            .unwrap()
            .starts_with("The template holds a code fence of its own")
    );
    assert_eq!(
        notes::document_status("failed", Some("not UTF-8")).unwrap(),
        "Indexing status failed: not UTF-8"
    );
}
