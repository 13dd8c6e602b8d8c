//! Normalise, split into words, spell each word with vocabulary entries.

use std::sync::OnceLock;

use ahash::AHashMap;
use tokenizers::models::wordpiece::WordPiece;
use tokenizers::normalizers::BertNormalizer;
use tokenizers::pre_tokenizers::bert::BertPreTokenizer;
use tokenizers::{
    Model, NormalizedString, Normalizer, OffsetReferential, OffsetType, PreTokenizedString,
    PreTokenizer,
};

use crate::UNKNOWN;
use crate::segment::{Segment, segments};

const VOCABULARY: &str = include_str!("../../../models/all-MiniLM-L6-v2/vocab.txt");

/// Bytes of an unknown word that count as one token. A model with a larger vocabulary spends about
/// this many bytes per token on scripts that this vocabulary lacks.
const UNKNOWN_BYTES_PER_TOKEN: usize = 3;

/// The BERT uncased WordPiece tokenizer.
///
/// Text such as `[CLS]` or `[UNK]` in the input is plain text, never a control token.
#[derive(Debug)]
pub struct Tokenizer {
    normalizer: BertNormalizer,
    model: WordPiece,
}

/// The words of a text and the vocabulary entries that spell them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pieces {
    /// Vocabulary ids in reading order, without `[CLS]` and `[SEP]`. Never empty for a word.
    pub ids: Vec<u32>,
    /// Words in reading order; their `piece_count`s add up to `ids.len()`.
    pub words: Vec<Word>,
}

/// A run of letters and digits, one punctuation character, or one CJK ideograph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// Byte offset of the first character in the text.
    pub start: usize,
    /// Byte offset just after the last character in the text, at least `start`.
    pub end: usize,
    /// Number of ids that spell the word, at least 1 and at most 100.
    pub piece_count: usize,
    /// The vocabulary cannot spell the word; its only piece is `[UNK]`.
    pub is_unknown: bool,
}

impl Tokenizer {
    /// Returns the tokenizer of this process; the first call reads the vocabulary (about 10 ms).
    pub fn shared() -> &'static Tokenizer {
        static SHARED: OnceLock<Tokenizer> = OnceLock::new();
        SHARED.get_or_init(Tokenizer::new)
    }

    fn new() -> Tokenizer {
        let vocabulary: AHashMap<String, u32> =
            VOCABULARY.lines().map(str::to_owned).zip(0u32..).collect();
        let model = WordPiece::builder()
            .vocab(vocabulary)
            .build()
            .expect("a vocabulary in memory reads no file");
        Tokenizer {
            normalizer: BertNormalizer::new(true, true, None, true),
            model,
        }
    }

    /// Splits `text` into words and spells them. Linear in the length of the text.
    pub fn pieces(&self, text: &str) -> Pieces {
        let mut pieces = Pieces::default();
        self.for_each_word(text, |word, ids| {
            pieces.ids.extend(ids);
            pieces.words.push(word);
        });
        pieces
    }

    /// Number of tokens of `text`: pieces for a known word, `ceil(bytes / 3)` for an unknown one.
    ///
    /// Linear in the length of the text; 0 for text without words.
    pub fn count(&self, text: &str) -> usize {
        let mut count = 0;
        self.for_each_word(text, |word, _| count += word.token_count());
        count
    }

    /// Calls `visit` with each word in order and the ids that spell it.
    fn for_each_word(&self, text: &str, mut visit: impl FnMut(Word, &[u32])) {
        let mut held: Option<(Word, Vec<u32>)> = None;
        let mut cut_inside_a_word = None;
        for segment in segments(text) {
            for (word, ids) in self.words_of(&segment) {
                match &mut held {
                    // Both are parts of one word, far too long to be spelled whatever they are.
                    Some((open, open_ids))
                        if open.end == word.start && cut_inside_a_word == Some(word.start) =>
                    {
                        *open = Word {
                            end: word.end,
                            piece_count: 1,
                            is_unknown: true,
                            ..*open
                        };
                        *open_ids = vec![UNKNOWN];
                    }
                    _ => {
                        if let Some((word, ids)) = held.replace((word, ids)) {
                            visit(word, &ids);
                        }
                    }
                }
            }
            let end = segment.offset + segment.text.len();
            cut_inside_a_word = segment.ends_inside_a_word.then_some(end);
        }
        if let Some((word, ids)) = held {
            visit(word, &ids);
        }
    }

    /// The words of one segment, at their places in the whole text.
    fn words_of(&self, segment: &Segment<'_>) -> Vec<(Word, Vec<u32>)> {
        let mut normalized = NormalizedString::from(segment.text);
        self.normalizer
            .normalize(&mut normalized)
            .expect("normalising characters cannot fail");
        let mut split = PreTokenizedString::from(normalized);
        BertPreTokenizer
            .pre_tokenize(&mut split)
            .expect("splitting by character class cannot fail");
        let words = split
            .get_splits(OffsetReferential::Original, OffsetType::Byte)
            .into_iter();
        words
            .map(|(word, (start, end), _)| {
                let spelled = self
                    .model
                    .tokenize(word)
                    .expect("the vocabulary has `[UNK]`");
                let ids: Vec<u32> = spelled.iter().map(|piece| piece.id).collect();
                let word = Word {
                    start: segment.offset + start,
                    end: segment.offset + end,
                    piece_count: ids.len(),
                    is_unknown: ids == [UNKNOWN],
                };
                (word, ids)
            })
            .collect()
    }
}

impl Pieces {
    /// Number of words that the vocabulary cannot spell.
    pub fn unknown_word_count(&self) -> usize {
        self.words.iter().filter(|word| word.is_unknown).count()
    }

    /// More than half of the words are unknown, so that a vector would say nothing about the text.
    ///
    /// False for text without words.
    pub fn is_mostly_unknown(&self) -> bool {
        self.unknown_word_count() * 2 > self.words.len()
    }

    /// Number of tokens by the rule of [`Tokenizer::count`].
    pub fn token_count(&self) -> usize {
        self.words.iter().map(|word| word.token_count()).sum()
    }
}

impl Word {
    /// Tokens this word counts as: its pieces, or `ceil(bytes / 3)` when it is unknown.
    pub fn token_count(&self) -> usize {
        if self.is_unknown {
            (self.end - self.start)
                .div_ceil(UNKNOWN_BYTES_PER_TOKEN)
                .max(1)
        } else {
            self.piece_count
        }
    }
}
