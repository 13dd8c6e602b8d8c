//! Where the text of a chunk went when its id is gone.

use std::collections::{HashMap, HashSet};

use domain::chunk::{Chunk, Level, Tombstone};
use domain::ids::ChunkId;

use super::fingerprint::fingerprint;
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
    let search = Search::new(old, new);
    let mut progress = Progress::default();
    let mut tombstones = Vec::new();
    for chunk in old {
        let replaced_by = search.visit(chunk, &mut progress);
        if !kept.contains(&chunk.id) {
            tombstones.push(Tombstone {
                chunk: chunk.clone(),
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
}

/// What is known after the old chunks visited so far.
#[derive(Default)]
struct Progress<'c> {
    /// Where the next old paragraph of a parent is expected among its new children.
    expected: HashMap<&'c ChunkId, usize>,
    /// Terms of new chunks that were compared, as [`distinct_terms`] gives them.
    terms: HashMap<usize, Vec<u64>>,
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
    fn visit(&self, chunk: &Chunk, progress: &mut Progress<'c>) -> Option<ChunkId> {
        let root = || self.new.first().map(|root| root.id.clone());
        let parent = match chunk.level {
            Level::Paragraph => chunk.parent.as_ref(),
            _ => Some(&chunk.id),
        };
        let home = parent.and_then(|parent| self.homes.get(parent).copied().flatten());
        let Some(home) = home.map(|at| &self.new[at].id) else {
            return root();
        };
        match self.children.get(home) {
            Some(children) if chunk.level == Level::Paragraph => {
                let found = self.among(chunk, home, children, progress);
                Some(self.new[children[found]].id.clone())
            }
            _ => Some(home.clone()),
        }
    }

    /// The position of the old chunk's text in `children`, which are not empty.
    fn among(
        &self,
        chunk: &Chunk,
        home: &'c ChunkId,
        children: &[usize],
        progress: &mut Progress<'c>,
    ) -> usize {
        let expected = progress.expected.get(home).copied().unwrap_or(0);
        let expected = expected.min(children.len() - 1);
        let kept = self.places.get(&chunk.id);
        let kept = kept.and_then(|place| children.binary_search(place).ok());
        let found = kept
            .or_else(|| self.most_alike(chunk, children, expected, progress))
            .unwrap_or(expected);
        progress.expected.insert(home, found + 1);
        found
    }

    fn most_alike(
        &self,
        chunk: &Chunk,
        children: &[usize],
        expected: usize,
        progress: &mut Progress<'c>,
    ) -> Option<usize> {
        let own = distinct_terms(&chunk.content);
        let from = expected.saturating_sub(WINDOW);
        let to = children.len().min(expected + WINDOW + 1);
        let mut best: Option<(f64, usize)> = None;
        for (place, &at) in children.iter().enumerate().take(to).skip(from) {
            let content = &self.new[at].content;
            let known = progress.terms.entry(at);
            let other = known.or_insert_with(|| distinct_terms(content));
            let score = jaccard(&own, other);
            let is_better = best.is_none_or(|(top, held)| {
                let is_nearer = place.abs_diff(expected) < held.abs_diff(expected);
                score > top || (score == top && is_nearer)
            });
            if score >= JACCARD_MIN && is_better {
                best = Some((score, place));
            }
        }
        best.map(|(_, place)| place)
    }
}

/// The fingerprints of a text's terms, ascending, each once.
fn distinct_terms(text: &str) -> Vec<u64> {
    let terms = terms(text);
    let mut distinct: Vec<u64> = terms.iter().map(|term| fingerprint(term)).collect();
    distinct.sort_unstable();
    distinct.dedup();
    distinct
}

/// The share of common terms in all terms of two ascending lists.
fn jaccard(a: &[u64], b: &[u64]) -> f64 {
    let (mut at, mut common) = (0, 0);
    for term in a {
        while at < b.len() && b[at] < *term {
            at += 1;
        }
        common += usize::from(b.get(at) == Some(term));
    }
    let all = a.len() + b.len() - common;
    if all == 0 {
        return 0.0;
    }
    common as f64 / all as f64
}
