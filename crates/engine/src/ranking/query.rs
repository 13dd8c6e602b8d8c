//! The query's vector, and whether it may be compared with the stored ones.

use domain::generation::Generation;
use domain::ports::embedder::{EmbedInput, Embedded};
use domain::ports::store::Snapshot;
use domain::{Cancel, Code, Error, ErrorKind, Result};

use crate::Engine;

/// A query as the vectors see it.
pub(crate) enum QueryVector {
    /// A unit vector, and how many windows the query took.
    Vector { values: Vec<f32>, windows: u32 },
    /// The model knows too few of its words.
    NotCovered,
}

impl Engine {
    /// Embeds a query.
    ///
    /// # Errors
    /// `Unavailable` without a working model: search by meaning never turns into another kind
    /// of search on its own.
    pub(crate) fn embed_query(&self, query: &str, cancel: &Cancel) -> Result<QueryVector> {
        let input = EmbedInput {
            prefix: "",
            body: query,
        };
        let mut embedded = self
            .parts
            .embedder
            .embed(&[input], cancel)
            .map_err(embedding_unavailable)?;
        match embedded.pop() {
            Some(Embedded::Vector { values, windows }) => {
                Ok(QueryVector::Vector { values, windows })
            }
            Some(Embedded::NotCovered) => Ok(QueryVector::NotCovered),
            None => Err(Error::internal("the embedder gave no answer to a query")),
        }
    }

    /// The active generation, when its vectors may be compared with this engine's.
    ///
    /// # Errors
    /// `Unavailable` when another model made them: vectors of two models are never compared.
    pub(crate) fn comparable_generation(
        &self,
        snapshot: &dyn Snapshot,
    ) -> Result<Option<Generation>> {
        let Some(generation) = snapshot.generation()? else {
            return Ok(None);
        };
        let model = &self.parts.embedder.model().id;
        if generation.model == *model {
            return Ok(Some(generation));
        }
        Err(Error::unavailable(format!(
            "embedding unavailable: this home was indexed with `{}`, this ibid embeds with `{model}`",
            generation.model
        ))
        .hint("use the ibid that indexed it, or literal search, which needs no model")
        .code(Code::EmbeddingUnavailable))
    }
}

fn embedding_unavailable(error: Error) -> Error {
    match error.kind {
        ErrorKind::Cancelled => error,
        _ => Error {
            kind: ErrorKind::Unavailable,
            message: format!("embedding unavailable: {}", error.message),
            hint: error
                .hint
                .or_else(|| Some("literal search needs no model".to_owned())),
            code: Some(Code::EmbeddingUnavailable),
        },
    }
}
