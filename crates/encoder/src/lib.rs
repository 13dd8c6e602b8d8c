//! Text to vector: the forward pass of BERT-family sentence encoders, and the built-in model.
//!
//! The same text gives the same bits alone or in any batch, on any number of threads, with or without
//! vector instructions. What that takes is written in `docs/decisions/0007-float-rules-of-the-encoder.md`;
//! the weight file is specified in `docs/model-format.md`.
//!
//! The crate is pure: no files, environment, clock or network. It starts threads only inside
//! [`Encoder::encode_batch`] and joins them before it returns.

mod built_in;
mod encoder;
mod error;
mod forward;
mod kernels;
mod weights;
mod windows;

pub use built_in::{BUILT_IN_DIMENSION, built_in_identity};
pub use encoder::{Cancelled, Encoded, Encoder, Input};
pub use error::{EncodeError, ModelError};
pub use weights::{Shape, Weights};
