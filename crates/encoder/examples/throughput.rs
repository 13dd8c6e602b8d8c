//! Prints how many chunks of 256 tokens one thread encodes per second.
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

    report(encoder, "256-token chunks", &"word ".repeat(254), 64);
    report(encoder, "17-token queries", &"word ".repeat(15), 256);
}

/// Runs `count` encodings five times and prints the best round: the others measure the machine.
fn report(encoder: &Encoder, what: &str, body: &str, count: usize) {
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let start = Instant::now();
        for _ in 0..count {
            let encoded = encoder.encode(Input { prefix: "", body }, &|| false);
            encoded.expect("the built-in model encodes plain words");
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    let milliseconds = best * 1e3 / count as f64;
    println!(
        "{what}: {:.1} per second, {milliseconds:.2} ms each",
        count as f64 / best
    );
}
