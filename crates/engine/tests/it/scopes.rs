use std::collections::BTreeMap;

use domain::caller::Permission;
use domain::ids::{ChunkId, CollectionId, DocumentId, PromptId, VersionId};
use domain::item::{ItemId, Tags};
use domain::operations::{collections, deep_expand, deep_read, diff, documents, prompts};
use domain::page::PageRequest;
use domain::{Caller, Error, ErrorKind, ScopeSet};

use crate::home::{Home, deep, each, find, prompt_edit, question};

/// One item of each kind.
struct Items {
    prompt: PromptId,
    document: DocumentId,
    collection: CollectionId,
    chunk: ChunkId,
}

fn items(home: &Home) -> Items {
    let prompt = home.prompt("Alpha", "beta", "alpha beta ${x}");
    let document = home.document("Doc", "alpha beta\n");
    let members = [
        ItemId::Prompt(prompt.clone()),
        ItemId::Document(document.clone()),
    ];
    let collection = home.collection("Shelf", &members);
    home.index();
    Items {
        chunk: home.deep("alpha").passages[0].chunk.clone(),
        prompt,
        document,
        collection,
    }
}

type Outcome = (&'static str, Permission, Option<Error>);

/// Every operation that names an item, with the permission it takes, called by `caller`.
fn by_id(home: &Home, caller: &Caller, items: &Items) -> Vec<Outcome> {
    let mut outcomes = prompts_by_id(home, caller, &items.prompt);
    outcomes.extend(documents_by_id(home, caller, items));
    outcomes.extend(collections_by_id(home, caller, items));
    outcomes
}

fn prompts_by_id(home: &Home, caller: &Caller, id: &PromptId) -> Vec<Outcome> {
    use Permission::{PromptsRead, PromptsWrite};
    let (engine, cancel) = (&home.engine, &home.cancel);
    let version = VersionId::of(id.as_str(), 1);
    let fill = prompts::Fill {
        id: id.clone(),
        values: BTreeMap::new(),
    };
    let restore = prompts::Restore {
        id: id.clone(),
        version,
    };
    let compare = diff::Request {
        id: id.clone(),
        from: None,
        to: None,
    };
    vec![
        (
            "get_prompt",
            PromptsRead,
            engine.get_prompt(caller, id, cancel).err(),
        ),
        (
            "view_prompt",
            PromptsRead,
            engine.view_prompt(caller, id, cancel).err(),
        ),
        (
            "fill_prompt",
            PromptsRead,
            engine.fill_prompt(caller, &fill, cancel).err(),
        ),
        (
            "prompt_diff",
            PromptsRead,
            engine.prompt_diff(caller, &compare, cancel).err(),
        ),
        (
            "prompt_versions",
            PromptsRead,
            engine.prompt_versions(caller, id, cancel).err(),
        ),
        (
            "update_prompt",
            PromptsWrite,
            engine.update_prompt(caller, &prompt_edit(id), cancel).err(),
        ),
        (
            "restore_prompt",
            PromptsWrite,
            engine.restore_prompt(caller, &restore, cancel).err(),
        ),
        (
            "delete_prompt",
            PromptsWrite,
            engine.delete_prompt(caller, id, cancel).err(),
        ),
    ]
}

fn documents_by_id(home: &Home, caller: &Caller, items: &Items) -> Vec<Outcome> {
    use Permission::{DocumentsRead, DocumentsWrite};
    let (engine, cancel, id) = (&home.engine, &home.cancel, &items.document);
    let read = deep_read::Request {
        chunk: items.chunk.clone(),
    };
    let expand = deep_expand::Request {
        chunk: items.chunk.clone(),
        direction: deep_expand::Direction::Up,
        count: None,
    };
    let mut search = deep("alpha");
    search.document = Some(id.clone());
    let mut ask = question("alpha");
    ask.document = Some(id.clone());
    let compare = diff::Request {
        id: id.clone(),
        from: None,
        to: None,
    };
    let restore = documents::Restore {
        id: id.clone(),
        version: VersionId::of(id.as_str(), 1),
        expected_revision: None,
    };
    let update = documents::Update {
        id: id.clone(),
        title: None,
        content: None,
        change_log: None,
        tags: None,
        expected_revision: None,
    };
    vec![
        (
            "get_document",
            DocumentsRead,
            engine.get_document(caller, id, cancel).err(),
        ),
        (
            "document_versions",
            DocumentsRead,
            engine.document_versions(caller, id, cancel).err(),
        ),
        (
            "document_diff",
            DocumentsRead,
            engine.document_diff(caller, &compare, cancel).err(),
        ),
        (
            "deep_read",
            DocumentsRead,
            engine.deep_read(caller, &read, cancel).err(),
        ),
        (
            "deep_expand",
            DocumentsRead,
            engine.deep_expand(caller, &expand, cancel).err(),
        ),
        (
            "deep_search",
            DocumentsRead,
            engine.deep_search(caller, &search, cancel).err(),
        ),
        (
            "reason",
            DocumentsRead,
            engine.reason(caller, &ask, cancel).err(),
        ),
        (
            "update_document",
            DocumentsWrite,
            engine.update_document(caller, &update, cancel).err(),
        ),
        (
            "restore_document",
            DocumentsWrite,
            engine.restore_document(caller, &restore, cancel).err(),
        ),
        (
            "delete_document",
            DocumentsWrite,
            engine.delete_document(caller, id, cancel).err(),
        ),
    ]
}

fn collections_by_id(home: &Home, caller: &Caller, items: &Items) -> Vec<Outcome> {
    use Permission::{DocumentsRead, DocumentsWrite};
    let (engine, cancel, id) = (&home.engine, &home.cancel, &items.collection);
    let page = PageRequest::new(None, None);
    let members = collections::Members {
        id: id.clone(),
        items: vec![ItemId::Document(items.document.clone())],
    };
    let scrape = documents::Scrape {
        url: "https://a.example/".to_owned(),
        title: None,
        tags: Tags::default(),
        collection: Some(id.clone()),
    };
    let mut search = find("alpha");
    search.filter.collection = Some(id.clone());
    let list = documents::List {
        search: None,
        tags: Tags::default(),
        collection: Some(id.clone()),
        page: page.clone(),
    };
    let mut outcomes = Vec::new();
    let found = engine.find_items(caller, &search, cancel);
    outcomes.push(("find_items", DocumentsRead, found.err()));
    outcomes.extend([
        (
            "get_collection",
            DocumentsRead,
            engine.get_collection(caller, id, cancel).err(),
        ),
        (
            "collection_members",
            DocumentsRead,
            engine.collection_members(caller, id, &page, cancel).err(),
        ),
        (
            "list_documents",
            DocumentsRead,
            engine.list_documents(caller, &list, cancel).err(),
        ),
        (
            "add_to_collection",
            DocumentsWrite,
            engine.add_to_collection(caller, &members, cancel).err(),
        ),
        (
            "remove_from_collection",
            DocumentsWrite,
            engine
                .remove_from_collection(caller, &members, cancel)
                .err(),
        ),
        (
            "scrape",
            DocumentsWrite,
            engine.scrape(caller, &scrape, cancel).err(),
        ),
        (
            "delete_collection",
            DocumentsWrite,
            engine.delete_collection(caller, id, cancel).err(),
        ),
    ]);
    outcomes
}

#[test]
fn every_operation_takes_its_own_permission_and_no_other() {
    each(|home| {
        let items = items(home);
        for permission in Permission::ALL {
            let caller = Caller {
                scopes: ScopeSet::of(&[permission]),
                ..home.caller.clone()
            };
            for (name, needed, error) in by_id(home, &caller, &items) {
                if !caller.scopes.allows(needed) {
                    let error = error.expect(name);
                    assert_eq!(error.kind, ErrorKind::NotAllowed, "{name}");
                    assert!(error.message.contains(needed.name()), "{name}: {error}");
                }
            }
        }
    });
}

#[test]
fn a_reader_changes_nothing() {
    each(|home| {
        let items = items(home);
        let reader = Caller {
            scopes: ScopeSet::of(&[Permission::DocumentsRead, Permission::PromptsRead]),
            ..home.caller.clone()
        };
        for (name, needed, error) in by_id(home, &reader, &items) {
            match needed {
                Permission::DocumentsRead | Permission::PromptsRead => {
                    assert_eq!(error, None, "{name}");
                }
                _ => assert_eq!(error.expect(name).kind, ErrorKind::NotAllowed, "{name}"),
            }
        }
        assert!(home.literal("alpha").documents.len() == 1);
    });
}

#[test]
fn no_operation_finds_an_item_of_another_workspace() {
    each(|home| {
        let items = items(home);
        let stranger = home.workspace("other");
        for (name, _, error) in by_id(home, &stranger, &items) {
            let error = error.expect(name);
            assert_eq!(error.kind, ErrorKind::NotFound, "{name}: {error}");
        }
        let answer = home
            .engine
            .reason(&stranger, &question("alpha beta"), &home.cancel)
            .unwrap();
        assert_eq!((answer.gathered, answer.answer.as_str()), (0, ""));
        // All of it is still there for its own workspace.
        for (name, _, error) in by_id(home, &home.caller, &items) {
            // There is no fetcher here, and an item that the calls before deleted is no member.
            if !["scrape", "add_to_collection"].contains(&name) {
                assert_eq!(error, None, "{name}");
            }
        }
    });
}

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
