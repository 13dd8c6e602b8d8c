//! A request's body that is kept back until the other side asks for it.
//!
//! A request with `Expect: 100-continue` is carried out only after its body came, and the body goes
//! only after the owner has read the head and begun to carry the request out. So when a connection
//! breaks before that, it is certain that nothing was done, however far the head came.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use tokio::sync::watch;

/// A body that waits to be asked for.
pub struct Held {
    bytes: Bytes,
    asked: Pin<Box<dyn Future<Output = ()> + Send>>,
    sent: Sent,
}

/// Whether the body left.
#[derive(Clone, Debug, Default)]
pub struct Sent(Arc<AtomicBool>);

/// Lets the body go.
#[derive(Clone, Debug)]
pub struct Ask(watch::Sender<bool>);

impl Held {
    /// A body of `bytes`, who lets it go, and whether it went. An empty body is no body: it
    /// counts as sent with the head.
    pub fn new(bytes: Bytes) -> (Self, Ask, Sent) {
        let (ask, mut asked) = watch::channel(false);
        let sent = Sent(Arc::new(AtomicBool::new(bytes.is_empty())));
        let held = Self {
            bytes,
            asked: Box::pin(async move {
                // Whoever could ask is gone with the connection.
                let _ = asked.wait_for(|asked| *asked).await;
            }),
            sent: sent.clone(),
        };
        (held, Ask(ask), sent)
    }
}

impl Ask {
    /// Lets the body go.
    pub fn ask(&self) {
        self.0.send_replace(true);
    }
}

impl Sent {
    /// Whether anything of the body may have left.
    pub fn get(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

impl Body for Held {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        if self.bytes.is_empty() {
            return Poll::Ready(None);
        }
        if self.asked.as_mut().poll(context).is_pending() {
            return Poll::Pending;
        }
        self.sent.0.store(true, Ordering::SeqCst);
        let bytes = std::mem::take(&mut self.bytes);
        Poll::Ready(Some(Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        self.bytes.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.bytes.len() as u64)
    }
}
