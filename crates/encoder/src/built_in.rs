//! The model that is compiled in.

use std::sync::OnceLock;

use crate::encoder::identity;
use crate::weights::CHECKSUM_BYTES;
use crate::{Encoder, Weights};

static WEIGHTS: &[u8] = include_bytes!("../../../models/all-MiniLM-L6-v2/weights.bin");

const NAME: &str = "all-MiniLM-L6-v2";

/// Numbers per vector of the built-in model.
pub const BUILT_IN_DIMENSION: usize = 384;

/// [`Encoder::identity`] of the built-in model, known without unpacking its weights: their checksum
/// stands at the end of the file.
pub fn built_in_identity() -> String {
    let checksum = &WEIGHTS[WEIGHTS.len() - CHECKSUM_BYTES..];
    identity(NAME, checksum)
}

impl Encoder {
    /// The built-in all-MiniLM-L6-v2, 384 numbers per vector.
    ///
    /// It is read and packed on the first call and kept for the rest of the process.
    pub fn built_in() -> &'static Encoder {
        static BUILT_IN: OnceLock<Encoder> = OnceLock::new();
        BUILT_IN.get_or_init(|| {
            let weights = Weights::from_static(WEIGHTS);
            Encoder::new(weights.expect("the compiled-in weight file is checked by a test"))
        })
    }
}
