//! What the private network is guarded from.

use std::io;
use std::net::IpAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use domain::cancel::Cancel;
use domain::error::{Error, ErrorKind};
use domain::ports::page_fetcher::{FetchedPage, PageFetcher};
use remote::{Lookup, PageLimits, RemotePages};

use crate::server::{Server, reply};

/// Answers from a table; every name it does not know is unknown.
struct Table(Vec<(&'static str, Vec<IpAddr>)>);

impl Lookup for Table {
    fn addresses(&self, host: &str) -> io::Result<Vec<IpAddr>> {
        let row = self.0.iter().find(|(name, _)| *name == host);
        row.map(|(_, addresses)| addresses.clone())
            .ok_or_else(|| io::Error::other("unknown"))
    }
}

fn table(rows: &[(&'static str, &[&str])]) -> Arc<Table> {
    let rows = rows.iter().map(|(name, addresses)| {
        let parsed = addresses.iter().map(|a| a.parse().unwrap());
        (*name, parsed.collect())
    });
    Arc::new(Table(rows.collect()))
}

fn fetch(pages: &RemotePages, url: &str) -> Result<FetchedPage, Error> {
    pages.fetch(url, &Cancel::new())
}

fn strict() -> RemotePages {
    RemotePages::new(PageLimits::default())
}

#[test]
fn every_private_address_is_refused_however_it_is_written() {
    for (host, range) in [
        ("127.0.0.1", "loopback"),
        ("127.1", "loopback"),
        ("2130706433", "loopback"),
        ("0x7f000001", "loopback"),
        ("0177.0.0.1", "loopback"),
        ("[::1]", "loopback"),
        ("[::ffff:127.0.0.1]", "loopback"),
        ("[::ffff:7f00:1]", "loopback"),
        ("10.1.2.3", "private"),
        ("172.16.0.1", "private"),
        ("192.168.0.1", "private"),
        ("[64:ff9b::10.0.0.1]", "private"),
        ("[2002:c0a8:1::1]", "private"),
        ("100.64.0.1", "carrier-grade NAT"),
        ("169.254.169.254", "link-local"),
        ("[fe80::1]", "link-local"),
        ("[fd00:ec2::254]", "unique local"),
        ("[fc00::1]", "unique local"),
        ("0.0.0.0", "unspecified"),
        ("[::]", "unspecified"),
        ("224.0.0.1", "multicast"),
        ("[ff02::1]", "multicast"),
        ("255.255.255.255", "broadcast"),
        ("192.0.2.1", "documentation"),
        ("[2001:db8::1]", "documentation"),
        ("198.18.0.1", "benchmarking"),
        ("240.0.0.1", "reserved"),
    ] {
        let error = fetch(&strict(), &format!("http://{host}/")).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Invalid, "{host}: {}", error.message);
        let expected = format!("is at a {range} address, which pages are not fetched from");
        assert!(
            error.message.ends_with(&expected),
            "{host}: {}",
            error.message
        );
    }
}

#[test]
fn a_name_that_leads_to_a_private_address_is_refused_without_a_connection() {
    let server = Server::saying(reply("200 OK", &["Content-Type: text/plain"], b"secret"));
    let names = table(&[
        ("inside.test", &["127.0.0.1"]),
        ("meta.test", &["169.254.169.254"]),
        ("six.test", &["::1"]),
        ("localhost", &["127.0.0.1", "::1"]),
    ]);
    let pages = strict().with_lookup(names);
    for host in [
        "inside.test",
        "meta.test",
        "six.test",
        "localhost",
        "INSIDE.test",
    ] {
        let error = fetch(&pages, &format!("http://{host}:8000/")).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Invalid, "{host}: {}", error.message);
        assert!(error.hint.unwrap().contains("add the text itself"));
    }
    assert!(server.requests().is_empty());
}

#[test]
fn one_private_address_among_public_ones_refuses_the_name() {
    let names = table(&[
        ("first.test", &["10.0.0.1", "8.8.8.8"]),
        (
            "last.test",
            &["8.8.8.8", "2606:4700::1111", "::ffff:10.0.0.1"],
        ),
    ]);
    let pages = strict().with_lookup(names);
    for host in ["first.test", "last.test"] {
        let error = fetch(&pages, &format!("https://{host}/")).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Invalid);
        assert_eq!(
            error.message,
            format!("`{host}` is at a private address, which pages are not fetched from")
        );
    }
}

#[test]
fn the_system_resolver_is_checked_too() {
    let error = fetch(&strict(), "http://localhost:8000/").unwrap_err();
    assert_eq!(error.kind, ErrorKind::Invalid);
    assert!(error.message.contains("loopback"), "{}", error.message);
}

#[test]
fn link_local_addresses_are_refused_even_where_private_ones_are_allowed() {
    let pages = RemotePages::new(PageLimits {
        allow_private: true,
        ..PageLimits::default()
    });
    let error = fetch(&pages, "http://169.254.169.254/latest/meta-data/").unwrap_err();
    assert_eq!(error.kind, ErrorKind::Invalid);
    assert!(error.message.contains("link-local"), "{}", error.message);
}

/// The story: a page on an allowed host redirects to the metadata service. Every hop is checked,
/// whether it names the address or a host that resolves to it.
#[test]
fn a_redirect_to_a_refused_address_is_refused() {
    for location in ["http://169.254.169.254/", "http://meta.test/"] {
        let header = format!("Location: {location}");
        let server = Server::saying(reply("302 Found", &[&header], b""));
        let names = table(&[
            ("outside.test", &["127.0.0.1"]),
            ("meta.test", &["169.254.169.254"]),
        ]);
        let pages = RemotePages::new(PageLimits {
            allow_private: true,
            ..PageLimits::default()
        })
        .with_lookup(names);
        let url = format!("http://outside.test:{}/", server.address.port());
        let error = fetch(&pages, &url).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Invalid);
        assert!(error.message.contains("link-local"), "{}", error.message);
        assert_eq!(server.requests().len(), 1);
    }
}

/// Answers differently the second time, as a rebinding name server does.
struct Rebinding {
    asked: AtomicUsize,
    answers: Mutex<Vec<IpAddr>>,
}

impl Lookup for Rebinding {
    fn addresses(&self, _host: &str) -> io::Result<Vec<IpAddr>> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        Ok(vec![self.answers.lock().unwrap().remove(0)])
    }
}

#[test]
fn a_name_is_resolved_once_per_hop_and_the_connection_goes_where_the_check_looked() {
    let server = Server::saying(reply("200 OK", &["Content-Type: text/plain"], b"here"));
    let names = Arc::new(Rebinding {
        asked: AtomicUsize::new(0),
        answers: Mutex::new(vec![
            "127.0.0.1".parse().unwrap(),
            "169.254.169.254".parse().unwrap(),
        ]),
    });
    let pages = RemotePages::new(PageLimits {
        allow_private: true,
        ..PageLimits::default()
    })
    .with_lookup(Arc::clone(&names) as Arc<dyn Lookup>);
    let url = format!("http://rebinding.test:{}/", server.address.port());
    assert_eq!(fetch(&pages, &url).unwrap().bytes, b"here");
    assert_eq!(names.asked.load(Ordering::SeqCst), 1);
    assert_eq!(
        server.requests()[0].header("host").unwrap(),
        format!("rebinding.test:{}", server.address.port())
    );
    // The second fetch asks again, and trusts no earlier answer.
    let error = fetch(&pages, &url).unwrap_err();
    assert!(error.message.contains("link-local"), "{}", error.message);
}

#[test]
fn a_name_without_an_address_is_unavailable() {
    let pages = strict().with_lookup(table(&[("empty.test", &[])]));
    for host in ["empty.test", "missing.test"] {
        let error = fetch(&pages, &format!("http://{host}/")).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Unavailable);
        assert_eq!(
            error.message,
            format!("no address is known for the host `{host}`")
        );
    }
}

/// Never answers.
struct Silent;

impl Lookup for Silent {
    fn addresses(&self, _host: &str) -> io::Result<Vec<IpAddr>> {
        loop {
            std::thread::park();
        }
    }
}

#[test]
fn a_silent_name_server_meets_the_deadline() {
    let pages = RemotePages::new(PageLimits {
        time_ms: 100,
        ..PageLimits::default()
    })
    .with_lookup(Arc::new(Silent));
    let error = fetch(&pages, "http://slow.test/").unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unavailable);
    assert_eq!(
        error.message,
        "`slow.test` did not answer in full within 100 ms"
    );
}

#[test]
fn only_web_ports_are_asked_and_credentials_never_sent() {
    let pages = strict().with_lookup(table(&[("outside.test", &["8.8.8.8"])]));
    for url in [
        "http://outside.test:22/",
        "http://outside.test:25/",
        "http://outside.test:6379/",
        "http://user:pass@outside.test/",
        "ftp://outside.test/",
        "undefined",
        "",
    ] {
        let error = fetch(&pages, url).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Invalid, "{url}: {}", error.message);
        assert!(!error.message.contains("pass@"), "{url}");
    }
}
