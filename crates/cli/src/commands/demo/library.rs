//! The sample library, compiled into the binary.

use std::path::{Path, PathBuf};

use domain::{Error, Result};

include!(concat!(env!("OUT_DIR"), "/demo_files.rs"));

/// Documents that go into one collection under one tag.
pub(super) struct Group {
    pub collection: &'static str,
    pub tag: &'static str,
    pub files: Vec<(&'static str, &'static str)>,
}

/// Collections other than the last, by the beginnings of file names. What none of them claims
/// goes into the last.
const COLLECTIONS: [(&str, &str, &[&str]); 3] = [
    (
        "People",
        "people",
        &["charte-", "first-", "sourdough-", "travel-"],
    ),
    (
        "Customers and Compliance",
        "compliance",
        &["bakery-", "compliance-", "vaccines-"],
    ),
    ("Operations", "operations", &[]),
];

/// The library in its collections.
pub(super) fn groups() -> Vec<Group> {
    let mut groups: Vec<Group> = COLLECTIONS
        .iter()
        .map(|&(collection, tag, _)| Group {
            collection,
            tag,
            files: Vec::new(),
        })
        .collect();
    for &file in LIBRARY {
        let claimed = COLLECTIONS
            .iter()
            .position(|(_, _, beginnings)| beginnings.iter().any(|b| file.0.starts_with(b)));
        groups[claimed.unwrap_or(COLLECTIONS.len() - 1)]
            .files
            .push(file);
    }
    groups
}

/// Writes the files of a group into `folder` and gives their canonical paths.
pub(super) fn write(folder: &Path, group: &Group) -> Result<Vec<PathBuf>> {
    let failed = |_| {
        Error::unavailable("cannot write the sample library")
            .hint("the folder for temporary files may be full")
    };
    std::fs::create_dir_all(folder).map_err(failed)?;
    let folder = std::fs::canonicalize(folder).map_err(failed)?;
    let mut paths = Vec::new();
    for (name, text) in &group.files {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(failed)?;
        paths.push(path);
    }
    Ok(paths)
}

/// The files of a group as somebody would type them.
pub(super) fn typed(group: &Group) -> String {
    match group.files.as_slice() {
        [] => String::new(),
        [(only, _)] => format!("library/{only}"),
        [(first, _), ..] => format!("library/{first} …"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::prompt::PromptFile;

    #[test]
    fn every_document_is_in_one_collection_and_none_is_empty() {
        let groups = groups();
        assert!(groups.iter().all(|g| !g.files.is_empty()));
        let n: usize = groups.iter().map(|g| g.files.len()).sum();
        assert_eq!(n, LIBRARY.len());
        assert!(n >= 12);
    }

    #[test]
    fn every_beginning_claims_a_document() {
        for beginning in COLLECTIONS
            .iter()
            .flat_map(|(_, _, beginnings)| *beginnings)
        {
            assert!(
                LIBRARY.iter().any(|(name, _)| name.starts_with(beginning)),
                "{beginning}"
            );
        }
    }

    #[test]
    fn every_prompt_says_what_it_is_for() {
        assert!(!PROMPTS.is_empty());
        for (name, text) in PROMPTS {
            let prompt = PromptFile::parse(text);
            assert!(prompt.title.is_some(), "{name}");
            assert!(prompt.description.is_some(), "{name}");
            assert!(!prompt.content.starts_with("---"), "{name}");
        }
    }
}
