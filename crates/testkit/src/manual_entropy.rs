//! Randomness that is the same on every run.

use std::sync::Mutex;

use domain::ports::entropy::Entropy;
use domain::source::content_hash;
use domain::{Error, Result};

/// An [`Entropy`] whose bytes follow from its seed: two of one seed give the same bytes in the
/// same order. Nothing that it fills is a secret.
#[derive(Debug)]
pub struct ManualEntropy {
    seed: u64,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    fills: u64,
    fails: bool,
}

impl ManualEntropy {
    /// A source that starts at `seed`.
    pub fn new(seed: u64) -> Self {
        let state = Mutex::default();
        Self { seed, state }
    }

    /// Whether every fill fails from now on, as on a machine without randomness.
    pub fn fail(&self, fails: bool) {
        crate::memory::lock(&self.state).fails = fails;
    }
}

impl Default for ManualEntropy {
    fn default() -> Self {
        Self::new(0)
    }
}

impl Entropy for ManualEntropy {
    fn fill(&self, bytes: &mut [u8]) -> Result<()> {
        let mut state = crate::memory::lock(&self.state);
        if state.fails {
            return Err(Error::unavailable("there is no randomness (injected)")
                .hint("this fault belongs to a test"));
        }
        state.fills += 1;
        for (number, block) in bytes.chunks_mut(32).enumerate() {
            let name = format!("{} {} {number}", self.seed, state.fills);
            let hash = content_hash(name.as_bytes());
            block.copy_from_slice(&hash[..block.len()]);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(entropy: &ManualEntropy) -> [u8; 40] {
        let mut bytes = [0; 40];
        entropy.fill(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn bytes_follow_from_the_seed_and_never_repeat() {
        let (one, twin, other) = (
            ManualEntropy::new(1),
            ManualEntropy::new(1),
            ManualEntropy::new(2),
        );
        let first = filled(&one);
        assert_eq!(filled(&twin), first);
        assert_ne!(filled(&other), first);
        let second = filled(&one);
        assert_ne!(second, first);
        assert_eq!(filled(&twin), second);
        assert_ne!(first[..8], first[32..]);
    }

    #[test]
    fn a_failing_source_leaves_the_bytes_alone() {
        let entropy = ManualEntropy::default();
        entropy.fail(true);
        let mut bytes = [7; 4];
        assert!(entropy.fill(&mut bytes).is_err());
        assert_eq!(bytes, [7; 4]);
        entropy.fail(false);
        assert!(entropy.fill(&mut bytes).is_ok());
    }
}
