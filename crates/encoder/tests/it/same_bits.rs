//! The same text gives the same bits, whatever runs beside it and on whatever instructions.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

use encoder::{EncodeError, Encoder, Input, Weights};

use crate::model_file::committed;
use crate::texts::{bodies, built_in_vectors, texts, vectors};

#[test]
fn alone_in_any_batch_and_on_any_number_of_threads_the_bits_are_the_same() {
    let encoder = Encoder::built_in();
    let on_two_threads = built_in_vectors();
    let texts = texts();
    let mut inputs = bodies(&texts);
    let alone: Vec<Vec<f32>> = inputs
        .iter()
        .flat_map(|&input| vectors(encoder, &[input], 1))
        .collect();
    assert_eq!(alone, on_two_threads);

    inputs.reverse();
    let mut backwards = vectors(encoder, &inputs, 1);
    backwards.reverse();
    assert_eq!(backwards, on_two_threads);
}

#[test]
fn the_portable_path_gives_the_bits_of_the_vector_path() {
    let portable = Encoder::portable(Weights::from_bytes(committed()).unwrap());
    assert_eq!(vectors(&portable, &bodies(&texts()), 2), built_in_vectors());
    assert_eq!(portable.identity(), Encoder::built_in().identity());
}

#[test]
fn cancelling_ends_the_work_at_the_next_layer() {
    let encoder = Encoder::built_in();
    let asked = AtomicUsize::new(0);
    let input = Input {
        prefix: "",
        body: "a text of some words",
    };
    let cancel = || asked.fetch_add(1, Ordering::Relaxed) == 3;
    let result = encoder.encode_batch(&[input; 50], NonZeroUsize::MIN, &cancel);
    // Asked for a batch of 50 texts: once per text while planning, so the fourth text ends it.
    assert_eq!(result, Err(EncodeError::Cancelled));
    assert_eq!(asked.load(Ordering::Relaxed), 4);

    asked.store(0, Ordering::Relaxed);
    assert_eq!(encoder.encode(input, &cancel), Err(EncodeError::Cancelled));
    assert_eq!(asked.load(Ordering::Relaxed), 4);
}
