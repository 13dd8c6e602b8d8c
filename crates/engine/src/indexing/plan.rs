//! Decisions of the worker, without their effects.

use std::collections::BTreeMap;

use domain::change::Change;
use domain::chunk::InputHash;
use domain::item::Status;
use domain::job::Job;
use domain::limits;
use domain::ports::store::{PendingInput, VectorCounts};

/// A job and the inputs it waits for.
#[derive(Clone, Debug)]
pub(crate) struct Work {
    pub job: Job,
    pub inputs: Vec<PendingInput>,
}

/// How many of the first jobs make one batch: as many as fit into [`limits::EMBED_BATCH`]
/// inputs, and at least one.
pub(crate) fn batch_len(input_counts: &[usize]) -> usize {
    let mut sum = 0;
    let fitting = input_counts
        .iter()
        .take_while(|count| {
            sum += **count;
            sum <= limits::EMBED_BATCH
        })
        .count();
    fitting.max(1).min(input_counts.len())
}

/// The distinct inputs of a batch in a fixed order, so that equal text is encoded once.
pub(crate) fn distinct_inputs(batch: &[Work]) -> BTreeMap<InputHash, &PendingInput> {
    batch
        .iter()
        .flat_map(|work| &work.inputs)
        .map(|input| (input.input_hash(), input))
        .collect()
}

/// An item's status once all its inputs have their outcome.
pub(crate) fn status_after(counts: &VectorCounts) -> Status {
    if counts.embedded == 0 && counts.not_covered > 0 {
        Status::NotCovered
    } else {
        Status::Ready
    }
}

/// What a failure of one item's encoding leads to: another try later, or setting it aside.
pub(crate) fn after_failure(job: &Job, error: &str) -> (Vec<Change>, bool) {
    let attempts = job.attempts + 1;
    if attempts >= limits::INDEX_ATTEMPTS_MAX {
        let set_aside = Change::SetStatus {
            item: job.item.clone(),
            status: Status::Quarantined,
            error: Some(error.to_owned()),
        };
        return (vec![set_aside, Change::DeleteJob(job.item.clone())], true);
    }
    let again = Job {
        attempts,
        last_error: Some(error.to_owned()),
        ..job.clone()
    };
    (vec![Change::PutJob(again)], false)
}

/// Whether the job in the store is still the one that was worked on.
pub(crate) fn is_current(stored: Option<&Job>, worked: &Job) -> bool {
    stored.is_some_and(|job| job.enqueued == worked.enqueued)
}

#[cfg(test)]
mod tests {
    use domain::ids::PromptId;
    use domain::item::ItemId;

    use super::*;

    fn job(attempts: u32) -> Job {
        Job {
            item: ItemId::Prompt(PromptId::parse("p_1").unwrap()),
            size_class: 1,
            enqueued: 7,
            attempts,
            last_error: None,
        }
    }

    #[test]
    fn a_batch_takes_what_fits_and_at_least_one_job() {
        assert_eq!(batch_len(&[10, 20, 30, 40]), 3);
        assert_eq!(batch_len(&[5_000, 1]), 1);
        assert_eq!(batch_len(&[]), 0);
    }

    #[test]
    fn an_item_is_set_aside_after_its_last_attempt() {
        let (changes, set_aside) = after_failure(&job(0), "bad");
        assert!(!set_aside);
        assert!(matches!(&changes[..], [Change::PutJob(j)] if j.attempts == 1));
        let (changes, set_aside) = after_failure(&job(limits::INDEX_ATTEMPTS_MAX - 1), "bad");
        assert!(set_aside);
        assert_eq!(changes.len(), 2);
    }

    #[test]
    fn an_item_that_the_model_does_not_cover_says_so() {
        let counts = VectorCounts {
            embedded: 0,
            not_covered: 3,
            pending: 0,
        };
        assert_eq!(status_after(&counts), Status::NotCovered);
        assert_eq!(status_after(&VectorCounts::default()), Status::Ready);
    }

    #[test]
    fn a_job_enqueued_again_is_another_job() {
        let newer = Job {
            enqueued: 9,
            ..job(0)
        };
        assert!(is_current(Some(&job(0)), &job(0)));
        assert!(!is_current(Some(&newer), &job(0)));
        assert!(!is_current(None, &job(0)));
    }
}
