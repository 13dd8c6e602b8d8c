//! Eight f32 side by side, in plain Rust: the compiler turns them into vector registers.

/// Eight numbers; every operation works on each of them alone.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct Lanes(pub [f32; 8]);

/// Adding and taking away 1.5 * 2^23 rounds a number below 2^22 to an integer, ties to even. It costs
/// two additions on every processor, and the low bits of the sum are the integer itself.
const ROUNDING: f32 = 12_582_912.0;

impl Lanes {
    pub const ZERO: Lanes = Lanes([0.0; 8]);

    #[inline(always)]
    pub fn splat(x: f32) -> Lanes {
        Lanes([x; 8])
    }

    #[inline(always)]
    pub fn load(slice: &[f32; 8]) -> Lanes {
        Lanes(*slice)
    }

    #[inline(always)]
    pub fn map(self, f: impl Fn(f32) -> f32) -> Lanes {
        Lanes(std::array::from_fn(|lane| f(self.0[lane])))
    }

    #[inline(always)]
    pub fn zip(self, other: Lanes, f: impl Fn(f32, f32) -> f32) -> Lanes {
        Lanes(std::array::from_fn(|lane| f(self.0[lane], other.0[lane])))
    }

    #[inline(always)]
    pub fn add(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| a + b)
    }

    #[inline(always)]
    pub fn mul(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| a * b)
    }

    /// The larger of each pair; the second when the two do not compare.
    #[inline(always)]
    pub fn max(self, other: Lanes) -> Lanes {
        self.zip(other, |a, b| if a > b { a } else { b })
    }

    /// Sum of the eight lanes, in a tree that never changes.
    #[inline(always)]
    pub fn sum(self) -> f32 {
        let [a, b, c, d, e, f, g, h] = self.0;
        ((a + e) + (c + g)) + ((b + f) + (d + h))
    }

    #[inline(always)]
    pub fn largest(self) -> f32 {
        self.0
            .into_iter()
            .fold(f32::NEG_INFINITY, |a, b| if b > a { b } else { a })
    }
}

/// The integer nearest to `x`, ties to even, for `x` between -2^22 and 2^22.
///
/// Outside of this range the result is some integer, the same on every processor.
#[inline(always)]
pub(super) fn round_to_integer(x: f32) -> i32 {
    (x + ROUNDING)
        .to_bits()
        .wrapping_sub(ROUNDING.to_bits())
        .cast_signed()
}

/// Sum of `values`, whose length is a multiple of 8: eight running sums, then [`Lanes::sum`].
#[inline(always)]
pub(super) fn sum(values: &[f32]) -> f32 {
    let (chunks, _) = values.as_chunks::<8>();
    chunks
        .iter()
        .fold(Lanes::ZERO, |sums, chunk| sums.add(Lanes::load(chunk)))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_takes_ties_to_even() {
        for (x, expected) in [
            (0.5, 0),
            (1.5, 2),
            (2.5, 2),
            (-0.5, 0),
            (-1.5, -2),
            (8_190.5, 8_190),
            (-0.4, 0),
        ] {
            assert_eq!(round_to_integer(x), expected);
        }
    }
}
