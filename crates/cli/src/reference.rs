//! The reference of the command line, made from the same definitions as the help.

use std::fmt::Write as _;

use clap::builder::StyledStr;
use clap::{Arg, Command, CommandFactory as _};

use crate::args::Cli;
use crate::output::exit;

/// The reference as Markdown, which `docs/cli.md` holds.
pub fn reference() -> String {
    let mut command = Cli::command();
    command.build();
    let mut page = String::from(
        "# The command line\n\n<!-- Made by `ibid cli-reference > docs/cli.md`; a test compares it. -->\n\n",
    );
    paragraph(&mut page, command.get_long_about());
    page.push_str("## Global options\n\n");
    for arg in command.get_arguments().filter(|arg| is_shown(arg)) {
        argument(&mut page, arg);
    }
    page.push_str("\n## Exit codes\n\n| code | meaning |\n|---|---|\n");
    for (code, meaning) in exit::all() {
        writeln!(page, "| {code} | {meaning} |").expect("a string grows");
    }
    for subcommand in command.get_subcommands() {
        section(&mut page, "ibid", subcommand);
    }
    format!("{}\n", page.replace("\n\n\n", "\n\n").trim_end())
}

/// One command, and those below it.
fn section(page: &mut String, above: &str, command: &Command) {
    if command.is_hide_set() || command.get_name() == "help" {
        return;
    }
    let name = format!("{above} {}", command.get_name());
    let below: Vec<&Command> = command.get_subcommands().collect();
    if below.is_empty() {
        write!(page, "\n## `{name}`\n\n").expect("a string grows");
        let mut command = command.clone();
        let usage = command.render_usage().to_string();
        let usage = usage.trim_start_matches("Usage:").trim();
        write!(page, "```text\n{usage}\n```\n\n").expect("a string grows");
        let about = command.get_long_about().or(command.get_about());
        paragraph(page, about);
        arguments(page, &command);
    }
    for subcommand in below {
        section(page, &name, subcommand);
    }
}

fn arguments(page: &mut String, command: &Command) {
    let own = command
        .get_arguments()
        .filter(|arg| is_shown(arg) && !arg.is_global_set());
    for arg in own {
        argument(page, arg);
    }
}

fn is_shown(arg: &Arg) -> bool {
    !arg.is_hide_set() && !["help", "version"].contains(&arg.get_id().as_str())
}

fn argument(page: &mut String, arg: &Arg) {
    let help = arg.get_long_help().or(arg.get_help());
    let help = help.map(sentences).unwrap_or_default().join(" ");
    let spelling = spelling(arg);
    write!(page, "- `{spelling}`: {help}").expect("a string grows");
    let values: Vec<String> = arg
        .get_possible_values()
        .iter()
        .filter(|_| arg.get_action().takes_values())
        .map(|value| format!("`{}`", value.get_name()))
        .collect();
    if !values.is_empty() {
        write!(page, " One of {}.", values.join(", ")).expect("a string grows");
    }
    page.push('\n');
}

/// An argument as it is typed.
fn spelling(arg: &Arg) -> String {
    let value = arg
        .get_value_names()
        .and_then(|names| names.first())
        .map(|name| name.to_string())
        .unwrap_or_default();
    let Some(long) = arg.get_long() else {
        let more = if arg.get_num_args().is_some_and(|n| n.max_values() > 1) {
            "…"
        } else {
            ""
        };
        return format!("{value}{more}");
    };
    let short = arg
        .get_short()
        .map(|s| format!("-{s}, "))
        .unwrap_or_default();
    if arg.get_action().takes_values() {
        format!("{short}--{long} {value}")
    } else {
        format!("{short}--{long}")
    }
}

fn paragraph(page: &mut String, text: Option<&StyledStr>) {
    for text in text.map(sentences).unwrap_or_default() {
        write!(page, "{text}\n\n").expect("a string grows");
    }
}

/// The paragraphs of a help text, each on one line. The first is a title, which gets the full
/// stop that clap takes from it.
fn sentences(text: &StyledStr) -> Vec<String> {
    let text = text.to_string();
    let mut paragraphs: Vec<String> = text
        .trim()
        .split("\n\n")
        .map(|paragraph| paragraph.replace('\n', " "))
        .collect();
    if let Some(title) = paragraphs.first_mut()
        && !title.ends_with(['.', ':', '?'])
    {
        title.push('.');
    }
    paragraphs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
