//! The forward pass of one sequence.

use crate::encoder::Cancelled;
use crate::error::EncodeError;
use crate::kernels::{
    Activation, AttentionScratch, InstructionSet, QuantizedTokens, add_and_norm, attention, embed,
    matmul, mean_rows, quantize,
};
use crate::weights::{Layer, Weights};

/// Tokens that pass through the feed-forward part together, so that its wide rows stay in cache.
const FEED_FORWARD_TOKENS: usize = 48;

/// Memory of one thread, reused from sequence to sequence.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    tokens: Vec<f32>,
    quantized: QuantizedTokens,
    projected: Vec<f32>,
    attention: AttentionScratch,
    attended: Vec<f32>,
    wide: Vec<f32>,
    narrow: Vec<f32>,
}

/// Returns the unit vector of the sequence `ids`, `[CLS]` and `[SEP]` included.
///
/// `ids` are in the vocabulary and not more than the model has positions.
pub(crate) fn forward(
    set: InstructionSet,
    weights: &Weights,
    ids: &[u32],
    scratch: &mut Scratch,
    cancel: Cancelled<'_>,
) -> Result<Vec<f32>, EncodeError> {
    let shape = &weights.shape;
    scratch.tokens.resize(ids.len() * shape.hidden, 0.0);
    embed(
        set,
        ids,
        &weights.words,
        &weights.positions,
        &weights.embedding_norm,
        shape.layer_norm_epsilon,
        &mut scratch.tokens,
    );
    for layer in &weights.layers {
        if cancel() {
            return Err(EncodeError::Cancelled);
        }
        attend(set, weights, layer, scratch);
        feed_forward(set, weights, layer, scratch);
    }
    let mut vector = vec![0.0; shape.hidden];
    mean_rows(set, &scratch.tokens, &mut vector);
    unit_length(&vector.iter().map(|&x| f64::from(x)).collect::<Vec<_>>())
}

fn attend(set: InstructionSet, weights: &Weights, layer: &Layer, scratch: &mut Scratch) {
    let shape = &weights.shape;
    quantize(set, &scratch.tokens, shape.hidden, &mut scratch.quantized);
    scratch.projected.resize(scratch.tokens.len() * 3, 0.0);
    let projection = &layer.query_key_value;
    matmul(
        set,
        &scratch.quantized,
        projection,
        Activation::None,
        &mut scratch.projected,
    );
    scratch.attended.resize(scratch.tokens.len(), 0.0);
    attention(
        set,
        &scratch.projected,
        shape.hidden,
        shape.heads,
        &mut scratch.attention,
        &mut scratch.attended,
    );
    quantize(set, &scratch.attended, shape.hidden, &mut scratch.quantized);
    scratch.narrow.resize(scratch.tokens.len(), 0.0);
    let output = &layer.attention_output;
    matmul(
        set,
        &scratch.quantized,
        output,
        Activation::None,
        &mut scratch.narrow,
    );
    add_and_norm(
        set,
        &mut scratch.tokens,
        &scratch.narrow,
        &layer.attention_norm,
        shape.layer_norm_epsilon,
    );
}

fn feed_forward(set: InstructionSet, weights: &Weights, layer: &Layer, scratch: &mut Scratch) {
    let shape = &weights.shape;
    for tokens in scratch
        .tokens
        .chunks_mut(FEED_FORWARD_TOKENS * shape.hidden)
    {
        let count = tokens.len() / shape.hidden;
        quantize(set, tokens, shape.hidden, &mut scratch.quantized);
        scratch.wide.resize(count * shape.intermediate, 0.0);
        let widen = &layer.intermediate;
        matmul(
            set,
            &scratch.quantized,
            widen,
            Activation::Gelu,
            &mut scratch.wide,
        );
        quantize(
            set,
            &scratch.wide,
            shape.intermediate,
            &mut scratch.quantized,
        );
        scratch.narrow.resize(tokens.len(), 0.0);
        matmul(
            set,
            &scratch.quantized,
            &layer.output,
            Activation::None,
            &mut scratch.narrow,
        );
        add_and_norm(
            set,
            tokens,
            &scratch.narrow,
            &layer.output_norm,
            shape.layer_norm_epsilon,
        );
    }
}

/// Scales `vector` to length 1, in f64 and in index order, and rounds once.
pub(crate) fn unit_length(vector: &[f64]) -> Result<Vec<f32>, EncodeError> {
    let length = vector.iter().fold(0.0, |sum, x| sum + x * x).sqrt();
    if !length.is_finite() || length == 0.0 {
        return Err(EncodeError::NotFinite);
    }
    Ok(vector.iter().map(|x| (x / length) as f32).collect())
}
