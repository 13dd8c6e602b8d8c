//! Who asks.

use domain::Result;

use super::{SHORT_ANSWER, answer, tool};
use crate::arguments::Arguments;
use crate::context_repo::markdown::user as markdown;
use crate::context_repo::operations::user;
use crate::tool::{Answer, Context, Effect, Tool, ToolSpec};

pub fn tools() -> [Tool; 1] {
    [tool(GET, get_user_info)]
}

const GET: ToolSpec = ToolSpec {
    name: "get_user_info",
    title: "Get user info",
    description: "Tells who you are to this server, how you were recognised and which scopes you \
        have: what you may read and write. Call it when a tool answers that permission is denied.",
    inputs: &[],
    effect: Effect::Read,
    when_cut: SHORT_ANSWER,
};

fn get_user_info(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let wire = user::me(context, arguments)?;
    Ok(answer(markdown::full(&wire.data), &wire))
}
