use std::collections::BTreeMap;
use std::sync::Arc;

use domain::ids::PromptId;
use domain::item::{ItemId, Status, Tags};
use domain::operations::ZeroReason;
use domain::operations::find_items;
use domain::operations::prompts::{Fill, List, Update};
use domain::page::PageRequest;
use domain::scope::ItemFilter;
use testkit::{FaultyStore, MemoryStore};

use crate::home::{Home, each, find, prompt_edit};

fn archive(home: &Home, id: &PromptId, is_archived: bool) -> domain::item::Prompt {
    home.update_prompt(Update {
        is_archived: Some(is_archived),
        ..prompt_edit(id)
    })
}

fn listed(home: &Home, archived: bool) -> Vec<PromptId> {
    let list = List {
        search: None,
        tags: Tags::default(),
        archived,
        page: PageRequest::new(None, None),
    };
    let page = home
        .engine
        .list_prompts(&home.caller, &list, &home.cancel)
        .unwrap();
    page.rows.into_iter().map(|prompt| prompt.id).collect()
}

#[test]
fn an_archived_prompt_is_in_no_list_and_no_search_and_comes_back() {
    each(|home| {
        let id = home.prompt("Triage", "sorts bugs", "sorts bugs by severity");
        let kept = home.prompt("Triage twin", "sorts bugs", "sorts bugs by age");
        home.index();
        let before = home.embedder.embedded_texts();
        let archived = archive(home, &id, true);
        assert!(archived.is_archived);
        assert_eq!(
            (archived.current_version, archived.status),
            (1, Status::Ready)
        );
        let ids = |rows: Vec<find_items::PromptRow>| -> Vec<PromptId> {
            rows.into_iter().map(|row| row.id).collect()
        };
        let only_kept = [kept];
        assert_eq!(ids(home.find("sorts bugs").prompts), only_kept);
        assert_eq!(ids(home.literal("sorts bugs").prompts), only_kept);
        assert_eq!(listed(home, false), only_kept);
        assert_eq!(listed(home, true).len(), 2);
        let read = home.engine.get_prompt(&home.caller, &id, &home.cancel);
        assert!(read.unwrap().is_archived);
        let with_archived = home.find_with(find_items::Request {
            filter: ItemFilter {
                archived: true,
                ..ItemFilter::default()
            },
            ..find("sorts bugs")
        });
        assert_eq!(with_archived.prompts.len(), 2);
        archive(home, &id, false);
        assert_eq!(home.find("sorts bugs").prompts.len(), 2);
        home.index();
        // The searches above embed their queries; the prompts themselves are not embedded again.
        let texts = home.embedder.texts();
        let bodies = texts[before..].iter().map(|(_, body)| body.as_str());
        assert!(bodies.into_iter().all(|body| body == "sorts bugs"));
    });
}

#[test]
fn an_archived_member_gives_its_collection_no_score() {
    each(|home| {
        let id = home.prompt("Triage", "sorts bugs", "sorts bugs");
        let shelf = home.collection("Shelf", &[ItemId::Prompt(id.clone())]);
        home.index();
        let found = home.find("triage sorts bugs");
        assert_eq!(found.collections[0].id, shelf);
        assert_eq!(found.collections[0].matched_items, Some(1));
        archive(home, &id, true);
        let found = home.find("triage sorts bugs");
        assert!(found.collections.is_empty(), "{:?}", found.collections);
        assert!(found.prompts.is_empty());
        let inside = home.find_with(find_items::Request {
            filter: ItemFilter {
                collection: Some(shelf),
                ..ItemFilter::default()
            },
            ..find("triage sorts bugs")
        });
        assert_eq!(inside.basis.zero, Some(ZeroReason::ScopeEmpty));
        assert_eq!(inside.basis.coverage.prompts, 0);
    });
}

#[test]
fn marking_a_prompt_as_public_changes_nothing_else() {
    each(|home| {
        let id = home.prompt("Triage", "sorts bugs", "sorts bugs");
        home.index();
        let public = home.update_prompt(Update {
            is_public: Some(true),
            ..prompt_edit(&id)
        });
        assert!(public.is_public && !public.is_archived);
        assert_eq!((public.current_version, public.status), (1, Status::Ready));
        let retitled = home.update_prompt(Update {
            title: Some("Other".to_owned()),
            ..prompt_edit(&id)
        });
        assert!(retitled.is_public);
    });
}

#[test]
fn reading_and_filling_are_counted_apart_and_plain_reads_are_not() {
    each(|home| {
        let id = home.prompt("Triage", "sorts bugs", "sorts ${what}");
        let (engine, caller, cancel) = (&home.engine, &home.caller, &home.cancel);
        assert_eq!(engine.view_prompt(caller, &id, cancel).unwrap().views, 1);
        assert_eq!(engine.view_prompt(caller, &id, cancel).unwrap().views, 2);
        let fill = Fill {
            id: id.clone(),
            values: BTreeMap::new(),
        };
        let filled = engine.fill_prompt(caller, &fill, cancel).unwrap();
        assert_eq!((filled.prompt.views, filled.prompt.copies), (2, 1));
        home.update_prompt(Update {
            content: Some("other".to_owned()),
            ..prompt_edit(&id)
        });
        let read = engine.get_prompt(caller, &id, cancel).unwrap();
        assert_eq!((read.views, read.copies), (2, 1));
    });
}

#[test]
fn a_home_that_cannot_count_still_shows_its_prompts() {
    let store = Arc::new(FaultyStore::new(MemoryStore::new()));
    let home = Home::on(store.clone());
    let id = home.prompt("Triage", "sorts bugs", "sorts ${what}");
    store.fail_transactions(true);
    let viewed = home
        .engine
        .view_prompt(&home.caller, &id, &home.cancel)
        .unwrap();
    assert_eq!(
        (viewed.views, viewed.content.as_str()),
        (0, "sorts ${what}")
    );
    let fill = Fill {
        id,
        values: BTreeMap::new(),
    };
    let filled = home
        .engine
        .fill_prompt(&home.caller, &fill, &home.cancel)
        .unwrap();
    assert_eq!(filled.prompt.copies, 0);
}
