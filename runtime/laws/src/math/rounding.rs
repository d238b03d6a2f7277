//! Rounding of a product that is added: once or twice.

use crate::number::Register;

/// Rounding of a product that is added.
pub trait Rounding {
    /// `a b + c`
    fn mul_add<R: Register>(a: R, b: R, c: R) -> R;
}

/// Product and sum rounded one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Separate;

impl Rounding for Separate {
    #[inline(always)]
    fn mul_add<R: Register>(a: R, b: R, c: R) -> R {
        a * b + c
    }
}

/// Product and sum rounded once.
#[derive(Clone, Copy, Debug)]
pub struct Fused;

impl Rounding for Fused {
    #[inline(always)]
    fn mul_add<R: Register>(a: R, b: R, c: R) -> R {
        a.fused(b, c)
    }
}
