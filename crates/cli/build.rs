//! Lists the sample library of `ibid demo`, so that the binary carries it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let mut code = String::new();
    for (constant, folder) in [("LIBRARY", "demo/library"), ("PROMPTS", "demo/prompts")] {
        println!("cargo::rerun-if-changed={folder}");
        list(&mut code, constant, &root.join(folder));
    }
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets it"));
    std::fs::write(out.join("demo_files.rs"), code).expect("the build folder can be written");
}

/// Writes one constant: file names and contents, sorted by name.
fn list(code: &mut String, constant: &str, folder: &Path) {
    let entries = std::fs::read_dir(folder).expect("the sample library is part of the repository");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the sample library can be read").path())
        .filter(|path| path.extension().is_some_and(|e| e == "md"))
        .collect();
    paths.sort();
    writeln!(code, "pub(crate) const {constant}: &[(&str, &str)] = &[").expect("a string grows");
    for path in paths {
        let name = path.file_name().expect("a listed file has a name");
        let (name, path) = (name.to_string_lossy(), path.to_string_lossy());
        writeln!(code, "    ({name:?}, include_str!({path:?})),").expect("a string grows");
    }
    writeln!(code, "];").expect("a string grows");
}
