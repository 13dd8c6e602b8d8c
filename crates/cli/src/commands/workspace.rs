//! `ibid workspace`.

use clap::{Args, Subcommand};
use domain::Error;
use domain::access::Workspace as Kept;
use domain::ids::WorkspaceId;
use serde_json::{Value, json};

use crate::app::App;
use crate::output::text::count;
use crate::output::{Exit, Result};
use crate::reach::Reach;

/// Make, list and delete workspaces
///
/// A workspace has its own documents, prompts and collections, and keys of its own. Nothing crosses
/// from one to another. `--workspace NAME` on other commands, or `IBID_WORKSPACE`, chooses one.
#[derive(Debug, Args)]
pub struct Workspace {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Create(Create),
    List(List),
    Delete(Delete),
}

/// Make a workspace
#[derive(Debug, Args)]
pub struct Create {
    /// Its name: lower-case letters, digits and `-`
    #[arg(value_name = "NAME")]
    name: String,
}

/// List the workspaces
///
/// With `--json`: `workspaces` (`name`, `createdAt`; 0 for the default one).
#[derive(Debug, Args)]
pub struct List {}

/// Delete a workspace with everything in it, for good
///
/// Its documents, prompts, collections and keys go. Without `--yes` nothing is deleted, and what
/// would go is said. The default workspace stays.
#[derive(Debug, Args)]
pub struct Delete {
    /// The name of the workspace
    #[arg(value_name = "NAME")]
    name: String,

    /// Do it
    #[arg(long)]
    yes: bool,
}

impl Workspace {
    /// Runs the command.
    ///
    /// # Errors
    /// Why it failed.
    pub fn run(self, app: &App) -> Result<Exit> {
        match self.command {
            Command::Create(command) => command.run(app),
            Command::List(command) => command.run(app),
            Command::Delete(command) => command.run(app),
        }
    }
}

impl Create {
    fn run(self, app: &App) -> Result<Exit> {
        let reach = app.reach_whole("ibid workspace create", true)?;
        let made = reach.create_workspace(&self.name, &app.signals.cancel)?;
        if app.output.is_json() {
            app.output.document(&document(&made))?;
        } else {
            app.output.answer(&format!("created    {}", made.id))?;
        }
        Ok(Exit::Ok)
    }
}

impl List {
    fn run(self, app: &App) -> Result<Exit> {
        let reach = app.reach_whole("ibid workspace list", false)?;
        let workspaces = reach.workspaces(&app.signals.cancel)?;
        if app.output.is_json() {
            let list: Vec<Value> = workspaces.iter().map(document).collect();
            app.output.document(&json!({ "workspaces": list }))?;
        } else {
            let names: Vec<&str> = workspaces.iter().map(|w| w.id.as_str()).collect();
            app.output.answer(&names.join("\n"))?;
        }
        Ok(Exit::Ok)
    }
}

impl Delete {
    fn run(self, app: &App) -> Result<Exit> {
        let id = WorkspaceId::parse(&self.name)?;
        let reach = app.reach_whole("ibid workspace delete", true)?;
        let contents = contents(app, reach.as_ref(), &id)?;
        if !self.yes {
            let refusal = Error::invalid(format!("deleting `{id}` removes {contents} for good"));
            return Err(refusal.hint("add `--yes` to do it").into());
        }
        reach.delete_workspace(&id, &app.signals.cancel)?;
        if app.output.is_json() {
            let deleted = json!({"name": id.as_str(), "deleted": true});
            app.output.document(&deleted)?;
        } else {
            app.output
                .answer(&format!("deleted    {id}  ({contents})"))?;
        }
        Ok(Exit::Ok)
    }
}

/// What a workspace holds, in words.
fn contents(app: &App, reach: &dyn Reach, id: &WorkspaceId) -> domain::Result<String> {
    let cancel = &app.signals.cancel;
    if reach.workspaces(cancel)?.iter().all(|w| w.id != *id) {
        let error = Error::not_found(format!("there is no workspace `{id}`"));
        return Err(error.hint("`ibid workspace list` shows those that there are"));
    }
    let status = reach.status_of(id, cancel)?;
    let keys = reach.keys(cancel)?;
    let keys = keys.iter().filter(|key| key.workspace == *id).count();
    Ok(format!(
        "{}, {}, {} and {}",
        count(status.coverage.documents, "document", "documents"),
        count(status.coverage.prompts, "prompt", "prompts"),
        count(status.collections, "collection", "collections"),
        count(keys as u64, "key", "keys"),
    ))
}

fn document(workspace: &Kept) -> Value {
    json!({"name": workspace.id.as_str(), "createdAt": workspace.created_ms})
}
