//! The address of a page: which ones are asked for at all, before any name is resolved.

use domain::error::{Error, Result};
use ureq::http::Uri;
use url::Url;

/// The longest address, in bytes.
const URL_BYTES_MAX: usize = 8 * 1024;

/// An address that may be asked for.
#[derive(Clone, Debug)]
pub(super) struct Target {
    url: Url,
    uri: Uri,
}

impl Target {
    /// Reads the address that a caller wrote.
    ///
    /// # Errors
    /// `Invalid` for anything but a `http` or `https` address without a user's name, on a port that
    /// pages are served from.
    pub(super) fn parse(text: &str, any_port: bool) -> Result<Self> {
        if text.len() > URL_BYTES_MAX {
            return Err(Error::invalid(format!(
                "the address is longer than {URL_BYTES_MAX} bytes"
            )));
        }
        let url = Url::parse(text.trim()).map_err(|fault| {
            Error::invalid(format!("the address of the page cannot be read: {fault}"))
                .hint("give a whole address, such as https://example.com/page")
        })?;
        Self::checked(url, any_port)
    }

    /// The address that a redirect from here leads to.
    ///
    /// # Errors
    /// As [`Target::parse`]; `Invalid` too when it leads from an encrypted page to a plain one.
    pub(super) fn redirected(&self, location: &str, any_port: bool) -> Result<Self> {
        let url = self.url.join(location).map_err(|fault| {
            Error::invalid(format!(
                "`{}` redirects to an address that cannot be read: {fault}",
                self.host()
            ))
        })?;
        let target = Self::checked(url, any_port)?;
        if self.is_encrypted() && !target.is_encrypted() {
            return Err(Error::invalid(format!(
                "`{}` redirects from https to plain http, which is not followed",
                self.host()
            ))
            .hint("name the plain page itself if you trust the way to it"));
        }
        Ok(target)
    }

    fn checked(mut url: Url, any_port: bool) -> Result<Self> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(Error::invalid(format!(
                "addresses with `{}:` are not fetched",
                url.scheme()
            ))
            .hint("give an address that starts with http:// or https://"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Error::invalid(
                "the address holds a user name or password, which is never sent",
            )
            .hint("give the address without what stands before the @"));
        }
        if let Some(port) = url.port().filter(|&port| !any_port && !is_web_port(port)) {
            return Err(
                Error::invalid(format!("pages are not fetched from port {port}"))
                    .hint("pages are fetched from the ports 80, 443 and 8000 to 8999"),
            );
        }
        url.set_fragment(None);
        let uri = url.as_str().parse().map_err(|_| {
            Error::invalid("the address of the page cannot be sent as it stands")
                .hint("percent-encode its special characters")
        })?;
        Ok(Self { url, uri })
    }

    /// The address in full.
    pub(super) fn text(&self) -> &str {
        self.url.as_str()
    }

    /// The same, as a request wants it.
    pub(super) fn uri(&self) -> &Uri {
        &self.uri
    }

    /// Its host, for messages: what else an address holds may be a secret.
    pub(super) fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }

    pub(super) fn is_encrypted(&self) -> bool {
        self.url.scheme() == "https"
    }
}

/// Whether pages are served from `port` on the internet. Other ports belong to services that a
/// stray request can harm (mail, databases); where private addresses are allowed, any port is.
fn is_web_port(port: u16) -> bool {
    matches!(port, 80 | 443 | 8000..=8999)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_brought_into_one_form() {
        for (text, expected) in [
            ("http://example.com", "http://example.com/"),
            (
                "  HTTPS://Example.COM:443/a b#part ",
                "https://example.com/a%20b",
            ),
            ("http://bücher.example/", "http://xn--bcher-kva.example/"),
            ("http://2130706433/", "http://127.0.0.1/"),
            ("http://0x7f.1/", "http://127.0.0.1/"),
            ("http://example.com/a/../b", "http://example.com/b"),
        ] {
            assert_eq!(Target::parse(text, false).unwrap().text(), expected);
        }
    }

    #[test]
    fn only_plain_web_addresses_are_asked_for() {
        for text in [
            "",
            "example.com",
            "/etc/passwd",
            "file:///etc/passwd",
            "ftp://example.com/",
            "gopher://example.com/",
            "data:text/plain,hello",
            "javascript:alert(1)",
            "http://",
            "http://user@example.com/",
            "http://user:secret@example.com/",
            "http://:secret@example.com/",
            "http://example.com:22/",
            "http://example.com:6379/",
            "http://example.com:99999/",
            "http://[::1/",
            "undefined",
        ] {
            let error = Target::parse(text, false).unwrap_err();
            assert_eq!(error.kind, domain::error::ErrorKind::Invalid, "{text}");
            assert!(!error.message.contains("secret"), "{text}");
        }
        let long = format!("http://example.com/{}", "a".repeat(URL_BYTES_MAX));
        assert!(Target::parse(&long, false).is_err());
    }

    #[test]
    fn any_port_may_be_asked_for_where_private_addresses_are_allowed() {
        assert!(Target::parse("http://example.com:3000/", false).is_err());
        assert!(Target::parse("http://example.com:3000/", true).is_ok());
        assert!(Target::parse("http://example.com:8080/", false).is_ok());
    }

    #[test]
    fn a_redirect_may_be_relative_and_never_gives_up_encryption() {
        let from = Target::parse("https://example.com/a/b?c=d", false).unwrap();
        let to = |location: &str| from.redirected(location, false);
        assert_eq!(to("../e").unwrap().text(), "https://example.com/e");
        assert_eq!(
            to("//other.example/").unwrap().text(),
            "https://other.example/"
        );
        assert!(to("http://example.com/").is_err());
        assert!(to("file:///etc/passwd").is_err());
        assert!(to("https://user@example.com/").is_err());
        assert!(to("https://example.com:25/").is_err());
    }
}
