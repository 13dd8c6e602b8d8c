//! `ibid reason`.

use clap::Args;

use super::show::{self, Arguments};
use crate::app::App;
use crate::output::{Exit, Result};

/// Answer a question from the documents, with a source for every statement
///
/// Gathers passages as `ibid deep` does and shows an answer in which each statement carries the
/// chunk id of its source, then the sources, what they leave open and where they disagree. The
/// answer is made of quotations unless `config.toml` names a model under `[reason]`, which then
/// gets the question and the passages.
#[derive(Debug, Args)]
pub struct Reason {
    /// The question; several words need no quotes
    #[arg(required = true, value_name = "QUESTION")]
    question: Vec<String>,

    /// Only from this document
    #[arg(long, value_name = "ID")]
    document: Option<String>,

    /// Only from the documents of this collection; with `--document` from what both hold
    #[arg(long, value_name = "ID")]
    collection: Option<String>,

    /// How many passages to gather, 1 to 50; other numbers become the nearest of these [default: 8]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    limit: Option<String>,
}

impl Reason {
    /// Answers and prints the answer with its sources.
    ///
    /// # Errors
    /// A question, id or limit that cannot be used, a home that cannot be opened, a model that does
    /// not answer.
    pub fn run(self, app: &App) -> Result<Exit> {
        let reach = app.reach_to_look("ibid reason")?;
        let arguments = Arguments::default()
            .with("query", self.question.join(" "))
            .maybe("limit", self.limit)
            .maybe("documentId", self.document)
            .maybe("collectionId", self.collection);
        show::call(app, reach.as_ref(), "reason", arguments.into_map())
    }
}
