use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use domain::ids::CollectionId;
use domain::item::{Document, Tags};
use domain::operations::documents::Scrape;
use domain::page::PageRequest;
use domain::ports::page_fetcher::{FetchedPage, PageFetcher};
use domain::source::SourceKind;
use domain::{Cancel, Error, ErrorKind, Result};

use crate::home::{Home, embedded};

/// Pages by their address, and the addresses that were asked for.
#[derive(Default)]
struct Site {
    pages: BTreeMap<&'static str, FetchedPage>,
    asked: Mutex<Vec<String>>,
}

impl Site {
    fn page(mut self, url: &'static str, at: &str, media_type: &str, body: &str) -> Self {
        let page = FetchedPage {
            url: at.to_owned(),
            media_type: Some(media_type.to_owned()),
            bytes: body.as_bytes().to_vec(),
        };
        self.pages.insert(url, page);
        self
    }
}

impl PageFetcher for Site {
    fn fetch(&self, url: &str, _: &Cancel) -> Result<FetchedPage> {
        self.asked.lock().unwrap().push(url.to_owned());
        let page = self.pages.get(url).cloned();
        page.ok_or_else(|| Error::invalid("the server answered 404"))
    }
}

const HTML: &str = "<html><head><title>Refund\n rules</title></head><body><main>\
    <h1>Refunds</h1><p>Refunds are paid within fourteen days of the return.</p></main></body></html>";

fn site() -> Site {
    Site::default()
        .page(
            "https://a.example/old",
            "https://a.example/refunds",
            "text/html; charset=utf-8",
            HTML,
        )
        .page(
            "https://a.example/plain",
            "https://a.example/plain",
            "text/plain",
            "nothing but plain words here\n",
        )
        .page(
            "https://a.example/empty",
            "https://a.example/empty",
            "text/html",
            "<html></html>",
        )
}

fn scrape(
    home: &Home,
    url: &str,
    title: Option<&str>,
    collection: Option<&CollectionId>,
) -> Result<Document> {
    let request = Scrape {
        url: url.to_owned(),
        title: title.map(str::to_owned),
        tags: Tags::new(["web"]).unwrap(),
        collection: collection.cloned(),
    };
    home.engine.scrape(&home.caller, &request, &home.cancel)
}

fn online() -> (Home, Arc<Site>) {
    let site = Arc::new(site());
    let home = embedded().with(|engine| engine.with_page_fetcher(site.clone()));
    (home, site)
}

#[test]
fn a_page_becomes_a_document_that_is_found_at_once() {
    let (home, _) = online();
    let shelf = home.collection("Shelf", &[]);
    let document = scrape(&home, " https://a.example/old ", None, Some(&shelf)).unwrap();
    assert_eq!(document.source_kind, SourceKind::Web);
    let url = document.source_url.as_deref();
    assert_eq!(url, Some("https://a.example/refunds"));
    assert_eq!(document.tags.as_slice(), ["web"]);
    assert_eq!(document.media_type, "text/html");
    assert!(document.title.contains("Refund"), "{}", document.title);
    let found = home.literal("fourteen days");
    assert_eq!(found.documents[0].id, document.id);
    let members = home
        .engine
        .collection_members(
            &home.caller,
            &shelf,
            &PageRequest::new(None, None),
            &home.cancel,
        )
        .unwrap();
    assert_eq!(members.rows.len(), 1);
    home.index();
    assert_eq!(home.find("refunds paid").documents[0].id, document.id);
}

#[test]
fn the_title_is_the_one_given_else_the_address() {
    let (home, _) = online();
    let given = scrape(&home, "https://a.example/old", Some("  Mine "), None).unwrap();
    assert_eq!(given.title, "Mine");
    let plain = scrape(&home, "https://a.example/plain", None, None).unwrap();
    assert_eq!(plain.title, "https://a.example/plain");
}

#[test]
fn an_unknown_collection_is_told_before_anything_is_fetched() {
    let (home, site) = online();
    let ghost = CollectionId::parse("k_ghost").unwrap();
    let error = scrape(&home, "https://a.example/old", None, Some(&ghost)).unwrap_err();
    assert_eq!(error.message, "Collection not found");
    let error = scrape(&home, "  ", None, None).unwrap_err();
    assert_eq!(error.message, "`url` is required");
    assert!(site.asked.lock().unwrap().is_empty());
}

#[test]
fn a_page_without_text_or_one_that_fails_stores_nothing() {
    let (home, _) = online();
    for url in ["https://a.example/empty", "https://a.example/gone"] {
        let error = scrape(&home, url, None, None).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Invalid, "{url}");
    }
    let error = scrape(&home, "https://a.example/empty", None, None).unwrap_err();
    assert_eq!(
        error.message,
        "the page at `https://a.example/empty` has no text"
    );
    let status = home.engine.status(&home.caller, &home.cancel).unwrap();
    assert_eq!(status.coverage.documents, 0);
}

#[test]
fn without_a_fetcher_scraping_is_unavailable_and_says_what_to_do() {
    let home = embedded();
    let error = scrape(&home, "https://a.example/old", None, None).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unavailable);
    assert!(error.hint.is_some());
}
