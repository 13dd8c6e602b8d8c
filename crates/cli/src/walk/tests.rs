use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::symlink;

use super::*;

struct Folder(tempfile::TempDir);

impl Folder {
    fn with(files: &[&str]) -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        for file in files {
            let path = folder.path(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, *file).unwrap();
        }
        folder
    }

    fn root(&self) -> PathBuf {
        fs::canonicalize(self.0.path()).unwrap()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    fn walk(&self, options: &Options) -> Found {
        walk(&[self.root()], options, &Cancel::new()).unwrap()
    }

    fn names(&self, found: &Found) -> Vec<String> {
        let relative = |p: &PathBuf| p.strip_prefix(self.root()).unwrap().display().to_string();
        found.files.iter().map(relative).collect()
    }
}

#[test]
fn files_come_in_the_order_of_their_paths() {
    let folder = Folder::with(&["b.md", "a/z.md", "a/b/c.md", "c.md"]);
    let found = folder.walk(&Options::default());
    assert_eq!(folder.names(&found), ["a/b/c.md", "a/z.md", "b.md", "c.md"]);
    assert_eq!(found.skipped, Skipped::default());
}

#[test]
fn hidden_entries_are_counted_and_taken_on_request() {
    let folder = Folder::with(&[".x/a.md", ".b.md", ".git/config", "c.md"]);
    let found = folder.walk(&Options::default());
    assert_eq!(folder.names(&found), ["c.md"]);
    assert_eq!(found.skipped.hidden, 3);
    let found = folder.walk(&Options {
        hidden: true,
        ..Options::default()
    });
    assert_eq!(folder.names(&found), [".b.md", ".x/a.md", "c.md"]);
    assert_eq!(found.skipped.hidden, 1);
}

#[test]
fn a_hidden_root_is_taken_because_it_was_named() {
    let folder = Folder::with(&[".x/a.md"]);
    let found = walk(&[folder.path(".x")], &Options::default(), &Cancel::new()).unwrap();
    assert_eq!(folder.names(&found), [".x/a.md"]);
}

#[test]
fn gitignored_entries_are_counted_and_taken_on_request() {
    let folder = Folder::with(&["a.log", "b.md", "build/c.md", "docs/keep.log", "docs/d.log"]);
    fs::create_dir(folder.path(".git")).unwrap();
    fs::write(folder.path(".gitignore"), "*.log\n/build/\n").unwrap();
    fs::write(folder.path("docs/.gitignore"), "!keep.log\n").unwrap();
    let found = folder.walk(&Options::default());
    assert_eq!(folder.names(&found), ["b.md", "docs/keep.log"]);
    assert_eq!(found.skipped.ignored, 3);
    let all = folder.walk(&Options {
        ignored: true,
        ..Options::default()
    });
    assert_eq!(all.files.len(), 5);
    assert_eq!(all.skipped.ignored, 0);
}

#[test]
fn rules_above_the_named_folder_hold_within_one_repository() {
    let folder = Folder::with(&["docs/a.log", "docs/b.md"]);
    fs::write(folder.path(".gitignore"), "*.log\n").unwrap();
    let docs = [folder.path("docs")];
    let outside = walk(&docs, &Options::default(), &Cancel::new()).unwrap();
    assert_eq!(outside.files.len(), 2);
    fs::create_dir(folder.path(".git")).unwrap();
    let inside = walk(&docs, &Options::default(), &Cancel::new()).unwrap();
    assert_eq!(folder.names(&inside), ["docs/b.md"]);
}

#[test]
fn a_link_loop_ends_and_is_counted() {
    let folder = Folder::with(&["a/b/c.md"]);
    symlink(folder.path("a"), folder.path("a/b/loop")).unwrap();
    symlink(folder.path("a/self"), folder.path("a/self")).unwrap();
    let found = folder.walk(&Options::default());
    assert_eq!(folder.names(&found), ["a/b/c.md"]);
    assert_eq!(found.skipped.repeated, 1);
    assert_eq!(
        found.problems,
        [Problem {
            path: folder.path("a/self"),
            reason: "too many levels of symbolic links".to_owned()
        }]
    );
}

#[test]
fn a_file_behind_two_names_comes_once() {
    let folder = Folder::with(&["a.md"]);
    symlink(folder.path("a.md"), folder.path("b.md")).unwrap();
    let found = folder.walk(&Options::default());
    assert_eq!(folder.names(&found), ["a.md"]);
    assert_eq!(found.skipped.repeated, 1);
}

#[test]
fn a_link_that_leads_nowhere_is_a_problem() {
    let folder = Folder::with(&[]);
    symlink(folder.path("gone"), folder.path("link")).unwrap();
    let found = folder.walk(&Options::default());
    assert_eq!(found.problems[0].path, folder.path("link"));
    assert_eq!(found.problems[0].reason, "it does not exist");
}

#[test]
fn a_root_that_is_missing_or_no_file_is_a_problem() {
    let folder = Folder::with(&[]);
    let roots = [folder.path("nowhere"), PathBuf::from("/dev/null")];
    let found = walk(&roots, &Options::default(), &Cancel::new()).unwrap();
    let reasons: Vec<&str> = found.problems.iter().map(|p| p.reason.as_str()).collect();
    assert_eq!(reasons, ["it does not exist", "it is no regular file"]);
}

#[test]
fn a_name_that_is_no_utf8_is_reported() {
    let folder = Folder::with(&[]);
    let name = std::ffi::OsStr::from_bytes(b"caf\xe9.md");
    fs::write(folder.root().join(name), "text").unwrap();
    let found = folder.walk(&Options::default());
    assert!(found.files.is_empty());
    assert!(found.problems[0].reason.contains("UTF-8"));
}

#[test]
fn the_home_is_never_taken() {
    let folder = Folder::with(&["home/ibid.db", "a.md"]);
    let found = folder.walk(&Options {
        home: Some(folder.path("home")),
        ..Options::default()
    });
    assert_eq!(folder.names(&found), ["a.md"]);
    assert_eq!(found.skipped.home, 1);
}

#[test]
fn a_cancelled_walk_stops() {
    let folder = Folder::with(&["a.md"]);
    let cancel = Cancel::new();
    cancel.cancel();
    assert!(walk(&[folder.root()], &Options::default(), &cancel).is_err());
}
