//! Cards and catalogs in the forms that others look for.

use dialects::context_repo::SERVER_NAME;
use serde_json::{Value, json};

const TITLE: &str = "ibid";
const DESCRIPTION: &str = "A local-first context repository: prompts, documents and collections, \
                           found by meaning and cited by passage.";

/// What a client of the Model Context Protocol needs to know before it connects.
pub fn server_card(base_url: &str, version: &str) -> Value {
    json!({
        "version": "1.0",
        "protocolVersion": "2026-07-28",
        "supportedProtocolVersions":
            ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"],
        "serverInfo": {"name": SERVER_NAME, "title": TITLE, "version": version},
        "description": DESCRIPTION,
        "documentationUrl": format!("{base_url}/llms.txt"),
        "transport": {"type": "streamable-http", "endpoint": format!("{base_url}/mcp")},
        "capabilities": {"tools": {}, "prompts": {}, "resources": {}},
        "authentication": {
            "required": true,
            "schemes": ["bearer", "api-key"],
            "description": "`Authorization: API-Key gm_…` or `Bearer gm_…`. Programs on the same \
                            machine may need no key. OAuth is not offered.",
        },
        // They can differ from key to key, so they are asked for.
        "tools": ["dynamic"],
        "prompts": ["dynamic"],
        "resources": ["dynamic"],
    })
}

/// What an agent that looks for other agents is told: this is a store with tools, reached over
/// MCP or REST, which starts no tasks of its own.
pub fn agent_card(base_url: &str, version: &str) -> Value {
    json!({
        "name": TITLE,
        "description": DESCRIPTION,
        "version": version,
        "url": format!("{base_url}/mcp"),
        "preferredTransport": "MCP",
        "additionalInterfaces": [
            {"url": format!("{base_url}/mcp"), "transport": "MCP"},
            {"url": format!("{base_url}/v1"), "transport": "HTTP+JSON"},
        ],
        "documentationUrl": format!("{base_url}/llms.txt"),
        "capabilities": {"streaming": false, "pushNotifications": false},
        "defaultInputModes": ["application/json"],
        "defaultOutputModes": ["text/markdown", "application/json"],
        "securitySchemes": {
            "apiKey": {"type": "apiKey", "in": "header", "name": "Authorization"},
            "bearer": {"type": "http", "scheme": "bearer"},
        },
        "security": [{"apiKey": []}, {"bearer": []}],
        "skills": [
            skill(
                "find",
                "Find items",
                "Find prompts, documents and collections by meaning or by literal text.",
            ),
            skill(
                "search",
                "Search passages",
                "Find what documents say, read passages in full, and walk around them.",
            ),
            skill(
                "reason",
                "Answer with citations",
                "Answer a question from documents, each statement with the passage behind it.",
            ),
            skill(
                "keep",
                "Keep items",
                "Create and change prompts, documents and collections, with their history.",
            ),
        ],
    })
}

fn skill(id: &str, name: &str, description: &str) -> Value {
    json!({"id": id, "name": name, "description": description, "tags": ["context", "retrieval"]})
}

/// The interfaces of this server as a link set (RFC 9727 and RFC 9264).
pub fn catalog(base_url: &str) -> Value {
    let at = |path: &str, media_type: &str| json!([{"href": format!("{base_url}{path}"), "type": media_type}]);
    json!({
        "linkset": [
            {
                "anchor": format!("{base_url}/v1"),
                "service-desc": at("/openapi.json", "application/json"),
                "service-doc": at("/llms-full.txt", "text/markdown"),
                "status": at("/healthz", "application/json"),
            },
            {
                "anchor": format!("{base_url}/mcp"),
                "service-desc": at("/.well-known/mcp/server-card.json", "application/json"),
                "service-doc": at("/llms-full.txt", "text/markdown"),
                "status": at("/healthz", "application/json"),
            },
        ],
    })
}
