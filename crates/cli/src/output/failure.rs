//! Why a command failed.

use domain::Error;

/// The result of everything a command does.
pub type Result<T> = std::result::Result<T, Failure>;

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// An operation failed, or the command line asks for something impossible.
    Error(Error),
    /// The answer could not be written.
    Output(std::io::Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::Output(error)
    }
}

/// Why a file or folder could not be read, in words. The operating system's number is left out.
pub fn reason(error: &std::io::Error) -> String {
    use std::io::ErrorKind as Io;
    match error.kind() {
        Io::NotFound => "it does not exist".to_owned(),
        Io::PermissionDenied => "no permission to read it".to_owned(),
        Io::InvalidFilename => "its path is too long".to_owned(),
        _ => {
            let text = error.to_string();
            let words = text.split(" (os error").next().unwrap_or_default();
            words.to_lowercase()
        }
    }
}
