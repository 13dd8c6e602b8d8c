use domain::ErrorKind;
use domain::item::{Status, Tags};
use domain::operations::documents::{Create, List, Update};
use domain::page::PageRequest;

use crate::home::{each, long_text, paragraph};

fn edit(id: &domain::ids::DocumentId) -> Update {
    Update {
        id: id.clone(),
        title: None,
        content: None,
        change_log: None,
        tags: None,
        expected_revision: None,
    }
}

#[test]
fn new_content_makes_a_version_and_a_title_or_tags_do_not() {
    each(|home| {
        let id = home.document("Title", "first text\n");
        let update = |request: Update| {
            home.engine
                .update_document(&home.caller, &request, &home.cancel)
                .unwrap()
        };
        let titled = update(Update {
            title: Some("Other title".to_owned()),
            ..edit(&id)
        });
        assert_eq!((titled.current_version, titled.revision), (1, 2));
        let tagged = update(Update {
            tags: Some(Tags::new(["t"]).unwrap()),
            ..edit(&id)
        });
        assert_eq!((tagged.current_version, tagged.revision), (1, 3));
        let written = update(Update {
            content: Some("second text\n".to_owned()),
            change_log: Some("why".to_owned()),
            ..edit(&id)
        });
        assert_eq!((written.current_version, written.revision), (2, 4));
        let versions = home
            .engine
            .document_versions(&home.caller, &id, &home.cancel)
            .unwrap();
        assert_eq!(versions[0].content, "second text\n");
        assert_eq!(versions[0].change_log.as_deref(), Some("why"));
        assert_eq!(versions[1].content, "first text\n");
    });
}

#[test]
fn writing_the_same_again_changes_nothing() {
    each(|home| {
        let id = home.document("Title", "text\n");
        home.index();
        let same = home
            .engine
            .update_document(
                &home.caller,
                &Update {
                    content: Some("text\n".to_owned()),
                    ..edit(&id)
                },
                &home.cancel,
            )
            .unwrap();
        assert_eq!((same.current_version, same.revision), (1, 1));
        assert_eq!(same.status, Status::Ready);
    });
}

#[test]
fn a_stale_revision_is_a_conflict_and_loses_nothing() {
    each(|home| {
        let id = home.document("Title", "text\n");
        let request = Update {
            content: Some("other\n".to_owned()),
            expected_revision: Some(7),
            ..edit(&id)
        };
        let error = home
            .engine
            .update_document(&home.caller, &request, &home.cancel)
            .unwrap_err();
        assert_eq!(error.kind, ErrorKind::Conflict);
        assert!(error.message.contains("REVISION_MISMATCH"));
        let full = home
            .engine
            .get_document(&home.caller, &id, &home.cancel)
            .unwrap();
        assert_eq!(full.content, "text\n");
    });
}

#[test]
fn an_edit_embeds_only_the_chunks_it_touches_and_tags_embed_nothing() {
    each(|home| {
        let text = long_text(8, 4);
        let id = home.document("Handbook", &text);
        home.index();
        let before = home.embedder.embedded_texts();
        let edited = text.replace(&paragraph(3, 1), &paragraph(90, 1));
        assert_ne!(edited, text);
        home.engine
            .update_document(
                &home.caller,
                &Update {
                    content: Some(edited),
                    ..edit(&id)
                },
                &home.cancel,
            )
            .unwrap();
        let pending = home.deep("word31").basis.coverage.pending;
        assert!((1..=3).contains(&pending), "{pending} chunks are pending");
        home.index();
        let embedded = home.embedder.embedded_texts() - before;
        assert!(embedded <= 4, "{embedded} inputs for one paragraph");
        let before = home.embedder.embedded_texts();
        home.engine
            .update_document(
                &home.caller,
                &Update {
                    tags: Some(Tags::new(["new"]).unwrap()),
                    ..edit(&id)
                },
                &home.cancel,
            )
            .unwrap();
        home.index();
        // The query above is the only text embedded since.
        assert_eq!(home.embedder.embedded_texts(), before);
        let full = home
            .engine
            .get_document(&home.caller, &id, &home.cancel)
            .unwrap();
        assert_eq!(full.document.status, Status::Ready);
    });
}

#[test]
fn a_deleted_document_is_gone_from_every_answer() {
    each(|home| {
        let id = home.document("Secret plan", "alpha beta gamma\n");
        home.index();
        let chunk = home.deep("alpha").passages[0].chunk.clone();
        home.engine
            .delete_document(&home.caller, &id, &home.cancel)
            .unwrap();
        assert!(home.find("alpha beta gamma").documents.is_empty());
        assert!(home.literal("alpha").documents.is_empty());
        assert!(home.deep("alpha").passages.is_empty());
        let read = home.engine.deep_read(
            &home.caller,
            &domain::operations::deep_read::Request { chunk },
            &home.cancel,
        );
        assert_eq!(read.unwrap_err().kind, ErrorKind::NotFound);
        let again = home
            .engine
            .delete_document(&home.caller, &id, &home.cancel)
            .unwrap_err();
        assert_eq!(again.message, "Document not found");
    });
}

#[test]
fn equal_documents_get_ids_of_their_own_and_a_deleted_id_never_returns() {
    each(|home| {
        let first = home.document("Twin", "same text\n");
        let second = home.document("Twin", "same text\n");
        assert_ne!(first, second);
        home.engine
            .delete_document(&home.caller, &first, &home.cancel)
            .unwrap();
        let third = home.document("Twin", "same text\n");
        assert_ne!(third, first);
        assert_ne!(third, second);
    });
}

#[test]
fn required_fields_and_limits_are_checked() {
    each(|home| {
        let create = |title: &str, content: &str| {
            home.engine
                .create_document(
                    &home.caller,
                    &Create {
                        title: title.to_owned(),
                        content: content.to_owned(),
                        tags: Tags::default(),
                    },
                    &home.cancel,
                )
                .unwrap_err()
        };
        assert_eq!(create("  ", "text").message, "`title` is required");
        assert_eq!(create("Title", " \n").message, "`content` is required");
        let large = create("Title", &"x".repeat(domain::limits::TEXT_BYTES_MAX + 1));
        assert_eq!(large.kind, ErrorKind::TooLarge);
        assert!(large.message.contains("20971520"), "{large}");
    });
}

#[test]
fn lists_filter_before_they_are_cut_into_pages() {
    each(|home| {
        for n in 0..30 {
            let tags: &[&str] = if n % 3 == 0 { &["third"] } else { &[] };
            home.tagged_document(&format!("Note {n:02}"), &format!("text {n}\n"), tags);
            home.clock.advance(1);
        }
        let mut titles = Vec::new();
        let mut cursor = None;
        loop {
            let page = home
                .engine
                .list_documents(
                    &home.caller,
                    &List {
                        search: Some("NOTE".to_owned()),
                        tags: Tags::new(["third"]).unwrap(),
                        collection: None,
                        page: PageRequest::new(Some(4), cursor),
                    },
                    &home.cancel,
                )
                .unwrap();
            assert!(page.rows.len() <= 4);
            titles.extend(page.rows.into_iter().map(|d| d.title));
            cursor = page.cursor;
            if cursor.is_none() {
                break;
            }
        }
        let expected: Vec<String> = (0..30)
            .rev()
            .filter(|n| n % 3 == 0)
            .map(|n| format!("Note {n:02}"))
            .collect();
        assert_eq!(titles, expected);
    });
}
