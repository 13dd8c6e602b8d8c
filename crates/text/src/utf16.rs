//! UTF-16 offsets, in which clients count.

/// Bytes between two stored counts: a lookup scans at most this much.
const STRIDE_BYTES: usize = 1024;

/// Turns byte offsets of one text into UTF-16 offsets.
///
/// Building is linear in the text; a lookup takes constant time.
#[derive(Clone, Debug)]
pub struct Offsets<'t> {
    text: &'t [u8],
    /// UTF-16 units before each multiple of [`STRIDE_BYTES`].
    counts: Vec<usize>,
}

impl<'t> Offsets<'t> {
    /// Prepares lookups in `text`.
    pub fn new(text: &'t str) -> Self {
        let text = text.as_bytes();
        let mut total = 0;
        let mut counts = Vec::with_capacity(text.len() / STRIDE_BYTES + 2);
        counts.push(0);
        for stride in text.chunks(STRIDE_BYTES) {
            total += units_of_bytes(stride);
            counts.push(total);
        }
        Self { text, counts }
    }

    /// UTF-16 units before the byte offset `at`, a character border in `0..=text.len()`.
    ///
    /// # Panics
    /// When `at` is beyond the text.
    pub fn at(&self, at: usize) -> usize {
        let stride = at / STRIDE_BYTES;
        self.counts[stride] + units_of_bytes(&self.text[stride * STRIDE_BYTES..at])
    }
}

/// The length of `text` in UTF-16 units.
pub fn length(text: &str) -> usize {
    units_of_bytes(text.as_bytes())
}

/// A character has one unit at its first byte, and a second one when it takes four bytes; this
/// holds for any slice of bytes, so strides need no character borders.
fn units_of_bytes(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .map(|&byte| usize::from(byte & 0xC0 != 0x80) + usize::from(byte >= 0xF0))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_equal_the_count_of_the_prefix() {
        let text = "aé東👩‍🚀\r\n".repeat(300);
        let offsets = Offsets::new(&text);
        for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
            assert_eq!(offsets.at(at), text[..at].encode_utf16().count());
        }
        assert_eq!(length(&text), text.encode_utf16().count());
        assert_eq!(Offsets::new("").at(0), 0);
    }
}
