//! Pages over TLS, with a certificate of our own making (`certificates/`, valid for `pages.test`
//! until 2126; the key is there for anyone to see).

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread::JoinHandle;

use domain::cancel::Cancel;
use domain::error::{Error, ErrorKind};
use domain::ports::page_fetcher::{FetchedPage, PageFetcher};
use remote::{Lookup, PageLimits, RemotePages};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use crate::server::reply;

const CERTIFICATE: &[u8] = include_bytes!("certificates/pages.test.der");
const KEY: &[u8] = include_bytes!("certificates/pages.test.key.der");

struct Here;

impl Lookup for Here {
    fn addresses(&self, _host: &str) -> std::io::Result<Vec<IpAddr>> {
        Ok(vec![Ipv4Addr::LOCALHOST.into()])
    }
}

/// Serves one connection, then ends.
fn serve_once(answer: Vec<u8>) -> (SocketAddr, JoinHandle<()>) {
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(KEY));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![CertificateDer::from(CERTIFICATE)], key)
        .unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let thread = std::thread::spawn(move || {
        let (socket, _) = listener.accept().unwrap();
        let connection = ServerConnection::new(Arc::new(config)).unwrap();
        let mut stream = StreamOwned::new(connection, socket);
        // A client that trusts nothing hangs up in the middle of the handshake.
        let mut request = [0; 4096];
        if stream.read(&mut request).is_ok() {
            stream.write_all(&answer).unwrap();
            stream.conn.send_close_notify();
            stream.flush().unwrap();
        }
    });
    (address, thread)
}

fn pages() -> RemotePages {
    RemotePages::new(PageLimits {
        allow_private: true,
        ..PageLimits::default()
    })
    .with_lookup(Arc::new(Here))
    .trusting(CERTIFICATE.to_vec())
}

fn fetch(pages: &RemotePages, host: &str, answer: Vec<u8>) -> Result<FetchedPage, Error> {
    let (address, thread) = serve_once(answer);
    let url = format!("https://{host}:{}/page", address.port());
    let page = pages.fetch(&url, &Cancel::new());
    thread.join().unwrap();
    page
}

#[test]
fn a_page_arrives_over_a_trusted_connection() {
    let answer = reply("200 OK", &["Content-Type: text/plain"], b"sealed");
    let page = fetch(&pages(), "pages.test", answer).unwrap();
    assert_eq!(page.bytes, b"sealed");
    assert!(page.url.starts_with("https://pages.test:"));
}

#[test]
fn a_certificate_for_another_name_is_not_trusted() {
    let error = fetch(&pages(), "other.test", Vec::new()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unavailable);
    assert_eq!(
        error.message,
        "`other.test` gives no page: its encrypted connection cannot be trusted"
    );
}

#[test]
fn a_certificate_of_nobody_we_know_is_not_trusted() {
    let strangers = RemotePages::new(PageLimits {
        allow_private: true,
        ..PageLimits::default()
    })
    .with_lookup(Arc::new(Here))
    .trusting(b"no certificate".to_vec());
    let error = fetch(&strangers, "pages.test", Vec::new()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Unavailable);
    assert!(
        error.message.ends_with("cannot be trusted"),
        "{}",
        error.message
    );
}

#[test]
fn a_redirect_never_gives_up_encryption() {
    let answer = reply("302 Found", &["Location: http://pages.test/plain"], b"");
    let error = fetch(&pages(), "pages.test", answer).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Invalid);
    assert_eq!(
        error.message,
        "`pages.test` redirects from https to plain http, which is not followed"
    );
}
