//! The two small texts beside the weights.

use super::shape;
use super::source::{PACKAGE, WEIGHTS_SHA256};

/// `config.json`: what a person wants to know of the weight file, whose header is authoritative.
pub fn config() -> String {
    let config = serde_json::json!({
        "name": shape::NAME,
        "architecture": "bert",
        "format": "docs/model-format.md, version 1",
        "layers": shape::LAYERS,
        "hidden": shape::HIDDEN,
        "heads": shape::HEADS,
        "intermediate": shape::INTERMEDIATE,
        "vocabulary": shape::VOCABULARY,
        "positions": shape::POSITIONS,
        "window": shape::WINDOW,
        "pooling": "mean, then unit length",
        "layer_norm_epsilon": 1e-12,
        "weights": "int8, one f32 scale per output channel and per word",
        "activations": "14 bits, one scale per token, chosen at run time",
        "source_sha256": WEIGHTS_SHA256,
    });
    let text = serde_json::to_string_pretty(&config).expect("the value has only string keys");
    text + "\n"
}

/// `NOTICE`: where the model comes from and what was changed.
pub fn notice() -> String {
    format!(
        "{name}

This folder holds a modified form of the sentence embedding model
sentence-transformers/{name}, published by the sentence-transformers authors under the
Apache License 2.0 (see LICENSE). It was trained by its authors from
nreimers/MiniLM-L6-H384-uncased.

Source: the file model.safetensors of the Python package {PACKAGE},
sha256 {WEIGHTS_SHA256}.

Changed:
- weights.bin: the matrices of the linear layers and the word embeddings are quantised from f32 to
  int8, with one f32 scale per row; positions, token types, biases and layer normalisation are
  unchanged; the pooler, which mean pooling does not use, and the constant position ids are left out.
  The format is described in docs/model-format.md.
- reference.bin: 64 vectors computed from the unchanged f32 weights, for tests.
- vocab.txt: unchanged.

`cargo xtask model` makes these files from the source, byte for byte.
",
        name = shape::NAME
    )
}
