//! Mistakes on the command line: what the parser says, and the same as JSON.

use std::ffi::OsStr;

use clap::Error;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use dialects::context_repo;
use serde_json::{Value, json};

use crate::output::{Exit, wording};

/// Prints what the parser has to say to a process with these arguments: help and version, which
/// are data, or a mistake, which is talk. With `--json` a mistake is a document, too.
pub fn tell(mut error: Error, mut args: impl Iterator<Item = impl AsRef<OsStr>>) -> Exit {
    if !error.use_stderr() {
        let _ = error.print();
        return Exit::Ok;
    }
    suggest_command(&mut error);
    let _ = error.print();
    let wants_json = args
        .by_ref()
        .take_while(|arg| arg.as_ref() != "--")
        .any(|arg| arg.as_ref() == "--json");
    if wants_json {
        // The mistake was told already; a closed pipe changes nothing about it.
        let mut stdout = std::io::stdout().lock();
        let _ = serde_json::to_writer_pretty(&mut stdout, &document(&error))
            .map_err(std::io::Error::from)
            .and_then(|()| std::io::Write::write_all(&mut stdout, b"\n"));
    }
    Exit::Usage
}

/// A mistake as a failure is told with `--json`.
fn document(error: &Error) -> Value {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return mistake("a command is missing", "`ibid --help` lists them");
    }
    let text = error.to_string();
    let mut paragraphs = text.split("\n\n").map(joined);
    let what = paragraphs.next().unwrap_or_default();
    let what = what.trim_start_matches("error: ");
    let rest: Vec<String> = paragraphs.collect();
    let part = |begin: &str| rest.iter().find(|text| text.starts_with(begin));
    let hint = match (part("tip: "), part("Usage: ")) {
        (Some(tip), _) => tip.trim_start_matches("tip: ").to_owned(),
        (None, Some(usage)) => format!("usage: `{}`", usage.trim_start_matches("Usage: ")),
        (None, None) => "`--help` says what can be given".to_owned(),
    };
    mistake(what, &hint)
}

fn mistake(message: &str, hint: &str) -> Value {
    json!({"error": {"kind": "usage", "message": message, "hint": hint}})
}

/// A paragraph on one line.
fn joined(paragraph: &str) -> String {
    paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Says what to do with the name of a tool, which is no command.
fn suggest_command(error: &mut Error) {
    let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) else {
        return;
    };
    let is_tool = context_repo::tools()
        .iter()
        .any(|tool| tool.spec.name == name);
    if !is_tool {
        return;
    }
    let tip = match wording::command_of(name) {
        Some(command) => format!("'{name}' is a tool for agents; its command is '{command}'"),
        None => {
            format!("'{name}' is a tool for agents, which 'ibid mcp' and 'ibid serve' give them")
        }
    };
    error.remove(ContextKind::SuggestedSubcommand);
    error.insert(
        ContextKind::Suggested,
        ContextValue::StyledStrs(vec![StyledStr::from(tip)]),
    );
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::args::Cli;

    fn refused(args: &[&str]) -> Error {
        let args = ["ibid"].iter().chain(args);
        let mut error = Cli::try_parse_from(args).unwrap_err();
        suggest_command(&mut error);
        error
    }

    fn told(args: &[&str]) -> (String, String) {
        let document = document(&refused(args));
        assert_eq!(document["error"]["kind"], "usage");
        let text = |name: &str| document["error"][name].as_str().unwrap().to_owned();
        (text("message"), text("hint"))
    }

    #[test]
    fn a_mistake_is_one_line_and_says_what_to_type() {
        let (message, hint) = told(&["find"]);
        assert!(message.ends_with("not provided: <QUERY>..."), "{message}");
        assert_eq!(hint, "usage: `ibid find <QUERY>...`");
        let (message, hint) = told(&["find", "x", "--limits"]);
        assert!(message.contains("--limits"), "{message}");
        assert!(!hint.is_empty() && !hint.contains('\n'), "{hint}");
        let (message, _) = told(&[]);
        assert_eq!(message, "a command is missing");
    }

    #[test]
    fn a_tool_in_place_of_a_command_is_explained() {
        let (_, hint) = told(&["deep_search", "x"]);
        assert_eq!(
            hint,
            "'deep_search' is a tool for agents; its command is 'ibid deep'"
        );
        let (_, hint) = told(&["create_document"]);
        assert!(hint.contains("'ibid mcp'"), "{hint}");
        let (_, hint) = told(&["no_such_thing"]);
        assert!(!hint.contains("tool"), "{hint}");
    }

    #[test]
    fn profiles_are_listed_beside_a_tool_that_does_not_exist() {
        for args in [
            &["mcp"][..],
            &["serve"],
            &["key", "create", "--name", "x", "--scope", "all"],
        ] {
            let error = refused(&[args, &["--tools", "nope"]].concat()).to_string();
            assert!(error.contains("there is no tool `nope`"), "{error}");
            assert!(error.contains("core, contract, full, read"), "{error}");
        }
    }
}
