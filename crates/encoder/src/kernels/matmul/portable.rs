//! The product in plain Rust.

use super::{Multiply, PANEL};

pub(super) struct Portable;

impl Multiply for Portable {
    #[inline(always)]
    unsafe fn tile<const R: usize>(tokens: [&[i16]; R], panel: &[i16]) -> [[i32; PANEL]; R] {
        tokens.map(|token| {
            let mut sums = [0i32; PANEL];
            let (pairs, _) = token.as_chunks::<2>();
            let (weights, _) = panel.as_chunks::<{ 2 * PANEL }>();
            for (&[first, second], weights) in pairs.iter().zip(weights) {
                for (output, sum) in sums.iter_mut().enumerate() {
                    let products = i32::from(first) * i32::from(weights[2 * output])
                        + i32::from(second) * i32::from(weights[2 * output + 1]);
                    // No sum overflows for a token of finite numbers; wrapping is what the vector
                    // instructions do with any other, whose result is refused later.
                    *sum = sum.wrapping_add(products);
                }
            }
            sums
        })
    }
}
