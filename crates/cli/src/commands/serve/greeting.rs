//! What a server says when it is ready.

use std::path::Path;

use serde_json::json;

use crate::output::{Output, Result, text};

/// Says where the server is and how to connect to it.
///
/// # Errors
/// When nobody reads standard output any more.
pub fn print(output: Output, url: &str, socket: Option<&Path>) -> Result<()> {
    let socket = socket.map(text::path);
    output.say(&lines(url, socket.as_deref()).join("\n"));
    if output.is_json() {
        output.line(&json!({"url": url, "mcp": format!("{url}/mcp"), "socket": socket}))?;
    }
    Ok(())
}

fn lines(url: &str, socket: Option<&str>) -> Vec<String> {
    let mut lines = vec![format!("listening on {url}")];
    lines.extend(socket.map(|socket| format!("and on {socket}")));
    lines.extend([
        String::new(),
        format!("Claude Code:  claude mcp add --transport http ibid {url}/mcp"),
        format!("other agents: {{\"mcpServers\": {{\"ibid\": {{\"type\": \"http\", \"url\": \"{url}/mcp\"}}}}}}"),
        format!("Context Repo: CONTEXTREPO_API_URL={url} or CONTEXTREPO_MCP_URL={url}/mcp"),
        format!("REST:         {url}/v1, described by {url}/openapi.json"),
        "keys:         `ibid key create --name NAME --scope SCOPE`".to_owned(),
        String::new(),
        "Ctrl-C ends it.".to_owned(),
    ]);
    lines
}
