//! Which requests are running, and which of their answers wait for those of a batch.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex};

use rmcp::model::{RequestId, ServerJsonRpcMessage};

use crate::message;

/// The requests that have no answer yet.
#[derive(Default)]
pub(super) struct Answers {
    running: HashMap<RequestId, Option<Batch>>,
    /// The batches of those that belong to one, in the order of their arrival.
    open: Vec<Batch>,
}

impl Answers {
    /// Notes that a request begins. False when one with its id is running: the service tells
    /// requests apart by nothing else.
    pub(super) fn begin(&mut self, id: &RequestId, batch: Option<&Batch>) -> bool {
        if self.running.contains_key(id) {
            return false;
        }
        self.running.insert(id.clone(), batch.cloned());
        if let Some(batch) = batch {
            batch.with(|state| state.awaited += 1);
            if !self.open.iter().any(|open| open.is(batch)) {
                self.open.push(batch.clone());
            }
        }
        true
    }

    /// The line to write for a message of the service: the message itself, the whole batch when
    /// it is the last of its answers, and nothing while others are awaited.
    pub(super) fn line(&mut self, message: &ServerJsonRpcMessage) -> io::Result<Option<Vec<u8>>> {
        let line = serde_json::to_vec(message)?;
        let id = match message {
            ServerJsonRpcMessage::Response(response) => Some(&response.id),
            ServerJsonRpcMessage::Error(error) => error.id.as_ref(),
            _ => None,
        };
        match id.and_then(|id| self.running.remove(id)).flatten() {
            Some(batch) => {
                batch.with(|state| {
                    state.awaited -= 1;
                    state.answers.push(line);
                });
                Ok(self.taken_if_done(&batch))
            }
            None => Ok(Some(line)),
        }
    }

    /// Notes that a request will have no answer; gives the rest of its batch when that was the
    /// last one awaited.
    pub(super) fn cancelled(&mut self, id: &RequestId) -> Option<Vec<u8>> {
        let batch = self.running.remove(id)??;
        batch.with(|state| state.awaited -= 1);
        self.taken_if_done(&batch)
    }

    /// What there is of batches that will not be completed.
    pub(super) fn unfinished(&mut self) -> Vec<Vec<u8>> {
        self.running.clear();
        self.open
            .drain(..)
            .filter_map(|batch| batch.taken())
            .collect()
    }

    fn taken_if_done(&mut self, batch: &Batch) -> Option<Vec<u8>> {
        if batch.with(|state| state.awaited > 0 || !state.sealed) {
            return None;
        }
        self.open.retain(|open| !open.is(batch));
        batch.taken()
    }
}

/// The answers to a batch, as far as there are any.
#[derive(Clone, Default)]
pub(super) struct Batch(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    awaited: usize,
    answers: Vec<Vec<u8>>,
    /// All of its members have been looked at.
    sealed: bool,
}

impl Batch {
    /// Adds the refusal of a member.
    pub(super) fn refused(&self, answer: Vec<u8>) {
        self.with(|state| state.answers.push(answer));
    }

    /// Notes that there are no more members; gives the line when all of them were refused.
    pub(super) fn sealed(&self) -> Option<Vec<u8>> {
        let awaited = self.with(|state| {
            state.sealed = true;
            state.awaited
        });
        (awaited == 0).then(|| self.taken()).flatten()
    }

    /// Takes the answers out, as one line; nothing when there are none.
    fn taken(&self) -> Option<Vec<u8>> {
        let answers = self.with(|state| std::mem::take(&mut state.answers));
        (!answers.is_empty()).then(|| message::join(&answers))
    }

    fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    fn with<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self
            .0
            .lock()
            .expect("no holder of this lock panics: it only counts and moves");
        change(&mut state)
    }
}
