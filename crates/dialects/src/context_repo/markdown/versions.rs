//! Texts about histories.

use crate::context_repo::wire::versions::Version;

/// A prompt's history, newest first.
pub fn of_prompt(versions: &[Version]) -> String {
    history("prompt", versions, |version| {
        format!("{}{}", changed(version), preview(version))
    })
}

/// A document's history, newest first. A version without text ends in a line feed of its own.
pub fn of_document(versions: &[Version]) -> String {
    history("document", versions, |version| {
        let preview = if version.content.is_empty() {
            String::new()
        } else {
            preview(version)
        };
        let title = version.title.as_deref().unwrap_or_default();
        format!("- **Title:** {title}\n{}{preview}", changed(version))
    })
}

fn history(noun: &str, versions: &[Version], rest: impl Fn(&Version) -> String) -> String {
    if versions.is_empty() {
        return format!("No version history found for this {noun}.");
    }
    let entries: Vec<String> = versions
        .iter()
        .enumerate()
        .map(|(at, version)| {
            let latest = if at == 0 { " (Latest Snapshot)" } else { "" };
            format!(
                "### Version {}{latest}\n- **ID:** {}\n{}",
                version.version,
                version.id,
                rest(version)
            )
        })
        .collect();
    format!(
        "## Version History ({} versions)\n\n{}",
        versions.len(),
        entries.join("\n\n")
    )
}

fn changed(version: &Version) -> String {
    let note = version
        .change_log
        .as_deref()
        .filter(|note| !note.is_empty());
    format!(
        "- **Changed by:** {}\n- **Change log:** {}\n",
        version.user_name,
        note.unwrap_or("No description")
    )
}

fn preview(version: &Version) -> String {
    format!("- **Preview:** {}", version.content)
}

/// An old version's content became the current one, as version `number`; `noun` says of what.
pub fn restored(noun: &str, number: u32) -> String {
    format!("Successfully restored {noun} to previous version.\n\nNew version number: {number}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(number: u32, change_log: Option<&str>, content: &str) -> Version {
        Version {
            id: format!("v_{number}"),
            version: number,
            title: Some("Tide table".to_owned()),
            user_name: "Ada".to_owned(),
            change_log: change_log.map(str::to_owned),
            content: content.to_owned(),
            created_at: 0,
        }
    }

    #[test]
    fn the_newest_version_of_a_prompt_is_marked() {
        let versions = [
            version(2, Some("Shorter"), "Minutes."),
            version(1, Some(""), ""),
        ];
        assert_eq!(
            of_prompt(&versions),
            "## Version History (2 versions)\n\n\
             ### Version 2 (Latest Snapshot)\n- **ID:** v_2\n- **Changed by:** Ada\n\
             - **Change log:** Shorter\n- **Preview:** Minutes.\n\n\
             ### Version 1\n- **ID:** v_1\n- **Changed by:** Ada\n\
             - **Change log:** No description\n- **Preview:** "
        );
        assert_eq!(of_prompt(&[]), "No version history found for this prompt.");
    }

    #[test]
    fn a_version_of_a_document_without_text_ends_in_a_line_feed() {
        let versions = [version(2, None, ""), version(1, None, "High water.")];
        assert_eq!(
            of_document(&versions),
            "## Version History (2 versions)\n\n\
             ### Version 2 (Latest Snapshot)\n- **ID:** v_2\n- **Title:** Tide table\n\
             - **Changed by:** Ada\n- **Change log:** No description\n\n\n\
             ### Version 1\n- **ID:** v_1\n- **Title:** Tide table\n- **Changed by:** Ada\n\
             - **Change log:** No description\n- **Preview:** High water."
        );
        assert_eq!(
            of_document(&[]),
            "No version history found for this document."
        );
    }

    #[test]
    fn a_restore_names_the_new_version() {
        assert_eq!(
            restored("prompt", 3),
            "Successfully restored prompt to previous version.\n\nNew version number: 3"
        );
    }
}
