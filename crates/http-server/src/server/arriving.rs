//! The body of a request while it arrives.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use http_body_util::BodyExt as _;
use tokio::runtime::Handle;

use super::crowd::Seat;

/// How much of a body that nobody wants is read all the same, in bytes.
const UNWANTED_BYTES_MAX: usize = 1024 * 1024;
/// For how long it is read.
const UNWANTED_TIME: Duration = Duration::from_secs(1);

/// A body that, once it has arrived or nobody reads on, makes it the server's turn.
///
/// What nobody reads of it, since the request was refused by its head, is read and forgotten for
/// a while: a client that is still sending when it is answered would see a broken connection
/// instead of the answer.
pub struct Arriving<B: Unwanted> {
    body: Option<B>,
    seat: Option<Arc<Seat>>,
}

/// What can be read on by nobody in particular.
pub trait Unwanted: Body<Data = Bytes> + Send + Unpin + 'static {}

impl<B: Body<Data = Bytes> + Send + Unpin + 'static> Unwanted for B {}

impl<B: Unwanted> Arriving<B> {
    /// `body`, as it comes in on the connection that has this seat.
    pub fn new(body: B, seat: &Arc<Seat>) -> Self {
        seat.is_addressed();
        let has_arrived = body.is_end_stream();
        let mut arriving = Self {
            body: Some(body),
            seat: Some(Arc::clone(seat)),
        };
        if has_arrived {
            arriving.has_arrived();
        }
        arriving
    }

    /// True the first time.
    fn has_arrived(&mut self) -> bool {
        let seat = self.seat.take();
        seat.inspect(|seat| seat.is_asked()).is_some()
    }
}

impl<B: Unwanted> Drop for Arriving<B> {
    fn drop(&mut self) {
        if self.has_arrived()
            && let Some(body) = self.body.take()
            && let Ok(runtime) = Handle::try_current()
        {
            runtime.spawn(tokio::time::timeout(UNWANTED_TIME, forget(body)));
        }
    }
}

async fn forget<B: Unwanted>(mut body: B) {
    let mut length = 0;
    while length <= UNWANTED_BYTES_MAX
        && let Some(Ok(frame)) = body.frame().await
    {
        length += frame.data_ref().map_or(0, Bytes::len);
    }
}

impl<B: Unwanted> Body for Arriving<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        let Some(body) = &mut self.body else {
            return Poll::Ready(None);
        };
        let polled = Pin::new(body).poll_frame(context);
        if matches!(polled, Poll::Ready(None | Some(Err(_)))) {
            self.has_arrived();
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map(Body::size_hint).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::{Empty, Full};

    use super::super::crowd::Crowd;
    use super::*;

    #[test]
    fn a_request_has_arrived_when_all_of_its_body_is_there_or_nobody_reads_it() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let seat = Arc::new(runtime.block_on(Crowd::new(1).seat()));
        let text = || Full::new(Bytes::from("text"));
        let mut body = Arriving::new(text(), &seat);
        assert!(seat.is_waiting());
        while runtime.block_on(body.frame()).is_some() {}
        assert!(!seat.is_waiting());
        seat.waits();
        drop(body);
        assert!(seat.is_waiting());
        drop(Arriving::new(text(), &seat));
        assert!(!seat.is_waiting());
        seat.waits();
        let _empty = Arriving::new(Empty::<Bytes>::new(), &seat);
        assert!(!seat.is_waiting());
    }
}
