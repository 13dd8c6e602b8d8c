//! Resources, as the protocol has them.

use dialects::host::ResourceSpec;
use domain::{Error, ErrorKind};
use rmcp::ErrorData;
use rmcp::model::{ReadResourceResult, Resource, ResourceContents};
use serde_json::json;

use crate::failure::protocol_error;
use crate::{TEXT_BYTES_MAX, cut};

pub(super) fn listed(spec: &ResourceSpec) -> Resource {
    Resource::new(spec.uri, spec.name)
        .with_description(spec.description)
        .with_mime_type(spec.media_type)
}

pub(super) fn read(specs: &[ResourceSpec], uri: &str, text: String) -> ReadResourceResult {
    let spec = specs.iter().find(|spec| spec.uri == uri);
    let media_type = spec.map(|spec| spec.media_type.to_owned());
    ReadResourceResult::new(vec![ResourceContents::TextResourceContents {
        uri: uri.to_owned(),
        mime_type: media_type,
        text: cut::text(text, "Nothing can be read beyond it.", TEXT_BYTES_MAX),
        meta: None,
    }])
}

/// What is not there has a code of its own, which the SDK maps to that of the revision.
pub(super) fn error(error: &Error, uri: &str) -> ErrorData {
    if error.kind == ErrorKind::NotFound {
        return ErrorData::resource_not_found(error.to_string(), Some(json!({"uri": uri})));
    }
    protocol_error(error)
}
