//! `ibid add`.

mod files;
mod report;

use std::path::PathBuf;

use clap::Args;
use domain::item::{Collection, Tags};

use crate::app::App;
use crate::output::{self, Exit};
use crate::progress::Bar;
use crate::reach::{Indexed, Reach};
use crate::walk::{self, Found, Options};

pub(super) use files::{Adding, add_files, read_file};
pub(super) use report::Report;

/// Add files and the files of folders
///
/// Every file is acknowledged by a line of its own as soon as it is stored for good: `added`,
/// `updated` (its content changed), `moved` (the same file at a new path) or `unchanged`. From
/// then on `ibid find --literal` finds it; the command returns when it is found by meaning as
/// well. Adding again costs little: an unchanged file does no work, an edited one encodes only the
/// passages that changed. Tags and collections are united with those that a document has; nothing
/// is ever deleted.
///
/// Links are followed. Names that begin with a dot and what a `.gitignore` names are left out, and
/// counted. A file that cannot be read is named with its reason at the end, and the rest goes on.
///
/// With `--json`: `files` (`path`, `outcome`, `documentId`, `title`, `chunkCount`, `warnings`),
/// `failures` (`path`, `reason`), `counts` (`added`, `updated`, `moved`, `unchanged`, `failed`),
/// `skipped` (`hidden`, `ignored`, `special`, `repeated`, `home`), `collection` (`id`, `name`; or
/// null), `indexing` (`items`, `encoded`, `cached`, `notCovered`, `quarantined`, `pending`; or null
/// when it did not come to that; all but `pending` are null when the owner of the home did it) and
/// `interrupted`.
#[derive(Debug, Args)]
pub struct Add {
    /// Files and folders
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Put the documents into the collection of this name; it is created when it is missing
    #[arg(long, value_name = "NAME")]
    collection: Option<String>,

    /// Tag the documents; may be repeated
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,

    /// Take files and folders whose names begin with a dot, too
    #[arg(long)]
    hidden: bool,

    /// Take what `.gitignore` files name, too
    #[arg(long)]
    no_ignore: bool,
}

impl Add {
    /// Adds the files and indexes what is pending.
    ///
    /// # Errors
    /// A home that cannot be written, a tag or collection name that cannot be used. Files that
    /// cannot be read are part of the report, not errors.
    pub fn run(self, app: &App) -> output::Result<Exit> {
        app.refuse_read_only("ibid add")?;
        let tags = Tags::new(&self.tags)?;
        let found = self.walk(app)?;
        let mut report = Report::new(&found);
        // A mistyped path should not create a home.
        if !found.files.is_empty() {
            let reach = app.reach_to_write("ibid add")?;
            self.add(app, reach.as_ref(), &found, tags, &mut report)?;
        }
        report.print(app.output)?;
        Ok(report.exit())
    }

    fn walk(&self, app: &App) -> domain::Result<Found> {
        let options = Options {
            hidden: self.hidden,
            ignored: self.no_ignore,
            home: std::fs::canonicalize(&app.home).ok(),
        };
        walk::walk(&self.paths, &options, &app.signals.cancel)
    }

    /// Adds what was found. An error that would hit every further file ends the run; what was
    /// added until then is reported before it.
    fn add(
        &self,
        app: &App,
        reach: &dyn Reach,
        found: &Found,
        tags: Tags,
        report: &mut Report,
    ) -> output::Result<()> {
        let collection = self.collection(app, reach)?;
        report.collection.clone_from(&collection);
        let adding = Adding {
            tags,
            collection,
            read: &read_file,
        };
        let outcome = add_files(app, reach, &found.files, &adding, report)
            .and_then(|()| index(app, reach))
            .map(|indexing| report.indexed(indexing));
        match outcome {
            Ok(()) => Ok(()),
            Err(_) if app.signals.cancel.is_cancelled() => {
                report.interrupted = true;
                Ok(())
            }
            Err(failure) => {
                if !app.output.is_json() {
                    report.print(app.output)?;
                }
                Err(failure)
            }
        }
    }

    fn collection(&self, app: &App, reach: &dyn Reach) -> domain::Result<Option<Collection>> {
        let cancel = &app.signals.cancel;
        let name = self.collection.as_deref();
        name.map(|name| reach.ensure_collection(name, cancel))
            .transpose()
    }
}

/// Gives every waiting item its vectors, or waits until its owner has, showing progress.
///
/// # Errors
/// `Unavailable` when the model or the home is missing, `Cancelled` when asked to stop.
pub(super) fn index(app: &App, reach: &dyn Reach) -> output::Result<Indexed> {
    let bar = Bar::new(app.output, 0, "passages encoded");
    let mut show = |progress: engine::Progress| bar.set(progress.done, progress.left);
    Ok(reach.index(&mut show, &app.signals.cancel)?)
}
