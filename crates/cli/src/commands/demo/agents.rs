//! What to paste into an agent's configuration.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::stage::Stage;
use crate::output::Result;

/// The lines to paste, and the next commands.
pub(super) fn show(stage: &mut Stage<'_>) -> Result<()> {
    let program = program();
    stage.heading("Your agents: paste one of these")?;
    stage.prose("Claude Code:\n")?;
    stage.prose(&format!("  {}\n", claude_code(&program)))?;
    stage.prose("Any client that reads `mcpServers`:\n")?;
    stage.prose(&indented(&pretty(&mcp_servers(&program))))?;
    stage.prose("\nCodex, in ~/.codex/config.toml:\n")?;
    stage.prose(&indented(&codex(&program)))?;
    stage.heading("Your own folder")?;
    let typed = shell_word(&nearby(&program));
    stage.prose(&format!("  {typed} add ~/notes --collection Notes"))?;
    stage.prose(&format!("  {typed} find \"what you are looking for\""))?;
    stage.prose(&format!("  {typed} status"))
}

/// The same as data.
pub(super) fn document() -> Value {
    let program = program();
    json!({
        "claudeCode": claude_code(&program),
        "mcpServers": mcp_servers(&program)["mcpServers"],
        "codex": codex(&program),
    })
}

/// The path of this binary; `ibid` where the system does not tell it.
fn program() -> PathBuf {
    std::env::current_exe().unwrap_or_else(|_| PathBuf::from("ibid"))
}

/// The path as short as it can be typed from here.
fn nearby(program: &Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    match program.strip_prefix(&here) {
        // A bare name would be looked for on the PATH.
        Ok(short) if short.components().count() > 1 => short.to_path_buf(),
        _ => program.to_path_buf(),
    }
}

fn claude_code(program: &Path) -> String {
    format!("claude mcp add ibid -- {} mcp", shell_word(program))
}

fn mcp_servers(program: &Path) -> Value {
    json!({"mcpServers": {"ibid": {"command": program.to_string_lossy(), "args": ["mcp"]}}})
}

fn codex(program: &Path) -> String {
    // A JSON string is a TOML basic string as well.
    let command = Value::from(program.to_string_lossy());
    format!("[mcp_servers.ibid]\ncommand = {command}\nargs = [\"mcp\"]")
}

fn pretty(value: &Value) -> String {
    format!("{value:#}")
}

fn indented(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("  {line}")).collect();
    lines.join("\n")
}

/// A path as one word of a shell.
fn shell_word(path: &Path) -> String {
    let text = path.to_string_lossy();
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.into_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_with_a_space_is_quoted_everywhere() {
        let program = Path::new("/my tools/o'neil/ibid");
        assert_eq!(
            claude_code(program),
            r"claude mcp add ibid -- '/my tools/o'\''neil/ibid' mcp"
        );
        assert!(codex(program).contains(r#"command = "/my tools/o'neil/ibid""#));
    }
}
