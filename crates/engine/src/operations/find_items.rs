//! Layer 1: which artifact is relevant?

use std::collections::BTreeSet;

use domain::caller::Permission;
use domain::generation::Space;
use domain::ids::{ChunkId, DocumentId, PromptId};
use domain::item::Kind;
use domain::operations::find_items::{
    CollectionRow, DocumentRow, Mode, PromptRow, Request, Response,
};
use domain::operations::{Layer, NearestMiss, check_query};
use domain::ports::store::{Nearest, NearestHit, NearestQuery, Snapshot};
use domain::scope::{IdSet, ItemFilter};
use domain::{Caller, Cancel, Result, limits};
use text::literal::Literal;
use text::snippet;

use super::not_found;
use crate::Engine;
use crate::basis::BasisBuilder;
use crate::ranking::query::QueryVector;
use crate::ranking::{collections, literal};

impl Engine {
    /// Finds prompts, documents and collections, best first within each kind.
    ///
    /// Filters are resolved before candidates are chosen. Rows of a kind that the caller may
    /// not read are left out; a caller who may read none of the kinds asked for is refused.
    ///
    /// # Errors
    /// `Invalid` for a blank query, `TooLarge` for one over 16 KiB, `NotFound` for an unknown
    /// collection, `Unavailable` when a search by meaning has no model.
    pub fn find_items(
        &self,
        caller: &Caller,
        request: &Request,
        cancel: &Cancel,
    ) -> Result<Response> {
        let basis = BasisBuilder::start(self, Layer::Catalog);
        let query = check_query(&request.query)?.to_owned();
        if request.filter.collection.is_some() {
            // Whether a collection exists is for those to know who may read it.
            caller.require(Permission::DocumentsRead)?;
        }
        let kinds = readable_kinds(caller, &request.kinds)?;
        let snapshot = self.parts.store.snapshot(caller, cancel)?;
        if let Some(id) = &request.filter.collection {
            snapshot.collection(id)?.ok_or_else(not_found::collection)?;
        }
        let mut search = Search {
            engine: self,
            request,
            query,
            kinds,
            snapshot: snapshot.as_ref(),
            prompts: snapshot.resolve_prompts(&request.filter)?,
            documents: snapshot.resolve_documents(&request.filter)?,
            basis,
            cancel,
        };
        search.basis.coverage = search.coverage(&search.documents, &search.prompts)?;
        match request.mode {
            Mode::Semantic => search.semantic(caller),
            Mode::Literal => search.literal(),
        }
    }
}

fn readable_kinds(caller: &Caller, asked: &[Kind]) -> Result<Vec<Kind>> {
    let permission = |kind: Kind| match kind {
        Kind::Prompt => Permission::PromptsRead,
        Kind::Document | Kind::Collection => Permission::DocumentsRead,
    };
    let readable: Vec<Kind> = asked
        .iter()
        .copied()
        .filter(|k| caller.scopes.allows(permission(*k)))
        .collect();
    match asked.first() {
        Some(first) if readable.is_empty() => caller.require(permission(*first)).map(|()| readable),
        _ => Ok(readable),
    }
}

/// One search in progress.
struct Search<'a> {
    engine: &'a Engine,
    request: &'a Request,
    query: String,
    kinds: Vec<Kind>,
    snapshot: &'a dyn Snapshot,
    prompts: IdSet,
    documents: IdSet,
    basis: BasisBuilder,
    cancel: &'a Cancel,
}

impl Search<'_> {
    fn wants(&self, kind: Kind) -> bool {
        self.kinds.contains(&kind)
    }

    /// Coverage of the kinds that this search looks at; collections look at both.
    fn coverage(&self, documents: &IdSet, prompts: &IdSet) -> Result<domain::coverage::Coverage> {
        let members = self.wants(Kind::Collection);
        let none = Some(BTreeSet::new());
        let documents = if self.wants(Kind::Document) || members {
            documents
        } else {
            &none
        };
        let prompts = if self.wants(Kind::Prompt) || members {
            prompts
        } else {
            &none
        };
        self.snapshot.coverage(documents, prompts)
    }

    fn semantic(mut self, caller: &Caller) -> Result<Response> {
        let generation = self.engine.comparable_generation(self.snapshot)?;
        self.basis.generation = generation.as_ref().map(|g| g.number);
        let (mut prompts, mut documents, mut scored) = (vec![], vec![], vec![]);
        match self.engine.embed_query(&self.query, self.cancel)? {
            QueryVector::NotCovered => self.basis.query_not_covered = true,
            QueryVector::Vector { values, windows } => {
                self.basis.query_windows = windows;
                if let Some(generation) = &generation {
                    prompts = self.semantic_prompts(generation.number, &values)?;
                    documents = self.semantic_documents(generation.number, &values)?;
                    scored = self.scored_collections(caller, generation, &values)?;
                }
            }
        }
        let collections = if scored.is_empty() {
            self.fallback_collections()?
        } else {
            scored
        };
        self.respond(prompts, documents, collections)
    }

    fn floor_cosine(&self) -> f64 {
        let model = self.engine.parts.embedder.model();
        model.calibration.cosine(self.request.floor)
    }

    fn score(&self, cosine: f64) -> f64 {
        self.engine.parts.embedder.model().calibration.score(cosine)
    }

    fn nearest(
        &mut self,
        space: Space,
        generation: u32,
        vector: &[f32],
        items: &IdSet,
    ) -> Result<Nearest> {
        let nearest = self.snapshot.nearest(
            &NearestQuery {
                space,
                generation,
                vector,
                items,
                excluded: &BTreeSet::new(),
                k: self.request.limit_per_kind,
                cosine_min: Some(self.floor_cosine()),
                best_per_item: true,
            },
            self.cancel,
        )?;
        self.basis.compared += nearest.compared;
        if let Some(below) = &nearest.best_below {
            self.note_miss(space, below)?;
        }
        Ok(nearest)
    }

    fn note_miss(&mut self, space: Space, hit: &NearestHit) -> Result<()> {
        let score = self.score(hit.cosine);
        if self
            .basis
            .nearest_miss
            .as_ref()
            .is_some_and(|m| m.score >= score)
        {
            return Ok(());
        }
        let title = match space {
            Space::Prompts => self
                .snapshot
                .prompt(&PromptId::parse(&hit.item)?)?
                .map(|p| p.title),
            Space::Chunks => self
                .snapshot
                .document(&DocumentId::parse(&hit.item)?)?
                .map(|d| d.title),
        };
        self.basis.nearest_miss = Some(NearestMiss {
            item: hit.item.clone(),
            title: title.unwrap_or_default(),
            chunk: match space {
                Space::Prompts => None,
                Space::Chunks => Some(ChunkId::parse(&hit.key)?),
            },
            score,
        });
        Ok(())
    }

    fn semantic_prompts(&mut self, generation: u32, vector: &[f32]) -> Result<Vec<PromptRow>> {
        if !self.wants(Kind::Prompt) {
            return Ok(Vec::new());
        }
        let items = self.prompts.clone();
        let nearest = self.nearest(Space::Prompts, generation, vector, &items)?;
        let mut rows = Vec::with_capacity(nearest.hits.len());
        for hit in nearest.hits {
            if let Some(prompt) = self.snapshot.prompt(&PromptId::parse(&hit.item)?)? {
                rows.push(PromptRow {
                    id: prompt.id,
                    title: prompt.title,
                    description: prompt.description,
                    score: Some(self.score(hit.cosine)),
                    highlight: None,
                });
            }
        }
        Ok(rows)
    }

    fn semantic_documents(&mut self, generation: u32, vector: &[f32]) -> Result<Vec<DocumentRow>> {
        if !self.wants(Kind::Document) {
            return Ok(Vec::new());
        }
        let items = self.documents.clone();
        let nearest = self.nearest(Space::Chunks, generation, vector, &items)?;
        let mut rows = Vec::with_capacity(nearest.hits.len());
        for hit in nearest.hits {
            let chunk = self.snapshot.chunk(&ChunkId::parse(&hit.key)?)?;
            let document = self.snapshot.document(&DocumentId::parse(&hit.item)?)?;
            if let (Some(document), Some(chunk)) = (document, chunk) {
                rows.push(DocumentRow {
                    id: document.id,
                    title: document.title,
                    status: document.status,
                    score: Some(self.score(hit.cosine)),
                    highlight: Some(snippet::preview(&chunk.content, limits::PREVIEW_GRAPHEMES)),
                    chunk: Some(chunk.id),
                });
            }
        }
        Ok(rows)
    }

    /// Collections with a member at or above the floor, best first.
    fn scored_collections(
        &mut self,
        caller: &Caller,
        generation: &domain::generation::Generation,
        vector: &[f32],
    ) -> Result<Vec<CollectionRow>> {
        if !self.wants_collection_rows() {
            return Ok(Vec::new());
        }
        let readable = readable_kinds(caller, &[Kind::Prompt, Kind::Document])?;
        // All members count, whatever tags the search asks for; archived prompts are put away.
        let prompts = self.snapshot.resolve_prompts(&ItemFilter {
            archived: self.request.filter.archived,
            ..ItemFilter::default()
        })?;
        let scoring = collections::MemberScoring {
            snapshot: self.snapshot,
            prompts: &prompts,
            generation,
            vector,
            cosine_min: self.floor_cosine(),
            readable: &readable,
            cancel: self.cancel,
        };
        let candidates = collections::all(self.snapshot, &self.request.filter)?;
        let mut scored = collections::by_members(&scoring, &candidates)?;
        scored.sort_by(|(a, _, x), (b, _, y)| b.total_cmp(a).then_with(|| x.id.cmp(&y.id)));
        scored.truncate(self.request.limit_per_kind);
        let rows = scored.into_iter().map(|(cosine, matched, collection)| {
            collections::row(collection, Some(self.score(cosine)), Some(matched))
        });
        Ok(rows.collect())
    }

    /// When no collection has a member above the floor: literal matches on name and
    /// description, at the floor itself.
    fn fallback_collections(&self) -> Result<Vec<CollectionRow>> {
        let rows = self.literal_collections()?.into_iter();
        Ok(rows
            .map(|c| collections::row(c, Some(self.request.floor), Some(0)))
            .collect())
    }

    /// A search inside one collection has no collection rows: collections have no collections.
    fn wants_collection_rows(&self) -> bool {
        self.wants(Kind::Collection) && self.request.filter.collection.is_none()
    }

    fn literal_collections(&self) -> Result<Vec<domain::item::Collection>> {
        if !self.wants_collection_rows() {
            return Ok(Vec::new());
        }
        let all = collections::all(self.snapshot, &self.request.filter)?;
        let mut matches = collections::by_literal(all, &Literal::new(&self.query)?);
        matches.truncate(self.request.limit_per_kind);
        Ok(matches)
    }

    fn literal(self) -> Result<Response> {
        let needle = Literal::new(&self.query)?;
        let (filter, limit) = (&self.request.filter, self.request.limit_per_kind);
        let prompts = if self.wants(Kind::Prompt) {
            literal::prompts(self.snapshot, filter, &needle, limit, self.cancel)?
        } else {
            Vec::new()
        };
        let documents = if self.wants(Kind::Document) {
            literal::documents(
                self.snapshot,
                filter,
                &self.query,
                &needle,
                limit,
                self.cancel,
            )?
        } else {
            Vec::new()
        };
        let collections = self.literal_collections()?.into_iter();
        let collections = collections
            .map(|c| collections::row(c, None, None))
            .collect();
        self.respond(prompts, documents, collections)
    }

    fn respond(
        self,
        prompts: Vec<PromptRow>,
        documents: Vec<DocumentRow>,
        collections: Vec<CollectionRow>,
    ) -> Result<Response> {
        let empty = prompts.is_empty() && documents.is_empty() && collections.is_empty();
        let zero = if empty {
            let whole = self.coverage(&None, &None)?;
            let stored = whole.items() > 0;
            Some(match self.request.mode {
                Mode::Semantic => self.basis.semantic_zero(stored),
                Mode::Literal => self.basis.literal_zero(stored),
            })
        } else {
            None
        };
        Ok(Response {
            query: self.query,
            mode: self.request.mode,
            prompts,
            documents,
            collections,
            basis: self.basis.finish(self.engine, zero),
        })
    }
}
