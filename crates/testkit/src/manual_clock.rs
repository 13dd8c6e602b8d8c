//! A clock that only a test moves.

use std::sync::atomic::{AtomicI64, Ordering};

use domain::ports::clock::Clock;

/// A [`Clock`] that stands still until it is told otherwise.
#[derive(Debug)]
pub struct ManualClock(AtomicI64);

impl ManualClock {
    /// A clock that shows `now_ms`, milliseconds since the Unix epoch.
    pub fn new(now_ms: i64) -> Self {
        Self(AtomicI64::new(now_ms))
    }

    /// Moves the clock to `now_ms`, forwards or back.
    pub fn set(&self, now_ms: i64) {
        self.0.store(now_ms, Ordering::SeqCst);
    }

    /// Moves the clock on by `ms`.
    pub fn advance(&self, ms: i64) {
        self.0.fetch_add(ms, Ordering::SeqCst);
    }
}

impl Default for ManualClock {
    /// The start of 2026 in UTC, so that rendered dates look like dates.
    fn default() -> Self {
        Self::new(1_767_225_600_000)
    }
}

impl Clock for ManualClock {
    fn now_ms(&self) -> i64 {
        self.0.load(Ordering::SeqCst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_shows_what_it_was_set_to() {
        let clock = ManualClock::new(5);
        clock.advance(10);
        assert_eq!(clock.now_ms(), 15);
        clock.set(-1);
        assert_eq!(clock.now_ms(), -1);
    }
}
