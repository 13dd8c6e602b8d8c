//! What says to programs and agents what is here and how to use it. It holds nothing of the
//! store, so it needs no key; foreign pages are kept from it all the same.

mod cards;
mod llms;

use std::collections::BTreeMap;

use axum::extract::Request;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use dialects::context_repo;
use dialects::context_repo::failures::Failure;
use http::header::{CONTENT_TYPE, LINK};
use http::{HeaderValue, Method};
use serde_json::{Value, json};

use crate::answer::{self, Asked};

const JSON: &str = "application/json";
const MARKDOWN: &str = "text/markdown; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";
/// RFC 9727, section 7.1.
const LINK_SET: &str =
    "application/linkset+json; profile=\"https://www.rfc-editor.org/info/rfc9727\"";
const CATALOG: &str = "/.well-known/api-catalog";

/// The files by their paths.
pub struct Files {
    by_path: BTreeMap<&'static str, File>,
    catalog_link: Option<HeaderValue>,
}

struct File {
    media_type: &'static str,
    content: Bytes,
}

impl Files {
    /// The files of a server that links start at `base_url` for.
    pub fn new(base_url: &str, version: &str) -> Self {
        let card = cards::server_card(base_url, version);
        let by_path = BTreeMap::from([
            ("/", file(TEXT, welcome(base_url, version))),
            (
                "/healthz",
                json_file(JSON, &json!({"status": "ok", "version": version})),
            ),
            (
                "/openapi.json",
                json_file(JSON, &context_repo::openapi(base_url)),
            ),
            ("/llms.txt", file(MARKDOWN, llms::short(base_url))),
            ("/llms-full.txt", file(MARKDOWN, llms::full(base_url))),
            ("/.well-known/mcp.json", json_file(JSON, &card)),
            ("/.well-known/mcp/server-card.json", json_file(JSON, &card)),
            (
                "/.well-known/agent-card.json",
                json_file(JSON, &cards::agent_card(base_url, version)),
            ),
            (CATALOG, json_file(LINK_SET, &cards::catalog(base_url))),
        ]);
        let link = format!("<{base_url}{CATALOG}>; rel=\"api-catalog\"");
        Self {
            by_path,
            catalog_link: HeaderValue::from_str(&link).ok(),
        }
    }
}

fn file(media_type: &'static str, text: String) -> File {
    File {
        media_type,
        content: text.into(),
    }
}

fn json_file(media_type: &'static str, value: &Value) -> File {
    file(media_type, value.to_string())
}

/// Answers a request for a file.
pub fn answer(files: &Files, request: &Request, asked: &Asked) -> Response {
    let path = request.uri().path();
    let Some(file) = files.by_path.get(path) else {
        return missing(path, asked);
    };
    if ![Method::GET, Method::HEAD].contains(request.method()) {
        return answer::wrong_method(asked, "GET, HEAD");
    }
    let mut response = ([(CONTENT_TYPE, file.media_type)], file.content.clone()).into_response();
    if matches!(path, "/" | CATALOG)
        && let Some(link) = &files.catalog_link
    {
        response.headers_mut().insert(LINK, link.clone());
    }
    response
}

fn missing(path: &str, asked: &Asked) -> Response {
    if path.starts_with("/.well-known/oauth-") || path == "/.well-known/openid-configuration" {
        let failure = Failure::new(404, "OAuth is not offered here; API keys are used")
            .hint("send `Authorization: API-Key gm_…`; `ibid key create` makes a key");
        return answer::failure(asked, &failure);
    }
    answer::unknown_path(asked)
}

fn welcome(base_url: &str, version: &str) -> String {
    format!(
        "ibid {version}: a local-first context repository for agents and people.\n\
         \n\
         MCP            {base_url}/mcp\n\
         REST           {base_url}/v1\n\
         OpenAPI        {base_url}/openapi.json\n\
         For agents     {base_url}/llms.txt\n\
         All of it      {base_url}{CATALOG}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_names_the_address_it_is_served_at() {
        let files = Files::new("http://127.0.0.1:4142", "1.2.3");
        for (path, file) in &files.by_path {
            let text = String::from_utf8(file.content.to_vec()).unwrap();
            let named = text.contains("http://127.0.0.1:4142");
            assert!(named || *path == "/healthz", "{path}");
            if file.media_type == JSON || file.media_type == LINK_SET {
                let value: Value = serde_json::from_str(&text).unwrap();
                assert!(value.is_object(), "{path}");
            }
        }
    }
}
