//! `ibid prompt show`.

use clap::Args;

use crate::app::App;
use crate::commands::show::{self, Arguments};
use crate::output::{Exit, Result};

/// Show one prompt in full
#[derive(Debug, Args)]
pub struct Show {
    /// The id of a prompt, `p_…`
    #[arg(value_name = "ID")]
    id: String,
}

impl Show {
    /// Prints the prompt.
    ///
    /// # Errors
    /// An unknown id, a home that cannot be opened.
    pub fn run(self, app: &App) -> Result<Exit> {
        let reach = app.reach_to_look("ibid prompt show")?;
        let arguments = Arguments::default().with("promptId", self.id);
        show::call(app, reach.as_ref(), "read_prompt", arguments.into_map())
    }
}
