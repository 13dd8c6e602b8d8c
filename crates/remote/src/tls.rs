//! Which certificates are trusted: those that the machine trusts, and what the owner adds.

use std::sync::{Arc, OnceLock};

use domain::error::{Error, Result};
use rustls::crypto::CryptoProvider;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

type Roots = Arc<Vec<Certificate<'static>>>;

/// The settings for a connection to a `https` address. `extra` are certificates in DER form.
///
/// # Errors
/// `Unavailable` when the machine trusts nobody and `extra` names nobody.
pub(crate) fn trusting(extra: &[Vec<u8>]) -> Result<TlsConfig> {
    let mut roots = machine_roots();
    if !extra.is_empty() {
        let mut all = roots.as_ref().clone();
        all.extend(
            extra
                .iter()
                .map(|der| Certificate::from_der(der).to_owned()),
        );
        roots = Arc::new(all);
    }
    if roots.is_empty() {
        return Err(Error::unavailable(
            "this machine names no certificate authority to trust, so no `https` address can be read",
        )
        .hint("install the system's CA certificates, or set SSL_CERT_FILE"));
    }
    Ok(with_roots(roots))
}

/// The settings for a connection that will not be encrypted.
pub(crate) fn unused() -> TlsConfig {
    with_roots(Arc::default())
}

fn with_roots(roots: Roots) -> TlsConfig {
    TlsConfig::builder()
        .root_certs(RootCerts::Specific(roots))
        .unversioned_rustls_crypto_provider(provider())
        .build()
}

/// Whether `io` is a failed handshake or a record that fails its check.
pub(crate) fn is_fault(io: &std::io::Error) -> bool {
    io.get_ref()
        .is_some_and(|inner| inner.is::<rustls::Error>())
}

/// The machine's certificates, read once: that takes some milliseconds.
fn machine_roots() -> Roots {
    static ROOTS: OnceLock<Roots> = OnceLock::new();
    ROOTS
        .get_or_init(|| {
            let found = rustls_native_certs::load_native_certs();
            let certificates = found.certs.iter();
            Arc::new(
                certificates
                    .map(|der| Certificate::from_der(der.as_ref()).to_owned())
                    .collect(),
            )
        })
        .clone()
}

fn provider() -> Arc<CryptoProvider> {
    static PROVIDER: OnceLock<Arc<CryptoProvider>> = OnceLock::new();
    PROVIDER
        .get_or_init(|| Arc::new(rustls::crypto::ring::default_provider()))
        .clone()
}
