//! The promises of the encoder, on the built-in model.

mod covered;
mod model_file;
mod same_bits;
mod texts;
mod windows;
