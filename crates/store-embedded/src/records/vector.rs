//! Vectors as little-endian f32.

use crate::errors::{Outcome, damaged};

/// The bytes of a vector.
pub(crate) fn to_bytes(values: &[f32]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

/// Reads what [`to_bytes`] wrote.
pub(crate) fn from_bytes(bytes: &[u8]) -> Outcome<Vec<f32>> {
    let (values, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() {
        return Err(damaged().into());
    }
    Ok(values
        .iter()
        .map(|value| f32::from_le_bytes(*value))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_of_a_vector_reads_back() {
        let values = [0.0, -0.0, 1.5, f32::MIN_POSITIVE, f32::EPSILON, -3.25e-20];
        let read = from_bytes(&to_bytes(&values)).unwrap();
        let bits = |v: &[f32]| v.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&read), bits(&values));
    }

    #[test]
    fn a_torn_vector_is_damage() {
        assert!(from_bytes(&[0; 7]).is_err());
    }
}
