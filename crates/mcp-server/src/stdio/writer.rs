//! Writes lines one after the other, however many wait to be written.

use std::collections::VecDeque;
use std::io;
use std::time::Duration;

use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// How many lines wait at most; then who brings more has to wait.
const LINES_MAX: usize = 16;
/// How long the end waits for a client that does not read.
const LAST_LINES_MAX: Duration = Duration::from_secs(1);

/// A line and whom to tell that it was written.
type Job = (Vec<u8>, Option<oneshot::Sender<io::Result<()>>>);

/// Owns the output through a task, so that no line is ever left half written.
pub(super) struct Writer {
    jobs: Option<mpsc::Sender<Job>>,
    task: JoinHandle<()>,
}

/// Brings lines to a writer.
pub(super) struct Handle(Option<mpsc::Sender<Job>>);

impl Writer {
    pub(super) fn start(output: impl AsyncWrite + Send + Unpin + 'static) -> Self {
        let (jobs, brought) = mpsc::channel(LINES_MAX);
        Self {
            jobs: Some(jobs),
            task: tokio::spawn(write_all(output, brought)),
        }
    }

    pub(super) fn handle(&self) -> Handle {
        Handle(self.jobs.clone())
    }

    /// Writes the first of `lines`. Giving this up while it waits leaves the line where it is or
    /// has it written, but never half.
    pub(super) async fn write_first(&self, lines: &mut VecDeque<Vec<u8>>) -> io::Result<()> {
        let jobs = self.jobs.as_ref().ok_or_else(closed)?;
        let room = jobs.reserve().await.map_err(|_| closed())?;
        let Some(line) = lines.pop_front() else {
            return Ok(());
        };
        let (tell, told) = oneshot::channel();
        room.send((line, Some(tell)));
        told.await.map_err(|_| closed())?
    }

    /// Writes what is still waiting, then `lines`, and ends; breaks off when the client does not
    /// read them.
    pub(super) async fn finish(&mut self, lines: Vec<Vec<u8>>) -> io::Result<()> {
        let Some(jobs) = self.jobs.take() else {
            return Ok(());
        };
        let written = timeout(LAST_LINES_MAX, async {
            for line in lines {
                jobs.send((line, None)).await.map_err(|_| closed())?;
            }
            drop(jobs);
            (&mut self.task).await.map_err(io::Error::other)
        });
        let written = written.await;
        self.task.abort();
        written.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl Handle {
    /// Waits until `line` is written.
    pub(super) async fn write(self, line: Vec<u8>) -> io::Result<()> {
        let (tell, told) = oneshot::channel();
        let jobs = self.0.ok_or_else(closed)?;
        jobs.send((line, Some(tell))).await.map_err(|_| closed())?;
        told.await.map_err(|_| closed())?
    }
}

async fn write_all(mut output: impl AsyncWrite + Unpin, mut jobs: mpsc::Receiver<Job>) {
    while let Some((mut line, tell)) = jobs.recv().await {
        line.push(b'\n');
        let written = async {
            output.write_all(&line).await?;
            output.flush().await
        };
        let written = written.await;
        // After a failure the output is not tried again: what was written of the line would run
        // into the next one.
        let failed = written.is_err();
        if let Some(tell) = tell {
            let _ = tell.send(written);
        }
        if failed {
            return;
        }
    }
}

fn closed() -> io::Error {
    io::Error::new(io::ErrorKind::BrokenPipe, "the output is closed")
}
