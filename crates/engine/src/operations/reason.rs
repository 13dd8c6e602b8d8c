//! One cited answer out of several passages.
//!
//! Without a model the answer is made of quotations alone, so that it says nothing that a document
//! does not say. With one, what it writes is not trusted: every mark is checked, and an answer that
//! cites nothing gathered gives way to the quotations.

mod claims;
mod conflicts;
mod gaps;
mod gathered;
mod marks;
mod numbers;
mod prose;
mod quote;
mod stems;
mod words;

use std::collections::BTreeSet;

use domain::caller::Permission;
use domain::ids::ChunkId;
use domain::operations::reason::{Citation, Request, Response};
use domain::operations::{Layer, check_query};
use domain::ports::answer_writer::{AnswerWriter, Source};
use domain::ports::store::Snapshot;
use domain::{Caller, Cancel, Result, limits};

use self::gathered::Gathered;
use self::quote::Quoted;
use self::words::QueryWord;
use super::gather::{Question, resolve_scope};
use crate::Engine;
use crate::basis::BasisBuilder;

impl Engine {
    /// Answers a question from the passages nearest to it, with a mark `[[chunkId]]` after
    /// everything that is taken from one. Nothing is stored, and no session takes part.
    ///
    /// Without a model ([`Engine::with_answer_writer`]) the same store and question give the same
    /// answer. Scores are those of gathering.
    ///
    /// # Errors
    /// `Invalid` for a blank query, `TooLarge` for one over 16 KiB, `NotFound` for an unknown
    /// document or collection, `Unavailable` when there is nothing to embed the query with. A model
    /// that fails is no error.
    pub fn reason(&self, caller: &Caller, request: &Request, cancel: &Cancel) -> Result<Response> {
        caller.require(Permission::DocumentsRead)?;
        let mut basis = BasisBuilder::start(self, Layer::Passages);
        let query = check_query(&request.query)?;
        let gathered = {
            let snapshot = self.parts.store.snapshot(caller, cancel)?;
            self.gather(snapshot.as_ref(), query, request, &mut basis, cancel)?
        };
        if gathered.is_empty() {
            let snapshot = self.parts.store.snapshot(caller, cancel)?;
            return self.nothing_gathered(snapshot.as_ref(), request, basis);
        }
        let answer = self.answer(query, &gathered, &basis, cancel)?;
        Ok(Response {
            citations: citations(&answer.cited, &gathered),
            answer: answer.text,
            gaps: answer.gaps,
            conflicts: answer.conflicts,
            gathered: gathered.len() as u64,
            citations_dropped: answer.dropped,
            model: answer.model,
            basis: basis.finish(self, None),
        })
    }

    fn gather(
        &self,
        snapshot: &dyn Snapshot,
        query: &str,
        request: &Request,
        basis: &mut BasisBuilder,
        cancel: &Cancel,
    ) -> Result<Vec<Gathered>> {
        let scope = resolve_scope(snapshot, &request.document, &request.collection)?;
        basis.coverage = snapshot.coverage(&scope, &Some(BTreeSet::new()))?;
        let question = Question {
            query,
            scope: &scope,
            seen: &BTreeSet::new(),
            limit: limits::clamp(request.limit, limits::REASON_DEFAULT, limits::REASON_MAX),
        };
        let hits = self.nearest_chunks(snapshot, &question, basis, cancel)?;
        gathered::read(snapshot, &hits, &self.parts.embedder.model().calibration)
    }

    fn nothing_gathered(
        &self,
        snapshot: &dyn Snapshot,
        request: &Request,
        basis: BasisBuilder,
    ) -> Result<Response> {
        let whole = snapshot.coverage(&None, &Some(BTreeSet::new()))?;
        let zero = basis.passages_zero(whole.documents > 0, request.document.is_some());
        Ok(Response {
            answer: String::new(),
            citations: Vec::new(),
            gaps: vec![gaps::nothing_gathered(&zero)],
            conflicts: Vec::new(),
            gathered: 0,
            citations_dropped: 0,
            model: None,
            basis: basis.finish(self, Some(zero)),
        })
    }

    fn answer(
        &self,
        query: &str,
        gathered: &[Gathered],
        basis: &BasisBuilder,
        cancel: &Cancel,
    ) -> Result<Answer> {
        let words = words::of_query(query);
        let Some(writer) = &self.answer_writer else {
            return Ok(quotations(&words, gathered, basis, None));
        };
        match written(writer.as_ref(), query, gathered, cancel) {
            Ok(mut answer) => {
                if answer.conflicts.is_empty() {
                    answer.add_conflicts(conflicts::found(&words, gathered));
                }
                answer.gaps.extend(gaps::of_coverage(&basis.coverage));
                Ok(answer)
            }
            Err(why) => {
                // Who cancelled wants no answer at all, not another one.
                cancel.check()?;
                let gap = gaps::model_gave_nothing(writer.model(), &why);
                Ok(quotations(&words, gathered, basis, Some(gap)))
            }
        }
    }
}

/// An answer before its citations are looked up.
#[derive(Default)]
struct Answer {
    text: String,
    /// In the order of their first mark, first in the text, then in the conflicts.
    cited: Vec<ChunkId>,
    gaps: Vec<String>,
    conflicts: Vec<String>,
    dropped: u64,
    model: Option<String>,
}

impl Answer {
    fn cite(&mut self, chunks: impl IntoIterator<Item = ChunkId>) {
        for chunk in chunks {
            if !self.cited.contains(&chunk) {
                self.cited.push(chunk);
            }
        }
    }

    fn add_conflicts(&mut self, found: Vec<conflicts::Conflict>) {
        for conflict in found {
            self.cite(conflict.chunks);
            self.conflicts.push(conflict.text);
        }
    }
}

/// The answer that is made of quotations alone.
fn quotations(
    words: &[QueryWord],
    gathered: &[Gathered],
    basis: &BasisBuilder,
    model_gap: Option<String>,
) -> Answer {
    let quoted = quote::quotations(words, gathered);
    let mut answer = Answer::default();
    answer.gaps.extend(model_gap);
    let missing = gaps::missing(words, gathered);
    answer.gaps.extend(match quoted {
        Quoted::ByWords(_) => gaps::missing_words(&missing),
        Quoted::ByMeaning(ref quotes) => {
            Some(gaps::no_words(&missing, words.len(), quotes.is_empty()))
        }
    });
    answer.gaps.extend(gaps::of_coverage(&basis.coverage));
    let (Quoted::ByWords(quotes) | Quoted::ByMeaning(quotes)) = quoted;
    let lines: Vec<String> = quotes.iter().map(|quote| quote.marked()).collect();
    answer.text = lines.join("\n\n");
    answer.cite(quotes.into_iter().map(|quote| quote.chunk));
    answer.add_conflicts(conflicts::found(words, gathered));
    answer
}

/// The answer that a model writes, checked; or why it is of no use.
fn written(
    writer: &dyn AnswerWriter,
    query: &str,
    gathered: &[Gathered],
    cancel: &Cancel,
) -> std::result::Result<Answer, String> {
    let sources: Vec<Source> = gathered.iter().map(Gathered::source).collect();
    let draft = writer
        .write(query, &sources, cancel)
        .map_err(|error| error.message)?;
    let known: BTreeSet<&str> = gathered.iter().map(|g| g.chunk.id.as_str()).collect();
    let mut answer = Answer {
        model: Some(writer.model().to_owned()),
        ..Answer::default()
    };
    let text = marks::checked(draft.answer.trim(), &known);
    if text.cited.is_empty() {
        return Err("its answer cites none of the gathered passages".to_owned());
    }
    answer.dropped += text.dropped;
    answer.text = text.text;
    answer.cite(text.cited);
    for gap in draft.gaps {
        let gap = marks::checked(gap.trim(), &known);
        answer.dropped += gap.dropped;
        answer
            .gaps
            .extend(Some(gap.text).filter(|text| !text.is_empty()));
    }
    for conflict in draft.conflicts {
        let conflict = marks::checked(conflict.trim(), &known);
        answer.dropped += conflict.dropped;
        // A conflict that cites nothing could not be looked up.
        if !conflict.cited.is_empty() {
            answer.cite(conflict.cited);
            answer.conflicts.push(conflict.text);
        }
    }
    Ok(answer)
}

fn citations(cited: &[ChunkId], gathered: &[Gathered]) -> Vec<Citation> {
    let passage = |id: &ChunkId| gathered.iter().find(|g| g.chunk.id == *id);
    let passages = cited.iter().filter_map(passage);
    passages
        .map(|passage| Citation {
            chunk: passage.chunk.id.clone(),
            document: passage.chunk.document.clone(),
            document_title: passage.document_title.clone(),
            score: passage.score,
        })
        .collect()
}
