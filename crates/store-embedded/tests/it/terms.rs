//! Which documents hold which terms.

use domain::Cancel;
use domain::change::ChunkTerms;
use domain::ports::store::Snapshot;
use domain::scope::IdSet;
use domain::{Change, ids::DocumentId};
use store_embedded::EmbeddedStore;

use crate::support::{adding, document, document_id, look, replace, tree, write};

fn found(snapshot: &dyn Snapshot, terms: &[&str], among: &IdSet) -> Vec<String> {
    let terms: Vec<String> = terms.iter().map(|&term| term.to_owned()).collect();
    let found = snapshot.documents_with_terms(&terms, among, &Cancel::new());
    found.unwrap().iter().map(DocumentId::to_string).collect()
}

#[test]
fn terms_may_be_spread_over_chunks_of_a_document() {
    let store = EmbeddedStore::temporary().unwrap();
    write(&store, adding("d_1", &["red apple", "green pear"]));
    write(&store, adding("d_2", &["red pear"]));
    write(&store, vec![Change::PutDocument(document("d_3"))]);
    let snapshot = look(&store);
    let snapshot = snapshot.as_ref();
    assert_eq!(
        found(snapshot, &["red", "pear"], &None),
        ["d_1", "d_2", "d_3"]
    );
    assert_eq!(found(snapshot, &["red", "green"], &None), ["d_1", "d_3"]);
    assert_eq!(found(snapshot, &["blue"], &None), ["d_3"]);
    assert_eq!(found(snapshot, &[], &None), ["d_1", "d_2", "d_3"]);
    let among = Some(["d_2".to_owned(), "d_9".to_owned()].into());
    assert_eq!(found(snapshot, &["red"], &among), ["d_2"]);
    assert_eq!(found(snapshot, &[], &among), ["d_2"]);
}

#[test]
fn a_term_is_a_token_whatever_it_is_made_of() {
    let terms = [
        "c++",
        "a.b",
        "foo_bar",
        "\"quoted\"",
        "it's",
        "x-y",
        "天気",
        "é",
        "a*",
        "^a",
        "(",
        ")",
        "and",
        "not",
        "near",
        "or",
        "body:x",
        "{",
        "}",
        "+",
        "a,b",
        "\\",
        "`",
        "~",
        "<>",
        "@",
        "%",
        "&",
        "|",
        "=",
        ";",
        "?",
        "!",
        "$",
        "#",
        "/",
        "[x]",
    ];
    let store = EmbeddedStore::temporary().unwrap();
    for (at, term) in terms.iter().enumerate() {
        write(&store, adding(&format!("d_{at:02}"), &[term, "common"]));
    }
    let snapshot = look(&store);
    for (at, term) in terms.iter().enumerate() {
        let expected = [format!("d_{at:02}")];
        assert_eq!(found(snapshot.as_ref(), &[term], &None), expected, "{term}");
    }
    assert_eq!(
        found(snapshot.as_ref(), &["common"], &None).len(),
        terms.len()
    );
    // No part of a term, and nothing across the border of two.
    for part in ["foo", "bar", "天", "quoted", "a b", "b", "c++ common"] {
        assert_eq!(found(snapshot.as_ref(), &[part], &None), [""; 0], "{part}");
    }
}

#[test]
fn context_counts_and_replaced_terms_are_gone() {
    let store = EmbeddedStore::temporary().unwrap();
    write(&store, adding("d_1", &["old"]));
    assert_eq!(found(look(&store).as_ref(), &["old"], &None), ["d_1"]);
    write(&store, vec![replace("d_1", &["new"])]);
    assert_eq!(found(look(&store).as_ref(), &["old"], &None), [""; 0]);
    let chunks = tree("d_1", &["new"]);
    let terms = vec![ChunkTerms {
        chunk: chunks[1].id.clone(),
        body: Vec::new(),
        context: vec!["title".to_owned()],
    }];
    let change = Change::ReplaceTree {
        document: document_id("d_1"),
        chunks,
        terms,
        tombstones: Vec::new(),
    };
    write(&store, vec![change]);
    assert_eq!(found(look(&store).as_ref(), &["title"], &None), ["d_1"]);
    assert_eq!(found(look(&store).as_ref(), &["new"], &None), [""; 0]);
    write(&store, vec![Change::DeleteDocument(document_id("d_1"))]);
    assert_eq!(found(look(&store).as_ref(), &["title"], &None), [""; 0]);
    assert_eq!(store.check(&Cancel::new()).unwrap(), [""; 0]);
}
