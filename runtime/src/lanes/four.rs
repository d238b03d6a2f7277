//! Functions of four registers that do not depend on each other, called and not inlined: so what a processor can work at side by side
//! stays together. In a long stretch of instructions the compiler would put one after the other, to need fewer registers.

use super::F64x4;
use crate::math::{in_lanes, in_range};

/// Arc tangents [rad].
#[inline(never)]
#[target_feature(enable = "avx2,fma")]
pub fn arc_tangents([a, b, c, d]: [F64x4; 4]) -> [F64x4; 4] {
    [
        in_lanes::fused_atan(a),
        in_lanes::fused_atan(b),
        in_lanes::fused_atan(c),
        in_lanes::fused_atan(d),
    ]
}

/// Sines of angles [rad]; no number where an angle is out of range.
#[inline(never)]
#[target_feature(enable = "avx2,fma")]
pub fn sines([a, b, c, d]: [F64x4; 4]) -> [F64x4; 4] {
    [
        in_range::fused_sine(a),
        in_range::fused_sine(b),
        in_range::fused_sine(c),
        in_range::fused_sine(d),
    ]
}
