//! Vectors that have to be stored as a whole.

use super::F64x4;
use core::arch::asm;

/// This vector, in one register. A vector that is only assembled and stored would be written in two halves. A load of
/// the whole vector then waits until both halves are in the cache (four linear tyres take 10 % longer).
#[inline(always)]
pub(crate) fn whole(vector: F64x4) -> F64x4 {
    // SAFETY: there is a value, so the processor has the instruction set.
    unsafe { in_register(vector) }
}

#[inline]
#[target_feature(enable = "avx2,fma")]
fn in_register(mut vector: F64x4) -> F64x4 {
    // SAFETY: no instruction is written, but for a comment.
    unsafe {
        asm!("/* {0} */", inout(ymm_reg) vector.0, options(pure, nomem, nostack, preserves_flags));
    }
    vector
}
