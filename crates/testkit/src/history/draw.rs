//! From numbers to changes that are valid in a state.

use domain::Change;
use domain::change::{ChunkTerms, VectorLink};
use domain::chunk::{Chunk, Embedding, InputHash, Level, Tombstone};
use domain::generation::Generation;
use domain::ids::{ChunkId, DocumentId, VersionId};
use domain::item::{Collection, Document, ItemId, Prompt, Status, Tags, Variable, Version};
use domain::job::Job;
use domain::ports::store::Snapshot;
use domain::session::Session;
use domain::source::{FileSource, SourceKind};

use super::names;

const STATUSES: [Status; 7] = [
    Status::Pending,
    Status::Processing,
    Status::Ready,
    Status::Partial,
    Status::Quarantined,
    Status::Failed,
    Status::NotCovered,
];

/// The changes that `what` stands for, aimed by two numbers; none when they do not apply.
pub(super) fn changes(state: &dyn Snapshot, what: u8, first: u16, second: u16) -> Vec<Change> {
    match what % 34 {
        0 | 1 => vec![Change::PutDocument(document(first, second))],
        2 => document_version(state, first, second),
        3..=7 => tree(state, first, second),
        8 => vec![Change::DeleteDocument(names::document(first))],
        9 | 10 => vec![Change::PutPrompt(prompt(first, second))],
        11 => prompt_version(state, first, second),
        12 => vec![Change::DeletePrompt(names::prompt(first))],
        13 | 32 => vec![Change::PutCollection(collection(first, second))],
        14 => vec![Change::DeleteCollection(names::collection(first))],
        15 | 16 => add_members(state, first, second),
        17 => vec![Change::RemoveMembers {
            collection: names::collection(first),
            items: subset(second),
        }],
        18 => source(state, first, second),
        19 => vec![Change::DeleteSource(path(first).to_owned())],
        20 => status(state, first, second),
        21 => job(state, first, second),
        22 => vec![delete_job(state, first)],
        23..=26 => publish(state, first, second),
        27 => vec![Change::SweepEmbeddings],
        28 => generation(state, first),
        29 => session(state, first, second),
        30 => vec![Change::ForgetSession(names::session(first))],
        31 => count_use(first, second),
        _ => vec![
            Change::CountMint(names::mint_key(first)),
            cache(first, &names::inputs()),
        ],
    }
}

fn exists(state: &dyn Snapshot, item: &ItemId) -> bool {
    match item {
        ItemId::Document(id) => read(state.document(id)).is_some(),
        ItemId::Prompt(id) => read(state.prompt(id)).is_some(),
    }
}

fn read<T>(answer: domain::Result<T>) -> T {
    answer.expect("the store in memory can be read")
}

fn tags(number: u16) -> Tags {
    let chosen = names::TAGS
        .iter()
        .enumerate()
        .filter(|(place, _)| number >> place & 1 == 1)
        .map(|(_, tag)| tag);
    Tags::new(chosen).expect("three short tags are within the limits")
}

fn title(number: u16) -> String {
    names::TITLES[usize::from(number) % names::TITLES.len()].to_owned()
}

fn error(number: u16) -> Option<String> {
    (number % 2 == 1).then(|| format!("reason {}", number % 5))
}

fn path(number: u16) -> &'static str {
    names::PATHS[usize::from(number) % names::PATHS.len()]
}

fn document(first: u16, second: u16) -> Document {
    Document {
        id: names::document(first),
        title: title(second),
        tags: tags(second >> 2),
        status: STATUSES[usize::from(second >> 5) % STATUSES.len()],
        error: error(second >> 8),
        source_kind: [SourceKind::Text, SourceKind::File, SourceKind::Web]
            [usize::from(second >> 9) % 3],
        source_url: (second >> 10 & 1 == 1).then(|| "https://example.org".to_owned()),
        media_type: "text/markdown".to_owned(),
        current_version: 1,
        revision: u64::from(second),
        created_ms: i64::from(second >> 11 & 3) - 1,
        updated_ms: i64::from(first),
    }
}

fn prompt(first: u16, second: u16) -> Prompt {
    Prompt {
        id: names::prompt(first),
        title: title(second),
        description: String::new(),
        content: names::TEXTS[usize::from(second >> 2) % 2].to_owned(),
        variables: variables(first >> 2),
        is_public: first >> 4 & 1 == 1,
        is_archived: first >> 5 & 3 == 0,
        // The store's own, so these are to be ignored.
        views: u64::from(second),
        copies: u64::from(first),
        tags: tags(second >> 3),
        status: STATUSES[usize::from(second >> 6) % STATUSES.len()],
        error: error(second >> 9),
        current_version: 1,
        created_ms: i64::from(second >> 10 & 3) - 1,
        updated_ms: i64::from(first),
    }
}

fn variables(number: u16) -> Vec<Variable> {
    let variable = |place: u16| Variable {
        name: format!("name \"{place}\""),
        kind: "string".to_owned(),
        description: (place == 1).then(|| title(number)),
    };
    (0..number % 3).map(variable).collect()
}

fn collection(first: u16, second: u16) -> Collection {
    Collection {
        id: names::collection(first),
        name: title(second),
        description: (second >> 2 & 1 == 1).then(|| "What it holds".to_owned()),
        color: None,
        icon: (second >> 3 & 1 == 1).then(|| "\u{1f4da}".to_owned()),
        tags: tags(second >> 4),
        item_count: u32::from(second),
        created_ms: i64::from(second >> 7 & 3) - 1,
        updated_ms: i64::from(first),
    }
}

fn version(item: &str, history: &[Version], number: u16) -> Version {
    let next = history.first().map_or(1, |newest| newest.number + 1);
    Version {
        id: VersionId::of(item, next),
        number: next,
        title: title(number),
        content: names::TEXTS[usize::from(number) % names::TEXTS.len()].to_owned(),
        change_log: error(number),
        created_ms: i64::from(number),
    }
}

fn document_version(state: &dyn Snapshot, first: u16, second: u16) -> Vec<Change> {
    let document = names::document(first);
    if !exists(state, &ItemId::Document(document.clone())) {
        return vec![];
    }
    let history = read(state.document_versions(&document));
    let version = version(document.as_str(), &history, second);
    vec![Change::PutDocumentVersion { document, version }]
}

fn count_use(first: u16, second: u16) -> Vec<Change> {
    // Of a prompt that is gone, too: a count may come late.
    vec![Change::CountPromptUse {
        prompt: names::prompt(first),
        views: u32::from(second & 3),
        copies: u32::from(second >> 2 & 1),
    }]
}

fn prompt_version(state: &dyn Snapshot, first: u16, second: u16) -> Vec<Change> {
    let prompt = names::prompt(first);
    if !exists(state, &ItemId::Prompt(prompt.clone())) {
        return vec![];
    }
    let history = read(state.prompt_versions(&prompt));
    let version = version(prompt.as_str(), &history, second);
    vec![Change::PutPromptVersion { prompt, version }]
}

/// All items whose bit is set.
fn subset(bits: u16) -> Vec<ItemId> {
    let chosen = names::items().enumerate();
    chosen
        .filter(|(place, _)| bits >> place & 1 == 1)
        .map(|(_, item)| item)
        .collect()
}

fn add_members(state: &dyn Snapshot, first: u16, second: u16) -> Vec<Change> {
    let collection = names::collection(first);
    if read(state.collection(&collection)).is_none() {
        return vec![];
    }
    let items = subset(second)
        .into_iter()
        .filter(|item| exists(state, item));
    vec![Change::AddMembers {
        collection,
        items: items.collect(),
    }]
}

fn source(state: &dyn Snapshot, first: u16, second: u16) -> Vec<Change> {
    let document = names::document(first);
    if !exists(state, &ItemId::Document(document.clone())) {
        return vec![];
    }
    // As when a file moves: a document has one file at a time.
    let old = read(state.source_of(&document)).map(|source| Change::DeleteSource(source.path));
    let new = Change::PutSource(FileSource {
        path: path(second).to_owned(),
        document,
        content_hash: [(second >> 2 & 1) as u8; 32],
        size_bytes: u64::from(second),
    });
    old.into_iter().chain([new]).collect()
}

fn status(state: &dyn Snapshot, first: u16, second: u16) -> Vec<Change> {
    let item = names::item(first);
    if !exists(state, &item) {
        return vec![];
    }
    vec![Change::SetStatus {
        item,
        status: STATUSES[usize::from(second) % STATUSES.len()],
        error: error(second >> 3),
    }]
}

fn job(state: &dyn Snapshot, first: u16, second: u16) -> Vec<Change> {
    let item = names::item(first);
    if !exists(state, &item) {
        return vec![];
    }
    vec![Change::PutJob(Job {
        item,
        size_class: (second % 3) as u8,
        enqueued: u64::from(second >> 2 & 3),
        attempts: u32::from(second >> 4 & 3),
        last_error: error(second >> 6),
    })]
}

/// Aims at a job that is there, if any is.
fn delete_job(state: &dyn Snapshot, first: u16) -> Change {
    let jobs = read(state.jobs(usize::MAX));
    let item = match jobs.len() {
        0 => names::item(first),
        count => jobs[usize::from(first) % count].item.clone(),
    };
    Change::DeleteJob(item)
}

fn generation(state: &dyn Snapshot, first: u16) -> Vec<Change> {
    let active = read(state.generation()).map(|generation| generation.number);
    // The first one comes first, so that most of a history has one.
    let number = if active.is_some() {
        u32::from(first % 2) + 1
    } else {
        1
    };
    vec![Change::PutGeneration(names::generation(number))]
}

fn session(state: &dyn Snapshot, first: u16, second: u16) -> Vec<Change> {
    let id = names::session(first);
    let document = names::document(second);
    let shown = names::chunks(&document).take(usize::from(second >> 2 & 3));
    let seen = Change::RecordSeen {
        session: id.clone(),
        chunks: shown.collect(),
    };
    let is_known = read(state.session(&id)).is_some();
    let put = Change::PutSession(Session {
        id,
        created_ms: 1,
        expires_ms: i64::from(second),
    });
    if is_known && second >> 4 & 1 == 1 {
        vec![seen]
    } else {
        vec![put, seen]
    }
}

/// Replaces a document's tree by the texts whose bits are set in `second`; makes the document
/// first when it is not there.
fn tree(state: &dyn Snapshot, first: u16, second: u16) -> Vec<Change> {
    let document = names::document(first);
    let is_there = exists(state, &ItemId::Document(document.clone()));
    let put = (!is_there).then(|| Change::PutDocument(self::document(first, second)));
    let chunks = chunks(&document, first >> 2, second);
    let old = read(state.tree(&document));
    let replace = Change::ReplaceTree {
        terms: chunks.iter().filter_map(terms).collect(),
        tombstones: tombstones(&old, &chunks, second >> 8),
        document,
        chunks,
    };
    put.into_iter().chain([replace]).collect()
}

fn chunks(document: &DocumentId, shape: u16, bits: u16) -> Vec<Chunk> {
    let mut texts: Vec<usize> = (0..names::TEXTS.len())
        .filter(|place| bits >> place & 1 == 1)
        .collect();
    if texts.is_empty() {
        return vec![];
    }
    if shape & 1 == 1 {
        texts.reverse();
    }
    let lead = names::lead(shape >> 1);
    let mut chunks = vec![root(document)];
    for (place, text) in texts.iter().enumerate() {
        chunks.push(paragraph(document, &texts, place, *text, lead));
    }
    chunks
}

fn root(document: &DocumentId) -> Chunk {
    Chunk {
        id: ChunkId::root(document),
        document: document.clone(),
        level: Level::Document,
        ordinal: 0,
        parent: None,
        previous: None,
        next: None,
        section_path: vec![],
        heading: None,
        content: "outline".to_owned(),
        lead: String::new(),
        bytes: 0..100,
        utf16: 0..100,
        word_count: 1,
        pages: None,
        embedding: Embedding::Navigation,
    }
}

fn paragraph(
    document: &DocumentId,
    texts: &[usize],
    place: usize,
    text: usize,
    lead: &str,
) -> Chunk {
    let neighbour = |at: Option<usize>| {
        let text = at.and_then(|at| texts.get(at))?;
        Some(names::chunk(document, *text))
    };
    let content = names::TEXTS[text];
    Chunk {
        id: names::chunk(document, text),
        level: Level::Paragraph,
        ordinal: u32::try_from(place + 1).expect("a handful of chunks"),
        parent: Some(ChunkId::root(document)),
        previous: neighbour(place.checked_sub(1)),
        next: neighbour(Some(place + 1)),
        section_path: vec!["Part".to_owned(); place % 3],
        heading: (place % 2 == 1).then(|| "Part".to_owned()),
        content: content.to_owned(),
        lead: lead.to_owned(),
        bytes: place..place + content.len(),
        utf16: place..place + content.encode_utf16().count(),
        pages: (place % 2 == 1).then_some((1, 2)),
        embedding: embedding(text, place),
        ..root(document)
    }
}

/// Encoded text is wordless; one text changes its mind with its place.
fn embedding(text: usize, place: usize) -> Embedding {
    match text {
        5 => Embedding::Wordless,
        6 if place % 2 == 1 => Embedding::Navigation,
        _ => Embedding::Wanted,
    }
}

fn terms(chunk: &Chunk) -> Option<ChunkTerms> {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect();
    (chunk.level == Level::Paragraph).then(|| ChunkTerms {
        chunk: chunk.id.clone(),
        body: words(&chunk.content),
        context: chunk
            .section_path
            .iter()
            .map(|part| part.to_lowercase())
            .collect(),
    })
}

/// Graves for the chunks that go, each leading to some chunk of the new tree or nowhere.
fn tombstones(old: &[Chunk], new: &[Chunk], bits: u16) -> Vec<Tombstone> {
    let is_gone = |chunk: &&Chunk| !new.iter().any(|kept| kept.id == chunk.id);
    let gone = old.iter().filter(is_gone).enumerate();
    gone.filter(|(place, _)| bits >> (place % 8) & 1 == 0)
        .map(|(place, chunk)| Tombstone {
            chunk: chunk.clone(),
            replaced_by: new.get(place).map(|target| target.id.clone()),
        })
        .collect()
}

fn cache(number: u16, inputs: &[InputHash]) -> Change {
    let generation = u32::from(number % 2) + 1;
    let chosen = inputs.iter().skip(usize::from(number >> 1) % 8).step_by(3);
    embeddings(&names::generation(generation), chosen.copied())
}

fn embeddings(generation: &Generation, inputs: impl Iterator<Item = InputHash>) -> Change {
    Change::PutEmbeddings {
        model: generation.model.clone(),
        entries: inputs
            .map(|input| (input, names::outcome(generation.number, &input)))
            .collect(),
    }
}

/// Caches and publishes some inputs of an item that has any waiting, and with them a link that is
/// out of date.
fn publish(state: &dyn Snapshot, first: u16, second: u16) -> Vec<Change> {
    let Some(generation) = read(state.generation()) else {
        return vec![Change::PutGeneration(names::generation(1))];
    };
    let waiting = |item: &ItemId| read(state.pending_inputs(item, generation.number));
    let items: Vec<ItemId> = names::items()
        .filter(|item| !waiting(item).is_empty())
        .collect();
    if items.is_empty() {
        return tree(state, first, second);
    }
    let item = items[usize::from(first) % items.len()].clone();
    // Bits that are not set leave an input waiting: a quarter of them.
    let is_chosen = |place: usize| (second | second >> 1) >> (place % 8) & 1 == 1;
    let inputs = waiting(&item).into_iter().enumerate();
    let mut links: Vec<VectorLink> = inputs
        .filter(|(place, _)| is_chosen(*place))
        .map(|(_, input)| VectorLink {
            input: input.input_hash(),
            key: input.key,
        })
        .collect();
    if second >> 9 & 1 == 1 {
        let text = usize::from(second >> 10);
        links.push(VectorLink {
            key: names::chunk(&names::document(first), text)
                .as_str()
                .to_owned(),
            input: InputHash::of("stray", ""),
        });
    }
    vec![
        embeddings(&generation, links.iter().map(|link| link.input)),
        Change::PublishVectors {
            item,
            generation: generation.number,
            links,
        },
    ]
}
