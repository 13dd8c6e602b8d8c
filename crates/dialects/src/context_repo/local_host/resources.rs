//! The resources of the protocol: one, what the server offers.

use domain::{Error, Result};
use serde_json::Map;

use crate::arguments::Arguments;
use crate::context_repo::operations::capabilities;
use crate::host::ResourceSpec;
use crate::tool::Context;

const CAPABILITIES: ResourceSpec = ResourceSpec {
    uri: "contextrepo://capabilities",
    name: "API Capabilities",
    description: "Version, addresses, embedding model, limits, index state and tools of this server.",
    media_type: "application/json",
};

/// The resources, in order.
pub fn all() -> Vec<ResourceSpec> {
    vec![CAPABILITIES]
}

/// Reads a resource.
pub fn read(context: &Context<'_>, uri: &str) -> Result<String> {
    if uri != CAPABILITIES.uri {
        return Err(Error::not_found("Resource not found")
            .hint(format!("there is one resource, {}", CAPABILITIES.uri)));
    }
    let arguments = Arguments::checked(String::new(), Map::new());
    let capabilities = capabilities::read(context, &arguments)?;
    Ok(serde_json::to_string_pretty(&capabilities)
        .expect("wire types have string keys and derived serialisation"))
}
