//! State that goes through the client and has to come back unchanged.

/// Any key will do for a server that only a test talks to.
const KEY: &[u8; blake3::KEY_LEN] = b"a key that protects nothing real";

/// The state with its seal.
pub fn seal(state: &str) -> String {
    format!("{state}.{}", blake3::keyed_hash(KEY, state.as_bytes()))
}

/// The state, if `sealed` is as `seal` made it.
pub fn open(sealed: &str) -> Option<&str> {
    let (state, _) = sealed.rsplit_once('.')?;
    (seal(state) == sealed).then_some(state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_sealed_opens() {
        let sealed = seal("round-1");
        assert_eq!(open(&sealed), Some("round-1"));
        assert_eq!(open(&format!("{sealed}-TAMPERED")), None);
        assert_eq!(open("round-1"), None);
    }
}
