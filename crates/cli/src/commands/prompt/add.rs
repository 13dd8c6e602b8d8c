//! `ibid prompt add`.

use std::io::Read;
use std::path::PathBuf;

use clap::Args;
use domain::{Error, Result, limits};

use super::PromptFile;
use crate::app::App;
use crate::commands::add::index;
use crate::commands::show::{self, Arguments};
use crate::output::failure::reason;
use crate::output::{self, Exit, text};

/// Add a prompt from a file or from standard input
///
/// Title, description and tags may stand in front matter: when the first line is `---`, the
/// lines up to the next `---` are read as `key: value`. `title` and `description` are text, in
/// quotes or without; `tags` is `[a, b]`, `a, b`, or one `- tag` per line below. Other keys are
/// left out. An option wins over the front matter; tags are united. Without a title the file's
/// name without its extension is the title; standard input needs one. A description is required.
///
/// The prompt is the text after the front matter, without the blank lines before it and the line
/// end after it. `${name}` in it stays as it is, for whoever uses the prompt to fill in. It is
/// added each time: two equal prompts have two ids.
#[derive(Debug, Args)]
pub struct Add {
    /// Title of the prompt
    #[arg(long, value_name = "TITLE")]
    title: Option<String>,

    /// What the prompt is for
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,

    /// Tag of the prompt; may be repeated
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,

    /// The file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl Add {
    /// Adds the prompt, gives it its vector and prints its id.
    ///
    /// # Errors
    /// A file that cannot be read, a missing field, a home that cannot be written.
    pub fn run(self, app: &App) -> output::Result<Exit> {
        app.refuse_read_only("ibid prompt add")?;
        // Nothing is open yet, and waiting for input cannot be stopped in any other way.
        app.signals
            .on_first(|| std::process::exit(Exit::Interrupted.code().into()));
        let mut prompt = PromptFile::parse(&self.read()?);
        app.signals.on_first(|| {});
        prompt.title = self.title.clone().or(prompt.title).or_else(|| self.stem());
        prompt.description = self.description.clone().or(prompt.description);
        prompt.tags.extend(self.tags.iter().cloned());
        let arguments = arguments(prompt)?;
        let reach = app.reach_to_write("ibid prompt add")?;
        let exit = show::call(app, reach.as_ref(), "create_prompt", arguments.into_map())?;
        index(app, reach.as_ref())?;
        Ok(exit)
    }

    fn is_standard_input(&self) -> bool {
        self.file.as_os_str() == "-"
    }

    fn stem(&self) -> Option<String> {
        if self.is_standard_input() {
            return None;
        }
        let stem = self.file.file_stem()?;
        Some(stem.to_string_lossy().into_owned())
    }

    fn read(&self) -> Result<String> {
        if self.is_standard_input() {
            return read_text("standard input", std::io::stdin().lock());
        }
        let name = text::path(&self.file);
        let unreadable = |error: &std::io::Error| {
            Error::invalid(format!("cannot read {name}: {}", reason(error)))
        };
        let meta = std::fs::metadata(&self.file).map_err(|e| unreadable(&e))?;
        if meta.is_dir() {
            let error = Error::invalid(format!("{name} is a folder"));
            return Err(error.hint("name one file, or `-` for standard input"));
        }
        let file = std::fs::File::open(&self.file).map_err(|e| unreadable(&e))?;
        read_text(&name, file)
    }
}

/// The arguments of the tool.
fn arguments(prompt: PromptFile) -> Result<Arguments> {
    let title = prompt
        .title
        .ok_or_else(|| Error::invalid("the prompt has no title").hint("give one with `--title`"))?;
    let description = prompt.description.ok_or_else(|| {
        Error::invalid("the prompt has no description")
            .hint("say what it is for with `--description`, or in front matter")
    })?;
    Ok(Arguments::default()
        .with("title", title)
        .with("description", description)
        .with("content", prompt.content)
        .list("tags", &prompt.tags))
}

/// Reads text of a bounded size.
fn read_text(name: &str, source: impl Read) -> Result<String> {
    let max = limits::PROMPT_BYTES_MAX;
    let mut bytes = Vec::new();
    source
        .take(max as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Error::invalid(format!("cannot read {name}: {}", reason(&error))))?;
    if bytes.len() > max {
        return Err(Error::too_large(format!(
            "{name} has more than {max} bytes, which is the limit of a prompt"
        )));
    }
    String::from_utf8(bytes).map_err(|_| Error::invalid(format!("{name} is not UTF-8 text")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endless_input_is_refused_with_the_limit() {
        let error = read_text("standard input", std::io::repeat(b'a')).unwrap_err();
        assert_eq!(error.kind, domain::ErrorKind::TooLarge);
        assert!(error.message.contains("262144"));
    }

    #[test]
    fn bytes_that_are_no_text_are_refused() {
        let error = read_text("x.md", &b"\xff\xfe"[..]).unwrap_err();
        assert_eq!(error.message, "x.md is not UTF-8 text");
    }
}
