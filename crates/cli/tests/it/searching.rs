//! Looking things up.

use crate::support::{Place, Served};

#[test]
fn a_folder_is_found_by_meaning_and_read_to_the_passage() {
    let place = Place::with_library();
    let found = place
        .ibid(&["find", "how", "often", "do", "plants", "need", "water"])
        .expect(0);
    assert!(
        found
            .stdout
            .starts_with("## Semantic Search Results for \"how often do plants need water\""),
        "{found:?}"
    );
    let answer = place
        .ibid(&["find", "watering plants", "--type", "documents", "--json"])
        .expect(0)
        .json();
    assert_eq!(answer["data"]["documents"][0]["title"], "Garden Notes");
    let document = answer["data"]["documents"][0]["documentId"]
        .as_str()
        .unwrap();

    let deep = place
        .ibid(&[
            "deep",
            "watering plants",
            "--document",
            document,
            "--limit",
            "2",
            "--json",
        ])
        .expect(0)
        .json();
    let results = deep["data"]["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    assert!(results[0]["content"].as_str().unwrap().contains("Tomatoes"));
    let chunk = results[0]["chunkId"].as_str().unwrap();

    let read = place.ibid(&["read", chunk]).expect(0);
    assert!(read.stdout.contains("never on the"), "{read:?}");
    let around = place
        .ibid(&["expand", chunk, "up", "--json"])
        .expect(0)
        .json();
    assert_eq!(around["data"]["chunks"].as_array().unwrap().len(), 1);
    place
        .ibid(&["expand", chunk, "surrounding", "--count", "1"])
        .expect(0);
}

#[test]
fn the_words_themselves_are_found_in_any_case() {
    let place = Place::with_library();
    let found = place
        .ibid(&["find", "--literal", "NINETY DAYS", "--json"])
        .expect(0)
        .json();
    assert_eq!(found["meta"]["semantic"], false);
    assert_eq!(found["data"]["documents"].as_array().unwrap().len(), 1);
}

#[test]
fn no_hits_are_no_failure_and_say_why() {
    let place = Place::with_library();
    let run = place.ibid(&["find", "--literal", "zeppelin"]).expect(0);
    assert_eq!(run.stdout, "No results found for \"zeppelin\".\n");
    assert!(run.stderr.contains("literally"), "{run:?}");
    let quiet = place
        .ibid(&["find", "--literal", "zeppelin", "--quiet"])
        .expect(0);
    assert_eq!(quiet.stderr, "");
}

#[test]
fn a_question_is_answered_with_sources() {
    let place = Place::with_library();
    let question = ["reason", "How", "often", "do", "tomatoes", "want", "water?"];
    let page = place.ibid(&question).expect(0);
    assert!(page.stdout.contains("Garden Notes"), "{page:?}");
    let one = [&question[..], &["--limit", "1", "--json"]].concat();
    let answer = place.ibid(&one).expect(0).json();
    assert!(answer["data"]["answer"].is_string(), "{answer}");
    place
        .ibid(&["reason", "water?", "--document", "d_unknown"])
        .expect(3);
    place.ibid(&["reason", " "]).expect(2);
    let served = Served::start(&place);
    let asked = place.ibid(&question).expect(0);
    let without_latency = |page: &str| page.split("- Latency").next().unwrap().to_owned();
    assert_eq!(
        without_latency(&asked.stdout),
        without_latency(&page.stdout)
    );
    served.end();
}

#[test]
fn a_query_that_the_model_does_not_know_leads_to_a_literal_search() {
    let place = Place::with_library();
    let run = place
        .ibid(&["deep", "\u{10348}\u{10330}\u{10342}"])
        .expect(0);
    assert!(
        run.stderr.contains("`ibid find --literal` works for it"),
        "{run:?}"
    );
}

#[test]
fn limits_are_clamped_and_words_in_their_place_refused() {
    let place = Place::with_library();
    let count = |limit: &str| {
        let run = place
            .ibid(&["deep", "water", "--json", "--limit", limit])
            .expect(0);
        run.json()["data"]["results"].as_array().unwrap().len()
    };
    assert_eq!(count("0"), 1);
    assert_eq!(count("-1"), 1);
    assert!(count("51") > 1);
    let run = place.ibid(&["deep", "water", "--limit", "x"]).expect(2);
    assert!(run.stderr.contains("limit"), "{run:?}");
}

#[test]
fn a_session_is_not_shown_the_same_passage_twice() {
    let place = Place::with_library();
    let search = || {
        let args = [
            "deep",
            "water",
            "--json",
            "--limit",
            "1",
            "--session",
            "mine",
        ];
        let answer = place.ibid(&args).expect(0).json();
        answer["data"]["results"][0]["chunkId"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert_ne!(search(), search());
}

#[test]
fn queries_that_cannot_be_used_are_refused() {
    let place = Place::with_library();
    for command in ["find", "deep"] {
        let blank = place.ibid(&[command, " "]).expect(2);
        assert!(blank.stderr.contains("Query is required"), "{blank:?}");
        // One argument is bounded by the system, so a megabyte takes several.
        let words = vec!["x".repeat(65_535); 16];
        let mut args = vec![command];
        args.extend(words.iter().map(String::as_str));
        let long = place.ibid(&args).expect(2);
        assert!(
            long.stderr.contains("1048575 bytes"),
            "{}",
            &long.stderr[..200.min(long.stderr.len())]
        );
        assert!(long.stderr.contains("16384 bytes"));
    }
}

#[test]
fn unknown_ids_are_not_found() {
    let place = Place::with_library();
    for args in [
        &["read", "c_unknown"][..],
        &["expand", "c_unknown", "up"],
        &["prompt", "show", "p_unknown"],
        &["deep", "water", "--document", "d_unknown"],
        &["deep", "water", "--collection", "k_unknown"],
    ] {
        let run = place.ibid(args).expect(3);
        assert!(run.stderr.contains("not found"), "{run:?}");
        assert_eq!(run.stdout, "");
    }
    let json = place
        .ibid(&["read", "c_unknown", "--json"])
        .expect(3)
        .json();
    assert_eq!(json["error"]["kind"], "not_found");
    assert_eq!(json["error"]["message"], "Chunk not found");
    place.ibid(&["read", "../../etc"]).expect(2);
}
