//! Softmax attention of one sequence, in f32.
//!
//! Both products are written as outer products: each result is one running sum over the inner index in
//! order, and the lanes are neighbouring results. Any tile or register width therefore gives the same
//! bits, with no reduction across lanes anywhere but in the softmax sum.

use super::lanes::{Lanes, sum};
use super::maths::exp;
use super::per_instruction_set;

/// Queries that share one pass over the keys.
const QUERIES: usize = 4;
/// Neighbouring results of one tile.
const WIDE: usize = 16;

/// Memory that is reused from call to call.
#[derive(Debug, Default)]
pub(crate) struct AttentionScratch {
    keys: Vec<f32>,
    values: Vec<f32>,
    shares: Vec<f32>,
}

per_instruction_set! {
    /// Writes the attended tokens to `attended`, row-major with `hidden` numbers each.
    ///
    /// `projected` holds query, key and value of each token, `3 * hidden` numbers per row; the size of
    /// a head is a multiple of 16.
    fn attention(
        projected: &[f32],
        hidden: usize,
        heads: usize,
        scratch: &mut AttentionScratch,
        attended: &mut [f32],
    ) = attention_body
}

#[inline(always)]
fn attention_body(
    projected: &[f32],
    hidden: usize,
    heads: usize,
    scratch: &mut AttentionScratch,
    attended: &mut [f32],
) {
    let tokens = projected.len() / (3 * hidden);
    let size = hidden / heads;
    let scale = 1.0 / (size as f32).sqrt();
    for head in 0..heads {
        scratch.load_head(projected, hidden, size, head * size);
        let mut query = 0;
        while query < tokens {
            let output = &mut attended[query * hidden..];
            if tokens - query >= QUERIES {
                let queries = rows::<QUERIES>(projected, hidden, query, head * size, size);
                attend(queries, scratch, tokens, scale, hidden, head * size, output);
                query += QUERIES;
            } else {
                let queries = rows::<1>(projected, hidden, query, head * size, size);
                attend(queries, scratch, tokens, scale, hidden, head * size, output);
                query += 1;
            }
        }
    }
}

impl AttentionScratch {
    /// Gathers the keys of one head, transposed and padded with zeros to a multiple of `WIDE`
    /// columns, and its values, row-major.
    #[inline(always)]
    fn load_head(&mut self, projected: &[f32], hidden: usize, size: usize, at: usize) {
        let tokens = projected.len() / (3 * hidden);
        let columns = tokens.next_multiple_of(WIDE);
        self.keys.clear();
        self.keys.resize(size * columns, 0.0);
        self.values.resize(tokens * size, 0.0);
        self.shares.resize(QUERIES * columns, 0.0);
        for (token, row) in projected.chunks_exact(3 * hidden).enumerate() {
            let key = &row[hidden + at..][..size];
            for (index, &x) in key.iter().enumerate() {
                self.keys[index * columns + token] = x;
            }
            let value = &row[2 * hidden + at..][..size];
            self.values[token * size..][..size].copy_from_slice(value);
        }
    }
}

#[inline(always)]
fn rows<const R: usize>(
    projected: &[f32],
    hidden: usize,
    first: usize,
    at: usize,
    size: usize,
) -> [&[f32]; R] {
    std::array::from_fn(|row| &projected[(first + row) * 3 * hidden + at..][..size])
}

/// Attends `R` queries to all tokens; `output` starts at the row of the first query.
#[inline(always)]
fn attend<const R: usize>(
    queries: [&[f32]; R],
    scratch: &mut AttentionScratch,
    tokens: usize,
    scale: f32,
    hidden: usize,
    at: usize,
    output: &mut [f32],
) {
    let size = queries[0].len();
    let columns = tokens.next_multiple_of(WIDE);
    for column in (0..columns).step_by(WIDE) {
        let scores = outer_product(queries, &scratch.keys, columns, column);
        for (row, scores) in scores.iter().enumerate() {
            let shares = &mut scratch.shares[row * columns + column..][..WIDE];
            shares
                .iter_mut()
                .zip(scores)
                .for_each(|(share, score)| *share = score * scale);
        }
    }
    let mut inverses = [0.0; R];
    for (row, inverse) in inverses.iter_mut().enumerate() {
        let shares = &mut scratch.shares[row * columns..][..columns];
        *inverse = 1.0 / softmax_numerators(shares, tokens);
    }
    let shares: [&[f32]; R] = std::array::from_fn(|row| &scratch.shares[row * columns..][..tokens]);
    for column in (0..size).step_by(WIDE) {
        let sums = outer_product(shares, &scratch.values, size, column);
        for (row, sums) in sums.iter().enumerate() {
            let output = &mut output[row * hidden + at + column..][..WIDE];
            output
                .iter_mut()
                .zip(sums)
                .for_each(|(x, sum)| *x = sum * inverses[row]);
        }
    }
}

/// `left` times the `WIDE` columns of `right` from `column` on; `right` has `width` columns.
#[inline(always)]
fn outer_product<const R: usize>(
    left: [&[f32]; R],
    right: &[f32],
    width: usize,
    column: usize,
) -> [[f32; WIDE]; R] {
    let depth = left[0].len();
    let left = left.map(|row| &row[..depth]);
    let mut sums = [[Lanes::ZERO; 2]; R];
    for (index, right) in right.chunks_exact(width).take(depth).enumerate() {
        let right = &right[column..column + WIDE];
        let (right, _) = right.as_chunks::<8>();
        let right = [Lanes::load(&right[0]), Lanes::load(&right[1])];
        for (row, sums) in left.iter().zip(&mut sums) {
            let x = Lanes::splat(row[index]);
            sums[0] = sums[0].add(x.mul(right[0]));
            sums[1] = sums[1].add(x.mul(right[1]));
        }
    }
    sums.map(|[low, high]| {
        std::array::from_fn(|lane| {
            if lane < 8 {
                low.0[lane]
            } else {
                high.0[lane - 8]
            }
        })
    })
}

/// Turns the first `tokens` scores into e^(score - largest) and the padding into 0; returns their sum.
#[inline(always)]
fn softmax_numerators(scores: &mut [f32], tokens: usize) -> f32 {
    scores[tokens..].fill(f32::NEG_INFINITY);
    let (chunks, _) = scores.as_chunks_mut::<8>();
    let largest = chunks
        .iter()
        .fold(Lanes::splat(f32::NEG_INFINITY), |largest, chunk| {
            largest.max(Lanes::load(chunk))
        })
        .largest();
    for chunk in chunks {
        *chunk = Lanes::load(chunk).map(|score| exp(score - largest)).0;
    }
    scores[tokens..].fill(0.0);
    sum(scores)
}
