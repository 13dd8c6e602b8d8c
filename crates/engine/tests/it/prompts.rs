use domain::ErrorKind;
use domain::item::{Status, Tags};
use domain::operations::prompts::{Create, List, Update};
use domain::page::PageRequest;

use crate::home::{each, prompt_edit};

#[test]
fn a_prompt_is_found_by_meaning_and_only_its_content_makes_versions() {
    each(|home| {
        let id = home.prompt("Triage", "sorts bug reports", "Sort ${report} by severity");
        home.index();
        assert_eq!(home.find("sorts bug reports severity").prompts[0].id, id);
        let update = |description: Option<&str>, content: Option<&str>| {
            home.update_prompt(Update {
                description: description.map(str::to_owned),
                content: content.map(str::to_owned),
                ..prompt_edit(&id)
            })
        };
        let described = update(Some("files tickets"), None);
        assert_eq!(described.current_version, 1);
        assert_eq!(described.status, Status::Pending);
        assert_eq!(update(None, Some("New text")).current_version, 2);
        home.index();
        assert_eq!(home.find("files tickets").prompts[0].id, id);
        let versions = home
            .engine
            .prompt_versions(&home.caller, &id, &home.cancel)
            .unwrap();
        assert_eq!(versions.len(), 2);
    });
}

#[test]
fn a_prompt_has_a_limit_over_all_its_text() {
    each(|home| {
        let error = home
            .engine
            .create_prompt(
                &home.caller,
                &Create {
                    title: "T".to_owned(),
                    description: "D".to_owned(),
                    content: "x ".repeat(domain::limits::PROMPT_BYTES_MAX),
                    variables: Vec::new(),
                    tags: Tags::default(),
                },
                &home.cancel,
            )
            .unwrap_err();
        assert_eq!(error.kind, ErrorKind::TooLarge);
        assert!(error.message.contains("262144"), "{error}");
    });
}

#[test]
fn deleting_a_prompt_takes_it_out_of_lists_and_answers() {
    each(|home| {
        let id = home.prompt("Alpha", "beta", "gamma");
        home.index();
        home.engine
            .delete_prompt(&home.caller, &id, &home.cancel)
            .unwrap();
        assert!(home.find("alpha beta gamma").prompts.is_empty());
        let list = home
            .engine
            .list_prompts(
                &home.caller,
                &List {
                    search: None,
                    tags: Tags::default(),
                    archived: false,
                    page: PageRequest::new(None, None),
                },
                &home.cancel,
            )
            .unwrap();
        assert!(list.rows.is_empty());
        let gone = home
            .engine
            .get_prompt(&home.caller, &id, &home.cancel)
            .unwrap_err();
        assert_eq!(gone.message, "Prompt not found");
    });
}
