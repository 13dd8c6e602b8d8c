//! `ibid prompt list`.

use clap::Args;

use crate::app::App;
use crate::commands::show::{self, Arguments};
use crate::output::{Exit, Result};

/// List prompts, newest first
#[derive(Debug, Args)]
pub struct List {
    /// Only prompts that hold this text, in any case
    #[arg(long, value_name = "TEXT")]
    search: Option<String>,

    /// Only prompts with this tag; repeat it to ask for several at once
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,

    /// How many, 1 to 100; other numbers become the nearest of these [default: 20]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    limit: Option<String>,

    /// Go on where an earlier list said that there is more
    #[arg(long, value_name = "CURSOR")]
    cursor: Option<String>,
}

impl List {
    /// Prints the list.
    ///
    /// # Errors
    /// A limit or cursor that cannot be used, a home that cannot be opened.
    pub fn run(self, app: &App) -> Result<Exit> {
        let reach = app.reach_to_look("ibid prompt list")?;
        let arguments = Arguments::default()
            .maybe("search", self.search)
            .maybe("limit", self.limit)
            .list("tags", &self.tags)
            .maybe("cursor", self.cursor);
        show::call(app, reach.as_ref(), "search_prompts", arguments.into_map())
    }
}
