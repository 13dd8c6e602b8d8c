//! A prompt with values in the places of its variables.

use std::collections::BTreeSet;

use domain::caller::Permission;
use domain::item::Prompt;
use domain::operations::check_size;
use domain::operations::prompts::{Fill, Filled};
use domain::{Caller, Cancel, Error, Result, limits};
use text::template;

use super::prompts::Use;
use crate::Engine;

/// How many variables an error names.
const LISTED_MAX: usize = 20;

impl Engine {
    /// Fills in a prompt, and counts that; counting never fails it.
    ///
    /// Values are inserted as they are. A variable without a value stays as it is written and is
    /// listed as missing.
    ///
    /// # Errors
    /// `NotFound` for an unknown id, `Invalid` for a value whose variable the prompt does not have,
    /// `TooLarge` when the text would pass [`limits::TEXT_BYTES_MAX`].
    pub fn fill_prompt(&self, caller: &Caller, request: &Fill, cancel: &Cancel) -> Result<Filled> {
        caller.require(Permission::PromptsRead)?;
        let mut prompt = self.get_prompt(caller, &request.id, cancel)?;
        check_names(&prompt, request)?;
        check_size(
            "the filled-in prompt",
            template::filled_bytes(&prompt.content, &request.values),
            limits::TEXT_BYTES_MAX,
        )?;
        let filled = template::fill(&prompt.content, &request.values);
        if self
            .count_use(caller, &request.id, Use::Copy, cancel)
            .is_ok()
        {
            prompt.copies += 1;
        }
        Ok(Filled {
            prompt,
            text: filled.text,
            missing: filled.missing,
        })
    }
}

fn check_names(prompt: &Prompt, request: &Fill) -> Result<()> {
    let known: BTreeSet<&str> = prompt.variables.iter().map(|v| v.name.as_str()).collect();
    let given = request.values.keys().map(String::as_str);
    let unknown: Vec<&str> = given.filter(|name| !known.contains(name)).collect();
    if unknown.is_empty() {
        return Ok(());
    }
    let hint = if prompt.variables.is_empty() {
        "this prompt has no variables".to_owned()
    } else {
        let names = prompt.variables.iter().map(|v| v.name.as_str());
        format!("its variables are {}", listed(names))
    };
    let unknown = listed(unknown.into_iter());
    Err(Error::invalid(format!("the prompt has no variable {unknown}")).hint(hint))
}

/// The first [`LISTED_MAX`] names, in quotes.
fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let mut quoted: Vec<String> = names
        .take(LISTED_MAX + 1)
        .map(|name| format!("`{name}`"))
        .collect();
    if quoted.len() > LISTED_MAX {
        quoted[LISTED_MAX] = "…".to_owned();
    }
    quoted.join(", ")
}
