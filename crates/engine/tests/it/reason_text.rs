//! What `reason` makes of texts as people write them.

use domain::item::ItemId;
use domain::operations::reason::{Request, Response};
use domain::operations::{ZeroReason, deep_search};

use crate::home::{Home, deep, each, question};

fn answer(home: &Home, query: &str) -> Response {
    let request = Request {
        limit: Some(50),
        ..question(query)
    };
    home.reason_with(request)
}

#[test]
fn entries_of_a_change_log_do_not_contradict_each_other() {
    // A section and its paragraph are both gathered, and every entry has numbers of its own.
    each(|home| {
        home.document(
            "Changes",
            "# Changes\n\n## 1.2\n\nVersion 1.2 was released on 3 May 2024.\n\n\
             ## 1.3\n\nVersion 1.3 was released on 9 June 2025.\n\n\
             ## Log\n\n- 10:00 The server was started with 4 workers\n\
             - 11:00 The server was started with 8 workers\n",
        );
        home.index();
        for query in ["When was version 1.3 released?", "server workers"] {
            let conflicts = answer(home, query).conflicts;
            assert!(conflicts.is_empty(), "{conflicts:?}");
        }
    });
}

#[test]
fn passages_of_one_document_that_disagree_are_named_once() {
    each(|home| {
        home.document(
            "Rules",
            "# Rules\n\n## Shop\n\nRefunds are paid within 14 days of the return.\n\n\
             ## Appendix\n\nRefunds are paid within 30 days of the return. \
             The archive is never deleted.\n\n\
             ## Storage\n\nThe archive is deleted.\n",
        );
        home.index();
        let refunds = answer(home, "When are refunds paid?").conflicts;
        assert_eq!(refunds.len(), 1, "{refunds:?}");
        assert!(refunds[0].contains("14 days") && refunds[0].contains("30 days"));
        let archive = answer(home, "Is the archive deleted?").conflicts;
        assert_eq!(archive.len(), 1, "{archive:?}");
        assert!(archive[0].contains("never deleted"));
    });
}

#[test]
fn a_word_is_missing_only_when_no_form_of_it_occurs_anywhere() {
    each(|home| {
        home.document(
            "Server manual",
            "# Operation\n\nThe process is restarted every night.\n\n## עברית\n\nText.\n",
        );
        home.index();
        for query in [
            "How often do I need to restart a server?",
            "What does the manual usually mean by operation?",
            "restarting",
            "עברית",
        ] {
            let gaps = answer(home, query).gaps.join(" ");
            assert!(!gaps.contains('`'), "{query}: {gaps}");
        }
        let gaps = answer(home, "restart of the zeppelin").gaps;
        assert_eq!(gaps, ["No gathered passage mentions `zeppelin`."]);
    });
}

#[test]
fn quotations_are_sentences_without_marks_and_items_stay_apart() {
    each(|home| {
        home.document(
            "Laundry",
            "# Laundry\n\n> \"Clean set\": the **clean** sheets are `folded`.\n\n\
             - Fold the sheets\n- Iron the sheets\n\n\
             | What | Days |\n|---|---|\n| sheets | 3 |\n| towels | 5 |\n",
        );
        home.index();
        let sheets = answer(home, "sheets").answer;
        assert!(
            sheets.contains("“\"Clean set\": the clean sheets are folded.”"),
            "{sheets}"
        );
        assert!(
            sheets.contains("“Fold the sheets” “Iron the sheets”"),
            "{sheets}"
        );
        assert!(!sheets.contains('|') && !sheets.contains("- "), "{sheets}");
        let towels = answer(home, "towels").answer;
        assert!(towels.contains("“What: towels | Days: 5”"), "{towels}");
    });
}

#[test]
fn paths_and_far_passages_are_not_quoted_beside_better_ones() {
    each(|home| {
        home.document(
            "Encoder",
            "# Encoder\n\nCode: `crates/encoder/src/lib.rs`.\n\nThe encoder turns words into vectors.\n",
        );
        home.document(
            "Zoo",
            "# Zoo\n\nApes bears cats dogs eagles foxes goats hens ibexes jays kites lions mice newts \
             otters pigs quails rats seals tigers, vipers, wolves and yaks have no encoder at all.\n",
        );
        home.index();
        let response = answer(home, "encoder words vectors");
        assert!(response.answer.contains("The encoder turns words"));
        assert!(!response.answer.contains("crates/"), "{}", response.answer);
        assert!(!response.answer.contains("Apes"), "{}", response.answer);
    });
}

#[test]
fn a_near_passage_without_any_word_of_the_question_is_quoted() {
    each(|home| {
        home.document("Encoder", "# Encoder\n\n## Words\n\n## Vectors of words\n");
        home.index();
        let response = answer(home, "encoder");
        assert!(!response.answer.is_empty(), "{response:?}");
    });
}

#[test]
fn a_collection_of_prompts_has_no_passages_and_says_so() {
    each(|home| {
        home.document("Rules", "Refunds are paid.\n");
        let prompt = home.prompt("Refund letter", "Writes it.", "Write a letter.");
        let shelf = home.collection("Letters", &[ItemId::Prompt(prompt)]);
        home.index();
        let searched = home.deep_with(deep_search::Request {
            collection: Some(shelf.clone()),
            ..deep("refunds")
        });
        assert_eq!(searched.basis.zero, Some(ZeroReason::NoDocuments));
        let response = home.reason_with(Request {
            collection: Some(shelf),
            ..question("refunds")
        });
        assert!(
            response.gaps[0].contains("The collection holds no documents"),
            "{:?}",
            response.gaps
        );
    });
}
