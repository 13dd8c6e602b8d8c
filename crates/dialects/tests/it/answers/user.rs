use dialects::ToolHost;
use dialects::context_repo::Profile;
use domain::access::KeyId;
use domain::caller::{Identity, Permission, Principal, ScopeSet};
use domain::{Caller, Cancel};
use serde_json::json;

use super::Story;
use crate::library::Library;

#[test]
fn get_user_info() {
    let library = Library::empty();
    let mut story = Story::of(&library);
    story.call("without a key", "get_user_info", json!({}));
    story.call("without arguments", "get_user_info", json!(null));
    story.fail("unknown argument", "get_user_info", json!({"id": "u1"}));
    story.check("get_user_info");
}

#[test]
fn get_user_info_of_a_key_shows_its_public_id_and_scopes() {
    let library = Library::empty();
    let principal = Principal {
        caller: Caller {
            scopes: ScopeSet::of(&[Permission::PromptsRead, Permission::DocumentsRead]),
            ..Caller::owner()
        },
        identity: Identity::Key {
            id: KeyId::parse("abc234").unwrap(),
            name: "laptop".to_owned(),
            tools: None,
        },
    };
    let host = library.host_of(principal, Profile::CORE);
    let output = host.call("get_user_info", &json!({}), &Cancel::new());
    assert_eq!(
        output.text,
        "# laptop\n\n- **ID:** abc234\n- **Email:** \n- **External ID:** \n\
         - **Auth Method:** api_key\n- **Permissions:** prompts.read, documents.read"
    );
}
