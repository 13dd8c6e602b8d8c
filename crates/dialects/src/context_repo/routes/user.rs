//! Who asks, and what this server offers.

use super::{ANYONE, json, of, single};
use crate::context_repo::operations::{capabilities, user};
use crate::context_repo::wire::capabilities::Capabilities;
use crate::context_repo::wire::user::User;
use crate::route::{Family, Method, Route};

const TAG: &str = "Account";

pub fn routes() -> [Route; 2] {
    [ME, CAPABILITIES]
}

const ME: Route = Route {
    method: Method::Get,
    path: "/v1/user/me",
    name: "getUser",
    tag: TAG,
    summary: "Read who asks",
    description: "How the caller is known and which scopes it has.",
    path_inputs: &[],
    query: &[],
    body: None,
    any_of: &[],
    scopes: ANYONE,
    family: Family::ReadOnly,
    success: 200,
    failures: &[],
    response: Some(single::<User>),
    run: |context, arguments| json(user::me(context, arguments)),
};

const CAPABILITIES: Route = Route {
    method: Method::Get,
    path: "/v1/mcp/capabilities",
    name: "getCapabilities",
    tag: TAG,
    summary: "Read what the server offers",
    description: "Version, addresses, model, limits, tools, and how far indexing is. Older clients \
        show it as a resource.",
    path_inputs: &[],
    query: &[],
    body: None,
    any_of: &[],
    scopes: ANYONE,
    family: Family::ReadOnly,
    success: 200,
    failures: &[],
    response: Some(of::<Capabilities>),
    run: |context, arguments| json(capabilities::read(context, arguments)),
};
