//! The search sessions of those who name none: one per key, and one per connection over the
//! local socket. Nobody else gets one, since it would hide one agent's hits from another.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use dialects::SessionContext;
use domain::access::KeyId;
use domain::ids::WorkspaceId;

/// How many sessions are kept; then the one that was not used for longest goes. Whoever it
/// belonged to gets a fresh one.
const SESSIONS_MAX: usize = 1_024;

/// Whose session it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Holder {
    /// Everybody who shows this key.
    Key(KeyId),
    /// One connection over the local socket, in one workspace.
    Connection(WorkspaceId, String),
}

/// Sessions by their holders.
#[derive(Debug, Default)]
pub struct Sessions(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    uses: u64,
    by_holder: HashMap<Holder, (u64, Arc<SessionContext>)>,
}

impl Sessions {
    /// The session of `holder`, which is opened at its first search.
    pub fn of(&self, holder: Holder) -> Arc<SessionContext> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.uses += 1;
        let now = kept.uses;
        if let Some((used, session)) = kept.by_holder.get_mut(&holder) {
            *used = now;
            return Arc::clone(session);
        }
        if kept.by_holder.len() >= SESSIONS_MAX {
            kept.forget_the_oldest();
        }
        let session = Arc::new(SessionContext::automatic());
        kept.by_holder.insert(holder, (now, Arc::clone(&session)));
        session
    }
}

impl Kept {
    fn forget_the_oldest(&mut self) {
        let oldest = self.by_holder.iter().min_by_key(|(_, (used, _))| *used);
        if let Some(holder) = oldest.map(|(holder, _)| holder.clone()) {
            self.by_holder.remove(&holder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn connection(token: &str) -> Holder {
        Holder::Connection(WorkspaceId::default_workspace(), token.to_owned())
    }

    #[test]
    fn a_holder_keeps_its_session_and_shares_it_with_nobody() {
        let sessions = Sessions::default();
        let first = sessions.of(connection("a"));
        assert!(Arc::ptr_eq(&first, &sessions.of(connection("a"))));
        assert!(!Arc::ptr_eq(&first, &sessions.of(connection("b"))));
        let key = Holder::Key(KeyId::parse("a").unwrap());
        assert!(!Arc::ptr_eq(&first, &sessions.of(key)));
    }

    #[test]
    fn the_session_that_was_not_used_for_longest_goes_first() {
        let sessions = Sessions::default();
        let first = sessions.of(connection("0"));
        let second = sessions.of(connection("1"));
        for n in 2..SESSIONS_MAX {
            sessions.of(connection(&n.to_string()));
        }
        sessions.of(connection("0"));
        sessions.of(connection("one too many"));
        assert!(Arc::ptr_eq(&first, &sessions.of(connection("0"))));
        assert!(!Arc::ptr_eq(&second, &sessions.of(connection("1"))));
    }
}
