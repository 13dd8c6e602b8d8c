//! The one fixed tokenizer of ibid: BERT uncased WordPiece, vocabulary compiled in.
//!
//! It answers two questions. *How long is this text?* ([`Tokenizer::count`]) sets chunk boundaries, so
//! it may never depend on the active embedding model. *Which vocabulary entries is it made of, and
//! where does each word start?* ([`Tokenizer::pieces`]) feeds the built-in model.
//!
//! The crate is pure: no files, environment, clock or threads.

mod segment;
mod tokenizer;

pub use tokenizer::{Pieces, Tokenizer, Word};

/// Vocabulary id of `[CLS]`, which opens every sequence a BERT model reads.
pub const CLS: u32 = 101;
/// Vocabulary id of `[SEP]`, which closes every sequence a BERT model reads.
pub const SEP: u32 = 102;
/// Vocabulary id of `[UNK]`, which stands for a word that the vocabulary cannot spell.
pub const UNKNOWN: u32 = 100;
/// Number of vocabulary entries; every id is below it.
pub const VOCABULARY_SIZE: usize = 30_522;
