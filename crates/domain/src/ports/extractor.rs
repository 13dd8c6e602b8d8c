//! From bytes to text with blocks.

use crate::cancel::Cancel;
use crate::error::Result;
use crate::extracted::ExtractedDocument;

/// Reads files of the formats it knows.
pub trait Extractor: Send + Sync {
    /// Reads a file. The type is decided by content; `file_name` helps where content cannot tell.
    ///
    /// # Errors
    /// `Invalid` with a reason a person can act on (unsupported, damaged, no text), `TooLarge`
    /// over a limit, which it names.
    fn extract(&self, file_name: &str, bytes: &[u8], cancel: &Cancel) -> Result<ExtractedDocument>;

    /// Finds the blocks of Markdown given through an API; the text stays as it is.
    ///
    /// # Errors
    /// `TooLarge` over a limit, `Cancelled` when asked to stop.
    fn markdown(&self, text: &str, cancel: &Cancel) -> Result<ExtractedDocument>;

    /// Finds the blocks of a stored text again, by the rules of the media type that
    /// [`Extractor::extract`] gave it; the text stays as it is.
    ///
    /// # Errors
    /// `TooLarge` over a limit, `Cancelled` when asked to stop.
    fn blocks(&self, media_type: &str, text: &str, cancel: &Cancel) -> Result<ExtractedDocument>;
}
