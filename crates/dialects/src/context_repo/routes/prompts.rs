//! Prompts.

use domain::{Error, Result};

use super::{
    CHANGE_LOG, CURSOR, DIFF_FROM, DIFF_TO, LIMIT, NEW_TAGS, PROMPTS_READ, PROMPTS_WRITE,
    REPLACED_TAGS, TAGS, VERSION_ID, array, empty, json, list, single,
};
use crate::arguments::Arguments;
use crate::context_repo::operations::prompts;
use crate::context_repo::wire::prompts::Prompt;
use crate::context_repo::wire::versions::{Diff, Version};
use crate::route::{Family, Field, FieldKind, Method, Reply, Route};
use crate::tool::Context;

const TAG: &str = "Prompts";
const ID: Field = Field::required("id", FieldKind::Id, "The prompt's id.").known_as("promptId");

const VARIABLE: &[Field] = &[
    Field::required("name", FieldKind::Variable, "Its name within `${…}`."),
    Field::optional(
        "type",
        FieldKind::Text,
        "What kind of value it takes; `string` unless given.",
    ),
    Field::optional("description", FieldKind::Text, "What it stands for."),
];
const VARIABLES: Field = Field::optional(
    "variables",
    FieldKind::Objects(VARIABLE),
    "What is to be said about the variables of the template, each named once, at most 100. Which variables there \
     are is read off the template itself.",
);

pub fn routes() -> [Route; 8] {
    [LIST, CREATE, READ, UPDATE, DELETE, VERSIONS, RESTORE, DIFF]
}

const LIST: Route = Route {
    method: Method::Get,
    path: "/v1/prompts",
    name: "listPrompts",
    tag: TAG,
    summary: "List prompts",
    description: "Prompts, newest first, page by page. `q` and `tags` are applied before pages are \
        cut, so that no page is short while matches remain. Archived prompts are left out unless \
        `archived` is true (an extension of ibid).",
    path_inputs: &[],
    query: &[
        Field::optional(
            "q",
            FieldKind::Text,
            "Only prompts whose title or description holds this text, in any case.",
        )
        .known_as("search"),
        LIMIT,
        CURSOR,
        TAGS,
        Field::optional(
            "workspace",
            FieldKind::Id,
            "The id of the caller's own workspace. Nothing crosses from one workspace to another, \
             so any other id is answered with 404.",
        ),
        Field::optional(
            "includePublic",
            FieldKind::Flag,
            "Accepted and without effect: a home has no prompts of other people.",
        ),
        Field::optional(
            "archived",
            FieldKind::Flag,
            "Archived prompts, too; false unless given. An extension of ibid.",
        ),
    ],
    body: None,
    any_of: &[],
    scopes: PROMPTS_READ,
    family: Family::ReadOnly,
    success: 200,
    failures: &[404],
    response: Some(list::<Prompt>),
    run: list_prompts,
};

fn list_prompts(context: &Context<'_>, arguments: &Arguments) -> Result<Reply> {
    check_workspace(context, arguments)?;
    json(prompts::list(context, arguments))
}

/// An empty list for a workspace that is not the caller's would read as if it held nothing.
fn check_workspace(context: &Context<'_>, arguments: &Arguments) -> Result<()> {
    match arguments.word("workspace")? {
        Some(id) if id != context.caller.workspace.as_str() => {
            Err(Error::not_found("Workspace not found")
                .hint("a caller works in one workspace; leave `workspace` out"))
        }
        _ => Ok(()),
    }
}

const CREATE: Route = Route {
    method: Method::Post,
    path: "/v1/prompts",
    name: "createPrompt",
    tag: TAG,
    summary: "Create a prompt",
    description: "Saves a new prompt. Title, description and content together hold at most 256 KiB \
        and make it findable by meaning. A second call makes a second prompt.",
    path_inputs: &[],
    query: &[],
    body: Some(&[
        Field::required("title", FieldKind::Filled, "A short name; at most 1 KiB."),
        Field::required(
            "description",
            FieldKind::Filled,
            "What it is for; at most 16 KiB.",
        ),
        Field::required(
            "content",
            FieldKind::Filled,
            "The template, kept verbatim. Placeholders are written `${name}`.",
        ),
        VARIABLES,
        NEW_TAGS,
        Field::optional(
            "engine",
            FieldKind::Text,
            "Accepted for older clients and not stored.",
        ),
        Field::optional(
            "parameters",
            FieldKind::Anything,
            "Accepted for older clients and not stored.",
        ),
    ]),
    any_of: &[],
    scopes: PROMPTS_WRITE,
    family: Family::Api,
    success: 201,
    failures: &[],
    response: Some(single::<Prompt>),
    run: |context, arguments| json(prompts::create(context, arguments)),
};

const READ: Route = Route {
    method: Method::Get,
    path: "/v1/prompts/{id}",
    name: "getPrompt",
    tag: TAG,
    summary: "Read a prompt",
    description: "One prompt in full. Each read counts as a view.",
    path_inputs: &[ID],
    query: &[],
    body: None,
    any_of: &[],
    scopes: PROMPTS_READ,
    family: Family::ReadOnly,
    success: 200,
    failures: &[404],
    response: Some(single::<Prompt>),
    run: |context, arguments| json(prompts::read(context, arguments)),
};

const UPDATE: Route = Route {
    method: Method::Patch,
    path: "/v1/prompts/{id}",
    name: "updatePrompt",
    tag: TAG,
    summary: "Change a prompt",
    description: "Changes the given fields and leaves the others as they are. New content makes a \
        new version and keeps the old one; other changes do not. `variables`, `isPublic` and \
        `isArchived` are extensions of ibid.",
    path_inputs: &[ID],
    query: &[],
    body: Some(&[
        Field::optional("title", FieldKind::Filled, "A new title."),
        Field::optional("description", FieldKind::Filled, "A new description."),
        Field::optional(
            "content",
            FieldKind::Filled,
            "A new template; makes a version.",
        ),
        CHANGE_LOG,
        REPLACED_TAGS,
        VARIABLES,
        Field::optional(
            "isPublic",
            FieldKind::Flag,
            "Whether it is marked as public. A mark only: nothing is published by it.",
        ),
        Field::optional(
            "isArchived",
            FieldKind::Flag,
            "Whether it is put away: kept and readable, but in no list and no search.",
        ),
    ]),
    any_of: &[
        "title",
        "description",
        "content",
        "tags",
        "variables",
        "isPublic",
        "isArchived",
    ],
    scopes: PROMPTS_WRITE,
    family: Family::Api,
    success: 200,
    failures: &[404],
    response: Some(single::<Prompt>),
    run: |context, arguments| json(prompts::update(context, arguments)),
};

const DELETE: Route = Route {
    method: Method::Delete,
    path: "/v1/prompts/{id}",
    name: "deletePrompt",
    tag: TAG,
    summary: "Delete a prompt",
    description: "Deletes a prompt for good, with all its versions, and takes it out of its \
        collections. There is no undo.",
    path_inputs: &[ID],
    query: &[],
    body: None,
    any_of: &[],
    scopes: PROMPTS_WRITE,
    family: Family::Api,
    success: 204,
    failures: &[404],
    response: None,
    run: |context, arguments| empty(prompts::delete(context, arguments)),
};

const VERSIONS: Route = Route {
    method: Method::Get,
    path: "/v1/prompts/{id}/versions",
    name: "listPromptVersions",
    tag: TAG,
    summary: "List the versions of a prompt",
    description: "Every version of the content, newest first, each with an id that a restore \
        takes.",
    path_inputs: &[ID],
    query: &[],
    body: None,
    any_of: &[],
    scopes: PROMPTS_READ,
    family: Family::ReadOnly,
    success: 200,
    failures: &[404],
    response: Some(array::<Version>),
    run: |context, arguments| json(prompts::versions(context, arguments)),
};

const RESTORE: Route = Route {
    method: Method::Post,
    path: "/v1/prompts/{id}/restore",
    name: "restorePromptVersion",
    tag: TAG,
    summary: "Restore a version of a prompt",
    description: "Makes the content of an old version the content of a new one. Nothing is lost: \
        the versions between stay.",
    path_inputs: &[ID],
    query: &[],
    body: Some(&[VERSION_ID]),
    any_of: &[],
    scopes: PROMPTS_WRITE,
    family: Family::Api,
    success: 200,
    failures: &[404],
    response: Some(single::<Prompt>),
    run: |context, arguments| json(prompts::restore(context, arguments)),
};

const DIFF: Route = Route {
    method: Method::Get,
    path: "/v1/prompts/{id}/diff",
    name: "diffPrompt",
    tag: TAG,
    summary: "Compare two versions of a prompt",
    description: "What changed between two versions of the content, line by line, in unified \
        format. An extension of ibid.",
    path_inputs: &[ID],
    query: &[DIFF_FROM, DIFF_TO],
    body: None,
    any_of: &[],
    scopes: PROMPTS_READ,
    family: Family::ReadOnly,
    success: 200,
    failures: &[404],
    response: Some(single::<Diff>),
    run: |context, arguments| json(prompts::diff(context, arguments)),
};
