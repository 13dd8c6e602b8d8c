//! The `ibid` binary.
fn main() {}
