//! The canonical score: one value for a pair of vectors, the same bits everywhere.
//!
//! Value `i` of both vectors belongs to lane `i % 16`. A lane sums its products in f64 in ascending
//! `i` from `+0.0`; the lanes are then added as a fixed tree (`j` with `j + 8`, then `j + 4`,
//! `j + 2`, `j + 1`). A product of two f32 is exact in f64 (24 + 24 significant bits fit 53, and the
//! exponents fit too), so only the additions round, and their order is fixed.
//!
//! Finite f32 values cannot overflow here, and a sum that starts at `+0.0` never becomes `-0.0`, so
//! a score is a finite number or `+0.0`: `f64::total_cmp` orders scores as numbers.

use crate::kernels::{Kernel, LANES, Lanes};

/// The canonical score of two vectors: their dot product, or none when their lengths differ.
///
/// Both hold finite values. The score is symmetric, has the same bits on every machine, and is the
/// one that hits carry.
pub fn canonical_score(left: &[f32], right: &[f32]) -> Option<f64> {
    (left.len() == right.len()).then(|| Scorer::new(left).score(right))
}

/// A query prepared for scoring many rows: widened once, kernel chosen once.
#[derive(Debug)]
pub(crate) struct Scorer {
    query: Vec<f64>,
    kernel: Kernel,
}

impl Scorer {
    pub(crate) fn new(query: &[f32]) -> Scorer {
        Scorer::with_kernel(query, Kernel::detect())
    }

    fn with_kernel(query: &[f32], kernel: Kernel) -> Scorer {
        Scorer {
            query: query.iter().copied().map(f64::from).collect(),
            kernel,
        }
    }

    /// The canonical score of the query and `row`, which has the query's length.
    #[inline]
    pub(crate) fn score(&self, row: &[f32]) -> f64 {
        debug_assert_eq!(self.query.len(), row.len());
        let mut lanes = self.kernel.sum_blocks(&self.query, row);
        let (_, query_rest) = self.query.as_chunks::<LANES>();
        let (_, row_rest) = row.as_chunks::<LANES>();
        for ((lane, query), row) in lanes.iter_mut().zip(query_rest).zip(row_rest) {
            *lane += query * f64::from(*row);
        }
        add_lanes(lanes)
    }
}

fn add_lanes(mut lanes: Lanes) -> f64 {
    for half in [8, 4, 2, 1] {
        for lane in 0..half {
            lanes[lane] += lanes[lane + half];
        }
    }
    lanes[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, written without blocks; `fused` says how a product joins its sum.
    fn by_definition(left: &[f32], right: &[f32], fused: bool) -> f64 {
        let mut lanes = [0.0f64; LANES];
        for (i, (l, r)) in left.iter().zip(right).enumerate() {
            let (l, r) = (f64::from(*l), f64::from(*r));
            let lane = &mut lanes[i % LANES];
            *lane = if fused {
                l.mul_add(r, *lane)
            } else {
                *lane + l * r
            };
        }
        add_lanes(lanes)
    }

    /// Any finite f32 pattern: subnormals, both zeros and the largest values included.
    fn finite_values(seed: &mut u64, length: usize) -> Vec<f32> {
        let mut next = || {
            *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let bits = (*seed >> 32) as u32;
            match bits % 16 {
                0 => 0.0,
                1 => -0.0,
                2 => f32::from_bits(bits & 0x807f_ffff),
                _ => f32::from_bits(bits),
            }
        };
        std::iter::repeat_with(&mut next)
            .filter(|value| value.is_finite())
            .take(length)
            .collect()
    }

    #[test]
    fn every_kernel_fused_or_not_gives_the_same_bits_at_every_length() {
        let mut seed = 7;
        for pair in 0..6_000 {
            let length = if pair % 10 == 0 {
                384 + pair % 7
            } else {
                pair % 131
            };
            let left = finite_values(&mut seed, length);
            let right = finite_values(&mut seed, length);
            let portable = Scorer::with_kernel(&left, Kernel::Portable).score(&right);
            let detected = Scorer::new(&left).score(&right);
            let expected = by_definition(&left, &right, false).to_bits();
            assert_eq!(portable.to_bits(), expected, "length {length}");
            assert_eq!(detected.to_bits(), expected, "length {length}");
            assert_eq!(by_definition(&left, &right, true).to_bits(), expected);
            assert!(portable.is_finite());
            assert!(portable != 0.0 || portable.is_sign_positive());
        }
    }

    #[test]
    fn the_score_is_symmetric() {
        let mut seed = 3;
        for length in 0..100 {
            let left = finite_values(&mut seed, length);
            let right = finite_values(&mut seed, length);
            assert_eq!(
                canonical_score(&left, &right),
                canonical_score(&right, &left)
            );
        }
    }

    #[test]
    fn a_zero_score_is_positive_zero() {
        for (left, right) in [
            (vec![-0.0f32], vec![1.0f32]),
            (vec![0.0; 33], vec![-1.0; 33]),
            (vec![1.0, -1.0], vec![-1.0, -1.0]),
            (vec![], vec![]),
        ] {
            let score = canonical_score(&left, &right).expect("equal lengths");
            assert_eq!(score.to_bits(), 0.0f64.to_bits());
        }
    }

    #[test]
    fn the_extremes_of_f32_neither_overflow_nor_vanish() {
        let large = canonical_score(&[f32::MAX; 999], &[f32::MAX; 999]);
        assert!(large.is_some_and(f64::is_finite));
        let tiny = f32::from_bits(1);
        assert!(canonical_score(&[tiny], &[tiny]).is_some_and(|score| score > 0.0));
    }

    #[test]
    fn vectors_of_different_lengths_have_no_score() {
        assert_eq!(canonical_score(&[1.0], &[1.0, 2.0]), None);
    }
}
