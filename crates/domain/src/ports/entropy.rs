//! Randomness, for secrets and nothing else: it never reaches a result.

use crate::error::Result;

/// A source of unpredictable bytes.
pub trait Entropy: Send + Sync {
    /// Fills `bytes`.
    ///
    /// # Errors
    /// `Unavailable` when the machine has no source of randomness.
    fn fill(&self, bytes: &mut [u8]) -> Result<()>;
}
