//! The scopes that the table documents are those that the engine asks for.

use dialects::arguments::Arguments;
use dialects::context_repo::routes;
use domain::caller::{Permission, ScopeSet};
use domain::ids::WorkspaceId;
use domain::{Caller, ErrorKind};

use super::api::Api;
use super::table::sample;

/// Every set of permissions.
fn scope_sets() -> impl Iterator<Item = ScopeSet> {
    (0..1 << Permission::ALL.len()).map(|bits: usize| {
        let held: Vec<Permission> = Permission::ALL
            .into_iter()
            .enumerate()
            .filter(|(place, _)| bits & (1 << place) != 0)
            .map(|(_, permission)| permission)
            .collect();
        ScopeSet::of(&held)
    })
}

#[test]
fn table_and_engine_agree_for_every_route_and_every_set_of_scopes() {
    for scopes in scope_sets() {
        let mut api = Api::empty();
        api.caller = Caller {
            workspace: WorkspaceId::default_workspace(),
            scopes,
        };
        for route in routes() {
            let is_let_in = route.check_scopes(&api.caller).is_ok();
            let arguments = Arguments::checked(String::new(), sample(&route));
            // Past the table's own check: what the engine says by itself.
            let outcome = api.with_context(|context| (route.run)(context, &arguments));
            let is_allowed = !matches!(outcome, Err(error) if error.kind == ErrorKind::NotAllowed);
            assert_eq!(
                is_allowed,
                is_let_in,
                "{} with {:?}",
                route.name,
                scopes.names()
            );
        }
    }
}

#[test]
fn a_caller_without_the_scope_learns_nothing_about_its_request() {
    let mut api = Api::empty();
    api.caller.scopes = ScopeSet::of(&[Permission::DocumentsRead]);
    for request in [
        "GET /v1/prompts?nonsense=1",
        "GET /v1/prompts/undefined",
        "DELETE /v1/documents/..%2Fx",
        "POST /v1/collections",
    ] {
        let (status, answer) = api.send(request, None);
        assert_eq!(status, 403, "{request}: {answer}");
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.starts_with("the scope `"), "{message}");
    }
}

#[test]
fn a_search_leaves_out_what_the_caller_may_not_read() {
    let mut api = Api::empty();
    api.prompt("Tide prompt", "Say when the tide comes.");
    api.document("Tide document", "The tide comes at noon.");
    for (permission, prompts, documents) in [
        (Permission::PromptsRead, 1, 0),
        (Permission::DocumentsRead, 0, 1),
    ] {
        api.caller.scopes = ScopeSet::of(&[permission]);
        let found = api.get("/v1/search?q=tide&semantic=false");
        assert_eq!(found["data"]["prompts"].as_array().unwrap().len(), prompts);
        assert_eq!(
            found["data"]["documents"].as_array().unwrap().len(),
            documents
        );
    }
    api.caller.scopes = ScopeSet::of(&[Permission::PromptsRead]);
    let (status, _) = api.send("GET /v1/search?q=tide&type=documents", None);
    assert_eq!(status, 403);
}
