//! Who asks.

use domain::Result;

use crate::arguments::Arguments;
use crate::context_repo::wire::Single;
use crate::context_repo::wire::user::User;
use crate::tool::Context;

/// The caller and what it may do. Every known caller may ask.
pub fn me(context: &Context<'_>, _: &Arguments) -> Result<Single<User>> {
    Ok(Single {
        data: User::of(context.identity, context.caller.scopes),
    })
}
