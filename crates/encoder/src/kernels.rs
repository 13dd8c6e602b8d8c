//! The arithmetic of the forward pass, one file per operation.
//!
//! Every kernel exists twice, compiled from the same source: once for the baseline of the target and
//! once for AVX2. Rust neither fuses nor reorders float operations, so both give the same bits; the
//! rules are in `docs/decisions/0007-float-rules-of-the-encoder.md`.

mod attention;
mod lanes;
mod maths;
mod matmul;
mod pool;
mod quantize;
mod rows;

pub(crate) use attention::{AttentionScratch, attention};
pub(crate) use matmul::{Activation, LinearRows, PackedLinear, matmul};
pub(crate) use pool::mean_rows;
pub(crate) use quantize::{QuantizedTokens, quantize};
pub(crate) use rows::{add_and_norm, embed};

/// Which compiled form of the kernels runs. They differ in speed only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InstructionSet {
    /// Whatever the build's target has for certain.
    Portable,
    /// x86-64 with AVX2. Made by [`InstructionSet::detect`] alone, which asks the processor.
    #[cfg(target_arch = "x86_64")]
    Avx2(Detected),
}

/// Proof that the processor was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Detected(());

impl InstructionSet {
    pub fn detect() -> InstructionSet {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            return InstructionSet::Avx2(Detected(()));
        }
        InstructionSet::Portable
    }
}

/// Defines a function that runs `$body`, an `#[inline(always)]` function of the same parameters, in
/// the compiled form that its first argument selects.
macro_rules! per_instruction_set {
    ($(#[$doc:meta])* fn $name:ident($($parameter:ident: $kind:ty),* $(,)?) = $body:path) => {
        $(#[$doc])*
        pub(crate) fn $name(set: $crate::kernels::InstructionSet, $($parameter: $kind),*) {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2")]
            fn avx2($($parameter: $kind),*) {
                $body($($parameter),*);
            }
            match set {
                $crate::kernels::InstructionSet::Portable => $body($($parameter),*),
                // SAFETY: `Detected` exists only on processors with AVX2.
                #[cfg(target_arch = "x86_64")]
                $crate::kernels::InstructionSet::Avx2(_) => unsafe { avx2($($parameter),*) },
            }
        }
    };
}
pub(crate) use per_instruction_set;
