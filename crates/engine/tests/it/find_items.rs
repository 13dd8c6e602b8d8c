use domain::ErrorKind;
use domain::item::{ItemId, Kind, Status, Tags};
use domain::operations::ZeroReason;
use domain::operations::find_items::Request;
use domain::scope::ItemFilter;

use crate::home::{each, find};

#[test]
fn a_document_is_found_by_its_body_and_says_where_to_read_on() {
    each(|home| {
        let notes = home.document(
            "Compliance Notes 2026",
            "# Scope\n\nDuties of the team.\n\n# Health data\n\nHIPAA compliance of patient records.\n",
        );
        home.document("Garden", "Tomatoes and watering in July.\n");
        home.index();
        let found = home.find("HIPAA compliance patient records");
        assert_eq!(found.documents[0].id, notes);
        assert_eq!(found.documents[0].status, Status::Ready);
        assert!(found.documents[0].chunk.is_some());
        let highlight = found.documents[0].highlight.as_deref().unwrap();
        assert!(highlight.contains("HIPAA"), "{highlight}");
        assert!(found.documents.iter().all(|d| d.score.unwrap() >= 0.35));
    });
}

#[test]
fn filters_are_applied_before_candidates_are_chosen() {
    each(|home| {
        for n in 0..200 {
            home.document(&format!("Distractor {n}"), "alpha beta gamma\n");
        }
        let target = home.tagged_document(
            "Target",
            "alpha beta gamma among several other words here\n",
            &["wanted"],
        );
        home.collection("Shelf", &[ItemId::Document(target.clone())]);
        home.index();
        assert!(
            home.find("alpha beta gamma")
                .documents
                .iter()
                .all(|d| d.id != target)
        );
        let tagged = home.find_with(Request {
            filter: ItemFilter {
                tags: Tags::new(["wanted"]).unwrap(),
                ..ItemFilter::default()
            },
            ..find("alpha beta gamma")
        });
        assert_eq!(tagged.documents.len(), 1);
        assert_eq!(tagged.documents[0].id, target);
        assert_eq!(tagged.basis.coverage.documents, 1);
    });
}

#[test]
fn a_collection_finds_its_items_however_many_others_are_better() {
    each(|home| {
        // More than any budget of candidates that is taken before a filter.
        for n in 0..300 {
            home.document(&format!("Distractor {n}"), "alpha beta gamma\n");
            home.prompt(&format!("Distractor {n}"), "alpha", "alpha beta gamma");
        }
        let words = "alpha beta gamma among several other words here";
        let document = home.document("Target", words);
        let prompt = home.prompt("Target", "alpha", words);
        let shelf = home.collection(
            "Shelf",
            &[
                ItemId::Document(document.clone()),
                ItemId::Prompt(prompt.clone()),
            ],
        );
        home.index();
        let everywhere = home.find("alpha beta gamma");
        assert!(everywhere.documents.iter().all(|row| row.id != document));
        assert!(everywhere.prompts.iter().all(|row| row.id != prompt));
        let inside = home.find_with(Request {
            filter: ItemFilter {
                collection: Some(shelf),
                ..ItemFilter::default()
            },
            ..find("alpha beta gamma")
        });
        assert_eq!(inside.documents.len(), 1);
        assert_eq!(inside.documents[0].id, document);
        assert_eq!(inside.prompts.len(), 1);
        assert_eq!(inside.prompts[0].id, prompt);
    });
}

#[test]
fn ten_rows_are_the_head_of_fifty() {
    each(|home| {
        for n in 0..60 {
            home.document(&format!("Note {n}"), &format!("alpha beta word{n}\n"));
        }
        home.index();
        let fifty = home.find_with(Request {
            limit_per_kind: 50,
            ..find("alpha beta")
        });
        let ten = home.find("alpha beta");
        assert_eq!(fifty.documents.len(), 50);
        assert_eq!(ten.documents[..], fifty.documents[..10]);
    });
}

#[test]
fn a_collection_scores_by_its_best_member_even_when_only_collections_are_asked_for() {
    each(|home| {
        let relevant = home.document("One", "quarterly leave policy\n");
        let other = home.document("Two", "unrelated garden words\n");
        let prompt = home.prompt("Leave reply", "answers leave requests", "leave policy text");
        home.collection(
            "People",
            &[
                ItemId::Document(relevant),
                ItemId::Document(other),
                ItemId::Prompt(prompt),
            ],
        );
        home.index();
        let found = home.find_with(Request {
            kinds: vec![Kind::Collection],
            ..find("quarterly leave policy")
        });
        assert!(found.prompts.is_empty() && found.documents.is_empty());
        let all = home.find("quarterly leave policy");
        let best = all.documents[0]
            .score
            .unwrap()
            .max(all.prompts[0].score.unwrap());
        assert_eq!(found.collections[0].score, Some(best));
        assert_eq!(found.collections[0].matched_items, Some(2));
    });
}

#[test]
fn a_collection_without_a_matching_member_falls_back_to_its_name_at_the_floor() {
    each(|home| {
        let document = home.document("One", "unrelated garden words\n");
        home.collection("Leave policy", &[ItemId::Document(document)]);
        home.index();
        let found = home.find("leave policy");
        assert_eq!(found.collections.len(), 1);
        assert_eq!(found.collections[0].score, Some(0.35));
        assert_eq!(found.collections[0].matched_items, Some(0));
    });
}

#[test]
fn a_search_by_meaning_never_turns_into_keyword_search() {
    each(|home| {
        home.document("Alpha", "alpha beta\n");
        home.index();
        home.embedder.set_unavailable(true);
        let error = home
            .engine
            .find_items(&home.caller, &find("alpha"), &home.cancel)
            .unwrap_err();
        assert_eq!(error.kind, ErrorKind::Unavailable);
        assert!(
            error.message.starts_with("embedding unavailable"),
            "{error}"
        );
        assert_eq!(home.literal("alpha").documents.len(), 1);
    });
}

#[test]
fn literal_search_covers_whole_bodies_headings_and_what_was_just_written() {
    each(|home| {
        let mut content = String::from("# Opening\n\n");
        content.push_str(&"filler words again and again. ".repeat(600));
        content.push_str("\n\n# The Zürich Ledger\n\nThe secret is on the last line: Ξάνθη.\n");
        let id = home.document("Long", &content);
        for query in [
            "ξάνθη",
            "zürich ledger",
            "secret is ON the last",
            "again. filler",
        ] {
            let found = home.literal(query);
            assert_eq!(found.documents.len(), 1, "{query}");
            assert_eq!(found.documents[0].id, id);
            assert_eq!(found.documents[0].score, None);
            assert!(found.documents[0].chunk.is_some(), "{query}");
        }
        assert_eq!(home.embedder.embedded_texts(), 0);
        let miss = home.literal("not in there");
        assert_eq!(miss.basis.zero, Some(ZeroReason::NoLiteralMatch));
    });
}

#[test]
fn a_heading_match_leads_to_its_section() {
    each(|home| {
        home.document(
            "Doc",
            "# First part\n\nSome text.\n\n# Second part\n\nMore text.\n",
        );
        let found = home.literal("second part");
        let chunk = found.documents[0].chunk.clone().unwrap();
        let read = home
            .engine
            .deep_read(
                &home.caller,
                &domain::operations::deep_read::Request { chunk },
                &home.cancel,
            )
            .unwrap();
        assert_eq!(read.chunk.heading.as_deref(), Some("Second part"));
    });
}

#[test]
fn zero_hits_say_why() {
    each(|home| {
        assert_eq!(
            home.find("anything").basis.zero,
            Some(ZeroReason::EmptyStore)
        );
        home.tagged_document("Alpha", "alpha beta gamma\n", &["a"]);
        let pending = home.find("alpha beta gamma");
        assert_eq!(pending.basis.zero, Some(ZeroReason::NothingIndexed));
        assert!(pending.basis.coverage.pending > 0);
        home.index();
        let scoped = home.find_with(Request {
            filter: ItemFilter {
                tags: Tags::new(["absent"]).unwrap(),
                ..ItemFilter::default()
            },
            ..find("alpha")
        });
        assert_eq!(scoped.basis.zero, Some(ZeroReason::ScopeEmpty));
        let below = home.find("utterly different subject");
        assert_eq!(below.basis.zero, Some(ZeroReason::BelowFloor));
        let miss = below.basis.nearest_miss.unwrap();
        assert_eq!(miss.title, "Alpha");
        assert!(miss.score < 0.35);
    });
}

#[test]
fn blank_and_oversize_queries_are_refused() {
    each(|home| {
        let ask = |query: &str| {
            home.engine
                .find_items(&home.caller, &find(query), &home.cancel)
                .unwrap_err()
        };
        assert_eq!(ask("  \n ").message, "Query is required");
        let large = ask(&"x".repeat(1_000_000));
        assert_eq!(large.kind, ErrorKind::TooLarge);
        assert!(large.message.contains("16384"), "{large}");
    });
}

#[test]
fn a_literal_that_straddles_chunks_is_found_where_it_starts() {
    each(|home| {
        let mut content = String::new();
        for n in 0..400 {
            content.push_str(&format!("第{n}項は保存期間と検索対象を定める規則である。"));
        }
        home.document("規則", &content);
        let characters: Vec<char> = content.chars().collect();
        for start in (0..characters.len() - 9).step_by(37) {
            let needle: String = characters[start..start + 9].iter().collect();
            let found = home.literal(&needle);
            assert_eq!(found.documents.len(), 1, "{needle}");
            assert!(found.documents[0].chunk.is_some(), "{needle}");
        }
    });
}
