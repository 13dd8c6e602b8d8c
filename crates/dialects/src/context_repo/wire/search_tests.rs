//! The JSON of the search tools, converted from domain values.

use domain::chunk::{self, Embedding, Level};
use domain::coverage::Coverage;
use domain::ids::{ChunkId, CollectionId, DocumentId, PromptId, SessionId};
use domain::item::Status;
use domain::operations::deep_read::Stale;
use domain::operations::find_items::{self, Mode};
use domain::operations::{Basis, Layer, NearestMiss, SessionNote, ZeroReason};
use domain::operations::{deep_expand, deep_read, deep_search};

use super::{find_items as wire_items, passages, to_value};

fn chunk_id(id: &str) -> ChunkId {
    ChunkId::parse(id).unwrap()
}

fn basis(layer: Layer) -> Basis {
    Basis {
        layer,
        generation: None,
        coverage: Coverage {
            documents: 2,
            documents_with_tree: 1,
            prompts: 1,
            embedded: 5,
            pending: 4,
            not_covered: 3,
            items_pending: 2,
            items_failed: 1,
        },
        compared: 5,
        query_windows: 1,
        zero: None,
        nearest_miss: None,
        session: None,
        latency_ms: 7,
    }
}

const COVERAGE: &str = concat!(
    r#""coverage":{"items":3,"documents":2,"documentsWithText":1,"prompts":1,"embedded":5,"#,
    r#""pending":4,"notCovered":3,"itemsPending":2,"failed":1},"compared":5,"queryWindows":1"#
);

#[test]
fn catalog_rows_name_their_ids_by_kind() {
    let response = find_items::Response {
        query: "tides".to_owned(),
        mode: Mode::Semantic,
        prompts: vec![find_items::PromptRow {
            id: PromptId::parse("p_1").unwrap(),
            title: "Minutes".to_owned(),
            description: "D".to_owned(),
            score: Some(0.5),
            highlight: None,
        }],
        documents: vec![find_items::DocumentRow {
            id: DocumentId::parse("d_1").unwrap(),
            title: "Tide table".to_owned(),
            status: Status::Ready,
            score: Some(f64::NAN),
            highlight: Some("High water".to_owned()),
            chunk: Some(chunk_id("c_1")),
        }],
        collections: vec![find_items::CollectionRow {
            id: CollectionId::parse("k_1").unwrap(),
            name: "Harbour".to_owned(),
            description: None,
            score: Some(0.5),
            matched_items: Some(1),
        }],
        basis: basis(Layer::Catalog),
    };
    assert_eq!(
        to_value(&wire_items::Response::from(response)).to_string(),
        format!(
            concat!(
                r#"{{"data":{{"prompts":[{{"promptId":"p_1","title":"Minutes","description":"D","score":0.5}}],"#,
                r#""documents":[{{"documentId":"d_1","title":"Tide table","status":"ready","score":0.0,"#,
                r#""highlight":"High water","chunkId":"c_1"}}],"#,
                r#""collections":[{{"collectionId":"k_1","name":"Harbour","score":0.5,"matchedItems":1}}]}},"#,
                r#""meta":{{"semantic":true,"query":"tides","layer":"catalog","generation":null,{},"#,
                r#""latencyMs":7}}}}"#
            ),
            COVERAGE
        )
    );
}

#[test]
fn a_zero_hit_answer_carries_its_reason_and_nearest_miss() {
    let mut basis = basis(Layer::Catalog);
    basis.generation = Some(2);
    basis.zero = Some(ZeroReason::BelowFloor);
    basis.nearest_miss = Some(NearestMiss {
        item: "d_1".to_owned(),
        title: "Tide table".to_owned(),
        chunk: Some(chunk_id("c_1")),
        score: 0.3,
    });
    let response = find_items::Response {
        query: "taxes".to_owned(),
        mode: Mode::Literal,
        prompts: vec![],
        documents: vec![],
        collections: vec![],
        basis,
    };
    let value = to_value(&wire_items::Response::from(response));
    assert_eq!(
        value["data"].to_string(),
        r#"{"prompts":[],"documents":[],"collections":[]}"#
    );
    assert_eq!(value["meta"]["semantic"], false);
    assert_eq!(value["meta"]["generation"], 2);
    assert_eq!(
        value["meta"]["reason"]["message"],
        ZeroReason::BelowFloor.sentence()
    );
    assert_eq!(
        value["meta"]["nearestMiss"].to_string(),
        r#"{"id":"d_1","title":"Tide table","chunkId":"c_1","score":0.3}"#
    );
}

#[test]
fn passages_keep_the_contracts_figures_within_data_and_ours_beside() {
    let mut basis = basis(Layer::Passages);
    basis.session = Some(SessionNote {
        id: SessionId::parse("s_1").unwrap(),
        hidden: 2,
    });
    let response = deep_search::Response {
        query: "tides".to_owned(),
        passages: vec![deep_search::Passage {
            chunk: chunk_id("c_1"),
            preview: "High water".to_owned(),
            score: 0.75,
            level: Level::Paragraph,
            document: DocumentId::parse("d_1").unwrap(),
            document_title: "Tide table".to_owned(),
            parent: Some(chunk_id("c_0")),
            previous: None,
            next: Some(chunk_id("c_2")),
        }],
        basis,
    };
    assert_eq!(
        to_value(&passages::SearchResponse::from(response)).to_string(),
        format!(
            concat!(
                r#"{{"data":{{"results":[{{"chunkId":"c_1","content":"High water","score":0.75,"#,
                r#""level":"paragraph","documentId":"d_1","documentTitle":"Tide table","#,
                r#""parentId":"c_0","siblingIds":{{"prev":null,"next":"c_2"}}}}],"#,
                r#""meta":{{"query":"tides","totalResults":1,"latencyMs":7}}}},"#,
                r#""meta":{{"layer":"passages","generation":null,{},"#,
                r#""session":{{"id":"s_1","hidden":2}},"latencyMs":7}}}}"#
            ),
            COVERAGE
        )
    );
}

fn chunk() -> chunk::Chunk {
    chunk::Chunk {
        id: chunk_id("c_1"),
        document: DocumentId::parse("d_1").unwrap(),
        level: Level::Paragraph,
        ordinal: 3,
        parent: Some(chunk_id("c_0")),
        previous: None,
        next: None,
        section_path: vec!["Spring".to_owned(), "March".to_owned()],
        heading: Some("March".to_owned()),
        content: "High water 🌊".to_owned(),
        lead: "Tide table › Spring › March".to_owned(),
        bytes: 10..25,
        utf16: 10..23,
        word_count: 3,
        pages: None,
        embedding: Embedding::Wanted,
    }
}

#[test]
fn a_read_has_the_position_of_the_contract_and_counts_utf16_units() {
    let response = deep_read::Response {
        chunk: chunk(),
        document_title: "Tide table".to_owned(),
        stale: None,
    };
    assert_eq!(
        to_value(&passages::ReadResponse::from(response)).to_string(),
        concat!(
            r#"{"data":{"chunkId":"c_1","level":"paragraph","content":"High water 🌊","#,
            r#""hierarchy":{"documentId":"d_1","documentTitle":"Tide table","#,
            r#""sectionPath":"Spring > March","position":{"chunkIndex":3,"parentChunkId":"c_0","#,
            r#""prevSiblingId":null,"nextSiblingId":null}},"metadata":{"wordCount":3,"#,
            r#""startIndex":10,"endIndex":23,"headingText":"March"}}}"#
        )
    );
}

#[test]
fn a_walk_has_both_spellings_of_the_id_and_says_when_it_began_elsewhere() {
    let response = deep_expand::Response {
        direction: deep_expand::Direction::Down,
        chunks: vec![chunk()],
        document_title: "Tide table".to_owned(),
        stale: Some(Stale {
            chunk: chunk_id("c_old"),
            replaced_by: Some(chunk_id("c_0")),
        }),
    };
    assert_eq!(
        to_value(&passages::ExpandResponse::from(response)).to_string(),
        concat!(
            r#"{"data":{"chunks":[{"_id":"c_1","chunkId":"c_1","content":"High water 🌊","#,
            r#""level":"paragraph","chunkIndex":3,"parentId":"c_0","documentId":"d_1","#,
            r#""documentTitle":"Tide table"}]},"#,
            r#""meta":{"stale":{"chunkId":"c_old","replacedBy":"c_0"}}}"#
        )
    );
}
