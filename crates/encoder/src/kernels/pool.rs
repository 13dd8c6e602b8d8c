//! Mean over the tokens of a sequence.

use super::per_instruction_set;

per_instruction_set! {
    /// Writes the mean of the rows of `tokens` to `mean`, whose length is the width of a row.
    ///
    /// Rows are added in order.
    fn mean_rows(tokens: &[f32], mean: &mut [f32]) = mean_rows_body
}

#[inline(always)]
fn mean_rows_body(tokens: &[f32], mean: &mut [f32]) {
    let count = (tokens.len() / mean.len()) as f32;
    mean.fill(0.0);
    for token in tokens.chunks_exact(mean.len()) {
        for (sum, x) in mean.iter_mut().zip(token) {
            *sum += x;
        }
    }
    for sum in mean {
        *sum /= count;
    }
}
