//! Text being written inside lists and quotes.

/// Where text goes: the page, or a cell of a table.
#[derive(Default)]
pub(super) struct Cell {
    pub out: String,
    pub inline: String,
    /// Where inline code began in `inline`, while it is open.
    pub code_start: Option<usize>,
    pub heading: Option<u8>,
    pub containers: Vec<Container>,
    /// Lists and quotes that are open but too deep.
    pub ignored_containers: usize,
    /// How many containers are still open that were when the last block was written.
    pub shared: usize,
    pub has_structure: bool,
}

/// What encloses a block.
pub(super) enum Container {
    Quote,
    List { next_number: Option<u64> },
    Item { marker: String, is_written: bool },
}

impl Cell {
    /// Writes a block, parted from the one before by a blank line, or by a line end between the
    /// items of a list.
    pub fn write<'l>(&mut self, lines: impl IntoIterator<Item = &'l str>) {
        if !self.out.is_empty() {
            self.out.push('\n');
            let in_same_list = self.containers[..self.shared]
                .iter()
                .any(|container| matches!(container, Container::List { .. }));
            if !(in_same_list && self.begins_item()) {
                let blank = prefix(&self.containers[..self.shared]);
                self.out.push_str(blank.trim_end());
                self.out.push('\n');
            }
        }
        let mut is_first = true;
        let mut lead = first_prefix(&mut self.containers);
        for line in lines {
            if !is_first {
                self.out.push('\n');
            }
            let start = self.out.len();
            self.out.push_str(&lead);
            self.out.push_str(line);
            let visible = self.out[start..].trim_end().len();
            self.out.truncate(start + visible);
            if is_first {
                lead = prefix(&self.containers);
                is_first = false;
            }
        }
        self.shared = self.containers.len();
    }

    fn begins_item(&self) -> bool {
        let mut containers = self.containers.iter();
        containers.any(|container| {
            matches!(
                container,
                Container::Item {
                    is_written: false,
                    ..
                }
            )
        })
    }
}

/// The prefix of the first line of a block: markers of items that it begins, else indentation.
fn first_prefix(containers: &mut [Container]) -> String {
    let mut out = String::new();
    for container in containers {
        match container {
            Container::Item { marker, is_written } if !*is_written => {
                out.push_str(marker);
                *is_written = true;
            }
            container => out.push_str(&prefix(std::slice::from_ref(container))),
        }
    }
    out
}

/// The prefix of any further line.
fn prefix(containers: &[Container]) -> String {
    let mut out = String::new();
    for container in containers {
        match container {
            Container::Quote => out.push_str("> "),
            Container::Item { marker, .. } => {
                out.extend(std::iter::repeat_n(' ', marker.len()));
            }
            Container::List { .. } => {}
        }
    }
    out
}
