//! Header, length and checksum of a weight file: `docs/model-format.md`.

use crate::error::ModelError;
use crate::weights::Shape;

const MAGIC: &[u8; 8] = b"IBIDBERT";
const VERSION: u32 = 1;
pub(crate) const CHECKSUM_BYTES: usize = 32;
const ALIGNMENT: u64 = 64;

pub(super) const FIXED_HEADER_BYTES: usize = 128;
pub(super) const NAME_BYTES: usize = 40;
pub(super) const ENTRY_BYTES: usize = 64;

const NAME_AT: usize = 48;

// Bounds that keep every size and product far from overflow, with room for the largest BERT.
const LAYERS_MAX: usize = 64;
const WIDTH_MAX: usize = 16_384;
const POSITIONS_MAX: usize = 65_536;

pub(super) struct Header {
    pub name: String,
    pub shape: Shape,
    pub checksum: [u8; 32],
    pub first_offset: u64,
}

/// Checks everything about `file` but its tensors.
pub(super) fn check(file: &[u8]) -> Result<Header, ModelError> {
    if !file.starts_with(MAGIC) {
        return Err(ModelError::NotAWeightFile);
    }
    if file.len() < FIXED_HEADER_BYTES + CHECKSUM_BYTES {
        let expected = (FIXED_HEADER_BYTES + CHECKSUM_BYTES) as u64;
        return Err(ModelError::Length {
            found: file.len() as u64,
            expected,
        });
    }
    let version = u32_at(file, 8);
    if version != VERSION {
        return Err(ModelError::Version {
            found: version,
            expected: VERSION,
        });
    }
    let shape = shape(file);
    supported(&shape)?;
    let tensors = u32_at(file, 12) as usize;
    if tensors != tensor_count(&shape) {
        return Err(ModelError::Unsupported(format!("it has {tensors} tensors")));
    }
    let first_offset = padded((FIXED_HEADER_BYTES + tensors * ENTRY_BYTES) as u64);
    let expected = first_offset + tensor_bytes(&shape) + CHECKSUM_BYTES as u64;
    if file.len() as u64 != expected {
        return Err(ModelError::Length {
            found: file.len() as u64,
            expected,
        });
    }
    let (content, checksum) = file.split_at(file.len() - CHECKSUM_BYTES);
    let computed = *blake3::hash(content).as_bytes();
    if computed != checksum {
        return Err(ModelError::Checksum);
    }
    Ok(Header {
        name: name(file)?,
        shape,
        checksum: computed,
        first_offset,
    })
}

pub(super) fn u32_at(file: &[u8], offset: usize) -> u32 {
    u32::from_le_bytes(array_at(file, offset))
}

pub(super) fn array_at<const N: usize>(file: &[u8], offset: usize) -> [u8; N] {
    file[offset..offset + N]
        .try_into()
        .expect("the slice has N bytes")
}

pub(super) fn padded(bytes: u64) -> u64 {
    bytes.next_multiple_of(ALIGNMENT)
}

fn shape(file: &[u8]) -> Shape {
    let number = |index: usize| u32_at(file, 16 + 4 * index) as usize;
    Shape {
        layers: number(0),
        hidden: number(1),
        heads: number(2),
        intermediate: number(3),
        vocabulary: number(4),
        positions: number(5),
        window: number(6),
        layer_norm_epsilon: f32::from_bits(u32_at(file, 44)),
    }
}

fn supported(shape: &Shape) -> Result<(), ModelError> {
    let refuse = |reason: String| Err(ModelError::Unsupported(reason));
    if !(1..=LAYERS_MAX).contains(&shape.layers) {
        return refuse(format!("{} layers", shape.layers));
    }
    for (what, width) in [
        ("hidden", shape.hidden),
        ("intermediate", shape.intermediate),
    ] {
        if !width.is_multiple_of(16) || !(16..=WIDTH_MAX).contains(&width) {
            return refuse(format!(
                "{what} size {width} is not a multiple of 16 up to {WIDTH_MAX}"
            ));
        }
    }
    if shape.heads == 0 || !shape.hidden.is_multiple_of(shape.heads * 16) {
        return refuse(format!(
            "{} heads for hidden size {}",
            shape.heads, shape.hidden
        ));
    }
    if shape.vocabulary != wordpiece::VOCABULARY_SIZE {
        return refuse(format!("a vocabulary of {} words", shape.vocabulary));
    }
    if shape.positions > POSITIONS_MAX || !(3..=shape.positions).contains(&shape.window) {
        return refuse(format!(
            "a window of {} in {} positions",
            shape.window, shape.positions
        ));
    }
    if !(shape.layer_norm_epsilon > 0.0 && shape.layer_norm_epsilon < 1.0) {
        return refuse("the epsilon of layer normalisation is not between 0 and 1".to_owned());
    }
    Ok(())
}

fn tensor_count(shape: &Shape) -> usize {
    6 + shape.layers * 22
}

/// Bytes of all tensors, each padded. Must agree with the order in which [`super::Weights`] reads.
fn tensor_bytes(shape: &Shape) -> u64 {
    let [hidden, intermediate, vocabulary, positions] = [
        shape.hidden,
        shape.intermediate,
        shape.vocabulary,
        shape.positions,
    ]
    .map(|n| n as u64);
    let floats = |count: u64| padded(4 * count);
    // Values, scales and bias.
    let linear = |rows: u64, columns: u64| padded(rows * columns) + 2 * floats(rows);
    let norm = 2 * floats(hidden);
    let embeddings = floats(positions * hidden)
        + floats(2 * hidden)
        + norm
        + padded(vocabulary * hidden)
        + floats(vocabulary);
    let layer = 4 * linear(hidden, hidden)
        + linear(intermediate, hidden)
        + linear(hidden, intermediate)
        + 2 * norm;
    embeddings + shape.layers as u64 * layer
}

fn name(file: &[u8]) -> Result<String, ModelError> {
    let bytes: [u8; NAME_BYTES] = array_at(file, NAME_AT);
    let length = bytes
        .iter()
        .position(|&byte| byte == 0)
        .unwrap_or(NAME_BYTES);
    let name = std::str::from_utf8(&bytes[..length]).unwrap_or_default();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.is_empty() || !name.chars().all(is_plain) {
        return Err(ModelError::Unsupported(
            "its name is not a plain word".to_owned(),
        ));
    }
    Ok(name.to_owned())
}
