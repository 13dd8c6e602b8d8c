//! Every list can be walked to its end by cursor, without a gap and without a repeat.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::api::Api;

const ROWS: usize = 23;

/// Walks a list in pages of `limit`; gives the ids in order.
fn walk(api: &Api, path: &str, limit: usize, id: &str) -> Vec<String> {
    let mut ids = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = api.get(&format!("{path}limit={limit}&cursor={cursor}"));
        let rows = page["data"].as_array().unwrap();
        assert!(rows.len() <= limit);
        ids.extend(rows.iter().map(|row| row[id].as_str().unwrap().to_owned()));
        let pagination = &page["pagination"];
        assert_eq!(
            pagination["hasMore"],
            !pagination["cursor"].is_null(),
            "{pagination}"
        );
        match &pagination["cursor"] {
            Value::String(next) => cursor.clone_from(next),
            _ => return ids,
        }
        assert_eq!(rows.len(), limit, "a page is short while the list goes on");
    }
}

fn filled() -> (Api, String) {
    let api = Api::empty();
    let collection = api.create("/v1/collections", json!({"name": "All"}));
    let mut documents = Vec::new();
    let mut prompts = Vec::new();
    for number in 0..ROWS {
        // Some rows are of the same age.
        api.clock.advance(i64::from(number % 3 == 0));
        documents.push(api.document(&format!("Document {number}"), &format!("Text {number}.")));
        prompts.push(api.prompt(&format!("Prompt {number}"), &format!("Ask {number}.")));
        api.create("/v1/collections", json!({"name": format!("Set {number}")}));
    }
    for (kind, ids) in [("document", documents), ("prompt", prompts)] {
        let path = format!("POST /v1/collections/{collection}/items");
        api.ok(&path, json!({"itemType": kind, "itemIds": ids}));
    }
    (api, collection)
}

#[test]
fn every_list_is_walked_to_its_end() {
    let (api, collection) = filled();
    let items = format!("/v1/collections/{collection}/items?");
    let of_collection = format!("/v1/documents?collectionId={collection}&");
    for (path, id, count) in [
        ("/v1/prompts?", "id", ROWS),
        ("/v1/documents?", "id", ROWS),
        ("/v1/collections?", "id", ROWS + 1),
        (items.as_str(), "itemId", 2 * ROWS),
        (of_collection.as_str(), "id", ROWS),
        ("/v1/prompts?q=prompt+1&", "id", 11),
        ("/v1/documents?search=DOCUMENT+1&", "id", 11),
        ("/v1/collections?search=set+2&", "id", 4),
    ] {
        let whole = walk(&api, path, 100, id);
        assert_eq!(whole.len(), count, "{path}");
        assert_eq!(whole.iter().collect::<BTreeSet<_>>().len(), count, "{path}");
        for limit in [1, 7, count] {
            assert_eq!(walk(&api, path, limit, id), whole, "{path} by {limit}");
        }
    }
}

#[test]
fn limits_out_of_range_are_brought_into_it() {
    let (api, _) = filled();
    for (limit, rows) in [
        ("0", 1),
        ("-5", 1),
        ("-99999999999999999999", 1),
        ("101", ROWS),
        ("99999999999999999999", ROWS),
    ] {
        let page = api.get(&format!("/v1/documents?limit={limit}"));
        assert_eq!(page["data"].as_array().unwrap().len(), rows, "{limit}");
    }
    let page = api.get("/v1/documents");
    assert_eq!(page["data"].as_array().unwrap().len(), 20);
}

#[test]
fn a_cursor_of_another_list_is_refused() {
    let (api, collection) = filled();
    let page = api.get(&format!("/v1/collections/{collection}/items?limit=1"));
    let cursor = page["pagination"]["cursor"].as_str().unwrap();
    let (status, answer) = api.send(&format!("GET /v1/prompts?cursor={cursor}"), None);
    assert_eq!(status, 400, "{answer}");
}
