//! Where a replaced chunk's tombstone points.

use domain::chunk::{Chunk, Level};
use text::chunk_tree::tombstones;

use crate::markdown::{build, prose};

fn long(seed: usize) -> String {
    prose(seed, 60)
}

fn leaf_with<'c>(chunks: &'c [Chunk], words: &str) -> &'c Chunk {
    let found = chunks
        .iter()
        .find(|c| c.level == Level::Paragraph && c.content.contains(words));
    found.expect("the text has a paragraph")
}

#[test]
fn an_edited_paragraph_points_to_its_new_version() {
    let (a, b, c) = (long(1), long(2), long(3));
    let old = build("T", &format!("# S\n\n{a}\n\n{b}\n\n{c}\n"));
    let new = build("T", &format!("# S\n\n{a}\n\n{b} Edited.\n\n{c}\n"));
    let stones = tombstones(&old, &new);
    assert_eq!(stones.len(), 1);
    assert_eq!(stones[0].chunk, *leaf_with(&old, " 2000 "));
    let version = leaf_with(&new, "Edited.");
    assert_eq!(stones[0].replaced_by.as_ref(), Some(&version.id));
}

#[test]
fn versions_are_found_although_paragraphs_were_put_before_them() {
    let old = build("T", &format!("# S\n\n{}\n", long(1)));
    let new = build(
        "T",
        &format!("# S\n\n{}\n\n{}\n\n{} Edited.\n", long(7), long(8), long(1)),
    );
    let stones = tombstones(&old, &new);
    let version = leaf_with(&new, "Edited.");
    assert_eq!(stones[0].replaced_by.as_ref(), Some(&version.id));
}

#[test]
fn a_rewritten_paragraph_points_to_what_stands_in_its_place() {
    let old = build(
        "T",
        &format!("# S\n\n{}\n\n{}\n\n{}\n", long(1), long(2), long(3)),
    );
    let new = build(
        "T",
        &format!("# S\n\n{}\n\n{}\n\n{}\n", long(1), long(50), long(3)),
    );
    let stones = tombstones(&old, &new);
    let version = leaf_with(&new, " 50000 ");
    assert_eq!(stones[0].replaced_by.as_ref(), Some(&version.id));
}

#[test]
fn paragraphs_without_a_successor_point_to_their_section() {
    let old = build(
        "T",
        &format!("# S\n\n{}\n\n# Other\n\n{}\n", long(1), long(2)),
    );
    let new = build("T", &format!("# S\n\n# Other\n\n{}\n", long(2)));
    let stones = tombstones(&old, &new);
    assert_eq!(stones.len(), 1);
    assert_eq!(stones[0].replaced_by.as_ref(), Some(&new[1].id));
}

#[test]
fn a_renamed_section_points_to_its_new_name() {
    let old = build("T", &format!("# A\n\n{}\n\n# B\n\n{}\n", long(1), long(2)));
    let new = build(
        "T",
        &format!("# A\n\n{}\n\n# Bee\n\n{}\n", long(1), long(2)),
    );
    let stones = tombstones(&old, &new);
    assert_eq!(stones.len(), 1);
    assert_eq!(stones[0].chunk.heading.as_deref(), Some("B"));
    assert_eq!(stones[0].replaced_by.as_ref(), Some(&new[3].id));
}

#[test]
fn a_section_that_is_gone_points_to_the_root() {
    let old = build("T", &format!("# A\n\n{}\n\n# B\n\n{}\n", long(1), long(2)));
    let new = build("T", &format!("# A\n\n{}\n", long(1)));
    let stones = tombstones(&old, &new);
    assert_eq!(stones.len(), 2);
    assert!(
        stones
            .iter()
            .all(|s| s.replaced_by.as_ref() == Some(&new[0].id))
    );
}

#[test]
fn equal_trees_leave_none_and_lost_documents_point_nowhere() {
    let old = build("T", &long(1));
    assert_eq!(tombstones(&old, &old), []);
    let stones = tombstones(&old, &[]);
    assert_eq!(stones.len(), old.len());
    assert!(stones.iter().all(|stone| stone.replaced_by.is_none()));
}

#[test]
fn a_large_rewritten_section_is_compared_near_its_place_only() {
    let write = |seed: usize| {
        let paragraphs: Vec<String> = (0..2_000).map(|p| prose(seed + p, 60)).collect();
        build("T", &format!("# S\n\n{}", paragraphs.join("\n\n")))
    };
    let stones = tombstones(&write(1), &write(5_000));
    assert!(stones.len() >= 1_000);
    assert!(stones.iter().all(|stone| stone.replaced_by.is_some()));
}
