//! Prints the CPU time of the exact scan over synthetic unit vectors.
//!
//! `cargo run --release -p vector-index --example scan [ROWS]...` (default 10000 and 100000).

use std::collections::BTreeSet;
use std::time::Duration;

use vector_index::{Filter, Grouping, Index, Key, Query};

const DIM: usize = 384;
const ROWS_PER_ITEM: usize = 20;
const QUERIES: usize = 200;
const K: usize = 10;

fn main() {
    let given: Vec<usize> = std::env::args()
        .skip(1)
        .flat_map(|arg| arg.parse())
        .collect();
    let sizes = if given.is_empty() {
        vec![10_000, 100_000]
    } else {
        given
    };
    println!("k = {K}, {DIM} dimensions, {QUERIES} queries, CPU time of one thread in ms");
    println!("{:>9}  {:<26} {:>8} {:>8}", "rows", "case", "p50", "p99");
    for rows in sizes {
        measure(rows);
    }
}

fn measure(row_count: usize) {
    let mut random = Random(1);
    let added = (0..row_count)
        .map(|n| {
            let item = format!("item-{:07}", n / ROWS_PER_ITEM);
            let key = Key::new(item, (n % ROWS_PER_ITEM) as u32, format!("id-{n:08}"));
            (key, random.unit_vector())
        })
        .collect();
    let before = cpu_time();
    let index = Index::empty(DIM)
        .with_changes(&[], &[], added)
        .expect("finite vectors with distinct ids");
    let built = cpu_time() - before;
    let queries: Vec<Vec<f32>> = (0..QUERIES).map(|_| random.unit_vector()).collect();
    let names: Vec<String> = (0..row_count / ROWS_PER_ITEM)
        .step_by(100)
        .map(|n| format!("item-{n:07}"))
        .collect();
    let one_percent: BTreeSet<&str> = names.iter().map(String::as_str).collect();
    let seen: Vec<String> = (0..row_count)
        .step_by(row_count.div_ceil(50))
        .map(|n| format!("id-{n:08}"))
        .collect();
    let seen: BTreeSet<&str> = seen.iter().map(String::as_str).collect();
    let all = Filter::default();
    let cases = [
        ("all rows", Grouping::None, all),
        ("all rows, by item", Grouping::ByItem, all),
        (
            "50 ids excluded",
            Grouping::None,
            Filter {
                excluded_ids: Some(&seen),
                ..all
            },
        ),
        (
            "1 % of the items",
            Grouping::None,
            Filter {
                items: Some(&one_percent),
                ..all
            },
        ),
    ];
    for (name, grouping, filter) in cases {
        let times = times(&index, &queries, grouping, filter);
        let (p50, p99) = (times[times.len() / 2], times[times.len() * 99 / 100]);
        println!(
            "{row_count:>9}  {name:<26} {:>8.3} {:>8.3}",
            ms(p50),
            ms(p99)
        );
    }
    let before = cpu_time();
    let key = Key::new("one-more", 0, "one-more");
    let next = index.with_changes(&[], &[], vec![(key, random.unit_vector())]);
    let appended = cpu_time() - before;
    assert!(next.is_ok_and(|next| next.len() == row_count + 1));
    println!(
        "{row_count:>9}  built in {:.1} ms, one row appended in {:.3} ms",
        ms(built),
        ms(appended)
    );
}

/// The time of each query, ascending.
fn times(
    index: &Index,
    queries: &[Vec<f32>],
    grouping: Grouping,
    filter: Filter<'_>,
) -> Vec<Duration> {
    let mut times: Vec<Duration> = queries
        .iter()
        .map(|vector| {
            let query = Query {
                grouping,
                filter,
                ..Query::new(vector, K)
            };
            let before = cpu_time();
            let answer = index.nearest(&query, &|| false).expect("a valid query");
            let time = cpu_time() - before;
            assert_eq!(answer.hits.len(), K);
            time
        })
        .collect();
    times.sort();
    times
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// CPU time this thread has used.
#[cfg(unix)]
fn cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Elapsed time, where there is no portable clock for CPU time.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// A fixed sequence (SplitMix64), so that every run sees the same vectors.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn unit_vector(&mut self) -> Vec<f32> {
        // The sum of two uniform values is bell-shaped enough to spread directions.
        let mut value = || {
            let bits = self.next();
            (bits as u32 as f32 + (bits >> 32) as f32) / u32::MAX as f32 - 1.0
        };
        let mut vector: Vec<f32> = std::iter::repeat_with(&mut value).take(DIM).collect();
        let norm = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
        vector.iter_mut().for_each(|value| *value /= norm);
        vector
    }
}
