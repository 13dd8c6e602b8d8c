use std::sync::Arc;

/// Why an index refused a change or a query. The index itself is unchanged in every case.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum IndexError {
    /// A vector to be added has another length than the index's vectors.
    #[error(
        "the vector of `{id}` has {found} dimensions but the index has {expected}; embed it with the model of this index"
    )]
    RowDimension {
        /// Id of the row.
        id: Arc<str>,
        /// Dimension of the index.
        expected: usize,
        /// Length of the vector.
        found: usize,
    },

    /// A vector to be added holds NaN or an infinity.
    #[error(
        "the vector of `{id}` is not finite at position {position}; embed its text again or leave it out"
    )]
    RowNotFinite {
        /// Id of the row.
        id: Arc<str>,
        /// First such position, from 0.
        position: usize,
    },

    /// Two added rows share an id, or a live row that is not removed has it already.
    #[error(
        "the id `{id}` is in the index already or was added twice; remove the old row in the same change"
    )]
    DuplicateId {
        /// The id.
        id: Arc<str>,
    },

    /// The query vector has another length than the index's vectors.
    #[error(
        "the query vector has {found} dimensions but the index has {expected}; embed the query with the model of this index"
    )]
    QueryDimension {
        /// Dimension of the index.
        expected: usize,
        /// Length of the query vector.
        found: usize,
    },

    /// The query vector holds NaN or an infinity.
    #[error("the query vector is not finite at position {position}; embed the query again")]
    QueryNotFinite {
        /// First such position, from 0.
        position: usize,
    },

    /// The lowest score asked for is NaN, which no score can be compared with.
    #[error("the minimum score of the query is not a number; give a number or none")]
    MinScoreNotANumber,

    /// The caller's `cancelled` said so before the scan was complete. There is no partial answer.
    #[error("the search was cancelled before all vectors were compared; ask again")]
    Cancelled,
}
