//! From text to vectors.

use crate::calibration::Calibration;
use crate::cancel::Cancel;
use crate::error::Result;

/// A model as the engine needs to know it.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Its identity: name, numerics and weights. Vectors of two ids are never compared.
    pub id: String,
    /// The length of its vectors.
    pub dimension: usize,
    /// From its cosines to scores.
    pub calibration: Calibration,
}

/// One text to embed. The prefix stands before the body, in the first window only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EmbedInput<'a> {
    /// Context such as title and section path; may be empty.
    pub prefix: &'a str,
    /// The text.
    pub body: &'a str,
}

/// What came of one text.
#[derive(Clone, Debug, PartialEq)]
pub enum Embedded {
    /// A unit vector.
    Vector {
        /// Its components.
        values: Vec<f32>,
        /// How many windows of the model the text took; above 1 their mean is the vector.
        windows: u32,
    },
    /// The model knows too few of its words for a vector to mean anything.
    NotCovered,
}

/// An embedding provider.
///
/// The vector of a text is a pure function of text and model: alone, in any batch and on any
/// number of threads it has the same bits.
pub trait Embedder: Send + Sync {
    /// The model behind it.
    fn model(&self) -> &Model;

    /// Embeds `inputs`, answering in their order.
    ///
    /// # Errors
    /// `Unavailable` when the model cannot be reached or loaded, `Cancelled` when asked to stop.
    fn embed(&self, inputs: &[EmbedInput<'_>], cancel: &Cancel) -> Result<Vec<Embedded>>;
}
