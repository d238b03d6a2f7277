//! Several numbers computed at once: what a solver with lanes is written in.
//!
//! [`F64x2`], [`F64x4`] and [`F64x8`] are vectors of the x86-64 instruction set with the operators of numbers, among
//! themselves and with plain numbers, which count in all lanes. They round lane by lane like `f64`, so that a program in
//! lanes gives what the same program gives one lane after the other, to the last bit.
//!
//! Only [`x2`], [`x4`] and [`x8`] make values, and they may be called only where the instruction set has what the type
//! needs; the compiler sees to that. Whoever holds a value, or [`Registers`], has proved it, and operators need no further
//! proof. They are all `#[inline(always)]`, for they are single instructions.
//!
//! A library for this was measured: `fearless_simd` 1.2, whose operators were not inlined into functions written for a
//! level, took five times as long to compile 4,000 operations and ran them five times as slowly.
#![allow(
    unsafe_code,
    reason = "operators are single instructions; the proof that they exist is in the values"
)]

mod abreast;
mod arithmetic;
mod functions;
mod half;
#[cfg(optimised)]
mod whole;

pub use arithmetic::{F64x2, F64x4, F64x8, Registers, x2, x4, x8};
pub use half::{half, set_half};
#[cfg(optimised)]
pub(crate) use whole::whole;

/// Operand beside a value with lanes: another such value, or a plain number.
pub trait Operand<V>: Copy {
    /// The number in all lanes, of the kind of a value that is there.
    fn beside(self, value: V) -> V;
}
