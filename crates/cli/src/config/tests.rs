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
