//! Waiting jobs.

use domain::job::Job;

use crate::memory::workspace::Workspace;

pub(crate) fn jobs(workspace: &Workspace, limit: usize) -> Vec<Job> {
    let mut jobs: Vec<Job> = workspace.jobs.values().cloned().collect();
    jobs.sort_by(|left, right| left.order().cmp(&right.order()));
    jobs.truncate(limit);
    jobs
}
