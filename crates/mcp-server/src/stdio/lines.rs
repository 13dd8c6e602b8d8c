//! Reads lines of bounded length.

use tokio::io::{AsyncBufReadExt as _, AsyncRead, BufReader};

/// What was read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A line without its end, which the last line may lack.
    Whole(Vec<u8>),
    /// A line that is longer than the limit. What is left of it will be skipped.
    TooLong,
    /// The other side has closed the stream, or it failed.
    End,
}

/// Reads a stream line by line. At most one line of the largest length is held.
pub(super) struct Lines<R> {
    input: BufReader<R>,
    begun: Vec<u8>,
    bytes_max: usize,
    skipping: bool,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(super) fn new(input: R, bytes_max: usize) -> Self {
        Self {
            input: BufReader::with_capacity(64 * 1024, input),
            begun: Vec::new(),
            bytes_max,
            skipping: false,
        }
    }

    /// The next line. Giving this up while it waits loses nothing: what was read is kept.
    pub(super) async fn next(&mut self) -> Line {
        loop {
            let Ok(read) = self.input.fill_buf().await else {
                return Line::End;
            };
            if read.is_empty() {
                return self.last();
            }
            let end = read.iter().position(|byte| *byte == b'\n');
            let part = &read[..end.unwrap_or(read.len())];
            let fits = self.begun.len() + part.len() <= self.bytes_max;
            if fits && !self.skipping {
                self.begun.extend_from_slice(part);
            }
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if let Some(line) = self.after(fits, end.is_some()) {
                return line;
            }
        }
    }

    /// What the part just read makes of the line.
    fn after(&mut self, fits: bool, ended: bool) -> Option<Line> {
        if self.skipping {
            self.skipping = !ended;
            return None;
        }
        if !fits {
            self.skipping = !ended;
            self.begun = Vec::new();
            return Some(Line::TooLong);
        }
        ended.then(|| Line::Whole(std::mem::take(&mut self.begun)))
    }

    fn last(&mut self) -> Line {
        match std::mem::take(&mut self.begun) {
            line if line.is_empty() => Line::End,
            line => Line::Whole(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn lines(text: &str) -> Vec<Line> {
        let mut lines = Lines::new(text.as_bytes(), 5);
        let mut all = Vec::new();
        loop {
            match lines.next().await {
                Line::End => return all,
                line => all.push(line),
            }
        }
    }

    fn whole(text: &str) -> Line {
        Line::Whole(text.as_bytes().to_vec())
    }

    #[tokio::test]
    async fn lines_end_at_a_newline_or_at_the_end() {
        assert_eq!(
            lines("one\n\ntwo\r\nlast").await,
            [whole("one"), whole(""), whole("two\r"), whole("last")]
        );
        assert_eq!(lines("").await, []);
    }

    #[tokio::test]
    async fn a_line_that_is_too_long_is_named_once_and_skipped() {
        assert_eq!(
            lines("12345\n123456\n1\n1234567").await,
            [whole("12345"), Line::TooLong, whole("1"), Line::TooLong]
        );
        let long = format!("{}\nend", "x".repeat(200_000));
        assert_eq!(lines(&long).await, [Line::TooLong, whole("end")]);
    }
}
