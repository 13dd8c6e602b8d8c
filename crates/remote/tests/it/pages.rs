//! Pages from a server on this machine, which the limits allow here.

use std::io::Write;
use std::sync::mpsc::channel;

use domain::cancel::Cancel;
use domain::error::{Error, ErrorKind};
use domain::extracted::ExtractedDocument;
use domain::ports::extractor::Extractor;
use domain::ports::page_fetcher::{FetchedPage, PageFetcher};
use extract::Registry;
use flate2::Compression;
use flate2::write::GzEncoder;
use remote::{PageLimits, RemotePages};

use crate::server::{Server, reply, wait_for_end};

fn here() -> PageLimits {
    PageLimits {
        allow_private: true,
        ..PageLimits::default()
    }
}

fn fetch(limits: PageLimits, url: &str) -> Result<FetchedPage, Error> {
    RemotePages::new(limits).fetch(url, &Cancel::new())
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn a_page_arrives_with_its_type_and_its_bytes() {
    let html = "text/html; level=1";
    let header = format!("Content-Type: {html}");
    let server = Server::saying(reply("200 OK", &[&header], b"<p>caf\xe9</p>"));
    let page = fetch(here(), &server.url("/menu?day=1#top")).unwrap();
    assert_eq!(page.url, server.url("/menu?day=1"));
    assert_eq!(page.media_type.as_deref(), Some(html));
    assert_eq!(page.bytes, b"<p>caf\xe9</p>");
}

/// What is read of a page that is sent with this type and body.
fn read_back(media_type: &str, body: &[u8]) -> ExtractedDocument {
    let header = format!("Content-Type: {media_type}");
    let server = Server::saying(reply("200 OK", &[&header], body));
    let page = fetch(here(), &server.url("/")).unwrap();
    let essence = media_type.split(';').next().unwrap();
    let named = format!("{essence}; charset=utf-8");
    assert_eq!(page.media_type.as_deref(), Some(named.as_str()));
    let name = if essence == "text/html" {
        "page.html"
    } else {
        "page.txt"
    };
    let extracted = Registry::new().extract(name, &page.bytes, &Cancel::new());
    extracted.unwrap()
}

#[test]
fn an_encoding_that_the_header_names_is_the_one_that_is_read() {
    let page = read_back("text/html; charset=ISO-8859-1", b"<p>\x80 caf\xe9</p>");
    assert_eq!(page.text.trim(), "€ café");
    // 日本語
    let japanese = b"\x93\xfa\x96{\x8c\xea";
    let page = read_back("text/plain; charset=Shift_JIS", japanese);
    assert_eq!(page.text.trim(), "日本語");
    assert!(page.warnings.is_empty(), "{:?}", page.warnings);
}

#[test]
fn an_encoding_that_the_header_names_outranks_what_the_page_says() {
    for meta in ["shift_jis", "utf-8", "koi8-r"] {
        let page = [
            format!("<html><head><meta charset={meta}></head><body><p>").as_bytes(),
            b"na\xefve caf\xe9</p></body></html>",
        ]
        .concat();
        let page = read_back("text/html; charset=windows-1252", &page);
        assert_eq!(page.text.trim(), "naïve café", "{meta}");
        assert!(page.warnings.is_empty(), "{meta}: {:?}", page.warnings);
    }
    let page = "<html><head><meta charset=windows-1252></head><body><p>naïve</p></body></html>";
    let page = read_back("text/html; charset=utf-8", page.as_bytes());
    assert_eq!(page.text.trim(), "naïve");
    assert!(page.warnings.is_empty(), "{:?}", page.warnings);
}

#[test]
fn a_request_says_who_asks_and_nothing_about_the_caller() {
    let server = Server::saying(reply("200 OK", &["Content-Type: text/plain"], b"hello"));
    fetch(here(), &server.url("/a%20b")).unwrap();
    let requests = server.requests();
    let [request] = requests.as_slice() else {
        panic!("one request: {requests:?}");
    };
    assert_eq!(request.line, "GET /a%20b HTTP/1.1");
    let agent = request.header("user-agent").unwrap();
    assert_eq!(agent, concat!("ibid/", env!("CARGO_PKG_VERSION")));
    let mut names: Vec<&str> = request.headers.iter().map(|(n, _)| n.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["accept", "accept-encoding", "host", "user-agent"]);
}

#[test]
fn redirects_are_followed_to_the_page_they_end_at() {
    let server = Server::start(|request, stream| {
        let answer = match request.path() {
            "/old" => reply("301 Moved", &["Location: next"], b"moved"),
            "/next" => reply("307 Elsewhere", &["Location: /new?x=1#part"], b""),
            _ => reply("200 OK", &["Content-Type: text/plain"], b"here"),
        };
        stream.write_all(&answer).unwrap();
    });
    let page = fetch(here(), &server.url("/old")).unwrap();
    assert_eq!(page.url, server.url("/new?x=1"));
    assert_eq!(page.bytes, b"here");
    let paths: Vec<String> = server
        .requests()
        .iter()
        .map(|r| r.path().to_owned())
        .collect();
    assert_eq!(paths, ["/old", "/next", "/new?x=1"]);
}

#[test]
fn no_cookie_comes_back_after_a_redirect() {
    let server = Server::start(|request, stream| {
        let answer = match request.path() {
            "/in" => reply(
                "302 Found",
                &["Location: /out", "Set-Cookie: a=b; Path=/"],
                b"",
            ),
            _ => reply("200 OK", &["Content-Type: text/plain"], b"here"),
        };
        stream.write_all(&answer).unwrap();
    });
    fetch(here(), &server.url("/in")).unwrap();
    for request in server.requests() {
        assert_eq!(request.header("cookie"), None);
        assert_eq!(request.header("referer"), None);
    }
}

#[test]
fn a_circle_of_redirects_ends_at_the_limit() {
    let server = Server::saying(reply("302 Found", &["Location: /again"], b""));
    let error = fetch(here(), &server.url("/again")).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Invalid);
    assert_eq!(error.message, "the page redirects more than 5 times");
    assert_eq!(server.requests().len(), 6);
}

#[test]
fn a_redirect_to_nowhere_is_an_answer_without_a_page() {
    for headers in [&[][..], &["Location: http://[broken/"][..]] {
        let server = Server::saying(reply("302 Found", headers, b""));
        let error = fetch(here(), &server.url("/")).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Invalid, "{}", error.message);
    }
}

#[test]
fn a_redirect_out_of_the_web_is_refused() {
    let server = Server::saying(reply("302 Found", &["Location: file:///etc/passwd"], b""));
    let error = fetch(here(), &server.url("/")).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Invalid);
    assert_eq!(error.message, "addresses with `file:` are not fetched");
}

#[test]
fn another_status_is_refused_with_its_number() {
    for status in [204 + 100, 400, 401, 404, 500, 503] {
        let line = format!("{status} Something");
        let server = Server::saying(reply(&line, &["Content-Type: text/html"], b"<p>no</p>"));
        let error = fetch(here(), &server.url("/")).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Invalid, "{status}");
        assert_eq!(
            error.message,
            format!("`127.0.0.1` answered with status {status} instead of a page")
        );
        assert!(error.hint.is_some());
    }
}

#[test]
fn a_type_that_holds_no_text_is_refused_by_its_name() {
    for (media_type, part) in [
        ("image/png", "`image/png`, which holds no text to keep"),
        (
            "application/pdf",
            "a PDF, which cannot be read from the web yet",
        ),
    ] {
        let header = format!("Content-Type: {media_type}");
        let server = Server::saying(reply("200 OK", &[&header], b"\x89PNG"));
        let error = fetch(here(), &server.url("/")).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Invalid);
        assert_eq!(error.message, format!("`127.0.0.1` answered with {part}"));
    }
}

#[test]
fn a_page_without_a_type_is_left_to_whoever_reads_it() {
    let server = Server::saying(reply("200 OK", &[], b"plain"));
    let page = fetch(here(), &server.url("/")).unwrap();
    assert_eq!(page.media_type, None);
}

#[test]
fn an_announced_size_over_the_limit_is_refused_before_it_is_read() {
    let server = Server::start(|_, stream| {
        let head = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1001\r\n\r\n";
        stream.write_all(head).unwrap();
        wait_for_end(stream);
    });
    let limits = PageLimits {
        bytes_max: 1000,
        ..here()
    };
    let error = fetch(limits, &server.url("/")).unwrap_err();
    assert_eq!(error.kind, ErrorKind::TooLarge);
    assert_eq!(
        error.message,
        "the page at `127.0.0.1` is larger than 1000 bytes"
    );
}

#[test]
fn a_page_of_exactly_the_limit_is_kept() {
    let limits = PageLimits {
        bytes_max: 1000,
        ..here()
    };
    let body = [b'a'; 1000];
    let server = Server::saying(reply("200 OK", &["Content-Type: text/plain"], &body));
    assert_eq!(fetch(limits, &server.url("/")).unwrap().bytes, body);
}

#[test]
fn an_endless_body_ends_at_the_limit() {
    let server = Server::start(|_, stream| {
        let head = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n";
        stream.write_all(head).unwrap();
        while stream.write_all(&[b'a'; 4096]).is_ok() {}
    });
    let limits = PageLimits {
        bytes_max: 100_000,
        ..here()
    };
    let error = fetch(limits, &server.url("/")).unwrap_err();
    assert_eq!(error.kind, ErrorKind::TooLarge);
}

#[test]
fn a_compressed_page_arrives_decompressed() {
    let headers = ["Content-Type: text/plain", "Content-Encoding: gzip"];
    let server = Server::saying(reply("200 OK", &headers, &gzip(b"hello hello hello")));
    let page = fetch(here(), &server.url("/")).unwrap();
    assert_eq!(page.bytes, b"hello hello hello");
}

#[test]
fn the_limit_counts_what_decompression_gives() {
    let bomb = gzip(&vec![b'a'; 20_000_000]);
    assert!(bomb.len() < 100_000);
    let headers = ["Content-Type: text/plain", "Content-Encoding: gzip"];
    let server = Server::saying(reply("200 OK", &headers, &bomb));
    let limits = PageLimits {
        bytes_max: 1_000_000,
        ..here()
    };
    let error = fetch(limits, &server.url("/")).unwrap_err();
    assert_eq!(error.kind, ErrorKind::TooLarge);
}

#[test]
fn compression_that_gives_nothing_for_ever_ends_at_the_deadline() {
    let member = gzip(b"");
    let server = Server::start(move |_, stream| {
        let head = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Encoding: gzip\r\n\r\n";
        stream.write_all(head).unwrap();
        while stream.write_all(&member).is_ok() {}
    });
    let limits = PageLimits {
        time_ms: 300,
        ..here()
    };
    let error = fetch(limits, &server.url("/")).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unavailable, "{}", error.message);
}

#[test]
fn damaged_compression_and_foreign_encodings_are_refused() {
    for (encoding, part) in [
        ("gzip", "is damaged"),
        ("br", "compresses its page by `br`"),
    ] {
        let header = format!("Content-Encoding: {encoding}");
        let server = Server::saying(reply(
            "200 OK",
            &["Content-Type: text/plain", &header],
            b"no",
        ));
        let error = fetch(here(), &server.url("/")).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Invalid, "{}", error.message);
        assert!(error.message.contains(part), "{}", error.message);
    }
}

#[test]
fn a_server_that_never_answers_meets_the_deadline() {
    for head in [
        &b""[..],
        b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\nhalf",
    ] {
        let server = Server::start(move |_, stream| {
            stream.write_all(head).unwrap();
            wait_for_end(stream);
        });
        let limits = PageLimits {
            time_ms: 200,
            ..here()
        };
        let error = fetch(limits, &server.url("/")).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Unavailable);
        assert_eq!(
            error.message,
            "`127.0.0.1` did not answer in full within 200 ms"
        );
    }
}

#[test]
fn a_redirect_to_a_silent_page_meets_the_deadline() {
    let server = Server::start(|request, stream| match request.path() {
        "/" => stream
            .write_all(&reply("302 Found", &["Location: /next"], b""))
            .unwrap(),
        _ => wait_for_end(stream),
    });
    let limits = PageLimits {
        time_ms: 500,
        ..here()
    };
    let error = fetch(limits, &server.url("/")).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unavailable, "{}", error.message);
}

#[test]
fn a_page_cut_short_is_no_page() {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 10\r\n\r\nhalf";
    let server = Server::saying(head);
    let error = fetch(here(), &server.url("/")).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unavailable, "{}", error.message);
    assert_eq!(
        error.message,
        "`127.0.0.1` gives no page: the connection ended before the page did"
    );
}

#[test]
fn a_server_that_speaks_something_else_is_said_to() {
    for answer in ["220 mail.test ESMTP\r\n", "", "HTTP/1.1 2x OK\r\n\r\n"] {
        let server = Server::saying(answer);
        let error = fetch(here(), &server.url("/")).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Unavailable, "{}", error.message);
    }
    let header = format!("X-Long: {}", "a".repeat(200_000));
    let server = Server::saying(reply("200 OK", &[&header], b""));
    let error = fetch(here(), &server.url("/")).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unavailable, "{}", error.message);
}

#[test]
fn nobody_at_the_address_is_unavailable() {
    let address = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap()
    };
    let error = fetch(here(), &format!("http://{address}/")).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unavailable);
    assert_eq!(
        error.message,
        "`127.0.0.1` gives no page: the connection is refused"
    );
}

#[test]
fn a_cancelled_fetch_ends_while_the_server_is_silent() {
    let (arrived, asked) = channel();
    let server = Server::start(move |_, stream| {
        arrived.send(()).unwrap();
        wait_for_end(stream);
    });
    let cancel = Cancel::new();
    let pages = RemotePages::new(PageLimits {
        time_ms: 600_000,
        ..here()
    });
    let error = std::thread::scope(|scope| {
        let fetching = scope.spawn(|| pages.fetch(&server.url("/"), &cancel));
        asked.recv().unwrap();
        cancel.cancel();
        fetching.join().unwrap().unwrap_err()
    });
    assert_eq!(error.kind, ErrorKind::Cancelled);
}

#[test]
fn a_fetch_that_is_cancelled_before_asks_nobody() {
    let server = Server::saying(reply("200 OK", &[], b""));
    let cancel = Cancel::new();
    cancel.cancel();
    let error = RemotePages::new(here())
        .fetch(&server.url("/"), &cancel)
        .unwrap_err();
    assert_eq!(error.kind, ErrorKind::Cancelled);
    assert!(server.requests().is_empty());
}
