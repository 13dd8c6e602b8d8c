use crate::segment::SEGMENT_ROWS;

const WORD_BITS: usize = u64::BITS as usize;
const WORDS: usize = SEGMENT_ROWS / WORD_BITS;

/// A set of rows of one segment, as a bitmap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RowSet {
    words: [u64; WORDS],
}

impl RowSet {
    pub(crate) fn empty() -> RowSet {
        RowSet { words: [0; WORDS] }
    }

    /// The rows `0..row_count`.
    pub(crate) fn first(row_count: usize) -> RowSet {
        let mut rows = RowSet::empty();
        rows.insert_range(0, row_count);
        rows
    }

    pub(crate) fn insert_range(&mut self, start: usize, end: usize) {
        for row in start..end {
            self.words[row / WORD_BITS] |= 1 << (row % WORD_BITS);
        }
    }

    pub(crate) fn remove(&mut self, row: usize) {
        self.words[row / WORD_BITS] &= !(1 << (row % WORD_BITS));
    }

    pub(crate) fn contains(&self, row: usize) -> bool {
        self.words[row / WORD_BITS] & (1 << (row % WORD_BITS)) != 0
    }

    pub(crate) fn intersect(&mut self, other: &RowSet) {
        for (word, other) in self.words.iter_mut().zip(other.words) {
            *word &= other;
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// The rows in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(index, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(index * WORD_BITS + bit)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_back_in_order_across_words() {
        let mut rows = RowSet::empty();
        rows.insert_range(62, 66);
        rows.insert_range(SEGMENT_ROWS - 1, SEGMENT_ROWS);
        rows.remove(64);
        rows.remove(3);
        assert_eq!(
            rows.iter().collect::<Vec<_>>(),
            [62, 63, 65, SEGMENT_ROWS - 1]
        );
        assert_eq!(rows.len(), 4);
        assert!(rows.contains(65) && !rows.contains(64));
    }

    #[test]
    fn a_full_set_holds_every_row_and_meets_another_where_they_overlap() {
        let mut rows = RowSet::first(SEGMENT_ROWS);
        assert_eq!(rows.len(), SEGMENT_ROWS);
        rows.intersect(&RowSet::first(5));
        assert_eq!(rows, RowSet::first(5));
    }
}
