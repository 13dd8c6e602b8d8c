//! Token rows: embedding, residual addition, layer normalisation.

use super::lanes::{Lanes, sum};
use super::per_instruction_set;
use crate::weights::{Norm, WordTable};

per_instruction_set! {
    /// Fills `tokens` with the normalised embeddings of `ids`, one row per id.
    ///
    /// `positions` has a row for each id at least; every id is below the size of the word table.
    fn embed(
        ids: &[u32],
        words: &WordTable,
        positions: &[f32],
        norm: &Norm,
        epsilon: f32,
        tokens: &mut [f32],
    ) = embed_body
}

per_instruction_set! {
    /// Adds `added` to `tokens` and normalises each row.
    fn add_and_norm(tokens: &mut [f32], added: &[f32], norm: &Norm, epsilon: f32) = add_and_norm_body
}

#[inline(always)]
fn embed_body(
    ids: &[u32],
    words: &WordTable,
    positions: &[f32],
    norm: &Norm,
    epsilon: f32,
    tokens: &mut [f32],
) {
    let hidden = norm.weight.len();
    let rows = tokens
        .chunks_exact_mut(hidden)
        .zip(positions.chunks_exact(hidden));
    for ((token, position), &id) in rows.zip(ids) {
        let id = id as usize;
        let scale = words.scales[id];
        let word = &words.values[id * hidden..(id + 1) * hidden];
        for ((x, &value), position) in token.iter_mut().zip(word).zip(position) {
            *x = f32::from(value.cast_signed()) * scale + position;
        }
        normalise(token, norm, epsilon);
    }
}

#[inline(always)]
fn add_and_norm_body(tokens: &mut [f32], added: &[f32], norm: &Norm, epsilon: f32) {
    let hidden = norm.weight.len();
    let rows = tokens
        .chunks_exact_mut(hidden)
        .zip(added.chunks_exact(hidden));
    for (token, added) in rows {
        for (x, added) in token.iter_mut().zip(added) {
            *x += added;
        }
        normalise(token, norm, epsilon);
    }
}

#[inline(always)]
fn normalise(token: &mut [f32], norm: &Norm, epsilon: f32) {
    let count = token.len() as f32;
    let mean = sum(token) / count;
    let mut squares = Lanes::ZERO;
    let (chunks, _) = token.as_chunks_mut::<8>();
    for chunk in chunks {
        let centred = Lanes::load(chunk).map(|x| x - mean);
        squares = squares.add(centred.mul(centred));
        *chunk = centred.0;
    }
    let inverse = 1.0 / (squares.sum() / count + epsilon).sqrt();
    for ((x, weight), bias) in token.iter_mut().zip(&norm.weight).zip(&norm.bias) {
        *x = (*x * inverse) * weight + bias;
    }
}
