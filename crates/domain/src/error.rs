//! The one error of the boundary: what happened, to what, and what to do next.

use std::fmt;

/// The result of every port and operation.
pub type Result<T> = std::result::Result<T, Error>;

/// What kind of failure it is; each dialect and surface maps kinds to its own codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The request cannot be carried out as it stands.
    Invalid,
    /// The request or its content is over a limit, which the message names.
    TooLarge,
    /// What was asked for does not exist in the caller's workspace.
    NotFound,
    /// The state changed under the caller, or the write would break a rule.
    Conflict,
    /// The caller is not known: no key, or one that does not open anything.
    Unauthenticated,
    /// The caller's scopes do not allow it.
    NotAllowed,
    /// Another process owns the home.
    Locked,
    /// A part that the operation needs is missing: no model, read-only home, full disk.
    Unavailable,
    /// The caller cancelled.
    Cancelled,
    /// A fault of ibid or of the machine; the message is safe to show, details are logged.
    Internal,
}

impl ErrorKind {
    const ALL: [Self; 10] = [
        Self::Invalid,
        Self::TooLarge,
        Self::NotFound,
        Self::Conflict,
        Self::Unauthenticated,
        Self::NotAllowed,
        Self::Locked,
        Self::Unavailable,
        Self::Cancelled,
        Self::Internal,
    ];

    /// The kind as programs see it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Invalid => "invalid",
            Self::TooLarge => "too_large",
            Self::NotFound => "not_found",
            Self::Conflict => "conflict",
            Self::Unauthenticated => "unauthenticated",
            Self::NotAllowed => "not_allowed",
            Self::Locked => "locked",
            Self::Unavailable => "unavailable",
            Self::Cancelled => "cancelled",
            Self::Internal => "internal",
        }
    }

    /// Reads what [`ErrorKind::name`] wrote.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A failure as a person or an agent reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// What kind of failure it is.
    pub kind: ErrorKind,
    /// What happened, to what. Lower case start, no full stop.
    pub message: String,
    /// What to do next, when there is something.
    pub hint: Option<String>,
    /// What a program can decide by, where the kind alone does not tell.
    pub code: Option<Code>,
}

/// Failures that a program tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// The document is at another revision than the writer saw.
    RevisionMismatch {
        /// The revision it is at.
        current: u64,
        /// The revision that the writer saw.
        expected: u64,
    },
    /// There is no model to embed with; literal search works.
    EmbeddingUnavailable,
}

impl Code {
    /// The code as programs see it.
    pub fn name(self) -> &'static str {
        match self {
            Self::RevisionMismatch { .. } => "REVISION_MISMATCH",
            Self::EmbeddingUnavailable => "EMBEDDING_UNAVAILABLE",
        }
    }
}

impl Error {
    /// An error of `kind` that says `message`.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
            hint: None,
            code: None,
        }
    }

    /// The same error with a code attached.
    #[must_use]
    pub fn code(mut self, code: Code) -> Self {
        self.code = Some(code);
        self
    }

    /// The same error with advice attached.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Shorthand for [`ErrorKind::Invalid`].
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Invalid, message)
    }

    /// Shorthand for [`ErrorKind::NotFound`].
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::NotFound, message)
    }

    /// Shorthand for [`ErrorKind::TooLarge`].
    pub fn too_large(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::TooLarge, message)
    }

    /// Shorthand for [`ErrorKind::Unavailable`].
    pub fn unavailable(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Unavailable, message)
    }

    /// Shorthand for [`ErrorKind::Internal`].
    pub fn internal(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Internal, message)
    }

    /// The error of work that was cancelled.
    pub fn cancelled() -> Self {
        Self::new(ErrorKind::Cancelled, "the operation was cancelled")
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
