//! Printing what a tool answered.

use dialects::ToolOutput;
use serde_json::{Map, Value};

use crate::app::App;
use crate::compose::Access;
use crate::output::{Exit, Output, Result, wording};
use crate::reach::Reach;

/// Calls a tool and prints its answer: the contract's text, or its structured content as JSON.
/// Notes go to standard error, so that standard output holds the contract's text and nothing else.
///
/// # Errors
/// The tool's failure.
pub fn call(
    app: &App,
    reach: &dyn Reach,
    tool: &str,
    arguments: Map<String, Value>,
) -> Result<Exit> {
    let arguments = Value::Object(arguments);
    let answer = reach.call(tool, &arguments, &app.signals.cancel);
    if was_cut(&answer) && crate::attach::only_reads(tool) {
        // An owner keeps its answers to what agents can take; people get the whole.
        let beside = app.open(Access::ReadOnly, "ibid")?;
        let whole = Reach::call(&beside, tool, &arguments, &app.signals.cancel);
        return print(app.output, whole);
    }
    print(app.output, answer)
}

/// Whether an owner left the structured content of a success out because it is too long. The text
/// is always shorter.
fn was_cut(answer: &ToolOutput) -> bool {
    answer.error.is_none() && answer.structured.is_none()
}

/// Prints what a tool answered.
///
/// # Errors
/// The tool's failure.
pub fn print(output: Output, answer: ToolOutput) -> Result<Exit> {
    if let Some(error) = answer.error {
        return Err(error.into());
    }
    if output.is_json() {
        output.document(&answer.structured)?;
        return Ok(Exit::Ok);
    }
    output.answer(&answer.text)?;
    if let Some(notes) = answer.notes {
        output.say(&wording::for_people(&notes));
    }
    Ok(Exit::Ok)
}

/// Collects the arguments of a call; absent ones are left out.
#[derive(Default)]
pub struct Arguments(Map<String, Value>);

impl Arguments {
    /// Adds an argument.
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    /// Adds an argument when there is one.
    pub fn maybe(self, name: &str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// Adds a list unless it is empty.
    pub fn list(self, name: &str, values: &[String]) -> Self {
        if values.is_empty() {
            return self;
        }
        self.with(name, values.to_vec())
    }

    /// The arguments.
    pub fn into_map(self) -> Map<String, Value> {
        self.0
    }
}
