//! What ibid is made of: items, chunks, ids, limits, errors, operations and the ports
//! through which the engine reaches the world.
//!
//! Everything here is plain data or a trait. There is deliberately no I/O, no clock, no
//! async runtime and no serialisation format: records belong to a store, wire types to a
//! dialect, and both convert from and to the values of this crate in one place.

pub mod access;
pub mod calibration;
pub mod caller;
pub mod cancel;
pub mod change;
pub mod chunk;
pub mod coverage;
pub mod error;
pub mod extracted;
pub mod generation;
pub mod ids;
pub mod item;
pub mod job;
pub mod limits;
pub mod operations;
pub mod page;
pub mod ports;
pub mod scope;
pub mod session;
pub mod source;

pub use caller::{Caller, Principal, ScopeSet};
pub use cancel::Cancel;
pub use change::Change;
pub use error::{Code, Error, ErrorKind, Result};
