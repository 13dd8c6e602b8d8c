//! Plain Rust, for every machine. Also the definition that other kernels are tested against.

use super::{LANES, Lanes};

pub(super) fn sum_blocks(query: &[f64], row: &[f32]) -> Lanes {
    let mut lanes = [0.0; LANES];
    let (query_blocks, _) = query.as_chunks::<LANES>();
    let (row_blocks, _) = row.as_chunks::<LANES>();
    for (query_block, row_block) in query_blocks.iter().zip(row_blocks) {
        for lane in 0..LANES {
            lanes[lane] += query_block[lane] * f64::from(row_block[lane]);
        }
    }
    lanes
}
