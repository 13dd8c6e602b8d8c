//! AVX2: four registers of four f64 lanes each.

use std::arch::x86_64::{
    __m256d, _mm_loadu_ps, _mm256_add_pd, _mm256_cvtps_pd, _mm256_loadu_pd, _mm256_mul_pd,
    _mm256_setzero_pd, _mm256_storeu_pd,
};

use super::{LANES, Lanes};

/// Lanes in one register.
const WIDTH: usize = 4;
/// Registers that hold all lanes.
const REGISTERS: usize = LANES / WIDTH;

/// Proof that the processor has AVX2: only [`Avx2::detect`] makes one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    pub(super) fn detect() -> Option<Avx2> {
        std::arch::is_x86_feature_detected!("avx2").then_some(Avx2(()))
    }

    #[inline]
    pub(super) fn sum_blocks(self, query: &[f64], row: &[f32]) -> Lanes {
        // SAFETY: `self` exists, so AVX2 was detected on this processor.
        unsafe { sum_blocks(query, row) }
    }
}

// Separate multiply and add: the scan waits for memory, so FMA would ask for one more processor
// feature and gain nothing.
#[target_feature(enable = "avx2")]
fn sum_blocks(query: &[f64], row: &[f32]) -> Lanes {
    let mut sums: [__m256d; REGISTERS] = [_mm256_setzero_pd(); REGISTERS];
    let (query_blocks, _) = query.as_chunks::<LANES>();
    let (row_blocks, _) = row.as_chunks::<LANES>();
    for (query_block, row_block) in query_blocks.iter().zip(row_blocks) {
        for (register, sum) in sums.iter_mut().enumerate() {
            let start = register * WIDTH;
            let query_part: &[f64; WIDTH] = query_block[start..]
                .first_chunk()
                .expect("a block holds REGISTERS * WIDTH values");
            let row_part: &[f32; WIDTH] = row_block[start..]
                .first_chunk()
                .expect("a block holds REGISTERS * WIDTH values");
            // SAFETY: both references cover the WIDTH values that are read; no alignment is needed.
            let (query_values, row_values) = unsafe {
                (
                    _mm256_loadu_pd(query_part.as_ptr()),
                    _mm256_cvtps_pd(_mm_loadu_ps(row_part.as_ptr())),
                )
            };
            *sum = _mm256_add_pd(*sum, _mm256_mul_pd(query_values, row_values));
        }
    }
    store(sums)
}

#[target_feature(enable = "avx2")]
fn store(sums: [__m256d; REGISTERS]) -> Lanes {
    let mut lanes = [0.0; LANES];
    let (parts, _) = lanes.as_chunks_mut::<WIDTH>();
    for (part, sum) in parts.iter_mut().zip(sums) {
        // SAFETY: `part` covers the WIDTH values that are written; no alignment is needed.
        unsafe { _mm256_storeu_pd(part.as_mut_ptr(), sum) };
    }
    lanes
}
