//! The difference of two texts, line by line, in bounded time.
//!
//! There is no deadline: the same texts give the same difference on every machine. Beginnings and
//! ends that are equal are set aside first. Up to [`SEARCHED_LINES_MAX`] lines the rest goes
//! through Myers' algorithm with the bounds that Git puts on it (E. W. Myers, "An O(ND) Difference
//! Algorithm and Its Variations", 1986). Beyond that only lines are matched that occur once on
//! either side, in the longest order that both have ("patience diff"), with the equal lines next to
//! them, and the short gaps between those are searched: n log n, and exact for what people edit in
//! long texts, though not always the shortest.

use std::collections::HashMap;
use std::ops::Range;

use similar::algorithms::{Capture, DiffHook, NoFinishHook, Replace, diff};
use similar::udiff::UnifiedHunkHeader;
use similar::{Algorithm, DiffOp};

/// Up to how many differing lines, of both sides together, the shortest difference is looked for.
const SEARCHED_LINES_MAX: usize = 20_000;
/// The same for a gap between two matched lines of longer texts.
const SEARCHED_GAP_LINES_MAX: usize = 1_000;
/// Equal lines around a change.
const CONTEXT_LINES: usize = 3;

/// How one text differs from another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Difference {
    /// Lines that only the new text has.
    pub added: u64,
    /// Lines that only the old text has.
    pub removed: u64,
    /// Hunks in unified format, without file names; empty for equal texts.
    pub hunks: String,
}

/// Compares two texts. A line ends with `\n`, which belongs to it.
pub(crate) fn compare(old: &str, new: &str) -> Difference {
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let new: Vec<&str> = new.split_inclusive('\n').collect();
    let operations = operations(&old, &new);
    let mut difference = Difference::default();
    for operation in &operations {
        if !matches!(operation, DiffOp::Equal { .. }) {
            difference.removed += operation.old_range().len() as u64;
            difference.added += operation.new_range().len() as u64;
        }
    }
    if difference.added + difference.removed > 0 {
        for hunk in similar::group_diff_ops(operations, CONTEXT_LINES) {
            push_hunk(&hunk, &old, &new, &mut difference.hunks);
        }
    }
    difference
}

fn push_hunk(hunk: &[DiffOp], old: &[&str], new: &[&str], text: &mut String) {
    if hunk.is_empty() {
        return;
    }
    text.push_str(&format!("{}\n", UnifiedHunkHeader::new(hunk)));
    for operation in hunk {
        if let DiffOp::Equal { .. } = operation {
            push_lines(' ', &old[operation.old_range()], text);
        } else {
            push_lines('-', &old[operation.old_range()], text);
            push_lines('+', &new[operation.new_range()], text);
        }
    }
}

fn push_lines(sign: char, lines: &[&str], text: &mut String) {
    for line in lines {
        text.push(sign);
        text.push_str(line);
        if !line.ends_with('\n') {
            text.push_str("\n\\ No newline at end of file\n");
        }
    }
}

/// What turns `old` into `new`, in order, equal runs included.
fn operations(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    let (old, new) = numbered(old, new);
    let start = common_len(&old, &new, |lines, at| lines[at]);
    let (old_rest, new_rest) = (&old[start..], &new[start..]);
    let end = common_len(old_rest, new_rest, |lines, at| lines[lines.len() - 1 - at]);
    let middle = (start..old.len() - end, start..new.len() - end);
    if middle.0.len() + middle.1.len() <= SEARCHED_LINES_MAX {
        return similar::capture_diff_slices(Algorithm::Myers, &old, &new);
    }
    let mut script = Script {
        old: &old,
        new: &new,
        hook: Replace::new(Capture::new()),
        at: (0, 0),
    };
    script.equal(0, 0, start);
    for (old_line, new_line) in anchors(&old, &new, middle.clone()) {
        script.anchor(old_line, new_line, &middle);
    }
    script.equal(middle.0.end, middle.1.end, end);
    script.into_operations()
}

/// Equal lines get equal numbers.
fn numbered(old: &[&str], new: &[&str]) -> (Vec<u32>, Vec<u32>) {
    let mut numbers = HashMap::new();
    let mut number = |line| {
        let fresh = u32::try_from(numbers.len()).expect("a text has fewer lines than bytes");
        *numbers.entry(line).or_insert(fresh)
    };
    let old = old.iter().map(|line| number(*line)).collect();
    let new = new.iter().map(|line| number(*line)).collect();
    (old, new)
}

fn common_len(old: &[u32], new: &[u32], line: impl Fn(&[u32], usize) -> u32) -> usize {
    (0..old.len().min(new.len()))
        .take_while(|at| line(old, *at) == line(new, *at))
        .count()
}

/// The lines that occur once in `middle` of either side, in the longest order that both have.
fn anchors(old: &[u32], new: &[u32], middle: (Range<usize>, Range<usize>)) -> Vec<(usize, usize)> {
    let new_places = unique_places(new, middle.1);
    let mut shared: Vec<(usize, usize)> = unique_places(old, middle.0)
        .into_iter()
        .filter_map(|(line, old_at)| Some((old_at, *new_places.get(&line)?)))
        .collect();
    shared.sort_unstable();
    longest_rising(&shared)
}

fn unique_places(lines: &[u32], range: Range<usize>) -> HashMap<u32, usize> {
    let mut places: HashMap<u32, Option<usize>> = HashMap::new();
    for at in range {
        let place = places.entry(lines[at]);
        place.and_modify(|place| *place = None).or_insert(Some(at));
    }
    let unique = places.into_iter();
    unique.filter_map(|(line, at)| Some((line, at?))).collect()
}

/// The longest part of `pairs`, which rise by their first place, that rises by the second too
/// (patience sorting).
fn longest_rising(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // `tops[n]` ends the lowest rising run of n + 1 pairs found so far.
    let mut tops: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (at, pair) in pairs.iter().enumerate() {
        let pile = tops.partition_point(|top| pairs[*top].1 < pair.1);
        before.push(pile.checked_sub(1).map(|below| tops[below]));
        if pile == tops.len() {
            tops.push(at);
        } else {
            tops[pile] = at;
        }
    }
    let mut rising = Vec::with_capacity(tops.len());
    let mut next = tops.last().copied();
    while let Some(at) = next {
        rising.push(pairs[at]);
        next = before[at];
    }
    rising.reverse();
    rising
}

/// A difference that is written down from the beginning to the end.
struct Script<'l> {
    old: &'l [u32],
    new: &'l [u32],
    hook: Replace<Capture>,
    /// How far either side is written down.
    at: (usize, usize),
}

impl Script<'_> {
    /// Matches a line that occurs once on either side, and the equal ones next to it.
    fn anchor(&mut self, old_line: usize, new_line: usize, middle: &(Range<usize>, Range<usize>)) {
        if old_line < self.at.0 {
            // The anchor before it reached this far, and then it matched the same two lines.
            return;
        }
        let room_before = (old_line - self.at.0).min(new_line - self.at.1);
        let before = (1..=room_before)
            .take_while(|n| self.old[old_line - n] == self.new[new_line - n])
            .count();
        let room_after = (middle.0.end - old_line).min(middle.1.end - new_line);
        let after = (0..room_after)
            .take_while(|n| self.old[old_line + n] == self.new[new_line + n])
            .count();
        self.equal(old_line - before, new_line - before, before + after);
    }

    /// Writes down what stands before an equal run, and the run.
    fn equal(&mut self, old_start: usize, new_start: usize, len: usize) {
        let gap = (self.at.0..old_start, self.at.1..new_start);
        if gap.0.len() + gap.1.len() <= SEARCHED_GAP_LINES_MAX {
            let mut hook = NoFinishHook::new(&mut self.hook);
            let Ok(()) = diff(
                Algorithm::Myers,
                &mut hook,
                self.old,
                gap.0,
                self.new,
                gap.1,
            );
        } else {
            let (old_len, new_len) = (gap.0.len(), gap.1.len());
            if old_len > 0 {
                let Ok(()) = self.hook.delete(gap.0.start, old_len, gap.1.start);
            }
            if new_len > 0 {
                let Ok(()) = self.hook.insert(old_start, gap.1.start, new_len);
            }
        }
        if len > 0 {
            let Ok(()) = self.hook.equal(old_start, new_start, len);
        }
        self.at = (old_start + len, new_start + len);
    }

    fn into_operations(mut self) -> Vec<DiffOp> {
        let Ok(()) = self.hook.finish();
        self.hook.into_inner().into_ops()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Puts the new text together from the old one and the difference.
    fn rebuilt(old: &str, new: &str) -> String {
        let old_lines: Vec<&str> = old.split_inclusive('\n').collect();
        let new_lines: Vec<&str> = new.split_inclusive('\n').collect();
        let mut text = String::new();
        let mut at = 0;
        for operation in operations(&old_lines, &new_lines) {
            assert_eq!(operation.old_range().start, at);
            at = operation.old_range().end;
            let lines = match operation {
                DiffOp::Equal { .. } => &old_lines[operation.old_range()],
                _ => &new_lines[operation.new_range()],
            };
            text.extend(lines.iter().copied());
        }
        assert_eq!(at, old_lines.len());
        text
    }

    #[test]
    fn a_difference_is_in_unified_format_with_three_lines_of_context() {
        let old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        let new = "1\n2\n3\n4\nfive\n6\n7\n8\n9\n10";
        let difference = compare(old, new);
        assert_eq!((difference.added, difference.removed), (2, 1));
        assert_eq!(
            difference.hunks,
            "@@ -2,8 +2,9 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n 9\n+10\n\
             \\ No newline at end of file\n"
        );
    }

    #[test]
    fn equal_texts_differ_in_nothing_and_an_empty_text_in_every_line() {
        assert_eq!(compare("a\nb", "a\nb"), Difference::default());
        let difference = compare("", "a\nb\n");
        assert_eq!((difference.added, difference.removed), (2, 0));
        assert_eq!(difference.hunks, "@@ -0,0 +1,2 @@\n+a\n+b\n");
    }

    #[test]
    fn an_added_last_newline_is_a_change() {
        let difference = compare("a", "a\n");
        assert_eq!((difference.added, difference.removed), (1, 1));
        assert_eq!(
            difference.hunks,
            "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"
        );
    }

    #[test]
    fn long_texts_are_compared_by_the_lines_that_occur_once() {
        let lines = SEARCHED_LINES_MAX;
        let line = |n: usize| match n % 3 {
            0 => "\n".to_owned(),
            _ => format!("line {n}\n"),
        };
        let old: String = (0..lines).map(line).collect();
        // The first and the last line differ, so that nothing is set aside beforehand.
        let new: String = std::iter::once("first\n".to_owned())
            .chain((1..lines).filter(|n| n % 1_000 != 1).map(line))
            .chain(std::iter::once("last\n".to_owned()))
            .collect();
        let difference = compare(&old, &new);
        let gone = lines / 1_000;
        assert_eq!(difference.added, 2);
        assert_eq!(difference.removed, gone as u64 + 1);
        assert_eq!(rebuilt(&old, &new), new);
    }

    #[test]
    fn hostile_texts_are_compared_in_bounded_time() {
        let lines = 60_000;
        let old: String = (0..lines).map(|n| format!("{}\n", n % 7)).collect();
        let new: String = (0..lines).map(|n| format!("{}\n", n % 11)).collect();
        assert_eq!(rebuilt(&old, &new), new);
        let reversed: String = (0..lines).rev().map(|n| format!("{n}\n")).collect();
        let counted: String = (0..lines).map(|n| format!("{n}\n")).collect();
        assert_eq!(rebuilt(&counted, &reversed), reversed);
    }
}
