//! Nothing crosses from one workspace to another, in any read.

use domain::chunk::InputHash;
use domain::ids::{MintKey, SessionId, WorkspaceId};
use domain::item::{Kind, Status};
use domain::job::Job;
use domain::scope::ItemFilter;
use domain::session::Session;
use domain::{Cancel, Change};

use super::Home;
use super::samples::*;
use super::world::*;

/// Fills a workspace with one of everything, all in keys that the other checks look for.
pub(super) fn fill(world: &World<'_>) {
    let mut failed = prompt("p_f");
    failed.status = Status::Failed;
    failed.error = Some("broken".to_owned());
    world.write(vec![
        put_document("d_a"),
        put_version("d_a", 1, "text"),
        replace_tree(
            "d_a",
            tree("d_a", &[("c_1", "one"), ("c_2", "two")]),
            vec![tombstone("d_a", "c_0", "zero", Some("c_1"))],
        ),
        put_prompt("p_a"),
        Change::PutPromptVersion {
            prompt: prompt_id("p_a"),
            version: version("p_a", 1, "text"),
        },
        Change::PutPrompt(failed),
        put_collection("k_a"),
        add_members("k_a", &["d_a", "p_a"]),
        Change::PutSource(source("/a", "d_a", 7)),
        Change::PutJob(job()),
        Change::PutSession(session()),
        Change::RecordSeen {
            session: session().id,
            chunks: vec![chunk_id("c_1")],
        },
        Change::CountMint(mint_key()),
    ]);
    world.publish(&item("d_a"), &[("c_1", at(0.0))]);
    world.publish(&item("p_a"), &[("p_a", at(0.0))]);
}

fn job() -> Job {
    Job {
        item: item("d_a"),
        size_class: 1,
        enqueued: 1,
        attempts: 0,
        last_error: None,
    }
}

pub(super) fn session() -> Session {
    Session {
        id: ok(SessionId::parse("s_a")),
        created_ms: 1,
        expires_ms: 2,
    }
}

pub(super) fn mint_key() -> MintKey {
    MintKey::api(
        &WorkspaceId::default_workspace(),
        "document",
        "title",
        "content",
    )
}

pub(super) fn rows_do_not_cross(home: &dyn Home) {
    fill(&World::elsewhere(home));
    let snapshot = World::bare(home).read();
    let (document, prompt) = (document_id("d_a"), prompt_id("p_a"));
    assert_eq!(snapshot.sequence(), 0);
    assert_eq!(ok(snapshot.generation()), None);
    assert_eq!(ok(snapshot.document(&document)), None);
    assert_eq!(ok(snapshot.document_content(&document)), None);
    assert!(ok(snapshot.document_versions(&document)).is_empty());
    assert_eq!(ok(snapshot.prompt(&prompt)), None);
    assert!(ok(snapshot.prompt_versions(&prompt)).is_empty());
    assert_eq!(ok(snapshot.collection(&collection_id("k_a"))), None);
    assert_eq!(ok(snapshot.collection_named("Collection k_a")), None);
    assert_eq!(ok(snapshot.chunk(&chunk_id("c_1"))), None);
    assert!(ok(snapshot.chunks(&[chunk_id("c_1")])).is_empty());
    assert!(ok(snapshot.children(&chunk_id(&root("d_a")))).is_empty());
    assert!(ok(snapshot.tree(&document)).is_empty());
    assert_eq!(ok(snapshot.tombstone(&chunk_id("c_0"))), None);
    assert_eq!(ok(snapshot.job(&item("d_a"))), None);
    assert_eq!(ok(snapshot.mint_count(&mint_key())), 0);
    assert_eq!(ok(snapshot.source_at("/a")), None);
    assert_eq!(ok(snapshot.source_of(&document)), None);
    assert_eq!(ok(snapshot.session(&session().id)), None);
    assert!(ok(snapshot.seen(&session().id)).is_empty());
}

pub(super) fn lists_and_counts_do_not_cross(home: &dyn Home) {
    fill(&World::elsewhere(home));
    let snapshot = World::bare(home).read();
    let all = ItemFilter::default();
    assert!(
        ok(snapshot.documents(&all, None, &page(10, None)))
            .rows
            .is_empty()
    );
    assert!(
        ok(snapshot.prompts(&all, None, &page(10, None)))
            .rows
            .is_empty()
    );
    assert!(
        ok(snapshot.collections(&all, None, &page(10, None)))
            .rows
            .is_empty()
    );
    assert!(ok(snapshot.member_ids(&collection_id("k_a"))).is_empty());
    assert!(
        ok(snapshot.members(&collection_id("k_a"), &Kind::OF_MEMBERS, &page(10, None)))
            .rows
            .is_empty()
    );
    assert_eq!(ok(snapshot.resolve_documents(&members_of("k_a"))), ids(&[]));
    assert_eq!(ok(snapshot.resolve_prompts(&members_of("k_a"))), ids(&[]));
    assert_eq!(ok(snapshot.coverage(&None, &None)), Default::default());
    assert_eq!(ok(snapshot.collection_count()), 0);
    assert!(ok(snapshot.failures(10)).is_empty());
    assert!(ok(snapshot.jobs(10)).is_empty());
    assert!(ok(snapshot.sources_with_hash(&[7; 32])).is_empty());
}

pub(super) fn vectors_terms_and_cache_do_not_cross(home: &dyn Home) {
    fill(&World::elsewhere(home));
    let world = World::new(home);
    let snapshot = world.read();
    for ask in [Ask::chunks(), Ask::prompts()] {
        let nearest = world.nearest(&ask);
        assert_eq!((nearest.hits.len(), nearest.compared), (0, 0));
    }
    let scope = ids(&["d_a"]);
    for among in [&None, &scope] {
        let terms = ["one".to_owned()];
        assert!(ok(snapshot.documents_with_terms(&terms, among, &Cancel::new())).is_empty());
        assert!(ok(snapshot.documents_with_terms(&[], among, &Cancel::new())).is_empty());
    }
    assert_eq!(
        ok(snapshot.vector_counts(&item("d_a"), 1)),
        Default::default()
    );
    assert!(ok(snapshot.pending_inputs(&item("d_a"), 1)).is_empty());
    let cached = ok(snapshot.cached_embeddings(MODEL, &[InputHash::of("Lead", "one")]));
    assert_eq!(cached, [None]);
}

pub(super) fn members_must_be_of_the_same_workspace(home: &dyn Home) {
    fill(&World::elsewhere(home));
    let world = World::bare(home);
    world.write(vec![put_collection("k_a")]);
    assert!(world.try_write(&[add_members("k_a", &["d_a"])]).is_err());
    assert!(world.try_write(&[add_members("k_a", &["p_a"])]).is_err());
    assert!(ok(world.read().member_ids(&collection_id("k_a"))).is_empty());
}

pub(super) fn equal_ids_live_side_by_side(home: &dyn Home) {
    let (here, there) = (World::new(home), World::elsewhere(home));
    fill(&there);
    fill(&here);
    let mut renamed = document("d_a");
    renamed.title = "renamed".to_owned();
    here.write(vec![
        Change::PutDocument(renamed),
        put_tree("d_a", &[("c_1", "changed")]),
    ]);
    here.publish(&item("d_a"), &[("c_1", at(90.0))]);
    let title = |world: &World<'_>| {
        let row = ok(world.read().document(&document_id("d_a")));
        row.expect("both workspaces hold it").title
    };
    assert_eq!(title(&here), "renamed");
    assert_eq!(title(&there), "Document d_a");
    assert!(here.nearest(&Ask::chunks()).hits[0].cosine < 0.01);
    assert!(there.nearest(&Ask::chunks()).hits[0].cosine > 0.99);
    assert_eq!(ok(here.read().mint_count(&mint_key())), 1);
}

pub(super) fn a_deletion_stays_in_its_workspace(home: &dyn Home) {
    let (here, there) = (World::new(home), World::elsewhere(home));
    fill(&there);
    fill(&here);
    let before = there.coverage();
    here.write(vec![
        Change::DeleteDocument(document_id("d_a")),
        Change::DeletePrompt(prompt_id("p_a")),
        Change::DeletePrompt(prompt_id("p_f")),
        Change::DeleteCollection(collection_id("k_a")),
        Change::ForgetSession(session().id),
        Change::SweepEmbeddings,
    ]);
    assert_eq!(here.coverage(), Default::default());
    assert_eq!(there.coverage(), before);
    let snapshot = there.read();
    assert_eq!(there.chunk_keys(), ["c_1"]);
    assert_eq!(ok(snapshot.member_ids(&collection_id("k_a"))).len(), 2);
    assert_eq!(ok(snapshot.seen(&session().id)).len(), 1);
    assert!(ok(snapshot.source_at("/a")).is_some());
    assert!(ok(snapshot.tombstone(&chunk_id("c_0"))).is_some());
    let cached = ok(snapshot.cached_embeddings(MODEL, &[InputHash::of("Lead", "one")]));
    assert!(cached[0].is_some());
}
