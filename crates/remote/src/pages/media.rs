//! Which media types hold text that can be kept.

use domain::error::{Error, Result};

/// The media types that are read unless the settings say otherwise. A `*` stands for any run of
/// characters; parameters do not count.
pub const MEDIA_TYPES: &[&str] = &[
    "text/*",
    "application/xhtml+xml",
    "application/xml",
    "application/*+xml",
    "application/json",
    "application/*+json",
    "application/yaml",
    "application/x-yaml",
];

/// Refuses `media_type` of a page from `host` unless one of `allowed` covers it. A page that
/// names none is judged by its content later.
pub(super) fn check(host: &str, media_type: Option<&str>, allowed: &[String]) -> Result<()> {
    let Some(named) = media_type else {
        return Ok(());
    };
    let essence = essence(named);
    if allowed.iter().any(|pattern| covers(pattern, &essence)) {
        return Ok(());
    }
    let what = match essence.as_str() {
        "application/pdf" => "a PDF, which cannot be read from the web yet".to_owned(),
        "" => "content of an unreadable type".to_owned(),
        other => format!("`{other}`, which holds no text to keep"),
    };
    Err(Error::invalid(format!("`{host}` answered with {what}"))
        .hint("name a page of HTML, plain text, Markdown, JSON, XML or YAML"))
}

/// The type without its parameters, in lower case; empty if it is none.
fn essence(media_type: &str) -> String {
    let bare = media_type.split(';').next().unwrap_or_default().trim();
    let is_type = bare.split('/').filter(|part| !part.is_empty()).count() == 2
        && bare.bytes().all(|b| b.is_ascii_graphic());
    if is_type {
        bare.to_ascii_lowercase()
    } else {
        String::new()
    }
}

fn covers(pattern: &str, essence: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == essence,
        Some((start, end)) => {
            essence.len() > start.len() + end.len()
                && essence.starts_with(start)
                && essence.ends_with(end)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_read(media_type: &str) -> bool {
        let allowed: Vec<String> = MEDIA_TYPES.iter().map(|&t| t.to_owned()).collect();
        check("example.test", Some(media_type), &allowed).is_ok()
    }

    #[test]
    fn text_in_any_dress_is_read() {
        for media_type in [
            "text/html",
            "text/html; charset=utf-8",
            "TEXT/Markdown",
            "text/plain;charset=iso-8859-1",
            "application/xhtml+xml",
            "application/atom+xml",
            "application/ld+json",
            "application/json",
        ] {
            assert!(is_read(media_type), "{media_type}");
        }
    }

    #[test]
    fn what_holds_no_text_is_refused() {
        for media_type in [
            "image/png",
            "image/svg+xml",
            "application/pdf",
            "application/octet-stream",
            "application/zip",
            "video/mp4",
            "text/",
            "text",
            "",
            "/",
            "application/+xml",
        ] {
            assert!(!is_read(media_type), "{media_type}");
        }
    }
}
