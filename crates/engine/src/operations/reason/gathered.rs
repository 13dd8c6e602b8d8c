//! The passages that an answer is made of.

use std::collections::{BTreeMap, BTreeSet};

use domain::Result;
use domain::calibration::Calibration;
use domain::chunk::{Chunk, Level};
use domain::ids::{ChunkId, DocumentId};
use domain::ports::answer_writer::Source;
use domain::ports::store::{NearestHit, Snapshot};

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
    /// As it stands in the passage, runs of white space collapsed.
    pub text: String,
    /// Its words in their base forms.
    pub words: BTreeSet<String>,
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

/// The sentences of a chunk. A section's content begins with its heading, which is no sentence,
/// and may end in the middle of one.
fn sentences(chunk: &Chunk) -> Vec<Sentence> {
    let mut content = chunk.content.as_str();
    if let (Level::Section, Some(heading)) = (chunk.level, &chunk.heading) {
        content = content.strip_prefix(heading.as_str()).unwrap_or(content);
    }
    let mut sentences: Vec<Sentence> = text::sentences(content)
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
    sentences
}

fn sentence(text: &str) -> Sentence {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    // A sentence in bold type ends before the marks that close it.
    let text = text.strip_prefix("** ").map_or(text.clone(), str::to_owned);
    Sentence {
        words: words::bases(&text),
        text,
    }
}
