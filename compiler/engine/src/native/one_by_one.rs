//! Work on vehicles one after the other, where they cannot run abreast.

#[cfg(target_arch = "x86_64")]
use super::several::{Code, alone};

/// Runs a half of a program.
#[cfg(target_arch = "x86_64")]
pub(super) fn run(code: &mut Code, half: usize, board: &mut [f64]) {
    alone(code, half, board);
}

/// Calls a function.
pub fn together(_: usize, work: &dyn Fn()) {
    work();
}
