//! The model that is compiled into the binary.

use std::num::NonZeroUsize;
use std::sync::OnceLock;

use domain::ports::embedder::{EmbedInput, Embedded, Embedder, Model};
use domain::{Cancel, Error, Result};
use encoder::{Encoded, Encoder, Input};

static CALIBRATION: &str = include_str!("../../../models/all-MiniLM-L6-v2/calibration.json");

/// The built-in all-MiniLM-L6-v2. Its weights are unpacked at the first text, not before.
pub struct LocalEmbedder {
    threads: NonZeroUsize,
    model: OnceLock<Model>,
}

impl LocalEmbedder {
    /// The built-in model on up to `threads` threads; their number changes speed, never a bit.
    pub fn built_in(threads: NonZeroUsize) -> Self {
        Self {
            threads,
            model: OnceLock::new(),
        }
    }
}

impl Embedder for LocalEmbedder {
    fn model(&self) -> &Model {
        self.model.get_or_init(|| Model {
            id: encoder::built_in_identity(),
            dimension: encoder::BUILT_IN_DIMENSION,
            calibration: crate::calibration::parse(CALIBRATION)
                .expect("the compiled-in calibration is checked by a test"),
        })
    }

    fn embed(&self, inputs: &[EmbedInput<'_>], cancel: &Cancel) -> Result<Vec<Embedded>> {
        let inputs: Vec<Input<'_>> = inputs
            .iter()
            .map(|input| Input {
                prefix: input.prefix,
                body: input.body,
            })
            .collect();
        let encoded = Encoder::built_in()
            .encode_batch(&inputs, self.threads, &|| cancel.is_cancelled())
            .map_err(|error| match error {
                encoder::EncodeError::Cancelled => Error::cancelled(),
                other => Error::internal(other.to_string()),
            })?;
        Ok(encoded.into_iter().map(outcome).collect())
    }
}

fn outcome(encoded: Encoded) -> Embedded {
    match encoded {
        Encoded::Vector { values, windows } => Embedded::Vector {
            values,
            windows: u32::try_from(windows).unwrap_or(u32::MAX),
        },
        Encoded::NotCovered { .. } => Embedded::NotCovered,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn embed(body: &str) -> Embedded {
        let embedder = LocalEmbedder::built_in(NonZeroUsize::MIN);
        let input = EmbedInput { prefix: "", body };
        embedder.embed(&[input], &Cancel::new()).unwrap().remove(0)
    }

    fn vector(body: &str) -> Vec<f32> {
        match embed(body) {
            Embedded::Vector { values, .. } => values,
            Embedded::NotCovered => panic!("`{body}` is not covered"),
        }
    }

    fn cosine(a: &[f32], b: &[f32]) -> f64 {
        a.iter().zip(b).map(|(x, y)| f64::from(x * y)).sum()
    }

    #[test]
    fn the_identity_known_without_loading_is_that_of_the_loaded_model() {
        let embedder = LocalEmbedder::built_in(NonZeroUsize::MIN);
        assert_eq!(embedder.model().id, Encoder::built_in().identity());
        assert_eq!(embedder.model().dimension, Encoder::built_in().dimension());
    }

    #[test]
    fn a_text_of_like_meaning_is_nearer_than_one_of_like_words() {
        let query = vector("how do I get my money back");
        let answer = vector("Refunds are paid within fourteen days of the return.");
        let other = vector("The cat came back and slept on the warm roof.");
        assert!(cosine(&query, &answer) > cosine(&query, &other));
    }

    #[test]
    fn text_without_known_words_is_not_covered() {
        assert_eq!(embed("ภาษาไทยล้วน"), Embedded::NotCovered);
    }

    #[test]
    fn a_cancelled_embedding_ends() {
        let cancel = Cancel::new();
        cancel.cancel();
        let embedder = LocalEmbedder::built_in(NonZeroUsize::MIN);
        let input = EmbedInput {
            prefix: "",
            body: "some text",
        };
        let error = embedder.embed(&[input], &cancel).unwrap_err();
        assert_eq!(error.kind, domain::ErrorKind::Cancelled);
    }
}
