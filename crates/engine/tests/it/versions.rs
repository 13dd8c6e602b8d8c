use domain::ids::{DocumentId, PromptId, VersionId};
use domain::item::Status;
use domain::operations::diff;
use domain::operations::documents;
use domain::operations::prompts;
use domain::{Code, ErrorKind};

use crate::home::{Home, each, prompt_edit};

fn restore_prompt(home: &Home, id: &PromptId, version: &VersionId) -> domain::Result<Prompt> {
    let request = prompts::Restore {
        id: id.clone(),
        version: version.clone(),
    };
    home.engine
        .restore_prompt(&home.caller, &request, &home.cancel)
}

type Prompt = domain::item::Prompt;

fn restore_document(
    home: &Home,
    id: &DocumentId,
    version: &VersionId,
    expected_revision: Option<u64>,
) -> domain::Result<domain::item::Document> {
    let request = documents::Restore {
        id: id.clone(),
        version: version.clone(),
        expected_revision,
    };
    home.engine
        .restore_document(&home.caller, &request, &home.cancel)
}

#[test]
fn restoring_a_prompt_makes_a_version_of_the_old_content_and_keeps_the_title() {
    each(|home| {
        let id = home.prompt("Old title", "sorts things", "alpha template ${a}");
        home.update_prompt(prompts::Update {
            title: Some("New title".to_owned()),
            content: Some("beta template ${b}".to_owned()),
            ..prompt_edit(&id)
        });
        home.index();
        let first = VersionId::of(id.as_str(), 1);
        let restored = restore_prompt(home, &id, &first).unwrap();
        assert_eq!(restored.content, "alpha template ${a}");
        assert_eq!(restored.title, "New title");
        assert_eq!(restored.current_version, 3);
        assert_eq!(restored.status, Status::Pending);
        assert_eq!(restored.variables[0].name, "a");
        let versions = home
            .engine
            .prompt_versions(&home.caller, &id, &home.cancel)
            .unwrap();
        let log = versions[0].change_log.as_deref();
        assert_eq!((versions.len(), log), (3, Some("Restored version 1")));
        home.index();
        assert_eq!(home.find("alpha template").prompts[0].id, id);
    });
}

#[test]
fn restoring_the_current_version_makes_a_version_and_embeds_nothing() {
    each(|home| {
        let id = home.prompt("Title", "sorts things", "text");
        home.index();
        let before = home.embedder.embedded_texts();
        let restored = restore_prompt(home, &id, &VersionId::of(id.as_str(), 1)).unwrap();
        assert_eq!(restored.current_version, 2);
        assert_eq!(restored.status, Status::Ready);
        home.index();
        assert_eq!(home.embedder.embedded_texts(), before);
    });
}

#[test]
fn a_version_of_another_item_is_not_found() {
    each(|home| {
        let id = home.prompt("One", "one", "one");
        let other = home.prompt("Two", "two", "two");
        let document = home.document("Doc", "text\n");
        for version in [
            VersionId::of(other.as_str(), 1),
            VersionId::of(id.as_str(), 2),
            VersionId::of(document.as_str(), 1),
        ] {
            let error = restore_prompt(home, &id, &version).unwrap_err();
            assert_eq!(error.kind, ErrorKind::NotFound);
            assert_eq!(error.message, "Version not found");
        }
        let version = VersionId::of(id.as_str(), 1);
        let error = restore_document(home, &document, &version, None).unwrap_err();
        assert_eq!(error.message, "Version not found");
        let gone = PromptId::parse("p_gone").unwrap();
        let error = restore_prompt(home, &gone, &version).unwrap_err();
        assert_eq!(error.message, "Prompt not found");
    });
}

#[test]
fn a_restored_document_is_found_by_its_old_text_at_once() {
    each(|home| {
        let id = home.document("Title", "alpha alpha alpha\n");
        home.rewrite(&id, "beta beta beta\n");
        home.index();
        assert!(home.literal("alpha").documents.is_empty());
        let first = VersionId::of(id.as_str(), 1);
        let restored = restore_document(home, &id, &first, Some(2)).unwrap();
        assert_eq!((restored.current_version, restored.revision), (3, 3));
        assert_eq!(home.literal("alpha").documents[0].id, id);
        assert!(home.literal("beta").documents.is_empty());
        home.index();
        assert_eq!(home.find("alpha").documents[0].id, id);
        let versions = home
            .engine
            .document_versions(&home.caller, &id, &home.cancel)
            .unwrap();
        assert_eq!(
            versions[0].change_log.as_deref(),
            Some("Restored version 1")
        );
    });
}

#[test]
fn a_stale_revision_is_told_before_an_unknown_version() {
    each(|home| {
        let id = home.document("Title", "text\n");
        let unknown = VersionId::of("nothing", 1);
        let error = restore_document(home, &id, &unknown, Some(7)).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Conflict);
        let code = Code::RevisionMismatch {
            current: 1,
            expected: 7,
        };
        assert_eq!(error.code, Some(code));
    });
}

#[test]
fn long_versions_are_restored_whole() {
    each(|home| {
        let long = "word and word\n".repeat(2_000);
        let id = home.document("Title", &long);
        home.rewrite(&id, "short\n");
        restore_document(home, &id, &VersionId::of(id.as_str(), 1), None).unwrap();
        let full = home
            .engine
            .get_document(&home.caller, &id, &home.cancel)
            .unwrap();
        assert_eq!(full.content, long);
    });
}

#[test]
fn two_versions_are_compared_and_the_last_change_is_the_default() {
    each(|home| {
        let id = home.document("Title", "one\ntwo\n");
        home.rewrite(&id, "one\n2\n");
        home.rewrite(&id, "one\n2\nthree\n");
        let compare = |from: Option<u32>, to: Option<u32>| {
            let version = |n| VersionId::of(id.as_str(), n);
            let request = diff::Request {
                id: id.clone(),
                from: from.map(version),
                to: to.map(version),
            };
            home.engine
                .document_diff(&home.caller, &request, &home.cancel)
        };
        let last = compare(None, None).unwrap();
        assert_eq!((last.from, last.to, last.added, last.removed), (2, 3, 1, 0));
        assert_eq!(
            last.unified,
            "--- version 2\n+++ version 3\n@@ -1,2 +1,3 @@\n one\n 2\n+three\n"
        );
        let whole = compare(Some(1), None).unwrap();
        assert_eq!((whole.from, whole.to), (1, 3));
        assert_eq!((whole.added, whole.removed), (2, 1));
        let first = compare(None, Some(1)).unwrap();
        assert_eq!((first.from, first.to, first.added), (0, 1, 2));
        assert_eq!(compare(Some(2), Some(2)).unwrap().unified, "");
        let error = compare(Some(9), None).unwrap_err();
        assert_eq!(error.message, "Version not found");
    });
}

#[test]
fn versions_of_prompts_are_compared_alike() {
    each(|home| {
        let id = home.prompt("Title", "d", "one ${a}");
        let request = |from| diff::Request {
            id: id.clone(),
            from,
            to: None,
        };
        let diff = |from| {
            home.engine
                .prompt_diff(&home.caller, &request(from), &home.cancel)
        };
        assert_eq!(diff(None).unwrap().from, 0);
        home.update_prompt(prompts::Update {
            content: Some("one ${b}".to_owned()),
            ..prompt_edit(&id)
        });
        let changed = diff(None).unwrap();
        assert_eq!((changed.from, changed.to), (1, 2));
        assert!(changed.unified.contains("-one ${a}\n"), "{changed:?}");
        let error = diff(Some(VersionId::of("other", 1))).unwrap_err();
        assert_eq!(error.kind, ErrorKind::NotFound);
    });
}
