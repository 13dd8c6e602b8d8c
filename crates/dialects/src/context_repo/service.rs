//! The contract over one home.

use std::sync::Arc;

use engine::Engine;

/// What every caller of one home shares.
pub struct Service {
    /// Carries operations out.
    pub engine: Arc<Engine>,
    /// Where links into this server start, e.g. `http://127.0.0.1:4142`; no slash at the end.
    pub base_url: String,
}
