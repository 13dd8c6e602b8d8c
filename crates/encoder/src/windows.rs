//! Cuts the pieces of a text into windows that the model can read.

use wordpiece::{CLS, Pieces, SEP, Word};

/// A sequence for the model and how much of the text it carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Window {
    /// `[CLS]`, pieces, `[SEP]`.
    pub ids: Vec<u32>,
    /// Pieces without `[CLS]` and `[SEP]`, at least 1: the weight of the window.
    pub pieces: usize,
}

/// Cuts the pieces of `prefix`, then `body`, into windows of at most `size` tokens, `[CLS]` and
/// `[SEP]` included.
///
/// A window ends before the first word that does not fit. Only a word that no window can hold is cut
/// inside. The prefix is not repeated. `size` is at least 3.
pub(crate) fn windows(prefix: &Pieces, body: &Pieces, size: usize) -> Vec<Window> {
    let room = size - 2;
    let mut windows = Vec::new();
    let mut open: Vec<u32> = Vec::new();
    for word in words(prefix).chain(words(body)) {
        if !open.is_empty() && open.len() + word.len() > room {
            windows.push(closed(&mut open));
        }
        for part in word.chunks(room) {
            if open.len() + part.len() > room {
                windows.push(closed(&mut open));
            }
            open.extend_from_slice(part);
        }
    }
    if !open.is_empty() {
        windows.push(closed(&mut open));
    }
    windows
}

/// The pieces of each word.
fn words(pieces: &Pieces) -> impl Iterator<Item = &[u32]> {
    let mut rest = pieces.ids.as_slice();
    pieces.words.iter().map(move |Word { piece_count, .. }| {
        let (word, after) = rest.split_at(*piece_count);
        rest = after;
        word
    })
}

fn closed(open: &mut Vec<u32>) -> Window {
    let pieces = open.len();
    let mut ids = Vec::with_capacity(pieces + 2);
    ids.push(CLS);
    ids.append(open);
    ids.push(SEP);
    Window { ids, pieces }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pieces whose words have the given lengths; ids count up from `first`.
    fn pieces(lengths: &[usize], first: u32) -> Pieces {
        let count: usize = lengths.iter().sum();
        let word = |&piece_count| Word {
            start: 0,
            end: 0,
            piece_count,
            is_unknown: false,
        };
        Pieces {
            ids: (first..first + count as u32).collect(),
            words: lengths.iter().map(word).collect(),
        }
    }

    fn cut(prefix: &[usize], body: &[usize], size: usize) -> Vec<Vec<u32>> {
        let windows = windows(&pieces(prefix, 1_000), &pieces(body, 2_000), size);
        windows
            .iter()
            .map(|window| {
                assert!(window.ids.len() <= size && window.pieces == window.ids.len() - 2);
                assert_eq!(
                    (window.ids[0], window.ids[window.ids.len() - 1]),
                    (CLS, SEP)
                );
                window.ids[1..window.ids.len() - 1].to_vec()
            })
            .collect()
    }

    #[test]
    fn text_that_fits_is_one_window_with_the_prefix_first() {
        assert_eq!(cut(&[2], &[1, 1], 6), [vec![1_000, 1_001, 2_000, 2_001]]);
        assert!(cut(&[], &[], 6).is_empty());
    }

    #[test]
    fn windows_end_at_word_starts_and_do_not_repeat_the_prefix() {
        assert_eq!(
            cut(&[1], &[2, 3, 1, 1], 6),
            [
                vec![1_000, 2_000, 2_001],
                vec![2_002, 2_003, 2_004, 2_005],
                vec![2_006]
            ]
        );
    }

    #[test]
    fn a_word_longer_than_a_window_is_cut_inside() {
        assert_eq!(
            cut(&[], &[1, 7, 1], 5),
            [
                vec![2_000],
                vec![2_001, 2_002, 2_003],
                vec![2_004, 2_005, 2_006],
                vec![2_007, 2_008]
            ]
        );
    }
}
