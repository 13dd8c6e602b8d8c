//! A page of the web as a document.

use domain::caller::Permission;
use domain::change::Change;
use domain::ids::MintKey;
use domain::item::{Document, ItemId};
use domain::operations::documents::Scrape;
use domain::operations::{check_size, check_text};
use domain::ports::page_fetcher::{FetchedPage, PageFetcher};
use domain::source::SourceKind;
use domain::{Caller, Cancel, Error, Result, limits};

use super::documents::NewDocument;
use super::not_found;
use crate::Engine;
use crate::write::committed;

/// The longest address that is fetched, in bytes.
const URL_BYTES_MAX: usize = 8 * 1024;

impl Engine {
    /// Fetches a page and keeps its text as a document, in a collection when asked; keyword search
    /// finds it when this returns.
    ///
    /// The document keeps the address after redirects. Its title is the one given, else the page's
    /// own, else that address.
    ///
    /// # Errors
    /// `Invalid` for a blank, malformed or refused address or a page without text, `NotFound` for
    /// an unknown collection, `TooLarge` over a limit, `Unavailable` when pages cannot be fetched
    /// here or the server cannot be reached.
    pub fn scrape(&self, caller: &Caller, request: &Scrape, cancel: &Cancel) -> Result<Document> {
        caller.require(Permission::DocumentsWrite)?;
        let url = check_text("url", &request.url, URL_BYTES_MAX)?;
        let title = match &request.title {
            Some(title) => Some(check_text("title", title, limits::TITLE_BYTES_MAX)?),
            None => None,
        };
        if let Some(id) = &request.collection {
            let snapshot = self.parts.store.snapshot(caller, cancel)?;
            snapshot.collection(id)?.ok_or_else(not_found::collection)?;
        }
        let page = self.fetcher()?.fetch(url, cancel)?;
        check_size("the page", page.bytes.len(), limits::TEXT_BYTES_MAX)?;
        let name = file_name(&page);
        let extractor = &self.parts.extractor;
        let extracted = extractor
            .extract(&name, &page.bytes, cancel)
            .map_err(|error| about_page(error, &name, &page.url))?;
        if extracted.text.trim().is_empty() {
            return Err(without_text(&page.url));
        }
        check_size("the page", extracted.text.len(), limits::TEXT_BYTES_MAX)?;
        let title = match title {
            Some(title) => title.to_owned(),
            None => page_title(extracted.title.as_deref(), &page.url),
        };
        let draft = NewDocument {
            key: MintKey::api(&caller.workspace, "document", &title, &extracted.text),
            title: &title,
            extracted: &extracted,
            tags: request.tags.clone(),
            source_kind: SourceKind::Web,
            source_url: Some(page.url.clone()),
        };
        let mut created = None;
        let mut prepared = None;
        self.parts.store.transact(caller, cancel, &mut |snapshot| {
            // It may have gone while the page was being fetched.
            if let Some(id) = &request.collection {
                snapshot.collection(id)?.ok_or_else(not_found::collection)?;
            }
            let (document, mut changes) = self.new_document(snapshot, &draft, &mut prepared)?;
            if let Some(collection) = &request.collection {
                changes.push(Change::AddMembers {
                    collection: collection.clone(),
                    items: vec![ItemId::Document(document.id.clone())],
                });
            }
            created = Some(document);
            Ok(changes)
        })?;
        self.wake.notify();
        committed(created)
    }

    fn fetcher(&self) -> Result<&dyn PageFetcher> {
        self.page_fetcher.as_deref().ok_or_else(|| {
            Error::unavailable("pages of the web cannot be fetched here")
                .hint("fetch the page yourself and create a document of its text")
        })
    }
}

/// An error of the extractor about the page. It speaks of a file, by a name that nobody but us
/// gave it; whoever asked knows only the address.
fn about_page(mut error: Error, name: &str, url: &str) -> Error {
    let file = format!("`{name}`");
    if error.message == format!("{file} has no text") {
        return without_text(url);
    }
    if error.message.contains(&file) {
        let page = format!("the page at `{url}`");
        error.message = error.message.replace(&file, &page);
    }
    error
}

fn without_text(url: &str) -> Error {
    Error::invalid(format!("the page at `{url}` has no text"))
        .hint("it may need a browser to fill it in; add its text as a document instead")
}

/// The page's own title on one line, cut to the limit; its address when it has none.
fn page_title(own: Option<&str>, url: &str) -> String {
    let words: Vec<&str> = own.unwrap_or_default().split_whitespace().collect();
    let mut title = if words.is_empty() {
        url.to_owned()
    } else {
        words.join(" ")
    };
    title.truncate(title.floor_char_boundary(limits::TITLE_BYTES_MAX));
    title
}

/// A file name that tells the extractor what the content cannot: the last part of the address,
/// with the ending of the media type that the server named.
fn file_name(page: &FetchedPage) -> String {
    let without_query = page.url.split(['?', '#']).next().unwrap_or_default();
    let path = without_query.split_once("://").map_or("", |(_, rest)| rest);
    let last = match path.rsplit_once('/') {
        Some((_, last)) if !last.is_empty() => last,
        _ => "page",
    };
    let media_type = page.media_type.as_deref().unwrap_or_default();
    let essence = media_type.split(';').next().unwrap_or_default().trim();
    let ending = match essence.to_ascii_lowercase().as_str() {
        "text/html" => "html",
        "application/xhtml+xml" => "xhtml",
        "text/markdown" | "text/x-markdown" => "md",
        "application/pdf" => "pdf",
        "text/csv" => "csv",
        "application/json" => "json",
        "application/xml" | "text/xml" => "xml",
        // Servers call many a kind of text plain; a name such as `notes.md` says more.
        "text/plain" if !last.contains('.') => "txt",
        _ => return last.to_owned(),
    };
    let known = last.rsplit_once('.').map(|(_, ending)| ending);
    if known.is_some_and(|known| known.eq_ignore_ascii_case(ending)) {
        last.to_owned()
    } else {
        format!("{last}.{ending}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(url: &str, media_type: Option<&str>) -> String {
        file_name(&FetchedPage {
            url: url.to_owned(),
            media_type: media_type.map(str::to_owned),
            bytes: Vec::new(),
        })
    }

    #[test]
    fn a_page_is_named_by_its_address_and_its_media_type() {
        let html = Some("text/html; charset=utf-8");
        assert_eq!(named("https://a.example/", html), "page.html");
        assert_eq!(named("https://a.example", html), "page.html");
        assert_eq!(
            named("https://a.example/b/c.php?x=/y.md", html),
            "c.php.html"
        );
        assert_eq!(named("https://a.example/c.HTML#d", html), "c.HTML");
        assert_eq!(named("https://a.example/n.md", Some("text/plain")), "n.md");
        assert_eq!(named("https://a.example/n", Some("Text/Plain")), "n.txt");
        assert_eq!(named("https://a.example/n.md", None), "n.md");
    }

    #[test]
    fn an_error_about_the_page_names_its_address() {
        let said = |message: &str| {
            let error = about_page(Error::invalid(message), "c.html", "https://a.example/c");
            (error.message, error.hint.is_some())
        };
        let page = "the page at `https://a.example/c`";
        assert_eq!(
            said("`c.html` has no text"),
            (format!("{page} has no text"), true)
        );
        assert_eq!(
            said("`c.html`: PDF is not supported yet"),
            (format!("{page}: PDF is not supported yet"), false)
        );
        assert_eq!(said("something else"), ("something else".into(), false));
    }

    #[test]
    fn a_title_stands_on_one_line_and_keeps_to_its_limit() {
        assert_eq!(page_title(Some(" A\n  title "), "u"), "A title");
        assert_eq!(
            page_title(Some(" \n"), "https://a.example/"),
            "https://a.example/"
        );
        assert_eq!(page_title(None, &"é".repeat(1_000)).len(), 1_024);
    }
}
