//! Generations: vectors of one model, built beside those of another.

/// A set of vectors made by one model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generation {
    /// Its number, from 1; part of every vector's key.
    pub number: u32,
    /// The model's identity, e.g. `all-MiniLM-L6-v2/w8a14-1:3f2a…`.
    pub model: String,
    /// The length of its vectors.
    pub dimension: usize,
}

/// A family of vectors that are compared with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Space {
    /// One vector per prompt; the key is the prompt's id.
    Prompts,
    /// One vector per section or paragraph; the key is the chunk's id.
    Chunks,
}

impl Space {
    /// The space as a store keeps it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Prompts => "prompts",
            Self::Chunks => "chunks",
        }
    }
}
