//! What can fail: loading a model, and encoding.

use thiserror::Error;

/// A weight file was refused. Nothing of it was used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ModelError {
    /// The first bytes are not those of a weight file.
    #[error("not a weight file of ibid: the first bytes are wrong; `cargo xtask model` makes one")]
    NotAWeightFile,
    /// A format version that this build cannot read.
    #[error("weight file has format version {found}, this build reads version {expected}")]
    Version {
        /// Version in the file.
        found: u32,
        /// Version this build reads.
        expected: u32,
    },
    /// The file has another length than its header implies.
    #[error("weight file has {found} bytes, its header implies {expected}: get a complete copy")]
    Length {
        /// Bytes given.
        found: u64,
        /// Bytes that the header implies.
        expected: u64,
    },
    /// The content does not have the checksum at the end of the file.
    #[error("weight file is damaged: its checksum does not match; get a fresh copy")]
    Checksum,
    /// The header describes a model that the encoder cannot run.
    #[error("weight file describes an unsupported model: {0}")]
    Unsupported(String),
    /// The table of tensors is not the one that the header implies.
    #[error("weight file has an unexpected table entry for tensor `{0}`")]
    Table(String),
    /// A tensor holds a number that is infinite or not a number.
    #[error("weight file holds a number that is not finite, in tensor `{0}`")]
    NotFinite(String),
}

/// Encoding was not completed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum EncodeError {
    /// The caller's `cancel` said so.
    #[error("encoding was cancelled")]
    Cancelled,
    /// The model's arithmetic left the finite numbers, or gave a vector of length zero.
    ///
    /// The built-in model never does this; a model file with absurd weights can.
    #[error("the model gave no usable vector for this text: check the model file")]
    NotFinite,
}
