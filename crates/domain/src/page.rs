//! Pages of lists.

/// One page of a list, in a stable order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<T> {
    /// The rows of this page.
    pub rows: Vec<T>,
    /// Where the next page starts; `None` on the last page. Opaque to clients.
    pub cursor: Option<String>,
}

/// Which page of a list to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageRequest {
    /// The most rows, 1 to [`crate::limits::PAGE_MAX`].
    pub limit: usize,
    /// The cursor of an earlier page, or `None` for the first.
    pub cursor: Option<String>,
}

impl PageRequest {
    /// A page of `limit` rows (clamped to 1..=[`crate::limits::PAGE_MAX`]) from `cursor` on.
    pub fn new(limit: Option<i64>, cursor: Option<String>) -> Self {
        let limit =
            crate::limits::clamp(limit, crate::limits::PAGE_DEFAULT, crate::limits::PAGE_MAX);
        Self { limit, cursor }
    }
}
