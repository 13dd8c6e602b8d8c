//! Homes of earlier formats: they become current and lose nothing.

use std::fs;
use std::path::Path;

use domain::access::Workspace;
use domain::chunk::Tombstone;
use domain::ids::{CollectionId, MintKey, PromptId, SessionId, VersionId, WorkspaceId};
use domain::item::{Collection, ItemId, Prompt, Status, Tags, Version};
use domain::job::Job;
use domain::ports::registry::Registry;
use domain::session::Session;
use domain::source::FileSource;
use domain::{Caller, Cancel, Change, ErrorKind, ScopeSet};
use proptest::prelude::*;
use rusqlite::Connection;
use testkit::MemoryStore;
use testkit::history::{Step, assert_same_answers, random_history};

use crate::support::{adding, document_id, generation, owner, publishing, reader, replace, tree};

const VERSION_1: &str = include_str!("../../src/migrate/0001_initial.sql");

/// What a program of version 1 could have been told: workspaces have no times, prompts neither
/// flags nor described variables nor counters, and there are no keys.
fn of_version_1(steps: &[Step]) -> Vec<Step> {
    let steps = steps.iter().filter_map(|step| match step {
        Step::Write { caller, changes } => {
            let changes: Vec<Change> = changes.iter().filter_map(old_change).collect();
            let caller = caller.clone();
            Some(Step::Write { caller, changes }).filter(writes_something)
        }
        Step::CreateWorkspace(workspace) => Some(Step::CreateWorkspace(Workspace {
            created_ms: 0,
            ..workspace.clone()
        })),
        Step::DeleteWorkspace(_) => Some(step.clone()),
        Step::PutKey(_) => None,
    });
    steps.collect()
}

fn writes_something(step: &Step) -> bool {
    !matches!(step, Step::Write { changes, .. } if changes.is_empty())
}

fn old_change(change: &Change) -> Option<Change> {
    match change {
        Change::CountPromptUse { .. } => None,
        Change::PutPrompt(prompt) => {
            let mut prompt = prompt.clone();
            prompt.variables.clear();
            prompt.is_public = false;
            prompt.is_archived = false;
            Some(Change::PutPrompt(prompt))
        }
        other => Some(other.clone()),
    }
}

/// The tables of a database, those behind the full text index included, and itself not.
fn tables(connection: &Connection, schema: &str) -> Vec<String> {
    let sql = format!(
        "SELECT name FROM {schema}.sqlite_schema \
         WHERE type = 'table' AND name <> 'terms' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    );
    let mut statement = connection.prepare(&sql).unwrap();
    let names = statement.query_map([], |row| row.get(0)).unwrap();
    names.map(Result::unwrap).collect()
}

/// Makes the home in `old` a home of version 1 with the rows of the one in `new`. Returns the
/// tables that have none.
fn as_version_1(new: &Path, old: &Path) -> Vec<String> {
    fs::create_dir_all(old).unwrap();
    let connection = Connection::open(old.join("ibid.db")).unwrap();
    connection.execute_batch(VERSION_1).unwrap();
    let path = new.join("ibid.db");
    connection
        .execute("ATTACH ?1 AS new", [path.to_str().unwrap()])
        .unwrap();
    let mut empty = Vec::new();
    for table in tables(&connection, "main") {
        let columns: Vec<String> = connection
            .prepare(&format!(
                "SELECT name FROM pragma_table_info('{table}', 'main')"
            ))
            .unwrap()
            .query_map([], |row| row.get(0))
            .unwrap()
            .map(Result::unwrap)
            .collect();
        let columns = columns.join("\", \"");
        let sql = format!(
            "DELETE FROM main.{table}; \
             INSERT INTO main.{table} (\"{columns}\") SELECT \"{columns}\" FROM new.{table}"
        );
        connection.execute_batch(&sql).unwrap();
        let sql = format!("SELECT count(*) FROM main.{table}");
        let count: i64 = connection.query_row(&sql, [], |row| row.get(0)).unwrap();
        // SQLite fills its own tables of the full text index as it likes.
        if count == 0 && !table.starts_with("terms_") {
            empty.push(table);
        }
    }
    connection.execute_batch("DETACH new").unwrap();
    connection
        .pragma_update(None, "application_id", 0x6962_6964)
        .unwrap();
    connection.pragma_update(None, "user_version", 1).unwrap();
    empty
}

/// Lives through `steps`, makes a home of version 1 of the result, and opens that. Returns the
/// tables of version 1 that had no row.
fn migrates(steps: &[Step]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let (new, old) = (folder.path().join("new"), folder.path().join("old"));
    let twin = MemoryStore::new();
    let store = owner(&new).unwrap();
    for step in &of_version_1(steps) {
        step.apply(&twin).unwrap();
        step.apply(&store).unwrap();
    }
    drop(store);
    let empty = as_version_1(&new, &old);

    let error = reader(&old).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unavailable);
    assert!(error.message.contains("format 1"), "{error}");
    for _ in 0..2 {
        let migrated = owner(&old).unwrap();
        assert_same_answers(&migrated, &twin);
        assert_eq!(migrated.check(&Cancel::new()).unwrap(), [""; 0]);
    }
    assert_same_answers(&reader(&old).unwrap(), &twin);

    // And it can do what is new.
    let migrated = owner(&old).unwrap();
    for step in steps {
        if let Step::PutKey(key) = step {
            let known = migrated.workspaces(&Cancel::new()).unwrap();
            if known.iter().any(|workspace| workspace.id == key.workspace) {
                migrated.put_key(key, &Cancel::new()).unwrap();
            }
        }
    }
    for workspace in migrated.workspaces(&Cancel::new()).unwrap() {
        assert_eq!(workspace.created_ms, 0);
        if workspace.id.as_str() != "default" {
            migrated
                .delete_workspace(&workspace.id, &Cancel::new())
                .unwrap();
        }
    }
    assert_eq!(migrated.check(&Cancel::new()).unwrap(), [""; 0]);
    empty
}

/// A workspace with one of everything, under the names of a random history.
fn one_of_everything(caller: Caller) -> Step {
    let document = document_id("d_0");
    let texts = ["red green", "green blue"];
    let mut changes = vec![Change::PutGeneration(generation())];
    changes.extend(adding("d_0", &texts));
    changes.extend(publishing("d_0", &texts));
    let gone = tree("d_0", &texts).swap_remove(1);
    let mut replaced = replace("d_0", &texts[1..]);
    if let Change::ReplaceTree { tombstones, .. } = &mut replaced {
        tombstones.push(Tombstone {
            chunk: gone.clone(),
            replaced_by: None,
        });
    }
    let prompt = Prompt {
        id: PromptId::parse("p_0").unwrap(),
        title: "Übersicht 100%".to_owned(),
        description: "What it is for".to_owned(),
        content: "Say ${something}".to_owned(),
        variables: Vec::new(),
        is_public: false,
        is_archived: false,
        views: 0,
        copies: 0,
        tags: Tags::new(["law", "Law"]).unwrap(),
        status: Status::Failed,
        error: Some("why".to_owned()),
        current_version: 1,
        created_ms: 5,
        updated_ms: 6,
    };
    let version = Version {
        id: VersionId::of("p_0", 1),
        number: 1,
        title: prompt.title.clone(),
        content: prompt.content.clone(),
        change_log: Some("first".to_owned()),
        created_ms: 5,
    };
    let collection = Collection {
        id: CollectionId::parse("k_0").unwrap(),
        name: "Plain".to_owned(),
        description: Some("What it holds".to_owned()),
        color: Some("#f97316".to_owned()),
        icon: None,
        tags: Tags::new(["50%"]).unwrap(),
        item_count: 0,
        created_ms: 1,
        updated_ms: 2,
    };
    let members = vec![
        ItemId::Document(document.clone()),
        ItemId::Prompt(prompt.id.clone()),
    ];
    let session = Session {
        id: SessionId::parse("s_0").unwrap(),
        created_ms: 1,
        expires_ms: 2,
    };
    changes.extend([
        replaced,
        Change::CountMint(MintKey::file(&caller.workspace, "a.md", b"content")),
        Change::PutPromptVersion {
            prompt: prompt.id.clone(),
            version,
        },
        Change::AddMembers {
            collection: collection.id.clone(),
            items: members.clone(),
        },
        Change::PutSource(FileSource {
            path: "/notes/a.md".to_owned(),
            document,
            content_hash: [1; 32],
            size_bytes: 9,
        }),
        Change::PutJob(Job {
            item: members[1].clone(),
            size_class: 1,
            enqueued: 2,
            attempts: 3,
            last_error: Some("once".to_owned()),
        }),
        Change::RecordSeen {
            session: session.id.clone(),
            chunks: vec![gone.id],
        },
    ]);
    let first = [
        Change::PutPrompt(prompt),
        Change::PutCollection(collection),
        Change::PutSession(session),
    ];
    changes.splice(0..0, first);
    Step::Write { caller, changes }
}

#[test]
fn a_home_of_version_1_with_rows_in_every_table_loses_nothing() {
    let elsewhere = Workspace {
        id: WorkspaceId::parse("elsewhere").unwrap(),
        created_ms: 0,
    };
    let caller = Caller {
        workspace: elsewhere.id.clone(),
        scopes: ScopeSet::ALL,
    };
    let empty = migrates(&[
        one_of_everything(Caller::owner()),
        Step::CreateWorkspace(elsewhere),
        one_of_everything(caller),
    ]);
    assert_eq!(empty, [""; 0]);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 6,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_home_of_version_1_answers_as_before(steps in random_history()) {
        migrates(&steps);
    }
}

#[test]
fn an_empty_home_of_version_1_becomes_an_empty_home() {
    assert!(migrates(&[]).contains(&"documents".to_owned()));
}
