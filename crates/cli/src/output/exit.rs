//! Exit codes, the one table of them.

use std::fmt::Write as _;
use std::process::ExitCode;

use domain::ErrorKind;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It did what was asked; a search without hits, too.
    Ok,
    /// It failed for a reason that has no code of its own.
    Failure,
    /// The command line cannot be carried out as it stands.
    Usage,
    /// What was asked for is not there.
    NotFound,
    /// The state changed meanwhile.
    Conflict,
    /// It is not allowed.
    NotAllowed,
    /// A part is missing, or another process owns the home.
    Unavailable,
    /// Some files could not be added; the others were.
    SomeFailed,
    /// The user or the system asked it to stop.
    Interrupted,
}

const ALL: [(Exit, &str); 9] = [
    (Exit::Ok, "done; a search without hits, too"),
    (Exit::Failure, "failed"),
    (
        Exit::Usage,
        "the command line, a query or a value in it cannot be used",
    ),
    (Exit::NotFound, "an id leads nowhere"),
    (Exit::Conflict, "the state changed meanwhile"),
    (Exit::NotAllowed, "not allowed"),
    (
        Exit::Unavailable,
        "the home is in use, cannot be opened or cannot be written; or the model is missing",
    ),
    (
        Exit::SomeFailed,
        "some files could not be added, the others were",
    ),
    (Exit::Interrupted, "interrupted by a signal"),
];

impl Exit {
    /// The number that the shell sees.
    pub fn code(self) -> u8 {
        match self {
            Self::Ok => 0,
            Self::Failure => 1,
            Self::Usage => 2,
            Self::NotFound => 3,
            Self::Conflict => 4,
            Self::NotAllowed => 5,
            Self::Unavailable => 6,
            Self::SomeFailed => 7,
            Self::Interrupted => 130,
        }
    }

    /// The code of a failed operation.
    pub fn of(kind: ErrorKind) -> Self {
        match kind {
            ErrorKind::Invalid | ErrorKind::TooLarge => Self::Usage,
            ErrorKind::NotFound => Self::NotFound,
            ErrorKind::Conflict => Self::Conflict,
            ErrorKind::Unauthenticated | ErrorKind::NotAllowed => Self::NotAllowed,
            ErrorKind::Locked | ErrorKind::Unavailable => Self::Unavailable,
            ErrorKind::Cancelled => Self::Interrupted,
            ErrorKind::Internal => Self::Failure,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// The codes and their meanings, in order.
pub fn all() -> impl Iterator<Item = (u8, &'static str)> {
    ALL.iter().map(|(exit, meaning)| (exit.code(), *meaning))
}

/// The codes as they stand at the end of the help.
pub fn table() -> String {
    let mut table = String::from("Exit codes:\n");
    for (code, meaning) in all() {
        writeln!(table, "  {code:>3}  {meaning}").expect("a string grows");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_listed_once() {
        let codes: Vec<u8> = all().map(|(code, _)| code).collect();
        assert_eq!(codes, [0, 1, 2, 3, 4, 5, 6, 7, 130]);
    }

    #[test]
    fn a_locked_home_and_a_missing_part_are_unavailable() {
        assert_eq!(Exit::of(ErrorKind::Locked).code(), 6);
        assert_eq!(Exit::of(ErrorKind::Unavailable).code(), 6);
    }
}
