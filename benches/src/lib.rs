//! What the benchmarks share: figures over many runs, CPU time beside wall time.

use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// CPU time that the calling thread has used so far.
pub fn thread_cpu() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    let nanos = u32::try_from(time.tv_nsec).unwrap_or(0);
    Duration::new(seconds, nanos)
}

/// CPU time that the process has used so far.
pub fn process_cpu() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    let nanos = u32::try_from(time.tv_nsec).unwrap_or(0);
    Duration::new(seconds, nanos)
}

/// Wall and CPU times of one repeated measurement.
#[derive(Default)]
pub struct Times {
    wall: Vec<Duration>,
    cpu: Vec<Duration>,
}

impl Times {
    /// Measures one run of `work` on this thread.
    pub fn measure<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let (wall, cpu) = (Instant::now(), thread_cpu());
        let result = work();
        self.cpu.push(thread_cpu().saturating_sub(cpu));
        self.wall.push(wall.elapsed());
        result
    }

    /// `name: p50 … p99 …` of wall and CPU time.
    pub fn report(&mut self, name: &str) {
        self.wall.sort();
        self.cpu.sort();
        println!(
            "{name:<34} wall p50 {:>8.3} ms  p99 {:>8.3} ms   cpu p50 {:>8.3} ms  p99 {:>8.3} ms",
            percentile_ms(&self.wall, 50),
            percentile_ms(&self.wall, 99),
            percentile_ms(&self.cpu, 50),
            percentile_ms(&self.cpu, 99),
        );
    }
}

fn percentile_ms(sorted: &[Duration], percent: usize) -> f64 {
    match sorted.get((sorted.len().saturating_sub(1)) * percent / 100) {
        Some(time) => time.as_secs_f64() * 1_000.0,
        None => 0.0,
    }
}

/// The time of the machine, for engines that are measured.
pub struct SystemClock;

impl domain::ports::clock::Clock for SystemClock {
    fn now_ms(&self) -> i64 {
        let since = std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .unwrap_or_default();
        i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
    }
}
