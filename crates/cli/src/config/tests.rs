use super::*;

fn refusal(text: &str) -> Error {
    Config::parse(text, "config.toml").unwrap_err()
}

#[test]
fn a_missing_and_an_empty_file_say_the_same() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(Config::read(folder.path()).unwrap(), Config::default());
    assert_eq!(
        Config::parse("# nothing\n", "config.toml").unwrap(),
        Config::default()
    );
}

#[test]
fn the_documented_file_is_understood() {
    let page = include_str!("../config.rs");
    let begin = page.find("```toml").unwrap() + "```toml\n".len();
    let end = begin + page[begin..].find("//! ```").unwrap();
    let text: String = page[begin..end]
        .lines()
        .map(|line| line.trim_start_matches("//!").to_owned() + "\n")
        .collect();
    let config = Config::parse(&text, "config.toml").unwrap();
    assert_eq!(config.limits, Limits::default());
    assert_eq!(config.scrape, Scrape::default());
    assert_eq!(config.reason.model.as_deref(), Some("llama3.1"));
    let serve = Serve {
        base_url: None,
        ..config.serve
    };
    assert_eq!(serve, Serve::default());
}

/// The TOML block of the documentation.
fn documented() -> &'static str {
    let page = include_str!("../../../../docs/configuration.md");
    let begin = page.find("```toml\n").unwrap() + "```toml\n".len();
    let end = begin + page[begin..].find("```").unwrap();
    &page[begin..end]
}

#[test]
fn the_documentation_states_the_defaults() {
    let stated = Config::parse(documented(), "config.toml").unwrap();
    // Said there in words: what holds when nothing is said.
    assert_eq!(stated.mcp.tools.as_deref(), Some("core"));
    let mcp = Mcp {
        tools: None,
        ..stated.mcp
    };
    assert_eq!(Config { mcp, ..stated }, Config::default());
}

#[test]
fn the_documentation_knows_every_key_and_no_other() {
    // What is left out by default stands there as a comment.
    let all: String = documented()
        .lines()
        .map(|line| line.strip_prefix("# ").unwrap_or(line).to_owned() + "\n")
        .collect();
    let config = Config::parse(&all, "config.toml").unwrap();
    assert!(config.serve.base_url.is_some() && config.reason.api_key_env.is_some());
    let tables: toml::Table = all.parse().unwrap();
    let mut documented: Vec<String> = Vec::new();
    for (table, keys) in &tables {
        documented.extend(
            keys.as_table()
                .unwrap()
                .keys()
                .map(|key| format!("{table}.{key}")),
        );
    }
    let mut known: Vec<String> = problem::ALLOWED.map(|(key, _)| key.to_owned()).to_vec();
    documented.sort();
    known.sort();
    assert_eq!(documented, known);
}

#[test]
fn what_is_allowed_is_said_in_plain_words() {
    for (text, said) in [
        ("[serve]\nport = 70000\n", "a number from 0 to 65535"),
        ("[serve]\nport = \"4142\"\n", "a number from 0 to 65535"),
        ("serve.port = -1\n", "a number from 0 to 65535"),
        ("[serve]\nbind = \"localhost\"\n", "an IP address"),
        ("[serve]\nrequire_key = 1\n", "true or false"),
        ("[serve]\nallowed_hosts = \"x\"\n", "a list of names"),
        ("[serve]\nallowed_hosts = [\n1,\n]\n", "text in quotes"),
        (
            "[limits]\nmode = \"sometimes\"\n",
            "\"off\", \"remote\" or \"always\"",
        ),
        ("[limits]\nmode = 3\n", "\"off\", \"remote\" or \"always\""),
        ("[limits]\napi = 0\n", "from 1 to 4294967295"),
        (
            "[scrape]\nbytes_max = 1.5\n",
            "a number of bytes, at least 1",
        ),
        (
            "[scrape]\nbytes_max = 99999999999999999999\n",
            "a number of bytes",
        ),
        ("[mcp]\nauto_session = \"yes\"\n", "true or false"),
        ("serve = 3\n", "a table"),
        ("[serve]\nport = 1\nport = 2\n", "said twice"),
    ] {
        let message = refusal(text).message;
        assert!(message.contains(said), "{text}: {message}");
        for word in ["u16", "u32", "u64", "variant", "struct", "invalid type"] {
            assert!(!message.contains(word), "{text}: {message}");
        }
    }
}

#[test]
fn an_unknown_key_is_named_with_those_that_exist() {
    let error = refusal("[serve]\nprot = 1\n");
    assert!(
        error
            .message
            .starts_with("config.toml, line 2, `serve.prot`: "),
        "{error}"
    );
    assert!(error.message.contains("`port`"), "{error}");
    let error = refusal("[server]\nport = 1\n");
    assert!(error.message.contains("line 1"), "{error}");
    assert!(error.message.contains("`serve`"), "{error}");
}

#[test]
fn a_value_of_the_wrong_kind_is_refused_at_its_key() {
    for (text, key) in [
        ("[serve]\nport = 70000\n", "serve.port"),
        ("[serve]\n\nbind = \"localhost\"\n", "serve.bind"),
        ("[limits]\nmode = \"sometimes\"\n", "limits.mode"),
        ("[limits]\napi = 0\n", "limits.api"),
        ("[serve]\nbase_url = \"ibid.local\"\n", "serve.base_url"),
        ("[reason]\nmodel = \"m\"\n", "reason.endpoint"),
        ("[mcp]\ntools = \"no_such_tool\"\n", "mcp.tools"),
    ] {
        let error = refusal(text);
        assert!(error.message.contains(key), "{text}: {error}");
    }
}

#[test]
fn a_key_in_place_of_a_variable_is_not_repeated() {
    for text in [
        "[reason]\nendpoint = \"http://x/v1\"\nmodel = \"m\"\napi_key_env = \"sk-secret-1\"\n",
        "[reason]\napi_key = \"sk-secret-1\"\n",
        "[reason]\napi_key_env = [\"sk-secret-1\"]\n",
    ] {
        let error = refusal(text);
        assert!(!format!("{error:?}").contains("secret"), "{error:?}");
    }
}

#[test]
fn a_broken_file_names_its_line() {
    let error = refusal("[serve]\nport = \n");
    assert!(error.message.contains("line 2"), "{error}");
}
