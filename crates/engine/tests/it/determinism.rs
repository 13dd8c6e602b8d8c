use domain::item::{ItemId, Kind};
use domain::operations::documents::Update;

use crate::home::{Home, deep, embedded, find};

/// A small corpus with duplicates and near-duplicates, so that ties are common.
fn corpus() -> Vec<(String, String)> {
    (0..60)
        .map(|n| {
            let topic = ["alpha", "beta", "gamma", "delta"][n % 4];
            let text = format!(
                "# {topic} {}\n\n{topic} notes about number{} and {topic}.\n\n## Twin\n\nshared words of every note\n",
                n / 4,
                n % 7
            );
            (format!("/notes/{n}.md"), text)
        })
        .collect()
}

fn fill(home: &Home, order: impl Iterator<Item = usize>) {
    let corpus = corpus();
    let mut ids = Vec::new();
    for n in order {
        let (path, text) = &corpus[n];
        ids.push((n, home.file(path, text).document));
        home.clock.advance(3);
        if n % 5 == 0 {
            home.index();
        }
    }
    ids.sort();
    let members: Vec<ItemId> = ids
        .iter()
        .filter(|(n, _)| n % 9 == 0)
        .map(|(_, id)| ItemId::Document(id.clone()))
        .collect();
    home.collection("Ninth", &members);
    home.index();
}

/// Everything in an answer but latency and generation.
fn answers(home: &Home, query: &str) -> String {
    let mut found = home.find_with(domain::operations::find_items::Request {
        kinds: vec![Kind::Prompt, Kind::Document, Kind::Collection],
        ..find(query)
    });
    found.basis.latency_ms = 0;
    found.basis.generation = None;
    let mut passages = home.deep_with(deep(query));
    passages.basis.latency_ms = 0;
    passages.basis.generation = None;
    let mut literal = home.literal(query);
    literal.basis.latency_ms = 0;
    format!("{found:?}\n{passages:?}\n{literal:?}")
}

#[test]
fn order_of_insertion_and_re_indexing_change_no_answer() {
    let forwards = embedded();
    fill(&forwards, 0..60);
    let backwards = embedded();
    fill(&backwards, (0..60).rev());
    // One of the homes is edited away and back, so that everything is indexed again.
    for (path, text) in corpus() {
        backwards.file(&path, &format!("{text}\nan addition\n"));
    }
    backwards.index();
    for (path, text) in corpus() {
        backwards.file(&path, &text);
    }
    backwards.index();
    for n in 0..200 {
        let query = match n % 4 {
            0 => format!("alpha number{}", n % 7),
            1 => "shared words of every note".to_owned(),
            2 => format!("gamma {} notes", n / 4),
            _ => format!("delta beta number{}", n % 5),
        };
        assert_eq!(
            answers(&forwards, &query),
            answers(&backwards, &query),
            "{query}"
        );
    }
}

#[test]
fn an_edit_and_its_reversal_give_the_same_chunk_ids() {
    let home = embedded();
    let id = home.document("Doc", "# A\n\none two three\n\n# B\n\nfour five six\n");
    home.index();
    let before = answers(&home, "four five six");
    for content in [
        "# A\n\nchanged\n\n# B\n\nfour five six\n",
        "# A\n\none two three\n\n# B\n\nfour five six\n",
    ] {
        let request = Update {
            id: id.clone(),
            title: None,
            content: Some(content.to_owned()),
            change_log: None,
            tags: None,
            expected_revision: None,
        };
        home.engine
            .update_document(&home.caller, &request, &home.cancel)
            .unwrap();
        home.index();
    }
    assert_eq!(answers(&home, "four five six"), before);
}
