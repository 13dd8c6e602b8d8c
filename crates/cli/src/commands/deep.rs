//! `ibid deep`.

use clap::Args;

use super::show::{self, Arguments};
use crate::app::App;
use crate::output::{Exit, Result};

/// Find the passages that say it
///
/// Searches inside documents and shows the best passages with their place and the chunk ids by
/// which `ibid read` and `ibid expand` go on. Best after `ibid find`, within the document or
/// collection that it named.
#[derive(Debug, Args)]
pub struct Deep {
    /// What to look for; several words need no quotes
    #[arg(required = true, value_name = "QUERY")]
    query: Vec<String>,

    /// Only in this document
    #[arg(long, value_name = "ID")]
    document: Option<String>,

    /// Only in the documents of this collection; with `--document` in what both hold
    #[arg(long, value_name = "ID")]
    collection: Option<String>,

    /// How many passages, 1 to 50; other numbers become the nearest of these [default: 10]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    limit: Option<String>,

    /// Leave out what this session has shown, and remember what is shown now
    ///
    /// Any word of letters, digits, `_` and `-` names a session. It ends an hour after its last
    /// use.
    #[arg(long, value_name = "ID")]
    session: Option<String>,
}

impl Deep {
    /// Searches and prints the passages.
    ///
    /// # Errors
    /// A query, id or limit that cannot be used, a home that cannot be opened.
    pub fn run(self, app: &App) -> Result<Exit> {
        let reach = app.reach_to_look("ibid deep")?;
        let arguments = Arguments::default()
            .with("query", self.query.join(" "))
            .maybe("limit", self.limit)
            .maybe("documentId", self.document)
            .maybe("collectionId", self.collection)
            .maybe("sessionId", self.session);
        show::call(app, reach.as_ref(), "deep_search", arguments.into_map())
    }
}
