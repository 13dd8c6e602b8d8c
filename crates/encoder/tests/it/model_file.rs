//! A weight file is accepted whole and undamaged, or refused with the reason.

use encoder::{Encoder, ModelError, Weights};

pub fn committed() -> &'static [u8] {
    include_bytes!("../../../../models/all-MiniLM-L6-v2/weights.bin")
}

/// The committed file after `change`, with its checksum made right again.
fn changed(change: impl FnOnce(&mut [u8])) -> Vec<u8> {
    let mut file = committed().to_vec();
    let end = file.len() - 32;
    change(&mut file[..end]);
    let checksum = blake3::hash(&file[..end]);
    file[end..].copy_from_slice(checksum.as_bytes());
    file
}

fn refusal(file: &[u8]) -> ModelError {
    Weights::from_bytes(file).expect_err("this file must be refused")
}

fn put(offset: usize, number: u32) -> impl FnOnce(&mut [u8]) {
    move |file| file[offset..offset + 4].copy_from_slice(&number.to_le_bytes())
}

#[test]
fn the_committed_file_is_accepted_and_names_itself() {
    let weights = Weights::from_bytes(committed()).unwrap();
    assert_eq!((weights.shape().layers, weights.shape().hidden), (6, 384));
    let encoder = Encoder::new(weights);
    assert_eq!(encoder.dimension(), encoder::BUILT_IN_DIMENSION);
    assert_eq!(encoder.identity(), encoder::built_in_identity());
    let checksum: String = committed()[committed().len() - 32..]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert_eq!(
        encoder.identity(),
        format!("all-MiniLM-L6-v2/w8a14-1/{checksum}")
    );
}

#[test]
fn a_truncated_file_is_refused_at_any_length() {
    let file = committed();
    assert_eq!(refusal(&[]), ModelError::NotAWeightFile);
    assert_eq!(refusal(&file[..7]), ModelError::NotAWeightFile);
    for length in [8, 127, 159, 160, 8_000, 1_000_000, file.len() - 1] {
        assert!(
            matches!(refusal(&file[..length]), ModelError::Length { .. }),
            "{length} bytes"
        );
    }
    let longer = [file, &[0]].concat();
    assert!(matches!(refusal(&longer), ModelError::Length { .. }));
}

#[test]
fn a_flipped_bit_is_found_wherever_it_is() {
    let mut file = committed().to_vec();
    for at in [
        60,
        95,
        130,
        9_000,
        5_000_000,
        file.len() - 40,
        file.len() - 1,
    ] {
        file[at] ^= 4;
        assert_eq!(refusal(&file), ModelError::Checksum, "byte {at}");
        file[at] ^= 4;
    }
}

#[test]
fn a_wrong_header_is_refused_with_its_reason() {
    let expect = |offset, number, reason: &str| {
        let error = refusal(&changed(put(offset, number))).to_string();
        assert!(error.contains(reason), "`{error}` does not say `{reason}`");
    };
    expect(0, 0, "not a weight file");
    expect(8, 2, "version 2");
    expect(12, 137, "137 tensors");
    expect(16, 0, "0 layers");
    expect(16, u32::MAX, "layers");
    expect(20, 100, "hidden size 100");
    expect(20, 0, "hidden size 0");
    expect(20, 0xFFFF_FFF0, "hidden size");
    expect(24, 0, "0 heads");
    expect(24, 7, "7 heads");
    expect(28, 1_537, "intermediate size 1537");
    expect(28, 16, "its header implies");
    expect(32, 30_523, "vocabulary of 30523");
    expect(36, 70_000, "70000 positions");
    expect(40, 2, "window of 2");
    expect(40, 513, "window of 513");
    expect(44, f32::NAN.to_bits(), "epsilon");
    expect(48, 0, "name");
}

#[test]
fn a_wrong_table_or_an_infinite_number_is_refused() {
    let first_entry = 128;
    let table = ModelError::Table("embeddings.position".to_owned());
    for field in [0, 40, 44, 48, 52, 56, 60] {
        assert_eq!(
            refusal(&changed(put(first_entry + field, 77))),
            table,
            "field at {field}"
        );
    }
    let first_tensor = (128 + 138 * 64usize).next_multiple_of(64);
    for number in [f32::NAN, f32::INFINITY] {
        let error = refusal(&changed(put(first_tensor, number.to_bits())));
        assert_eq!(
            error,
            ModelError::NotFinite("embeddings.position".to_owned())
        );
    }
}

#[test]
fn absurd_weights_end_in_an_error_not_in_a_panic() {
    let first_tensor = (128 + 138 * 64usize).next_multiple_of(64);
    let file = changed(|file| {
        let (numbers, _) = file[first_tensor..first_tensor + 512 * 384 * 4].as_chunks_mut::<4>();
        numbers.fill(f32::MAX.to_le_bytes());
    });
    for encoder in [Encoder::new, Encoder::portable] {
        let encoder = encoder(Weights::from_bytes(&file).unwrap());
        let input = encoder::Input {
            prefix: "",
            body: "hello there",
        };
        assert_eq!(
            encoder.encode(input, &|| false),
            Err(encoder::EncodeError::NotFinite)
        );
    }
}
