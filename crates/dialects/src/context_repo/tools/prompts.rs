//! Finding by title, reading and writing prompts.

use domain::Result;
use domain::ids::PromptId;
use domain::operations::prompts::{Create, List, Update};

use super::{
    CURSOR, CUT_LIST, LIMIT, NEW_TAGS, REPLACED_TAGS, SHORT_ANSWER, TAG_FILTER, answer,
    check_some_change, gone, optional_tags, page, tags, tool,
};
use crate::arguments::Arguments;
use crate::context_repo::markdown::prompts as markdown;
use crate::context_repo::wire;
use crate::context_repo::wire::prompts::Prompt;
use crate::schema::{Input, InputType};
use crate::tool::{Answer, Context, Effect, Tool, ToolSpec};

const PROMPT_ID: Input = Input::required(
    "promptId",
    InputType::Text,
    "The prompt's id, from search_prompts or find_items.",
);

pub fn tools() -> [Tool; 5] {
    [
        tool(SEARCH, search_prompts),
        tool(READ, read_prompt),
        tool(CREATE, create_prompt),
        tool(UPDATE, update_prompt),
        tool(DELETE, delete_prompt),
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
    let request = List {
        search: arguments.word("search")?,
        tags: tags(arguments)?.tags,
        page: page(arguments)?,
    };
    let page = context
        .engine
        .list_prompts(context.caller, &request, context.cancel)?;
    let wire = wire::List::of(page, Prompt::from);
    Ok(answer(markdown::page(&wire), &wire))
}

const READ: ToolSpec = ToolSpec {
    name: "read_prompt",
    title: "Read prompt",
    description: "Reads one prompt in full: title, description, version, tags and the template. \
        Placeholders such as ${name} come as they are stored; fill them in yourself.",
    inputs: &[PROMPT_ID],
    effect: Effect::Read,
    when_cut: "The template is longer than one answer can be; the rest cannot be shown here.",
};

fn read_prompt(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let id = prompt_id(arguments)?;
    let prompt = context
        .engine
        .get_prompt(context.caller, &id, context.cancel)?;
    let wire = wire::Single {
        data: Prompt::from(prompt),
    };
    Ok(answer(markdown::full(&wire.data), &wire))
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
        Input::optional(
            "engine",
            InputType::Text,
            "Accepted for older clients and not stored.",
        ),
        NEW_TAGS,
    ],
    effect: Effect::Write,
    when_cut: SHORT_ANSWER,
};

fn create_prompt(context: &Context<'_>, arguments: &Arguments) -> Result<Answer> {
    let title = arguments.required_text("title")?;
    let tags = tags(arguments)?;
    let request = Create {
        title: title.clone(),
        description: arguments.required_text("description")?,
        content: arguments.required_text("content")?,
        tags: tags.tags,
    };
    let prompt = context
        .engine
        .create_prompt(context.caller, &request, context.cancel)?;
    let wire = wire::Single {
        data: Prompt::from(prompt),
    };
    let text = markdown::created(&title, &wire.data.id, &tags.sent);
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
    let id = prompt_id(arguments)?;
    check_some_change(arguments, &["title", "description", "content", "tags"])?;
    let (sent, tags) = optional_tags(arguments)?.map(|t| (t.sent, t.tags)).unzip();
    let request = Update {
        id,
        title: arguments.text("title")?,
        description: arguments.text("description")?,
        content: arguments.text("content")?,
        change_log: arguments.text("changeLog")?,
        tags,
    };
    let prompt = context
        .engine
        .update_prompt(context.caller, &request, context.cancel)?;
    let wire = wire::Single {
        data: Prompt::from(prompt),
    };
    let text = markdown::updated(&wire.data, &sent.unwrap_or_default());
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
    let id = prompt_id(arguments)?;
    let outcome = context
        .engine
        .delete_prompt(context.caller, &id, context.cancel);
    gone(
        outcome,
        id.as_str(),
        markdown::deleted,
        markdown::already_deleted,
    )
}

fn prompt_id(arguments: &Arguments) -> Result<PromptId> {
    PromptId::parse(&arguments.required_word("promptId")?)
}
