use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use domain::Caller;
use domain::item::{Status, Tags};
use domain::operations::documents::Create;
use engine::{Engine, Worker};

use crate::home::{embedded, long_text};

fn write(engine: &Engine, caller: &Caller, title: &str, content: &str) -> domain::ids::DocumentId {
    let request = Create {
        title: title.to_owned(),
        content: content.to_owned(),
        tags: Tags::default(),
    };
    let created = engine.create_document(caller, &request, &domain::Cancel::new());
    created.unwrap().id
}

fn status(engine: &Engine, caller: &Caller, id: &domain::ids::DocumentId) -> Status {
    let full = engine.get_document(caller, id, &domain::Cancel::new());
    full.unwrap().document.status
}

/// Waits for what a worker does. The bound is far above what it takes; the loop ends as soon as
/// the work is done.
fn eventually(is_so: impl Fn() -> bool) -> bool {
    (0..20_000).any(|_| {
        if is_so() {
            return true;
        }
        std::thread::park_timeout(Duration::from_millis(1));
        false
    })
}

#[test]
fn every_workspace_is_indexed_also_one_that_is_made_later() {
    let home = embedded();
    let callers = Arc::new(std::sync::Mutex::new(vec![home.caller.clone()]));
    let later = home.workspace("later");
    let engine = Arc::new(home.engine);
    let _worker = Worker::start(Arc::clone(&engine), {
        let callers = callers.clone();
        move || callers.lock().unwrap().clone()
    });
    let first = write(&engine, &home.caller, "One", "alpha beta\n");
    assert!(eventually(
        || status(&engine, &home.caller, &first) == Status::Ready
    ));
    callers.lock().unwrap().push(later.clone());
    let second = write(&engine, &later, "Two", "alpha beta\n");
    assert!(eventually(
        || status(&engine, &later, &second) == Status::Ready
    ));
}

#[test]
fn a_workspace_that_fails_does_not_keep_others_waiting() {
    let home = embedded();
    home.embedder.fail_on(Some("poison"));
    let good = home.workspace("good");
    let bad = home.caller.clone();
    let engine = Arc::new(home.engine);
    let poisoned = write(&engine, &bad, "Bad", "poison words\n");
    let note = write(&engine, &good, "Good", "alpha beta\n");
    let callers = vec![bad.clone(), good.clone()];
    let _worker = Worker::start(Arc::clone(&engine), move || callers.clone());
    assert!(eventually(|| status(&engine, &good, &note) == Status::Ready));
    assert!(eventually(
        || status(&engine, &bad, &poisoned) == Status::Quarantined
    ));
}

#[test]
fn a_note_does_not_wait_for_a_book_of_the_same_or_another_workspace() {
    let home = embedded();
    let other = home.workspace("other");
    let book = write(&home.engine, &home.caller, "Book", &long_text(120, 4));
    let note = write(&home.engine, &other, "Note", "alpha beta\n");
    let embedder = home.embedder.clone();
    let engine = Arc::new(home.engine);
    let callers = vec![home.caller.clone(), other.clone()];
    let worker = Worker::start(Arc::clone(&engine), move || callers.clone());
    assert!(eventually(|| {
        status(&engine, &home.caller, &book) == Status::Ready
            && status(&engine, &other, &note) == Status::Ready
    }));
    drop(worker);
    let texts = embedder.texts();
    let turn = texts
        .iter()
        .position(|(_, body)| body.contains("alpha beta"));
    let turn = turn.unwrap();
    assert!(texts.len() > 400, "{} texts", texts.len());
    assert!(turn <= 256, "the note was text {turn} of {}", texts.len());
}

#[test]
fn a_dropped_worker_holds_nothing_any_more() {
    let home = embedded();
    write(&home.engine, &home.caller, "Book", &long_text(120, 4));
    let engine = Arc::new(home.engine);
    let asked = Arc::new(AtomicUsize::new(0));
    let worker = Worker::start(Arc::clone(&engine), {
        let (asked, caller) = (asked.clone(), home.caller.clone());
        move || {
            asked.fetch_add(1, Ordering::SeqCst);
            vec![caller.clone()]
        }
    });
    assert!(eventually(|| asked.load(Ordering::SeqCst) > 0));
    drop(worker);
    assert_eq!(Arc::strong_count(&asked), 1);
    assert!(Arc::into_inner(engine).is_some());
}
