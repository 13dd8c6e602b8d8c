//! The owner's `/local/`: what commands need beside the tools.

use std::time::{Duration, Instant};

use bytes::Bytes;
use dialects::ToolOutput;
use domain::access::{ApiKey, KeyId, Workspace};
use domain::ids::{CollectionId, WorkspaceId};
use domain::item::{Collection, Tags};
use domain::operations::access::{CreateKey, CreatedKey};
use domain::operations::files::AddedFile;
use domain::operations::status;
use domain::{Cancel, Error, Result};
use engine::Progress;
use http_server::local::{self as wire, FILES, HANDOVER, KEYS, OWNER, STATUS, WORKSPACES};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::wire::{added_file, api_key, encoded, response, workspace};
use super::{Attached, Fault, failure};
use crate::app::LOOK_AGAIN;
use crate::reach::{Indexed, NewFile, Reach};

/// How long a waiting command sleeps before it asks again.
const ASK_AGAIN: Duration = Duration::from_millis(100);
/// How long a command waits for the next owner when the home changes hands under it.
const NEW_OWNER_MAX: Duration = Duration::from_secs(2);
/// Where a server says how it is reached.
const SERVER_CARD: &str = "/.well-known/mcp/server-card.json";
/// How many collections are looked at in one call.
const PAGE: i64 = 100;

impl Attached {
    /// Asks the owner to give the home up. It does so after its answer.
    ///
    /// # Errors
    /// `Conflict` or `Locked` when it does not, `Unavailable` when nobody answers.
    pub fn ask_for_the_home(&self, cancel: &Cancel) -> Result<()> {
        let answer = self
            .send(
                ::http::Method::POST,
                HANDOVER.to_owned(),
                Bytes::new(),
                cancel,
            )
            .map_err(|fault| failure::without_answer(fault, None))?;
        match answer.status {
            200..=299 => Ok(()),
            _ => Err(failure::of_answer(&answer)),
        }
    }

    /// Who owns the home.
    ///
    /// # Errors
    /// `Unavailable` when nobody answers.
    pub fn owner(&self, cancel: &Cancel) -> Result<wire::Owner> {
        self.get(OWNER, cancel)
    }

    /// Where links into the owner's server start, without a slash at the end.
    ///
    /// # Errors
    /// `Unavailable` when nobody answers.
    pub fn url(&self, cancel: &Cancel) -> Result<String> {
        let card: Value = self.get(SERVER_CARD, cancel)?;
        let endpoint = card["transport"]["endpoint"].as_str().unwrap_or_default();
        let url = endpoint.strip_suffix("/mcp").unwrap_or(endpoint);
        Ok(url.to_owned())
    }

    fn get<T: DeserializeOwned>(&self, path: &str, cancel: &Cancel) -> Result<T> {
        self.fetch(
            ::http::Method::GET,
            path.to_owned(),
            Bytes::new(),
            None,
            cancel,
        )
    }

    /// Sends a request that changes something, which `what` names.
    fn change<T: DeserializeOwned>(
        &self,
        method: ::http::Method,
        path: String,
        body: Bytes,
        what: &str,
        cancel: &Cancel,
    ) -> Result<T> {
        self.fetch(method, path, body, Some(what), cancel)
    }

    fn fetch<T: DeserializeOwned>(
        &self,
        method: ::http::Method,
        path: String,
        body: Bytes,
        what: Option<&str>,
        cancel: &Cancel,
    ) -> Result<T> {
        let answer = patiently(cancel, || {
            self.send(method.clone(), path.clone(), body.clone(), cancel)
        })
        .map_err(|fault| failure::without_answer(fault, what))?;
        if !(200..=299).contains(&answer.status) {
            return Err(failure::of_answer(&answer));
        }
        // Nothing is no JSON, but it is what an empty answer says.
        let body = if answer.body.is_empty() {
            &b"null"[..]
        } else {
            &answer.body[..]
        };
        serde_json::from_slice(body).map_err(|_| {
            Error::internal("the process that owns the home answers in another way")
                .hint("it may be another version of ibid: end it and try again")
        })
    }

    /// The collection of this name, if there is one.
    fn collection_named(&self, name: &str, cancel: &Cancel) -> Result<Option<Collection>> {
        let mut arguments = json!({"search": name, "limit": PAGE});
        loop {
            let page = structured(self.call("list_collections", &arguments, cancel))?;
            let rows = page["data"].as_array().map_or(&[][..], Vec::as_slice);
            if let Some(row) = rows.iter().find(|row| row["name"] == name) {
                return collection(row, name).map(Some);
            }
            match page["pagination"]["cursor"].as_str() {
                Some(cursor) => arguments["cursor"] = cursor.into(),
                None => return Ok(None),
            }
        }
    }
}

impl Reach for Attached {
    fn workspace(&self) -> &WorkspaceId {
        &self.workspace
    }

    fn call(&self, tool: &str, arguments: &Value, cancel: &Cancel) -> ToolOutput {
        match patiently(cancel, || self.call_tool(tool, arguments, cancel)) {
            Ok(output) => output,
            Err(fault) => {
                let what = format!("`{tool}`");
                let what = (!super::mcp::only_reads(tool)).then_some(what.as_str());
                super::mcp::failed(failure::without_answer(fault, what))
            }
        }
    }

    fn status_of(&self, workspace: &WorkspaceId, cancel: &Cancel) -> Result<status::Response> {
        let there = Self {
            workspace: workspace.clone(),
            ..self.clone()
        };
        let status: wire::Status = there.get(STATUS, cancel)?;
        response(status)
    }

    fn ensure_collection(&self, name: &str, cancel: &Cancel) -> Result<Collection> {
        let name = name.trim();
        if let Some(collection) = self.collection_named(name, cancel)? {
            return Ok(collection);
        }
        let made = structured(self.call("create_collection", &json!({"name": name}), cancel))?;
        collection(&made["data"], name)
    }

    fn add_file(&self, file: &NewFile<'_>, cancel: &Cancel) -> Result<AddedFile> {
        let mut query = vec![("path", file.path), ("name", file.file_name)];
        query.extend(file.tags.as_slice().iter().map(|tag| ("tag", tag.as_str())));
        query.extend(file.collection.map(|c| ("collection", c.name.as_str())));
        let path = format!("{FILES}?{}", encoded(&query));
        let body = Bytes::copy_from_slice(file.bytes);
        let what = "adding the file";
        let added: wire::FileAdded = self.change(::http::Method::POST, path, body, what, cancel)?;
        added_file(added)
    }

    fn index(&self, show: &mut dyn FnMut(Progress), cancel: &Cancel) -> Result<Indexed> {
        let mut most = 0;
        loop {
            let pending = self.status_of(&self.workspace, cancel)?.coverage.pending;
            most = most.max(pending);
            show(Progress {
                done: most - pending,
                left: pending,
            });
            if pending == 0 {
                return Ok(Indexed {
                    report: None,
                    pending,
                });
            }
            cancel.check()?;
            std::thread::sleep(ASK_AGAIN);
        }
    }

    fn create_key(&self, request: &CreateKey, cancel: &Cancel) -> Result<CreatedKey> {
        let body = wire::CreateKey {
            name: request.name.clone(),
            workspace: Some(request.workspace.to_string()),
            scopes: request
                .scopes
                .names()
                .into_iter()
                .map(str::to_owned)
                .collect(),
            tools: request.tools.clone(),
            expires_ms: request.expires_ms,
        };
        let what = "making the key";
        let method = ::http::Method::POST;
        let made: wire::CreatedKey =
            self.change(method, KEYS.to_owned(), json_body(&body), what, cancel)?;
        Ok(CreatedKey {
            key: api_key(made.key)?,
            secret: made.secret,
        })
    }

    fn keys(&self, cancel: &Cancel) -> Result<Vec<ApiKey>> {
        let listed: wire::Keys = self.get(KEYS, cancel)?;
        listed.keys.into_iter().map(api_key).collect()
    }

    fn revoke_key(&self, id: &KeyId, cancel: &Cancel) -> Result<ApiKey> {
        let path = format!("{KEYS}/{id}");
        let what = "revoking the key";
        let method = ::http::Method::DELETE;
        let key: wire::Key = self.change(method, path, Bytes::new(), what, cancel)?;
        api_key(key)
    }

    fn create_workspace(&self, name: &str, cancel: &Cancel) -> Result<Workspace> {
        let body = wire::CreateWorkspace {
            id: name.to_owned(),
        };
        let what = "making the workspace";
        let (method, path) = (::http::Method::POST, WORKSPACES.to_owned());
        let made: wire::Workspace = self.change(method, path, json_body(&body), what, cancel)?;
        workspace(made)
    }

    fn workspaces(&self, cancel: &Cancel) -> Result<Vec<Workspace>> {
        let listed: wire::Workspaces = self.get(WORKSPACES, cancel)?;
        listed.workspaces.into_iter().map(workspace).collect()
    }

    fn delete_workspace(&self, id: &WorkspaceId, cancel: &Cancel) -> Result<()> {
        let path = format!("{WORKSPACES}/{id}");
        let what = "deleting the workspace";
        let method = ::http::Method::DELETE;
        self.change::<Value>(method, path, Bytes::new(), what, cancel)?;
        Ok(())
    }

    fn now_ms(&self) -> i64 {
        crate::compose::now_ms()
    }

    fn is_stand_in(&self) -> bool {
        false
    }
}

/// Repeats what certainly reached nobody for a moment: the home may be changing hands.
fn patiently<T>(
    cancel: &Cancel,
    mut send: impl FnMut() -> std::result::Result<T, Fault>,
) -> std::result::Result<T, Fault> {
    let until = Instant::now() + NEW_OWNER_MAX;
    loop {
        match send() {
            Err(Fault::NotSent) if Instant::now() < until && !cancel.is_cancelled() => {
                std::thread::sleep(LOOK_AGAIN);
            }
            outcome => return outcome,
        }
    }
}

fn json_body(value: &impl serde::Serialize) -> Bytes {
    serde_json::to_vec(value)
        .expect("plain data is written as JSON")
        .into()
}

fn structured(output: ToolOutput) -> Result<Value> {
    match output.error {
        Some(error) => Err(error),
        None => Ok(output.structured.unwrap_or_default()),
    }
}

/// What commands use of a collection: its id and its name.
fn collection(row: &Value, name: &str) -> Result<Collection> {
    Ok(Collection {
        id: CollectionId::parse(row["id"].as_str().unwrap_or_default())?,
        name: name.to_owned(),
        description: None,
        color: None,
        icon: None,
        tags: Tags::default(),
        item_count: 0,
        created_ms: 0,
        updated_ms: 0,
    })
}
