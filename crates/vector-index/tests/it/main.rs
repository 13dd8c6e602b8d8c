//! The index through its public interface, against an oracle that scores and sorts everything.

mod answers;
mod changes;
mod oracle;
mod properties;
mod refusals;
mod worlds;
