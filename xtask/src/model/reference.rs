//! The plain forward pass in f64 over the unchanged f32 weights.
//!
//! Written for reading, not for speed, and kept apart from the encoder on purpose: it is what the
//! encoder is measured against. Every sum runs in index order.

use anyhow::{Result, ensure};
use wordpiece::{CLS, SEP, Tokenizer};

use super::maths::{erf, exp};
use super::shape::{
    HEADS, HIDDEN, INTERMEDIATE, LAYER_NORM_EPSILON, LAYERS, POSITIONS, VOCABULARY, WINDOW,
};
use super::source::Tensors;

const TEXT_COUNT: usize = 64;
const HEAD: usize = HIDDEN / HEADS;

/// Returns the unit vectors of the texts in `texts` (separated by `%%` lines), as f32 little-endian.
pub fn vectors(tensors: &Tensors, texts: &str) -> Result<Vec<u8>> {
    let sequences = sequences(texts)?;
    let model = Model::new(tensors)?;
    let (first, second) = sequences.split_at(TEXT_COUNT / 2);
    let encode = |part: &[Vec<u32>]| part.iter().map(|ids| model.encode(ids)).collect::<Vec<_>>();
    let (first, second) = std::thread::scope(|scope| {
        let second = scope.spawn(|| encode(second));
        (
            encode(first),
            second.join().expect("the forward pass does not panic"),
        )
    });
    let numbers = first.into_iter().chain(second).flatten();
    Ok(numbers
        .flat_map(|number| (number as f32).to_le_bytes())
        .collect())
}

fn sequences(texts: &str) -> Result<Vec<Vec<u32>>> {
    let texts: Vec<&str> = texts.trim_end_matches('\n').split("\n%%\n").collect();
    ensure!(
        texts.len() == TEXT_COUNT,
        "expected {TEXT_COUNT} texts, found {}",
        texts.len()
    );
    let mut sequences = Vec::new();
    for text in texts {
        let mut ids = vec![CLS];
        ids.extend(Tokenizer::shared().pieces(text).ids);
        ids.push(SEP);
        let count = ids.len();
        ensure!(
            count <= WINDOW,
            "a reference text has {count} pieces, more than {WINDOW}: `{text}`"
        );
        sequences.push(ids);
    }
    Ok(sequences)
}

struct Model<'t> {
    words: &'t [f32],
    positions: &'t [f32],
    token_types: &'t [f32],
    norm: Norm<'t>,
    layers: Vec<Layer<'t>>,
}

struct Layer<'t> {
    query: Linear<'t>,
    key: Linear<'t>,
    value: Linear<'t>,
    attention_output: Linear<'t>,
    attention_norm: Norm<'t>,
    intermediate: Linear<'t>,
    output: Linear<'t>,
    output_norm: Norm<'t>,
}

struct Linear<'t> {
    /// Input-major, so that neighbouring outputs are neighbours in memory.
    transposed: Vec<f64>,
    bias: &'t [f32],
}

struct Norm<'t> {
    weight: &'t [f32],
    bias: &'t [f32],
}

impl<'t> Model<'t> {
    fn new(tensors: &'t Tensors) -> Result<Model<'t>> {
        Ok(Model {
            words: tensors.get("embeddings.word_embeddings.weight", VOCABULARY, HIDDEN)?,
            positions: tensors.get("embeddings.position_embeddings.weight", POSITIONS, HIDDEN)?,
            token_types: tensors.get("embeddings.token_type_embeddings.weight", 2, HIDDEN)?,
            norm: Norm::new(tensors, "embeddings")?,
            layers: (0..LAYERS)
                .map(|index| Layer::new(tensors, index))
                .collect::<Result<_>>()?,
        })
    }

    fn encode(&self, ids: &[u32]) -> Vec<f64> {
        let mut tokens: Vec<Vec<f64>> = ids
            .iter()
            .enumerate()
            .map(|(position, &id)| self.embed(position, id as usize))
            .collect();
        for layer in &self.layers {
            tokens = layer.apply(&tokens);
        }
        mean_of_unit_length(&tokens)
    }

    fn embed(&self, position: usize, id: usize) -> Vec<f64> {
        let row =
            |table: &[f32], row: usize, column: usize| f64::from(table[row * HIDDEN + column]);
        let sum = (0..HIDDEN)
            .map(|column| {
                row(self.words, id, column)
                    + row(self.positions, position, column)
                    + row(self.token_types, 0, column)
            })
            .collect();
        self.norm.apply(sum)
    }
}

impl<'t> Layer<'t> {
    fn new(tensors: &'t Tensors, index: usize) -> Result<Layer<'t>> {
        let linear = |name: &str, inputs, outputs| {
            Linear::new(
                tensors,
                &format!("encoder.layer.{index}.{name}"),
                inputs,
                outputs,
            )
        };
        let norm = |name: &str| Norm::new(tensors, &format!("encoder.layer.{index}.{name}"));
        Ok(Layer {
            query: linear("attention.self.query", HIDDEN, HIDDEN)?,
            key: linear("attention.self.key", HIDDEN, HIDDEN)?,
            value: linear("attention.self.value", HIDDEN, HIDDEN)?,
            attention_output: linear("attention.output.dense", HIDDEN, HIDDEN)?,
            attention_norm: norm("attention.output")?,
            intermediate: linear("intermediate.dense", HIDDEN, INTERMEDIATE)?,
            output: linear("output.dense", INTERMEDIATE, HIDDEN)?,
            output_norm: norm("output")?,
        })
    }

    fn apply(&self, tokens: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let attended = attention(
            &self.query.apply(tokens),
            &self.key.apply(tokens),
            &self.value.apply(tokens),
        );
        let attended = self.attention_output.apply(&attended);
        let tokens = add_and_norm(tokens, attended, &self.attention_norm);
        let mut wide = self.intermediate.apply(&tokens);
        wide.iter_mut().flatten().for_each(|x| *x = gelu(*x));
        let narrow = self.output.apply(&wide);
        add_and_norm(&tokens, narrow, &self.output_norm)
    }
}

impl<'t> Linear<'t> {
    fn new(tensors: &'t Tensors, name: &str, inputs: usize, outputs: usize) -> Result<Linear<'t>> {
        let weight = tensors.get(&format!("{name}.weight"), outputs, inputs)?;
        let transposed = (0..inputs * outputs)
            .map(|index| f64::from(weight[index % outputs * inputs + index / outputs]))
            .collect();
        Ok(Linear {
            transposed,
            bias: tensors.get(&format!("{name}.bias"), 1, outputs)?,
        })
    }

    fn apply(&self, tokens: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let mut results: Vec<Vec<f64>> = tokens
            .iter()
            .map(|_| self.bias.iter().map(|&bias| f64::from(bias)).collect())
            .collect();
        // Inputs outermost: a row of weights is read once for all tokens.
        for (input, weights) in self.transposed.chunks_exact(self.bias.len()).enumerate() {
            for (token, result) in tokens.iter().zip(&mut results) {
                let x = token[input];
                for (sum, weight) in result.iter_mut().zip(weights) {
                    *sum += x * weight;
                }
            }
        }
        results
    }
}

impl<'t> Norm<'t> {
    fn new(tensors: &'t Tensors, name: &str) -> Result<Norm<'t>> {
        Ok(Norm {
            weight: tensors.get(&format!("{name}.LayerNorm.weight"), 1, HIDDEN)?,
            bias: tensors.get(&format!("{name}.LayerNorm.bias"), 1, HIDDEN)?,
        })
    }

    fn apply(&self, mut token: Vec<f64>) -> Vec<f64> {
        let count = HIDDEN as f64;
        let mean = token.iter().sum::<f64>() / count;
        let variance = token.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / count;
        let deviation = (variance + f64::from(LAYER_NORM_EPSILON)).sqrt();
        for (index, x) in token.iter_mut().enumerate() {
            *x = (*x - mean) / deviation * f64::from(self.weight[index])
                + f64::from(self.bias[index]);
        }
        token
    }
}

fn attention(queries: &[Vec<f64>], keys: &[Vec<f64>], values: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let mut results = vec![vec![0.0; HIDDEN]; queries.len()];
    for head in (0..HIDDEN).step_by(HEAD) {
        for (query, result) in queries.iter().zip(&mut results) {
            let scores: Vec<f64> = keys
                .iter()
                .map(|key| dot(&query[head..head + HEAD], &key[head..head + HEAD]))
                .map(|score| score / (HEAD as f64).sqrt())
                .collect();
            let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let shares: Vec<f64> = scores.iter().map(|score| exp(score - largest)).collect();
            let total: f64 = shares.iter().sum();
            for (share, value) in shares.iter().zip(values) {
                for column in head..head + HEAD {
                    result[column] += share / total * value[column];
                }
            }
        }
    }
    results
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add_and_norm(tokens: &[Vec<f64>], added: Vec<Vec<f64>>, norm: &Norm<'_>) -> Vec<Vec<f64>> {
    let sums = tokens.iter().zip(added);
    sums.map(|(token, added)| norm.apply(token.iter().zip(added).map(|(a, b)| a + b).collect()))
        .collect()
}

fn gelu(x: f64) -> f64 {
    0.5 * x * (1.0 + erf(x / std::f64::consts::SQRT_2))
}

fn mean_of_unit_length(tokens: &[Vec<f64>]) -> Vec<f64> {
    let mut mean = vec![0.0; HIDDEN];
    for token in tokens {
        for (sum, x) in mean.iter_mut().zip(token) {
            *sum += x / tokens.len() as f64;
        }
    }
    let length = dot(&mean, &mean).sqrt();
    mean.iter().map(|x| x / length).collect()
}
