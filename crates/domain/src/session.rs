//! Search sessions: what a caller has been shown.

use crate::ids::SessionId;

/// A session. Passages shown under it are left out of its next answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Its handle.
    pub id: SessionId,
    /// When it began, milliseconds since the Unix epoch.
    pub created_ms: i64,
    /// When it lapses unless it is used again.
    pub expires_ms: i64,
}
