//! From the paths that a user names to the files that are read.
//!
//! Nothing is left out silently: what cannot be read becomes a problem with its reason, what is
//! skipped on purpose is counted. Files come in the order of their paths, whatever the order in
//! which the file system lists them.

mod ignored;

use std::collections::BTreeSet;
use std::fs::{self, DirEntry, Metadata};
use std::path::{Path, PathBuf};

use domain::{Cancel, Result};

use crate::output::failure::reason;
use ignored::IgnoreRules;

/// What to leave out.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Take files and folders whose names begin with a dot, too.
    pub hidden: bool,
    /// Take what `.gitignore` files name, too.
    pub ignored: bool,
    /// The canonical path of the home, which is never taken.
    pub home: Option<PathBuf>,
}

/// What a walk found.
#[derive(Debug, Default)]
pub struct Found {
    /// Canonical paths, in the order of the arguments and then by path; each once.
    pub files: Vec<PathBuf>,
    /// What cannot be read.
    pub problems: Vec<Problem>,
    /// What was left out on purpose.
    pub skipped: Skipped,
}

/// Something that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What.
    pub path: PathBuf,
    /// Why.
    pub reason: String,
}

/// How many entries were left out on purpose, by why.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skipped {
    /// Names that begin with a dot; a folder counts once.
    pub hidden: u64,
    /// Named by a `.gitignore`; a folder counts once.
    pub ignored: u64,
    /// Sockets, pipes and devices.
    pub special: u64,
    /// Links to a folder or file that the walk comes to anyway, loops included.
    pub repeated: u64,
    /// The home itself.
    pub home: u64,
}

/// Finds the files at and below `roots`. A root itself is taken whatever its name is.
///
/// # Errors
/// `Cancelled` when asked to stop.
pub fn walk(roots: &[PathBuf], options: &Options, cancel: &Cancel) -> Result<Found> {
    let mut walker = Walker {
        options,
        cancel,
        found: Found::default(),
        folders: BTreeSet::new(),
        files: BTreeSet::new(),
    };
    for root in roots {
        walker.root(root)?;
    }
    Ok(walker.found)
}

struct Walker<'a> {
    options: &'a Options,
    cancel: &'a Cancel,
    found: Found,
    /// Canonical folders that were entered. A link back to one of them is a loop or a shortcut;
    /// either way everything below is found already.
    folders: BTreeSet<PathBuf>,
    files: BTreeSet<PathBuf>,
}

impl Walker<'_> {
    fn root(&mut self, root: &Path) -> Result<()> {
        let canonical = fs::canonicalize(root);
        let place = canonical.and_then(|path| fs::metadata(&path).map(|meta| (path, meta)));
        match place {
            Err(error) => self.problem(root, reason(&error)),
            Ok((path, meta)) if meta.is_dir() => {
                let rules = self.rules_for(&path);
                self.folder(path, &rules)?;
            }
            Ok((path, meta)) if meta.is_file() => self.file(path),
            Ok((path, _)) => self.problem(&path, "it is no regular file".to_owned()),
        }
        Ok(())
    }

    fn rules_for(&self, folder: &Path) -> IgnoreRules {
        if self.options.ignored {
            IgnoreRules::default()
        } else {
            IgnoreRules::above(folder)
        }
    }

    /// Enters a canonical folder. The depth of the recursion is that of a path, which the
    /// operating system bounds.
    fn folder(&mut self, folder: PathBuf, above: &IgnoreRules) -> Result<()> {
        self.cancel.check()?;
        if self.options.home.as_deref() == Some(folder.as_path()) {
            self.found.skipped.home += 1;
            return Ok(());
        }
        if !self.folders.insert(folder.clone()) {
            self.found.skipped.repeated += 1;
            return Ok(());
        }
        let entries = match self.sorted_entries(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                self.problem(&folder, reason(&error));
                return Ok(());
            }
        };
        let rules = if self.options.ignored {
            above.clone()
        } else {
            above.within(&folder)
        };
        for entry in entries {
            self.entry(&entry, &rules)?;
        }
        Ok(())
    }

    fn sorted_entries(&mut self, folder: &Path) -> std::io::Result<Vec<DirEntry>> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(folder)? {
            match entry {
                Ok(entry) => entries.push(entry),
                Err(error) => self.problem(folder, reason(&error)),
            }
        }
        entries.sort_by_key(DirEntry::file_name);
        Ok(entries)
    }

    fn entry(&mut self, entry: &DirEntry, rules: &IgnoreRules) -> Result<()> {
        let path = entry.path();
        let name = entry.file_name();
        let hidden = name.as_encoded_bytes().starts_with(b".");
        // The insides of a repository are never anybody's documents.
        if (hidden && !self.options.hidden) || name == ".git" {
            self.found.skipped.hidden += 1;
            return Ok(());
        }
        match follow(&path) {
            Err(error) => self.problem(&path, reason(&error)),
            Ok((_, meta)) if rules.names(&path, meta.is_dir()) => {
                self.found.skipped.ignored += 1;
            }
            Ok((target, meta)) if meta.is_dir() => {
                // Behind a link other rules hold than here.
                if target == path {
                    self.folder(target, rules)?;
                } else {
                    let rules = self.rules_for(&target);
                    self.folder(target, &rules)?;
                }
            }
            Ok((target, meta)) if meta.is_file() => self.file(target),
            Ok(_) => self.found.skipped.special += 1,
        }
        Ok(())
    }

    fn file(&mut self, path: PathBuf) {
        if path.to_str().is_none() {
            self.problem(&path, "its path is not valid UTF-8; rename it".to_owned());
        } else if self.files.insert(path.clone()) {
            self.found.files.push(path);
        } else {
            self.found.skipped.repeated += 1;
        }
    }

    fn problem(&mut self, path: &Path, reason: String) {
        let path = path.to_path_buf();
        self.found.problems.push(Problem { path, reason });
    }
}

/// What is at `path`, behind links, with its canonical path.
fn follow(path: &Path) -> std::io::Result<(PathBuf, Metadata)> {
    let own = fs::symlink_metadata(path)?;
    if !own.is_symlink() {
        return Ok((path.to_path_buf(), own));
    }
    let target = fs::canonicalize(path)?;
    let meta = fs::metadata(&target)?;
    Ok((target, meta))
}

#[cfg(test)]
mod tests;
