//! From a query to ordered candidates.

pub(crate) mod collections;
pub(crate) mod literal;
pub(crate) mod query;
