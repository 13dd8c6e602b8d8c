//! Texts about prompts.

use super::{list, tag_line, with_next_page};
use crate::context_repo::wire::prompts::{Prompt, Variable};
use crate::context_repo::wire::{Deleted, List};

/// A page of prompts.
pub fn page(prompts: &List<Prompt>) -> String {
    let entries: Vec<String> = prompts.data.iter().map(row).collect();
    with_next_page(
        list("prompts", &entries),
        "search_prompts",
        &prompts.pagination,
    )
}

fn row(prompt: &Prompt) -> String {
    format!(
        "- **{}** (v{})\n  {}\n  ID: {}",
        prompt.title, prompt.current_version, prompt.description, prompt.id
    )
}

/// A prompt in full. Without variables the text ends in two line feeds.
pub fn full(prompt: &Prompt) -> String {
    let tags = if prompt.tags.is_empty() {
        String::new()
    } else {
        format!("**Tags:** {}\n\n", prompt.tags.join(", "))
    };
    format!(
        "# {}\n\n**Description:** {}\n**Version:** {}\n**Public:** {}\n\n{tags}## Content\n\n```\n{}\n```\n\n{}",
        prompt.title,
        prompt.description,
        prompt.current_version,
        if prompt.is_public { "Yes" } else { "No" },
        prompt.content,
        variables(&prompt.variables)
    )
}

fn variables(variables: &[Variable]) -> String {
    if variables.is_empty() {
        return String::new();
    }
    let lines: Vec<String> = variables
        .iter()
        .map(|variable| {
            let description = variable.description.as_deref().filter(|d| !d.is_empty());
            format!(
                "- `${{{}}}` - {}",
                variable.name,
                description.unwrap_or("No description")
            )
        })
        .collect();
    format!("## Variables\n\n{}", lines.join("\n"))
}

/// A prompt was created; `title` and `tags` as they were sent.
pub fn created(title: &str, id: &str, tags: &[String]) -> String {
    format!(
        "Successfully created prompt \"{title}\"\n\nID: {id}{}",
        tag_line("\n", tags)
    )
}

/// A prompt was changed; `tags` as they were sent.
pub fn updated(prompt: &Prompt, tags: &[String]) -> String {
    format!(
        "Successfully updated prompt \"{}\"\n\nVersion: {}{}",
        prompt.title,
        prompt.current_version,
        tag_line("\n", tags)
    )
}

/// A prompt was deleted.
pub fn deleted(deleted: &Deleted) -> String {
    format!("Successfully deleted prompt {}", deleted.id)
}

/// A prompt was gone already.
pub fn already_deleted(deleted: &Deleted) -> String {
    format!("Prompt {} was already deleted (no-op).", deleted.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context_repo::wire::Pagination;
    use crate::context_repo::wire::prompts::Stats;

    fn minutes() -> Prompt {
        Prompt {
            id: "p_minutes".to_owned(),
            title: "Minutes".to_owned(),
            description: "Turns a talk into minutes.".to_owned(),
            content: "Write minutes of ${talk} for ${reader}.".to_owned(),
            variables: vec![],
            is_public: false,
            is_archived: false,
            current_version: 3,
            tags: vec![],
            stats: Stats::default(),
            created_at: 0,
            updated_at: 0,
        }
    }

    fn tagged() -> Prompt {
        Prompt {
            tags: vec!["office".to_owned(), "work".to_owned()],
            ..minutes()
        }
    }

    fn page_of(data: Vec<Prompt>, cursor: Option<&str>) -> String {
        page(&List {
            data,
            pagination: Pagination {
                cursor: cursor.map(str::to_owned),
                has_more: cursor.is_some(),
            },
        })
    }

    #[test]
    fn a_page_lists_its_prompts() {
        let mut bare = minutes();
        bare.id = "p_bare".to_owned();
        bare.title = "Bare".to_owned();
        bare.description = String::new();
        bare.current_version = 1;
        assert_eq!(
            page_of(vec![minutes(), bare], None),
            "Found 2 prompts:\n\n\
             - **Minutes** (v3)\n  Turns a talk into minutes.\n  ID: p_minutes\n\n\
             - **Bare** (v1)\n  \n  ID: p_bare"
        );
        assert_eq!(
            page_of(vec![minutes()], Some("abc")),
            "Found 1 prompts:\n\n\
             - **Minutes** (v3)\n  Turns a talk into minutes.\n  ID: p_minutes\n\n\
             More results available. To fetch the next page, re-run search_prompts with cursor=\"abc\""
        );
    }

    #[test]
    fn an_empty_page_says_so_and_may_go_on() {
        assert_eq!(page_of(vec![], None), "No prompts found.");
        assert_eq!(
            page_of(vec![], Some("abc")),
            "No prompts found.\n\n\
             More results available. To fetch the next page, re-run search_prompts with cursor=\"abc\""
        );
    }

    #[test]
    fn a_prompt_without_variables_ends_in_two_line_feeds() {
        assert_eq!(
            full(&minutes()),
            "# Minutes\n\n**Description:** Turns a talk into minutes.\n**Version:** 3\n**Public:** No\n\n\
             ## Content\n\n```\nWrite minutes of ${talk} for ${reader}.\n```\n\n"
        );
    }

    #[test]
    fn a_prompt_shows_its_tags_and_variables() {
        let mut prompt = tagged();
        prompt.is_public = true;
        for (name, description) in [("talk", Some("What was said")), ("reader", None)] {
            prompt.variables.push(Variable {
                name: name.to_owned(),
                kind: "string".to_owned(),
                description: description.map(str::to_owned),
            });
        }
        assert_eq!(
            full(&prompt),
            "# Minutes\n\n**Description:** Turns a talk into minutes.\n**Version:** 3\n**Public:** Yes\n\n\
             **Tags:** office, work\n\n\
             ## Content\n\n```\nWrite minutes of ${talk} for ${reader}.\n```\n\n\
             ## Variables\n\n- `${talk}` - What was said\n- `${reader}` - No description"
        );
    }

    #[test]
    fn writes_are_acknowledged() {
        assert_eq!(
            created("Minutes", "p_minutes", &[]),
            "Successfully created prompt \"Minutes\"\n\nID: p_minutes"
        );
        assert_eq!(
            created("Minutes", "p_minutes", &tagged().tags),
            "Successfully created prompt \"Minutes\"\n\nID: p_minutes\nTags: office, work"
        );
        assert_eq!(
            updated(&minutes(), &[]),
            "Successfully updated prompt \"Minutes\"\n\nVersion: 3"
        );
        assert_eq!(
            updated(&minutes(), &tagged().tags),
            "Successfully updated prompt \"Minutes\"\n\nVersion: 3\nTags: office, work"
        );
        let gone = Deleted::of("p_minutes");
        assert_eq!(deleted(&gone), "Successfully deleted prompt p_minutes");
        assert_eq!(
            already_deleted(&gone),
            "Prompt p_minutes was already deleted (no-op)."
        );
    }
}
