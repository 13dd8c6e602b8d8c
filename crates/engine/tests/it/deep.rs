use domain::ErrorKind;
use domain::chunk::Level;
use domain::ids::{ChunkId, SessionId};
use domain::item::ItemId;
use domain::operations::ZeroReason;
use domain::operations::deep_expand::{self, Direction};
use domain::operations::deep_read;
use domain::operations::deep_search::Request;

use crate::home::{Home, deep, each, long_text, paragraph};

fn read(home: &Home, chunk: &ChunkId) -> deep_read::Response {
    let request = deep_read::Request {
        chunk: chunk.clone(),
    };
    home.engine
        .deep_read(&home.caller, &request, &home.cancel)
        .unwrap()
}

fn expand(home: &Home, chunk: &ChunkId, direction: Direction, count: Option<i64>) -> Vec<ChunkId> {
    let request = deep_expand::Request {
        chunk: chunk.clone(),
        direction,
        count,
    };
    home.engine
        .deep_expand(&home.caller, &request, &home.cancel)
        .unwrap()
        .chunks
        .into_iter()
        .map(|c| c.id)
        .collect()
}

#[test]
fn a_scope_finds_its_best_passage_however_many_others_are_better() {
    each(|home| {
        let mut distractors = String::new();
        for n in 0..1_000 {
            distractors.push_str(&format!("# Heading {n}\n\nalpha beta gamma\n\n"));
        }
        home.document("Distractors", &distractors);
        let target = home.document("Target", "alpha beta gamma beside other plain words\n");
        let shelf = home.collection("Shelf", &[ItemId::Document(target.clone())]);
        home.index();
        let everywhere = home.deep("alpha beta gamma");
        assert!(everywhere.passages.iter().all(|p| p.document != target));
        for request in [
            Request {
                document: Some(target.clone()),
                ..deep("alpha beta gamma")
            },
            Request {
                collection: Some(shelf.clone()),
                ..deep("alpha beta gamma")
            },
            Request {
                document: Some(target.clone()),
                collection: Some(shelf.clone()),
                ..deep("alpha beta gamma")
            },
        ] {
            let scoped = home.deep_with(request);
            assert_eq!(scoped.passages[0].document, target);
            assert_eq!(scoped.basis.coverage.documents, 1);
        }
    });
}

#[test]
fn limits_are_clamped_and_ten_is_the_head_of_fifty() {
    each(|home| {
        home.document("Long", &long_text(20, 4));
        home.index();
        let with = |limit| {
            home.deep_with(Request {
                limit: Some(limit),
                ..deep("word31 word62 word93")
            })
            .passages
        };
        assert_eq!(with(0).len(), 1);
        assert_eq!(with(-1).len(), 1);
        assert_eq!(with(51).len(), 50);
        assert_eq!(home.deep("word31 word62 word93").passages.len(), 10);
        assert_eq!(with(10)[..], with(50)[..10]);
    });
}

#[test]
fn prompts_never_appear_among_passages_nor_open_as_chunks() {
    each(|home| {
        let prompt = home.prompt("Alpha", "alpha beta", "alpha beta gamma");
        home.document("Doc", "alpha beta\n");
        home.index();
        let found = home.deep("alpha beta gamma");
        assert!(found.passages.iter().all(|p| p.document_title == "Doc"));
        let request = deep_read::Request {
            chunk: ChunkId::parse(prompt.as_str()).unwrap(),
        };
        let error = home
            .engine
            .deep_read(&home.caller, &request, &home.cancel)
            .unwrap_err();
        assert_eq!(error.kind, ErrorKind::NotFound);
        assert_eq!(error.message, "Chunk not found");
    });
}

#[test]
fn a_session_does_not_show_a_passage_twice_and_says_what_it_hid() {
    each(|home| {
        home.document("Long", &long_text(6, 2));
        home.index();
        let ask = || {
            home.deep_with(Request {
                limit: Some(5),
                session: Some(SessionId::parse("my-session").unwrap()),
                ..deep("word31 word62")
            })
        };
        let (first, second) = (ask(), ask());
        assert_eq!(first.basis.session.as_ref().unwrap().hidden, 0);
        assert_eq!(second.basis.session.as_ref().unwrap().hidden, 5);
        assert_eq!(
            second.passages.len(),
            5,
            "the session's filter fills the limit"
        );
        for passage in &second.passages {
            assert!(first.passages.iter().all(|p| p.chunk != passage.chunk));
        }
        let mut last = second;
        for _ in 0..20 {
            last = ask();
        }
        assert_eq!(last.basis.zero, Some(ZeroReason::AllSeen));
    });
}

#[test]
fn an_expired_session_starts_over() {
    each(|home| {
        home.document("Doc", "alpha beta gamma\n");
        home.index();
        let ask = || {
            home.deep_with(Request {
                session: Some(SessionId::parse("s").unwrap()),
                ..deep("alpha")
            })
            .passages
            .len()
        };
        let shown = ask();
        assert_eq!(ask(), 0);
        home.clock.advance(domain::limits::SESSION_MS + 1);
        assert_eq!(ask(), shown);
    });
}

#[test]
fn the_walk_goes_up_down_and_sideways() {
    each(|home| {
        home.document("Long", &long_text(3, 5));
        home.index();
        let hit = home.deep(&paragraph(1, 2));
        let leaf = hit
            .passages
            .iter()
            .find(|p| p.level == Level::Paragraph)
            .unwrap();
        let parent = expand(home, &leaf.chunk, Direction::Up, None);
        assert_eq!(parent, vec![leaf.parent.clone().unwrap()]);
        let siblings = expand(home, &parent[0], Direction::Down, None);
        let at = siblings.iter().position(|c| *c == leaf.chunk).unwrap();
        assert_eq!(
            expand(home, &leaf.chunk, Direction::Next, Some(9)),
            siblings[at + 1..at + 2]
        );
        assert_eq!(
            expand(home, &leaf.chunk, Direction::Previous, None),
            siblings[at - 1..at]
        );
        assert_eq!(
            expand(home, &leaf.chunk, Direction::Surrounding, Some(1)),
            siblings[at - 1..=at + 1]
        );
        assert_eq!(
            expand(home, &leaf.chunk, Direction::Surrounding, Some(25)),
            siblings
        );
        let root = expand(home, &parent[0], Direction::Up, None);
        assert!(expand(home, &root[0], Direction::Up, None).is_empty());
        assert!(expand(home, &leaf.chunk, Direction::Down, None).is_empty());
        assert_eq!(expand(home, &root[0], Direction::Surrounding, None), root);
    });
}

#[test]
fn an_only_child_is_surrounded_by_the_neighbouring_sections() {
    each(|home| {
        let id = home.document(
            "Short sections",
            "# One\n\nfirst words\n\n# Two\n\nsecond words\n\n# Three\n\nthird words\n",
        );
        home.index();
        let middle = home.deep_with(Request {
            document: Some(id),
            ..deep("second words")
        });
        let leaf = middle
            .passages
            .iter()
            .find(|p| p.level == Level::Paragraph)
            .unwrap();
        let around = expand(home, &leaf.chunk, Direction::Surrounding, None);
        let texts: Vec<String> = around.iter().map(|c| read(home, c).chunk.content).collect();
        assert_eq!(texts, ["first words", "second words", "third words"]);
    });
}

#[test]
fn offsets_index_the_content_that_a_read_returns() {
    each(|home| {
        let content = "Vorwort mit Umlauten: äöü 🦀.\n\n# Erster Teil\n\nGrüße an alle.\n";
        let id = home.document("Umlaute", content);
        home.index();
        let full = home
            .engine
            .get_document(&home.caller, &id, &home.cancel)
            .unwrap();
        assert_eq!(full.content, content);
        let units: Vec<u16> = content.encode_utf16().collect();
        for passage in home.deep("Grüße").passages {
            let chunk = read(home, &passage.chunk).chunk;
            if chunk.level == Level::Paragraph {
                assert_eq!(content[chunk.bytes.clone()], chunk.content);
                let slice = String::from_utf16(&units[chunk.utf16.clone()]).unwrap();
                assert_eq!(slice, chunk.content);
            }
        }
    });
}

#[test]
fn a_replaced_chunk_answers_with_its_old_text_and_where_it_went() {
    each(|home| {
        let id = home.document(
            "Doc",
            "# Part\n\nThe quick brown fox jumps over the lazy dog today.\n\n# Other\n\nUntouched words.\n",
        );
        home.index();
        let old = home
            .deep("quick brown fox")
            .passages
            .into_iter()
            .find(|p| p.level == Level::Paragraph && p.preview.contains("fox"))
            .unwrap();
        let kept = home
            .deep("untouched words")
            .passages
            .into_iter()
            .find(|p| p.level == Level::Paragraph && p.preview.contains("Untouched"))
            .unwrap();
        home.rewrite(&id,
            "# Part\n\nThe quick brown fox jumps over the lazy cat today.\n\n# Other\n\nUntouched words.\n",
        );
        let stale = read(home, &old.chunk);
        assert!(stale.chunk.content.contains("lazy dog"));
        let now = stale.stale.unwrap().replaced_by.unwrap();
        assert!(read(home, &now).chunk.content.contains("lazy cat"));
        assert!(
            read(home, &kept.chunk).stale.is_none(),
            "unchanged text keeps its id"
        );
        let walked = expand(home, &old.chunk, Direction::Up, None);
        assert_eq!(walked, expand(home, &now, Direction::Up, None));
        // A second edit moves the pointer on.
        home.rewrite(&id,
            "# Part\n\nThe quick brown fox rests today, over the lazy cat.\n\n# Other\n\nUntouched words.\n",
        );
        let moved = read(home, &old.chunk).stale.unwrap().replaced_by.unwrap();
        assert!(
            read(home, &moved).stale.is_none(),
            "a pointer leads to a living chunk"
        );
    });
}

#[test]
fn unknown_scopes_are_named() {
    each(|home| {
        let unknown = |request: Request| {
            home.engine
                .deep_search(&home.caller, &request, &home.cancel)
                .unwrap_err()
                .message
        };
        let document = domain::ids::DocumentId::parse("d_none").unwrap();
        let collection = domain::ids::CollectionId::parse("k_none").unwrap();
        assert_eq!(
            unknown(Request {
                document: Some(document),
                ..deep("x")
            }),
            "Document not found"
        );
        assert_eq!(
            unknown(Request {
                collection: Some(collection),
                ..deep("x")
            }),
            "Collection not found"
        );
    });
}
