//! `cargo xtask model`: the embedded model, converted from its pinned source.
//!
//! Fetches the f32 weights, quantises them to int8, and writes everything under
//! `models/all-MiniLM-L6-v2/` except `LICENSE`, which is a constant text. Every step is plain IEEE
//! arithmetic in a fixed order, so the same source gives the same bytes on every machine, and
//! `--check` can compare the committed files byte for byte. The format is `docs/model-format.md`.

mod documents;
mod maths;
mod quantize;
mod reference;
mod source;
mod weight_file;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use source::Source;

/// Shape of all-MiniLM-L6-v2, as its `config.json` states it.
mod shape {
    pub const NAME: &str = "all-MiniLM-L6-v2";
    pub const LAYERS: usize = 6;
    pub const HIDDEN: usize = 384;
    pub const HEADS: usize = 12;
    pub const INTERMEDIATE: usize = 1_536;
    pub const VOCABULARY: usize = wordpiece::VOCABULARY_SIZE;
    pub const POSITIONS: usize = 512;
    /// Pieces per window, `[CLS]` and `[SEP]` included: the length the model was trained for.
    pub const WINDOW: usize = 256;
    pub const LAYER_NORM_EPSILON: f32 = 1e-12;
}

struct Options {
    check: bool,
    wheel: Option<PathBuf>,
}

pub fn run(arguments: &[String]) -> Result<()> {
    let options = parse(arguments)?;
    let source = Source::open(options.wheel.as_deref())?;
    let files = generate(&source)?;
    if options.check {
        check(&files)
    } else {
        write(&files)
    }
}

fn parse(arguments: &[String]) -> Result<Options> {
    let mut options = Options {
        check: false,
        wheel: None,
    };
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--check" => options.check = true,
            "--source" => {
                let wheel = arguments
                    .next()
                    .context("`--source` needs the path of a wheel")?;
                options.wheel = Some(PathBuf::from(wheel));
            }
            other => bail!("unknown option `{other}`\n{}", crate::USAGE),
        }
    }
    Ok(options)
}

/// Name and content of every generated file.
fn generate(source: &Source) -> Result<Vec<(&'static str, Vec<u8>)>> {
    let tensors = source.tensors()?;
    let weights = weight_file::bytes(&tensors)?;
    println!("quantised: {} bytes", weights.len());
    let texts = fs::read_to_string(texts_path()).context("cannot read the reference texts")?;
    let reference = reference::vectors(&tensors, &texts)?;
    println!("reference vectors: {} bytes", reference.len());
    Ok(vec![
        ("config.json", documents::config().into_bytes()),
        ("NOTICE", documents::notice().into_bytes()),
        ("reference.bin", reference),
        ("vocab.txt", source.vocabulary()?),
        ("weights.bin", weights),
    ])
}

fn write(files: &[(&str, Vec<u8>)]) -> Result<()> {
    let folder = model_folder();
    fs::create_dir_all(&folder)?;
    for (name, content) in files {
        let path = folder.join(name);
        fs::write(&path, content).with_context(|| format!("cannot write `{}`", path.display()))?;
        println!("wrote {} ({} bytes)", path.display(), content.len());
    }
    Ok(())
}

fn check(files: &[(&str, Vec<u8>)]) -> Result<()> {
    let folder = model_folder();
    let mut problems = Vec::new();
    for (name, expected) in files {
        match fs::read(folder.join(name)) {
            Ok(found) if found == *expected => println!("{name}: as generated"),
            Ok(found) => problems.push(difference(name, &found, expected)),
            Err(error) => problems.push(format!("`{name}` cannot be read: {error}")),
        }
    }
    if !folder.join("LICENSE").is_file() {
        problems.push("`LICENSE` is missing".to_owned());
    }
    if problems.is_empty() {
        return Ok(());
    }
    bail!(
        "models/{} is not what its source gives:\n  {}\nrun `cargo xtask model`, look at the difference, and commit it",
        shape::NAME,
        problems.join("\n  ")
    )
}

fn difference(name: &str, found: &[u8], expected: &[u8]) -> String {
    let first = found.iter().zip(expected).position(|(a, b)| a != b);
    let at = first.unwrap_or(found.len().min(expected.len()));
    format!(
        "`{name}` has {} bytes and should have {}; the first difference is at byte {at}",
        found.len(),
        expected.len()
    )
}

fn model_folder() -> PathBuf {
    crate::repository_root().join("models").join(shape::NAME)
}

fn texts_path() -> PathBuf {
    crate::repository_root().join("crates/encoder/tests/data/texts.txt")
}
