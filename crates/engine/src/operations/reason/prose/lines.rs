//! What a line of Markdown is.

use super::marks;

/// The longest number that marks an item of a list; longer ones are years and the like.
const ITEM_DIGITS_MAX: usize = 3;

/// A line without its marks.
pub(super) enum Line<'t> {
    /// Nothing, a rule or a comment.
    Empty,
    /// Running text.
    Text(&'t str),
    /// The first line of a list item.
    Item(&'t str),
    Heading(&'t str),
    /// The line below a heading, which is the text before it.
    Underline,
    /// The cells of a row of a table.
    Row(Vec<String>),
    /// The line between the header of a table and its rows.
    Separator,
    /// The beginning of code, with what will end it.
    Fence(&'static str),
}

/// Reads a line outside of code. A line of hyphens is a rule: below a line of text it ends a
/// heading just as well.
pub(super) fn read(line: &str) -> Line<'_> {
    let line = without_quote_marks(line.trim());
    let is_comment = line.starts_with("<!--") && line.ends_with("-->");
    if line.is_empty() || is_comment {
        return Line::Empty;
    }
    if let Some(fence) = ["```", "~~~"].into_iter().find(|f| line.starts_with(f)) {
        return Line::Fence(fence);
    }
    if line.starts_with('|') {
        return row(line);
    }
    if is_made_of(line, &['=']) {
        return Line::Underline;
    }
    if line.len() >= 3 && ['-', '*', '_'].iter().any(|c| is_made_of(line, &[*c, ' '])) {
        return Line::Empty;
    }
    if let Some(heading) = heading(line) {
        return Line::Heading(heading);
    }
    match without_list_marker(line) {
        Some(item) => Line::Item(item),
        None => Line::Text(line),
    }
}

fn is_made_of(line: &str, characters: &[char]) -> bool {
    line.chars().all(|c| characters.contains(&c))
}

fn without_quote_marks(mut line: &str) -> &str {
    while let Some(rest) = line.strip_prefix('>') {
        line = rest.trim_start();
    }
    line
}

fn heading(line: &str) -> Option<&str> {
    let text = line.trim_start_matches('#');
    let depth = line.len() - text.len();
    ((1..=6).contains(&depth) && text.starts_with(' ')).then(|| text.trim_matches([' ', '#']))
}

fn without_list_marker(line: &str) -> Option<&str> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let rest = match digits {
        0 => line.strip_prefix(['-', '*', '+', '•', '‣', '◦'])?,
        1..=ITEM_DIGITS_MAX => line[digits..].strip_prefix(['.', ')'])?,
        _ => return None,
    };
    let item = rest.trim_start();
    if item.len() == rest.len() && !rest.is_empty() {
        return None;
    }
    let boxes = ["[ ] ", "[x] ", "[X] "];
    let task = boxes.iter().find_map(|mark| item.strip_prefix(mark));
    Some(task.unwrap_or(item))
}

fn row(line: &str) -> Line<'static> {
    let cells = cells(line);
    let is_rule = |cell: &String| is_made_of(cell, &['-', ':', ' ']);
    if cells.iter().all(is_rule) && line.contains('-') {
        return Line::Separator;
    }
    Line::Row(cells.iter().map(|cell| marks::without(cell)).collect())
}

/// The cells of a row; `\|` is a character of a cell.
fn cells(line: &str) -> Vec<String> {
    let inner = line.strip_prefix('|').unwrap_or(line);
    let mut cells = vec![String::new()];
    let mut characters = inner.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' if characters.peek() == Some(&'|') => {
                characters.next();
                cells.last_mut().expect("there is a first cell").push('|');
            }
            '|' => cells.push(String::new()),
            _ => {
                let cell = cells.last_mut().expect("there is a first cell");
                cell.push(character);
            }
        }
    }
    if cells.len() > 1 && cells.last().is_some_and(|cell| cell.trim().is_empty()) {
        cells.pop();
    }
    let collapsed = |cell: &String| cell.split_whitespace().collect::<Vec<_>>().join(" ");
    cells.iter().map(collapsed).collect()
}
