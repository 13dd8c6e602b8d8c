//! A server for the official conformance suite: what ibid puts before MCP over HTTP, and behind
//! it the tools, prompts and resources that the suite asks for instead of ibid's own.
//!
//! Usage: `conformance [--sessions]`. Prints the address of the endpoint and serves until it is
//! killed. With `--sessions` clients of the older revisions get sessions, which the scenarios
//! need in which a server asks its client something; ibid itself never has them.

mod answers;
mod asking;
mod contents;
mod fixture;
mod inputs;
mod prompts;
mod resources;
mod seal;
mod tools;

use std::io;
use std::process::ExitCode;

use axum::Router;
use axum::extract::Request;
use axum::routing::any;
use http_server::{HostPolicy, guard};
use mcp_server::{Endpoint, Shutdown};

use fixture::Fixture;

fn main() -> ExitCode {
    let sessions = match std::env::args().skip(1).collect::<Vec<_>>().as_slice() {
        [] => false,
        [option] if option == "--sessions" => true,
        _ => {
            eprintln!("usage: conformance [--sessions]");
            return ExitCode::from(2);
        }
    };
    match run(sessions) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("conformance: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(sessions: bool) -> io::Result<()> {
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await?;
        println!("http://{}/mcp", listener.local_addr()?);
        axum::serve(listener, router(sessions)).await
    })
}

fn router(sessions: bool) -> Router {
    let mut endpoint = Endpoint::new(&Shutdown::new());
    if sessions {
        endpoint = endpoint.with_sessions();
    }
    let fixture = Fixture::new();
    let mcp = any(move |request: Request| async move {
        let handler = move || fixture.clone();
        endpoint.respond_with(handler, request).await
    });
    guard(Router::new().route("/mcp", mcp), HostPolicy::loopback())
}
