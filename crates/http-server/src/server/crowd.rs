//! How many connections there are at a time, and which of them has to go when another one wants
//! in: whoever holds connections without using them shuts nobody out.

use std::collections::BTreeMap;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// How long a connection that has to go may take to hand over what was already answered.
const LEAVE_TIME: Duration = Duration::from_secs(1);
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
            leave: Arc::default(),
            _place: place,
        };
        seat.waits();
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
    leave: Arc<Notify>,
    _place: OwnedSemaphorePermit,
}

impl Seat {
    /// Notes that it is the client's turn: the answer is there, or there was no request yet.
    pub fn waits(&self) {
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

    /// Returns when the connection has to go.
    pub async fn has_to_leave(&self) {
        self.leave.notified().await;
    }

    /// Returns when a connection that has to go had time enough, and is not being answered.
    pub async fn has_had_time(&self) {
        loop {
            tokio::time::sleep(LEAVE_TIME).await;
            if self.number.load(Ordering::Relaxed) != NOT_WAITING {
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

/// A body that, once it has arrived or nobody reads on, makes it the server's turn.
pub struct Arriving<B> {
    body: B,
    seat: Option<Arc<Seat>>,
}

impl<B: Body> Arriving<B> {
    /// `body`, as it comes in on the connection that has this seat.
    pub fn new(body: B, seat: &Arc<Seat>) -> Self {
        let mut arriving = Self {
            body,
            seat: Some(Arc::clone(seat)),
        };
        if arriving.body.is_end_stream() {
            arriving.has_arrived();
        }
        arriving
    }
}

impl<B> Arriving<B> {
    fn has_arrived(&mut self) {
        if let Some(seat) = self.seat.take() {
            seat.is_asked();
        }
    }
}

impl<B> Drop for Arriving<B> {
    fn drop(&mut self) {
        self.has_arrived();
    }
}

impl<B: Body<Data = Bytes> + Unpin> Body for Arriving<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if matches!(polled, Poll::Ready(None | Some(Err(_)))) {
            self.has_arrived();
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
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

    #[test]
    fn a_request_has_arrived_when_all_of_its_body_is_there_or_nobody_reads_it() {
        let crowd = Crowd::new(1);
        let seat = Arc::new(now(crowd.seat()).unwrap());
        let waits = |seat: &Seat| seat.number.load(Ordering::Relaxed) != NOT_WAITING;
        let mut body = Arriving::new(http_body_util::Full::new(Bytes::from("text")), &seat);
        assert!(waits(&seat));
        let mut context = Context::from_waker(std::task::Waker::noop());
        let _ = Pin::new(&mut body).poll_frame(&mut context);
        let _ = Pin::new(&mut body).poll_frame(&mut context);
        assert!(!waits(&seat));
        seat.waits();
        drop(body);
        assert!(waits(&seat));
        drop(Arriving::new(
            http_body_util::Full::new(Bytes::from("x")),
            &seat,
        ));
        assert!(!waits(&seat));
        seat.waits();
        let _empty = Arriving::new(http_body_util::Empty::<Bytes>::new(), &seat);
        assert!(!waits(&seat));
    }
}
