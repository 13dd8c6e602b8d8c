//! Integer matrix multiplication: 14-bit activations times 8-bit weights, exact, then one rounding.

use super::QuantizedTokens;
use super::maths::gelu;

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;

use super::InstructionSet;

/// Outputs computed side by side; the width of a panel.
const PANEL: usize = 16;
/// Tokens computed side by side.
const TILE: usize = 4;
/// Products summed in 32 bits: 2,048 * 8,191 * 128 is still below 2^31.
const BLOCK: usize = 2_048;

/// A linear layer as the weight file has it, one row per output.
pub(crate) struct LinearRows<'f> {
    pub inputs: usize,
    /// Two's complement int8, row-major.
    pub values: &'f [u8],
    pub scales: Vec<f32>,
    pub bias: Vec<f32>,
}

/// A linear layer in the order in which the kernels read it.
///
/// Panel by panel of 16 outputs; within a panel, for every pair of inputs, the two weights of each
/// output next to each other.
#[derive(Debug)]
pub(crate) struct PackedLinear {
    inputs: usize,
    panels: Vec<i16>,
    scales: Vec<f32>,
    bias: Vec<f32>,
}

/// What happens to a result before it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Activation {
    None,
    Gelu,
}

/// Exact integer products of a few tokens with one panel.
trait Multiply {
    /// Returns the sums over `tokens` and `panel` for `R` tokens of equal even length, at most
    /// [`BLOCK`]; `panel` has 16 weights for each number of a token.
    ///
    /// # Safety
    /// The processor must have the instructions of the implementation.
    unsafe fn tile<const R: usize>(tokens: [&[i16]; R], panel: &[i16]) -> [[i32; PANEL]; R];
}

/// Multiplies `tokens` by `linear`, adds the bias, applies `activation`, and stores to `results`,
/// row-major with as many numbers per token as `linear` has outputs.
pub(crate) fn matmul(
    set: InstructionSet,
    tokens: &QuantizedTokens,
    linear: &PackedLinear,
    activation: Activation,
    results: &mut [f32],
) {
    match set {
        // SAFETY: this implementation needs no particular instructions.
        InstructionSet::Portable => unsafe {
            matmul_body::<portable::Portable>(tokens, linear, activation, results);
        },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: `Detected` exists only on processors with AVX2.
        InstructionSet::Avx2(_) => unsafe { avx2::matmul(tokens, linear, activation, results) },
    }
}

impl PackedLinear {
    /// Packs layers that read the same inputs into one, their outputs in the given order.
    ///
    /// Inputs are even in number, outputs of each layer a multiple of 16.
    pub fn pack(layers: &[LinearRows<'_>]) -> PackedLinear {
        let inputs = layers[0].inputs;
        let mut packed = PackedLinear {
            inputs,
            panels: Vec::new(),
            scales: Vec::new(),
            bias: Vec::new(),
        };
        for layer in layers {
            for rows in layer.values.chunks_exact(inputs * PANEL) {
                packed.push_panel(rows);
            }
            packed.scales.extend(&layer.scales);
            packed.bias.extend(&layer.bias);
        }
        packed
    }

    pub fn outputs(&self) -> usize {
        self.bias.len()
    }

    fn push_panel(&mut self, rows: &[u8]) {
        let start = self.panels.len();
        self.panels.resize(start + rows.len(), 0);
        let panel = &mut self.panels[start..];
        for (output, row) in rows.chunks_exact(self.inputs).enumerate() {
            let (pairs, _) = row.as_chunks::<2>();
            for (&[first, second], slot) in pairs.iter().zip(panel.chunks_exact_mut(2 * PANEL)) {
                slot[2 * output] = i16::from(first.cast_signed());
                slot[2 * output + 1] = i16::from(second.cast_signed());
            }
        }
    }
}

/// # Safety
/// As [`Multiply::tile`].
#[inline(always)]
unsafe fn matmul_body<M: Multiply>(
    tokens: &QuantizedTokens,
    linear: &PackedLinear,
    activation: Activation,
    results: &mut [f32],
) {
    let count = tokens.scales.len();
    for panel in 0..linear.outputs() / PANEL {
        let mut token = 0;
        while token < count {
            // SAFETY: the caller vouches for the processor.
            unsafe {
                if count - token >= TILE {
                    finish::<M, TILE>(tokens, linear, activation, panel, token, results);
                    token += TILE;
                } else {
                    finish::<M, 1>(tokens, linear, activation, panel, token, results);
                    token += 1;
                }
            }
        }
    }
}

/// Computes and stores the 16 results of one panel for `R` tokens.
///
/// # Safety
/// As [`Multiply::tile`].
#[inline(always)]
unsafe fn finish<M: Multiply, const R: usize>(
    tokens: &QuantizedTokens,
    linear: &PackedLinear,
    activation: Activation,
    panel: usize,
    first: usize,
    results: &mut [f32],
) {
    let inputs = linear.inputs;
    let rows: [&[i16]; R] =
        std::array::from_fn(|row| &tokens.values[(first + row) * inputs..][..inputs]);
    let weights = &linear.panels[panel * inputs * PANEL..][..inputs * PANEL];
    // SAFETY: the caller vouches for the processor.
    let sums = unsafe { sums::<M, R>(rows, weights) };
    let outputs = linear.outputs();
    let scales: &[f32] = &linear.scales[panel * PANEL..][..PANEL];
    let bias: &[f32] = &linear.bias[panel * PANEL..][..PANEL];
    for (row, sums) in sums.iter().enumerate() {
        let token_scale = tokens.scales[first + row];
        let results = &mut results[(first + row) * outputs + panel * PANEL..][..PANEL];
        for column in 0..PANEL {
            let result = sums[column] * (token_scale * scales[column]) + bias[column];
            results[column] = match activation {
                Activation::None => result,
                Activation::Gelu => gelu(result),
            };
        }
    }
}

/// The exact sums, rounded once to f32; in blocks when 32 bits might not hold them.
///
/// # Safety
/// As [`Multiply::tile`].
#[inline(always)]
unsafe fn sums<M: Multiply, const R: usize>(rows: [&[i16]; R], panel: &[i16]) -> [[f32; PANEL]; R] {
    let inputs = rows[0].len();
    if inputs <= BLOCK {
        // SAFETY: the caller vouches for the processor.
        let sums = unsafe { M::tile(rows, panel) };
        return sums.map(|sums| sums.map(|sum| sum as f32));
    }
    let mut sums = [[0i64; PANEL]; R];
    for start in (0..inputs).step_by(BLOCK) {
        let end = inputs.min(start + BLOCK);
        let block = rows.map(|row| &row[start..end]);
        // SAFETY: the caller vouches for the processor.
        let partial = unsafe { M::tile(block, &panel[start * PANEL..end * PANEL]) };
        for (sums, partial) in sums.iter_mut().zip(partial) {
            sums.iter_mut()
                .zip(partial)
                .for_each(|(sum, part)| *sum += i64::from(part));
        }
    }
    sums.map(|sums| sums.map(|sum| sum as f32))
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUTS: usize = 32;
    const TOKENS: usize = 7;

    /// Numbers in `-limit..=limit` without a pattern; the first token and output are all `limit`.
    fn numbers(count: usize, width: usize, limit: i32) -> Vec<i32> {
        let mut state = 1u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as i32 % (2 * limit + 1) - limit
        };
        (0..count * width)
            .map(|index| if index < width { limit } else { next() })
            .collect()
    }

    #[test]
    fn sums_are_exact_in_both_forms_even_beyond_32_bits() {
        for inputs in [16, 384, 2_048, 2_064, 4_096] {
            let weights = numbers(OUTPUTS, inputs, 127);
            let values: Vec<u8> = weights.iter().map(|&w| (w as i8).cast_unsigned()).collect();
            let linear = PackedLinear::pack(&[LinearRows {
                inputs,
                values: &values,
                scales: vec![1.0; OUTPUTS],
                bias: vec![0.0; OUTPUTS],
            }]);
            let activations = numbers(TOKENS, inputs, 8_191);
            let tokens = QuantizedTokens {
                values: activations.iter().map(|&x| x as i16).collect(),
                scales: vec![1.0; TOKENS],
            };
            for set in [InstructionSet::Portable, InstructionSet::detect()] {
                let mut results = vec![0.0; TOKENS * OUTPUTS];
                matmul(set, &tokens, &linear, Activation::None, &mut results);
                for (index, &result) in results.iter().enumerate() {
                    let token = &activations[index / OUTPUTS * inputs..][..inputs];
                    let output = &weights[index % OUTPUTS * inputs..][..inputs];
                    let products = token.iter().zip(output).map(|(&a, &w)| i64::from(a * w));
                    assert_eq!(
                        result,
                        products.sum::<i64>() as f32,
                        "{inputs} inputs, {set:?}"
                    );
                }
            }
        }
    }
}
