//! `ibid status`.

use clap::Args;
use domain::item::Kind;
use domain::operations::status::Response;
use serde_json::{Value, json};

use crate::app::App;
use crate::output::text::{self, count, one_line};
use crate::output::{Exit, Result};

/// Show what the home holds and how far indexing is
///
/// With `--json`: `home`, `workspace`, `exists`, `writable`, `sequence` (counts the writes), `model`,
/// `generation` (`number`, `model`, `dimension`; null before the first), `documents`,
/// `documentsWithTree`, `prompts`, `collections`, `embedded`, `pending`, `notCovered` (chunks and
/// prompts with, waiting for and without a vector), `itemsPending`, `itemsFailed`, and
/// `failures` (`type`, `id`, `title`, `error`; at most 100).
#[derive(Debug, Args)]
pub struct Status {}

impl Status {
    /// Prints the state of the home.
    ///
    /// # Errors
    /// A home that cannot be opened.
    pub fn run(self, app: &App) -> Result<Exit> {
        let reach = app.reach_to_look("ibid status")?;
        let status = reach.status(&app.signals.cancel)?;
        if app.output.is_json() {
            let exists = !reach.is_stand_in();
            app.output.document(&document(app, exists, &status))?;
        } else {
            app.output.answer(&page(app, &status))?;
        }
        Ok(Exit::Ok)
    }
}

fn document(app: &App, exists: bool, status: &Response) -> Value {
    let coverage = &status.coverage;
    let generation = status
        .generation
        .as_ref()
        .map(|g| json!({"number": g.number, "model": g.model, "dimension": g.dimension}));
    let failures: Vec<Value> = status
        .failures
        .iter()
        .map(|f| {
            json!({
                "type": kind_name(f.item.kind()),
                "id": f.item.as_str(),
                "title": f.title,
                "error": f.error,
            })
        })
        .collect();
    json!({
        "home": text::path(&app.home),
        "workspace": app.workspace.as_str(),
        "exists": exists,
        "writable": status.writable,
        "sequence": status.sequence,
        "model": status.model,
        "generation": generation,
        "documents": coverage.documents,
        "documentsWithTree": coverage.documents_with_tree,
        "prompts": coverage.prompts,
        "collections": status.collections,
        "embedded": coverage.embedded,
        "pending": coverage.pending,
        "notCovered": coverage.not_covered,
        "itemsPending": coverage.items_pending,
        "itemsFailed": coverage.items_failed,
        "failures": failures,
    })
}

fn page(app: &App, status: &Response) -> String {
    let coverage = &status.coverage;
    let access = if status.writable { "" } else { " (read only)" };
    let mut lines = vec![
        format!("home         {}{access}", text::path(&app.home)),
        format!("workspace    {}", app.workspace),
        format!("model        {}", status.model),
        format!("documents    {}", coverage.documents),
        format!("prompts      {}", coverage.prompts),
        format!("collections  {}", status.collections),
        format!(
            "vectors      {} in, {} pending, {} not covered by the model",
            coverage.embedded, coverage.pending, coverage.not_covered
        ),
    ];
    if coverage.items_pending > 0 {
        let items = count(coverage.items_pending, "item waits", "items wait");
        lines.push(format!(
            "pending      {items} for `ibid serve`, `ibid mcp` or the next `ibid add`"
        ));
    }
    if coverage.items_failed > 0 {
        lines.push(format!("failed       {}", coverage.items_failed));
    }
    for failure in &status.failures {
        lines.push(format!(
            "  {}  {}: {}",
            failure.item.as_str(),
            one_line(&failure.title),
            one_line(&failure.error)
        ));
    }
    lines.join("\n")
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Prompt => "prompt",
        Kind::Document => "document",
        Kind::Collection => "collection",
    }
}
