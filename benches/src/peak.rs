//! Peak rate of the machine: fused multiplications and additions per nanosecond.
//!
//! Twelve independent sums are kept in registers. A latency of four cycles on two units needs eight independent sums.
//! Instructions are written in assembly, because a compiler would vectorise scalar ones.
#![allow(
    unsafe_code,
    reason = "instructions of one level, after asking whether the processor has it"
)]

use crate::clock::time;

/// Fused multiply-adds of doubles per nanosecond, on one core.
#[derive(Clone, Copy, Debug)]
pub struct Peak {
    /// Instruction set.
    pub level: &'static str,
    /// Fused operations per nanosecond; each of them counts as two operations.
    pub rate: f64,
}

/// Peak rate of this processor at each level; empty for other processors.
pub fn peaks() -> Vec<Peak> {
    #[cfg(target_arch = "x86_64")]
    return x86::peaks();
    #[cfg(not(target_arch = "x86_64"))]
    Vec::new()
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Peak, time};
    use core::arch::asm;

    /// Number of rounds of a pass.
    const ROUNDS: usize = 100_000;
    /// Number of fused operations of each round, per lane.
    const SUMS: usize = 12;

    pub fn peaks() -> Vec<Peak> {
        let mut peaks = Vec::new();
        let mut measure = |level, lanes: usize, pass: fn()| {
            // The median, since the fastest pass cannot be trusted: a jump of the clock would look like a better
            // processor.
            let median = time(ROUNDS * SUMS * lanes, pass).median;
            peaks.push(Peak {
                level,
                rate: 1.0 / median,
            });
        };
        if is_x86_feature_detected!("fma") {
            measure("scalar", 1, scalar);
            measure("AVX2, 4 lanes", 4, avx2);
        }
        if is_x86_feature_detected!("avx512f") {
            measure("AVX-512, 8 lanes", 8, avx512);
        }
        peaks
    }

    /// A pass with registers of one kind. The processor must support the instruction.
    macro_rules! pass {
        ($name:ident, $instruction:literal, $register:literal) => {
            fn $name() {
                pass!(@body $instruction, $register, 0 1 2 3 4 5 6 7 8 9 10 11)
            }
        };
        (@body $instruction:literal, $register:literal, $($k:literal)*) => {
            // SAFETY: the caller has checked that the processor supports the instruction; all changed registers are
            // listed. Writing a whole vector register clears it, so that every sum is zero.
            unsafe {
                asm!(
                    "vxorpd xmm14, xmm14, xmm14",
                    $(concat!("vxorpd xmm", $k, ", xmm14, xmm14"),)*
                    "2:",
                    $(concat!($instruction, " ", $register, $k, ", ", $register, "14, ", $register, "14"),)*
                    "dec {rounds}",
                    "jnz 2b",
                    "vzeroupper",
                    rounds = inout(reg) ROUNDS => _,
                    out("xmm0") _, out("xmm1") _, out("xmm2") _, out("xmm3") _, out("xmm4") _, out("xmm5") _,
                    out("xmm6") _, out("xmm7") _, out("xmm8") _, out("xmm9") _, out("xmm10") _, out("xmm11") _,
                    out("xmm12") _, out("xmm13") _, out("xmm14") _, out("xmm15") _,
                    options(nomem, nostack)
                );
            }
        };
    }

    pass!(scalar, "vfmadd231sd", "xmm");
    pass!(avx2, "vfmadd231pd", "ymm");
    pass!(avx512, "vfmadd231pd", "zmm");
}

#[cfg(test)]
mod tests {
    use super::peaks;

    /// No core reaches a thousand fused operations per nanosecond, and wider registers are at least as fast as one
    /// lane.
    #[test]
    fn peaks_are_those_of_a_core() {
        let peaks = peaks();
        assert!(
            peaks.iter().all(|peak| peak.rate > 0.1 && peak.rate < 1000.0),
            "{peaks:?}"
        );
        assert!(
            peaks.windows(2).all(|pair| pair[1].rate > 0.8 * pair[0].rate),
            "{peaks:?}"
        );
    }
}
