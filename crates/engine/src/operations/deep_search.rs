//! Layer 2: what do the documents say?

use std::collections::{BTreeMap, BTreeSet};

use domain::caller::Permission;
use domain::change::Change;
use domain::ids::{ChunkId, DocumentId, SessionId};
use domain::operations::deep_search::{Passage, Request, Response};
use domain::operations::{Layer, SessionNote, check_query};
use domain::ports::store::{NearestHit, Snapshot};
use domain::scope::IdSet;
use domain::session::Session;
use domain::{Caller, Cancel, Result, limits};
use text::snippet;

use super::gather::{Question, resolve_scope};
use crate::Engine;
use crate::basis::BasisBuilder;

impl Engine {
    /// Finds passages in documents, best first.
    ///
    /// Scope and what the session has seen are applied before candidates are chosen. What is
    /// shown is recorded under the session afterwards; a failure to record never fails the
    /// answer. An unknown or expired session is a fresh one.
    ///
    /// # Errors
    /// `Invalid` for a blank query, `TooLarge` for one over 16 KiB, `NotFound` for an unknown
    /// document or collection, `Unavailable` without a model.
    pub fn deep_search(
        &self,
        caller: &Caller,
        request: &Request,
        cancel: &Cancel,
    ) -> Result<Response> {
        caller.require(Permission::DocumentsRead)?;
        let mut basis = BasisBuilder::start(self, Layer::Passages);
        let query = check_query(&request.query)?.to_owned();
        let limit = limits::clamp(
            request.limit,
            limits::DEEP_SEARCH_DEFAULT,
            limits::DEEP_SEARCH_MAX,
        );
        let snapshot = self.parts.store.snapshot(caller, cancel)?;
        let snapshot = snapshot.as_ref();
        let scope = resolve_scope(snapshot, &request.document, &request.collection)?;
        let no_prompts = Some(BTreeSet::new());
        basis.coverage = snapshot.coverage(&scope, &no_prompts)?;
        let seen = self.seen(snapshot, request.session.as_ref())?;
        basis.session = session_note(snapshot, request.session.as_ref(), &seen, &scope)?;

        let question = Question {
            query: &query,
            scope: &scope,
            seen: &seen,
            limit,
        };
        let hits = self.nearest_chunks(snapshot, &question, &mut basis, cancel)?;
        let passages = self.passages(snapshot, &hits)?;
        let zero = if passages.is_empty() {
            let whole = snapshot.coverage(&None, &no_prompts)?;
            Some(basis.passages_zero(whole.documents > 0, request.document.is_some()))
        } else {
            None
        };
        if let Some(session) = &request.session {
            // The answer stands whether or not it can be recorded: a read-only home or a full
            // disk costs the session its memory, not the caller the passages.
            let _ = self.record_seen(caller, session, &passages, cancel);
        }
        Ok(Response {
            query,
            passages,
            basis: basis.finish(self, zero),
        })
    }

    /// The keys that an unexpired session has shown.
    fn seen(
        &self,
        snapshot: &dyn Snapshot,
        session: Option<&SessionId>,
    ) -> Result<BTreeSet<String>> {
        let Some(id) = session else {
            return Ok(BTreeSet::new());
        };
        match snapshot.session(id)? {
            Some(session) if session.expires_ms > self.now_ms() => Ok(snapshot
                .seen(id)?
                .into_iter()
                .map(|chunk| chunk.as_str().to_owned())
                .collect()),
            _ => Ok(BTreeSet::new()),
        }
    }

    fn record_seen(
        &self,
        caller: &Caller,
        session: &SessionId,
        passages: &[Passage],
        cancel: &Cancel,
    ) -> Result<()> {
        let now = self.now_ms();
        let chunks: Vec<ChunkId> = passages.iter().map(|p| p.chunk.clone()).collect();
        self.parts.store.transact(caller, cancel, &mut |snapshot| {
            let alive = snapshot
                .session(session)?
                .filter(|known| known.expires_ms > now);
            let created_ms = alive.as_ref().map_or(now, |known| known.created_ms);
            let mut changes = Vec::new();
            if alive.is_none() {
                // An expired session starts over: what it had seen is forgotten.
                changes.push(Change::ForgetSession(session.clone()));
            }
            changes.push(Change::PutSession(Session {
                id: session.clone(),
                created_ms,
                expires_ms: now + limits::SESSION_MS,
            }));
            changes.push(Change::RecordSeen {
                session: session.clone(),
                chunks: chunks.clone(),
            });
            Ok(changes)
        })?;
        Ok(())
    }

    fn passages(&self, snapshot: &dyn Snapshot, hits: &[NearestHit]) -> Result<Vec<Passage>> {
        let ids = hits
            .iter()
            .map(|hit| ChunkId::parse(&hit.key))
            .collect::<Result<Vec<_>>>()?;
        let chunks = snapshot.chunks(&ids)?;
        let cosines: BTreeMap<&str, f64> =
            hits.iter().map(|h| (h.key.as_str(), h.cosine)).collect();
        let mut titles: BTreeMap<DocumentId, String> = BTreeMap::new();
        let calibration = &self.parts.embedder.model().calibration;
        let mut passages = Vec::with_capacity(chunks.len());
        for chunk in chunks {
            if !titles.contains_key(&chunk.document) {
                let document = snapshot.document(&chunk.document)?;
                let title = document.map(|d| d.title).unwrap_or_default();
                titles.insert(chunk.document.clone(), title);
            }
            let cosine = cosines.get(chunk.id.as_str()).copied().unwrap_or(-1.0);
            passages.push(Passage {
                preview: snippet::preview(&chunk.content, limits::PREVIEW_GRAPHEMES),
                score: calibration.score(cosine),
                level: chunk.level,
                document_title: titles[&chunk.document].clone(),
                document: chunk.document,
                parent: chunk.parent,
                previous: chunk.previous,
                next: chunk.next,
                chunk: chunk.id,
            });
        }
        Ok(passages)
    }
}

fn session_note(
    snapshot: &dyn Snapshot,
    session: Option<&SessionId>,
    seen: &BTreeSet<String>,
    scope: &IdSet,
) -> Result<Option<SessionNote>> {
    let Some(id) = session else {
        return Ok(None);
    };
    let ids = seen
        .iter()
        .map(|key| ChunkId::parse(key))
        .collect::<Result<Vec<_>>>()?;
    let hidden = snapshot
        .chunks(&ids)?
        .iter()
        .filter(|chunk| {
            scope
                .as_ref()
                .is_none_or(|s| s.contains(chunk.document.as_str()))
        })
        .count();
    Ok(Some(SessionNote {
        id: id.clone(),
        hidden: hidden as u64,
    }))
}
