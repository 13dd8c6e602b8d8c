//! `ibid find`.

use clap::{Args, ValueEnum};

use super::show::{self, Arguments};
use crate::app::App;
use crate::output::{Exit, Result};

/// Find which prompt, document or collection is relevant
///
/// Searches the catalog by meaning and shows up to ten rows of each kind, best first, with scores
/// from 0 to 1; rows below 0.35 are left out. When nothing is found, the reason and the nearest
/// miss are said. Take the id of a document to `ibid deep --document`.
#[derive(Debug, Args)]
pub struct Find {
    /// What to look for; several words need no quotes
    #[arg(required = true, value_name = "QUERY")]
    query: Vec<String>,

    /// Which kind of rows
    #[arg(long = "type", value_enum, value_name = "TYPE")]
    kind: Option<Kind>,

    /// Find the words themselves, in any case, instead of their meaning
    #[arg(long)]
    literal: bool,

    /// Only items with this tag; repeat it to ask for several at once
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Kind {
    Prompts,
    Documents,
    Collections,
    All,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Prompts => "prompts",
            Self::Documents => "documents",
            Self::Collections => "collections",
            Self::All => "all",
        }
    }
}

impl Find {
    /// Searches and prints the rows.
    ///
    /// # Errors
    /// A query that cannot be used, a home that cannot be opened.
    pub fn run(self, app: &App) -> Result<Exit> {
        let reach = app.reach_to_look("ibid find")?;
        let arguments = Arguments::default()
            .with("query", self.query.join(" "))
            .maybe("type", self.kind.map(Kind::name))
            .with("semantic", !self.literal)
            .list("tags", &self.tags);
        show::call(app, reach.as_ref(), "find_items", arguments.into_map())
    }
}
