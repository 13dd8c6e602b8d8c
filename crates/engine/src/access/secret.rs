//! The form of keys, and how their secrets are compared.

use data_encoding::{Encoding, Specification};
use domain::access::{KEY_PREFIX, KeyId};
use domain::ports::entropy::Entropy;
use domain::{Error, Result};

/// Characters of a public id: 60 bits.
const ID_CHARS: usize = 12;
/// Bytes that hold at least as many bits as an id.
const ID_BYTES: usize = 8;
/// Bytes of a secret.
const SECRET_BYTES: usize = 32;
/// Characters of a secret.
const SECRET_CHARS: usize = 52;

fn base32() -> Encoding {
    let mut specification = Specification::new();
    specification
        .symbols
        .push_str("abcdefghijklmnopqrstuvwxyz234567");
    specification
        .encoding()
        .expect("32 distinct symbols make an encoding")
}

/// Draws a public id: 12 characters of `[a-z2-7]`.
pub(super) fn draw_id(entropy: &dyn Entropy) -> Result<KeyId> {
    let mut bytes = [0; ID_BYTES];
    entropy.fill(&mut bytes)?;
    let mut text = base32().encode(&bytes);
    text.truncate(ID_CHARS);
    KeyId::parse(&text).map_err(|_| Error::internal("base32 is no key id"))
}

/// Draws a secret: 256 bits as 52 characters of `[a-z2-7]`.
pub(super) fn draw_secret(entropy: &dyn Entropy) -> Result<String> {
    let mut bytes = [0; SECRET_BYTES];
    entropy.fill(&mut bytes)?;
    Ok(base32().encode(&bytes))
}

/// Splits a key into its public id and its secret; `None` when it is no key.
pub(super) fn parse(key: &str) -> Option<(KeyId, &str)> {
    let (id, secret) = key.trim().strip_prefix(KEY_PREFIX)?.split_once('_')?;
    let is_base32 = |b: u8| b.is_ascii_lowercase() || (b'2'..=b'7').contains(&b);
    let is_secret = secret.len() == SECRET_CHARS && secret.bytes().all(is_base32);
    Some((KeyId::parse(id).ok()?, secret)).filter(|_| is_secret)
}

/// What is kept of a secret. The secret is random, so that one round is enough; the pepper keeps a
/// stolen database from verifying guesses.
pub(super) fn hash(pepper: &[u8; 32], secret: &str) -> blake3::Hash {
    blake3::keyed_hash(pepper, secret.as_bytes())
}

/// Whether `stored` was made of this secret, in a time that does not depend on the answer.
pub(super) fn matches(pepper: &[u8; 32], secret: &str, stored: [u8; 32]) -> bool {
    // Hashes compare in constant time; arrays would not.
    hash(pepper, secret) == blake3::Hash::from_bytes(stored)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Counter;

    impl Entropy for Counter {
        fn fill(&self, bytes: &mut [u8]) -> Result<()> {
            for (at, byte) in bytes.iter_mut().enumerate() {
                *byte = u8::try_from(at).unwrap_or(u8::MAX);
            }
            Ok(())
        }
    }

    #[test]
    fn what_is_drawn_makes_a_key_that_parses() {
        let id = draw_id(&Counter).unwrap();
        let secret = draw_secret(&Counter).unwrap();
        assert_eq!((id.as_str().len(), secret.len()), (ID_CHARS, SECRET_CHARS));
        let key = format!("gm_{id}_{secret}");
        assert_eq!(parse(&key), Some((id, secret.as_str())));
    }

    #[test]
    fn what_is_no_key_is_none() {
        let secret = draw_secret(&Counter).unwrap();
        for key in [
            "",
            "gm_",
            "gm__",
            "gm_abc",
            "gm_abc_",
            "gm_abc_short",
            &format!("gm__{secret}"),
            &format!("GM_abc_{secret}"),
            &format!("gm_abc_{secret}a"),
            &format!("gm_abc_{}", secret.to_uppercase()),
            &format!("gm_ab-c_{secret}"),
        ] {
            assert!(parse(key).is_none(), "{key}");
        }
    }

    #[test]
    fn a_hash_matches_its_own_secret_and_pepper_only() {
        let stored = *hash(&[1; 32], "secret").as_bytes();
        assert!(matches(&[1; 32], "secret", stored));
        assert!(!matches(&[2; 32], "secret", stored));
        assert!(!matches(&[1; 32], "Secret", stored));
        assert!(!matches(&[0; 32], "", [0; 32]));
    }
}
