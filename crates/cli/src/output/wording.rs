//! Advice for agents names tools and their arguments; for people it names commands and options.

const COMMANDS: [(&str, &str); 7] = [
    ("deep_search", "ibid deep"),
    ("deep_expand", "ibid expand"),
    ("deep_read", "ibid read"),
    ("find_items", "ibid find"),
    ("search_prompts", "ibid prompt list"),
    ("read_prompt", "ibid prompt show"),
    ("create_prompt", "ibid prompt add"),
];

/// What is said before the name of a tool that is to be run. A name that stands elsewhere, such as
/// in a list of tools, is meant as it is.
const VERBS: [&str; 2] = ["run ", "use "];

/// Advice beside the names of tools. Only whole phrases, since titles are quoted in the same texts.
const PHRASES: [(&str, &str); 7] = [
    ("pass another sessionId", "give another `--session`"),
    ("start another session", "give another `--session`"),
    ("literal search works", "`ibid find --literal` works"),
    ("catalog search finds", "`ibid find` finds"),
    ("by literal search only", "by `ibid find --literal` only"),
    (
        "or literal search, which needs no model",
        "or `ibid find --literal`, which needs no model",
    ),
    (
        "literal search needs no model",
        "`ibid find --literal` needs no model",
    ),
];

/// `text` with commands in place of the tools that it says to run, and options in place of
/// arguments.
pub fn for_people(text: &str) -> String {
    let mut text = text.to_owned();
    for (tool, command) in COMMANDS {
        for verb in VERBS {
            text = text.replace(&format!("{verb}{tool}"), &format!("{verb}{command}"));
        }
    }
    for (phrase, ours) in PHRASES {
        text = text.replace(phrase, ours);
    }
    text
}

/// The command that does what the tool of this name does, where there is one.
pub fn command_of(tool: &str) -> Option<&'static str> {
    // `search` is `find_items` for clients that know no other.
    if tool == "search" {
        return Some("ibid find");
    }
    let known = COMMANDS.iter().find(|(name, _)| *name == tool);
    known.map(|(_, command)| *command)
}

#[cfg(test)]
mod tests {
    use dialects::context_repo::Profile;
    use domain::operations::ZeroReason;

    use super::*;

    #[test]
    fn tools_to_run_become_commands() {
        assert_eq!(for_people("run deep_search again"), "run ibid deep again");
        assert_eq!(
            for_people("re-run search_prompts with more"),
            "re-run ibid prompt list with more"
        );
    }

    #[test]
    fn a_list_of_tools_stays_a_list_of_tools() {
        let hint = Profile::parse("nope").unwrap_err().hint.unwrap();
        assert!(hint.contains("search_prompts, read_prompt"), "{hint}");
        assert_eq!(for_people(&hint), hint);
    }

    #[test]
    fn arguments_become_options() {
        assert_eq!(
            for_people("Left out: 1 passage; pass another sessionId to start afresh."),
            "Left out: 1 passage; give another `--session` to start afresh."
        );
    }

    #[test]
    fn what_only_a_literal_search_finds_names_the_command_that_has_one() {
        for reason in [
            ZeroReason::NothingIndexed,
            ZeroReason::QueryNotCovered,
            ZeroReason::NothingCovered,
        ] {
            let said = for_people(reason.sentence());
            assert!(said.contains("`ibid find --literal` works"), "{said}");
        }
        let said = for_people(ZeroReason::AllSeen.sentence());
        assert!(said.contains("`--session`"), "{said}");
    }
}
