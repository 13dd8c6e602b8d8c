//! The operations of ibid, each implemented once, over ports only.
//!
//! A surface decodes its words into a request of [`domain::operations`], calls the method of
//! the same name on [`Engine`], and encodes the response; REST, MCP and the command line give
//! the same answer because they call the same function. There is deliberately no file system,
//! network, terminal or wire format here.

mod access;
mod basis;
mod diff;
mod indexing;
mod operations;
mod ranking;
mod write;

use std::sync::Arc;

use domain::ports::answer_writer::AnswerWriter;
use domain::ports::clock::Clock;
use domain::ports::embedder::Embedder;
use domain::ports::extractor::Extractor;
use domain::ports::page_fetcher::PageFetcher;
use domain::ports::store::Store;

pub use access::Access;
pub use indexing::report::{IndexReport, Progress};
pub use indexing::worker::Worker;

/// What an engine is made of.
pub struct Parts {
    /// Where everything is kept.
    pub store: Arc<dyn Store>,
    /// What makes vectors.
    pub embedder: Arc<dyn Embedder>,
    /// What reads files.
    pub extractor: Arc<dyn Extractor>,
    /// What tells the time.
    pub clock: Arc<dyn Clock>,
}

/// The operations over one home.
pub struct Engine {
    parts: Parts,
    page_fetcher: Option<Arc<dyn PageFetcher>>,
    answer_writer: Option<Arc<dyn AnswerWriter>>,
    wake: indexing::worker::Wake,
}

impl Engine {
    /// An engine of these parts. Nothing is read or written before an operation is called.
    pub fn new(parts: Parts) -> Self {
        Self {
            parts,
            page_fetcher: None,
            answer_writer: None,
            wake: indexing::worker::Wake::default(),
        }
    }

    /// The same engine with a way to read pages of the web; without one [`Engine::scrape`] is
    /// unavailable.
    #[must_use]
    pub fn with_page_fetcher(self, fetcher: Arc<dyn PageFetcher>) -> Self {
        Self {
            page_fetcher: Some(fetcher),
            ..self
        }
    }

    /// The same engine with a model that writes the answers of [`Engine::reason`]; without one
    /// they are put together from quotations.
    #[must_use]
    pub fn with_answer_writer(self, writer: Arc<dyn AnswerWriter>) -> Self {
        Self {
            answer_writer: Some(writer),
            ..self
        }
    }

    fn now_ms(&self) -> i64 {
        self.parts.clock.now_ms()
    }
}
