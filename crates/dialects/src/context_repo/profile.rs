//! Which tools are listed. Clients differ in how many they can take; a tool that is not listed can
//! be called all the same.

use std::fmt;

use domain::{Error, Result};

use crate::tool::Tool;

/// The pair that only some clients need; never part of the contract's list.
const APPS: [&str; 2] = ["search", "fetch"];

/// The retrieval pair and its walk, reading, and the common writes: nothing that destroys.
const CORE: [&str; 19] = [
    "get_user_info",
    "search_prompts",
    "read_prompt",
    "create_prompt",
    "update_prompt",
    "list_collections",
    "get_collection",
    "create_collection",
    "add_to_collection",
    "remove_from_collection",
    "list_documents",
    "get_document",
    "create_document",
    "update_document",
    "find_items",
    "deep_search",
    "deep_read",
    "deep_expand",
    "reason",
];

/// A choice of tools to list, always in the contract's order.
///
/// Written as `core` (at most 20, for agents that pay for every tool), `contract` (the contract's
/// own 27), `full` (every tool there is), `read` (those that change nothing), or names of tools
/// parted by commas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile(Choice);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Choice {
    Core,
    Contract,
    Full,
    Read,
    Named(Vec<&'static str>),
}

impl Profile {
    /// At most 20 tools: the default where an agent pays for each.
    pub const CORE: Self = Self(Choice::Core);
    /// The contract's own tools: the default over HTTP.
    pub const CONTRACT: Self = Self(Choice::Contract);
    /// Every tool.
    pub const FULL: Self = Self(Choice::Full);
    /// Every tool that changes nothing.
    pub const READ: Self = Self(Choice::Read);

    /// Reads what [`fmt::Display`] wrote, or what a person wrote: case and white space do not
    /// matter, nor does the order of names.
    ///
    /// # Errors
    /// `Invalid` for a name of no tool, naming it and all there are.
    pub fn parse(text: &str) -> Result<Self> {
        let text = text.trim().to_ascii_lowercase();
        match text.as_str() {
            "core" => Ok(Self::CORE),
            "contract" => Ok(Self::CONTRACT),
            "full" => Ok(Self::FULL),
            "read" => Ok(Self::READ),
            _ => named(&text),
        }
    }

    /// Whether it lists this tool.
    pub fn lists(&self, tool: &Tool) -> bool {
        let name = tool.spec.name;
        let reads = tool.spec.effect.annotations().read_only;
        match &self.0 {
            Choice::Core => CORE.contains(&name),
            Choice::Contract => !APPS.contains(&name),
            Choice::Full => true,
            Choice::Read => reads && !APPS.contains(&name),
            Choice::Named(names) => names.contains(&name),
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Choice::Core => f.write_str("core"),
            Choice::Contract => f.write_str("contract"),
            Choice::Full => f.write_str("full"),
            Choice::Read => f.write_str("read"),
            Choice::Named(names) => f.write_str(&names.join(",")),
        }
    }
}

fn named(text: &str) -> Result<Profile> {
    let all: Vec<&'static str> = super::tools().iter().map(|tool| tool.spec.name).collect();
    let wanted: Vec<&str> = text
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .collect();
    let hint = || {
        format!(
            "give core, contract, full, read, or names of tools parted by commas: {}",
            all.join(", ")
        )
    };
    if wanted.is_empty() {
        return Err(Error::invalid("no tools are named").hint(hint()));
    }
    if let Some(unknown) = wanted.iter().find(|name| !all.contains(name)) {
        return Err(Error::invalid(format!("there is no tool `{unknown}`")).hint(hint()));
    }
    let chosen = all.into_iter().filter(|name| wanted.contains(name));
    Ok(Profile(Choice::Named(chosen.collect())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(profile: &Profile) -> Vec<&'static str> {
        crate::context_repo::tools()
            .iter()
            .filter(|tool| profile.lists(tool))
            .map(|tool| tool.spec.name)
            .collect()
    }

    #[test]
    fn every_profile_reads_back_what_it_prints() {
        for text in ["core", "contract", "full", "read", "read_prompt,find_items"] {
            let profile = Profile::parse(text).unwrap();
            assert_eq!(profile.to_string(), text);
        }
    }

    #[test]
    fn profiles_keep_the_order_of_the_contract() {
        assert_eq!(listed(&Profile::CORE), CORE);
        assert!(CORE.len() <= 20);
        let all = listed(&Profile::FULL);
        assert_eq!(listed(&Profile::CONTRACT), all[..all.len() - 2]);
        let chosen = Profile::parse(" fetch, Find_Items ,read_prompt,").unwrap();
        assert_eq!(listed(&chosen), ["read_prompt", "find_items", "fetch"]);
        assert_eq!(chosen.to_string(), "read_prompt,find_items,fetch");
    }

    #[test]
    fn a_profile_for_readers_lists_nothing_that_writes() {
        let names = listed(&Profile::READ);
        assert!(names.contains(&"deep_search"));
        assert!(!names.iter().any(|name| {
            [
                "create_", "update_", "delete_", "restore_", "add_", "remove_",
            ]
            .iter()
            .any(|verb| name.starts_with(verb))
        }));
    }

    #[test]
    fn an_unknown_tool_is_named_and_all_are_listed() {
        let error = Profile::parse("find_items,sing").unwrap_err();
        assert_eq!(error.message, "there is no tool `sing`");
        let hint = error.hint.unwrap();
        for name in listed(&Profile::FULL) {
            assert!(hint.contains(name), "{name}");
        }
        assert!(Profile::parse(" , ").is_err());
    }
}
