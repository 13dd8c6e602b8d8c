//! What a REST operation is: its public face as plain data, and the function behind it. A server
//! decodes a message by the face and the OpenAPI document is made of it, so the two cannot differ.

use domain::Result;
use domain::caller::Permission;
use serde_json::{Map, Value};

use crate::arguments::Arguments;
use crate::schema::Input;
use crate::tool::Context;

/// The method of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Method {
    /// Reads.
    Get,
    /// Creates, or asks with a body.
    Post,
    /// Changes the given fields.
    Patch,
    /// Replaces; in one contract, removes members.
    Put,
    /// Removes.
    Delete,
}

impl Method {
    /// The method's name in HTTP.
    pub fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Patch => "PATCH",
            Self::Put => "PUT",
            Self::Delete => "DELETE",
        }
    }
}

/// Which limit of calls per minute an operation counts against.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// It reads.
    ReadOnly,
    /// It writes, or takes long.
    Api,
    /// It fetches from the web.
    Scrape,
}

/// One REST operation.
#[derive(Clone, Copy)]
pub struct Route {
    /// Its method.
    pub method: Method,
    /// Its path, with `{name}` for each of `path_inputs`, in order.
    pub path: &'static str,
    /// Its `operationId`: camel case, unique.
    pub name: &'static str,
    /// The group it is shown in.
    pub tag: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// What a caller should know beyond that; may be empty.
    pub description: &'static str,
    /// Parts of its path.
    pub path_inputs: &'static [Input],
    /// What its query takes.
    pub query: &'static [Input],
    /// What its JSON body takes; `None` when it takes none. A body that is empty is an empty object.
    pub body: Option<&'static [Input]>,
    /// The permissions one of which a caller must have; empty when every known caller may.
    pub scopes: &'static [Permission],
    /// Which limit it counts against.
    pub family: Family,
    /// The status of success: 200, 201 or 204.
    pub success: u16,
    /// The kinds of failure beyond 400, 401, 403, 429 and 500, as statuses: 404, 409, 413, 503.
    pub failures: &'static [u16],
    /// The schema of the answer's JSON; `None` when it has none.
    pub response: Option<fn() -> Value>,
    /// Carries it out.
    pub run: fn(&Context<'_>, &Arguments) -> Result<Reply>,
}

/// What a request gives a route, before anything is checked.
#[derive(Clone, Debug, Default)]
pub struct RouteInput {
    /// The values of the path's parts, decoded, in order.
    pub path: Vec<String>,
    /// The pairs of the query, decoded, in order.
    pub query: Vec<(String, String)>,
    /// The body, when there is one.
    pub body: Option<Value>,
}

/// The answer of a route.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// JSON.
    Json(Value),
    /// Nothing: status 204.
    Empty,
}

/// The values of a request by the names of its inputs.
pub type Values = Map<String, Value>;
