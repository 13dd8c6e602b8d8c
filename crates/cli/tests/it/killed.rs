//! `kill -9` at any moment loses nothing that was acknowledged.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::ChildStdout;
use std::thread::sleep;
use std::time::Duration;

use crate::support::Place;

const FILES: u64 = 60;
const ROUNDS: u64 = 20;

/// Pseudo-random numbers, the same in every run (Knuth's MMIX generator).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// The paths on complete lines.
fn acknowledged(text: &str) -> BTreeSet<String> {
    let complete = &text[..text.rfind('\n').map_or(0, |at| at + 1)];
    let path = |line: &str| {
        let (_, rest) = line.rsplit_once("  (").unwrap();
        rest.trim_end_matches(')').to_owned()
    };
    complete.lines().map(path).collect()
}

/// Waits for `lines` lines and a moment, so that some rounds end between files and some while
/// vectors are computed.
fn read_lines(stdout: ChildStdout, lines: u64) -> (String, BufReader<ChildStdout>) {
    let mut reader = BufReader::new(stdout);
    let mut text = String::new();
    for _ in 0..lines {
        reader.read_line(&mut text).unwrap();
    }
    (text, reader)
}

#[test]
fn twenty_killed_runs_lose_no_acknowledged_file() {
    let mut numbers = Numbers(20_261_130);
    for round in 0..ROUNDS {
        let place = Place::new();
        for n in 0..FILES {
            let text = format!("# File {n}\n\nThis is text number {n} of round {round}.\n");
            place.write(&format!("{n:02}.md"), &text);
        }
        let mut child = place.spawn(&["add", "files"]);
        let stdout = child.stdout.take().unwrap();
        let (mut text, mut rest) = read_lines(stdout, numbers.below(FILES + 1));
        let moment_us = if round % 4 == 0 { 600_000 } else { 60_000 };
        sleep(Duration::from_micros(numbers.below(moment_us)));
        child.kill().unwrap();
        child.wait().unwrap();
        rest.read_to_string(&mut text).unwrap();
        let acknowledged = acknowledged(&text);

        let report = place.ibid(&["add", "files", "--json"]).expect(0).json();
        let files = report["files"].as_array().unwrap();
        assert_eq!(files.len() as u64, FILES);
        for file in files {
            let path = file["path"].as_str().unwrap();
            if acknowledged.contains(path) {
                assert_eq!(file["outcome"], "unchanged", "round {round}: {path}");
            }
        }
        assert_eq!(report["indexing"]["pending"], 0, "round {round}");
        let status = place.ibid(&["status", "--json"]).expect(0).json();
        assert_eq!(status["documents"], FILES, "round {round}");
        assert_eq!(status["itemsFailed"], 0, "round {round}");
    }
}
