//! A passage of Markdown as sentences that can be quoted: without the marks of lists, headings and
//! emphasis, and never across the border of a list item, a paragraph or a row of a table.

mod lines;
mod marks;

use self::lines::Line;

/// How much of a sentence may be paths and identifiers.
const CODE_PERCENT_MAX: usize = 40;

/// What a sentence is, from what reads best to what reads worst as a quotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Running text or an item of a list.
    Prose,
    /// A row of a table: `name: cell | name: cell`, the names being the header's.
    Row,
    /// A heading, a line of code, or little more than a path or an identifier.
    Bare,
}

/// A sentence of a passage.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// As it stands in the passage but for marks; runs of white space are one space.
    pub text: String,
    pub kind: Kind,
    /// The paragraph, item or row it is from, counted from 0.
    pub block: usize,
    /// Whether that is an item of a list.
    pub is_item: bool,
}

/// The sentences of a passage in reading order. `lead` may hold the header of a table whose rows
/// the passage begins with.
pub(super) fn pieces(content: &str, lead: &str) -> Vec<Piece> {
    let header = lead.lines().find_map(|line| match lines::read(line) {
        Line::Row(cells) => Some(cells),
        _ => None,
    });
    let mut reader = Reader {
        header,
        ..Reader::default()
    };
    if begins_within_code(content) {
        reader.fence = Some("```");
    }
    for line in content.lines() {
        reader.read(line);
    }
    reader.end_block();
    reader.pieces
}

/// Whether a passage begins in the middle of code, as the later ones of a long listing do: its
/// first fence closes what none of it opened.
fn begins_within_code(content: &str) -> bool {
    let mut fences = content.lines().map(str::trim).enumerate();
    let is_fence = |(_, line): &(usize, &str)| line.starts_with("```");
    let first = fences.find(is_fence);
    first.is_some_and(|(at, line)| at > 0 && line == "```")
        && fences.filter(is_fence).count() % 2 == 0
}

#[derive(Default)]
struct Reader {
    pieces: Vec<Piece>,
    block: usize,
    /// The lines of the paragraph or item that is being read.
    open: String,
    is_item: bool,
    /// The cells of the table's header.
    header: Option<Vec<String>>,
    /// The last row: it is a header when a separator follows.
    row: Option<Vec<String>>,
    /// What closes the code that is being read.
    fence: Option<&'static str>,
}

impl Reader {
    fn read(&mut self, line: &str) {
        if let Some(fence) = self.fence {
            if line.trim_start().starts_with(fence) {
                self.fence = None;
            } else {
                self.push(&collapsed(line), Kind::Bare);
            }
            return;
        }
        match lines::read(line) {
            Line::Row(cells) => self.read_row(cells),
            Line::Separator => {
                self.end_text(Kind::Prose);
                self.header = self.row.take();
            }
            line => {
                self.end_table();
                self.read_text(line);
            }
        }
    }

    fn read_text(&mut self, line: Line<'_>) {
        match line {
            Line::Text(text) => {
                self.open.push(' ');
                self.open.push_str(text);
            }
            Line::Item(text) => {
                self.end_text(Kind::Prose);
                self.is_item = true;
                self.open.push_str(text);
            }
            Line::Heading(text) => {
                self.end_text(Kind::Prose);
                self.open.push_str(text);
                self.end_text(Kind::Bare);
            }
            Line::Underline => self.end_text(Kind::Bare),
            Line::Fence(fence) => {
                self.end_text(Kind::Prose);
                self.fence = Some(fence);
            }
            Line::Empty | Line::Row(_) | Line::Separator => self.end_text(Kind::Prose),
        }
    }

    fn read_row(&mut self, cells: Vec<String>) {
        self.end_text(Kind::Prose);
        self.end_row();
        self.row = Some(cells);
    }

    fn end_block(&mut self) {
        self.end_text(Kind::Prose);
        self.end_table();
    }

    fn end_table(&mut self) {
        self.end_row();
        // A header that rows may follow stands directly before them.
        self.header = None;
    }

    fn end_row(&mut self) {
        if let Some(cells) = self.row.take() {
            let row = row(&cells, self.header.as_deref().unwrap_or_default());
            self.push(&row, Kind::Row);
            self.block += 1;
        }
    }

    fn end_text(&mut self, kind: Kind) {
        let text = marks::without(&collapsed(&self.open));
        self.open.clear();
        for sentence in text::sentences(&text) {
            self.push(sentence.trim(), kind);
        }
        self.block += 1;
        self.is_item = false;
    }

    fn push(&mut self, text: &str, kind: Kind) {
        if text.is_empty() {
            return;
        }
        let kind = if is_mostly_code(text) {
            Kind::Bare
        } else {
            kind
        };
        self.pieces.push(Piece {
            text: text.to_owned(),
            kind,
            block: self.block,
            is_item: self.is_item,
        });
    }
}

/// The cells of a row, each after its name in the header.
fn row(cells: &[String], header: &[String]) -> String {
    let named = cells.iter().enumerate().map(|(at, cell)| {
        let name = header.get(at).filter(|name| !name.is_empty());
        match name {
            Some(name) if !cell.is_empty() => format!("{name}: {cell}"),
            _ => cell.clone(),
        }
    });
    let cells: Vec<String> = named.filter(|cell| !cell.is_empty()).collect();
    cells.join(" | ")
}

/// Whether a sentence is data, or paths, addresses and identifiers make up much of it.
fn is_mostly_code(text: &str) -> bool {
    let length = |word: &str| word.chars().count();
    let all: usize = text.split_whitespace().map(length).sum();
    let code = text.split_whitespace().filter(|word| is_code(word));
    is_data(text) || code.map(length).sum::<usize>() * 100 > all * CODE_PERCENT_MAX
}

/// Members of JSON with their escapes, and lines of configuration.
fn is_data(text: &str) -> bool {
    let is_json = ["\": \"", "\": {", "\": [", "\\n"];
    let ends = text.ends_with(['.', '!', '?']);
    is_json.iter().any(|mark| text.contains(mark)) || (!ends && text.contains(" = "))
}

fn is_code(word: &str) -> bool {
    let has_letter = word.bytes().any(|b| b.is_ascii_alphabetic());
    word.is_ascii() && has_letter && (word.contains(['/', '_', '\\']) || word.contains("::"))
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(content: &str) -> Vec<(String, Kind)> {
        let pieces = pieces(content, "").into_iter();
        pieces.map(|piece| (piece.text, piece.kind)).collect()
    }

    fn prose(content: &str) -> Vec<String> {
        let pieces = read(content).into_iter();
        pieces
            .filter(|(_, kind)| *kind == Kind::Prose)
            .map(|(text, _)| text)
            .collect()
    }

    #[test]
    fn items_of_a_list_are_sentences_without_their_markers() {
        let list =
            "Steps:\n- Stop the *old*\n  server\n* [ ] Copy `a*b`\n1. **Start.** Then wait\n";
        assert_eq!(
            prose(list),
            [
                "Steps:",
                "Stop the old server",
                "Copy a*b",
                "Start.",
                "Then wait"
            ]
        );
        let blocks: Vec<usize> = pieces(list, "").iter().map(|p| p.block).collect();
        assert_eq!(blocks, [0, 1, 2, 3, 3]);
    }

    #[test]
    fn marks_of_quotations_and_headings_go_and_headings_are_no_prose() {
        assert_eq!(
            read("# Title #\n\n> Quoted\n> words.\n\nOld\n===\n\n---\n"),
            [
                ("Title".to_owned(), Kind::Bare),
                ("Quoted words.".to_owned(), Kind::Prose),
                ("Old".to_owned(), Kind::Bare),
            ]
        );
    }

    #[test]
    fn rows_of_a_table_name_their_cells_and_have_no_separator() {
        let table = "| Key | Default |\n|---|:--:|\n| `port` | 4142 |\n| bind | |\n";
        let rows = [
            ("Key: port | Default: 4142".to_owned(), Kind::Row),
            ("Key: bind".to_owned(), Kind::Row),
        ];
        assert_eq!(read(table), rows);
        let rest = pieces("| a | b |", "T › S\n| Key | Default |\n|---|---|\n");
        assert_eq!(rest[0].text, "Key: a | Default: b");
        assert_eq!(read("| a \\| b | c |")[0].0, "a | b | c");
    }

    #[test]
    fn code_and_what_is_little_but_a_path_are_bare() {
        assert_eq!(
            read("Status: old. Code: `crates/encoder/src`.\n\n```sh\nrun it\n```\nDone."),
            [
                ("Status: old.".to_owned(), Kind::Prose),
                ("Code: crates/encoder/src.".to_owned(), Kind::Bare),
                ("run it".to_owned(), Kind::Bare),
                ("Done.".to_owned(), Kind::Prose),
            ]
        );
    }

    #[test]
    fn data_and_comments_are_no_prose() {
        assert_eq!(
            read("<!-- made by hand -->\n{ \"a\": [\n"),
            [("{ \"a\": [".to_owned(), Kind::Bare)]
        );
        assert_eq!(
            prose("\"Clean set\": none is left."),
            ["\"Clean set\": none is left."]
        );
    }

    #[test]
    fn marks_that_are_not_simple_stay() {
        assert_eq!(prose("5 * 3 is **15"), ["5 * 3 is **15"]);
        assert_eq!(prose("An `open tick"), ["An `open tick"]);
        assert_eq!(prose("2 ** 3 and ** 4"), ["2 ** 3 and ** 4"]);
        assert_eq!(
            prose("Both a_b and __c__ stay where they are"),
            ["Both a_b and __c__ stay where they are"]
        );
    }
}
