//! What this server offers.

use domain::Result;
use domain::caller::Permission;

use crate::arguments::Arguments;
use crate::context_repo::wire::capabilities::Capabilities;
use crate::tool::Context;

/// Version, addresses, model, limits and index state. Every known caller may ask; a caller that may
/// read nothing gets no figures about what is stored.
pub fn read(context: &Context<'_>, _: &Arguments) -> Result<Capabilities> {
    let scopes = context.caller.scopes;
    let may_read =
        scopes.allows(Permission::PromptsRead) || scopes.allows(Permission::DocumentsRead);
    let status = may_read
        .then(|| context.engine.status(context.caller, context.cancel))
        .transpose()?;
    Ok(Capabilities::of(context.base_url, scopes, status.as_ref()))
}
