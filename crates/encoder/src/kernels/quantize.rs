//! Activations to 14-bit integers, one scale per token.

use super::lanes::{Lanes, round_to_integer};
use super::per_instruction_set;

/// Largest magnitude of a quantised activation: 14 bits with the sign.
const LARGEST: f32 = 8_191.0;

/// A token whose numbers are all smaller than this is taken for zero: the inverse would overflow.
const SMALLEST: f32 = 1e-30;

/// Tokens as integers: number `i` of token `t` is about `values[t * width + i] * scales[t]`.
#[derive(Debug, Default)]
pub(crate) struct QuantizedTokens {
    pub values: Vec<i16>,
    pub scales: Vec<f32>,
}

per_instruction_set! {
    /// Quantises `tokens`, row-major with `width` numbers each, over what `quantized` held before.
    ///
    /// `width` is a multiple of 16. The scale of a token depends on that token alone.
    fn quantize(tokens: &[f32], width: usize, quantized: &mut QuantizedTokens) = quantize_body
}

#[inline(always)]
fn quantize_body(tokens: &[f32], width: usize, quantized: &mut QuantizedTokens) {
    quantized.scales.clear();
    quantized.values.resize(tokens.len(), 0);
    let rows = tokens
        .chunks_exact(width)
        .zip(quantized.values.chunks_exact_mut(width));
    for (token, values) in rows {
        let largest = largest_magnitude(token);
        let is_zero = largest < SMALLEST;
        let inverse = if is_zero { 0.0 } else { LARGEST / largest };
        quantized
            .scales
            .push(if is_zero { 0.0 } else { largest / LARGEST });
        let (token, _) = token.as_chunks::<16>();
        let (values, _) = values.as_chunks_mut::<16>();
        for (token, values) in token.iter().zip(values) {
            *values = std::array::from_fn(|lane| round_to_integer(token[lane] * inverse) as i16);
        }
    }
}

#[inline(always)]
fn largest_magnitude(token: &[f32]) -> f32 {
    let (chunks, _) = token.as_chunks::<8>();
    let largest = |largest: Lanes, chunk| largest.max(Lanes::load(chunk).map(f32::abs));
    chunks.iter().fold(Lanes::ZERO, largest).largest()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::InstructionSet;

    #[test]
    fn the_largest_number_of_a_token_becomes_8191() {
        let mut tokens = vec![0.0; 48];
        tokens[3] = -2.0;
        tokens[4] = 1.0;
        tokens[16 + 7] = 1e-20;
        let mut quantized = QuantizedTokens::default();
        quantize(InstructionSet::detect(), &tokens, 16, &mut quantized);
        assert_eq!((quantized.values[3], quantized.values[4]), (-8_191, 4_096));
        assert_eq!(quantized.values[16 + 7], 8_191);
        assert_eq!(quantized.scales, [2.0 / 8_191.0, 1e-20 / 8_191.0, 0.0]);
    }
}
