//! The model in memory: read from the weight file, checked, and packed for the kernels.

mod layout;
mod reader;

pub(crate) use layout::CHECKSUM_BYTES;

use std::borrow::Cow;

use crate::error::ModelError;
use crate::kernels::PackedLinear;
use reader::Reader;

/// Sizes of a BERT-family encoder, all at least 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Shape {
    /// Number of transformer layers.
    pub layers: usize,
    /// Numbers per token, and per vector. A multiple of 16.
    pub hidden: usize,
    /// Attention heads; `hidden / heads` is a multiple of 16.
    pub heads: usize,
    /// Numbers per token inside the feed-forward part. A multiple of 16.
    pub intermediate: usize,
    /// Rows of the word table.
    pub vocabulary: usize,
    /// Rows of the position table: the most tokens a sequence may have.
    pub positions: usize,
    /// Tokens per window, `[CLS]` and `[SEP]` included; at least 3, at most `positions`.
    pub window: usize,
    /// Added to the variance in layer normalisation.
    pub layer_norm_epsilon: f32,
}

/// A loaded model. About 22 MB for all-MiniLM-L6-v2, plus the word table unless that is borrowed.
#[derive(Debug)]
pub struct Weights {
    pub(crate) name: String,
    pub(crate) shape: Shape,
    pub(crate) checksum: [u8; 32],
    pub(crate) words: WordTable,
    /// Position embedding plus the embedding of token type 0, row-major.
    pub(crate) positions: Vec<f32>,
    pub(crate) embedding_norm: Norm,
    pub(crate) layers: Vec<Layer>,
}

/// int8 word embeddings: row `id` is `values * scale`.
#[derive(Debug)]
pub(crate) struct WordTable {
    /// Two's complement int8, row-major.
    pub values: Cow<'static, [u8]>,
    pub scales: Vec<f32>,
}

#[derive(Debug)]
pub(crate) struct Layer {
    /// Query, key and value in one matrix, in this order.
    pub query_key_value: PackedLinear,
    pub attention_output: PackedLinear,
    pub attention_norm: Norm,
    pub intermediate: PackedLinear,
    pub output: PackedLinear,
    pub output_norm: Norm,
}

#[derive(Debug)]
pub(crate) struct Norm {
    pub weight: Vec<f32>,
    pub bias: Vec<f32>,
}

impl Weights {
    /// Reads, checks and packs a weight file; the word table is copied.
    ///
    /// # Errors
    /// Any file that is not a complete, undamaged weight file of a supported model is refused.
    pub fn from_bytes(file: &[u8]) -> Result<Weights, ModelError> {
        Weights::read(file, |words| Cow::Owned(words.to_vec()))
    }

    /// As [`Weights::from_bytes`], but the word table stays where it is.
    ///
    /// # Errors
    /// As [`Weights::from_bytes`].
    pub fn from_static(file: &'static [u8]) -> Result<Weights, ModelError> {
        let base = file.as_ptr() as usize;
        Weights::read(file, |words| {
            let start = words.as_ptr() as usize - base;
            Cow::Borrowed(&file[start..start + words.len()])
        })
    }

    /// Sizes of the model.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    fn read(
        file: &[u8],
        keep: impl FnOnce(&[u8]) -> Cow<'static, [u8]>,
    ) -> Result<Weights, ModelError> {
        let header = layout::check(file)?;
        let mut reader = Reader::new(file, &header);
        let hidden = header.shape.hidden;
        let mut positions = reader.floats("embeddings.position", header.shape.positions, hidden)?;
        let token_types = reader.floats("embeddings.token_type", 2, hidden)?;
        for row in positions.chunks_exact_mut(hidden) {
            row.iter_mut()
                .zip(&token_types)
                .for_each(|(position, kind)| *position += kind);
        }
        let embedding_norm = reader.norm("embeddings.norm", hidden)?;
        let values = keep(reader.int8("embeddings.word", header.shape.vocabulary, hidden)?);
        let scales = reader.floats("embeddings.word.scale", 1, header.shape.vocabulary)?;
        let layers = (0..header.shape.layers)
            .map(|index| Layer::read(&mut reader, index, &header.shape))
            .collect::<Result<_, _>>()?;
        Ok(Weights {
            name: header.name,
            shape: header.shape,
            checksum: header.checksum,
            words: WordTable { values, scales },
            positions,
            embedding_norm,
            layers,
        })
    }
}

impl Layer {
    fn read(reader: &mut Reader<'_>, index: usize, shape: &Shape) -> Result<Layer, ModelError> {
        let (hidden, intermediate) = (shape.hidden, shape.intermediate);
        let name = |part: &str| format!("layer.{index}.{part}");
        let query = reader.linear(&name("query"), hidden, hidden)?;
        let key = reader.linear(&name("key"), hidden, hidden)?;
        let value = reader.linear(&name("value"), hidden, hidden)?;
        Ok(Layer {
            query_key_value: PackedLinear::pack(&[query, key, value]),
            attention_output: PackedLinear::pack(&[reader.linear(
                &name("attention_output"),
                hidden,
                hidden,
            )?]),
            intermediate: PackedLinear::pack(&[reader.linear(
                &name("intermediate"),
                intermediate,
                hidden,
            )?]),
            output: PackedLinear::pack(&[reader.linear(&name("output"), hidden, intermediate)?]),
            attention_norm: reader.norm(&name("attention_norm"), hidden)?,
            output_norm: reader.norm(&name("output_norm"), hidden)?,
        })
    }
}
