//! An embedder without a model: texts that share words get near vectors.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use domain::calibration::Calibration;
use domain::ids::hash_parts;
use domain::ports::embedder::{EmbedInput, Embedded, Embedder, Model};
use domain::{Cancel, Error, Result};

/// The length of the vectors of [`HashEmbedder::default`].
pub const DEFAULT_DIMENSION: usize = 384;

/// How many words a window of this embedder holds.
const WINDOW_WORDS: usize = 200;

/// Words that say nothing about what a text is about.
const STOP_WORDS: [&str; 24] = [
    "a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "how", "in", "is", "it", "of",
    "on", "or", "that", "the", "this", "to", "was", "what", "with",
];

/// A deterministic [`Embedder`] over bags of words.
///
/// Every distinct word (letters and digits, in lower case, without the commonest English ones)
/// adds eight signed ones at places that its hash gives; the sum is brought to unit length. The
/// cosine of two texts is thus about `shared / sqrt(words × words)`, give or take the noise of
/// unrelated words, about `1 / sqrt(dimension)`. Sums are integers, so order and repetition of
/// words change nothing. A text takes one window per 200 words.
///
/// A text is not covered when it has no words or when over half of them are unknown; by default
/// those that hold a letter beyond Latin.
#[derive(Debug)]
pub struct HashEmbedder {
    model: Model,
    knows: fn(&str) -> bool,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    texts: Vec<(String, String)>,
    calls: u64,
    is_unavailable: bool,
    poison: Option<String>,
}

impl HashEmbedder {
    /// An embedder with vectors of `dimension` values, at least 1.
    pub fn new(dimension: usize) -> Self {
        Self::named("hash", dimension)
    }

    /// An embedder that calls itself `name`. Another name is another model: it places the same
    /// words elsewhere.
    pub fn named(name: &str, dimension: usize) -> Self {
        let dimension = dimension.max(1);
        Self {
            model: Model {
                id: format!("{name}/bag-of-words-1:{dimension}"),
                dimension,
                calibration: calibration(),
            },
            knows: is_latin,
            state: Mutex::default(),
        }
    }

    /// The same embedder, knowing the words that `knows` accepts.
    #[must_use]
    pub fn knowing(self, knows: fn(&str) -> bool) -> Self {
        Self { knows, ..self }
    }

    /// How many texts were embedded so far, over all calls that succeeded.
    pub fn embedded_texts(&self) -> usize {
        self.state().texts.len()
    }

    /// The texts that were embedded so far, in order, as prefix and body.
    pub fn texts(&self) -> Vec<(String, String)> {
        self.state().texts.clone()
    }

    /// How many calls were made so far, failed ones included.
    pub fn calls(&self) -> u64 {
        self.state().calls
    }

    /// Whether every call fails from now on, as if the model could not be reached.
    pub fn set_unavailable(&self, is_unavailable: bool) {
        self.state().is_unavailable = is_unavailable;
    }

    /// Fails every call from now on that holds a text with `marker` in it; `None` ends that.
    pub fn fail_on(&self, marker: Option<&str>) {
        self.state().poison = marker.map(str::to_owned);
    }

    /// The outcome for one text, without counting it.
    pub fn outcome(&self, input: EmbedInput<'_>) -> Embedded {
        let words: Vec<String> = [input.prefix, input.body]
            .into_iter()
            .flat_map(words)
            .collect();
        let known = words.iter().filter(|word| (self.knows)(word)).count();
        if known == 0 || known * 2 < words.len() {
            return Embedded::NotCovered;
        }
        let distinct: BTreeSet<&str> = distinct_words(&words);
        let Some(values) = unit(&self.sum(&distinct)) else {
            return Embedded::NotCovered;
        };
        let windows = words.len().div_ceil(WINDOW_WORDS);
        Embedded::Vector {
            values,
            windows: u32::try_from(windows).unwrap_or(u32::MAX),
        }
    }

    fn sum(&self, words: &BTreeSet<&str>) -> Vec<i64> {
        let mut sum = vec![0; self.model.dimension];
        for word in words {
            let hash = hash_parts(&[self.model.id.as_bytes(), word.as_bytes()]);
            let (places, _) = hash.as_bytes().as_chunks::<4>();
            for place in places {
                let bits = u32::from_le_bytes(*place);
                let at = (bits >> 1) as usize % sum.len();
                sum[at] += if bits & 1 == 0 { 1 } else { -1 };
            }
        }
        sum
    }

    fn check_faults(&self, inputs: &[EmbedInput<'_>]) -> Result<()> {
        let mut state = self.state();
        state.calls += 1;
        if state.is_unavailable {
            return Err(Error::unavailable(
                "the embedding model cannot be reached (injected)",
            ));
        }
        let Some(marker) = &state.poison else {
            return Ok(());
        };
        let is_poisoned = |input: &EmbedInput<'_>| {
            input.prefix.contains(marker.as_str()) || input.body.contains(marker.as_str())
        };
        if inputs.iter().any(is_poisoned) {
            return Err(Error::internal("a text could not be embedded (injected)"));
        }
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for HashEmbedder {
    fn default() -> Self {
        Self::new(DEFAULT_DIMENSION)
    }
}

impl Embedder for HashEmbedder {
    fn model(&self) -> &Model {
        &self.model
    }

    fn embed(&self, inputs: &[EmbedInput<'_>], cancel: &Cancel) -> Result<Vec<Embedded>> {
        cancel.check()?;
        self.check_faults(inputs)?;
        let outcomes = inputs.iter().map(|input| self.outcome(*input)).collect();
        let texts = inputs
            .iter()
            .map(|i| (i.prefix.to_owned(), i.body.to_owned()));
        self.state().texts.extend(texts);
        Ok(outcomes)
    }
}

/// A query of two words passes 0.35 where both are among a hundred distinct ones, and reaches 0.70
/// among eight. Unrelated texts stay below: 0.14 is nearly three times their noise.
fn calibration() -> Calibration {
    Calibration::new(vec![(0.0, 0.1), (0.14, 0.35), (0.5, 0.7)])
        .expect("the anchors increase within their ranges")
}

fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// The words that count, or all of them when none does: "to be or not to be" is a text too.
fn distinct_words(words: &[String]) -> BTreeSet<&str> {
    let all: BTreeSet<&str> = words.iter().map(String::as_str).collect();
    let telling: BTreeSet<&str> = all
        .iter()
        .copied()
        .filter(|word| !STOP_WORDS.contains(word))
        .collect();
    if telling.is_empty() { all } else { telling }
}

fn is_latin(word: &str) -> bool {
    // Everything before the Greek block: Latin letters with and without accents, and digits.
    word.chars().all(|c| c < '\u{370}')
}

/// `sum` at unit length; none for the zero vector.
fn unit(sum: &[i64]) -> Option<Vec<f32>> {
    let square: i64 = sum.iter().map(|value| value * value).sum();
    let length = (square as f64).sqrt();
    (square > 0).then(|| sum.iter().map(|v| (*v as f64 / length) as f32).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use vector_index::canonical_score;

    fn input(body: &str) -> EmbedInput<'_> {
        EmbedInput { prefix: "", body }
    }

    fn vector(embedder: &HashEmbedder, body: &str) -> Vec<f32> {
        match embedder.outcome(input(body)) {
            Embedded::Vector { values, .. } => values,
            Embedded::NotCovered => panic!("`{body}` is not covered"),
        }
    }

    fn cosine(embedder: &HashEmbedder, left: &str, right: &str) -> f64 {
        canonical_score(&vector(embedder, left), &vector(embedder, right)).unwrap()
    }

    #[test]
    fn texts_that_share_more_words_are_nearer() {
        let embedder = HashEmbedder::default();
        let query = "how is patient data protected";
        let near = cosine(&embedder, query, "Patient data is protected by law.");
        let far = cosine(&embedder, query, "Patient people wait for the bus.");
        let none = cosine(&embedder, query, "Bread needs flour, water and salt.");
        assert!(near > far && far > none, "{near} {far} {none}");
        assert!((cosine(&embedder, query, query) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_matching_paragraph_passes_the_floor_and_an_unrelated_one_does_not() {
        let embedder = HashEmbedder::default();
        let map = &embedder.model().calibration;
        let paragraph = "Our compliance programme follows HIPAA: access to patient records is \
            logged, keys are rotated every quarter, and each incident is reported to the privacy \
            officer within a day.";
        let found = cosine(&embedder, "HIPAA compliance", paragraph);
        let missed = cosine(&embedder, "sourdough baking", paragraph);
        assert!(map.score(found) >= 0.35, "{found}");
        assert!(map.score(missed) < 0.35, "{missed}");
    }

    #[test]
    fn a_text_has_the_same_bits_alone_and_in_a_batch() {
        let embedder = HashEmbedder::new(64);
        let batch = [input("one text"), input("another text"), input("one text")];
        let outcomes = embedder.embed(&batch, &Cancel::new()).unwrap();
        assert_eq!(outcomes[0], outcomes[2]);
        assert_eq!(outcomes[1], embedder.outcome(input("another text")));
        assert_eq!(outcomes[0], embedder.outcome(input("Text: one, one!")));
    }

    #[test]
    fn texts_of_unknown_or_no_words_are_not_covered() {
        let embedder = HashEmbedder::new(64);
        for text in ["", " … ", "สวัสดี ชาวโลก", "слово и word"] {
            assert_eq!(
                embedder.outcome(input(text)),
                Embedded::NotCovered,
                "{text}"
            );
        }
        assert_ne!(
            embedder.outcome(input("être où слово")),
            Embedded::NotCovered
        );
        let picky = HashEmbedder::new(64).knowing(|word| word != "secret");
        assert_eq!(picky.outcome(input("secret")), Embedded::NotCovered);
    }

    #[test]
    fn long_texts_take_more_windows() {
        let text = "word ".repeat(WINDOW_WORDS + 1);
        let Embedded::Vector { windows, .. } = HashEmbedder::new(8).outcome(input(&text)) else {
            panic!("not covered");
        };
        assert_eq!(windows, 2);
    }

    #[test]
    fn models_of_other_names_place_words_elsewhere() {
        let left = HashEmbedder::named("left", 384);
        let right = HashEmbedder::named("right", 384);
        assert_ne!(left.model().id, right.model().id);
        assert_ne!(vector(&left, "word"), vector(&right, "word"));
    }

    #[test]
    fn embedded_texts_are_counted_and_failures_are_not() {
        let embedder = HashEmbedder::new(64);
        let cancel = Cancel::new();
        embedder
            .embed(&[input("one"), input("two")], &cancel)
            .unwrap();
        embedder.fail_on(Some("bad"));
        assert!(
            embedder
                .embed(&[input("three"), input("a bad one")], &cancel)
                .is_err()
        );
        embedder.fail_on(None);
        embedder.set_unavailable(true);
        assert!(embedder.embed(&[input("four")], &cancel).is_err());
        embedder.set_unavailable(false);
        assert_eq!((embedder.embedded_texts(), embedder.calls()), (2, 3));
        assert_eq!(embedder.texts()[1], (String::new(), "two".to_owned()));
    }
}
