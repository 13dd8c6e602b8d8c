//! Where the text of a chunk went when its id is gone.

use std::collections::{BTreeSet, HashMap, HashSet};

use domain::chunk::{Chunk, Level, Tombstone};
use domain::ids::ChunkId;

use crate::terms::terms;

/// Least share of common terms for two texts to count as versions of each other.
const JACCARD_MIN: f64 = 0.5;
/// How far from the expected place a version is looked for, in chunks each way.
const WINDOW: usize = 24;

/// A tombstone for every chunk of `old` whose id is not in `new`, in the order of `old`.
///
/// A paragraph points to the paragraph of the same section that shares most of its terms, if
/// they are at least half of all; else to the one that stands where it stood; without any, to the
/// section. A section that is gone points to the one that holds its text now, else to the root.
/// Both lists are trees as [`super::build`] returns them, or empty.
pub fn tombstones(old: &[Chunk], new: &[Chunk]) -> Vec<Tombstone> {
    let kept: HashSet<&ChunkId> = new.iter().map(|chunk| &chunk.id).collect();
    if old.iter().all(|chunk| kept.contains(&chunk.id)) {
        return Vec::new();
    }
    let mut search = Search::new(old, new);
    let mut tombstones = Vec::new();
    for (at, chunk) in old.iter().enumerate() {
        let replaced_by = search.visit(chunk);
        if !kept.contains(&chunk.id) {
            tombstones.push(Tombstone {
                chunk: old[at].clone(),
                replaced_by,
            });
        }
    }
    tombstones
}

struct Search<'c> {
    new: &'c [Chunk],
    /// Index in `new` by id.
    places: HashMap<&'c ChunkId, usize>,
    /// The paragraphs under each new parent, as indexes in `new`.
    children: HashMap<&'c ChunkId, Vec<usize>>,
    /// The new parent of each old one's text.
    homes: HashMap<&'c ChunkId, Option<usize>>,
    /// Where the next old paragraph of a parent is expected among its new children.
    expected: HashMap<&'c ChunkId, usize>,
    /// Terms of new chunks that were compared.
    terms: HashMap<usize, BTreeSet<String>>,
}

impl<'c> Search<'c> {
    fn new(old: &'c [Chunk], new: &'c [Chunk]) -> Self {
        let places = new.iter().enumerate().map(|(at, c)| (&c.id, at)).collect();
        let mut children: HashMap<&ChunkId, Vec<usize>> = HashMap::new();
        for (at, chunk) in new.iter().enumerate() {
            if let (Level::Paragraph, Some(parent)) = (chunk.level, &chunk.parent) {
                children.entry(parent).or_default().push(at);
            }
        }
        let mut search = Self {
            new,
            places,
            children,
            homes: HashMap::new(),
            expected: HashMap::new(),
            terms: HashMap::new(),
        };
        search.find_homes(old);
        search
    }

    /// A parent's home is itself, else the parent of the first paragraph that it kept, else the
    /// next new section under the same path.
    fn find_homes(&mut self, old: &'c [Chunk]) {
        let mut by_path: HashMap<&[String], usize> = HashMap::new();
        for (at, chunk) in self.new.iter().enumerate().rev() {
            if chunk.level == Level::Section {
                by_path.insert(&chunk.section_path, at);
            }
        }
        for chunk in old.iter().filter(|c| c.level != Level::Paragraph) {
            let same = self.places.get(&chunk.id).copied();
            self.homes.insert(&chunk.id, same);
        }
        for chunk in old.iter().filter(|c| c.level == Level::Paragraph) {
            let (Some(parent), Some(&place)) = (&chunk.parent, self.places.get(&chunk.id)) else {
                continue;
            };
            let now = self.new[place].parent.as_ref();
            let now = now.and_then(|id| self.places.get(id).copied());
            if let Some(home @ None) = self.homes.get_mut(parent) {
                // The root holds no section's text unless the section's heading was removed.
                *home = now;
            }
        }
        for chunk in old.iter().filter(|c| c.level == Level::Section) {
            if let Some(home @ None) = self.homes.get_mut(&chunk.id) {
                *home = by_path.get(chunk.section_path.as_slice()).copied();
            }
        }
    }

    /// Where the old chunk's text stands now; called for all chunks in reading order.
    fn visit(&mut self, chunk: &'c Chunk) -> Option<ChunkId> {
        let root = || self.new.first().map(|root| root.id.clone());
        if chunk.level != Level::Paragraph {
            let home = self.homes.get(&chunk.id).copied().flatten();
            return home.map(|at| self.new[at].id.clone()).or_else(root);
        }
        let home = chunk
            .parent
            .as_ref()
            .and_then(|parent| self.homes.get(parent));
        let Some(home) = home.copied().flatten() else {
            return root();
        };
        let home = &self.new[home].id;
        let children = self.children.get(home).cloned().unwrap_or_default();
        if children.is_empty() {
            return Some(home.clone());
        }
        let found = self.among(chunk, home, &children);
        Some(self.new[children[found]].id.clone())
    }

    /// The position in `children` of the old chunk's text.
    fn among(&mut self, chunk: &'c Chunk, home: &'c ChunkId, children: &[usize]) -> usize {
        let expected = self.expected.get(home).copied().unwrap_or(0);
        let expected = expected.min(children.len() - 1);
        let kept = self.places.get(&chunk.id);
        if let Some(found) = kept.and_then(|place| children.binary_search(place).ok()) {
            self.expected.insert(home, found + 1);
            return found;
        }
        let found = self.most_alike(chunk, children, expected);
        self.expected.insert(home, found.unwrap_or(expected) + 1);
        found.unwrap_or(expected)
    }

    fn most_alike(&mut self, chunk: &Chunk, children: &[usize], expected: usize) -> Option<usize> {
        let own: BTreeSet<String> = terms(&chunk.content).into_iter().collect();
        let from = expected.saturating_sub(WINDOW);
        let to = children.len().min(expected + WINDOW + 1);
        let mut best: Option<(f64, usize)> = None;
        for (place, &at) in children.iter().enumerate().take(to).skip(from) {
            let content = &self.new[at].content;
            let other = self
                .terms
                .entry(at)
                .or_insert_with(|| terms(content).into_iter().collect());
            let score = jaccard(&own, other);
            let is_better = best.is_none_or(|(top, held)| {
                let nearer = place.abs_diff(expected) < held.abs_diff(expected);
                score > top || (score == top && nearer)
            });
            if score >= JACCARD_MIN && is_better {
                best = Some((score, place));
            }
        }
        best.map(|(_, place)| place)
    }
}

fn jaccard(a: &BTreeSet<String>, b: &BTreeSet<String>) -> f64 {
    let common = a.intersection(b).count();
    let all = a.len() + b.len() - common;
    if all == 0 {
        return 0.0;
    }
    common as f64 / all as f64
}
