use std::sync::{Arc, Mutex};

use domain::caller::Permission;
use domain::ids::{ChunkId, DocumentId};
use domain::item::ItemId;
use domain::operations::reason::Request;
use domain::operations::{ZeroReason, reason};
use domain::ports::answer_writer::{AnswerWriter, Draft, Source};
use domain::{Caller, Cancel, Code, Error, ErrorKind, Result, ScopeSet};

use crate::home::{Home, each, embedded, question};

const REFUNDS: &str = "# Refunds\n\nRefunds are paid within 14 days of the return. \
    The shop is open on Sundays.\n";
const TERMS: &str = "# Terms\n\nRefunds are paid within 30 days of the return.\n";

/// Every mark of a text, in order.
fn marks(text: &str) -> Vec<&str> {
    let pieces = text.split("[[").skip(1);
    pieces
        .filter_map(|p| p.split_once("]]"))
        .map(|(id, _)| id)
        .collect()
}

/// What a text quotes, with the chunk that each quotation names.
fn quotations(answer: &str) -> Vec<(String, String)> {
    answer
        .split("\n\n")
        .map(|line| {
            let (quote, mark) = line.rsplit_once(" [[").unwrap();
            let quote = quote.strip_prefix('“').unwrap().strip_suffix('”').unwrap();
            (
                quote.to_owned(),
                mark.strip_suffix("]]").unwrap().to_owned(),
            )
        })
        .collect()
}

fn content(home: &Home, chunk: &str) -> String {
    let request = domain::operations::deep_read::Request {
        chunk: ChunkId::parse(chunk).unwrap(),
    };
    let read = home.engine.deep_read(&home.caller, &request, &home.cancel);
    read.unwrap().chunk.content
}

#[test]
fn an_answer_is_made_of_quotations_that_stand_in_the_passages_they_cite() {
    each(|home| {
        home.document("Refund rules", REFUNDS);
        home.document("Gardening", "# Roses\n\nRoses want sun and water.\n");
        home.index();
        let response = home.reason("When are refunds paid?");
        let quotations = quotations(&response.answer);
        assert!(!quotations.is_empty());
        for (quote, chunk) in &quotations {
            let text = content(home, chunk);
            let words: Vec<&str> = text.split_whitespace().collect();
            for part in quote.split(" … ") {
                assert!(words.join(" ").contains(part), "{part:?} in {text:?}");
            }
        }
        assert!(response.answer.contains("Refunds are paid within 14 days"));
        assert!(!response.answer.contains("Roses"));
        assert_eq!(response.answer.matches("within 14 days").count(), 1);
        let cited: Vec<&str> = response
            .citations
            .iter()
            .map(|c| c.chunk.as_str())
            .collect();
        assert_eq!(cited, marks(&response.answer));
        assert_eq!(response.citations[0].document_title, "Refund rules");
        assert!((0.0..=1.0).contains(&response.citations[0].score));
        assert_eq!((response.citations_dropped, response.model), (0, None));
        assert!(response.gathered > 0);
        assert!(response.gaps.is_empty(), "{:?}", response.gaps);
    });
}

#[test]
fn the_same_question_gets_the_same_answer_from_either_store() {
    let answers = Mutex::new(Vec::new());
    each(|home| {
        for n in 0..12 {
            home.document(
                &format!("Rules {n}"),
                &REFUNDS.replace("14", &n.to_string()),
            );
        }
        home.index();
        let first = home.reason("When are refunds paid?");
        let second = home.reason("When are refunds paid?");
        assert_eq!(first, second);
        answers
            .lock()
            .unwrap()
            .push((first.answer, first.conflicts));
    });
    let answers = answers.into_inner().unwrap();
    assert_eq!(answers[0], answers[1]);
}

#[test]
fn words_that_no_passage_holds_are_named_as_a_gap() {
    each(|home| {
        home.document("Refund rules", REFUNDS);
        home.index();
        let response = home.reason("Which refunds exclude vouchers?");
        assert_eq!(
            response.gaps,
            ["No gathered passage mentions `exclude`, `vouchers`."]
        );
        assert!(response.answer.contains("Refunds are paid"));
    });
}

#[test]
fn without_any_word_of_the_question_the_nearest_passages_are_quoted_and_it_says_so() {
    each(|home| {
        home.document("Refund rules", REFUNDS);
        home.index();
        // In the embedder of these tests unrelated words may be a little similar or not at all.
        let response = home.reason("hippopotamus");
        assert_eq!(response.gaps.len(), 1);
        assert!(response.gaps[0].starts_with("None of the query's words (`hippopotamus`)"));
        let quotes_nothing = response.answer.is_empty();
        assert_eq!(response.citations.is_empty(), quotes_nothing);
        assert_eq!(response.gaps[0].contains("quoted instead"), !quotes_nothing);
        assert!(response.gathered > 0);
    });
}

#[test]
fn nothing_gathered_is_an_empty_answer_with_one_gap() {
    each(|home| {
        let empty = home.reason("refunds");
        let check = |response: reason::Response, zero: ZeroReason| {
            assert_eq!(response.answer, "");
            assert!(response.citations.is_empty() && response.conflicts.is_empty());
            assert_eq!((response.gathered, response.citations_dropped), (0, 0));
            assert_eq!(response.gaps.len(), 1);
            assert!(response.gaps[0].starts_with("There is no matching content."));
            assert_eq!(response.basis.zero, Some(zero));
        };
        check(empty, ZeroReason::EmptyStore);
        home.document("Refund rules", REFUNDS);
        check(home.reason("refunds"), ZeroReason::NothingIndexed);
        let shelf = home.collection("Shelf", &[]);
        let request = Request {
            collection: Some(shelf),
            ..question("refunds")
        };
        check(home.reason_with(request), ZeroReason::NoDocuments);
    });
}

#[test]
fn an_answer_keeps_to_its_scope() {
    each(|home| {
        let refunds = home.document("Refund rules", REFUNDS);
        let terms = home.document("Terms", TERMS);
        let shelf = home.collection("Shelf", &[ItemId::Document(terms.clone())]);
        home.index();
        let documents = |request: Request| -> Vec<DocumentId> {
            let response = home.reason_with(request);
            response.citations.into_iter().map(|c| c.document).collect()
        };
        let both = documents(question("refunds"));
        assert!(both.contains(&refunds) && both.contains(&terms));
        let one = documents(Request {
            document: Some(refunds.clone()),
            ..question("refunds")
        });
        assert!(!one.is_empty() && one.iter().all(|id| *id == refunds));
        let shelved = documents(Request {
            collection: Some(shelf),
            ..question("refunds")
        });
        assert!(!shelved.is_empty() && shelved.iter().all(|id| *id == terms));
        let ghost = Request {
            document: Some(DocumentId::parse("d_ghost").unwrap()),
            ..question("refunds")
        };
        let error = home.engine.reason(&home.caller, &ghost, &home.cancel);
        assert_eq!(error.unwrap_err().message, "Document not found");
    });
}

#[test]
fn the_limit_is_clamped_and_eight_by_default() {
    each(|home| {
        for n in 0..60 {
            home.document(&format!("Note {n}"), &format!("refund note number{n}\n"));
        }
        home.index();
        let gathered = |limit| {
            let request = Request {
                limit,
                ..question("refund")
            };
            home.reason_with(request).gathered
        };
        assert_eq!(gathered(None), 8);
        assert_eq!(gathered(Some(0)), 1);
        assert_eq!(gathered(Some(1_000)), 50);
    });
}

#[test]
fn passages_that_disagree_are_shown_side_by_side() {
    each(|home| {
        home.document("Refund rules", REFUNDS);
        home.document("Terms", TERMS);
        home.index();
        let response = home.reason("When are refunds paid?");
        assert_eq!(response.conflicts.len(), 1, "{:?}", response.conflicts);
        let conflict = &response.conflicts[0];
        assert!(conflict.contains("]] but “"), "{conflict}");
        assert!(conflict.contains("14 days") && conflict.contains("30 days"));
        let cited: Vec<&str> = response
            .citations
            .iter()
            .map(|c| c.chunk.as_str())
            .collect();
        assert!(marks(conflict).iter().all(|mark| cited.contains(mark)));
    });
}

#[test]
fn what_waits_or_failed_is_counted_as_a_gap() {
    each(|home| {
        home.document("Refund rules", REFUNDS);
        home.index();
        home.document("Late", "Refunds of late parcels.\n");
        let response = home.reason("refunds");
        assert_eq!(
            response.gaps,
            ["1 item in scope is still being indexed; what they hold may be missing here."]
        );
    });
}

#[test]
fn a_document_cannot_forge_a_citation() {
    each(|home| {
        home.document("Wiki", "Refunds see [[c_forged]] and [[Page]] for more.\n");
        home.index();
        let response = home.reason("refunds");
        let cited: Vec<&str> = response
            .citations
            .iter()
            .map(|c| c.chunk.as_str())
            .collect();
        assert_eq!(marks(&response.answer), cited);
        assert!(
            response.answer.contains("[ [Page] ]"),
            "{}",
            response.answer
        );
    });
}

#[test]
fn a_question_without_a_model_to_embed_it_is_an_error_like_that_of_a_search() {
    each(|home| {
        home.document("Refund rules", REFUNDS);
        home.index();
        home.embedder.set_unavailable(true);
        let error = home
            .engine
            .reason(&home.caller, &question("refunds"), &home.cancel)
            .unwrap_err();
        assert_eq!(error.kind, ErrorKind::Unavailable);
        assert_eq!(error.code, Some(Code::EmbeddingUnavailable));
        home.embedder.set_unavailable(false);
        let prompts_only = Caller {
            scopes: ScopeSet::of(&[Permission::PromptsWrite]),
            ..home.caller.clone()
        };
        let error = home
            .engine
            .reason(&prompts_only, &question("refunds"), &home.cancel)
            .unwrap_err();
        assert_eq!(error.kind, ErrorKind::NotAllowed);
    });
}

/// A model that writes what it is told: `{0}` is the first passage's id, and so on.
struct Script(Result<Draft>);

impl AnswerWriter for Script {
    fn model(&self) -> &str {
        "scripted"
    }

    fn write(&self, _: &str, passages: &[Source], cancel: &Cancel) -> Result<Draft> {
        cancel.check()?;
        let named = |text: &String| {
            passages
                .iter()
                .enumerate()
                .fold(text.clone(), |text, (n, p)| {
                    text.replace(&format!("{{{n}}}"), p.chunk.as_str())
                })
        };
        let draft = self.0.clone()?;
        Ok(Draft {
            answer: named(&draft.answer),
            gaps: draft.gaps.iter().map(named).collect(),
            conflicts: draft.conflicts.iter().map(named).collect(),
        })
    }
}

fn with_model(draft: Result<Draft>) -> Home {
    let home = embedded().with(|engine| engine.with_answer_writer(Arc::new(Script(draft))));
    home.document("Refund rules", REFUNDS);
    home.document("Terms", TERMS);
    home.index();
    home
}

fn draft(answer: &str, gaps: &[&str], conflicts: &[&str]) -> Draft {
    let owned = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
    Draft {
        answer: answer.to_owned(),
        gaps: owned(gaps),
        conflicts: owned(conflicts),
    }
}

#[test]
fn the_marks_of_a_model_are_checked_and_invented_ones_are_dropped_and_counted() {
    let home = with_model(Ok(draft(
        "Soon [[{1}]]. Sooner [[c_invented]]. Both [[{0}, {1}]].",
        &["Nothing on vouchers.", " "],
        &["One says so [[{0}]] [[c_x]].", "No source for this."],
    )));
    let response = home.reason("When are refunds paid?");
    let ids: Vec<String> = response
        .citations
        .iter()
        .map(|c| c.chunk.to_string())
        .collect();
    assert_eq!(ids.len(), 2);
    assert_eq!(
        response.answer,
        format!("Soon [[{0}]]. Sooner. Both [[{1}]][[{0}]].", ids[0], ids[1])
    );
    assert_eq!(response.citations_dropped, 2);
    assert_eq!(response.gaps, ["Nothing on vouchers."]);
    assert_eq!(response.conflicts, [format!("One says so [[{}]].", ids[1])]);
    assert_eq!(response.model.as_deref(), Some("scripted"));
}

#[test]
fn a_model_that_fails_or_cites_nothing_gives_way_to_quotations() {
    let failed = Err(Error::unavailable("the endpoint answered 500"));
    let uncited = Ok(draft("Trust me [[c_invented]].", &["g"], &[]));
    for (outcome, why) in [
        (failed, "the endpoint answered 500"),
        (uncited, "cites none of the gathered passages"),
        (Ok(Draft::default()), "cites none of the gathered passages"),
    ] {
        let home = with_model(outcome);
        let response = home.reason("When are refunds paid?");
        assert!(response.answer.contains("Refunds are paid within"));
        assert!(!response.answer.contains("Trust me"));
        assert_eq!(response.model, None);
        assert!(
            response.gaps[0].contains("`scripted`"),
            "{:?}",
            response.gaps
        );
        assert!(response.gaps[0].contains(why), "{:?}", response.gaps);
        assert!(!response.citations.is_empty());
    }
}

#[test]
fn a_cancelled_question_gets_no_answer() {
    let home = with_model(Ok(draft("x [[{0}]]", &[], &[])));
    let cancel = Cancel::new();
    cancel.cancel();
    let error = home
        .engine
        .reason(&home.caller, &question("refunds"), &cancel)
        .unwrap_err();
    assert_eq!(error.kind, ErrorKind::Cancelled);
}
