//! `.gitignore` files.

use std::path::Path;
use std::sync::Arc;

use ignore::gitignore::Gitignore;

/// The rules that hold in one folder: its own `.gitignore` and those above, up to the top of the
/// git repository. A rule further down decides first.
#[derive(Clone, Debug, Default)]
pub struct IgnoreRules {
    /// From the top down.
    files: Vec<Arc<Gitignore>>,
}

impl IgnoreRules {
    /// The rules of the folders above `folder`. Outside of a git repository there are none.
    pub fn above(folder: &Path) -> Self {
        if is_repository(folder) {
            return Self::default();
        }
        let mut above = Vec::new();
        for parent in folder.ancestors().skip(1) {
            above.push(parent);
            if is_repository(parent) {
                above.reverse();
                let files = above.into_iter().filter_map(read).collect();
                return Self { files };
            }
        }
        Self::default()
    }

    /// These rules and those of `folder` itself.
    pub fn within(&self, folder: &Path) -> Self {
        // A repository inside another one has nothing to do with the outer one's rules.
        let mut rules = if is_repository(folder) {
            Self::default()
        } else {
            self.clone()
        };
        rules.files.extend(read(folder));
        rules
    }

    /// Whether the entry at `path` is to be ignored.
    pub fn names(&self, path: &Path, is_folder: bool) -> bool {
        for file in self.files.iter().rev() {
            let found = file.matched(path, is_folder);
            if !found.is_none() {
                return found.is_ignore();
            }
        }
        false
    }
}

fn is_repository(folder: &Path) -> bool {
    folder.join(".git").exists()
}

fn read(folder: &Path) -> Option<Arc<Gitignore>> {
    let path = folder.join(".gitignore");
    if !path.is_file() {
        return None;
    }
    // Lines that are no patterns are skipped, as git does.
    let (rules, _) = Gitignore::new(&path);
    (!rules.is_empty()).then(|| Arc::new(rules))
}
