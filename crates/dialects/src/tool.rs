//! What a tool is: its public face as plain data, and the function behind it.

use domain::caller::Identity;
use domain::{Caller, Cancel, Error, ErrorKind, Result};
use engine::Engine;
use serde_json::{Map, Value};

use crate::arguments::Arguments;
use crate::schema::{self, Input};
use crate::session::SessionContext;

/// What a call works with besides its arguments.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Carries the operation out.
    pub engine: &'a Engine,
    /// What the engine needs to know of who asks.
    pub caller: &'a Caller,
    /// How the caller is known; for answers about the caller, and nothing else.
    pub identity: &'a Identity,
    /// Where links into this server start, e.g. `http://127.0.0.1:4142`; no slash at the end.
    pub base_url: &'a str,
    /// The search session of the connection, for calls that name none.
    pub session: &'a SessionContext,
    /// Raised when nobody waits for the answer any more.
    pub cancel: &'a Cancel,
}

/// What a tool does to the store; clients decide by it whether to ask before a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It reads, and the same call reads the same again.
    Read,
    /// It reads, and remembers what it has shown.
    ReadAndRemember,
    /// It adds or changes something; history is kept.
    Write,
    /// It changes something; a second identical call changes nothing.
    WriteOnce,
    /// It removes something for good; a second identical call changes nothing.
    Delete,
}

/// Hints for clients, as the protocol names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Annotations {
    /// The tool changes nothing.
    pub read_only: bool,
    /// The tool may destroy something.
    pub destructive: bool,
    /// A second identical call has no further effect.
    pub idempotent: bool,
    /// The tool reaches beyond this store.
    pub open_world: bool,
}

impl Effect {
    /// The hints that follow from the effect.
    pub fn annotations(self) -> Annotations {
        Annotations {
            read_only: matches!(self, Self::Read | Self::ReadAndRemember),
            destructive: self == Self::Delete,
            idempotent: matches!(self, Self::Read | Self::WriteOnce | Self::Delete),
            open_world: false,
        }
    }
}

/// The public face of a tool.
#[derive(Clone, Copy, Debug)]
pub struct ToolSpec {
    /// Its name on the wire: `[a-z0-9_]`, at most 40 characters.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it does, for an agent that chooses a tool: at most 1,024 characters, the point in
    /// the first sentence.
    pub description: &'static str,
    /// What it takes, in the order of the schema.
    pub inputs: &'static [Input],
    /// What it does to the store.
    pub effect: Effect,
    /// What a reader can do when a surface had to cut the answer: a sentence.
    pub when_cut: &'static str,
}

impl ToolSpec {
    /// The JSON schema of the arguments: a flat object that every known client accepts.
    pub fn input_schema(&self) -> Map<String, Value> {
        schema::object(self.inputs)
    }
}

/// A tool: its face and the function behind it.
#[derive(Clone, Copy)]
pub struct Tool {
    /// Its face.
    pub spec: ToolSpec,
    /// Carries a call out.
    pub run: fn(&Context<'_>, &Arguments) -> Result<Answer>,
    /// Words a failure as the dialect does.
    pub word_error: fn(&Error) -> String,
}

impl Tool {
    /// Heals and checks `arguments`, then calls the tool. Every failure is an output.
    pub fn call(&self, context: &Context<'_>, arguments: &Value) -> ToolOutput {
        let answer = Arguments::read(&self.spec, arguments)
            .and_then(|arguments| (self.run)(context, &arguments));
        match answer {
            Ok(answer) => answer.into(),
            Err(error) => ToolOutput::failed((self.word_error)(&error), error),
        }
    }
}

/// What a successful call answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The contract's text, byte for byte.
    pub text: String,
    /// The same as JSON.
    pub structured: Value,
    /// What the reader should know beside it; goes into a text of its own.
    pub notes: Option<String>,
}

/// What a call gives back.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolOutput {
    /// The contract's text, or the worded failure.
    pub text: String,
    /// The same as JSON; absent on failure.
    pub structured: Option<Value>,
    /// What the reader should know beside it: a second text block.
    pub notes: Option<String>,
    /// The failure behind the text, for exit codes and logs.
    pub error: Option<Error>,
}

impl ToolOutput {
    /// A failure that reads as `text`, with its advice beside it. What to do about a fault inside
    /// ibid is for its log, as its details are.
    pub fn failed(text: String, error: Error) -> Self {
        let advice = error.hint.as_ref();
        let advice = advice.filter(|_| error.kind != ErrorKind::Internal);
        Self {
            text,
            structured: None,
            notes: advice.map(|hint| format!("Hint: {hint}")),
            error: Some(error),
        }
    }

    /// Whether the call failed.
    pub fn is_error(&self) -> bool {
        self.error.is_some()
    }
}

impl From<Answer> for ToolOutput {
    fn from(answer: Answer) -> Self {
        Self {
            text: answer.text,
            structured: Some(answer.structured),
            notes: answer.notes,
            error: None,
        }
    }
}
