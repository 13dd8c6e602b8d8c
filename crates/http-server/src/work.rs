//! Runs the engine's blocking calls: a bounded number at a time, each with a time by which it has
//! to be done, and told to stop as soon as nobody waits for it any more.

use std::sync::Arc;
use std::time::Duration;

use domain::{Cancel, Error, Result};
use tokio::sync::Semaphore;

/// How long a call may take, waiting for its turn included.
pub const CALL_TIME: Duration = Duration::from_secs(60);
/// How long a call may take that writes an answer; its clients wait 90 s as well.
pub const LONG_CALL_TIME: Duration = Duration::from_secs(90);

/// A number of places for blocking calls.
#[derive(Debug)]
pub struct Work {
    places: Arc<Semaphore>,
}

impl Work {
    /// Room for `places` calls at a time.
    pub fn new(places: usize) -> Self {
        Self {
            places: Arc::new(Semaphore::new(places)),
        }
    }

    /// Runs `call` on a blocking thread. When the returned future is dropped or `time` is over,
    /// the call is told to stop; it keeps its place until it has.
    ///
    /// # Errors
    /// What the call fails with; `Unavailable` when the time is over; `Internal` when it panics.
    pub async fn run<T: Send + 'static>(
        &self,
        time: Duration,
        call: impl FnOnce(&Cancel) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let cancel = CancelOnDrop(Cancel::new());
        let done = self.run_in_turn(cancel.0.clone(), call);
        match tokio::time::timeout(time, done).await {
            Ok(done) => done,
            Err(_) => Err(too_slow(time)),
        }
    }

    async fn run_in_turn<T: Send + 'static>(
        &self,
        cancel: Cancel,
        call: impl FnOnce(&Cancel) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let place = Arc::clone(&self.places).acquire_owned().await;
        let done = tokio::task::spawn_blocking(move || {
            let _kept_until_done = place;
            cancel.check()?;
            call(&cancel)
        });
        // The panic itself went to stderr where it happened.
        done.await
            .unwrap_or_else(|_| Err(Error::internal("the call failed inside the server")))
    }
}

fn too_slow(time: Duration) -> Error {
    let seconds = time.as_secs();
    Error::unavailable(format!(
        "the call took longer than {seconds} s and was stopped"
    ))
    .hint("ask for less at a time, or try again when the server has less to do")
}

struct CancelOnDrop(Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use domain::ErrorKind;

    use super::*;

    fn block_on<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap()
            .block_on(future)
    }

    /// A call that only ends when it is told to, and says so.
    fn endless(ended: mpsc::Sender<()>) -> impl FnOnce(&Cancel) -> Result<()> + Send + 'static {
        move |cancel| {
            while !cancel.is_cancelled() {
                std::thread::yield_now();
            }
            ended.send(()).unwrap();
            Err(Error::cancelled())
        }
    }

    #[test]
    fn a_call_that_is_over_time_is_told_to_stop() {
        let (ended, wait) = mpsc::channel();
        let error = block_on(async {
            let work = Work::new(1);
            work.run(Duration::from_millis(1), endless(ended)).await
        })
        .unwrap_err();
        assert_eq!(error.kind, ErrorKind::Unavailable);
        wait.recv().unwrap();
    }

    #[test]
    fn a_call_nobody_waits_for_is_told_to_stop() {
        let (ended, wait) = mpsc::channel();
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        block_on(async {
            let work = Work::new(1);
            let call = work.run(CALL_TIME, |cancel| {
                begun.send(()).unwrap();
                endless(ended)(cancel)
            });
            tokio::select! {
                _ = call => panic!("it ended by itself"),
                begun = has_begun => begun.unwrap(),
            }
        });
        wait.recv().unwrap();
    }

    #[test]
    fn a_call_that_panics_is_a_fault_and_frees_its_place() {
        block_on(async {
            let work = Work::new(1);
            let failed = work.run(CALL_TIME, |_| -> Result<()> { panic!("on purpose") });
            assert_eq!(failed.await.unwrap_err().kind, ErrorKind::Internal);
            assert_eq!(work.run(CALL_TIME, |_| Ok(7)).await, Ok(7));
        });
    }
}
