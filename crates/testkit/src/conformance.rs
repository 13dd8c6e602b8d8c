//! What every [`Store`] and [`Registry`] promises, as checks that run on any of them.
//!
//! A store's crate calls [`run`] from one test with a closure that makes an empty store. Each
//! check gets a store of its own, and the failure names every check that broke. Where the port's
//! words leave room, the checks fix one reading; their comments say which.

mod collections;
mod items;
mod lists;
mod nearest;
mod publishing;
mod queues;
mod registry;
mod samples;
mod terms;
mod transactions;
mod trees;
mod workspaces;
mod world;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use domain::ports::registry::Registry;
use domain::ports::store::Store;

/// A store that keeps the workspaces and keys of its home as well.
pub trait Home: Store + Registry {}

impl<T: Store + Registry> Home for T {}

/// One promise of a store.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// The promise: its family and a sentence.
    pub name: &'static str,
    /// Panics when the store, which is empty at first, breaks it.
    pub run: fn(&dyn Home),
}

macro_rules! checks {
    ($($family:ident::$name:ident,)*) => {
        &[$(Check {
            name: concat!(stringify!($family), "::", stringify!($name)),
            run: |home| $family::$name(home),
        }),*]
    };
}

/// All promises, family by family.
pub const CHECKS: &[Check] = checks![
    transactions::an_empty_list_writes_nothing,
    transactions::each_transaction_counts_one,
    transactions::a_failed_decision_writes_nothing,
    transactions::a_list_with_one_bad_change_writes_nothing,
    transactions::changes_that_break_a_rule_are_refused,
    transactions::removing_what_is_not_there_is_no_error,
    transactions::changes_apply_in_order,
    transactions::a_decision_reads_the_state_it_changes,
    transactions::a_cancelled_transaction_writes_nothing,
    transactions::an_earlier_snapshot_does_not_see_later_changes,
    transactions::an_earlier_snapshot_keeps_its_vectors_and_terms,
    workspaces::rows_do_not_cross,
    workspaces::lists_and_counts_do_not_cross,
    workspaces::vectors_terms_and_cache_do_not_cross,
    workspaces::members_must_be_of_the_same_workspace,
    workspaces::equal_ids_live_side_by_side,
    workspaces::a_deletion_stays_in_its_workspace,
    items::documents_read_back_as_written,
    items::the_last_version_holds_the_content,
    items::histories_are_newest_first,
    items::prompts_read_back_as_written,
    items::a_long_history_shows_the_beginning_of_each_version,
    items::a_version_is_found_whole_by_its_id,
    items::uses_of_a_prompt_are_counted_apart_from_its_row,
    items::a_prompt_loses_its_vector_only_with_its_text,
    items::a_status_changes_nothing_else,
    items::a_deleted_document_leaves_nothing_but_its_mints,
    items::a_deleted_prompt_leaves_nothing_but_its_mints,
    items::a_document_that_comes_back_starts_afresh,
    items::failures_come_by_id_with_their_reasons,
    lists::documents_come_newest_first_then_by_id,
    lists::prompts_come_newest_first_then_by_id,
    lists::collections_come_newest_first_then_by_id,
    lists::pages_cover_a_list_without_repeats,
    lists::a_page_that_ends_the_list_has_no_cursor,
    lists::rows_that_come_or_go_do_not_shift_the_next_page,
    lists::a_malformed_cursor_is_invalid,
    lists::pages_are_filtered_before_they_are_cut,
    lists::every_tag_of_a_filter_must_be_there,
    lists::tags_are_compared_exactly,
    lists::a_collection_filter_lets_members_through,
    lists::search_ignores_case_and_takes_wildcards_literally,
    lists::search_looks_at_the_documented_fields,
    lists::filters_resolve_to_ids_of_one_kind,
    lists::archived_prompts_are_left_out_unless_asked_for,
    lists::nothing_archived_needs_no_set,
    collections::collections_read_back_with_their_member_count,
    collections::members_are_a_set_by_kind_and_id,
    collections::members_come_in_pages_with_current_titles,
    collections::archived_prompts_stay_members,
    collections::a_changed_collection_keeps_its_members,
    collections::a_deleted_collection_leaves_its_members,
    collections::a_name_finds_the_first_collection_by_id,
    collections::collections_are_filtered_by_their_own_tags,
    trees::a_tree_reads_back_in_order,
    trees::chunks_come_in_the_order_asked_for,
    trees::children_are_direct_and_in_order,
    trees::a_new_tree_replaces_the_old_one,
    trees::unchanged_chunks_keep_their_vectors,
    trees::a_changed_lead_or_content_loses_the_vector,
    trees::a_chunk_that_wants_no_vector_any_more_loses_it,
    trees::kept_vectors_follow_their_chunk_to_its_new_place,
    trees::vectors_of_every_generation_go_with_their_text,
    trees::tombstones_keep_the_old_chunk,
    trees::a_chunk_that_returns_drops_its_tombstone,
    trees::old_tombstones_follow_the_chunk_they_point_to,
    trees::another_document_is_untouched,
    publishing::inputs_wait_until_they_are_published,
    publishing::only_chunks_that_want_a_vector_count,
    publishing::a_prompt_has_one_input,
    publishing::what_the_model_does_not_cover_is_counted_apart,
    publishing::links_that_are_out_of_date_are_left_out,
    publishing::a_cached_outcome_is_not_searched_before_it_is_published,
    publishing::coverage_counts_the_scope_and_nothing_else,
    publishing::coverage_follows_every_step,
    publishing::a_new_generation_starts_empty_beside_the_old_one,
    publishing::the_cache_answers_in_order_per_model,
    publishing::a_sweep_keeps_what_vectors_and_pending_inputs_use,
    publishing::a_sweep_leaves_nothing_of_deleted_text,
    nearest::hits_are_best_first,
    nearest::equal_cosines_are_ordered_by_item_ordinal_and_key,
    nearest::insertion_order_is_never_visible,
    nearest::ten_hits_are_the_head_of_fifty,
    nearest::a_scope_applies_before_candidates_are_chosen,
    nearest::excluded_keys_take_no_place,
    nearest::spaces_do_not_mix,
    nearest::each_item_appears_once_when_grouped,
    nearest::the_least_cosine_keeps_the_best_below,
    nearest::the_least_cosine_applies_to_items_when_grouped,
    nearest::cosines_are_the_canonical_scores,
    nearest::what_cannot_be_compared_is_invalid,
    nearest::a_cancelled_search_says_so,
    terms::every_term_must_occur_somewhere_in_the_document,
    terms::titles_and_section_paths_count_too,
    terms::terms_are_whole_and_exact,
    terms::without_terms_all_of_the_scope_comes_back,
    terms::a_document_without_a_tree_is_never_left_out,
    terms::terms_follow_the_tree,
    queues::jobs_come_smallest_then_newest_then_by_id,
    queues::an_item_has_one_job,
    queues::sources_are_found_by_path_hash_and_document,
    queues::a_moved_file_keeps_its_document,
    queues::mints_are_counted_per_key,
    queues::a_session_remembers_what_it_has_shown,
    queues::a_forgotten_session_is_gone,
    registry::the_default_workspace_is_always_there,
    registry::workspaces_come_by_id_with_their_times,
    registry::an_unknown_workspace_is_not_found,
    registry::a_deleted_workspace_leaves_nothing,
    registry::an_earlier_snapshot_survives_the_deletion,
    registry::a_new_workspace_is_not_bound_to_the_model_of_an_old_one,
    registry::keys_read_back_newest_first,
    registry::a_key_that_is_put_again_is_replaced,
    registry::keys_go_with_their_workspace,
    registry::the_first_pepper_counts,
    registry::a_cancelled_call_changes_nothing,
];

/// Runs every check on a store that `make` makes for it.
///
/// # Panics
/// When a check broke, naming all that did and what each of them said.
pub fn run(make: &dyn Fn() -> Box<dyn Home>) {
    let broken: Vec<String> = CHECKS
        .iter()
        .filter_map(|check| failure(check, make))
        .collect();
    assert!(
        broken.is_empty(),
        "{} of {} promises are broken:\n{}",
        broken.len(),
        CHECKS.len(),
        broken.join("\n")
    );
}

fn failure(check: &Check, make: &dyn Fn() -> Box<dyn Home>) -> Option<String> {
    let run = || (check.run)(make().as_ref());
    let panic = catch_unwind(AssertUnwindSafe(run)).err()?;
    Some(format!("- {}: {}", check.name, message(panic.as_ref())))
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("a panic without words")
}
