//! Writes Markdown blocks inside lists, quotes and table cells.

use std::mem::take;

use super::cell::{Cell, Container};
use super::escape;

/// Lists, items and quotes nested deeper are written as if they were this deep, which bounds the
/// length of a line's prefix.
const CONTAINERS_MAX: usize = 24;
/// A table nested deeper is written as the text of its cells.
const TABLE_DEPTH_MAX: usize = 8;
/// A longer cell is a part of the page's layout, not a value.
const CELL_BYTES_MAX: usize = 1024;

/// Collects inline text and turns it into blocks where the page starts or ends one.
#[derive(Default)]
pub(super) struct Writer {
    cell: Cell,
    tables: Vec<Table>,
    /// Tables that are open but too deep to be written as such.
    ignored_tables: usize,
}

struct Table {
    outer: Cell,
    rows: Vec<Vec<String>>,
    in_cell: bool,
    is_layout: bool,
}

impl Writer {
    /// Adds visible text; runs of white space become one space.
    pub fn text(&mut self, text: &str) {
        let inline = &mut self.cell.inline;
        let mut is_first = true;
        for word in text.split(|c: char| c.is_ascii_whitespace() || c == '\u{a0}') {
            if !is_first && !inline.is_empty() && !inline.ends_with([' ', '\n']) {
                inline.push(' ');
            }
            is_first = false;
            if self.cell.code_start.is_some() {
                inline.push_str(word);
            } else {
                escape::push_inline(inline, word);
            }
        }
    }

    /// Starts a new line inside the block.
    pub fn line_break(&mut self) {
        let inline = &mut self.cell.inline;
        inline.truncate(inline.trim_end_matches(' ').len());
        // Two in a row are how old pages part paragraphs.
        if inline.ends_with('\n') {
            self.part();
        } else {
            inline.push('\n');
        }
    }

    /// Opens inline code.
    pub fn open_code(&mut self) {
        if self.cell.code_start.is_none() {
            self.cell.code_start = Some(self.cell.inline.len());
        }
    }

    /// Closes inline code, with as many backticks as its content needs.
    pub fn close_code(&mut self) {
        let Some(start) = self.cell.code_start.take() else {
            return;
        };
        let inline = &mut self.cell.inline;
        let code = inline.split_off(start.min(inline.len()));
        let inner = code.trim();
        if inner.is_empty() {
            inline.push_str(&code);
            return;
        }
        let (ticks, pad) = match longest_run(inner, '`') {
            0 => ("`".to_owned(), ""),
            run => ("`".repeat(run + 1), " "),
        };
        let lead = if code.starts_with(' ') { " " } else { "" };
        let tail = if code.ends_with(' ') { " " } else { "" };
        let inner = inner.replace('\n', " ");
        inline.push_str(&format!("{lead}{ticks}{pad}{inner}{pad}{ticks}{tail}"));
    }

    /// Ends the block that is being collected; inside a heading it parts words only.
    pub fn part(&mut self) {
        if self.cell.heading.is_some() {
            self.text(" ");
        } else {
            self.end_block();
        }
    }

    /// Begins a heading of `level` 1 to 6.
    pub fn open_heading(&mut self, level: u8) {
        self.end_block();
        self.cell.heading = Some(level);
        self.cell.has_structure = true;
    }

    /// Ends the heading or block that is being collected.
    pub fn end_block(&mut self) {
        self.close_code();
        let heading = self.cell.heading.take();
        let inline = take(&mut self.cell.inline);
        if inline.trim().is_empty() {
            return;
        }
        if let Some(level) = heading {
            let text = inline.split_whitespace().collect::<Vec<_>>().join(" ");
            let marks = "#".repeat(usize::from(level));
            self.cell.write([format!("{marks} {text}").as_str()]);
        } else {
            let lines: Vec<String> = inline
                .trim()
                .lines()
                .map(escape::line)
                .filter(|line| !line.is_empty())
                .collect();
            self.cell.write(lines.iter().map(String::as_str));
        }
    }

    /// Opens a quotation.
    pub fn open_quote(&mut self) {
        self.open(Container::Quote);
    }

    /// Closes the innermost quotation with what is open in it.
    pub fn close_quote(&mut self) {
        self.close(|container| matches!(container, Container::Quote));
    }

    /// Opens a list; `first_number` is `None` for bullets.
    pub fn open_list(&mut self, first_number: Option<u64>) {
        self.open(Container::List {
            next_number: first_number,
        });
    }

    /// Closes the innermost list with what is open in it.
    pub fn close_list(&mut self) {
        self.close(|container| matches!(container, Container::List { .. }));
    }

    /// Opens an item and closes the one before it in the same list.
    pub fn open_item(&mut self) {
        self.close_item();
        if !self.is_in_list() {
            self.open_list(None);
        }
        if self.cell.ignored_containers > 0 {
            return;
        }
        let mut marker = "- ".to_owned();
        if let Some(Container::List {
            next_number: Some(number),
        }) = self.cell.containers.last_mut()
        {
            marker = format!("{number}. ");
            *number = number.saturating_add(1);
        }
        self.cell.containers.push(Container::Item {
            marker,
            is_written: false,
        });
    }

    /// Closes the innermost item, if it belongs to the innermost list.
    pub fn close_item(&mut self) {
        self.end_block();
        if self.cell.ignored_containers > 0 {
            return;
        }
        let containers = &self.cell.containers;
        let from_end = containers
            .iter()
            .rev()
            .take_while(|container| !matches!(container, Container::List { .. }))
            .position(|container| matches!(container, Container::Item { .. }));
        if let Some(from_end) = from_end {
            self.truncate_containers(containers.len() - from_end - 1);
        }
    }

    /// Writes preformatted text as a fence.
    pub fn code_block(&mut self, language: &str, code: &str) {
        self.end_block();
        let code = code.strip_prefix('\n').unwrap_or(code).trim_end();
        if code.trim().is_empty() {
            return;
        }
        self.cell.has_structure = true;
        let fence = "`".repeat(longest_run(code, '`').max(2) + 1);
        let block = format!("{fence}{language}\n{code}\n{fence}");
        self.cell.write(block.lines());
    }

    /// Opens a table.
    pub fn open_table(&mut self) {
        self.end_block();
        if self.tables.len() >= TABLE_DEPTH_MAX {
            self.ignored_tables += 1;
            return;
        }
        self.tables.push(Table {
            outer: take(&mut self.cell),
            rows: Vec::new(),
            in_cell: false,
            is_layout: false,
        });
    }

    /// Begins a row.
    pub fn open_row(&mut self) {
        self.close_cell();
        if let Some(table) = self.open_table_mut() {
            table.rows.push(Vec::new());
        }
    }

    /// Begins a cell.
    pub fn open_cell(&mut self) {
        self.close_cell();
        if let Some(table) = self.open_table_mut() {
            table.in_cell = true;
        }
    }

    /// Ends the cell; text outside of one counts as a cell of its own when it is not blank.
    pub fn close_cell(&mut self) {
        self.end_block();
        if self.open_table_mut().is_none() {
            return;
        }
        let cell = take(&mut self.cell);
        let Some(table) = self.tables.last_mut() else {
            return;
        };
        let in_cell = std::mem::replace(&mut table.in_cell, false);
        if !in_cell && cell.out.is_empty() {
            return;
        }
        table.is_layout |= cell.has_structure || cell.out.len() > CELL_BYTES_MAX;
        match table.rows.last_mut() {
            Some(row) => row.push(cell.out),
            None => table.rows.push(vec![cell.out]),
        }
    }

    /// Closes the innermost table and writes it: as a table when it holds values, else as the
    /// content of its cells one after another.
    pub fn close_table(&mut self) {
        self.end_block();
        if self.ignored_tables > 0 {
            self.ignored_tables -= 1;
            return;
        }
        if self.tables.is_empty() {
            return;
        }
        self.close_cell();
        let Some(table) = self.tables.pop() else {
            return;
        };
        self.cell = table.outer;
        let mut rows = table.rows;
        rows.retain(|row| row.iter().any(|cell| !cell.is_empty()));
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        self.cell.has_structure |= !rows.is_empty();
        if table.is_layout || width < 2 || rows.len() < 2 {
            for cell in rows.iter().flatten().filter(|cell| !cell.is_empty()) {
                self.cell.write(cell.lines());
            }
        } else {
            let lines = table_lines(&rows, width);
            self.cell.write(lines.iter().map(String::as_str));
        }
    }

    /// Closes everything and returns the Markdown.
    pub fn finish(mut self) -> String {
        self.ignored_tables = 0;
        while !self.tables.is_empty() {
            self.close_table();
        }
        self.end_block();
        let mut out = self.cell.out;
        if !out.is_empty() {
            out.push('\n');
        }
        out
    }

    fn open_table_mut(&mut self) -> Option<&mut Table> {
        if self.ignored_tables > 0 {
            return None;
        }
        self.tables.last_mut()
    }

    fn is_in_list(&self) -> bool {
        let mut containers = self.cell.containers.iter().rev();
        containers.any(|container| matches!(container, Container::List { .. }))
    }

    fn open(&mut self, container: Container) {
        self.end_block();
        if self.cell.containers.len() >= CONTAINERS_MAX {
            self.cell.ignored_containers += 1;
        } else {
            self.cell.containers.push(container);
        }
    }

    fn close(&mut self, is_wanted: impl Fn(&Container) -> bool) {
        self.end_block();
        if self.cell.ignored_containers > 0 {
            self.cell.ignored_containers -= 1;
            return;
        }
        if let Some(at) = self.cell.containers.iter().rposition(is_wanted) {
            self.truncate_containers(at);
        }
    }

    fn truncate_containers(&mut self, length: usize) {
        self.cell.containers.truncate(length);
        self.cell.shared = self.cell.shared.min(length);
    }
}

/// A pipe table whose first row is its header. Only the header is filled up to `width`, so that
/// one wide row does not multiply with many narrow ones.
fn table_lines(rows: &[Vec<String>], width: usize) -> Vec<String> {
    let mut lines = Vec::with_capacity(rows.len() + 1);
    for (at, row) in rows.iter().enumerate() {
        let mut line = String::from("|");
        for cell in row {
            let words: Vec<&str> = cell.split_ascii_whitespace().collect();
            line.push_str(&format!(" {} |", words.join(" ").replace('|', "\\|")));
        }
        if at == 0 {
            line.push_str(&" |".repeat(width - row.len()));
        }
        lines.push(line);
        if at == 0 {
            lines.push(format!("|{}", "---|".repeat(width)));
        }
    }
    lines
}

fn longest_run(text: &str, of: char) -> usize {
    let (mut longest, mut run) = (0, 0);
    for c in text.chars() {
        run = if c == of { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}
