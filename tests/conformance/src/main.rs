//! The real server with the fixtures that the conformance suite of the protocol asks for.

fn main() {}
