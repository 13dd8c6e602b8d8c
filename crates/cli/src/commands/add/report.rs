//! What `ibid add` did, for people and as JSON.

use std::path::Path;

use domain::Error;
use domain::item::Collection;
use domain::operations::files::{AddedFile, Outcome};
use engine::IndexReport;
use serde_json::{Value, json};

use crate::output::text::{self, count, one_line};
use crate::output::{self, Exit, Output};
use crate::reach::Indexed;
use crate::walk::{Found, Skipped};

/// What was done with each file, and how indexing went.
#[derive(Debug)]
pub struct Report {
    /// The collection that was asked for.
    pub collection: Option<Collection>,
    /// Whether a signal ended the run early.
    pub interrupted: bool,
    files: Vec<(String, AddedFile)>,
    failures: Vec<(String, String)>,
    skipped: Skipped,
    indexing: Option<Indexed>,
}

impl Report {
    /// A report that begins with what a walk found.
    pub fn new(found: &Found) -> Self {
        Self {
            collection: None,
            interrupted: false,
            files: Vec::new(),
            failures: found
                .problems
                .iter()
                .map(|p| (text::path(&p.path), p.reason.clone()))
                .collect(),
            skipped: found.skipped,
            indexing: None,
        }
    }

    /// A file was added.
    pub fn added(&mut self, path: &Path, added: AddedFile) {
        self.files.push((text::path(path), added));
    }

    /// A file could not be added.
    pub fn failed(&mut self, path: &Path, error: &Error) {
        let reason = reason_without_name(path, &error.message);
        self.failures.push((text::path(path), reason));
    }

    /// Indexing went like this.
    pub fn indexed(&mut self, outcome: Indexed) {
        self.indexing = Some(outcome);
    }

    /// How many files had this outcome.
    pub fn count(&self, outcome: Outcome) -> u64 {
        let same = self.files.iter().filter(|(_, f)| f.outcome == outcome);
        same.count() as u64
    }

    /// The exit code that the report stands for.
    pub fn exit(&self) -> Exit {
        if self.interrupted {
            Exit::Interrupted
        } else if self.failures.is_empty() {
            Exit::Ok
        } else if self.files.is_empty() {
            Exit::Failure
        } else {
            Exit::SomeFailed
        }
    }

    /// Prints the report: as the command's JSON document, or as talk.
    ///
    /// # Errors
    /// When nobody reads it any more.
    pub fn print(&self, output: Output) -> output::Result<()> {
        if output.is_json() {
            output.document(&self.document())?;
        } else {
            output.say(&self.summary().join("\n"));
        }
        if !self.failures.is_empty() {
            output.insist(&self.failure_list().join("\n"));
        }
        Ok(())
    }

    fn summary(&self) -> Vec<String> {
        let mut lines = vec![self.counts_line()];
        let skipped = self.skipped_parts();
        if !skipped.is_empty() {
            lines.push(format!("left out: {}", skipped.join(", ")));
        }
        for (path, file) in &self.files {
            for warning in &file.warnings {
                lines.push(format!("warning: {path}: {}", one_line(warning)));
            }
        }
        if let Some(indexed) = self.indexing.as_ref().filter(|i| self.is_worth_saying(i)) {
            lines.push(indexing_line(indexed));
        }
        if self.interrupted {
            lines
                .push("interrupted; what is listed is stored, the same command goes on".to_owned());
        }
        lines
    }

    /// Whether there was anything to index. What another process did for nobody is not said.
    fn is_worth_saying(&self, indexed: &Indexed) -> bool {
        let stored = [Outcome::Added, Outcome::Updated]
            .into_iter()
            .any(|outcome| self.count(outcome) > 0);
        stored || indexed.report.is_some() || indexed.pending > 0
    }

    fn counts_line(&self) -> String {
        let mut parts: Vec<String> = [
            Outcome::Added,
            Outcome::Updated,
            Outcome::Moved,
            Outcome::Unchanged,
        ]
        .into_iter()
        .map(|outcome| (self.count(outcome), outcome.name()))
        .filter(|(n, _)| *n > 0)
        .map(|(n, name)| format!("{n} {name}"))
        .collect();
        if !self.failures.is_empty() {
            parts.push(format!("{} failed", self.failures.len()));
        }
        if parts.is_empty() {
            return "no files found".to_owned();
        }
        let files = self.files.len() + self.failures.len();
        let files = count(files as u64, "file", "files");
        format!("{files}: {}", parts.join(", "))
    }

    fn skipped_parts(&self) -> Vec<String> {
        let skipped = &self.skipped;
        [
            (skipped.hidden, "hidden (`--hidden` takes them)"),
            (
                skipped.ignored,
                "named by .gitignore (`--no-ignore` takes them)",
            ),
            (skipped.special, "no regular files"),
            (skipped.repeated, "links or paths to what is here anyway"),
            (skipped.home, "the home itself"),
        ]
        .into_iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, what)| format!("{n} {what}"))
        .collect()
    }

    fn failure_list(&self) -> Vec<String> {
        let n = count(self.failures.len() as u64, "file", "files");
        let mut lines = vec![format!("error: {n} could not be added:")];
        lines.extend(
            self.failures
                .iter()
                .map(|(path, reason)| format!("  {path}: {}", one_line(reason))),
        );
        lines
    }

    fn document(&self) -> Value {
        let files: Vec<Value> = self.files.iter().map(file_document).collect();
        let failures: Vec<Value> = self
            .failures
            .iter()
            .map(|(path, reason)| json!({"path": path, "reason": reason}))
            .collect();
        json!({
            "files": files,
            "failures": failures,
            "counts": {
                "added": self.count(Outcome::Added),
                "updated": self.count(Outcome::Updated),
                "moved": self.count(Outcome::Moved),
                "unchanged": self.count(Outcome::Unchanged),
                "failed": self.failures.len(),
            },
            "skipped": {
                "hidden": self.skipped.hidden,
                "ignored": self.skipped.ignored,
                "special": self.skipped.special,
                "repeated": self.skipped.repeated,
                "home": self.skipped.home,
            },
            "collection": self.collection.as_ref().map(|c| json!({"id": c.id.as_str(), "name": c.name})),
            "indexing": self.indexing.as_ref().map(indexing_document),
            "interrupted": self.interrupted,
        })
    }
}

/// Why a file failed, without its name, which stands before it.
fn reason_without_name(path: &Path, message: &str) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match message.strip_prefix(&format!("`{name}`")) {
        Some(rest) if rest.starts_with(": ") => rest[2..].to_owned(),
        Some(rest) if rest.starts_with(" has ") || rest.starts_with(" is ") => format!("it{rest}"),
        _ => message.to_owned(),
    }
}

fn file_document((path, file): &(String, AddedFile)) -> Value {
    json!({
        "path": path,
        "outcome": file.outcome.name(),
        "documentId": file.document.as_str(),
        "title": file.title,
        "chunkCount": file.chunk_count,
        "warnings": file.warnings,
    })
}

fn indexing_document(indexed: &Indexed) -> Value {
    let of = |count: fn(&IndexReport) -> u64| indexed.report.as_ref().map(count);
    json!({
        "items": of(|r| r.items),
        "encoded": of(|r| r.encoded),
        "cached": of(|r| r.cached),
        "notCovered": of(|r| r.not_covered),
        "quarantined": of(|r| r.quarantined),
        "pending": indexed.pending,
    })
}

/// How indexing went, in one line.
fn indexing_line(indexed: &Indexed) -> String {
    let mut line = match &indexed.report {
        Some(report) => report_line(report),
        None => "indexed by the process that owns the home".to_owned(),
    };
    if indexed.pending > 0 {
        line.push_str(&format!(", {} still pending", indexed.pending));
    }
    line
}

fn report_line(report: &IndexReport) -> String {
    let mut line = format!(
        "{} encoded",
        count(report.encoded, "passage or prompt", "passages and prompts")
    );
    if report.cached > 0 {
        line.push_str(&format!(", {} known already", report.cached));
    }
    if report.not_covered > 0 {
        line.push_str(&format!(
            ", {} not covered by the model (`--literal` finds them)",
            report.not_covered
        ));
    }
    if report.quarantined > 0 {
        let items = count(report.quarantined, "item", "items");
        line.push_str(&format!(
            ", {items} set aside after failures (see `ibid status`)"
        ));
    }
    line
}

#[cfg(test)]
mod tests {
    use domain::ids::DocumentId;

    use super::*;

    fn indexed_elsewhere() -> Indexed {
        Indexed {
            report: None,
            pending: 0,
        }
    }

    fn file(outcome: Outcome) -> AddedFile {
        AddedFile {
            document: DocumentId::parse("d_1").unwrap(),
            title: "A".to_owned(),
            outcome,
            chunk_count: 1,
            warnings: Vec::new(),
        }
    }

    #[test]
    fn a_failed_file_is_named_once() {
        for (message, reason) in [
            ("`x.md` has no text", "it has no text"),
            (
                "`x.md` is 21 MB; the limit is 20 MB",
                "it is 21 MB; the limit is 20 MB",
            ),
            (
                "`x.md`: PDF is not supported yet",
                "PDF is not supported yet",
            ),
            ("it does not exist", "it does not exist"),
            ("`y.md` has no text", "`y.md` has no text"),
        ] {
            assert_eq!(reason_without_name(Path::new("/a/x.md"), message), reason);
        }
    }

    #[test]
    fn the_owner_is_thanked_only_for_what_it_had_to_index() {
        let mut report = Report::new(&Found::default());
        report.indexed(indexed_elsewhere());
        report.failed(Path::new("x.md"), &Error::invalid("`x.md` has no text"));
        report.added(Path::new("a.md"), file(Outcome::Unchanged));
        let says = |report: &Report| report.summary().join("\n").contains("indexed by");
        assert!(!says(&report));
        report.added(Path::new("b.md"), file(Outcome::Added));
        assert!(says(&report));
    }
}
