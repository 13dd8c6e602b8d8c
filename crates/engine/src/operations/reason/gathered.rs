//! The passages that an answer is made of.

use std::collections::{BTreeMap, BTreeSet};

use domain::Result;
use domain::calibration::Calibration;
use domain::chunk::{Chunk, Level};
use domain::ids::{ChunkId, DocumentId};
use domain::ports::answer_writer::Source;
use domain::ports::store::{NearestHit, Snapshot};

use super::prose::{self, Kind};
use super::words;

/// A passage near the question, read whole.
pub(super) struct Gathered {
    pub chunk: Chunk,
    pub document_title: String,
    /// 0 to 1.
    pub score: f64,
    /// Its sentences that hold words, in order.
    pub sentences: Vec<Sentence>,
}

/// A sentence of a passage.
pub(super) struct Sentence {
    /// As it stands in the passage but for marks; runs of white space are one space.
    pub text: String,
    /// Its words by their stems.
    pub words: BTreeSet<String>,
    /// What it is.
    pub kind: Kind,
    /// The paragraph, list item or row of the passage that it is from.
    pub block: usize,
    /// Whether that is an item of a list.
    pub is_item: bool,
}

impl Gathered {
    /// The passage as a model gets it.
    pub fn source(&self) -> Source {
        Source {
            chunk: self.chunk.id.clone(),
            document_title: self.document_title.clone(),
            section_path: self.chunk.section_path.join(" > "),
            content: self.chunk.content.clone(),
        }
    }

    /// Whether it stands within another passage, or is that passage.
    pub fn is_within(&self, other: &Self) -> bool {
        let (inner, outer) = (&self.chunk.bytes, &other.chunk.bytes);
        self.chunk.document == other.chunk.document
            && outer.start <= inner.start
            && inner.end <= outer.end
    }

    /// Whether this very sentence is one of its own.
    pub fn holds(&self, sentence: &Sentence) -> bool {
        self.sentences.iter().any(|s| s.text == sentence.text)
    }
}

/// Reads the chunks of these hits, best first.
pub(super) fn read(
    snapshot: &dyn Snapshot,
    hits: &[NearestHit],
    calibration: &Calibration,
) -> Result<Vec<Gathered>> {
    let ids = hits
        .iter()
        .map(|hit| ChunkId::parse(&hit.key))
        .collect::<Result<Vec<_>>>()?;
    let cosines: BTreeMap<&str, f64> = hits.iter().map(|h| (h.key.as_str(), h.cosine)).collect();
    let mut titles: BTreeMap<DocumentId, String> = BTreeMap::new();
    let mut gathered = Vec::with_capacity(ids.len());
    for chunk in snapshot.chunks(&ids)? {
        if !titles.contains_key(&chunk.document) {
            let document = snapshot.document(&chunk.document)?;
            let title = document.map(|d| d.title).unwrap_or_default();
            titles.insert(chunk.document.clone(), title);
        }
        let cosine = cosines.get(chunk.id.as_str()).copied().unwrap_or(-1.0);
        gathered.push(Gathered {
            document_title: titles[&chunk.document].clone(),
            score: calibration.score(cosine),
            sentences: sentences(&chunk),
            chunk,
        });
    }
    Ok(gathered)
}

/// The sentences of a chunk. A section's content may end in the middle of one.
fn sentences(chunk: &Chunk) -> Vec<Sentence> {
    let (heading, content) = opening(chunk);
    let mut sentences: Vec<Sentence> = prose::pieces(content, &chunk.lead)
        .into_iter()
        .map(sentence)
        .filter(|sentence| !sentence.words.is_empty())
        .collect();
    let goes_on = |sentence: &Sentence| {
        sentence
            .text
            .ends_with(|c: char| c.is_alphanumeric() || c == ',')
    };
    if chunk.level == Level::Section && sentences.len() > 1 && sentences.last().is_some_and(goes_on)
    {
        sentences.pop();
    }
    if sentences.is_empty() {
        // A passage that is nothing but its heading is still found by it.
        let pieces = prose::pieces(&format!("# {heading}"), "").into_iter();
        sentences.extend(pieces.map(sentence));
    }
    sentences
}

/// The heading that a section's content begins with, which is no sentence, and the rest.
fn opening(chunk: &Chunk) -> (&str, &str) {
    let content = chunk.content.as_str();
    let heading = chunk.heading.as_deref().unwrap_or_default();
    match (chunk.level, content.strip_prefix(heading)) {
        (Level::Section, Some(rest)) => (heading, rest),
        _ => ("", content),
    }
}

fn sentence(piece: prose::Piece) -> Sentence {
    Sentence {
        words: words::stems(&piece.text),
        text: piece.text,
        kind: piece.kind,
        block: piece.block,
        is_item: piece.is_item,
    }
}
