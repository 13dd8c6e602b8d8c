//! `ibid expand`.

use clap::{Args, ValueEnum};

use super::show::{self, Arguments};
use crate::app::App;
use crate::output::{Exit, Result};

/// Walk from a passage to its neighbours
///
/// `up` gives the parent, `down` the children, `next` and `previous` the neighbour under the same
/// parent, `surrounding` the passage itself with neighbours on both sides.
#[derive(Debug, Args)]
pub struct Expand {
    /// The id of a chunk, `c_…`
    #[arg(value_name = "CHUNK")]
    chunk: String,

    /// Where to go
    #[arg(value_enum, value_name = "DIRECTION")]
    direction: Direction,

    /// How many neighbours on each side of `surrounding`, 1 to 25 [default: 2]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    count: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Direction {
    Up,
    Down,
    Next,
    Previous,
    Surrounding,
}

impl Direction {
    fn name(self) -> &'static str {
        match self {
            Self::Up => "up",
            Self::Down => "down",
            Self::Next => "next",
            Self::Previous => "previous",
            Self::Surrounding => "surrounding",
        }
    }
}

impl Expand {
    /// Walks and prints the chunks.
    ///
    /// # Errors
    /// An unknown id, a home that cannot be opened.
    pub fn run(self, app: &App) -> Result<Exit> {
        let reach = app.reach_to_look("ibid expand")?;
        let arguments = Arguments::default()
            .with("chunkId", self.chunk)
            .with("direction", self.direction.name())
            .maybe("count", self.count);
        show::call(app, reach.as_ref(), "deep_expand", arguments.into_map())
    }
}
