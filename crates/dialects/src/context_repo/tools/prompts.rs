//! Finding by title, reading and writing prompts.

use domain::Result;

use super::{
    CURSOR, CUT_HISTORY, CUT_LIST, LIMIT, NEW_TAGS, REPLACED_TAGS, SHORT_ANSWER, TAG_FILTER,
    VERSION_ID, answer, answer_with, gone, sent_tags, tool,
};
use crate::arguments::Arguments;
use crate::context_repo::markdown::{notes, prompts as markdown, versions as history};
use crate::context_repo::operations::prompts;
use crate::schema::{Input, InputType};
use crate::tool::{Answer, Context, Effect, Tool, ToolSpec};

const PROMPT_ID: Input = Input::required(
    "promptId",
    InputType::Text,
    "The prompt's id, from search_prompts or find_items.",
);

pub fn tools() -> [Tool; 7] {
    [
        tool(SEARCH, search_prompts),
        tool(READ, read_prompt),
        tool(CREATE, create_prompt),
        tool(UPDATE, update_prompt),
        tool(DELETE, delete_prompt),
        tool(VERSIONS, get_prompt_versions),
        tool(RESTORE, restore_prompt_version),
    ]
}

const SEARCH: ToolSpec = ToolSpec {
    name: "search_prompts",
    title: "Search prompts",
    description: "Lists saved prompts, newest first, page by page, optionally only those whose \
        title or description holds a text. The match is literal and in any case; to find a prompt \
        by what it is about, use find_items with type: prompts. Rows show title, description, \
        version and id; read_prompt gives the template.",
    inputs: &[
        Input::optional(
            "search",
            InputType::Text,
            "Only prompts whose title or description holds this text.",
        ),
        LIMIT,
        CURSOR,
        TAG_FILTER,
    ],
    effect: Effect::Read,
    when_cut: CUT_LIST,
};

fn search_prompts(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let wire = prompts::list(context, arguments)?;
    Ok(answer(markdown::page(&wire), &wire))
}

const READ: ToolSpec = ToolSpec {
    name: "read_prompt",
    title: "Read prompt",
    description: "Reads one prompt in full: title, description, version, tags and the template. \
        Placeholders such as ${name} come as they are stored, and are listed; fill them in \
        yourself.",
    inputs: &[PROMPT_ID],
    effect: Effect::Read,
    when_cut: "The template is longer than one answer can be; the rest cannot be shown here.",
};

fn read_prompt(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let wire = prompts::read(context, arguments)?;
    let notes = notes::fence(&wire.data.content);
    Ok(answer_with(markdown::full(&wire.data), &wire, notes))
}

const CREATE: ToolSpec = ToolSpec {
    name: "create_prompt",
    title: "Create prompt",
    description: "Saves a new prompt and returns its id. Title, description and content together \
        make it findable by meaning, so let the description say when to use it. Write \
        placeholders as ${name}. A second call makes a second prompt.",
    inputs: &[
        Input::required("title", InputType::Text, "A short name."),
        Input::required("description", InputType::Text, "What it is for."),
        Input::required("content", InputType::Text, "The template, kept verbatim."),
        // The contract lists it as required although nothing is made of it.
        Input::required(
            "engine",
            InputType::Text,
            "Any word, e.g. any; accepted for older clients and not stored.",
        )
        .lenient(),
        NEW_TAGS,
    ],
    effect: Effect::Write,
    when_cut: SHORT_ANSWER,
};

fn create_prompt(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let wire = prompts::create(context, arguments)?;
    let title = arguments.required_text("title")?;
    let text = markdown::created(&title, &wire.data.id, &sent_tags(arguments)?);
    Ok(answer(text, &wire))
}

const UPDATE: ToolSpec = ToolSpec {
    name: "update_prompt",
    title: "Update prompt",
    description: "Changes the given fields of a prompt and leaves the others as they are. New \
        content makes a new version and keeps the old one; other changes do not. tags replaces \
        all tags.",
    inputs: &[
        PROMPT_ID,
        Input::optional("title", InputType::Text, "A new title."),
        Input::optional("description", InputType::Text, "A new description."),
        Input::optional(
            "content",
            InputType::Text,
            "A new template; makes a version.",
        ),
        Input::optional(
            "changeLog",
            InputType::Text,
            "Why the content changes; kept with the version.",
        ),
        REPLACED_TAGS,
    ],
    effect: Effect::Write,
    when_cut: SHORT_ANSWER,
};

fn update_prompt(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let wire = prompts::update(context, arguments)?;
    let text = markdown::updated(&wire.data, &sent_tags(arguments)?);
    Ok(answer(text, &wire))
}

const DELETE: ToolSpec = ToolSpec {
    name: "delete_prompt",
    title: "Delete prompt",
    description: "Deletes a prompt for good, with all its versions, and takes it out of its \
        collections. There is no undo. Deleting one that is gone already is not an error.",
    inputs: &[PROMPT_ID],
    effect: Effect::Delete,
    when_cut: SHORT_ANSWER,
};

fn delete_prompt(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    gone(
        prompts::delete(context, arguments),
        arguments,
        "promptId",
        markdown::deleted,
        markdown::already_deleted,
    )
}

const VERSIONS: ToolSpec = ToolSpec {
    name: "get_prompt_versions",
    title: "Get prompt versions",
    description: "Lists a prompt's history, newest first: each version's id, number, change note \
        and template. Pass a version's id to restore_prompt_version to bring it back.",
    inputs: &[PROMPT_ID],
    effect: Effect::Read,
    when_cut: CUT_HISTORY,
};

fn get_prompt_versions(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let wire = prompts::versions(context, arguments)?;
    Ok(answer(history::of_prompt(&wire.data), &wire))
}

const RESTORE: ToolSpec = ToolSpec {
    name: "restore_prompt_version",
    title: "Restore prompt version",
    description: "Brings an old version of a prompt back: its template becomes the current one as \
        a new version, and everything in between is kept. Title, description and tags stay as \
        they are. The versionId comes from get_prompt_versions.",
    inputs: &[PROMPT_ID, VERSION_ID],
    effect: Effect::Write,
    when_cut: SHORT_ANSWER,
};

fn restore_prompt_version(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let wire = prompts::restore(context, arguments)?;
    let text = history::restored("prompt", wire.data.current_version);
    Ok(answer(text, &wire))
}
