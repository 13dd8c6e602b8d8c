//! A prompt in a file, perhaps with front matter.

/// What a file says about its prompt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PromptFile {
    /// From the front matter.
    pub title: Option<String>,
    /// From the front matter.
    pub description: Option<String>,
    /// From the front matter.
    pub tags: Vec<String>,
    /// The template.
    pub content: String,
}

impl PromptFile {
    /// Reads front matter and template; `ibid prompt add --help` states the rules. Never fails:
    /// what is no front matter is part of the template.
    pub fn parse(text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut file = Self::default();
        let body = match split(text) {
            Some((header, body)) => {
                file.read_header(header);
                body
            }
            None => text,
        };
        file.content = trim(body).to_owned();
        file
    }

    fn read_header(&mut self, header: &str) {
        let mut in_tags = false;
        for line in header.lines() {
            if let (true, Some(tag)) = (in_tags, line.trim().strip_prefix("- ")) {
                self.tags.extend(listed(tag));
                continue;
            }
            let Some((key, value)) = line.split_once(':') else {
                continue;
            };
            let value = value.trim();
            in_tags = key.trim() == "tags";
            match key.trim() {
                "title" => self.title = text_value(value),
                "description" => self.description = text_value(value),
                "tags" => self.tags.extend(listed(value)),
                _ => {}
            }
        }
    }
}

/// Header and body, when the first line is `---` and a later one closes it.
fn split(text: &str) -> Option<(&str, &str)> {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next()?;
    if first.trim_end() != "---" {
        return None;
    }
    let mut at = first.len();
    for line in lines {
        let start = at;
        at += line.len();
        if line.trim_end() == "---" {
            return Some((&text[first.len()..start], &text[at..]));
        }
    }
    None
}

/// The body without the blank lines before it and the line end after it.
fn trim(body: &str) -> &str {
    let mut body = body;
    while let Some((line, rest)) = body.split_once('\n') {
        if !line.trim().is_empty() {
            break;
        }
        body = rest;
    }
    let body = body.strip_suffix('\n').unwrap_or(body);
    body.strip_suffix('\r').unwrap_or(body)
}

fn text_value(value: &str) -> Option<String> {
    let value = unquoted(value);
    (!value.is_empty()).then(|| value.to_owned())
}

fn listed(value: &str) -> Vec<String> {
    let inner = value
        .strip_prefix('[')
        .and_then(|v| v.strip_suffix(']'))
        .unwrap_or(value);
    inner
        .split(',')
        .map(|tag| unquoted(tag.trim()).to_owned())
        .filter(|tag| !tag.is_empty())
        .collect()
}

fn unquoted(value: &str) -> &str {
    for quote in ['"', '\''] {
        let inner = value
            .strip_prefix(quote)
            .and_then(|v| v.strip_suffix(quote));
        if let Some(inner) = inner {
            return inner;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn front_matter_names_title_description_and_tags() {
        let file = PromptFile::parse(
            "---\ntitle: Reply: late\ndescription: \"Answers a complaint.\"\ntags: [a, 'b']\nx: y\n---\n\nDear ${name},\n\nyes.\n",
        );
        assert_eq!(file.title.as_deref(), Some("Reply: late"));
        assert_eq!(file.description.as_deref(), Some("Answers a complaint."));
        assert_eq!(file.tags, ["a", "b"]);
        assert_eq!(file.content, "Dear ${name},\n\nyes.");
    }

    #[test]
    fn tags_may_stand_one_per_line_or_parted_by_commas() {
        let lines = PromptFile::parse("---\ntags:\n  - a\n  - b\ntitle: T\n---\nx");
        assert_eq!(lines.tags, ["a", "b"]);
        assert_eq!(lines.title.as_deref(), Some("T"));
        assert_eq!(
            PromptFile::parse("---\ntags: a, b\n---\nx").tags,
            ["a", "b"]
        );
    }

    #[test]
    fn a_header_that_never_ends_is_part_of_the_prompt() {
        let file = PromptFile::parse("---\ntitle: T\nrest");
        assert_eq!(file.title, None);
        assert_eq!(file.content, "---\ntitle: T\nrest");
    }

    #[test]
    fn indentation_of_the_first_line_is_kept() {
        assert_eq!(PromptFile::parse("\n  \n  a\n").content, "  a");
        assert_eq!(PromptFile::parse("a\r\n").content, "a");
        assert_eq!(PromptFile::parse("").content, "");
    }
}
