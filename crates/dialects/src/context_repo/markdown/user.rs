//! The text about the caller.

use crate::context_repo::wire::user::User;

/// The caller and what it may do. What a home does not know prints as nothing.
pub fn full(user: &User) -> String {
    let name = Some(user.name.as_str()).filter(|name| !name.is_empty());
    format!(
        "# {}\n\n\
         - **ID:** {}\n\
         - **Email:** {}\n\
         - **External ID:** {}\n\
         - **Auth Method:** {}\n\
         - **Permissions:** {}",
        name.unwrap_or("Unknown"),
        user.id,
        user.email,
        user.external_id,
        user.auth_method,
        user.permissions.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caller_is_described_and_gaps_print_as_nothing() {
        let user = User {
            id: "abc234".to_owned(),
            name: "laptop".to_owned(),
            email: String::new(),
            external_id: String::new(),
            auth_method: "api_key",
            permissions: vec!["prompts.read", "documents.read"],
        };
        let rest = "\n\n- **ID:** abc234\n- **Email:** \n- **External ID:** \n\
                    - **Auth Method:** api_key\n- **Permissions:** prompts.read, documents.read";
        assert_eq!(full(&user), format!("# laptop{rest}"));
        let nameless = User {
            name: String::new(),
            ..user
        };
        assert_eq!(full(&nameless), format!("# Unknown{rest}"));
    }
}
