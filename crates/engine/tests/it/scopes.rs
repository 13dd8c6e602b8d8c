use domain::caller::Permission;
use domain::{Caller, ErrorKind, ScopeSet};

use crate::home::{deep, each, find};

#[test]
fn a_key_reads_only_what_its_scopes_allow() {
    each(|home| {
        home.document("Doc", "alpha beta\n");
        let prompt = home.prompt("Alpha", "beta", "alpha beta");
        home.index();
        let caller = Caller {
            scopes: ScopeSet::of(&[Permission::DocumentsRead]),
            ..home.caller.clone()
        };
        let found = home
            .engine
            .find_items(&caller, &find("alpha beta"), &home.cancel)
            .unwrap();
        assert!(found.prompts.is_empty());
        assert_eq!(found.documents.len(), 1);
        let refused = home
            .engine
            .get_prompt(&caller, &prompt, &home.cancel)
            .unwrap_err();
        assert_eq!(refused.kind, ErrorKind::NotAllowed);
        let prompts_only = Caller {
            scopes: ScopeSet::of(&[Permission::PromptsRead]),
            ..home.caller.clone()
        };
        let refused = home
            .engine
            .deep_search(&prompts_only, &deep("alpha"), &home.cancel)
            .unwrap_err();
        assert_eq!(refused.kind, ErrorKind::NotAllowed);
    });
}

#[test]
fn nothing_crosses_from_one_workspace_to_another() {
    each(|home| {
        let id = home.document("Doc", "alpha beta\n");
        home.index();
        let stranger = home.workspace("other");
        let found = home
            .engine
            .find_items(&stranger, &find("alpha beta"), &home.cancel)
            .unwrap();
        assert!(found.documents.is_empty());
        assert_eq!(found.basis.coverage.documents, 0);
        let read = home.engine.get_document(&stranger, &id, &home.cancel);
        assert_eq!(read.unwrap_err().kind, ErrorKind::NotFound);
    });
}
