//! A single tyre. On a processor with fused operations, a law with fused operations uses instructions for them. On other processors
//! they are function calls, with equal bits.

use wishbone_laws::tyre::{Contact, Rolls, TyreForce};

/// Rolls a tyre at the deflections of its carcass [m].
#[inline]
pub fn roll(tyre: &impl Rolls<f64>, contact: &Contact, deflection: [f64; 2]) -> (TyreForce, [f64; 2]) {
    #[cfg(target_arch = "x86_64")]
    {
        use crate::level::Level;
        if let Level::V3 | Level::V4 = Level::detect() {
            #[allow(unsafe_code, reason = "the processor has been asked for the instruction set")]
            // SAFETY: the processor has the instruction set.
            return unsafe { with_fused(tyre, contact, deflection) };
        }
    }
    tyre.roll(contact, deflection)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn with_fused(tyre: &impl Rolls<f64>, contact: &Contact, deflection: [f64; 2]) -> (TyreForce, [f64; 2]) {
    tyre.roll(contact, deflection)
}
