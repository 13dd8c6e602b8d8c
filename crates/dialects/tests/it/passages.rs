use domain::ErrorKind;
use serde_json::{Value, json};

use crate::library::{Library, TIDES};

fn filled() -> (Library, String) {
    let library = Library::empty();
    let tides = library.document("Tide table", TIDES, &[]);
    library.prompt("Tide report", "About the spring tide.", "Spring tide.");
    library.index();
    (library, tides)
}

fn results(output: &Value) -> &Vec<Value> {
    output["data"]["results"].as_array().unwrap()
}

#[test]
fn a_passage_is_found_read_and_walked_from() {
    let (library, tides) = filled();
    let output = library.ok("deep_search", json!({"query": "dredger neap tide"}));
    assert!(output.text.starts_with(
        "## Progressive Disclosure Search: \"dredger neap tide\"\n\n**Total Results:** "
    ));
    assert_eq!(output.notes, None);
    let structured = output.structured.unwrap();
    let hit = results(&structured)
        .iter()
        .find(|hit| hit["level"] == "paragraph")
        .unwrap();
    assert_eq!(hit["documentId"], tides);
    assert_eq!(structured["meta"]["layer"], "passages");
    assert!(structured["meta"].get("session").is_none());
    assert_eq!(
        structured["data"]["meta"],
        json!({
            "query": "dredger neap tide",
            "totalResults": results(&structured).len(),
            "latencyMs": 0,
        })
    );

    let chunk = hit["chunkId"].as_str().unwrap();
    let output = library.ok("deep_read", json!({"chunkId": chunk}));
    assert!(output.text.starts_with(&format!(
        "## Chunk Details\n\n- **chunkId:** {chunk}\n- **Level:** paragraph\n- **Content:**\n\nThe neap tide"
    )));
    assert!(output.text.contains("- **Section Path:** Neap\n"));
    assert_eq!(output.notes, None);
    let data = output.structured.unwrap()["data"].take();
    let units: Vec<u16> = TIDES.encode_utf16().collect();
    let start = usize::try_from(data["metadata"]["startIndex"].as_u64().unwrap()).unwrap();
    let end = usize::try_from(data["metadata"]["endIndex"].as_u64().unwrap()).unwrap();
    assert_eq!(
        String::from_utf16(&units[start..end]).unwrap(),
        data["content"].as_str().unwrap()
    );

    let up = library.json("deep_expand", json!({"chunkId": chunk, "direction": "up"}));
    let section = &up["data"]["chunks"][0];
    assert_eq!(
        section["chunkId"],
        data["hierarchy"]["position"]["parentChunkId"]
    );
    assert_eq!(section["_id"], section["chunkId"]);
    assert_eq!(section["level"], "section");
}

#[test]
fn every_direction_answers_even_where_it_leads_nowhere() {
    let (library, tides) = filled();
    let search = library.json("deep_search", json!({"query": "tide", "documentId": tides}));
    let chunk = results(&search)
        .iter()
        .find(|hit| hit["level"] == "paragraph")
        .unwrap()["chunkId"]
        .clone();
    for (direction, heading) in [
        ("up", "## Parent chunk"),
        ("surrounding", "## Surrounding chunks"),
        ("down", "No chunks found in that direction."),
        ("next", "No chunks found in that direction."),
        ("previous", "No chunks found in that direction."),
    ] {
        let output = library.ok(
            "deep_expand",
            json!({"chunkId": chunk, "direction": direction, "count": "3"}),
        );
        assert!(
            output.text.starts_with(heading),
            "{direction}: {}",
            output.text
        );
        assert!(output.structured.unwrap()["data"]["chunks"].is_array());
    }
    let (_, text) = library.failure(
        "deep_expand",
        json!({"chunkId": chunk, "direction": "sideways"}),
    );
    assert_eq!(
        text,
        "Error: `direction` must be one of up, down, next, previous, surrounding; got `sideways`"
    );
}

#[test]
fn limits_are_clamped_and_a_smaller_one_is_the_head_of_a_larger() {
    let library = Library::empty();
    for n in 0..60 {
        library.document(
            &format!("Note {n}"),
            &format!("Spring tide number {n}."),
            &[],
        );
    }
    library.index();
    let ids = |limit: Value| {
        let output = library.json(
            "deep_search",
            json!({"query": "spring tide", "limit": limit}),
        );
        results(&output)
            .iter()
            .map(|hit| hit["chunkId"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let all = ids(json!(50));
    assert_eq!(all.len(), 50);
    assert_eq!(ids(json!(51)), all);
    assert_eq!(ids(json!(null)), all[..10]);
    assert_eq!(ids(json!("10")), all[..10]);
    assert_eq!(ids(json!(0)), all[..1]);
    assert_eq!(ids(json!(-1)), all[..1]);
    let (kind, text) = library.failure("deep_search", json!({"query": "tide", "limit": "x"}));
    assert_eq!(kind, ErrorKind::Invalid);
    assert_eq!(text, "Error: `limit` must be a whole number; got \"x\"");
}

#[test]
fn prompts_are_never_passages() {
    let (library, _) = filled();
    let output = library.json("deep_search", json!({"query": "spring tide", "limit": 50}));
    assert!(
        results(&output)
            .iter()
            .all(|hit| hit["documentTitle"] == "Tide table")
    );
    let prompts = library.json("search_prompts", json!({}));
    let (kind, text) = library.failure("deep_read", json!({"chunkId": prompts["data"][0]["id"]}));
    assert_eq!(kind, ErrorKind::NotFound);
    assert!(text.starts_with("Error: Resource not found. Chunk not found"));
}

#[test]
fn a_replaced_chunk_answers_with_its_old_text_and_its_successor() {
    let (library, tides) = filled();
    let search = library.json("deep_search", json!({"query": "dredger neap tide"}));
    let chunk = results(&search)
        .iter()
        .find(|hit| hit["level"] == "paragraph")
        .unwrap()["chunkId"]
        .as_str()
        .unwrap()
        .to_owned();
    library.ok(
        "update_document",
        json!({"documentId": tides, "content": TIDES.replace("the dredger works", "the digger rests")}),
    );
    let output = library.ok("deep_read", json!({"chunkId": chunk}));
    assert!(output.text.contains("the dredger works"));
    let structured = output.structured.unwrap();
    let stale = &structured["meta"]["stale"];
    assert_eq!(stale["chunkId"], chunk);
    let successor = stale["replacedBy"].as_str().unwrap();
    assert_eq!(
        output.notes.unwrap(),
        format!(
            "Chunk {chunk} was replaced when its document changed: what you read is its old text; its place is now chunk {successor}."
        )
    );
    let output = library.ok("deep_expand", json!({"chunkId": chunk, "direction": "up"}));
    assert_eq!(
        output.structured.unwrap()["meta"]["stale"]["replacedBy"],
        successor
    );
    let now = library.ok("deep_read", json!({"chunkId": successor}));
    assert!(now.text.contains("the digger rests"));
    assert!(now.structured.unwrap().get("meta").is_none());
}

#[test]
fn unknown_scopes_are_errors_and_empty_ones_say_why() {
    let (library, _) = filled();
    for scope in ["documentId", "collectionId"] {
        let (kind, _) =
            library.failure("deep_search", json!({"query": "tide", scope: "undefined"}));
        assert_eq!(kind, ErrorKind::NotFound, "{scope}");
    }
    let empty = library.collection("Empty");
    let output = library.ok(
        "deep_search",
        json!({"query": "tide", "collectionId": empty}),
    );
    assert_eq!(output.text, "No results found for \"tide\".");
    assert_eq!(
        output.notes.unwrap(),
        "The collection holds no documents, and only documents have passages; catalog search finds prompts, too."
    );
}
