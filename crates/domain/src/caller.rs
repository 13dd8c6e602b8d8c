//! Who asks: a workspace and what may be done in it.

use crate::access::KeyId;
use crate::error::{Error, ErrorKind, Result};
use crate::ids::WorkspaceId;

/// One permission of an API key. Writing implies reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    /// Read prompts.
    PromptsRead,
    /// Create, change and delete prompts.
    PromptsWrite,
    /// Read documents, collections and passages.
    DocumentsRead,
    /// Create, change and delete documents and collections.
    DocumentsWrite,
}

impl Permission {
    /// The permission's name in the contracts, e.g. `documents.read`.
    pub fn name(self) -> &'static str {
        match self {
            Self::PromptsRead => "prompts.read",
            Self::PromptsWrite => "prompts.write",
            Self::DocumentsRead => "documents.read",
            Self::DocumentsWrite => "documents.write",
        }
    }

    /// Every permission, in a fixed order.
    pub const ALL: [Self; 4] = [
        Self::PromptsRead,
        Self::PromptsWrite,
        Self::DocumentsRead,
        Self::DocumentsWrite,
    ];

    /// Reads what [`Permission::name`] wrote.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.name() == name)
    }

    fn bit(self) -> u8 {
        match self {
            Self::PromptsRead => 0b0001,
            Self::PromptsWrite => 0b0011,
            Self::DocumentsRead => 0b0100,
            Self::DocumentsWrite => 0b1100,
        }
    }
}

/// A set of permissions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScopeSet(u8);

impl ScopeSet {
    /// Every permission: the owner of the home.
    pub const ALL: Self = Self(0b1111);

    /// The set of the given permissions and what they imply.
    pub fn of(permissions: &[Permission]) -> Self {
        Self(permissions.iter().fold(0, |bits, p| bits | p.bit()))
    }

    /// Whether the set holds `permission`.
    pub fn allows(self, permission: Permission) -> bool {
        self.0 & permission.bit() == permission.bit()
    }

    /// The names of the permissions held, in a fixed order.
    pub fn names(self) -> Vec<&'static str> {
        Permission::ALL
            .into_iter()
            .filter(|p| self.allows(*p))
            .map(Permission::name)
            .collect()
    }
}

/// The workspace a request works in, and the scopes it carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// The workspace; it comes first in every key of a store.
    pub workspace: WorkspaceId,
    /// What the caller may do.
    pub scopes: ScopeSet,
}

impl Caller {
    /// The owner of the home, in the default workspace.
    pub fn owner() -> Self {
        Self {
            workspace: WorkspaceId::default_workspace(),
            scopes: ScopeSet::ALL,
        }
    }

    /// Checks one permission.
    ///
    /// # Errors
    /// `NotAllowed`, naming the missing scope.
    pub fn require(&self, permission: Permission) -> Result<()> {
        if self.scopes.allows(permission) {
            return Ok(());
        }
        let name = permission.name();
        Err(Error::new(
            ErrorKind::NotAllowed,
            format!("the scope `{name}` is required"),
        )
        .hint(format!("use a key that has the scope `{name}`")))
    }
}

/// Who asks, as far as a surface knows: what [`Caller`] leaves out because no operation may depend
/// on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Principal {
    /// What the engine needs to know.
    pub caller: Caller,
    /// How the caller is known.
    pub identity: Identity,
}

/// How a caller is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Identity {
    /// It reached the home without a key: through the command line, the local socket or loopback.
    Local,
    /// It showed a key.
    Key {
        /// The key's public id.
        id: KeyId,
        /// What its owner calls it.
        name: String,
        /// Which tools its MCP connections list, if the key says so.
        tools: Option<String>,
    },
}

impl Principal {
    /// The owner of the home, in the default workspace.
    pub fn local() -> Self {
        Self {
            caller: Caller::owner(),
            identity: Identity::Local,
        }
    }
}
