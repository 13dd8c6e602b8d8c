use domain::caller::Permission;
use domain::item::{ItemId, Tags};
use domain::operations::collections::{List, Members};
use domain::page::PageRequest;
use domain::{Caller, ScopeSet};

use crate::home::each;

#[test]
fn adding_counts_what_is_new_and_removing_what_was_in() {
    each(|home| {
        let a = ItemId::Document(home.document("A", "text\n"));
        let b = ItemId::Prompt(home.prompt("B", "b", "b"));
        let id = home.collection("Shelf", std::slice::from_ref(&a));
        let members = Members {
            id: id.clone(),
            items: vec![a.clone(), b.clone(), b.clone()],
        };
        let added = home
            .engine
            .add_to_collection(&home.caller, &members, &home.cancel)
            .unwrap();
        assert_eq!((added.added, added.already_in), (1, 1));
        let shelf = home
            .engine
            .get_collection(&home.caller, &id, &home.cancel)
            .unwrap();
        assert_eq!(shelf.item_count, 2);
        let removed = home
            .engine
            .remove_from_collection(&home.caller, &members, &home.cancel)
            .unwrap();
        assert_eq!(removed, 2);
    });
}

#[test]
fn an_unknown_member_is_named_and_nothing_is_added() {
    each(|home| {
        let id = home.collection("Shelf", &[]);
        let a = ItemId::Document(home.document("A", "text\n"));
        let ghost = ItemId::Document(domain::ids::DocumentId::parse("d_ghost").unwrap());
        let error = home
            .engine
            .add_to_collection(
                &home.caller,
                &Members {
                    id: id.clone(),
                    items: vec![a, ghost],
                },
                &home.cancel,
            )
            .unwrap_err();
        assert_eq!(error.message, "Document not found");
        assert!(error.hint.unwrap().contains("d_ghost"));
        let page = home
            .engine
            .collection_members(
                &home.caller,
                &id,
                &PageRequest::new(None, None),
                &home.cancel,
            )
            .unwrap();
        assert!(page.rows.is_empty());
    });
}

#[test]
fn deleting_a_collection_leaves_its_members() {
    each(|home| {
        let document = home.document("A", "text\n");
        let id = home.collection("Shelf", &[ItemId::Document(document.clone())]);
        home.engine
            .delete_collection(&home.caller, &id, &home.cancel)
            .unwrap();
        assert!(
            home.engine
                .get_document(&home.caller, &document, &home.cancel)
                .is_ok()
        );
    });
}

#[test]
fn a_collection_of_a_name_is_made_once() {
    each(|home| {
        let ensure = || {
            home.engine
                .ensure_collection(&home.caller, "Notes", &home.cancel)
                .unwrap()
                .id
        };
        assert_eq!(ensure(), ensure());
    });
}

#[test]
fn members_that_a_caller_may_not_read_are_neither_listed_nor_counted() {
    each(|home| {
        let documents = ["A", "B"].map(|title| ItemId::Document(home.document(title, "text\n")));
        let mut items = vec![ItemId::Prompt(home.prompt("P", "p", "p"))];
        items.extend(documents.clone());
        let id = home.collection("Shelf", &items);
        let caller = Caller {
            scopes: ScopeSet::of(&[Permission::DocumentsRead]),
            ..home.caller.clone()
        };
        let (engine, cancel) = (&home.engine, &home.cancel);
        let shelf = engine.get_collection(&caller, &id, cancel).unwrap();
        assert_eq!(shelf.item_count, 2);
        let all = List {
            search: None,
            tags: Tags::default(),
            page: PageRequest::new(None, None),
        };
        let listed = engine.list_collections(&caller, &all, cancel).unwrap();
        assert_eq!(listed.rows[0].item_count, 2);
        let mut seen = Vec::new();
        let mut cursor = None;
        loop {
            let page = PageRequest::new(Some(1), cursor);
            let page = engine.collection_members(&caller, &id, &page, cancel);
            let page = page.unwrap();
            seen.extend(page.rows.into_iter().map(|member| member.item));
            cursor = page.cursor;
            if cursor.is_none() {
                break;
            }
        }
        let mut expected = documents.to_vec();
        expected.sort();
        assert_eq!(seen, expected);
    });
}
