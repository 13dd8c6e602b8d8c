//! A walk from a chunk to its neighbours.

use crate::chunk::Chunk;
use crate::ids::ChunkId;
use crate::operations::deep_read::Stale;

/// Where to walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the parent.
    Up,
    /// To the children.
    Down,
    /// To the next sibling.
    Next,
    /// To the previous sibling.
    Previous,
    /// To the siblings on both sides, the chunk itself included.
    Surrounding,
}

impl Direction {
    /// All directions, in the contract's order.
    pub const ALL: [Self; 5] = [
        Self::Up,
        Self::Down,
        Self::Next,
        Self::Previous,
        Self::Surrounding,
    ];

    /// The direction as clients write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Next => "next",
            Self::Previous => "previous",
            Self::Surrounding => "surrounding",
        }
    }

    /// Reads a direction as clients write it.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|d| d.name() == name)
    }
}

/// A walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Where it starts.
    pub chunk: ChunkId,
    /// Where it goes.
    pub direction: Direction,
    /// Chunks per side for `surrounding`; accepted and ignored otherwise. Clamped to 1..=25.
    pub count: Option<i64>,
}

/// The chunks found, in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The direction walked.
    pub direction: Direction,
    /// The chunks; empty at the edge of the tree.
    pub chunks: Vec<Chunk>,
    /// The title of their document.
    pub document_title: String,
    /// Set when the walk started from a replaced chunk and went on from its replacement.
    pub stale: Option<Stale>,
}
