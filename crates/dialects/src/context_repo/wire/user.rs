//! The caller on the wire.

use domain::caller::{Identity, ScopeSet};
use schemars::JsonSchema;
use serde::Serialize;

/// Who asks. A home has no mail addresses and no accounts elsewhere, so those fields are empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    /// A key's public id, or `local`.
    pub id: String,
    /// What the key's owner calls it.
    pub name: String,
    /// Always empty.
    pub email: String,
    /// Always empty.
    pub external_id: String,
    /// `api_key` or `local`.
    pub auth_method: &'static str,
    /// The scopes, in a fixed order.
    pub permissions: Vec<&'static str>,
}

impl User {
    /// The wire form of a caller.
    pub fn of(identity: &Identity, scopes: ScopeSet) -> Self {
        let (id, name, auth_method) = match identity {
            Identity::Local => ("local".to_owned(), "Local user".to_owned(), "local"),
            Identity::Key { id, name, .. } => (id.to_string(), name.clone(), "api_key"),
        };
        Self {
            id,
            name,
            email: String::new(),
            external_id: String::new(),
            auth_method,
            permissions: scopes.names(),
        }
    }
}

#[cfg(test)]
mod tests {
    use domain::access::KeyId;
    use domain::caller::Permission;

    use super::*;
    use crate::context_repo::wire::to_value;

    #[test]
    fn a_key_is_shown_by_its_public_id_and_its_scopes() {
        let identity = Identity::Key {
            id: KeyId::parse("abc234").unwrap(),
            name: "laptop".to_owned(),
            tools: None,
        };
        let scopes = ScopeSet::of(&[Permission::DocumentsWrite]);
        assert_eq!(
            to_value(&User::of(&identity, scopes)).to_string(),
            concat!(
                r#"{"id":"abc234","name":"laptop","email":"","externalId":"","#,
                r#""authMethod":"api_key","permissions":["documents.read","documents.write"]}"#
            )
        );
    }
}
