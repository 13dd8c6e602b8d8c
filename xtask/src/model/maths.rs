//! exp and erf in f64 by plain multiplications and additions.
//!
//! The platform's mathematical library may round differently from machine to machine; the committed
//! reference vectors must not. These share no code with the encoder's own f32 polynomials, which are
//! tested against the vectors made here.

use std::f64::consts::{LN_2, PI};

/// e to the power `x`, relative error below 1e-14 for `x` in `[-700, 700]`.
pub fn exp(x: f64) -> f64 {
    let x = x.clamp(-700.0, 700.0);
    let exponent = (x / LN_2).round_ties_even();
    let rest = x - exponent * LN_2;
    let mut term = 1.0;
    let mut sum = 1.0;
    for n in 1..=18 {
        term = term * rest / f64::from(n);
        sum += term;
    }
    let power_of_two = f64::from_bits(((exponent as i64 + 1_023) as u64) << 52);
    sum * power_of_two
}

/// The error function, absolute error below 1e-14.
///
/// Uses the series of positive terms (Abramowitz and Stegun 7.1.6), in which nothing cancels.
pub fn erf(x: f64) -> f64 {
    let magnitude = x.abs();
    if magnitude >= 6.0 {
        return x.signum();
    }
    let mut term = magnitude;
    let mut sum = magnitude;
    let mut n = 0.0;
    while term > sum * 1e-17 {
        n += 1.0;
        term = term * 2.0 * magnitude * magnitude / (2.0 * n + 1.0);
        sum += term;
    }
    let value = 2.0 / PI.sqrt() * exp(-magnitude * magnitude) * sum;
    if x < 0.0 { -value } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_and_erf_have_their_tabulated_values() {
        assert!((exp(1.0) - std::f64::consts::E).abs() < 1e-14);
        assert!((exp(-20.0) / 2.061153622438558e-9 - 1.0).abs() < 1e-14);
        assert!((erf(0.5) - 0.520499877813046_5).abs() < 1e-14);
        assert!((erf(-1.0) + 0.842700792949714_9).abs() < 1e-14);
        assert!((erf(3.0) - 0.999977909503001_4).abs() < 1e-14);
        assert_eq!(erf(0.0), 0.0);
    }
}
