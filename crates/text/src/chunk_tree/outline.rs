//! The root's content: the title and as much of the outline as fits.

use super::sections::Section;
use super::sizes::OUTLINE_CHARACTERS;

/// The title and, after a blank line, one line per heading, indented by its depth.
///
/// An outline over the limit leaves out the deepest headings first; when even the outermost ones
/// are too many, the first of them are listed and `…` follows.
pub(crate) fn content(title: &str, sections: &[Section<'_>]) -> String {
    let lines: Vec<(usize, String)> = sections
        .iter()
        .filter(|section| section.heading.is_some())
        .map(|section| (section.path.len(), line(section)))
        .collect();
    let outline = outline(&lines);
    match (title.is_empty(), outline.is_empty()) {
        (false, false) => format!("{title}\n\n{outline}"),
        (false, true) => title.to_owned(),
        (true, _) => outline,
    }
}

fn line(section: &Section<'_>) -> String {
    let depth = section.path.len().saturating_sub(1);
    let text = section.path.last().map_or("", String::as_str);
    format!("{}{text}\n", "  ".repeat(depth))
}

fn outline(lines: &[(usize, String)]) -> String {
    let deepest = lines.iter().map(|(depth, _)| *depth).max().unwrap_or(0);
    let mut characters_at = vec![0; deepest + 1];
    for (depth, line) in lines {
        characters_at[*depth] += line.chars().count();
    }
    let mut characters: usize = characters_at.iter().sum();
    let mut shown = deepest;
    while characters > OUTLINE_CHARACTERS && shown > 1 {
        characters -= characters_at[shown];
        shown -= 1;
    }
    let lines = lines.iter().filter(|(depth, _)| *depth <= shown);
    let mut outline = String::new();
    let mut room = OUTLINE_CHARACTERS;
    for (_, line) in lines {
        // The last line may need to make room for the mark that there is more.
        let length = line.chars().count();
        let needed = if characters > OUTLINE_CHARACTERS {
            length + 1
        } else {
            length
        };
        if needed > room {
            outline.push('…');
            break;
        }
        room -= length;
        outline.push_str(line);
    }
    outline.truncate(outline.trim_end().len());
    outline
}
