//! `ibid read`.

use clap::Args;

use super::show::{self, Arguments};
use crate::app::App;
use crate::output::{Exit, Result};

/// Read one passage in full, with its place
///
/// The id of text that was replaced meanwhile still answers with the old text and says where its
/// place is now.
#[derive(Debug, Args)]
pub struct Read {
    /// The id of a chunk, `c_…`, as `ibid deep`, `ibid find` and `ibid expand` show it
    #[arg(value_name = "CHUNK")]
    chunk: String,
}

impl Read {
    /// Reads and prints the chunk.
    ///
    /// # Errors
    /// An unknown id, a home that cannot be opened.
    pub fn run(self, app: &App) -> Result<Exit> {
        let reach = app.reach_to_look("ibid read")?;
        let arguments = Arguments::default().with("chunkId", self.chunk);
        show::call(app, reach.as_ref(), "deep_read", arguments.into_map())
    }
}
