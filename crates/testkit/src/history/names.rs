//! The few ids, words and texts that histories are made of.

use domain::ScopeSet;
use domain::access::{ApiKey, KeyId};
use domain::caller::Permission;
use domain::chunk::InputHash;
use domain::generation::Generation;
use domain::ids::{ChunkId, CollectionId, DocumentId, MintKey, PromptId, SessionId, WorkspaceId};
use domain::item::ItemId;
use domain::ports::embedder::Embedded;

pub(super) const DIMENSION: usize = 4;
pub(super) const PATHS: [&str; 3] = ["/notes/a.md", "/notes/ä b.md", "/c"];
pub(super) const TAGS: [&str; 3] = ["law", "Law", "50%"];
pub(super) const TEXTS: [&str; 8] = [
    "red green",
    "green blue",
    "foo_bar baz",
    "größe red",
    "你好 blue",
    "data:base64",
    "red",
    "v1.2 c++",
];
pub(super) const TITLES: [&str; 4] = ["Plain", "Übersicht 100%", "snake_case", "plain"];

fn parse<T>(id: domain::Result<T>) -> T {
    id.expect("names hold letters, digits, `_` and `-` only")
}

pub(super) fn document(number: u16) -> DocumentId {
    parse(DocumentId::parse(&format!("d_{}", number % 4)))
}

pub(super) fn prompt(number: u16) -> PromptId {
    parse(PromptId::parse(&format!("p_{}", number % 3)))
}

pub(super) fn collection(number: u16) -> CollectionId {
    parse(CollectionId::parse(&format!("k_{}", number % 2)))
}

pub(super) fn session(number: u16) -> SessionId {
    parse(SessionId::parse(&format!("s_{}", number % 2)))
}

pub(super) fn item(number: u16) -> ItemId {
    match number % 7 {
        document_number @ 0..4 => ItemId::Document(document(document_number)),
        prompt_number => ItemId::Prompt(prompt(prompt_number - 4)),
    }
}

pub(super) fn items() -> impl Iterator<Item = ItemId> {
    (0..7).map(item)
}

pub(super) fn documents() -> impl Iterator<Item = DocumentId> {
    (0..4).map(document)
}

/// The chunk of a document that holds `TEXTS[number]`.
pub(super) fn chunk(document: &DocumentId, number: usize) -> ChunkId {
    ChunkId::paragraph(document, "paragraph", TEXTS[number % TEXTS.len()], 0)
}

/// Every chunk that a document may have, the root first.
pub(super) fn chunks(document: &DocumentId) -> impl Iterator<Item = ChunkId> {
    let paragraphs = (0..TEXTS.len()).map(|number| chunk(document, number));
    std::iter::once(ChunkId::root(document)).chain(paragraphs)
}

pub(super) fn lead(number: u16) -> &'static str {
    ["", "Title"][usize::from(number % 2)]
}

pub(super) fn mint_key(number: u16) -> MintKey {
    let name = ["a.md", "b.md"][usize::from(number % 2)];
    MintKey::file(&WorkspaceId::default_workspace(), name, b"content")
}

pub(super) fn generation(number: u32) -> Generation {
    Generation {
        number,
        model: format!("model-{number}"),
        dimension: DIMENSION,
    }
}

/// One of three keys.
pub(super) fn key(workspace: WorkspaceId, first: u16, second: u16) -> ApiKey {
    let scopes: Vec<Permission> = Permission::ALL
        .into_iter()
        .enumerate()
        .filter(|(place, _)| second >> place & 1 == 1)
        .map(|(_, permission)| permission)
        .collect();
    ApiKey {
        id: parse(KeyId::parse(&format!("k{}", first % 3))),
        name: TITLES[usize::from(second % 4)].to_owned(),
        workspace,
        scopes: ScopeSet::of(&scopes),
        tools: (second >> 4 & 1 == 1).then(|| "core".to_owned()),
        secret_hash: [(second >> 5) as u8; 32],
        created_ms: i64::from(first >> 2 & 3) - 1,
        expires_ms: (second >> 6 & 1 == 1).then_some(i64::from(first)),
        revoked_ms: (second >> 7 & 1 == 1).then_some(i64::from(second)),
    }
}

/// Inputs of every chunk that there may be, and one of none.
pub(super) fn inputs() -> Vec<InputHash> {
    let mut inputs = vec![InputHash::of("stray", "")];
    for text in TEXTS {
        inputs.extend([0, 1].map(|number| InputHash::of(lead(number), text)));
    }
    inputs
}

/// The outcome of an input: a pure function of model and input, as an embedder's is. Many tie.
pub(super) fn outcome(generation: u32, input: &InputHash) -> Embedded {
    let byte = |place: usize| {
        let shift = u8::try_from(generation % 8).expect("below 8");
        input.0[place].rotate_left(u32::from(shift))
    };
    if byte(0) % 5 == 0 {
        return Embedded::NotCovered;
    }
    let raw: Vec<f32> = (1..=DIMENSION)
        .map(|p| f32::from(byte(p) % 3) - 1.0)
        .collect();
    let length = raw.iter().map(|value| value * value).sum::<f32>().sqrt();
    let values = if length > 0.0 {
        raw.iter().map(|value| value / length).collect()
    } else {
        vec![1.0, 0.0, 0.0, 0.0]
    };
    Embedded::Vector {
        values,
        windows: u32::from(byte(5) % 3) + 1,
    }
}
