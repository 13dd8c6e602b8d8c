//! Advice for agents names tools; for people it names commands.

const COMMANDS: [(&str, &str); 7] = [
    ("deep_search", "ibid deep"),
    ("deep_expand", "ibid expand"),
    ("deep_read", "ibid read"),
    ("find_items", "ibid find"),
    ("search_prompts", "ibid prompt list"),
    ("read_prompt", "ibid prompt show"),
    ("create_prompt", "ibid prompt add"),
];

/// `text` with the names of commands in place of those of tools.
pub fn for_people(text: &str) -> String {
    COMMANDS
        .iter()
        .fold(text.to_owned(), |text, (tool, command)| {
            text.replace(tool, command)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_become_commands() {
        assert_eq!(for_people("run deep_search again"), "run ibid deep again");
    }
}
