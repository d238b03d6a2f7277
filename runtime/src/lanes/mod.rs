//! Vectors of several numbers that are computed at once, for solvers with lanes.
//!
//! [`F64x2`], [`F64x4`] and [`F64x8`] are vectors of the x86-64 instruction set. The vectors have the operators of
//! numbers, between vectors and with plain numbers; a plain number is used in all lanes. They round lane by lane like
//! `f64`. So a program in lanes gives the bits of this program run for one lane after the other.
//!
//! Only [`x2`], [`x4`] and [`x8`] make values, and they may be called only where the instruction set that the type needs is enabled;
//! the compiler checks this. A value, or [`Registers`], is therefore a proof of the instruction set, and operators need no further
//! proof. They are all `#[inline(always)]`, for they are single instructions.
//!
//! The library `fearless_simd` 1.2 was measured as an alternative. The operators of the library were not inlined into
//! functions written for a level; 4,000 operations took five times as long to compile and to run.
#![allow(
    unsafe_code,
    reason = "operators are single instructions; the proof that they exist is in the values"
)]

mod abreast;
mod arithmetic;
mod functions;
mod half;
#[cfg(any(optimised, test))]
mod in_range;
mod lookup;
mod stack;
mod sums;
#[cfg(optimised)]
mod vehicles;
#[cfg(optimised)]
mod whole;

pub use arithmetic::{F64x2, F64x4, F64x8, Registers, WideRegisters, x2, x4, x8};
pub use half::{half, set_half};
#[cfg(any(optimised, test))]
pub(crate) use in_range::InRange;
pub use stack::align_stack;
pub(crate) use sums::sum_to;
#[cfg(optimised)]
pub(crate) use vehicles::{AllVehicles, HalfOfVehicles, Vehicles};
#[cfg(optimised)]
pub(crate) use whole::whole;

/// Operand beside a value with lanes: another such value, or a plain number.
pub trait Operand<V>: Copy {
    /// The operand as a vector, in all lanes. An existing `value` proves that the processor has the instruction set.
    fn beside(self, value: V) -> V;
}
