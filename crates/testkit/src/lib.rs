//! What the tests of the other crates share: a store in memory, a small embedder, a clock that is
//! moved by hand, randomness without chance, faults on demand, and the suite that every store has to pass.
//!
//! A dev-dependency only. Doubles are small real implementations, not mocks with expectations: a
//! test built on them checks what comes out, not which calls were made.

pub mod conformance;
mod faulty_store;
mod hash_embedder;
pub mod history;
mod manual_clock;
mod manual_entropy;
mod memory;
mod plain_extractor;

pub use faulty_store::{Fault, FaultyStore};
pub use hash_embedder::{DEFAULT_DIMENSION, HashEmbedder};
pub use manual_clock::ManualClock;
pub use manual_entropy::ManualEntropy;
pub use memory::MemoryStore;
pub use plain_extractor::PlainExtractor;
