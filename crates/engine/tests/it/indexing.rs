use std::sync::Arc;

use domain::item::Status;
use domain::operations::ZeroReason;
use engine::Worker;

use crate::home::{Home, each, embedded, long_text};

#[test]
fn a_search_while_indexing_answers_from_what_is_published_and_counts_the_rest() {
    each(|home| {
        home.document("Done", "alpha beta gamma\n");
        home.index();
        home.document("Waiting", "alpha beta gamma delta\n");
        let found = home.find("alpha beta gamma");
        assert_eq!(found.documents.len(), 1);
        assert_eq!(found.basis.coverage.items_pending, 1);
        assert!(found.basis.coverage.pending > 0);
        assert_eq!(home.literal("delta").documents.len(), 1);
    });
}

#[test]
fn a_killed_run_does_not_encode_again_what_reached_the_cache() {
    each(|home| {
        home.document("Long", &long_text(60, 3));
        let total = home.deep("word1").basis.coverage.pending;
        assert!(total > 128, "{total}");
        let cancel = domain::Cancel::new();
        let mut stop_after_two_batches = |progress: engine::Progress| {
            if progress.done >= 128 {
                cancel.cancel();
            }
        };
        let error = home
            .engine
            .index_pending(&home.caller, &mut stop_after_two_batches, &cancel)
            .unwrap_err();
        assert_eq!(error.kind, domain::ErrorKind::Cancelled);
        let report = home.index();
        assert_eq!(report.cached, 128);
        assert_eq!(report.cached + report.encoded, total);
    });
}

#[test]
fn what_the_model_does_not_cover_is_counted_and_found_by_keyword() {
    each(|home| {
        let id = home.document("ไทย", "ภาษาไทยล้วน ไม่มีคำอังกฤษ\n");
        let report = home.index();
        assert!(report.not_covered > 0);
        let full = home
            .engine
            .get_document(&home.caller, &id, &home.cancel)
            .unwrap();
        assert_eq!(full.document.status, Status::NotCovered);
        let found = home.find("alpha");
        assert_eq!(found.basis.zero, Some(ZeroReason::NothingCovered));
        assert!(found.basis.coverage.not_covered > 0);
        assert_eq!(home.literal("ภาษาไทย").documents.len(), 1);
        assert_eq!(
            home.find("ภาษาไทย").basis.zero,
            Some(ZeroReason::QueryNotCovered)
        );
    });
}

#[test]
fn equal_text_is_encoded_once() {
    each(|home| {
        for _ in 0..5 {
            home.document("Same", "one text in five documents\n");
        }
        let report = home.index();
        assert_eq!(report.items, 5);
        assert_eq!(report.encoded, 1, "{report:?}");
    });
}

#[test]
fn deleted_text_leaves_no_vector_to_be_found_in_the_cache() {
    each(|home| {
        let id = home.document("Secret", "the one and only secret text\n");
        home.index();
        home.engine
            .delete_document(&home.caller, &id, &home.cancel)
            .unwrap();
        home.document("Secret", "the one and only secret text\n");
        let report = home.index();
        assert_eq!(report.cached, 0);
    });
}

#[test]
fn a_worker_indexes_what_is_written_and_ends_when_dropped() {
    let home = embedded();
    let Home {
        engine,
        caller,
        cancel,
        ..
    } = home;
    let engine = Arc::new(engine);
    let worker = Worker::start(Arc::clone(&engine), {
        let caller = caller.clone();
        move || vec![caller.clone()]
    });
    let request = domain::operations::documents::Create {
        title: "Doc".to_owned(),
        content: "alpha beta\n".to_owned(),
        tags: domain::item::Tags::default(),
    };
    let id = engine
        .create_document(&caller, &request, &cancel)
        .unwrap()
        .id;
    // The bound is far above what it takes; the loop ends as soon as the work is done.
    let ready = (0..10_000).any(|_| {
        std::thread::yield_now();
        let full = engine.get_document(&caller, &id, &cancel).unwrap();
        if full.document.status != Status::Ready {
            std::thread::park_timeout(std::time::Duration::from_millis(1));
        }
        full.document.status == Status::Ready
    });
    assert!(ready);
    drop(worker);
}
