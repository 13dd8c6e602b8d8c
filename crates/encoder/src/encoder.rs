//! From texts to vectors: windows, threads, and the combination of windows.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

use wordpiece::Tokenizer;

use crate::error::EncodeError;
use crate::forward::{Scratch, forward, unit_length};
use crate::kernels::InstructionSet;
use crate::weights::Weights;
use crate::windows::{Window, windows};

/// Changes whenever the same weights would give other bits: tokenizer, windows, arithmetic, pooling.
const NUMERICS: &str = "w8a14-1";

/// Names a model by everything that determines its vectors.
pub(crate) fn identity(name: &str, checksum: &[u8]) -> String {
    let hash: String = checksum.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{name}/{NUMERICS}/{hash}")
}

/// Asked before every layer; `true` ends the work with [`EncodeError::Cancelled`].
pub type Cancelled<'a> = &'a (dyn Fn() -> bool + Sync);

/// A text to encode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Input<'a> {
    /// Context that is read before the body, such as `title › section`; may be empty. It is part of
    /// the first window only.
    pub prefix: &'a str,
    /// The text itself.
    pub body: &'a str,
}

/// What became of a text.
#[derive(Debug, Clone, PartialEq)]
pub enum Encoded {
    /// The model read the text.
    Vector {
        /// Unit length, as many numbers as [`Encoder::dimension`].
        values: Vec<f32>,
        /// Number of windows that the text was read in, at least 1. With more than one, `values` is
        /// their mean weighted by pieces.
        windows: usize,
    },
    /// The model's vocabulary lacks more than half of the words, or there are none: a vector would say
    /// nothing about the text.
    NotCovered {
        /// Words that the vocabulary cannot spell.
        unknown_words: usize,
        /// Words in all; 0 for text of white space and control characters only.
        words: usize,
    },
}

/// A model ready to run. Cheap to share between threads by reference.
#[derive(Debug)]
pub struct Encoder {
    weights: Weights,
    set: InstructionSet,
    identity: String,
}

/// A text after tokenization.
enum Plan {
    Windows(Vec<Window>),
    NotCovered { unknown_words: usize, words: usize },
}

impl Encoder {
    /// Makes an encoder that uses the best instructions of this processor.
    pub fn new(weights: Weights) -> Encoder {
        Encoder::with_instructions(weights, InstructionSet::detect())
    }

    /// Makes an encoder that uses no optional instructions: slower, with the same results.
    pub fn portable(weights: Weights) -> Encoder {
        Encoder::with_instructions(weights, InstructionSet::Portable)
    }

    fn with_instructions(weights: Weights, set: InstructionSet) -> Encoder {
        let identity = identity(&weights.name, &weights.checksum);
        Encoder {
            weights,
            set,
            identity,
        }
    }

    /// Names everything that determines a vector: `model/numerics/BLAKE3 of the weights`.
    ///
    /// Vectors of two encoders may be compared only when their identities are equal, and then the same
    /// text has the same bits in both.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// Numbers per vector.
    pub fn dimension(&self) -> usize {
        self.weights.shape().hidden
    }

    /// The model's sizes.
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Encodes one text on the calling thread.
    ///
    /// Whether the model covers a text is judged by its body; by its prefix if the body has no words.
    ///
    /// # Errors
    /// `Cancelled` when `cancel` returned true, `NotFinite` for a model file with absurd weights.
    pub fn encode(&self, input: Input<'_>, cancel: Cancelled<'_>) -> Result<Encoded, EncodeError> {
        let mut encoded = self.encode_batch(&[input], NonZeroUsize::MIN, cancel)?;
        Ok(encoded.pop().expect("a batch gives one result per input"))
    }

    /// Encodes `inputs` on up to `threads` threads, the calling one included; results are in the order
    /// of the inputs.
    ///
    /// A result is the same, bit for bit, whatever else is in the batch and however many threads run.
    ///
    /// # Errors
    /// As [`Encoder::encode`]; then there is no result for any input.
    pub fn encode_batch(
        &self,
        inputs: &[Input<'_>],
        threads: NonZeroUsize,
        cancel: Cancelled<'_>,
    ) -> Result<Vec<Encoded>, EncodeError> {
        let mut plans = Vec::with_capacity(inputs.len());
        for input in inputs {
            if cancel() {
                return Err(EncodeError::Cancelled);
            }
            plans.push(self.plan(*input));
        }
        let sequences: Vec<&Window> = plans.iter().flat_map(Plan::windows).collect();
        let mut vectors = self.run(&sequences, threads, cancel)?.into_iter();
        plans
            .iter()
            .map(|plan| plan.combine(&mut vectors))
            .collect()
    }

    fn plan(&self, input: Input<'_>) -> Plan {
        let tokenizer = Tokenizer::shared();
        let prefix = tokenizer.pieces(input.prefix);
        let body = tokenizer.pieces(input.body);
        let judged = if body.words.is_empty() {
            &prefix
        } else {
            &body
        };
        if judged.words.is_empty() || judged.is_mostly_unknown() {
            let (unknown_words, words) = (judged.unknown_word_count(), judged.words.len());
            return Plan::NotCovered {
                unknown_words,
                words,
            };
        }
        Plan::Windows(windows(&prefix, &body, self.weights.shape().window))
    }

    /// Vectors of `sequences`, in order.
    fn run(
        &self,
        sequences: &[&Window],
        threads: NonZeroUsize,
        cancel: Cancelled<'_>,
    ) -> Result<Vec<Vec<f32>>, EncodeError> {
        let next = AtomicUsize::new(0);
        // Which thread takes which sequence varies from run to run; a vector depends on its sequence
        // alone, and its place in the result on the sequence's index.
        let work = || {
            let mut scratch = Scratch::default();
            let mut done = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(window) = sequences.get(index) else {
                    return Ok(done);
                };
                let vector = forward(self.set, &self.weights, &window.ids, &mut scratch, cancel);
                done.push((
                    index,
                    vector.inspect_err(|_| next.store(sequences.len(), Ordering::Relaxed))?,
                ));
            }
        };
        let helpers = threads.get().min(sequences.len()).saturating_sub(1);
        let parts = std::thread::scope(|scope| {
            let helpers: Vec<_> = (0..helpers).map(|_| scope.spawn(work)).collect();
            let mut parts = vec![work()];
            for helper in helpers {
                parts.push(
                    helper
                        .join()
                        .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                );
            }
            parts
        });
        let mut vectors = vec![Vec::new(); sequences.len()];
        for part in parts {
            for (index, vector) in part? {
                vectors[index] = vector;
            }
        }
        Ok(vectors)
    }
}

impl Plan {
    fn windows(&self) -> &[Window] {
        match self {
            Plan::Windows(windows) => windows,
            Plan::NotCovered { .. } => &[],
        }
    }

    /// Takes the vectors of this text's windows from `vectors`.
    fn combine(
        &self,
        vectors: &mut impl Iterator<Item = Vec<f32>>,
    ) -> Result<Encoded, EncodeError> {
        match self {
            Plan::NotCovered {
                unknown_words,
                words,
            } => Ok(Encoded::NotCovered {
                unknown_words: *unknown_words,
                words: *words,
            }),
            Plan::Windows(windows) => {
                let weighted = vectors
                    .take(windows.len())
                    .zip(windows.iter().map(|w| w.pieces));
                let values = weighted_mean(weighted.collect())?;
                Ok(Encoded::Vector {
                    values,
                    windows: windows.len(),
                })
            }
        }
    }
}

/// The unit vector of the weighted sum; a single vector is returned as it is.
fn weighted_mean(mut vectors: Vec<(Vec<f32>, usize)>) -> Result<Vec<f32>, EncodeError> {
    if vectors.len() == 1 {
        return Ok(vectors.swap_remove(0).0);
    }
    let dimension = vectors.first().map_or(0, |(vector, _)| vector.len());
    let mut sum = vec![0f64; dimension];
    for (vector, weight) in &vectors {
        let weight = *weight as f64;
        sum.iter_mut()
            .zip(vector)
            .for_each(|(sum, &x)| *sum += weight * f64::from(x));
    }
    unit_length(&sum)
}
