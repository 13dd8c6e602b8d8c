//! The header of a Markdown file: YAML between `---` lines or TOML between `+++` lines.

use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError};

use crate::paragraphs::Lines;

/// A header at the start of a text and what it says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct FrontMatter {
    /// Its bytes, both delimiter lines included.
    pub range: Range<usize>,
    pub title: Option<String>,
    pub tags: Vec<String>,
    pub warning: Option<String>,
}

/// Longer headers are kept as text but not parsed.
const PARSED_BYTES_MAX: usize = 64 * 1024;

impl FrontMatter {
    /// Finds the front matter of `text`. Two thematic breaks with prose between them are none:
    /// YAML has to be a mapping.
    pub fn find(text: &str) -> Option<Self> {
        let mark = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let mut lines = Lines {
            text,
            at: mark,
            end: text.len(),
        };
        let first = lines.next()?;
        let opening = text[first.clone()].trim_end();
        let closings: &[&str] = match opening {
            "---" => &["---", "..."],
            "+++" => &["+++"],
            _ => return None,
        };
        let last = lines.find(|line| closings.contains(&text[line.clone()].trim_end()))?;
        let inner = &text[first.end..last.start];
        let mut found = Self::default();
        let outcome = if inner.len() > PARSED_BYTES_MAX {
            Err("over 64 KiB long; its title and tags were not read".to_owned())
        } else if opening == "---" {
            found.read_yaml(inner)
        } else {
            found.read_toml(inner)
        };
        match outcome {
            Ok(true) => {}
            Ok(false) => return None,
            Err(problem) => found.warning = Some(format!("has front matter that is {problem}")),
        }
        found.range = mark..last.end;
        Some(found)
    }

    /// Reads title and tags; `false` when the YAML is no mapping.
    ///
    /// Events are pulled one by one and aliases are not followed, so that neither deep nesting
    /// nor a bomb of aliases costs more than its own length.
    fn read_yaml(&mut self, yaml: &str) -> Result<bool, String> {
        let mut events = Parser::new_from_str(yaml).map(|event| event.map(|(event, _)| event));
        let root =
            events.find(|event| !matches!(event, Ok(Event::StreamStart | Event::DocumentStart(_))));
        match root {
            Some(Ok(Event::MappingStart(..))) => {}
            Some(Err(error)) => return Err(not_valid("YAML", &error)),
            _ => return Ok(false),
        }
        loop {
            let key = match next(&mut events)? {
                Event::MappingEnd | Event::StreamEnd => return Ok(true),
                Event::Scalar(key, ..) => key.to_ascii_lowercase(),
                other => {
                    skip(other, &mut events)?;
                    String::new()
                }
            };
            match (key.as_str(), next(&mut events)?) {
                ("title", Event::Scalar(text, style, ..)) => self.set_title(plain(&text, style)),
                ("tags", Event::Scalar(text, style, ..)) => {
                    self.add_tags(plain(&text, style).split(','));
                }
                ("tags", Event::SequenceStart(..)) => loop {
                    match next(&mut events)? {
                        Event::SequenceEnd => break,
                        Event::Scalar(tag, style, ..) => self.add_tags([plain(&tag, style)]),
                        other => skip(other, &mut events)?,
                    }
                },
                (_, value) => skip(value, &mut events)?,
            }
        }
    }

    fn read_toml(&mut self, source: &str) -> Result<bool, String> {
        let table: toml::Table = source.parse().map_err(|error: toml::de::Error| {
            let line = error.span().map(|span| {
                let before = source.get(..span.start).unwrap_or(source);
                // The opening delimiter is line 1.
                2 + before.matches('\n').count()
            });
            let at = line.map_or(String::new(), |line| format!(" at line {line}"));
            format!("not valid TOML{at}: {}", error.message())
        })?;
        for (key, value) in &table {
            match (key.to_ascii_lowercase().as_str(), value) {
                ("title", toml::Value::String(title)) => self.set_title(title),
                ("tags", toml::Value::String(tags)) => self.add_tags(tags.split(',')),
                ("tags", toml::Value::Array(tags)) => {
                    self.add_tags(tags.iter().filter_map(toml::Value::as_str));
                }
                _ => {}
            }
        }
        Ok(true)
    }

    fn set_title(&mut self, title: &str) {
        let title = title.trim();
        if self.title.is_none() && !title.is_empty() {
            self.title = Some(title.to_owned());
        }
    }

    fn add_tags<'a>(&mut self, tags: impl IntoIterator<Item = &'a str>) {
        for tag in tags {
            let tag = tag.trim();
            let tag = tag.strip_prefix('#').unwrap_or(tag);
            if !tag.is_empty() && !self.tags.iter().any(|known| known == tag) {
                self.tags.push(tag.to_owned());
            }
        }
    }
}

/// A scalar's text; an unquoted null has none.
fn plain(text: &str, style: ScalarStyle) -> &str {
    match text {
        "~" | "null" | "Null" | "NULL" if style == ScalarStyle::Plain => "",
        text => text,
    }
}

fn next<'i>(
    events: &mut impl Iterator<Item = Result<Event<'i>, ScanError>>,
) -> Result<Event<'i>, String> {
    match events.next() {
        Some(Ok(event)) => Ok(event),
        Some(Err(error)) => Err(not_valid("YAML", &error)),
        None => Ok(Event::StreamEnd),
    }
}

/// Reads on to the end of the value that `first` begins.
fn skip<'i>(
    first: Event<'i>,
    events: &mut impl Iterator<Item = Result<Event<'i>, ScanError>>,
) -> Result<(), String> {
    let mut depth = 0usize;
    let mut event = first;
    loop {
        match event {
            Event::MappingStart(..) | Event::SequenceStart(..) => depth += 1,
            Event::MappingEnd | Event::SequenceEnd => depth = depth.saturating_sub(1),
            Event::StreamEnd => return Ok(()),
            _ => {}
        }
        if depth == 0 {
            return Ok(());
        }
        event = next(events)?;
    }
}

fn not_valid(language: &str, error: &ScanError) -> String {
    // The opening delimiter is line 1 of the file, and the parser counts from 1 after it.
    let line = error.marker().line() + 1;
    format!("not valid {language} at line {line}: {}", error.info())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(text: &str) -> FrontMatter {
        FrontMatter::find(text).expect("front matter")
    }

    #[test]
    fn yaml_gives_title_and_tags() {
        let text =
            "---\ntitle: \"A: B\"\nauthor: {name: x, tags: [no]}\ntags: [x, y, x]\n---\n# H\n";
        let found = find(text);
        assert_eq!(found.title.as_deref(), Some("A: B"));
        assert_eq!(found.tags, ["x", "y"]);
        assert_eq!(&text[found.range], &text[..text.len() - 4]);
        assert_eq!(found.warning, None);
    }

    #[test]
    fn tags_may_be_a_comma_string_or_a_block_list() {
        assert_eq!(find("---\nTags: \"a b, #c\"\n...\n").tags, ["a b", "c"]);
        assert_eq!(find("---\r\ntags:\r\n  - 1\r\n  - null\r\n---").tags, ["1"]);
        assert_eq!(find("---\ntitle: ~\n---\n").title, None);
    }

    #[test]
    fn toml_gives_title_and_tags() {
        let found = find("+++\ntitle = \"T\"\ntags = [\"a\", \"b\"]\n+++\n\nbody\n");
        assert_eq!(found.title.as_deref(), Some("T"));
        assert_eq!(found.tags, ["a", "b"]);
    }

    #[test]
    fn broken_front_matter_is_a_warning_and_keeps_what_was_read() {
        let found = find("---\ntitle: T\ntags: [a\nx: }\n---\nbody");
        assert_eq!(found.title.as_deref(), Some("T"));
        assert!(
            found
                .warning
                .as_deref()
                .is_some_and(|warning| warning
                    .starts_with("has front matter that is not valid YAML at line ")),
            "{:?}",
            found.warning
        );
        let found = find("+++\ntitle = \n+++\n");
        assert!(
            found.warning.as_deref().is_some_and(|warning| warning
                .starts_with("has front matter that is not valid TOML at line 2: ")),
            "{:?}",
            found.warning
        );
    }

    #[test]
    fn thematic_breaks_are_no_front_matter() {
        for text in [
            "---\nonly prose\n---\n",
            "---\n---\n",
            "---\nopen: true\n",
            "a\n---\n",
        ] {
            assert_eq!(FrontMatter::find(text), None, "{text}");
        }
    }

    #[test]
    fn deep_and_aliased_yaml_costs_its_length() {
        let deep = format!("---\nx: {}\n---\n", "[".repeat(30_000));
        assert!(find(&deep).warning.is_some());
        let bomb = "---\na: &a [1,1]\nb: &b [*a,*a]\ntags: *b\ntitle: ok\n---\n";
        assert_eq!(find(bomb).title.as_deref(), Some("ok"));
    }
}
