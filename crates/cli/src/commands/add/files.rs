//! Reading files and handing them to the engine, one by one.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use domain::item::{Collection, Tags};
use domain::operations::files::AddedFile;
use domain::{Error, ErrorKind, limits};

use super::report::Report;
use crate::app::App;
use crate::output;
use crate::output::failure::reason;
use crate::output::text::one_line;
use crate::progress::Bar;
use crate::reach::{NewFile, Reach};

/// What is done with every file.
pub struct Adding<'a> {
    /// Tags to unite with those it has.
    pub tags: Tags,
    /// The collection to put it into.
    pub collection: Option<Collection>,
    /// How a file is read.
    pub read: &'a dyn Fn(&Path) -> domain::Result<Vec<u8>>,
}

/// Adds files in order, acknowledging each by its line once it is durable.
///
/// # Errors
/// What would hit every further file: a home that cannot be written any more, a cancelled run,
/// standard output that is gone. A file that cannot be read goes into the report.
pub fn add_files(
    app: &App,
    reach: &dyn Reach,
    files: &[PathBuf],
    adding: &Adding<'_>,
    report: &mut Report,
) -> output::Result<()> {
    let bar = Bar::new(app.output, files.len() as u64, "files");
    for path in files {
        app.signals.cancel.check()?;
        match add_file(app, reach, path, adding) {
            Ok(added) => {
                bar.around(|| acknowledge(app, path, &added))?;
                report.added(path, added);
            }
            Err(error) if stops_the_run(error.kind) => return Err(error.into()),
            Err(error) => report.failed(path, &error),
        }
        bar.advance();
    }
    Ok(())
}

fn add_file(
    app: &App,
    reach: &dyn Reach,
    path: &Path,
    adding: &Adding<'_>,
) -> domain::Result<AddedFile> {
    let name = path.file_name().and_then(|name| name.to_str());
    let (Some(text), Some(file_name)) = (path.to_str(), name) else {
        return Err(Error::invalid("its path is not valid UTF-8; rename it"));
    };
    let bytes = (adding.read)(path)?;
    let file = NewFile {
        path: text,
        file_name,
        bytes: &bytes,
        tags: &adding.tags,
        collection: adding.collection.as_ref(),
    };
    reach.add_file(&file, &app.signals.cancel)
}

/// Reads a file that may have changed or vanished since it was found. Files over the limit are
/// not read at all.
pub fn read_file(path: &Path) -> domain::Result<Vec<u8>> {
    let unreadable = |error: io::Error| match error.kind() {
        io::ErrorKind::NotFound => Error::invalid("it vanished before it could be read"),
        _ => Error::invalid(reason(&error)),
    };
    let max = limits::TEXT_BYTES_MAX as u64;
    let file = File::open(path).map_err(unreadable)?;
    let meta = file.metadata().map_err(unreadable)?;
    if !meta.is_file() {
        return Err(Error::invalid("it is no regular file any more"));
    }
    let mut bytes = Vec::new();
    let mut bounded = file.take(max + 1);
    if meta.len() <= max {
        bounded.read_to_end(&mut bytes).map_err(unreadable)?;
    }
    // It may have grown since its size was asked for.
    if meta.len() > max || bytes.len() as u64 > max {
        return Err(Error::too_large(format!(
            "it has more than {} MB, which is the limit of a text document",
            max / (1024 * 1024)
        )));
    }
    Ok(bytes)
}

/// Whether an error of one file would be the error of every other.
fn stops_the_run(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::Unavailable | ErrorKind::Locked | ErrorKind::Cancelled | ErrorKind::NotAllowed
    )
}

/// Prints the line of a file. With `--json` standard output belongs to the document, so the line
/// is talk.
fn acknowledge(app: &App, path: &Path, added: &AddedFile) -> output::Result<()> {
    let outcome = added.outcome.name();
    let title = one_line(&added.title);
    let path = output::text::path(path);
    let line = format!("{outcome:<9}  {title}  ({path})");
    if app.output.is_json() {
        app.output.say(&line);
        return Ok(());
    }
    app.output.answer(&line)
}

#[cfg(test)]
mod tests {
    use domain::operations::files::Outcome;

    use super::*;
    use crate::walk::Found;

    #[test]
    fn a_file_that_vanished_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let error = read_file(&folder.path().join("gone.md")).unwrap_err();
        assert_eq!(error.message, "it vanished before it could be read");
    }

    #[test]
    fn a_file_over_the_limit_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("huge.md");
        let file = File::create(&path).unwrap();
        file.set_len(limits::TEXT_BYTES_MAX as u64 + 1).unwrap();
        let error = read_file(&path).unwrap_err();
        assert_eq!(error.kind, ErrorKind::TooLarge);
        assert!(error.message.contains("20 MB"), "{error}");
    }

    #[test]
    fn a_file_that_vanishes_while_others_are_read_is_reported_and_the_rest_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let files = ["a.md", "b.md", "c.md"].map(|name| folder.path().join(name));
        for path in &files {
            std::fs::write(path, format!("# {}\n\nText.\n", path.display())).unwrap();
        }
        let app = App::silent(folder.path().join("home"));
        let reach = app.reach_to_write("test").unwrap();
        let vanishing = files[1].clone();
        let adding = Adding {
            tags: Tags::default(),
            collection: None,
            read: &|path| {
                if path == vanishing {
                    std::fs::remove_file(path).unwrap();
                }
                read_file(path)
            },
        };
        let mut report = Report::new(&Found::default());
        add_files(&app, reach.as_ref(), &files, &adding, &mut report).unwrap();
        assert_eq!(report.count(Outcome::Added), 2);
        assert_eq!(report.exit(), output::Exit::SomeFailed);
    }

    #[test]
    fn a_folder_in_place_of_a_file_is_no_panic() {
        let folder = tempfile::tempdir().unwrap();
        assert!(read_file(folder.path()).is_err());
    }
}
