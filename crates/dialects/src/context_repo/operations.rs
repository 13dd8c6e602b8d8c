//! The operations in the contract's words, one file per family. Each decodes arguments into a
//! request of the engine, calls it, and gives the answer in its wire form. Tools and routes are
//! both made of these, so the surfaces cannot differ.
//!
//! An operation reads every argument that any surface offers for it. What a surface does not offer
//! never gets here, because the surface refuses names that it does not list.

pub mod capabilities;
pub mod catalog;
pub mod collections;
pub mod documents;
pub mod passages;
pub mod prompts;
pub mod reason;
pub mod user;

use domain::ids::VersionId;
use domain::item::Tags;
use domain::operations::diff;
use domain::page::PageRequest;
use domain::{Error, Result};

use crate::arguments::Arguments;

/// The page that a list call asks for.
fn page(arguments: &Arguments) -> Result<PageRequest> {
    Ok(PageRequest::new(
        arguments.integer("limit")?,
        arguments.word("cursor")?,
    ))
}

fn tags(arguments: &Arguments) -> Result<Tags> {
    Ok(optional_tags(arguments)?.unwrap_or_default())
}

/// As [`tags`], telling "no tags given" from "an empty list given".
fn optional_tags(arguments: &Arguments) -> Result<Option<Tags>> {
    arguments.list("tags")?.map(Tags::new).transpose()
}

/// Reads an id with `parse`, for arguments that may be absent.
fn optional_id<I>(
    arguments: &Arguments,
    name: &str,
    parse: fn(&str) -> Result<I>,
) -> Result<Option<I>> {
    arguments.word(name)?.map(|id| parse(&id)).transpose()
}

/// Reads an id with `parse`.
fn id<I>(arguments: &Arguments, name: &str, parse: fn(&str) -> Result<I>) -> Result<I> {
    parse(&arguments.required_word(name)?)
}

/// Refuses an update that changes nothing, before "updated" is claimed. `named` are the fields to
/// tell the caller of, `others` those that only some surfaces offer.
fn check_some_change(arguments: &Arguments, named: &[&str], others: &[&str]) -> Result<()> {
    if named.iter().chain(others).any(|field| arguments.has(field)) {
        return Ok(());
    }
    Err(Error::invalid("nothing to change").hint(format!(
        "give at least one of {}; blank text counts as not given",
        named.join(", ")
    )))
}

/// The versions to compare: `from` and `to`.
fn compared<I>(arguments: &Arguments, id: I) -> Result<diff::Request<I>> {
    Ok(diff::Request {
        id,
        from: optional_id(arguments, "from", VersionId::parse)?,
        to: optional_id(arguments, "to", VersionId::parse)?,
    })
}

/// The revision that a writer saw.
fn expected_revision(arguments: &Arguments) -> Result<Option<u64>> {
    arguments
        .integer("expectedRevision")?
        .map(|revision| {
            u64::try_from(revision)
                .ok()
                .filter(|revision| *revision > 0)
                .ok_or_else(|| Error::invalid("`expectedRevision` counts from 1"))
        })
        .transpose()
}
