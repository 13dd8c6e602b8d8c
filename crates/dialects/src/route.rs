//! What a REST operation is: its public face as plain data, and the function behind it. A request
//! is decoded by the face and the OpenAPI document is printed from it, so the two cannot differ.

mod decode;
mod field;

use domain::caller::Permission;
use domain::{Caller, Result};
use schemars::{Schema, SchemaGenerator};
use serde_json::Value;

pub use field::{Field, FieldKind, ID_PATTERN, Place, object_schema};

use crate::arguments::Arguments;
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

impl Family {
    /// The family's name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::ReadOnly => "readonly",
            Self::Api => "api",
            Self::Scrape => "scrape",
        }
    }
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
    /// What it does, in one line without a full stop.
    pub summary: &'static str,
    /// What a caller should know beyond that, in sentences.
    pub description: &'static str,
    /// Parts of its path.
    pub path_inputs: &'static [Field],
    /// What its query takes.
    pub query: &'static [Field],
    /// What its JSON body takes; `None` when it takes none. A body that is empty is an empty object.
    pub body: Option<&'static [Field]>,
    /// Fields of the body of which a request must have at least one; empty when it need not.
    pub any_of: &'static [&'static str],
    /// The permissions one of which a caller must have; empty when every known caller may.
    pub scopes: &'static [Permission],
    /// Which limit it counts against.
    pub family: Family,
    /// The status of success: 200, 201 or 204.
    pub success: u16,
    /// The statuses of failure beyond those that every operation has: 404, 409.
    pub failures: &'static [u16],
    /// The schema of the answer's JSON; `None` when it has none.
    pub response: Option<fn(&mut SchemaGenerator) -> Schema>,
    /// Carries it out.
    pub run: fn(&Context<'_>, &Arguments) -> Result<Reply>,
}

/// What a request gives a route, before anything is checked.
#[derive(Clone, Debug, Default, PartialEq)]
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

impl Route {
    /// Checks the scope, reads `input` strictly, and carries the operation out.
    ///
    /// # Errors
    /// `NotAllowed` without the scope; `Invalid` when the input has an unknown, repeated, missing
    /// or ill-typed part, which the message names; else what the operation fails with.
    pub fn call(&self, context: &Context<'_>, input: RouteInput) -> Result<Reply> {
        self.check_scopes(context.caller)?;
        let arguments = decode::arguments(self, input)?;
        (self.run)(context, &arguments)
    }

    /// Whether the table lets `caller` in. Each operation of the engine checks again for itself.
    ///
    /// # Errors
    /// `NotAllowed`, naming the first of the scopes that would do.
    pub fn check_scopes(&self, caller: &Caller) -> Result<()> {
        match self.scopes {
            [first, ..] if !self.scopes.iter().any(|s| caller.scopes.allows(*s)) => {
                caller.require(*first)
            }
            _ => Ok(()),
        }
    }

    /// Every part of a request that the route takes: path, then query, then body.
    pub fn fields(&self) -> impl Iterator<Item = (Place, &'static Field)> {
        let at = |place| move |field| (place, field);
        let body = self.body.unwrap_or_default();
        self.path_inputs
            .iter()
            .map(at(Place::Path))
            .chain(self.query.iter().map(at(Place::Query)))
            .chain(body.iter().map(at(Place::Body)))
    }

    /// What the route takes beside its path, in a sentence.
    fn usage(&self) -> String {
        let names: Vec<String> = self
            .fields()
            .filter(|(place, _)| *place != Place::Path)
            .map(|(_, field)| {
                let mark = if field.required { " (required)" } else { "" };
                format!("`{}`{mark}", field.name)
            })
            .collect();
        let call = format!("`{} {}`", self.method.name(), self.path);
        if names.is_empty() {
            return format!("{call} takes no input");
        }
        format!("{call} takes {}", names.join(", "))
    }
}
