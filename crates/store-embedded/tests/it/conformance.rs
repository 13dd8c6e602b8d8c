//! The suite that every store passes.

use store_embedded::EmbeddedStore;

#[test]
fn the_embedded_store_keeps_every_promise_of_the_port() {
    testkit::conformance::run(&|| Box::new(EmbeddedStore::temporary().unwrap()));
}
