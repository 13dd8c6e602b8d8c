//! The operations of ibid, each implemented once, over ports only.
//!
//! A surface decodes its words into a request of [`domain::operations`], calls the method of
//! the same name on [`Engine`], and encodes the response; REST, MCP and the command line give
//! the same answer because they call the same function. There is deliberately no file system,
//! network, terminal or wire format here.

mod basis;
mod indexing;
mod operations;
mod ranking;
mod write;

use std::sync::Arc;

use domain::ports::clock::Clock;
use domain::ports::embedder::Embedder;
use domain::ports::extractor::Extractor;
use domain::ports::store::Store;

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
    wake: indexing::worker::Wake,
}

impl Engine {
    /// An engine of these parts. Nothing is read or written before an operation is called.
    pub fn new(parts: Parts) -> Self {
        Self {
            parts,
            wake: indexing::worker::Wake::default(),
        }
    }

    fn now_ms(&self) -> i64 {
        self.parts.clock.now_ms()
    }
}
