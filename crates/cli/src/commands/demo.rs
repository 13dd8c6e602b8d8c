//! `ibid demo`.

mod agents;
mod library;
mod stage;

use std::time::Instant;

use clap::Args;
use domain::ids::WorkspaceId;
use domain::item::Tags;
use domain::operations::files::Outcome;
use domain::{Cancel, Error};
use serde_json::Value;

use super::add::{Adding, Report, add_files, index, read_file};
use super::prompt::PromptFile;
use super::show::Arguments;
use crate::app::App;
use crate::compose::{self, Access, Open, Opening};
use crate::config::Config;
use crate::output::text::count;
use crate::output::{Exit, Result};
use crate::reach::Reach as _;
use crate::walk::Found;
use stage::Stage;

/// Show what ibid does, on a small sample library in a throw-away home
///
/// Nothing of yours is read or written; the home is removed at the end.
///
/// With `--json`: `home`, `documents`, `prompts`, `collections`, `encoded`, `seconds`, `steps`
/// (`command`, `answer`, `notes`) and `agents` (`claudeCode`, `mcpServers`, `codex`).
#[derive(Debug, Args)]
pub struct Demo {}

const CATALOG_QUERY: &str = "HIPAA compliance";
const PROMPT_QUERY: &str = "answer an angry customer";
const PASSAGE_QUERY: &str = "who decides what happens to goods that got too warm";
const LITERAL_QUERY: &str = "Kältemittel";
const ABSENT_QUERY: &str = "how volcanoes form";

impl Demo {
    /// Runs the demonstration.
    ///
    /// # Errors
    /// A machine without room for temporary files, an interrupted run.
    pub fn run(self, app: &App) -> Result<Exit> {
        let folder = compose::temporary_folder()?;
        let home = folder.path().join("home");
        let opening = Opening {
            access: Access::ReadWrite,
            command: "ibid demo",
            workspace: &WorkspaceId::default_workspace(),
            config: &Config::default(),
        };
        let open = compose::open(&home, opening)?;
        let mut stage = Stage::new(app, &home);
        stage.prose(&format!(
            "This demo works in a throw-away home, {}; nothing of yours is read or written.",
            home.display()
        ))?;
        fill(app, &open, folder.path(), &mut stage)?;
        search(&open, &app.signals.cancel, &mut stage)?;
        agents::show(&mut stage)?;
        drop(open);
        folder
            .close()
            .map_err(|_| Error::internal("the throw-away home could not be removed"))?;
        stage.finish()?;
        Ok(Exit::Ok)
    }
}

/// Adds the library and the prompts, and gives them their vectors.
fn fill(app: &App, open: &Open, folder: &std::path::Path, stage: &mut Stage<'_>) -> Result<()> {
    let started = Instant::now();
    stage.heading("Add documents and prompts")?;
    let mut report = Report::new(&Found::default());
    for group in library::groups() {
        let files = library::write(&folder.join("library"), &group)?;
        stage.command(&format!(
            "ibid add {} --collection \"{}\" --tag {}",
            library::typed(&group),
            group.collection,
            group.tag
        ))?;
        let cancel = &app.signals.cancel;
        let name = group.collection;
        let collection = open.ensure_collection(name, cancel)?;
        let adding = Adding {
            tags: Tags::new([group.tag])?,
            collection: Some(collection),
            read: &read_file,
        };
        add_files(app, open, &files, &adding, &mut report)?;
    }
    stage.command("ibid prompt add prompts/…")?;
    add_prompts(open, &app.signals.cancel, stage)?;
    let encoded = index(app, open)?.report.map_or(0, |report| report.encoded);
    let seconds = started.elapsed().as_secs_f64();
    stage.prose(&format!(
        "\n{} and {} in {}: {} encoded in {seconds:.1} seconds.",
        count(report.count(Outcome::Added), "document", "documents"),
        count(library::PROMPTS.len() as u64, "prompt", "prompts"),
        count(library::groups().len() as u64, "collection", "collections"),
        count(encoded, "passage or prompt", "passages and prompts"),
    ))?;
    stage.filled(encoded, seconds);
    Ok(())
}

fn add_prompts(open: &Open, cancel: &Cancel, stage: &mut Stage<'_>) -> Result<()> {
    for (_, text) in library::PROMPTS {
        let prompt = PromptFile::parse(text);
        let title = prompt.title.unwrap_or_default();
        let arguments = Arguments::default()
            .with("title", title.clone())
            .with("description", prompt.description.unwrap_or_default())
            .with("content", prompt.content)
            .list("tags", &prompt.tags);
        let answer = open.call(
            "create_prompt",
            &Value::Object(arguments.into_map()),
            cancel,
        );
        if let Some(error) = answer.error {
            return Err(error.into());
        }
        stage.progress(&format!("added      {title}"))?;
    }
    Ok(())
}

/// The searches: catalog, then passages, then around a passage, then what is not there.
fn search(open: &Open, cancel: &Cancel, stage: &mut Stage<'_>) -> Result<()> {
    let call = |stage: &mut Stage<'_>, command: &str, tool: &str, arguments: Arguments| {
        let answer = open.call(tool, &Value::Object(arguments.into_map()), cancel);
        stage.answer(command, answer)
    };
    let query = |text: &str| Arguments::default().with("query", text);

    stage.heading("Which artifact is relevant? The catalog, by meaning")?;
    let command = format!("ibid find \"{CATALOG_QUERY}\"");
    call(stage, &command, "find_items", query(CATALOG_QUERY))?;
    stage.prose("\nPrompts are found in the same way.\n")?;
    let command = format!("ibid find \"{PROMPT_QUERY}\" --type prompts");
    let arguments = query(PROMPT_QUERY).with("type", "prompts");
    call(stage, &command, "find_items", arguments)?;

    stage.heading("What does it say? First the document, then the passage inside it")?;
    let command = format!("ibid find \"{PASSAGE_QUERY}\" --type documents");
    let arguments = query(PASSAGE_QUERY).with("type", "documents");
    let found = call(stage, &command, "find_items", arguments)?;
    let document = text_at(&found, "/data/documents/0/documentId")?;
    stage.prose("\nThe first row's id goes into the second step.\n")?;
    let command = format!("ibid deep \"{PASSAGE_QUERY}\" --document {document} --limit 3");
    let arguments = query(PASSAGE_QUERY)
        .with("documentId", document)
        .with("limit", 3);
    let passages = call(stage, &command, "deep_search", arguments)?;

    stage.heading("What stands around it? The passage with its neighbours")?;
    let chunk = text_at(&passages, "/data/results/0/chunkId")?;
    let command = format!("ibid expand {chunk} surrounding --count 1");
    let arguments = Arguments::default()
        .with("chunkId", chunk)
        .with("direction", "surrounding")
        .with("count", 1);
    call(stage, &command, "deep_expand", arguments)?;

    stage.heading("The words themselves, in any language")?;
    let command = format!("ibid find \"{LITERAL_QUERY}\" --literal");
    let arguments = query(LITERAL_QUERY).with("semantic", false);
    call(stage, &command, "find_items", arguments)?;

    stage.heading("Nothing fits? Then the answer says why, and what came nearest")?;
    let command = format!("ibid find \"{ABSENT_QUERY}\"");
    call(stage, &command, "find_items", query(ABSENT_QUERY))?;
    Ok(())
}

/// An id in an answer.
fn text_at(answer: &Value, pointer: &str) -> Result<String> {
    let text = answer.pointer(pointer).and_then(Value::as_str);
    text.map(str::to_owned).ok_or_else(|| {
        Error::internal(format!("the sample library gave no answer at `{pointer}`")).into()
    })
}
