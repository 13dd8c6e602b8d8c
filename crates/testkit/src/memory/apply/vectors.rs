//! The second publication: generations, the embedding cache, vectors.

use std::collections::{BTreeMap, BTreeSet};

use domain::Result;
use domain::change::VectorLink;
use domain::chunk::InputHash;
use domain::generation::Generation;
use domain::item::ItemId;
use domain::ports::embedder::Embedded;

use super::conflict;
use crate::memory::workspace::{Link, Workspace};

pub(super) fn put_generation(workspace: &mut Workspace, generation: Generation) -> Result<()> {
    let number = generation.number;
    // A number stands for one model: else vectors of two models would meet in one comparison.
    if workspace
        .generations
        .get(&number)
        .is_some_and(|old| *old != generation)
    {
        return Err(conflict(format!(
            "generation {number} belongs to another model"
        )));
    }
    workspace.generations.insert(number, generation);
    workspace.active_generation = Some(number);
    Ok(())
}

pub(super) fn put_embeddings(
    workspace: &mut Workspace,
    model: &str,
    entries: Vec<(InputHash, Embedded)>,
) -> Result<()> {
    for (input, outcome) in entries {
        workspace.cache.insert((model.to_owned(), input), outcome);
    }
    Ok(())
}

pub(super) fn publish(
    workspace: &mut Workspace,
    item: &ItemId,
    number: u32,
    links: &[VectorLink],
) -> Result<()> {
    let Some(generation) = workspace.generations.get(&number).cloned() else {
        return Err(conflict(format!("generation {number} does not exist")));
    };
    let current = current_inputs(workspace, item);
    let mut published = Vec::new();
    for link in links {
        if current.get(&link.key) == Some(&link.input) {
            let outcome = cached(workspace, &generation, link)?;
            let input = link.input;
            published.push((link.key.clone(), Link { input, outcome }));
        }
    }
    if !published.is_empty() {
        let slot = workspace.links.edit_or_default((item.clone(), number));
        slot.extend(published);
    }
    Ok(())
}

fn cached(workspace: &Workspace, generation: &Generation, link: &VectorLink) -> Result<Embedded> {
    let key = (generation.model.clone(), link.input);
    let Some(outcome) = workspace.cache.get(&key) else {
        return Err(conflict(format!(
            "the input of `{}` is not in the embedding cache",
            link.key
        )));
    };
    if let Embedded::Vector { values, .. } = outcome {
        let fits = values.len() == generation.dimension && values.iter().all(|v| v.is_finite());
        if !fits {
            return Err(conflict(format!(
                "the vector of `{}` does not fit generation {}",
                link.key, generation.number
            )));
        }
    }
    Ok(outcome.clone())
}

/// Drops what was published for keys that the item no longer has, or whose input changed.
pub(super) fn drop_outdated(workspace: &mut Workspace, item: &ItemId) {
    let current = current_inputs(workspace, item);
    let slots: Vec<(ItemId, u32)> = workspace
        .links
        .range((item.clone(), 0)..=(item.clone(), u32::MAX))
        .map(|(slot, _)| slot.clone())
        .collect();
    for slot in slots {
        if current.is_empty() {
            workspace.links.remove(&slot);
        } else if let Some(links) = workspace.links.edit(&slot) {
            links.retain(|key, link| current.get(key) == Some(&link.input));
        }
    }
}

fn current_inputs(workspace: &Workspace, item: &ItemId) -> BTreeMap<String, InputHash> {
    let inputs = workspace.inputs(item).into_iter();
    inputs
        .map(|input| (input.key().to_owned(), input.hash()))
        .collect()
}

pub(super) fn sweep(workspace: &mut Workspace) -> Result<()> {
    // Published or pending, an input is wanted by whatever generation has the model: links are
    // always those of current inputs, and what has no link is pending.
    let wanted: BTreeSet<InputHash> = workspace
        .items()
        .flat_map(|item| current_inputs(workspace, &item).into_values())
        .collect();
    let generations = workspace.generations.values();
    let models: BTreeSet<String> = generations.map(|g| g.model.clone()).collect();
    workspace
        .cache
        .retain(|(model, input), _| models.contains(model) && wanted.contains(input));
    Ok(())
}
