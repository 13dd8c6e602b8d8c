//! The protocol on a pair of streams: one message or one batch a line.
//!
//! What the SDK's own transport passes over in silence is answered here: lines that are no JSON,
//! lines that are too long, batches.

mod answers;
mod lines;
mod writer;

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard};

use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, ClientNotification, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite};

use crate::MESSAGE_BYTES_MAX;
use crate::message::{self, INVALID_REQUEST, Incoming, Kind, Member, Refusal};
use answers::{Answers, Batch};
use lines::{Line, Lines};
use writer::Writer;

/// A transport for the SDK's service.
pub(crate) struct LineTransport<R> {
    lines: Lines<R>,
    /// Messages of a batch that the service has not been given yet.
    messages: VecDeque<ClientJsonRpcMessage>,
    /// Lines to write before more is read.
    replies: VecDeque<Vec<u8>>,
    answers: Arc<Mutex<Answers>>,
    writer: Writer,
}

impl<R: AsyncRead + Unpin> LineTransport<R> {
    /// Reads from `input` and writes to `output`, by a task of the current runtime.
    pub(crate) fn new(input: R, output: impl AsyncWrite + Send + Unpin + 'static) -> Self {
        Self {
            lines: Lines::new(input, MESSAGE_BYTES_MAX),
            messages: VecDeque::new(),
            replies: VecDeque::new(),
            answers: Arc::default(),
            writer: Writer::start(output),
        }
    }

    /// Takes a line apart: into messages for the service, and replies to what goes no further.
    fn take(&mut self, line: &[u8]) {
        if line.trim_ascii().is_empty() {
            return;
        }
        match message::read(line) {
            Ok(Incoming::One(member)) => match self.begin(&member, parsed(line), None) {
                Ok(message) => self.messages.extend(message),
                Err(refused) => self.replies.push_back(refused),
            },
            Ok(Incoming::Batch(members)) => self.take_batch(members),
            Err(refusal) => self.replies.push_back(refusal.answer()),
        }
    }

    fn take_batch(&mut self, members: Vec<(Member, Value)>) {
        let batch = Batch::default();
        for (member, value) in members {
            let message = serde_json::from_value(value).ok();
            match self.begin(&member, message, Some(&batch)) {
                Ok(message) => self.messages.extend(message),
                Err(refused) => batch.refused(refused),
            }
        }
        self.replies.extend(batch.sealed());
    }

    /// A message that the service can be given, nothing for a notification that it would not
    /// understand, or the refusal of anything else.
    fn begin(
        &self,
        member: &Member,
        message: Option<ClientJsonRpcMessage>,
        batch: Option<&Batch>,
    ) -> Result<Option<ClientJsonRpcMessage>, Vec<u8>> {
        let refused = |why| Err(message::error(member.id_to_answer(), INVALID_REQUEST, why));
        match message {
            Some(ClientJsonRpcMessage::Request(request)) => {
                if !lock(&self.answers).begin(&request.id, batch) {
                    return refused(
                        "Invalid request: the id belongs to a request that is still running",
                    );
                }
                Ok(Some(ClientJsonRpcMessage::Request(request)))
            }
            None if member.kind != Kind::Notification => {
                refused("Invalid request: this is no message of the protocol")
            }
            message => Ok(message),
        }
    }

    /// A cancelled request is not answered, so nothing waits for its answer.
    fn note_cancellation(&mut self, message: &ClientJsonRpcMessage) {
        if let ClientJsonRpcMessage::Notification(notification) = message
            && let ClientNotification::CancelledNotification(cancelled) = &notification.notification
            && let Some(id) = &cancelled.params.request_id
        {
            self.replies.extend(lock(&self.answers).cancelled(id));
        }
    }
}

impl<R: AsyncRead + Send + Unpin + 'static> Transport<RoleServer> for LineTransport<R> {
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let line = lock(&self.answers).line(&message);
        let writer = self.writer.handle();
        async move {
            match line? {
                Some(line) => writer.write(line).await,
                // It is written with the last answer of its batch.
                None => Ok(()),
            }
        }
    }

    /// The next message. This may be given up at any await without losing anything.
    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            while !self.replies.is_empty() {
                self.writer.write_first(&mut self.replies).await.ok()?;
            }
            if let Some(message) = self.messages.pop_front() {
                self.note_cancellation(&message);
                return Some(message);
            }
            match self.lines.next().await {
                Line::Whole(line) => self.take(&line),
                Line::TooLong => self.replies.push_back(Refusal::TooLong.answer()),
                Line::End => return None,
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        let unfinished = lock(&self.answers).unfinished();
        self.writer.finish(unfinished).await
    }
}

fn parsed(line: &[u8]) -> Option<ClientJsonRpcMessage> {
    serde_json::from_slice(line).ok()
}

fn lock(answers: &Mutex<Answers>) -> MutexGuard<'_, Answers> {
    answers
        .lock()
        .expect("no holder of this lock panics: it only moves answers about")
}
