use std::sync::Arc;

use domain::access::KeyId;
use domain::caller::{Identity, Permission};
use domain::ids::WorkspaceId;
use domain::operations::access::{CreateKey, CreatedKey};
use domain::ports::registry::Registry;
use domain::{Cancel, ErrorKind, ScopeSet};
use engine::Access;
use testkit::{ManualClock, ManualEntropy, MemoryStore};

struct Door {
    access: Access,
    registry: Arc<dyn Registry>,
    clock: Arc<ManualClock>,
    cancel: Cancel,
}

impl Door {
    fn new(registry: Arc<dyn Registry>) -> Self {
        let clock = Arc::new(ManualClock::default());
        let entropy = Arc::new(ManualEntropy::new(7));
        Self {
            access: Access::new(registry.clone(), clock.clone(), entropy),
            registry,
            clock,
            cancel: Cancel::new(),
        }
    }

    fn create(&self, request: &CreateKey) -> CreatedKey {
        self.access.create_key(request, &self.cancel).unwrap()
    }

    fn refusal(&self, key: &str) -> String {
        let error = self.access.authenticate(key, &self.cancel).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Unauthenticated, "{error}");
        assert!(error.hint.is_some());
        error.message
    }
}

/// Runs a test on the in-memory twin and on the embedded store.
fn each(test: impl Fn(&Door)) {
    test(&Door::new(Arc::new(MemoryStore::new())));
    let store = store_embedded::EmbeddedStore::temporary().unwrap();
    test(&Door::new(Arc::new(store)));
}

fn reader() -> CreateKey {
    CreateKey {
        name: " Reader ".to_owned(),
        workspace: WorkspaceId::default_workspace(),
        scopes: ScopeSet::of(&[Permission::DocumentsRead]),
        tools: Some("read".to_owned()),
        expires_ms: None,
    }
}

#[test]
fn a_key_opens_its_workspace_with_its_scopes_and_nothing_of_it_is_kept() {
    each(|door| {
        let created = door.create(&reader());
        let parts: Vec<&str> = created.secret.split('_').collect();
        assert_eq!((parts.len(), parts[0]), (3, "gm"));
        assert_eq!((parts[1].len(), parts[2].len()), (12, 52));
        let is_base32 = |b: u8| b.is_ascii_lowercase() || (b'2'..=b'7').contains(&b);
        assert!(parts[1..].iter().all(|part| part.bytes().all(is_base32)));
        assert_eq!(parts[1], created.key.id.as_str());
        assert_eq!(created.key.name, "Reader");
        let principal = door.access.authenticate(&created.secret, &door.cancel);
        let principal = principal.unwrap();
        assert_eq!(principal.caller.workspace, reader().workspace);
        assert_eq!(principal.caller.scopes.names(), ["documents.read"]);
        let identity = Identity::Key {
            id: created.key.id.clone(),
            name: "Reader".to_owned(),
            tools: Some("read".to_owned()),
        };
        assert_eq!(principal.identity, identity);
        let kept = format!("{:?}", door.access.keys(&door.cancel).unwrap());
        assert!(!kept.contains(parts[2]));
    });
}

#[test]
fn an_unknown_id_and_a_wrong_secret_give_the_same_error() {
    each(|door| {
        let secret = "a".repeat(52);
        // Also in a home that has no secret of its own yet.
        assert_eq!(door.refusal(&format!("gm_abc_{secret}")), "unknown API key");
        let created = door.create(&reader());
        let id = &created.key.id;
        assert_eq!(door.refusal(&format!("gm_abc_{secret}")), "unknown API key");
        assert_eq!(
            door.refusal(&format!("gm_{id}_{secret}")),
            "unknown API key"
        );
        for key in [
            "",
            "gm_",
            "sk-1234",
            &format!("gm_{id}"),
            &created.secret[1..],
        ] {
            assert_eq!(door.refusal(key), "malformed API key", "{key}");
        }
    });
}

#[test]
fn expired_and_revoked_keys_say_so_but_only_to_their_owners() {
    each(|door| {
        let expires = door.registry_now() + 1_000;
        let passing = door.create(&CreateKey {
            expires_ms: Some(expires),
            ..reader()
        });
        let revoked = door.create(&reader());
        let authenticate = |key: &str| door.access.authenticate(key, &door.cancel);
        assert!(authenticate(&passing.secret).is_ok());
        assert!(authenticate(&revoked.secret).is_ok());
        let first = door
            .access
            .revoke_key(&revoked.key.id, &door.cancel)
            .unwrap();
        door.clock.advance(1_000);
        let again = door
            .access
            .revoke_key(&revoked.key.id, &door.cancel)
            .unwrap();
        assert_eq!(again.revoked_ms, first.revoked_ms);
        let id = &passing.key.id;
        assert_eq!(
            door.refusal(&passing.secret),
            format!("the API key `{id}` has expired")
        );
        let id = &revoked.key.id;
        assert_eq!(
            door.refusal(&revoked.secret),
            format!("the API key `{id}` was revoked")
        );
        let guess = format!("gm_{id}_{}", "a".repeat(52));
        assert_eq!(door.refusal(&guess), "unknown API key");
        assert_eq!(door.access.keys(&door.cancel).unwrap().len(), 2);
        let ghost = KeyId::parse("ghost").unwrap();
        let error = door.access.revoke_key(&ghost, &door.cancel).unwrap_err();
        assert_eq!(error.kind, ErrorKind::NotFound);
    });
}

impl Door {
    fn registry_now(&self) -> i64 {
        domain::ports::clock::Clock::now_ms(self.clock.as_ref())
    }
}

#[test]
fn a_key_is_refused_without_name_scope_future_or_workspace() {
    each(|door| {
        let refuse = |request: CreateKey| {
            let error = door.access.create_key(&request, &door.cancel).unwrap_err();
            (error.kind, error.message)
        };
        let (kind, message) = refuse(CreateKey {
            name: "  ".to_owned(),
            ..reader()
        });
        assert_eq!(
            (kind, message.as_str()),
            (ErrorKind::Invalid, "`name` is required")
        );
        let (kind, message) = refuse(CreateKey {
            name: "x".repeat(65),
            ..reader()
        });
        assert_eq!(kind, ErrorKind::TooLarge);
        assert!(message.contains("64"), "{message}");
        let (kind, _) = refuse(CreateKey {
            name: "a\u{1b}[2J".to_owned(),
            ..reader()
        });
        assert_eq!(kind, ErrorKind::Invalid);
        let (kind, message) = refuse(CreateKey {
            scopes: ScopeSet::of(&[]),
            ..reader()
        });
        assert_eq!(
            (kind, message.as_str()),
            (ErrorKind::Invalid, "a key needs at least one scope")
        );
        let (kind, _) = refuse(CreateKey {
            expires_ms: Some(door.registry_now()),
            ..reader()
        });
        assert_eq!(kind, ErrorKind::Invalid);
        let (kind, message) = refuse(CreateKey {
            workspace: WorkspaceId::parse("ghost").unwrap(),
            ..reader()
        });
        assert_eq!(kind, ErrorKind::NotFound);
        assert!(message.contains("`ghost`"), "{message}");
        assert!(door.access.keys(&door.cancel).unwrap().is_empty());
        assert_eq!(door.registry.pepper().unwrap(), None);
    });
}

#[test]
fn keys_go_on_working_when_the_home_is_opened_again() {
    each(|door| {
        let created = door.create(&reader());
        let other = Door::new(door.registry.clone());
        assert!(
            other
                .access
                .authenticate(&created.secret, &other.cancel)
                .is_ok()
        );
    });
}

#[test]
fn without_randomness_no_key_is_made() {
    let registry = Arc::new(MemoryStore::new());
    let entropy = Arc::new(ManualEntropy::default());
    entropy.fail(true);
    let access = Access::new(registry, Arc::new(ManualClock::default()), entropy);
    let cancel = Cancel::new();
    let error = access.create_key(&reader(), &cancel).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unavailable);
    assert!(access.keys(&cancel).unwrap().is_empty());
}

#[test]
fn workspaces_are_named_once_and_take_their_keys_with_them() {
    each(|door| {
        let (access, cancel) = (&door.access, &door.cancel);
        let team = access.create_workspace("team-2", cancel).unwrap();
        let error = access.create_workspace("team-2", cancel).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Conflict);
        let error = access.create_workspace("default", cancel).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Conflict);
        for name in ["", "Team", "a b", "a_b", "é", "../x", &"a".repeat(65)] {
            let error = access.create_workspace(name, cancel).unwrap_err();
            assert_eq!(error.kind, ErrorKind::Invalid, "{name}");
        }
        let ids = || -> Vec<String> {
            let all = access.workspaces(cancel).unwrap();
            all.into_iter().map(|w| w.id.to_string()).collect()
        };
        assert_eq!(ids(), ["default", "team-2"]);
        let key = door.create(&CreateKey {
            workspace: team.id.clone(),
            ..reader()
        });
        let principal = access.authenticate(&key.secret, cancel).unwrap();
        assert_eq!(principal.caller.workspace, team.id);
        access.delete_workspace(&team.id, cancel).unwrap();
        assert_eq!(ids(), ["default"]);
        assert_eq!(door.refusal(&key.secret), "unknown API key");
        let error = access.delete_workspace(&team.id, cancel).unwrap_err();
        assert_eq!(error.kind, ErrorKind::NotFound);
        let default = WorkspaceId::default_workspace();
        let error = access.delete_workspace(&default, cancel).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Invalid);
    });
}
