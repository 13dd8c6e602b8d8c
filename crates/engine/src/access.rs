//! Keys and workspaces: who may open what.

mod secret;

use std::sync::{Arc, OnceLock};

use domain::access::{ApiKey, KEY_PREFIX, KeyId, Workspace};
use domain::caller::{Caller, Identity, Principal};
use domain::ids::WorkspaceId;
use domain::operations::access::{CreateKey, CreatedKey};
use domain::operations::{check_size, check_text};
use domain::ports::clock::Clock;
use domain::ports::entropy::Entropy;
use domain::ports::registry::Registry;
use domain::{Cancel, Error, ErrorKind, Result, limits};

/// How often a public id is drawn again when it is taken, which nobody will ever see.
const ID_DRAWS_MAX: usize = 8;

/// The keys and workspaces of one home. Only who holds the home may manage them; anybody may show
/// a key.
pub struct Access {
    registry: Arc<dyn Registry>,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    /// The home's secret once it was read; it never changes.
    pepper: OnceLock<[u8; 32]>,
}

impl Access {
    /// Access to one home. Nothing is read or written before an operation is called.
    pub fn new(
        registry: Arc<dyn Registry>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
    ) -> Self {
        Self {
            registry,
            clock,
            entropy,
            pepper: OnceLock::new(),
        }
    }

    /// Makes a key. Its secret is in the answer and nowhere else.
    ///
    /// # Errors
    /// `Invalid` for a blank name, no scope or an expiry that is not in the future, `TooLarge` for
    /// a name over [`limits::ACCESS_NAME_BYTES_MAX`] bytes, `NotFound` for an unknown workspace,
    /// `Unavailable` on a read-only home or without a source of randomness.
    pub fn create_key(&self, request: &CreateKey, cancel: &Cancel) -> Result<CreatedKey> {
        let now = self.clock.now_ms();
        let name = check_name(&request.name)?;
        check_scopes_and_expiry(request, now)?;
        let tools = request.tools.as_deref().map(str::trim);
        let tools = tools.filter(|tools| !tools.is_empty());
        let tools_bytes = tools.map_or(0, str::len);
        check_size("`tools`", tools_bytes, limits::TITLE_BYTES_MAX)?;
        self.check_workspace(&request.workspace, cancel)?;
        let pepper = self.pepper_or_new()?;
        let id = self.free_key_id(cancel)?;
        let secret = secret::draw_secret(self.entropy.as_ref())?;
        let key = ApiKey {
            id,
            name: name.to_owned(),
            workspace: request.workspace.clone(),
            scopes: request.scopes,
            tools: tools.map(str::to_owned),
            secret_hash: *secret::hash(&pepper, &secret).as_bytes(),
            created_ms: now,
            expires_ms: request.expires_ms,
            revoked_ms: None,
        };
        self.registry.put_key(&key, cancel)?;
        Ok(CreatedKey {
            secret: format!("{KEY_PREFIX}{}_{secret}", key.id),
            key,
        })
    }

    /// All keys, newest first, then by id; revoked and expired ones too.
    ///
    /// # Errors
    /// `Unavailable` when the home cannot be read.
    pub fn keys(&self, cancel: &Cancel) -> Result<Vec<ApiKey>> {
        self.registry.keys(cancel)
    }

    /// Revokes a key for good. Revoking it again changes nothing.
    ///
    /// # Errors
    /// `NotFound` for an unknown id, `Unavailable` on a read-only home.
    pub fn revoke_key(&self, id: &KeyId, cancel: &Cancel) -> Result<ApiKey> {
        let mut key = self.registry.key(id, cancel)?.ok_or_else(|| {
            Error::not_found("Key not found").hint("`ibid key list` shows the ids of all keys")
        })?;
        if key.revoked_ms.is_none() {
            key.revoked_ms = Some(self.clock.now_ms());
            self.registry.put_key(&key, cancel)?;
        }
        Ok(key)
    }

    /// Who shows this key: `gm_<id>_<secret>`.
    ///
    /// An unknown id and a wrong secret take the same path and give the same error. Why a key does
    /// not work any more is said only to those who know its secret.
    ///
    /// # Errors
    /// `Unauthenticated` for a malformed, unknown, revoked or expired key.
    pub fn authenticate(&self, key: &str, cancel: &Cancel) -> Result<Principal> {
        let (id, secret) = secret::parse(key).ok_or_else(malformed)?;
        let known = self.registry.key(&id, cancel)?;
        // A home that never made a key has no secret; an empty one takes as long and opens nothing.
        let pepper = self.known_pepper()?.unwrap_or_default();
        let stored = known.as_ref().map(|key| key.secret_hash);
        let is_secret = secret::matches(&pepper, secret, stored.unwrap_or_default());
        let Some(key) = known.filter(|_| is_secret) else {
            return Err(unknown());
        };
        check_works(&key, self.clock.now_ms())?;
        Ok(Principal {
            caller: Caller {
                workspace: key.workspace,
                scopes: key.scopes,
            },
            identity: Identity::Key {
                id: key.id,
                name: key.name,
                tools: key.tools,
            },
        })
    }

    /// Makes a workspace. Its name is its id.
    ///
    /// # Errors
    /// `Invalid` for a name other than 1 to [`limits::ACCESS_NAME_BYTES_MAX`] of `[a-z0-9-]`,
    /// `Conflict` when it is taken, `Unavailable` on a read-only home.
    pub fn create_workspace(&self, name: &str, cancel: &Cancel) -> Result<Workspace> {
        let workspace = Workspace {
            id: workspace_id(name)?,
            created_ms: self.clock.now_ms(),
        };
        self.registry.create_workspace(&workspace, cancel)?;
        Ok(workspace)
    }

    /// All workspaces by id, the default one included.
    ///
    /// # Errors
    /// `Unavailable` when the home cannot be read.
    pub fn workspaces(&self, cancel: &Cancel) -> Result<Vec<Workspace>> {
        self.registry.workspaces(cancel)
    }

    /// Deletes a workspace with everything in it, its keys included.
    ///
    /// # Errors
    /// `NotFound` for an unknown id, `Invalid` for the default workspace, `Unavailable` on a
    /// read-only home.
    pub fn delete_workspace(&self, id: &WorkspaceId, cancel: &Cancel) -> Result<()> {
        self.registry.delete_workspace(id, cancel)
    }

    fn check_workspace(&self, id: &WorkspaceId, cancel: &Cancel) -> Result<()> {
        let workspaces = self.registry.workspaces(cancel)?;
        if workspaces.iter().any(|workspace| workspace.id == *id) {
            return Ok(());
        }
        Err(Error::not_found(format!("there is no workspace `{id}`"))
            .hint("`ibid workspace list` shows all; `ibid workspace create` makes one"))
    }

    fn free_key_id(&self, cancel: &Cancel) -> Result<KeyId> {
        for _ in 0..ID_DRAWS_MAX {
            let id = secret::draw_id(self.entropy.as_ref())?;
            if self.registry.key(&id, cancel)?.is_none() {
                return Ok(id);
            }
        }
        Err(Error::internal(
            "the source of randomness gives the same bytes again and again",
        ))
    }

    fn known_pepper(&self) -> Result<Option<[u8; 32]>> {
        if let Some(pepper) = self.pepper.get() {
            return Ok(Some(*pepper));
        }
        let pepper = self.registry.pepper()?;
        Ok(pepper.map(|pepper| *self.pepper.get_or_init(|| pepper)))
    }

    fn pepper_or_new(&self) -> Result<[u8; 32]> {
        if let Some(pepper) = self.known_pepper()? {
            return Ok(pepper);
        }
        let mut fresh = [0; 32];
        self.entropy.fill(&mut fresh)?;
        let counts = self.registry.put_pepper(fresh)?;
        Ok(*self.pepper.get_or_init(|| counts))
    }
}

fn check_name(name: &str) -> Result<&str> {
    let name = check_text("name", name, limits::ACCESS_NAME_BYTES_MAX)?;
    if name.chars().any(char::is_control) {
        return Err(Error::invalid("`name` holds a control character")
            .hint("use letters, digits, spaces and punctuation"));
    }
    Ok(name)
}

fn check_scopes_and_expiry(request: &CreateKey, now_ms: i64) -> Result<()> {
    if request.scopes.names().is_empty() {
        let all: Vec<&str> = domain::ScopeSet::ALL.names();
        return Err(Error::invalid("a key needs at least one scope")
            .hint(format!("scopes are {}", all.join(", "))));
    }
    if request.expires_ms.is_some_and(|expires| expires <= now_ms) {
        return Err(Error::invalid("the expiry is not in the future")
            .hint("leave it out for a key that works until it is revoked"));
    }
    Ok(())
}

fn workspace_id(name: &str) -> Result<WorkspaceId> {
    let is_allowed = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    let length = 1..=limits::ACCESS_NAME_BYTES_MAX;
    if !length.contains(&name.len()) || !name.bytes().all(is_allowed) {
        return Err(Error::invalid("malformed workspace name").hint(format!(
            "use 1 to {} lower-case letters, digits and `-`",
            limits::ACCESS_NAME_BYTES_MAX
        )));
    }
    WorkspaceId::parse(name)
}

fn check_works(key: &ApiKey, now_ms: i64) -> Result<()> {
    let reason = if key.revoked_ms.is_some() {
        "was revoked"
    } else if key.is_valid_at(now_ms) {
        return Ok(());
    } else {
        "has expired"
    };
    let message = format!("the API key `{}` {reason}", key.id);
    Err(Error::new(ErrorKind::Unauthenticated, message)
        .hint("make another one with `ibid key create`"))
}

fn malformed() -> Error {
    Error::new(ErrorKind::Unauthenticated, "malformed API key")
        .hint("a key has the form `gm_<id>_<secret>`; use it as `ibid key create` showed it")
}

fn unknown() -> Error {
    Error::new(ErrorKind::Unauthenticated, "unknown API key")
        .hint("check the key and the home; `ibid key list` shows the ids of all keys")
}
