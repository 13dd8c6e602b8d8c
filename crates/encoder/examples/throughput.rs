//! Prints how many chunks of 256 tokens one thread encodes per second of processor time.
//!
//! `cargo run --release -p encoder --example throughput`

use std::time::Instant;

use encoder::{Encoder, Input};

fn main() {
    let start = Instant::now();
    let encoder = Encoder::built_in();
    wordpiece::Tokenizer::shared();
    println!(
        "model loaded in {:.0} ms",
        start.elapsed().as_secs_f64() * 1e3
    );

    report(encoder, "256-token chunks", &"word ".repeat(254), 24);
    report(encoder, "17-token queries", &"word ".repeat(15), 128);
}

/// Runs `count` encodings five times and prints the best round: the others measure the machine.
fn report(encoder: &Encoder, what: &str, body: &str, count: usize) {
    let started = Instant::now();
    let mut best_seconds = f64::INFINITY;
    for _ in 0..5 {
        let start = thread_seconds().unwrap_or_else(|| started.elapsed().as_secs_f64());
        for _ in 0..count {
            let encoded = encoder.encode(Input { prefix: "", body }, &|| false);
            encoded.expect("the built-in model encodes plain words");
        }
        let end = thread_seconds().unwrap_or_else(|| started.elapsed().as_secs_f64());
        best_seconds = best_seconds.min(end - start);
    }
    let each_ms = best_seconds * 1e3 / count as f64;
    println!(
        "{what}: {:.1} per CPU-second, {each_ms:.2} ms each",
        1e3 / each_ms
    );
}

/// Processor time of this thread, where the kernel tells (Linux).
fn thread_seconds() -> Option<f64> {
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = schedstat.split(' ').next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
