//! The resources.

use rmcp::ErrorData;
use rmcp::model::{ReadResourceResult, Resource, ResourceContents, ResourceTemplate};
use serde_json::json;

use crate::contents::{self, PNG};

const TEXT: &str = "test://static-text";
const BINARY: &str = "test://static-binary";
const WATCHED: &str = "test://watched-resource";
const TEMPLATE: &str = "test://template/{id}/data";

pub fn all() -> Vec<Resource> {
    [
        (TEXT, "Text", "A text.", "text/plain"),
        (BINARY, "Image", "An image.", "image/png"),
        (WATCHED, "Watched", "A text to subscribe to.", "text/plain"),
    ]
    .map(|(uri, name, description, media_type)| {
        Resource::new(uri, name)
            .with_description(description)
            .with_mime_type(media_type)
    })
    .into()
}

pub fn templates() -> Vec<ResourceTemplate> {
    vec![
        ResourceTemplate::new(TEMPLATE, "Numbered")
            .with_description("What belongs to a number.")
            .with_mime_type("application/json"),
    ]
}

pub fn read(uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let contents = match uri {
        TEXT => contents::resource(uri, "text/plain", "The static text."),
        WATCHED => contents::resource(uri, "text/plain", "The watched text."),
        BINARY => ResourceContents::BlobResourceContents {
            uri: uri.to_owned(),
            mime_type: Some("image/png".to_owned()),
            blob: PNG.to_owned(),
            meta: None,
        },
        _ => numbered(uri).ok_or_else(|| {
            ErrorData::resource_not_found(
                format!("there is no resource `{uri}`"),
                Some(json!({"uri": uri})),
            )
        })?,
    };
    Ok(ReadResourceResult::new(vec![contents]))
}

fn numbered(uri: &str) -> Option<ResourceContents> {
    let (before, after) = TEMPLATE.split_once("{id}")?;
    let id = uri.strip_prefix(before)?.strip_suffix(after)?;
    let text = json!({"id": id, "data": format!("What belongs to {id}.")}).to_string();
    Some(contents::resource(uri, "application/json", &text))
}
