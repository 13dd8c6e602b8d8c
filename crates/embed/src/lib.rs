//! Embedding providers: what stands behind the [`domain::ports::embedder::Embedder`] port.

mod calibration;
mod local;

pub use local::LocalEmbedder;
