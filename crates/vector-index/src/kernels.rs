//! The inner loop of the canonical score, once per instruction set.
//!
//! Every kernel computes the same thing: lane `j` is the sum, in ascending `i`, of
//! `query[i] * row[i]` over all `i` with `i % LANES == j`, each sum starting at `+0.0`. Products are
//! exact (see `canonical.rs`), so whether a kernel fuses multiply and add cannot be seen in its bits.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;

/// Number of independent sums. Part of the canonical score: changing it changes scores.
pub(crate) const LANES: usize = 16;

/// One partial sum per lane.
pub(crate) type Lanes = [f64; LANES];

/// An instruction set that this machine has.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kernel {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
}

impl Kernel {
    /// The fastest kernel of this machine.
    pub(crate) fn detect() -> Kernel {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = avx2::Avx2::detect() {
            return Kernel::Avx2(avx2);
        }
        Kernel::Portable
    }

    /// The lane sums over the whole blocks of `LANES` values; the rest is left to the caller.
    #[inline]
    pub(crate) fn sum_blocks(self, query: &[f64], row: &[f32]) -> Lanes {
        match self {
            Kernel::Portable => portable::sum_blocks(query, row),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(avx2) => avx2.sum_blocks(query, row),
        }
    }
}
