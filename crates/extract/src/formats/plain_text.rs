//! Plain text and source code: everything that is text and no richer format.

use std::ops::Range;

use domain::cancel::Cancel;
use domain::error::Result;
use domain::extracted::{BlockKind, ExtractedDocument};

use crate::blocks::BlockList;
use crate::detect::Content;
use crate::format::{Format, SourceFile};
use crate::paragraphs::{Lines, is_blank, paragraphs};

/// The plain text format.
pub(crate) struct PlainText;

impl Format for PlainText {
    fn name(&self) -> &'static str {
        "plain text"
    }

    fn media_types(&self) -> &'static [&'static str] {
        &[PROSE, CODE]
    }

    fn claims(&self, file: &SourceFile<'_>) -> bool {
        file.content == Content::Text
    }

    fn read(&self, file: &SourceFile<'_>, cancel: &Cancel) -> Result<ExtractedDocument> {
        let source = file.text(None)?;
        let mut warnings = source.warnings;
        if matches!(
            file.extension.as_str(),
            "pdf" | "docx" | "xlsx" | "pptx" | "epub"
        ) {
            warnings.push(format!(
                "is named .{} but holds text, and was read as that",
                file.extension
            ));
        }
        let media_type = if is_source_code(file) { CODE } else { PROSE };
        let mut document = self.blocks(media_type, source.text, cancel)?;
        document.warnings = warnings;
        Ok(document)
    }

    fn blocks(
        &self,
        media_type: &'static str,
        text: String,
        cancel: &Cancel,
    ) -> Result<ExtractedDocument> {
        if media_type == CODE {
            cancel.check()?;
            Ok(document(CODE, text, BlockKind::Code, code_blocks))
        } else {
            plain_blocks(text, cancel)
        }
    }
}

const PROSE: &str = "text/plain";
const CODE: &str = "text/x-source-code";

/// Finds the paragraphs of prose.
///
/// # Errors
/// `Cancelled`.
pub(crate) fn plain_blocks(text: String, cancel: &Cancel) -> Result<ExtractedDocument> {
    cancel.check()?;
    Ok(document(PROSE, text, BlockKind::Paragraph, |text| {
        paragraphs(text, 0..text.len()).collect()
    }))
}

fn document(
    media_type: &str,
    text: String,
    kind: BlockKind,
    split: impl FnOnce(&str) -> Vec<Range<usize>>,
) -> ExtractedDocument {
    let mut blocks = BlockList::new(&text);
    for range in split(&text) {
        blocks.push(kind.clone(), range);
    }
    let blocks = blocks.finish();
    ExtractedDocument {
        text,
        blocks,
        media_type: media_type.to_owned(),
        ..ExtractedDocument::default()
    }
}

/// Extensions of programming languages, lower case.
const CODE_EXTENSIONS: &[&str] = &[
    "asm", "bash", "bat", "c", "cc", "clj", "cljs", "cmake", "cpp", "cs", "css", "cu", "cxx", "d",
    "dart", "el", "erl", "ex", "exs", "f90", "fish", "fs", "go", "gradle", "groovy", "h", "hh",
    "hpp", "hs", "hxx", "java", "jl", "js", "jsx", "kt", "kts", "less", "lisp", "lua", "m", "mjs",
    "ml", "mli", "mm", "nim", "nix", "pas", "php", "pl", "pm", "proto", "ps1", "py", "pyi", "r",
    "rb", "rkt", "rs", "s", "sass", "scala", "scm", "scss", "sh", "sol", "sql", "svelte", "swift",
    "tcl", "tf", "ts", "tsx", "v", "vb", "vhd", "vim", "vue", "zig", "zsh",
];

/// Build files that are known by their whole name, lower case.
const CODE_NAMES: &[&str] = &[
    "brewfile",
    "build",
    "cmakelists.txt",
    "containerfile",
    "dockerfile",
    "gemfile",
    "gnumakefile",
    "jenkinsfile",
    "justfile",
    "makefile",
    "procfile",
    "rakefile",
    "vagrantfile",
    "workspace",
];

/// Whether a file without an extension is known to be no prose: a dot file or a build file.
pub(crate) fn is_known_without_extension(base_name: &str) -> bool {
    base_name.starts_with('.') || is_code_name(base_name)
}

fn is_source_code(file: &SourceFile<'_>) -> bool {
    CODE_EXTENSIONS.contains(&file.extension.as_str()) || is_code_name(file.base_name())
}

fn is_code_name(base_name: &str) -> bool {
    CODE_NAMES.contains(&base_name.to_ascii_lowercase().as_str())
}

/// Splits source code where a blank line is followed by a line at the lowest indentation that
/// opens something, so that a function and its closing bracket stay together.
fn code_blocks(text: &str) -> Vec<Range<usize>> {
    let lines = || Lines {
        text,
        at: 0,
        end: text.len(),
    };
    let visible = |line: &Range<usize>| !is_blank(&text[line.clone()]);
    let lowest = lines()
        .filter(visible)
        .map(|line| indentation(&text[line]))
        .min()
        .unwrap_or(0);
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut after_blank = true;
    for line in lines() {
        if !visible(&line) {
            after_blank = true;
            continue;
        }
        let content = text[line.clone()].trim_start();
        let opens =
            indentation(&text[line.clone()]) == lowest && !content.starts_with(['}', ')', ']']);
        match found.last_mut() {
            Some(block) if !(after_blank && opens) => block.end = line.end,
            _ => found.push(line),
        }
        after_blank = false;
    }
    found
}

fn indentation(line: &str) -> usize {
    line.bytes()
        .take_while(|byte| matches!(byte, b' ' | b'\t'))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_split_between_its_outermost_items() {
        let code = "use a;\n\nfn f() {\n    x();\n\n    y();\n\n}\n\n// g\nfn g() {}\n";
        let parts: Vec<&str> = code_blocks(code)
            .into_iter()
            .map(|range| &code[range])
            .collect();
        assert_eq!(
            parts,
            [
                "use a;\n",
                "fn f() {\n    x();\n\n    y();\n\n}\n",
                "// g\nfn g() {}\n",
            ]
        );
    }
}
