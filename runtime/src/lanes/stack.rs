//! The stack of functions that compute with vectors.

use core::arch::asm;
use core::mem::MaybeUninit;

/// A line of the cache.
#[repr(align(64))]
struct Line {
    _numbers: [u8; 64],
}

/// Lets the calling function align its stack to cache lines, so that no vector on the stack lies in two lines. LLVM
/// aligns the stack for variables, but not for registers that it has to put there. A batch of the HMMWV takes an eighth
/// longer without this alignment, if the caller's stack happens to end elsewhere in a cache line.
#[inline(always)]
pub fn align_stack() {
    let line = MaybeUninit::<Line>::uninit();
    // SAFETY: no instruction is written, but for a comment. The variable stays, because its address is used.
    unsafe { asm!("/* {0} */", in(reg) line.as_ptr().addr(), options(nomem, nostack, preserves_flags)) }
}
