use http::HeaderMap;

use super::*;

fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in pairs {
        headers.append(*name, value.parse().unwrap());
    }
    headers
}

fn check(policy: &HostPolicy, pairs: &[(&'static str, &str)]) -> Option<CalledBy> {
    let uri = Uri::from_static("/v1/prompts");
    policy.check(&headers(pairs), &uri).ok()
}

#[test]
fn the_names_of_loopback_are_known_at_any_port() {
    let policy = HostPolicy::loopback();
    for host in [
        "localhost",
        "LOCALHOST:4142",
        "127.0.0.1",
        "127.0.0.1:1",
        "[::1]",
        "[::1]:65535",
        "[0:0:0:0:0:0:0:1]:80",
    ] {
        let called = check(&policy, &[("host", host)]);
        assert_eq!(called, Some(CalledBy::Loopback), "{host}");
    }
}

#[test]
fn other_names_and_whatever_is_malformed_are_refused() {
    let policy = HostPolicy::loopback();
    for host in [
        "evil.example",
        "localhost.evil.example",
        "localhost.",
        "127.0.0.1.evil.example",
        "127.0.0.2",
        "127.1",
        "2130706433",
        "0.0.0.0",
        "[::]",
        "[::ffff:127.0.0.1]",
        "::1",
        "[::1",
        "user@localhost",
        "localhost@evil.example",
        "localhost:",
        "localhost:+80",
        "localhost:99999",
        "localhost:80:80",
        "localhost/",
        "localhost evil.example",
        "localhost,evil.example",
        "",
    ] {
        assert_eq!(check(&policy, &[("host", host)]), None, "{host}");
    }
    assert_eq!(check(&policy, &[]), None);
    let two = [("host", "localhost"), ("host", "localhost")];
    assert_eq!(check(&policy, &two), None);
}

#[test]
fn a_name_in_the_request_line_counts_as_well() {
    let policy = HostPolicy::loopback();
    let headers = headers(&[("host", "localhost:4142")]);
    let check = |uri: &'static str| policy.check(&headers, &Uri::from_static(uri)).ok();
    assert_eq!(
        check("http://127.0.0.1:4142/v1/prompts"),
        Some(CalledBy::Loopback)
    );
    for uri in [
        "http://evil.example/v1/prompts",
        "http://user@localhost/v1/prompts",
    ] {
        assert_eq!(check(uri), None, "{uri}");
    }
}

#[test]
fn a_page_of_the_server_itself_may_call_it_and_no_other() {
    let policy = HostPolicy::loopback();
    let from = |origin: &str| check(&policy, &[("host", "localhost:4142"), ("origin", origin)]);
    for origin in [
        "http://localhost:4142",
        "http://127.0.0.1:4142",
        "http://[::1]:4142",
    ] {
        assert_eq!(from(origin), Some(CalledBy::Loopback), "{origin}");
    }
    for origin in [
        "http://localhost:9999",
        "http://localhost",
        "http://evil.example",
        "http://evil.example:4142",
        "http://localhost:4142/",
        "http://localhost:4142@evil.example",
        "chrome-extension://abcdefgh",
        "file://",
        "null",
        "",
    ] {
        assert_eq!(from(origin), None, "{origin}");
    }
    let two = [
        ("host", "localhost:4142"),
        ("origin", "http://localhost:4142"),
        ("origin", "http://evil.example"),
    ];
    assert_eq!(check(&policy, &two), None);
}

#[test]
fn what_a_page_embeds_is_refused_and_a_followed_link_is_not() {
    let policy = HostPolicy::loopback();
    let sent = |site: &str, mode: &str, dest: &str| {
        let pairs = [
            ("host", "localhost:4142"),
            ("sec-fetch-site", site),
            ("sec-fetch-mode", mode),
            ("sec-fetch-dest", dest),
        ];
        check(&policy, &pairs).is_some()
    };
    assert!(!sent("cross-site", "no-cors", "image"));
    assert!(!sent("same-site", "no-cors", "script"));
    assert!(!sent("cross-site", "navigate", "iframe"));
    assert!(sent("cross-site", "navigate", "document"));
    assert!(sent("same-origin", "cors", "empty"));
    assert!(sent("none", "navigate", "document"));
}

#[test]
fn more_names_and_origins_can_be_allowed() {
    let policy = HostPolicy::loopback()
        .with_base_url("https://ibid.example/")
        .with_hosts(&["box.lan".to_owned(), "nas.lan:4142".to_owned()])
        .unwrap()
        .with_origins(&["https://app.example".to_owned()])
        .unwrap();
    for (host, known) in [
        ("ibid.example", true),
        ("box.lan:99", true),
        ("nas.lan:4142", true),
        ("nas.lan:4143", false),
        ("evil.example", false),
    ] {
        let called = check(&policy, &[("host", host)]);
        assert_eq!(called, known.then_some(CalledBy::OtherName), "{host}");
    }
    for (origin, allowed) in [
        ("https://app.example", true),
        ("https://app.example:443", true),
        ("http://app.example", false),
        ("https://ibid.example", true),
    ] {
        let pairs = [("host", "box.lan"), ("origin", origin)];
        assert_eq!(check(&policy, &pairs).is_some(), allowed, "{origin}");
    }
}

#[test]
fn settings_that_are_no_host_or_origin_say_so() {
    let hosts = HostPolicy::loopback().with_hosts(&["http://box.lan".to_owned()]);
    assert_eq!(hosts.unwrap_err().message, "`http://box.lan` is no host");
    let origins = HostPolicy::loopback().with_origins(&["box.lan".to_owned()]);
    assert_eq!(origins.unwrap_err().message, "`box.lan` is no origin");
}
