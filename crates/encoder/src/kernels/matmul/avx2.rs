//! The product with `vpmaddwd`: two products and their sum in each of eight lanes.

use std::arch::x86_64::{
    __m256i, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_set1_epi32,
    _mm256_setzero_si256, _mm256_storeu_si256,
};

use super::{Activation, Multiply, PANEL, PackedLinear, QuantizedTokens, matmul_body};

/// [`super::matmul`] on a processor with AVX2.
#[target_feature(enable = "avx2")]
pub(super) fn matmul(
    tokens: &QuantizedTokens,
    linear: &PackedLinear,
    activation: Activation,
    results: &mut [f32],
) {
    // SAFETY: this function runs only where AVX2 is.
    unsafe { matmul_body::<Avx2>(tokens, linear, activation, results) }
}

struct Avx2;

impl Multiply for Avx2 {
    #[inline(always)]
    unsafe fn tile<const R: usize>(tokens: [&[i16]; R], panel: &[i16]) -> [[i32; PANEL]; R] {
        // SAFETY: the caller vouches for AVX2.
        unsafe { tile(tokens, panel) }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn tile<const R: usize>(tokens: [&[i16]; R], panel: &[i16]) -> [[i32; PANEL]; R] {
    let (weights, _) = panel.as_chunks::<{ 2 * PANEL }>();
    assert!(tokens.iter().all(|token| token.len() == 2 * weights.len()));
    let tokens = tokens.map(|token| token.as_ptr());
    let mut sums = [[_mm256_setzero_si256(); 2]; R];
    for (pair, weights) in weights.iter().enumerate() {
        let weights = weights.as_ptr().cast::<__m256i>();
        // SAFETY: `weights` points to 32 numbers of 16 bits, which are two unaligned vectors.
        let (low, high) = unsafe {
            (
                _mm256_loadu_si256(weights),
                _mm256_loadu_si256(weights.add(1)),
            )
        };
        for (sums, token) in sums.iter_mut().zip(tokens) {
            // SAFETY: every token has two numbers for each element of `weights`, asserted above.
            let numbers = unsafe { token.cast::<i32>().add(pair).read_unaligned() };
            let numbers = _mm256_set1_epi32(numbers);
            sums[0] = _mm256_add_epi32(sums[0], _mm256_madd_epi16(numbers, low));
            sums[1] = _mm256_add_epi32(sums[1], _mm256_madd_epi16(numbers, high));
        }
    }
    sums.map(|[low, high]| {
        let mut stored = [0i32; PANEL];
        let (halves, _) = stored.as_chunks_mut::<8>();
        // SAFETY: each half holds eight numbers of 32 bits.
        unsafe {
            _mm256_storeu_si256(halves[0].as_mut_ptr().cast(), low);
            _mm256_storeu_si256(halves[1].as_mut_ptr().cast(), high);
        }
        stored
    })
}
