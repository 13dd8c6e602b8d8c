//! Counts calls per key and family over a sliding window: exactly the calls of the last
//! `window_ms` count, so there is no edge at which a client gets twice its share.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use dialects::context_repo::failures::Failure;
use dialects::route::Family;
use domain::access::KeyId;
use domain::caller::Identity;
use http::{HeaderValue, header};

use crate::app::App;
use crate::gate::{Refusal, Visit};
use crate::router::Door;
use crate::settings::{Counted, RateLimits};

/// How many callers are remembered before those whose calls are all forgotten are swept.
const CALLERS_BEFORE_SWEEP: usize = 1_024;

/// Who is counted: a key, or everybody who came without one.
type Caller = Option<KeyId>;

/// The calls of the last window.
#[derive(Debug, Default)]
pub struct Limiter {
    calls: Mutex<BTreeMap<(Caller, Family), VecDeque<i64>>>,
}

impl Limiter {
    /// Counts calls of several families at `now_ms`, all of them or none.
    ///
    /// # Errors
    /// The family whose limit would be exceeded, and how many seconds to wait, at least 1. More
    /// calls at once than fit into a whole window are refused as if the window were full.
    pub fn take(
        &self,
        limits: &RateLimits,
        caller: &Caller,
        calls: &[(Family, usize)],
        now_ms: i64,
    ) -> Result<(), (Family, u64)> {
        let mut taken = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        if taken.len() >= CALLERS_BEFORE_SWEEP {
            taken.retain(|_, times| {
                forget(times, limits.window_ms, now_ms);
                !times.is_empty()
            });
        }
        for (family, count) in calls.iter().filter(|(_, count)| *count > 0) {
            let times = taken.entry((caller.clone(), *family)).or_default();
            forget(times, limits.window_ms, now_ms);
            let seconds = seconds_to_wait(times, *count, limits.of(*family), limits, now_ms);
            seconds.map_or(Ok(()), |seconds| Err((*family, seconds)))?;
        }
        for (family, count) in calls.iter().filter(|(_, count)| *count > 0) {
            let times = taken.entry((caller.clone(), *family)).or_default();
            times.extend(std::iter::repeat_n(now_ms, *count));
        }
        Ok(())
    }
}

/// How long it takes until `count` more calls fit beside `times`; `None` when they do.
fn seconds_to_wait(
    times: &VecDeque<i64>,
    count: usize,
    max: usize,
    limits: &RateLimits,
    now_ms: i64,
) -> Option<u64> {
    let excess = (times.len() + count).saturating_sub(max);
    // The call that has to leave the window before these fit; the last one if none suffices.
    let leaving = times.get(excess.checked_sub(1)?).or(times.back());
    let wait_ms = leaving.map_or(limits.window_ms, |time| time + limits.window_ms - now_ms);
    Some(u64::try_from(wait_ms).unwrap_or(0).div_ceil(1_000).max(1))
}

/// Counts calls of several families, if this visitor's calls are counted: all of them or none.
///
/// # Errors
/// 429 with `Retry-After` when that would be more than the limit.
pub fn count(app: &App, visit: &Visit, calls: &[(Family, usize)]) -> Result<(), Refusal> {
    let limits = &app.settings.limits;
    let caller = match visit.principal.as_ref().map(|p| &p.identity) {
        Some(Identity::Key { id, .. }) => Some(id.clone()),
        _ => None,
    };
    let counted = match limits.counted {
        Counted::Never => false,
        Counted::Remote => visit.remote && caller.is_some(),
        Counted::Always => visit.door == Door::Tcp,
    };
    if !counted {
        return Ok(());
    }
    let now_ms = app.clock.now_ms();
    app.limiter
        .take(limits, &caller, calls, now_ms)
        .map_err(|(family, seconds)| too_many(limits, family, seconds))
}

fn too_many(limits: &RateLimits, family: Family, seconds: u64) -> Refusal {
    let max = limits.of(family);
    let window = limits.window_ms / 1_000;
    let failure = Failure::new(
        429,
        format!(
            "the limit of {max} {} calls per {window} s is reached",
            family.name()
        ),
    )
    .hint(format!("try again in {seconds} s"));
    let mut refusal = Refusal::new(failure);
    let value = HeaderValue::from(seconds);
    refusal.headers.push((header::RETRY_AFTER, value));
    refusal
}

/// Drops the times that have left the window. A clock that was set back leaves times in the
/// future; those would block for as long as it was set back, so they go as well.
fn forget(times: &mut VecDeque<i64>, window_ms: i64, now_ms: i64) {
    times.retain(|time| *time > now_ms - window_ms && *time <= now_ms);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LIMITS: RateLimits = RateLimits {
        counted: Counted::Always,
        window_ms: 60_000,
        scrape: 2,
        api: 3,
        read_only: 5,
    };

    fn key(id: &str) -> Caller {
        Some(KeyId::parse(id).unwrap())
    }

    fn seconds(taken: Result<(), (Family, u64)>) -> Result<(), u64> {
        taken.map_err(|(_, seconds)| seconds)
    }

    #[test]
    fn a_full_window_says_how_long_to_wait() {
        let limiter = Limiter::default();
        let take = |now_ms| seconds(limiter.take(&LIMITS, &key("a"), &[(Family::Api, 1)], now_ms));
        for now_ms in [0, 10_000, 20_000] {
            assert_eq!(take(now_ms), Ok(()));
        }
        assert_eq!(take(20_000), Err(40));
        assert_eq!(take(59_001), Err(1));
        assert_eq!(take(59_999), Err(1));
        // The first call leaves, and exactly one more fits.
        assert_eq!(take(60_000), Ok(()));
        assert_eq!(take(60_000), Err(10));
    }

    #[test]
    fn families_and_keys_are_counted_apart() {
        let limiter = Limiter::default();
        let take =
            |caller: &Caller, family| limiter.take(&LIMITS, caller, &[(family, 2)], 0).is_ok();
        assert!(take(&key("a"), Family::Scrape));
        assert!(!take(&key("a"), Family::Scrape));
        assert!(take(&key("a"), Family::Api));
        assert!(take(&key("b"), Family::Scrape));
        assert!(take(&None, Family::Scrape));
    }

    #[test]
    fn calls_that_come_together_count_all_or_none() {
        let limiter = Limiter::default();
        let take = |count| seconds(limiter.take(&LIMITS, &None, &[(Family::ReadOnly, count)], 0));
        assert_eq!(take(6), Err(60));
        assert_eq!(take(5), Ok(()));
        assert_eq!(take(1), Err(60));
    }

    #[test]
    fn a_clock_that_is_set_back_blocks_nobody() {
        let limiter = Limiter::default();
        let take = |now_ms| limiter.take(&LIMITS, &None, &[(Family::Scrape, 2)], now_ms);
        assert_eq!(take(3_600_000), Ok(()));
        assert_eq!(take(0), Ok(()));
    }

    proptest! {
        #[test]
        fn no_window_ever_holds_more_than_its_limit(steps in prop::collection::vec(0i64..30_000, 1..60)) {
            let limiter = Limiter::default();
            let mut now_ms = 0;
            let mut answered = Vec::new();
            for step in steps {
                now_ms += step;
                match seconds(limiter.take(&LIMITS, &None, &[(Family::Api, 1)], now_ms)) {
                    Ok(()) => answered.push(now_ms),
                    Err(seconds) => {
                        // Waiting as told is enough, and a second less would not have been.
                        let fits = |at: i64| {
                            answered.iter().filter(|t| **t > at - LIMITS.window_ms).count() < LIMITS.api
                        };
                        let wait_ms = i64::try_from(seconds).unwrap() * 1_000;
                        prop_assert!(fits(now_ms + wait_ms));
                        prop_assert!(!fits(now_ms + wait_ms - 1_000));
                    }
                }
                let in_window = answered.iter().filter(|t| **t > now_ms - LIMITS.window_ms);
                prop_assert!(in_window.count() <= LIMITS.api);
            }
        }
    }
}
