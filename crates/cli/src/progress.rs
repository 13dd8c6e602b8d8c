//! Progress with rate and remaining time, on a terminal only.

use std::fmt::Write;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::output::Output;

/// A progress line on standard error, or nothing where nobody would see it.
pub struct Bar(ProgressBar);

impl Bar {
    /// A line that counts `unit` up to `total`; a total that is still unknown may be 0.
    pub fn new(output: Output, total: u64, unit: &'static str) -> Self {
        if !output.wants_progress() {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
        let template = format!("{{bar:24}} {{pos}}/{{len}} {unit}  {{rate}}  {{eta}} left");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style.with_key("rate", rate));
        }
        Self(bar)
    }

    /// Counts one more.
    pub fn advance(&self) {
        self.0.inc(1);
    }

    /// `done` of `done + left` are done.
    pub fn set(&self, done: u64, left: u64) {
        self.0.set_length(done + left);
        self.0.set_position(done);
    }

    /// Takes the line away while `print` writes.
    pub fn around<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

fn rate(state: &ProgressState, text: &mut dyn Write) {
    // A line that cannot be drawn is not worth a failure.
    let _ = write!(text, "{:.1}/s", state.per_sec());
}
