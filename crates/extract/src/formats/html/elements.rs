//! Which elements are left out and which part blocks.

/// Elements without readable content.
pub(super) const NEVER_READ: &[&[u8]] = &[
    b"script",
    b"style",
    b"template",
    b"iframe",
    b"object",
    b"svg",
];
/// Elements that are no part of a page's content.
pub(super) const NO_CONTENT: &[&[u8]] = &[
    b"nav",
    b"noscript",
    b"noembed",
    b"noframes",
    b"select",
    b"textarea",
    b"button",
    b"canvas",
    b"audio",
    b"video",
    b"map",
    b"annotation",
    b"annotation-xml",
];
/// Elements that may be hidden and always have an end tag.
pub(super) const HIDEABLE: &[&[u8]] = &[
    b"div", b"section", b"aside", b"header", b"footer", b"span", b"ul", b"ol", b"form", b"a",
    b"table", b"dialog",
];
/// Elements that begin and end a block and mean nothing else here.
pub(super) const PARTING: &[&[u8]] = &[
    b"address",
    b"article",
    b"aside",
    b"body",
    b"center",
    b"dd",
    b"details",
    b"dialog",
    b"dir",
    b"div",
    b"dl",
    b"dt",
    b"fieldset",
    b"figcaption",
    b"figure",
    b"footer",
    b"form",
    b"header",
    b"hgroup",
    b"html",
    b"legend",
    b"main",
    b"option",
    b"optgroup",
    b"search",
    b"section",
    b"summary",
    b"head",
    b"nav",
    b"noscript",
    b"textarea",
    b"button",
];
