//! What an answer rests on, put together at its end.

use domain::coverage::Coverage;
use domain::operations::{Basis, Layer, NearestMiss, SessionNote, ZeroReason};

use crate::Engine;

/// Collects the basis of one answer while it is computed.
pub(crate) struct BasisBuilder {
    layer: Layer,
    started_ms: i64,
    /// The number of the vectors' generation.
    pub generation: Option<u32>,
    /// How much of the scope is searchable.
    pub coverage: Coverage,
    /// Vectors compared.
    pub compared: u64,
    /// Windows of the query.
    pub query_windows: u32,
    /// Set when the model does not cover the query.
    pub query_not_covered: bool,
    /// The best row that the floor kept out.
    pub nearest_miss: Option<NearestMiss>,
    /// The session.
    pub session: Option<SessionNote>,
}

impl BasisBuilder {
    /// Starts the clock of an answer.
    pub fn start(engine: &Engine, layer: Layer) -> Self {
        Self {
            layer,
            started_ms: engine.now_ms(),
            generation: None,
            coverage: Coverage::default(),
            compared: 0,
            query_windows: 0,
            query_not_covered: false,
            nearest_miss: None,
            session: None,
        }
    }

    /// Ends the answer. `zero` says why there are no rows; the nearest miss is kept only then.
    pub fn finish(self, engine: &Engine, zero: Option<ZeroReason>) -> Basis {
        let latency = engine.now_ms().saturating_sub(self.started_ms);
        Basis {
            layer: self.layer,
            generation: self.generation,
            coverage: self.coverage,
            compared: self.compared,
            query_windows: self.query_windows,
            nearest_miss: self.nearest_miss.filter(|_| zero.is_some()),
            zero,
            session: self.session,
            latency_ms: u64::try_from(latency).unwrap_or(0),
        }
    }

    /// Why a search by meaning has no rows. `stored` says whether the workspace holds any item
    /// of the kinds asked for.
    pub fn semantic_zero(&self, stored: bool) -> ZeroReason {
        let hidden = self.session.as_ref().map_or(0, |s| s.hidden);
        if !stored {
            ZeroReason::EmptyStore
        } else if self.coverage.items() == 0 {
            ZeroReason::ScopeEmpty
        } else if self.query_not_covered {
            ZeroReason::QueryNotCovered
        } else if self.compared > 0 {
            ZeroReason::BelowFloor
        } else if hidden > 0 {
            ZeroReason::AllSeen
        } else if self.coverage.pending > 0 {
            ZeroReason::NothingIndexed
        } else {
            ZeroReason::NothingCovered
        }
    }

    /// Why a search for passages has none. `is_one_document` says whether the scope names a
    /// document; else an empty one is that of a collection without documents.
    pub fn passages_zero(&self, stored: bool, is_one_document: bool) -> ZeroReason {
        match self.semantic_zero(stored) {
            ZeroReason::ScopeEmpty if !is_one_document => ZeroReason::NoDocuments,
            zero => zero,
        }
    }

    /// Why a literal search has no rows.
    pub fn literal_zero(&self, stored: bool) -> ZeroReason {
        if !stored {
            ZeroReason::EmptyStore
        } else if self.coverage.items() == 0 {
            ZeroReason::ScopeEmpty
        } else {
            ZeroReason::NoLiteralMatch
        }
    }
}
