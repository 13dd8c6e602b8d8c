//! Prose by a chat model behind an endpoint that speaks the OpenAI protocol.

mod question;
mod reply;

use std::fmt;
use std::io::Read;

use domain::cancel::Cancel;
use domain::error::{Error, Result};
use domain::ports::answer_writer::{AnswerWriter, Draft, Source};
use serde_json::Value;
use ureq::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use ureq::http::{HeaderValue, Response, Uri};
use ureq::{Agent, Body};
use url::Url;

use crate::deadline::Deadline;
use crate::watch::watched;
use crate::{USER_AGENT, tls};

/// The largest reply that is read, in bytes.
const REPLY_BYTES_MAX: u64 = 1024 * 1024;
/// How much of an endpoint's own words an error repeats, in characters.
const WORDS_MAX: usize = 200;
/// A run of this many bytes of the key, anywhere in a text, keeps the text from being shown.
const KEY_TRACE_BYTES: usize = 6;

/// Where the model is and how to speak to it.
#[derive(Clone)]
pub struct ChatSettings {
    /// The endpoint's base, such as `http://localhost:11434/v1`; `/chat/completions` is added
    /// unless it is there.
    pub endpoint: String,
    /// The model's name, as the endpoint knows it.
    pub model: String,
    /// Sent as a bearer token; never shown in errors.
    pub api_key: Option<String>,
    /// The most time for one answer, in milliseconds.
    pub time_ms: u64,
    /// Sent with every question, for endpoints that can repeat an answer.
    pub seed: u64,
}

impl ChatSettings {
    /// Settings for `model` at `endpoint`: no key, 25 seconds per answer, seed 0. Public clients
    /// give up after 30: there has to be time left for an answer without the model.
    pub fn new(endpoint: impl Into<String>, model: impl Into<String>) -> Self {
        Self {
            endpoint: endpoint.into(),
            model: model.into(),
            api_key: None,
            time_ms: 25_000,
            seed: 0,
        }
    }
}

impl fmt::Debug for ChatSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChatSettings")
            .field("endpoint", &self.endpoint)
            .field("model", &self.model)
            .field("has_api_key", &self.api_key.is_some())
            .field("time_ms", &self.time_ms)
            .field("seed", &self.seed)
            .finish()
    }
}

/// Writes answers with the configured model.
///
/// The endpoint is the owner's choice, so it may be on this machine. Redirects are not followed:
/// they would carry the key elsewhere.
#[derive(Debug)]
pub struct ChatWriter {
    settings: ChatSettings,
    uri: Uri,
    host: String,
    authorization: Option<HeaderValue>,
    is_encrypted: bool,
}

impl ChatWriter {
    /// A writer for `settings`. Nothing is sent yet.
    ///
    /// # Errors
    /// `Invalid` when the endpoint is no `http` or `https` address or holds credentials, the model
    /// has no name, or the key cannot be sent as a header.
    pub fn new(settings: ChatSettings) -> Result<Self> {
        if settings.model.trim().is_empty() {
            return Err(Error::invalid("the chat model has no name")
                .hint("name the model that the endpoint is to use"));
        }
        let url = endpoint(&settings.endpoint)?;
        let authorization = settings.api_key.as_deref().map(bearer).transpose()?;
        let uri = url.as_str().parse().map_err(|_| unreadable())?;
        Ok(Self {
            host: url.host_str().unwrap_or_default().to_owned(),
            is_encrypted: url.scheme() == "https",
            settings,
            uri,
            authorization,
        })
    }

    fn agent(&self, deadline: Deadline) -> Result<Agent> {
        let tls = if self.is_encrypted {
            tls::trusting(&[])?
        } else {
            tls::unused()
        };
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .max_idle_connections(0)
            .timeout_global(Some(deadline.left(&self.host)?))
            .user_agent(USER_AGENT)
            .tls_config(tls)
            .build();
        Ok(config.new_agent())
    }

    fn ask(&self, agent: &Agent, body: &Value, deadline: Deadline) -> Result<Draft> {
        let mut request = agent
            .post(&self.uri)
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json");
        if let Some(authorization) = &self.authorization {
            request = request.header(AUTHORIZATION, authorization);
        }
        let response = request
            .send(body.to_string())
            .map_err(|fault| self.failure(&fault, deadline))?;
        let status = response.status().as_u16();
        let text = self.read(response, deadline)?;
        if status != 200 {
            return Err(self.unsuccessful(status, &text));
        }
        let parsed = serde_json::from_str(&text).map_err(|_| self.odd("its reply is not JSON"))?;
        let content = reply::content(&parsed).map_err(|what| self.odd(what))?;
        reply::draft(&content).ok_or_else(|| self.odd("its reply holds no answer"))
    }

    fn read(&self, response: Response<Body>, deadline: Deadline) -> Result<String> {
        let mut bytes = Vec::new();
        response
            .into_body()
            .into_reader()
            .take(REPLY_BYTES_MAX + 1)
            .read_to_end(&mut bytes)
            .map_err(|fault| self.failure(&fault.into(), deadline))?;
        if bytes.len() as u64 > REPLY_BYTES_MAX {
            return Err(self.odd("its reply is larger than 1 MiB"));
        }
        String::from_utf8(bytes).map_err(|_| self.odd("its reply is not UTF-8"))
    }

    fn unsuccessful(&self, status: u16, text: &str) -> Error {
        let hint = match status {
            // What an endpoint says here may repeat the key, or most of it.
            401 | 403 => "check the key of the chat endpoint in the configuration",
            300..=399 => "configure the address that the endpoint redirects to",
            404 => "check the address and the model of the chat endpoint in the configuration",
            429 => "the endpoint limits how often it is asked; try again later",
            _ => "try again later, or take the chat endpoint out of the configuration",
        };
        let words = if matches!(status, 401 | 403) {
            None
        } else {
            self.words(text)
        };
        let mut message = format!(
            "the chat endpoint `{}` answered with status {status}",
            self.host
        );
        if let Some(words) = words {
            message.push_str(": ");
            message.push_str(&words);
        }
        Error::unavailable(message).hint(hint)
    }

    /// What the endpoint says is wrong, on one line, unless any of it could come from the key.
    fn words(&self, text: &str) -> Option<String> {
        let value: Value = serde_json::from_str(text).ok()?;
        let said = [
            &value["error"]["message"],
            &value["error"],
            &value["message"],
        ]
        .into_iter()
        .find_map(Value::as_str)?;
        let line: String = said
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .chars()
            .filter(|c| !c.is_control())
            .take(WORDS_MAX)
            .collect();
        (!line.is_empty() && !self.could_show_key(said)).then_some(line)
    }

    fn could_show_key(&self, text: &str) -> bool {
        let key = self.settings.api_key.as_deref().unwrap_or_default();
        if key.len() < KEY_TRACE_BYTES {
            return !key.is_empty() && text.contains(key);
        }
        let mut traces = key.as_bytes().windows(KEY_TRACE_BYTES);
        traces.any(|trace| {
            text.as_bytes()
                .windows(KEY_TRACE_BYTES)
                .any(|part| part == trace)
        })
    }

    fn odd(&self, what: &str) -> Error {
        Error::unavailable(format!(
            "the chat endpoint `{}` is of no use: {what}",
            self.host
        ))
        .hint("check the model of the chat endpoint in the configuration")
    }

    fn failure(&self, fault: &ureq::Error, deadline: Deadline) -> Error {
        let reason = match fault {
            ureq::Error::Timeout(_) => return deadline.passed(&self.host),
            ureq::Error::HostNotFound => "no address is known for it",
            ureq::Error::Rustls(_) | ureq::Error::Tls(_) => {
                "its encrypted connection cannot be trusted"
            }
            ureq::Error::Io(io) => match io.kind() {
                _ if tls::is_fault(io) => "its encrypted connection cannot be trusted",
                std::io::ErrorKind::ConnectionRefused => "the connection is refused",
                _ => "the connection failed",
            },
            _ => "its answer cannot be read",
        };
        Error::unavailable(format!(
            "the chat endpoint `{}` cannot be used: {reason}",
            self.host
        ))
        .hint("check that it runs, and its address in the configuration")
    }
}

impl AnswerWriter for ChatWriter {
    fn model(&self) -> &str {
        &self.settings.model
    }

    fn write(&self, query: &str, passages: &[Source], cancel: &Cancel) -> Result<Draft> {
        let deadline = Deadline::after_ms(self.settings.time_ms);
        let body = question::body(&self.settings.model, self.settings.seed, query, passages);
        let agent = self.agent(deadline)?;
        watched(&agent, cancel, || self.ask(&agent, &body, deadline))
    }
}

fn endpoint(text: &str) -> Result<Url> {
    let mut url = Url::parse(text.trim()).map_err(|_| unreadable())?;
    let is_web = matches!(url.scheme(), "http" | "https");
    if !is_web || !url.username().is_empty() || url.password().is_some() {
        return Err(unreadable());
    }
    url.set_fragment(None);
    let path = url.path().trim_end_matches('/').to_owned();
    if path.ends_with("/chat/completions") {
        url.set_path(&path);
    } else {
        url.set_path(&format!("{path}/chat/completions"));
    }
    Ok(url)
}

fn bearer(key: &str) -> Result<HeaderValue> {
    let mut value = HeaderValue::from_str(&format!("Bearer {}", key.trim())).map_err(|_| {
        Error::invalid("the key of the chat endpoint holds characters that cannot be sent")
            .hint("check the key in the configuration: it should be one line of plain characters")
    })?;
    value.set_sensitive(true);
    Ok(value)
}

fn unreadable() -> Error {
    Error::invalid("the address of the chat endpoint cannot be used")
        .hint("give its base address, such as http://localhost:11434/v1, without a user name; the key has a setting of its own")
}
