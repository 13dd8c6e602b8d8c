//! exp, erfc and GELU in f32 from multiplications, additions and divisions alone.

use super::lanes::round_to_integer;

/// ln 2 in two parts: the first has few enough bits that its product with an exponent is exact.
const LN_2_HIGH: f32 = 0.693_359_4;
const LN_2_LOW: f32 = -2.121_944_4e-4;

/// e to the power `x`; `x` is first brought into `[-87, 88]`, where the result is a normal number.
///
/// x = n ln 2 + r with |r| <= 0.3466; e^r is its Taylor polynomial of degree 7, cut off with a
/// relative error below 6e-9. Relative error of the whole below 2e-7 (tested).
#[inline(always)]
pub(super) fn exp(x: f32) -> f32 {
    let x = if x > -87.0 { x } else { -87.0 };
    let x = if x < 88.0 { x } else { 88.0 };
    let n = round_to_integer(x * std::f32::consts::LOG2_E);
    let exponent = n as f32;
    let r = x - exponent * LN_2_HIGH;
    let r = r - exponent * LN_2_LOW;
    let mut sum = 1.0 / 5_040.0;
    sum = sum * r + 1.0 / 720.0;
    sum = sum * r + 1.0 / 120.0;
    sum = sum * r + 1.0 / 24.0;
    sum = sum * r + 1.0 / 6.0;
    sum = sum * r + 0.5;
    sum = sum * r + 1.0;
    sum = sum * r + 1.0;
    sum * f32::from_bits(((n + 127) << 23).cast_unsigned())
}

/// 1 - erf(`z`) for `z` of at least 0.
///
/// Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26, whose stated absolute error is
/// 1.5e-7; with the roundings of f32 it stays below 6e-7 (tested).
#[inline(always)]
fn erfc(z: f32) -> f32 {
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let mut sum = 1.061_405_4;
    sum = sum * t + -1.453_152;
    sum = sum * t + 1.421_413_8;
    sum = sum * t + -0.284_496_72;
    sum = sum * t + 0.254_829_6;
    (sum * t) * exp(-(z * z))
}

/// x times the normal distribution function: `x / 2 * (1 + erf(x / sqrt 2))`.
///
/// Written with erfc of the magnitude, so that neither tail is a difference of near equal numbers.
#[inline(always)]
pub(super) fn gelu(x: f32) -> f32 {
    let z = x.abs() * std::f32::consts::FRAC_1_SQRT_2;
    let tail = (0.5 * x) * erfc(z);
    if x > 0.0 { x - tail } else { tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_is_accurate_to_a_few_units_in_the_last_place() {
        for step in -86_000..=88_000 {
            let x = step as f32 / 1_000.0;
            let expected = f64::from(x).exp();
            assert!(
                (f64::from(exp(x)) / expected - 1.0).abs() < 2e-7,
                "exp({x}) = {}",
                exp(x)
            );
        }
        assert_eq!(exp(0.0), 1.0);
        assert_eq!(exp(f32::NEG_INFINITY), exp(-87.0));
        assert_eq!(exp(1e30), exp(88.0));
    }

    /// erfc by its series of positive terms, in f64.
    fn erfc_exactly(z: f64) -> f64 {
        let (mut term, mut sum, mut n) = (z, z, 0.0);
        while term > sum * 1e-17 {
            n += 1.0;
            term *= 2.0 * z * z / (2.0 * n + 1.0);
            sum += term;
        }
        1.0 - 2.0 / std::f64::consts::PI.sqrt() * (-z * z).exp() * sum
    }

    #[test]
    fn erfc_and_gelu_keep_their_stated_error() {
        for step in 1..6_000 {
            let z = step as f32 / 1_000.0;
            let expected = erfc_exactly(f64::from(z));
            assert!(
                (f64::from(erfc(z)) - expected).abs() < 6e-7,
                "erfc({z}) = {}",
                erfc(z)
            );
            let x = z * std::f32::consts::SQRT_2;
            let positive = f64::from(x) * (1.0 - 0.5 * expected);
            assert!(
                (f64::from(gelu(x)) - positive).abs() < 2e-6,
                "gelu({x}) = {}",
                gelu(x)
            );
            let negative = -0.5 * f64::from(x) * expected;
            assert!((f64::from(gelu(-x)) - negative).abs() < 2e-6, "gelu(-{x})");
        }
        assert_eq!(gelu(0.0), 0.0);
        assert_eq!(gelu(40.0), 40.0);
    }
}
