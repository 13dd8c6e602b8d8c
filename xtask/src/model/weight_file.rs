//! Writes the weight file, `docs/model-format.md`. The reader is `crates/encoder/src/weights/`.

use anyhow::Result;

use super::source::{Tensors, WEIGHTS_SHA256};
use super::{quantize, shape};

const MAGIC: &[u8; 8] = b"IBIDBERT";
const VERSION: u32 = 1;
const ALIGNMENT: usize = 64;
const NAME_BYTES: usize = 40;
const ENTRY_BYTES: usize = 64;
const FIXED_HEADER_BYTES: usize = 128;

/// One tensor as it goes into the file.
struct Entry {
    name: String,
    rows: usize,
    columns: usize,
    kind: Kind,
    bytes: Vec<u8>,
}

#[derive(Clone, Copy)]
enum Kind {
    Int8 = 1,
    Float32 = 2,
}

/// Returns the whole weight file.
pub fn bytes(tensors: &Tensors) -> Result<Vec<u8>> {
    let entries = entries(tensors)?;
    let mut file = header(entries.len());
    let mut offset = padded(FIXED_HEADER_BYTES + entries.len() * ENTRY_BYTES);
    for entry in &entries {
        table_entry(&mut file, entry, offset);
        offset = padded(offset + entry.bytes.len());
    }
    for entry in &entries {
        file.resize(padded(file.len()), 0);
        file.extend_from_slice(&entry.bytes);
    }
    file.resize(padded(file.len()), 0);
    let checksum = blake3::hash(&file);
    file.extend_from_slice(checksum.as_bytes());
    Ok(file)
}

fn header(tensor_count: usize) -> Vec<u8> {
    let mut file = Vec::new();
    file.extend_from_slice(MAGIC);
    for number in [
        VERSION as usize,
        tensor_count,
        shape::LAYERS,
        shape::HIDDEN,
        shape::HEADS,
        shape::INTERMEDIATE,
        shape::VOCABULARY,
        shape::POSITIONS,
        shape::WINDOW,
    ] {
        push_u32(&mut file, number);
    }
    file.extend_from_slice(&shape::LAYER_NORM_EPSILON.to_le_bytes());
    push_text(&mut file, shape::NAME, NAME_BYTES);
    file.extend_from_slice(&source_hash());
    file.resize(FIXED_HEADER_BYTES, 0);
    file
}

fn table_entry(file: &mut Vec<u8>, entry: &Entry, offset: usize) {
    push_text(file, &entry.name, NAME_BYTES);
    push_u32(file, entry.kind as usize);
    push_u32(file, entry.rows);
    push_u32(file, entry.columns);
    push_u32(file, 0);
    file.extend_from_slice(&(offset as u64).to_le_bytes());
}

/// The tensors in file order. The pooler is left out: mean pooling does not use it.
fn entries(tensors: &Tensors) -> Result<Vec<Entry>> {
    let mut entries = Vec::new();
    let mut add = |name: &str, source: &str, rows: usize, columns: usize| -> Result<()> {
        entries.push(float32(
            name,
            tensors.get(source, rows, columns)?,
            rows,
            columns,
        ));
        Ok(())
    };
    use shape::{HIDDEN, INTERMEDIATE, LAYERS, POSITIONS, VOCABULARY};
    add(
        "embeddings.position",
        "embeddings.position_embeddings.weight",
        POSITIONS,
        HIDDEN,
    )?;
    add(
        "embeddings.token_type",
        "embeddings.token_type_embeddings.weight",
        2,
        HIDDEN,
    )?;
    add(
        "embeddings.norm.weight",
        "embeddings.LayerNorm.weight",
        1,
        HIDDEN,
    )?;
    add(
        "embeddings.norm.bias",
        "embeddings.LayerNorm.bias",
        1,
        HIDDEN,
    )?;
    let words = tensors.get("embeddings.word_embeddings.weight", VOCABULARY, HIDDEN)?;
    entries.extend(int8("embeddings.word", words, VOCABULARY, HIDDEN));
    for layer in 0..LAYERS {
        for (name, source, rows, columns) in [
            ("query", "attention.self.query", HIDDEN, HIDDEN),
            ("key", "attention.self.key", HIDDEN, HIDDEN),
            ("value", "attention.self.value", HIDDEN, HIDDEN),
            ("attention_output", "attention.output.dense", HIDDEN, HIDDEN),
            ("intermediate", "intermediate.dense", INTERMEDIATE, HIDDEN),
            ("output", "output.dense", HIDDEN, INTERMEDIATE),
        ] {
            let source = format!("encoder.layer.{layer}.{source}");
            let name = format!("layer.{layer}.{name}");
            let weight = tensors.get(&format!("{source}.weight"), rows, columns)?;
            entries.extend(int8(&format!("{name}.weight"), weight, rows, columns));
            let bias = tensors.get(&format!("{source}.bias"), 1, rows)?;
            entries.push(float32(&format!("{name}.bias"), bias, 1, rows));
        }
        for (name, source) in [
            ("attention_norm", "attention.output"),
            ("output_norm", "output"),
        ] {
            for part in ["weight", "bias"] {
                let source = format!("encoder.layer.{layer}.{source}.LayerNorm.{part}");
                let tensor = tensors.get(&source, 1, HIDDEN)?;
                entries.push(float32(
                    &format!("layer.{layer}.{name}.{part}"),
                    tensor,
                    1,
                    HIDDEN,
                ));
            }
        }
    }
    Ok(entries)
}

/// An int8 matrix is two tensors: the values, then one scale per row.
fn int8(name: &str, matrix: &[f32], rows: usize, columns: usize) -> [Entry; 2] {
    let quantized = quantize::rows(matrix, columns);
    let values = Entry {
        name: name.to_owned(),
        rows,
        columns,
        kind: Kind::Int8,
        bytes: quantized
            .values
            .iter()
            .map(|value| value.cast_unsigned())
            .collect(),
    };
    [
        values,
        float32(&format!("{name}.scale"), &quantized.scales, 1, rows),
    ]
}

fn float32(name: &str, numbers: &[f32], rows: usize, columns: usize) -> Entry {
    let bytes = numbers
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect();
    Entry {
        name: name.to_owned(),
        rows,
        columns,
        kind: Kind::Float32,
        bytes,
    }
}

fn push_u32(file: &mut Vec<u8>, number: usize) {
    let number = u32::try_from(number).expect("sizes of this model fit 32 bits");
    file.extend_from_slice(&number.to_le_bytes());
}

fn push_text(file: &mut Vec<u8>, text: &str, width: usize) {
    assert!(
        text.len() <= width,
        "`{text}` is longer than its {width} bytes"
    );
    file.extend_from_slice(text.as_bytes());
    file.resize(file.len() + width - text.len(), 0);
}

fn padded(length: usize) -> usize {
    length.next_multiple_of(ALIGNMENT)
}

fn source_hash() -> [u8; 32] {
    std::array::from_fn(|index| {
        u8::from_str_radix(&WEIGHTS_SHA256[2 * index..2 * index + 2], 16)
            .expect("the pinned hash is 64 hexadecimal digits")
    })
}
