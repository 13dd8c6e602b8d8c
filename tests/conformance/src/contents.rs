//! The smallest contents of each kind.

use rmcp::model::{AudioContent, ContentBlock, EmbeddedResource, ImageContent, ResourceContents};

/// A PNG of one grey pixel, in base64.
pub const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mNoAAAAggCB2kUIOwAAAABJRU5ErkJggg==";
/// A WAV of two silent samples, in base64.
const WAV: &str = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQIAAACAgA==";

pub fn image() -> ContentBlock {
    ContentBlock::Image(ImageContent::new(PNG, "image/png"))
}

pub fn audio() -> ContentBlock {
    ContentBlock::Audio(AudioContent::new(WAV, "audio/wav"))
}

pub fn embedded(uri: &str, media_type: &str, text: &str) -> ContentBlock {
    ContentBlock::Resource(EmbeddedResource::new(resource(uri, media_type, text)))
}

pub fn resource(uri: &str, media_type: &str, text: &str) -> ResourceContents {
    ResourceContents::TextResourceContents {
        uri: uri.to_owned(),
        mime_type: Some(media_type.to_owned()),
        text: text.to_owned(),
        meta: None,
    }
}
