//! Symmetric int8 quantisation, one scale per row.

/// A matrix whose row `r` is about `values[r] * scales[r]`.
pub struct QuantizedRows {
    /// Row-major, in `-127..=127`.
    pub values: Vec<i8>,
    /// One per row, finite and at least 0; 0 for a row of zeros.
    pub scales: Vec<f32>,
}

/// Quantises each row of `columns` numbers so that its largest magnitude becomes 127.
///
/// A row is an output channel of a linear layer, or one word of the embedding table. Ties round to
/// even, like everywhere in the encoder.
pub fn rows(matrix: &[f32], columns: usize) -> QuantizedRows {
    let mut quantized = QuantizedRows {
        values: Vec::with_capacity(matrix.len()),
        scales: Vec::new(),
    };
    for row in matrix.chunks_exact(columns) {
        let largest = row.iter().fold(0f32, |largest, x| largest.max(x.abs()));
        let scale = largest / 127.0;
        quantized.scales.push(scale);
        quantized
            .values
            .extend(row.iter().map(|x| quantize(*x, scale)));
    }
    quantized
}

fn quantize(x: f32, scale: f32) -> i8 {
    if scale == 0.0 {
        return 0;
    }
    (x / scale).round_ties_even().clamp(-127.0, 127.0) as i8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_magnitude_of_each_row_becomes_127() {
        let quantized = rows(&[0.5, -1.0, 0.25, 0.0, 0.0, 0.0, 3.0, 1.5, -3.0], 3);
        assert_eq!(quantized.values, [64, -127, 32, 0, 0, 0, 127, 64, -127]);
        assert_eq!(quantized.scales, [1.0 / 127.0, 0.0, 3.0 / 127.0]);
    }
}
