//! The routes under `/local/`: what only the owner's processes may do.

use std::path::Path;
use std::sync::Arc;

use axum::extract::Request;
use axum::response::Response;
use dialects::context_repo::Profile;
use dialects::context_repo::failures::Failure;
use domain::access::KeyId;
use domain::caller::{Caller, Identity, Permission, ScopeSet};
use domain::ids::WorkspaceId;
use domain::item::Tags;
use domain::operations::access::CreateKey as KeyToMake;
use domain::operations::files::AddFile;
use domain::{Cancel, Error, ErrorKind, Result, limits};
use http::{Method, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::answer::{self, Asked};
use crate::app::App;
use crate::gate::Visit;
use crate::local::{self, FILES, HANDOVER, KEYS, OWNER, STATUS, WORKSPACES};
use crate::work::LONG_CALL_TIME;
use crate::{body, percent};

/// The longest body but that of a file, in bytes.
const BODY_BYTES_MAX: usize = 64 * 1024;

/// Answers a request of one of the owner's processes.
pub async fn answer(app: &Arc<App>, visit: &Visit, request: Request, asked: &Asked) -> Response {
    let principal = match visit.known() {
        Ok(principal) => principal,
        Err(refusal) => return refusal.answer(asked),
    };
    if principal.identity != Identity::Local {
        let refused = Failure::new(403, "a key does not open the routes of the home's owner");
        return answer::failure(asked, &refused);
    }
    let caller = principal.caller.clone();
    let path = request.uri().path().to_owned();
    let (place, id) = split(&path);
    let answered = match (request.method(), place, id) {
        (&Method::GET, OWNER, None) => Ok(answer::json(StatusCode::OK, &app.owner)),
        (&Method::POST, HANDOVER, None) => hand_over(app),
        (&Method::GET, STATUS, None) => status(app, caller).await,
        (&Method::POST, FILES, None) => add_file(app, caller, request).await,
        (&Method::GET, KEYS, None) => keys(app).await,
        (&Method::POST, KEYS, None) => create_key(app, caller, request).await,
        (&Method::DELETE, KEYS, Some(id)) => revoke_key(app, id).await,
        (&Method::GET, WORKSPACES, None) => workspaces(app).await,
        (&Method::POST, WORKSPACES, None) => create_workspace(app, request).await,
        (&Method::DELETE, WORKSPACES, Some(id)) => delete_workspace(app, id).await,
        (_, place, id) => return unanswered(place, id, asked),
    };
    answered.unwrap_or_else(|error| {
        if error.kind == ErrorKind::Internal {
            (app.log)(&format!("{place}: {error}"));
        }
        answer::failure(asked, &Failure::from(&error))
    })
}

/// A place, and the id below it where there is one.
fn split(path: &str) -> (&str, Option<&str>) {
    for place in [KEYS, WORKSPACES] {
        let id = path
            .strip_prefix(place)
            .and_then(|rest| rest.strip_prefix('/'));
        if let Some(id) = id {
            return (place, Some(id));
        }
    }
    (path, None)
}

fn unanswered(place: &str, id: Option<&str>, asked: &Asked) -> Response {
    let allowed = match (place, id) {
        (KEYS | WORKSPACES, Some(_)) => "DELETE",
        (KEYS | WORKSPACES, None) => "GET, POST",
        (OWNER | STATUS, None) => "GET",
        (FILES | HANDOVER, None) => "POST",
        _ => return answer::unknown_path(asked),
    };
    answer::wrong_method(asked, allowed)
}

fn hand_over(app: &App) -> Result<Response> {
    let Some(handover) = &app.handover else {
        let holder = &app.owner.holder;
        return Err(Error::new(
            ErrorKind::Conflict,
            format!("{holder} owns the home and does not give it up"),
        )
        .hint("stop it, or work through it"));
    };
    handover();
    Ok(answer::json(StatusCode::ACCEPTED, &app.owner))
}

async fn status(app: &Arc<App>, caller: Caller) -> Result<Response> {
    run(app, StatusCode::OK, move |app, cancel| {
        let status = app.service.engine.status(&caller, cancel)?;
        Ok(local::Status::from(status))
    })
    .await
}

async fn add_file(app: &Arc<App>, caller: Caller, request: Request) -> Result<Response> {
    let query = percent::query_pairs(request.uri().query().unwrap_or_default())?;
    let wanted = FileQuery::of(query)?;
    let bytes = body::read(request.into_body(), limits::TEXT_BYTES_MAX).await?;
    run(app, StatusCode::OK, move |app, cancel| {
        let engine = &app.service.engine;
        let collection = match &wanted.collection {
            Some(name) => Some(engine.ensure_collection(&caller, name, cancel)?.id),
            None => None,
        };
        let file = AddFile {
            path: &wanted.path,
            file_name: &wanted.name,
            bytes: &bytes,
            tags: wanted.tags.clone(),
            collection,
        };
        // Owner and client are on one machine, so the owner can see which paths are gone.
        let exists = |path: &str| Path::new(path).exists();
        let added = engine.add_file(&caller, &file, &exists, cancel)?;
        Ok(local::FileAdded::from(added))
    })
    .await
}

/// What the query of an added file says.
struct FileQuery {
    path: String,
    name: String,
    tags: Tags,
    collection: Option<String>,
}

impl FileQuery {
    fn of(query: Vec<(String, String)>) -> Result<Self> {
        let (mut path, mut name, mut collection) = (None, None, None);
        let mut tags = Vec::new();
        for (key, value) in query {
            match key.as_str() {
                "path" => path = Some(value),
                "name" => name = Some(value),
                "collection" => collection = Some(value),
                "tag" => tags.push(value),
                _ => return Err(Error::invalid(format!("unknown parameter `{key}`"))),
            }
        }
        let required = |name: &str, value: Option<String>| {
            let filled = value.filter(|value| !value.is_empty());
            filled.ok_or_else(|| Error::invalid(format!("`{name}` is required")))
        };
        Ok(Self {
            path: required("path", path)?,
            name: required("name", name)?,
            tags: Tags::new(&tags)?,
            collection,
        })
    }
}

async fn keys(app: &Arc<App>) -> Result<Response> {
    run(app, StatusCode::OK, |app, cancel| {
        let keys = app.access.keys(cancel)?;
        Ok(local::Keys {
            keys: keys.into_iter().map(local::Key::from).collect(),
        })
    })
    .await
}

async fn create_key(app: &Arc<App>, caller: Caller, request: Request) -> Result<Response> {
    let wanted: local::CreateKey = json_body(request).await?;
    let key = key_to_make(wanted, &caller.workspace)?;
    run(app, StatusCode::CREATED, move |app, cancel| {
        let made = app.access.create_key(&key, cancel)?;
        Ok(local::CreatedKey::from(made))
    })
    .await
}

/// The key that is asked for; without a workspace of its own it opens that of the request.
fn key_to_make(wanted: local::CreateKey, workspace: &WorkspaceId) -> Result<KeyToMake> {
    let scopes: Result<Vec<Permission>> = wanted.scopes.iter().map(|s| permission(s)).collect();
    let workspace = match &wanted.workspace {
        Some(id) => WorkspaceId::parse(id)?,
        None => workspace.clone(),
    };
    if let Some(tools) = &wanted.tools {
        // A key whose tools cannot be read would fail at its first connection.
        Profile::parse(tools)?;
    }
    Ok(KeyToMake {
        name: wanted.name,
        workspace,
        scopes: ScopeSet::of(&scopes?),
        tools: wanted.tools,
        expires_ms: wanted.expires_ms,
    })
}

fn permission(name: &str) -> Result<Permission> {
    Permission::parse(name).ok_or_else(|| {
        let all = Permission::ALL.map(Permission::name).join(", ");
        Error::invalid(format!("there is no scope `{name}`")).hint(format!("give some of {all}"))
    })
}

async fn revoke_key(app: &Arc<App>, id: &str) -> Result<Response> {
    let id = KeyId::parse(id)?;
    run(app, StatusCode::OK, move |app, cancel| {
        let key = app.access.revoke_key(&id, cancel)?;
        Ok(local::Key::from(key))
    })
    .await
}

async fn workspaces(app: &Arc<App>) -> Result<Response> {
    run(app, StatusCode::OK, |app, cancel| {
        let workspaces = app.access.workspaces(cancel)?;
        Ok(local::Workspaces {
            workspaces: workspaces.into_iter().map(local::Workspace::from).collect(),
        })
    })
    .await
}

async fn create_workspace(app: &Arc<App>, request: Request) -> Result<Response> {
    let wanted: local::CreateWorkspace = json_body(request).await?;
    run(app, StatusCode::CREATED, move |app, cancel| {
        let made = app.access.create_workspace(&wanted.id, cancel)?;
        Ok(local::Workspace::from(made))
    })
    .await
}

async fn delete_workspace(app: &Arc<App>, id: &str) -> Result<Response> {
    let id = WorkspaceId::parse(id)?;
    run(app, StatusCode::NO_CONTENT, move |app, cancel| {
        app.access.delete_workspace(&id, cancel)
    })
    .await
}

/// Runs an operation and answers with what it gives; with 204 there is nothing to give.
async fn run<T: Serialize + Send + 'static>(
    app: &Arc<App>,
    success: StatusCode,
    call: impl FnOnce(&App, &Cancel) -> Result<T> + Send + 'static,
) -> Result<Response> {
    let shared = Arc::clone(app);
    let done = app
        .calls
        .run(LONG_CALL_TIME, move |cancel| call(&shared, cancel));
    let value = done.await?;
    Ok(if success == StatusCode::NO_CONTENT {
        answer::empty()
    } else {
        answer::json(success, &value)
    })
}

async fn json_body<T: DeserializeOwned>(request: Request) -> Result<T> {
    let bytes = body::read(request.into_body(), BODY_BYTES_MAX).await?;
    let value: Value = serde_json::from_slice(&bytes)
        .map_err(|error| Error::invalid(format!("the body is no JSON: {error}")))?;
    serde_json::from_value(value).map_err(|error| Error::invalid(format!("the body: {error}")))
}
