//! Several workspaces, indexed in turns.

use std::collections::BTreeSet;

use domain::ids::WorkspaceId;
use domain::{Caller, Cancel};

use super::steps::{Amount, Run};
use crate::Engine;

/// Batches of encoding that a workspace gets before the next one has its turn.
const BATCHES_PER_TURN: usize = 4;

impl Engine {
    /// Gives the waiting items of all these workspaces their vectors, until none is waiting.
    ///
    /// A failure is not lost: items stay pending, every answer counts them, and the next round
    /// tries again. It ends the round of its own workspace only.
    pub(super) fn index_in_turns(&self, callers: &dyn Fn() -> Vec<Caller>, cancel: &Cancel) {
        let mut round = Round::default();
        while !cancel.is_cancelled() {
            let mut is_done = true;
            for caller in callers() {
                if cancel.is_cancelled() {
                    return;
                }
                is_done &= self.turn(&caller, &mut round, cancel) == Turn::Over;
            }
            if is_done {
                return;
            }
        }
    }

    fn turn(&self, caller: &Caller, round: &mut Round, cancel: &Cancel) -> Turn {
        if round.failed.contains(&caller.workspace) {
            return Turn::Over;
        }
        let mut ignore = |_| {};
        let mut run = Run::new(self, caller, &mut ignore, cancel);
        match run.step(Amount::Batches(BATCHES_PER_TURN)) {
            Ok(true) => {
                round.worked.insert(caller.workspace.clone());
                return Turn::MoreWork;
            }
            Ok(false) if round.worked.remove(&caller.workspace) => {
                let _ = run.sweep();
            }
            Ok(false) => {}
            Err(_) => {
                round.failed.insert(caller.workspace.clone());
            }
        }
        Turn::Over
    }
}

/// What is known of the workspaces during one round.
#[derive(Default)]
struct Round {
    /// Those that had work, and are to be swept when they have none left.
    worked: BTreeSet<WorkspaceId>,
    /// Those that failed, and wait for the next round.
    failed: BTreeSet<WorkspaceId>,
}

/// What came of a workspace's turn.
#[derive(PartialEq, Eq)]
enum Turn {
    MoreWork,
    Over,
}
