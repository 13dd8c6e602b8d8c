//! How many connections there are at a time, and which of them has to go when another one wants
//! in: whoever holds connections without using them shuts nobody out.

use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// How long a connection that has to go may take to hand over what was already answered.
const LEAVE_TIME: Duration = Duration::from_millis(250);
/// Of a seat that does not wait for its client.
const NOT_WAITING: u64 = 0;

/// The connections of one listener.
#[derive(Debug)]
pub struct Crowd {
    places: Arc<Semaphore>,
    waiting: Mutex<Waiting>,
    /// Another connection waits for its client.
    one_more_waits: Notify,
}

/// The connections that wait for their clients, those first that have done so for longest.
#[derive(Debug, Default)]
struct Waiting {
    counted: u64,
    seats: BTreeMap<u64, Arc<Notify>>,
}

impl Crowd {
    /// Room for `places` connections.
    pub fn new(places: usize) -> Arc<Self> {
        Arc::new(Self {
            places: Arc::new(Semaphore::new(places)),
            waiting: Mutex::default(),
            one_more_waits: Notify::new(),
        })
    }

    /// A place for a connection, which waits for its client from now on. When there is none, the
    /// connection that has waited for its client for longest is told to leave. Where all of them
    /// are being answered, this takes until the first of those answers.
    pub async fn seat(self: &Arc<Self>) -> Seat {
        let place = match Arc::clone(&self.places).try_acquire_owned() {
            Ok(place) => place,
            Err(_) => self.place_of_another().await,
        };
        let seat = Seat {
            crowd: Arc::clone(self),
            number: AtomicU64::new(NOT_WAITING),
            has_answer: AtomicBool::new(false),
            leave: Arc::default(),
            _place: place,
        };
        seat.queues();
        seat
    }

    async fn place_of_another(&self) -> OwnedSemaphorePermit {
        let mut place = pin!(Arc::clone(&self.places).acquire_owned());
        loop {
            let mut one_more = pin!(self.one_more_waits.notified());
            // Before looking, or the one that comes to wait in between would be missed.
            one_more.as_mut().enable();
            let one_leaves = self.send_one_away();
            tokio::select! {
                place = place.as_mut() => return place.expect("these places are never closed"),
                () = one_more, if !one_leaves => {}
            }
        }
    }

    /// Tells the connection that has waited for its client for longest to leave. False when none
    /// waits.
    pub fn send_one_away(&self) -> bool {
        let longest = self.lock().seats.pop_first();
        longest.map(|(_, leave)| leave.notify_one()).is_some()
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place of a connection, until it is dropped.
#[derive(Debug)]
pub struct Seat {
    crowd: Arc<Crowd>,
    /// Its number among those that wait for their clients.
    number: AtomicU64,
    /// Whether an answer may still be on its way to the client.
    has_answer: AtomicBool,
    leave: Arc<Notify>,
    _place: OwnedSemaphorePermit,
}

impl Seat {
    /// Notes that it is the client's turn, since the answer is there.
    pub fn waits(&self) {
        self.has_answer.store(true, Ordering::Relaxed);
        self.queues();
    }

    /// Notes that a request has begun, so that the answer to the one before has been read.
    pub fn is_addressed(&self) {
        self.has_answer.store(false, Ordering::Relaxed);
    }

    fn queues(&self) {
        let mut waiting = self.crowd.lock();
        waiting.counted += 1;
        let number = waiting.counted;
        waiting.seats.insert(number, Arc::clone(&self.leave));
        let before = self.number.swap(number, Ordering::Relaxed);
        waiting.seats.remove(&before);
        drop(waiting);
        self.crowd.one_more_waits.notify_waiters();
    }

    /// Notes that it is the server's turn: a whole request has arrived.
    pub fn is_asked(&self) {
        let mut waiting = self.crowd.lock();
        let before = self.number.swap(NOT_WAITING, Ordering::Relaxed);
        waiting.seats.remove(&before);
    }

    /// Whether it is the client's turn.
    pub fn is_waiting(&self) -> bool {
        self.number.load(Ordering::Relaxed) != NOT_WAITING
    }

    /// Returns when the connection has to go.
    pub async fn has_to_leave(&self) {
        self.leave.notified().await;
    }

    /// Returns when a connection that has to go has had time to read its answer, and is not being
    /// answered.
    pub async fn has_had_time(&self) {
        while !self.is_waiting() || self.has_answer.load(Ordering::Relaxed) {
            let turn = self.number.load(Ordering::Relaxed);
            tokio::time::sleep(LEAVE_TIME).await;
            if self.is_waiting() && self.number.load(Ordering::Relaxed) == turn {
                return;
            }
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.is_asked();
    }
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Poll};

    use super::*;

    fn now<T>(future: impl Future<Output = T>) -> Option<T> {
        let mut future = std::pin::pin!(future);
        let mut context = Context::from_waker(std::task::Waker::noop());
        match future.as_mut().poll(&mut context) {
            Poll::Ready(done) => Some(done),
            Poll::Pending => None,
        }
    }

    #[test]
    fn who_has_waited_for_longest_leaves_for_a_newcomer() {
        let crowd = Crowd::new(2);
        let first = now(crowd.seat()).unwrap();
        let second = now(crowd.seat()).unwrap();
        first.is_asked();
        first.waits();
        assert!(now(crowd.seat()).is_none());
        assert!(now(first.has_to_leave()).is_none());
        assert!(now(second.has_to_leave()).is_some());
        drop(second);
        assert!(now(crowd.seat()).is_some());
    }

    #[test]
    fn who_is_being_answered_stays() {
        let crowd = Crowd::new(1);
        let seat = now(crowd.seat()).unwrap();
        assert!(now(seat.has_had_time()).is_some());
        seat.is_asked();
        let mut newcomer = std::pin::pin!(crowd.seat());
        assert!(now(newcomer.as_mut()).is_none());
        assert!(now(seat.has_to_leave()).is_none());
        // The newcomer hears of it when the answer is there.
        seat.waits();
        assert!(now(newcomer.as_mut()).is_none());
        assert!(now(seat.has_to_leave()).is_some());
        drop(seat);
        assert!(now(newcomer.as_mut()).is_some());
        assert!(crowd.lock().seats.is_empty());
    }
}
