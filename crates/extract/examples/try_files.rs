//! Reads the files that are named as arguments and prints what came of each:
//! `cargo run -p extract --example try_files -- FILE…` (`--text` prints the text as well).

use std::time::Instant;

use domain::cancel::Cancel;
use domain::extracted::ExtractedDocument;
use domain::ports::extractor::Extractor;
use extract::Registry;

fn main() {
    let (flags, paths): (Vec<String>, Vec<String>) = std::env::args()
        .skip(1)
        .partition(|argument| argument == "--text");
    for path in paths {
        let name = path.rsplit('/').next().unwrap_or(&path);
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                println!("{name}: cannot be opened: {error}");
                continue;
            }
        };
        let start = Instant::now();
        let result = Registry::new().extract(name, &bytes, &Cancel::new());
        let spent_ms = start.elapsed().as_millis();
        match result {
            Ok(document) => report(name, &document, spent_ms, !flags.is_empty()),
            Err(error) => println!("{spent_ms:>6} ms  REFUSED {:?}: {error}", error.kind),
        }
    }
}

fn report(name: &str, document: &ExtractedDocument, spent_ms: u128, with_text: bool) {
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    for block in &document.blocks {
        match kinds
            .iter_mut()
            .find(|(kind, _)| *kind == block.kind.name())
        {
            Some((_, count)) => *count += 1,
            None => kinds.push((block.kind.name(), 1)),
        }
    }
    println!(
        "{spent_ms:>6} ms  {name}: {} {} bytes, {kinds:?}, title {:?}, tags {:?}, warnings {:?}",
        document.media_type,
        document.text.len(),
        document.title,
        document.tags,
        document.warnings
    );
    if with_text {
        println!("{}\n", document.text);
    }
}
