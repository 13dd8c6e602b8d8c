//! The tool reference, generated from the tool table so that it cannot drift.

use super::Profile;
use crate::schema::{Input, InputType};
use crate::tool::{Annotations, Tool, ToolSpec};

/// The tool reference as Markdown, ending in a line feed.
pub fn tools_markdown() -> String {
    let tools = super::tools();
    let mut text = format!(
        "<!-- Generated from the tool table in crates/dialects. Do not edit by hand. -->\n\n\
         # MCP tools\n\n\
         ibid answers to these {} tools, in this order. Which of them a client is shown is set by \
         a profile; the others can be called all the same.\n\n{}\n\
         The server tells agents:\n\n{}\n",
        tools.len(),
        profiles(&tools),
        quoted(super::INSTRUCTIONS)
    );
    for tool in &tools {
        text.push_str(&entry(&tool.spec));
    }
    text
}

fn profiles(tools: &[Tool]) -> String {
    let mut text = "| profile | tools | what it lists |\n|---|---|---|\n".to_owned();
    for (profile, meaning) in [
        (
            Profile::CORE,
            "the searches, reading and the common writes; the default over stdio",
        ),
        (
            Profile::CONTRACT,
            "the whole contract; the default over HTTP",
        ),
        (Profile::FULL, "every tool, `search` and `fetch` included"),
        (
            Profile::READ,
            "the tools of the contract that change nothing",
        ),
    ] {
        let count = tools.iter().filter(|tool| profile.lists(tool)).count();
        text.push_str(&format!("| `{profile}` | {count} | {meaning} |\n"));
    }
    text.push_str("| `name,name` | | the tools that are named |\n");
    let names: Vec<String> = tools
        .iter()
        .filter(|tool| Profile::CORE.lists(tool))
        .map(|tool| format!("`{}`", tool.spec.name))
        .collect();
    text + &format!("\n`core` lists {}.\n", names.join(", "))
}

fn entry(tool: &ToolSpec) -> String {
    let mut text = format!(
        "\n## {}\n\n**{}** ({})\n\n{}\n",
        tool.name,
        tool.title,
        traits(tool.effect.annotations()),
        tool.description
    );
    if !tool.inputs.is_empty() {
        text.push_str("\n| argument | type | meaning |\n|---|---|---|\n");
        for input in tool.inputs {
            text.push_str(&row(input));
        }
    }
    text
}

fn row(input: &Input) -> String {
    let mark = if input.required { ", required" } else { "" };
    format!(
        "| `{}` | {}{mark} | {} |\n",
        input.name,
        type_name(input.kind),
        input.description
    )
}

fn type_name(kind: InputType) -> String {
    match kind {
        InputType::Text => "text".to_owned(),
        InputType::Choice(values) => values.join(", "),
        InputType::Integer => "whole number".to_owned(),
        InputType::Flag => "true or false".to_owned(),
        InputType::TextList => "list of texts".to_owned(),
    }
}

fn traits(annotations: Annotations) -> String {
    let kind = match (annotations.read_only, annotations.destructive) {
        (true, _) => "reads only",
        (false, true) => "destructive",
        (false, false) => "writes",
    };
    if annotations.idempotent {
        format!("{kind}, idempotent")
    } else {
        kind.to_owned()
    }
}

fn quoted(text: &str) -> String {
    text.lines()
        .map(|line| format!("> {line}").trim_end().to_owned())
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_reference_is_the_generated_one() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/mcp-tools.md");
        let committed = std::fs::read_to_string(path).unwrap();
        assert!(
            committed == tools_markdown(),
            "docs/mcp-tools.md is out of date; run `cargo xtask docs`"
        );
    }

    #[test]
    fn the_reference_has_one_heading_per_tool() {
        let text = tools_markdown();
        let headings = text.lines().filter(|line| line.starts_with("## "));
        assert_eq!(headings.count(), crate::context_repo::tools().len());
        assert!(text.ends_with("|\n"));
    }
}
