//! What every tool answers, text and JSON side by side: result, variants, nothing found, failure.
//! Ids come from content and the clock stands still, so the snapshots hold every byte.

mod catalog;
mod collections;
mod documents;
mod passages;
mod prompts;
mod rendered;
mod user;

use std::fmt::Write as _;

use serde_json::Value;

use crate::library::Library;

const END_OF_TEXT: &str = "<end of text>";

/// A sequence of calls and what they answered.
pub struct Story<'a> {
    library: &'a Library,
    text: String,
}

impl<'a> Story<'a> {
    pub fn of(library: &'a Library) -> Self {
        Self {
            library,
            text: String::new(),
        }
    }

    /// Calls a tool, which has to succeed, and takes its answer down.
    pub fn call(&mut self, heading: &str, tool: &str, arguments: Value) -> Value {
        let output = self.library.call(tool, arguments.clone());
        assert!(!output.is_error(), "{heading}: {}", output.text);
        let structured = output.structured.unwrap();
        self.write(heading, tool, &arguments, &output.text);
        if let Some(notes) = output.notes {
            writeln!(self.text, "notes: {notes}").unwrap();
        }
        let json = serde_json::to_string_pretty(&structured).unwrap();
        writeln!(self.text, "structured: {json}\n").unwrap();
        structured
    }

    /// Calls a tool, which has to fail, and takes its text down.
    pub fn fail(&mut self, heading: &str, tool: &str, arguments: Value) {
        let output = self.library.call(tool, arguments.clone());
        let error = output.error.expect("the call has to fail");
        self.write(heading, tool, &arguments, &output.text);
        if let Some(notes) = output.notes {
            writeln!(self.text, "notes: {notes}").unwrap();
        }
        writeln!(self.text, "kind: {:?}\n", error.kind).unwrap();
    }

    fn write(&mut self, heading: &str, tool: &str, arguments: &Value, text: &str) {
        writeln!(
            self.text,
            "=== {heading}\ncall: {tool} {arguments}\ntext:\n{text}{END_OF_TEXT}"
        )
        .unwrap();
    }

    /// Compares with what was taken down before.
    pub fn check(self, name: &str) {
        insta::with_settings!({
            omit_expression => true,
            prepend_module_to_snapshot => false,
            snapshot_path => "answers/snapshots",
        }, {
            insta::assert_snapshot!(name, self.text);
        });
    }
}
