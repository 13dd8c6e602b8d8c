//! Takes every request, by whichever door it came, to who answers it.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::response::Response;
use http::{HeaderValue, Method, header};

use crate::answer::{self, Asked};
use crate::app::App;
use crate::{discovery, gate, local_routes, mcp, rest};

/// How a request reached the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// Over TCP: from whoever reaches the port, web pages included.
    Tcp,
    /// Over the socket in the home, which only its owner's processes can open.
    Local,
}

/// The routes of `app` behind `door`.
///
/// Behind [`Door::Tcp`] a request has to carry `ConnectInfo<SocketAddr>`, as [`crate::Server`]
/// and `axum::serve` put it there; without it the peer counts as a stranger.
pub fn router(app: Arc<App>, door: Door) -> Router {
    Router::new()
        .fallback(answer)
        .with_state(Entry { app, door })
}

/// The server as seen from one door.
#[derive(Clone)]
pub(crate) struct Entry {
    pub(crate) app: Arc<App>,
    pub(crate) door: Door,
}

async fn answer(State(entry): State<Entry>, request: Request) -> Response {
    let asked = Asked::of(&request);
    let area = Area::of(request.uri().path(), entry.door);
    if request.method() == Method::OPTIONS && matches!(area, Area::Rest | Area::Mcp) {
        return with_common_headers(answer::preflight());
    }
    // Only the head is needed, and a body cannot be shared with another thread meanwhile.
    let (head, body) = request.into_parts();
    let visit = gate::visit(&entry, &head).await;
    let request = Request::from_parts(head, body);
    let readable_anywhere = visit.as_ref().is_ok_and(gate::Visit::has_key);
    let app = &entry.app;
    let mut response = match (area, visit) {
        (Area::Mcp, visit) => mcp::answer(app, visit, request).await,
        (_, Err(refusal)) => refusal.answer(&asked),
        (Area::Rest, Ok(visit)) => rest::answer(app, &visit, request, &asked).await,
        (Area::Local, Ok(visit)) => local_routes::answer(app, &visit, request, &asked).await,
        (Area::Files, Ok(_)) => discovery::answer(&app.files, &request, &asked),
    };
    if readable_anywhere {
        answer::let_any_page_read(&mut response);
    }
    with_common_headers(response)
}

/// Who answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Area {
    Rest,
    Mcp,
    Local,
    Files,
}

impl Area {
    fn of(path: &str, door: Door) -> Self {
        match path {
            "/mcp" | "/mcp/" => Self::Mcp,
            _ if path == "/v1" || path.starts_with("/v1/") => Self::Rest,
            _ if door == Door::Local && path.starts_with("/local/") => Self::Local,
            _ => Self::Files,
        }
    }
}

fn with_common_headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    response
}
