//! Reads bodies, never more than is allowed.

use std::time::Duration;

use axum::body::Body;
use bytes::{Bytes, BytesMut};
use domain::{Error, Result};
use http_body_util::BodyExt as _;

/// How long a body may take to arrive.
const BODY_TIME: Duration = Duration::from_secs(60);

/// The whole of `body`.
///
/// # Errors
/// `TooLarge` over `bytes_max`; `Invalid` when it breaks off or takes too long.
pub async fn read(body: Body, bytes_max: usize) -> Result<Bytes> {
    match tokio::time::timeout(BODY_TIME, collect(body, bytes_max)).await {
        Ok(read) => read,
        Err(_) => Err(Error::invalid(format!(
            "the body took longer than {} s to arrive",
            BODY_TIME.as_secs()
        ))),
    }
}

async fn collect(mut body: Body, bytes_max: usize) -> Result<Bytes> {
    let mut kept = BytesMut::new();
    let mut length = 0;
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| Error::invalid("the body broke off"))?;
        let Ok(data) = frame.into_data() else {
            continue;
        };
        length += data.len();
        if length <= bytes_max {
            kept.extend_from_slice(&data);
        } else if length > 2 * bytes_max {
            return Err(too_large(bytes_max));
        } else {
            // What is left is read and forgotten: a client that is still sending when it is
            // answered would see a broken connection instead of the answer.
            kept = BytesMut::new();
        }
    }
    if length > bytes_max {
        return Err(too_large(bytes_max));
    }
    Ok(kept.freeze())
}

fn too_large(bytes_max: usize) -> Error {
    Error::too_large(format!("the body is over the limit of {bytes_max} bytes"))
}

#[cfg(test)]
mod tests {
    use domain::ErrorKind;

    use super::*;

    fn read_now(body: &'static str, bytes_max: usize) -> Result<Bytes> {
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap()
            .block_on(read(Body::from(body), bytes_max))
    }

    #[test]
    fn a_body_up_to_the_limit_is_read_whole() {
        assert_eq!(read_now("12345", 5).unwrap(), "12345");
        assert_eq!(read_now("", 0).unwrap(), "");
        for body in ["123456", "12345678901234567890"] {
            assert_eq!(read_now(body, 5).unwrap_err().kind, ErrorKind::TooLarge);
        }
    }
}
