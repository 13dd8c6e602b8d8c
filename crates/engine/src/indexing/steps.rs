//! The effects of the worker: one run over all waiting jobs.

use std::collections::BTreeMap;

use domain::change::{Change, VectorLink};
use domain::chunk::InputHash;
use domain::generation::Generation;
use domain::ports::embedder::{EmbedInput, Embedded};
use domain::ports::store::PendingInput;
use domain::{Caller, Cancel, Error, ErrorKind, Result, limits};

use super::plan::{self, Work};
use super::report::{IndexReport, Progress};
use crate::Engine;

impl Engine {
    /// Gives every waiting item its vectors, smallest and newest first.
    ///
    /// Searches go on meanwhile and answer from what is published. Stopping at any moment loses
    /// at most one batch of encoding.
    ///
    /// # Errors
    /// `Unavailable` when the embedder or the store is; what is done stays done. `Cancelled`
    /// when asked to stop.
    pub fn index_pending(
        &self,
        caller: &Caller,
        progress: &mut dyn FnMut(Progress),
        cancel: &Cancel,
    ) -> Result<IndexReport> {
        let mut run = Run::new(self, caller, progress, cancel);
        while run.step(Amount::WholeItems)? {}
        if run.report.items > 0 {
            run.sweep()?;
        }
        Ok(run.report)
    }

    /// The workspace's generation; the first one is made by this engine's model.
    fn ensure_generation(&self, caller: &Caller, cancel: &Cancel) -> Result<Generation> {
        let model = self.parts.embedder.model();
        let known = {
            let snapshot = self.parts.store.snapshot(caller, cancel)?;
            self.comparable_generation(snapshot.as_ref())?
        };
        if let Some(generation) = known {
            return Ok(generation);
        }
        let first = Generation {
            number: 1,
            model: model.id.clone(),
            dimension: model.dimension,
        };
        self.parts.store.transact(
            caller,
            cancel,
            &mut |snapshot| match snapshot.generation()? {
                None => Ok(vec![Change::PutGeneration(first.clone())]),
                Some(_) => Ok(Vec::new()),
            },
        )?;
        Ok(first)
    }
}

/// How much one step encodes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Amount {
    /// Whatever the items at hand take.
    WholeItems,
    /// At most this many batches of [`limits::EMBED_BATCH`] inputs; what they leave of a large item
    /// is in the cache for a later step, and smaller items come first meanwhile.
    Batches(usize),
}

/// One run over all waiting jobs.
pub(super) struct Run<'a> {
    engine: &'a Engine,
    caller: &'a Caller,
    cancel: &'a Cancel,
    progress: &'a mut dyn FnMut(Progress),
    report: IndexReport,
    done: u64,
    /// Outcomes that are in the cache but not published yet.
    unpublished: u64,
}

impl<'a> Run<'a> {
    pub(super) fn new(
        engine: &'a Engine,
        caller: &'a Caller,
        progress: &'a mut dyn FnMut(Progress),
        cancel: &'a Cancel,
    ) -> Self {
        Self {
            engine,
            caller,
            cancel,
            progress,
            report: IndexReport::default(),
            done: 0,
            unpublished: 0,
        }
    }

    /// Works on the items that come first; `false` when none is waiting.
    pub(super) fn step(&mut self, amount: Amount) -> Result<bool> {
        self.cancel.check()?;
        let Some((generation, batch)) = self.next_batch()? else {
            return Ok(false);
        };
        self.process(&generation, batch, amount)?;
        Ok(true)
    }

    /// Drops cached outcomes that nothing refers to any more.
    pub(super) fn sweep(&self) -> Result<()> {
        let store = &self.engine.parts.store;
        store.transact(self.caller, self.cancel, &mut |_| {
            Ok(vec![Change::SweepEmbeddings])
        })?;
        Ok(())
    }

    fn next_batch(&mut self) -> Result<Option<(Generation, Vec<Work>)>> {
        let waiting = {
            let snapshot = self.engine.parts.store.snapshot(self.caller, self.cancel)?;
            !snapshot.jobs(1)?.is_empty()
        };
        if !waiting {
            return Ok(None);
        }
        let generation = self.engine.ensure_generation(self.caller, self.cancel)?;
        let snapshot = self.engine.parts.store.snapshot(self.caller, self.cancel)?;
        let mut batch = Vec::new();
        let mut counts = Vec::new();
        for job in snapshot.jobs(limits::EMBED_BATCH)? {
            let inputs = snapshot.pending_inputs(&job.item, generation.number)?;
            counts.push(inputs.len());
            if plan::batch_len(&counts) < counts.len() {
                break;
            }
            batch.push(Work { job, inputs });
        }
        Ok((!batch.is_empty()).then_some((generation, batch)))
    }

    /// Encodes and publishes a batch; when it fails as a whole, each item on its own.
    fn process(&mut self, generation: &Generation, batch: Vec<Work>, amount: Amount) -> Result<()> {
        match self.encode(generation, &batch, amount) {
            Ok(Encoded::All) => self.publish(generation, &batch),
            Ok(Encoded::Part) => Ok(()),
            Err(error) if concerns_everything(&error) => Err(error),
            Err(error) if batch.len() == 1 => self.set_back(&batch[0], &error),
            Err(_) => batch
                .into_iter()
                .try_for_each(|work| self.process(generation, vec![work], amount)),
        }
    }

    /// Brings the outcome of every input of the batch into the cache, as far as `amount` goes.
    fn encode(
        &mut self,
        generation: &Generation,
        batch: &[Work],
        amount: Amount,
    ) -> Result<Encoded> {
        let inputs = plan::distinct_inputs(batch);
        let missing = self.missing(generation, &inputs)?;
        let cached = (inputs.len() - missing.len()) as u64;
        self.report.cached += cached;
        self.advance(cached)?;
        for (at, slice) in missing.chunks(limits::EMBED_BATCH).enumerate() {
            if matches!(amount, Amount::Batches(most) if at >= most) {
                return Ok(Encoded::Part);
            }
            self.cancel.check()?;
            let texts: Vec<EmbedInput<'_>> = slice
                .iter()
                .map(|(_, input)| EmbedInput {
                    prefix: &input.prefix,
                    body: &input.body,
                })
                .collect();
            let outcomes = self.engine.parts.embedder.embed(&texts, self.cancel)?;
            if outcomes.len() != slice.len() {
                return Err(Error::internal(format!(
                    "the embedder answered {} of {} inputs",
                    outcomes.len(),
                    slice.len()
                )));
            }
            check_dimensions(generation, &outcomes)?;
            let entries: Vec<(InputHash, Embedded)> =
                slice.iter().map(|(hash, _)| *hash).zip(outcomes).collect();
            self.report.encoded += entries.len() as u64;
            self.report.not_covered += entries
                .iter()
                .filter(|(_, outcome)| *outcome == Embedded::NotCovered)
                .count() as u64;
            self.cache(generation, entries)?;
            self.advance(slice.len() as u64)?;
        }
        Ok(Encoded::All)
    }

    fn missing<'i>(
        &self,
        generation: &Generation,
        inputs: &BTreeMap<InputHash, &'i PendingInput>,
    ) -> Result<Vec<(InputHash, &'i PendingInput)>> {
        let hashes: Vec<InputHash> = inputs.keys().copied().collect();
        let snapshot = self.engine.parts.store.snapshot(self.caller, self.cancel)?;
        let cached = snapshot.cached_embeddings(&generation.model, &hashes)?;
        Ok(inputs
            .iter()
            .zip(cached)
            .filter(|(_, outcome)| outcome.is_none())
            .map(|((hash, input), _)| (*hash, *input))
            .collect())
    }

    fn cache(&self, generation: &Generation, entries: Vec<(InputHash, Embedded)>) -> Result<()> {
        self.engine
            .parts
            .store
            .transact(self.caller, self.cancel, &mut |_| {
                Ok(vec![Change::PutEmbeddings {
                    model: generation.model.clone(),
                    entries: entries.clone(),
                }])
            })?;
        Ok(())
    }

    /// Publishes the vectors of each item of the batch.
    fn publish(&mut self, generation: &Generation, batch: &[Work]) -> Result<()> {
        let store = &self.engine.parts.store;
        store.transact(self.caller, self.cancel, &mut |snapshot| {
            let mut changes = Vec::new();
            for work in batch {
                let item = work.job.item.clone();
                let stored = snapshot.job(&item)?;
                if stored.is_none() {
                    // The item was deleted while it was being encoded.
                    continue;
                }
                changes.push(Change::PublishVectors {
                    item: item.clone(),
                    generation: generation.number,
                    links: links(&work.inputs),
                });
                if plan::is_current(stored.as_ref(), &work.job) {
                    let outcomes = cached_counts(snapshot, generation, work)?;
                    let counts = snapshot.vector_counts(&item, generation.number)?;
                    let status = plan::status_after(&domain::ports::store::VectorCounts {
                        embedded: counts.embedded + outcomes.embedded,
                        not_covered: counts.not_covered + outcomes.not_covered,
                        pending: 0,
                    });
                    changes.push(Change::DeleteJob(item.clone()));
                    changes.push(Change::SetStatus {
                        item,
                        status,
                        error: None,
                    });
                }
            }
            Ok(changes)
        })?;
        self.report.items += batch.len() as u64;
        self.unpublished = 0;
        Ok(())
    }

    fn set_back(&mut self, work: &Work, error: &Error) -> Result<()> {
        let (changes, set_aside) = plan::after_failure(&work.job, &error.message);
        self.engine
            .parts
            .store
            .transact(self.caller, self.cancel, &mut |snapshot| {
                let stored = snapshot.job(&work.job.item)?;
                if plan::is_current(stored.as_ref(), &work.job) {
                    Ok(changes.clone())
                } else {
                    Ok(Vec::new())
                }
            })?;
        self.report.quarantined += u64::from(set_aside);
        Ok(())
    }

    fn advance(&mut self, inputs: u64) -> Result<()> {
        self.done += inputs;
        self.unpublished += inputs;
        let snapshot = self.engine.parts.store.snapshot(self.caller, self.cancel)?;
        let pending = snapshot.coverage(&None, &None)?.pending;
        let left = pending.saturating_sub(self.unpublished);
        (self.progress)(Progress {
            done: self.done,
            left,
        });
        Ok(())
    }
}

/// How much of a batch is in the cache.
enum Encoded {
    All,
    Part,
}

/// Whether a failure has nothing to do with the item at hand.
fn concerns_everything(error: &Error) -> bool {
    matches!(
        error.kind,
        ErrorKind::Cancelled | ErrorKind::Unavailable | ErrorKind::Locked
    )
}

/// Refuses vectors of another length than the generation's, before they reach the store.
fn check_dimensions(generation: &Generation, outcomes: &[Embedded]) -> Result<()> {
    let wrong = outcomes.iter().find_map(|outcome| match outcome {
        Embedded::Vector { values, .. } if values.len() != generation.dimension => {
            Some(values.len())
        }
        _ => None,
    });
    match wrong {
        None => Ok(()),
        Some(length) => Err(Error::unavailable(format!(
            "the embedder gave a vector of {length} components; generation {} has {}",
            generation.number, generation.dimension
        ))),
    }
}

fn links(inputs: &[PendingInput]) -> Vec<VectorLink> {
    inputs
        .iter()
        .map(|input| VectorLink {
            key: input.key.clone(),
            input: input.input_hash(),
        })
        .collect()
}

/// How the outcomes of an item's inputs count, as the cache holds them.
fn cached_counts(
    snapshot: &dyn domain::ports::store::Snapshot,
    generation: &Generation,
    work: &Work,
) -> Result<domain::ports::store::VectorCounts> {
    let hashes: Vec<InputHash> = work.inputs.iter().map(PendingInput::input_hash).collect();
    let mut counts = domain::ports::store::VectorCounts::default();
    for outcome in snapshot
        .cached_embeddings(&generation.model, &hashes)?
        .into_iter()
        .flatten()
    {
        match outcome {
            Embedded::Vector { .. } => counts.embedded += 1,
            Embedded::NotCovered => counts.not_covered += 1,
        }
    }
    Ok(counts)
}
