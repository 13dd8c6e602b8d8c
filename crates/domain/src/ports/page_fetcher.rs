//! Reading a page of the web, for a caller who asks for it by its address.

use crate::cancel::Cancel;
use crate::error::Result;

/// Fetches pages.
pub trait PageFetcher: Send + Sync {
    /// Fetches `url` with a plain GET, following a bounded number of redirects. Every address on
    /// the way is checked, after name resolution: private and local ones are refused unless the
    /// configuration allows them.
    ///
    /// # Errors
    /// `Invalid` for a malformed or refused address, a status other than success or a media type
    /// that holds no text, `TooLarge` over the limit, which it names, `Unavailable` when the server
    /// cannot be reached in time.
    fn fetch(&self, url: &str, cancel: &Cancel) -> Result<FetchedPage>;
}

/// A page as its server sent it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FetchedPage {
    /// The address after redirects.
    pub url: String,
    /// The media type with its parameters, as the server named it; with `charset=utf-8` where the
    /// body was brought into that encoding.
    pub media_type: Option<String>,
    /// The body, decompressed. Where the server named its encoding, it is UTF-8 behind a byte order
    /// mark, which wins over what the page says of itself.
    pub bytes: Vec<u8>,
}
