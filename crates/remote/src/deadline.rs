//! One deadline over everything that an exchange takes.

use std::time::{Duration, Instant};

use domain::error::{Error, Result};

/// When to give up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline {
    at: Instant,
    time_ms: u64,
}

impl Deadline {
    /// The moment `time_ms` milliseconds from now.
    pub(crate) fn after_ms(time_ms: u64) -> Self {
        // A day is as good as never, and cannot overflow.
        let time_ms = time_ms.min(24 * 60 * 60 * 1000);
        Self {
            at: Instant::now() + Duration::from_millis(time_ms),
            time_ms,
        }
    }

    /// What is left.
    ///
    /// # Errors
    /// `Unavailable`, about `who`, once nothing is.
    pub(crate) fn left(&self, who: &str) -> Result<Duration> {
        let left = self.at.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(self.passed(who));
        }
        Ok(left)
    }

    /// The error of `who` not having answered in time.
    pub(crate) fn passed(&self, who: &str) -> Error {
        let limit = if self.time_ms.is_multiple_of(1000) {
            format!("{} s", self.time_ms / 1000)
        } else {
            format!("{} ms", self.time_ms)
        };
        Error::unavailable(format!("`{who}` did not answer in full within {limit}"))
            .hint("try again later, or allow more time in the configuration")
    }
}
