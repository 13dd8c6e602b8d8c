use domain::ErrorKind;
use domain::operations::files::Outcome;

use crate::home::{each, long_text, paragraph};

#[test]
fn a_file_keeps_its_document_over_edits_moves_and_repeats() {
    each(|home| {
        let first = home.file("/notes/plan.md", "# Plan\n\nalpha beta\n");
        assert_eq!(
            (first.outcome, first.title.as_str()),
            (Outcome::Added, "Plan")
        );
        let again = home.file("/notes/plan.md", "# Plan\n\nalpha beta\n");
        assert_eq!(again.outcome, Outcome::Unchanged);
        let edited = home.file("/notes/plan.md", "# Plan\n\nalpha gamma\n");
        assert_eq!(edited.outcome, Outcome::Updated);
        let moved = home
            .try_file("/archive/old-plan.md", "# Plan\n\nalpha gamma\n", &|_| {
                false
            })
            .unwrap();
        assert_eq!(moved.outcome, Outcome::Moved);
        for added in [&again, &edited, &moved] {
            assert_eq!(added.document, first.document);
        }
        let back = home.file("/notes/plan.md", "# Plan\n\nanother text\n");
        assert_eq!(back.outcome, Outcome::Added);
        assert_ne!(back.document, first.document);
    });
}

#[test]
fn a_copy_beside_the_original_is_a_document_of_its_own() {
    each(|home| {
        let one = home.file("/a/plan.md", "same text\n");
        let two = home.file("/b/plan.md", "same text\n");
        assert_ne!(one.document, two.document);
        assert_eq!(two.outcome, Outcome::Added);
    });
}

#[test]
fn the_same_folder_again_does_no_embedding_work() {
    each(|home| {
        for n in 0..5 {
            home.file(&format!("/n/{n}.md"), &format!("# Note {n}\n\ntext {n}\n"));
        }
        home.index();
        let before = home.embedder.embedded_texts();
        for n in 0..5 {
            home.file(&format!("/n/{n}.md"), &format!("# Note {n}\n\ntext {n}\n"));
        }
        let report = home.index();
        assert_eq!((report.items, report.encoded), (0, 0));
        assert_eq!(home.embedder.embedded_texts(), before);
    });
}

#[test]
fn an_edited_file_embeds_only_its_changed_chunks() {
    each(|home| {
        let text = long_text(6, 3);
        home.file("/book.md", &text);
        home.index();
        let edited = text.replace(&paragraph(2, 1), &paragraph(70, 1));
        home.file("/book.md", &edited);
        let report = home.index();
        assert!((1..=4).contains(&report.encoded), "{report:?}");
    });
}

#[test]
fn a_title_comes_from_front_matter_or_heading_or_file_name() {
    each(|home| {
        let matter = home.file("/a.md", "---\ntitle: From matter\ntags: [x]\n---\n\ntext\n");
        assert_eq!(matter.title, "From matter");
        assert_eq!(
            home.file("/b.md", "# From heading\n\ntext\n").title,
            "From heading"
        );
        assert_eq!(
            home.file("/some-notes.txt", "plain text\n").title,
            "some-notes"
        );
        let full = home
            .engine
            .get_document(&home.caller, &matter.document, &home.cancel)
            .unwrap();
        assert_eq!(full.document.tags.as_slice(), ["x"]);
    });
}

#[test]
fn a_file_that_cannot_be_read_is_refused_with_its_reason() {
    each(|home| {
        let error = home
            .try_file("/scan.pdf", "%PDF-1.7 binary", &|_| true)
            .unwrap_err();
        assert_eq!(error.kind, ErrorKind::Invalid);
        assert!(error.message.contains("scan.pdf"), "{error}");
        let empty = home.try_file("/empty.md", "  \n", &|_| true).unwrap_err();
        assert!(empty.message.contains("empty.md"), "{empty}");
    });
}
