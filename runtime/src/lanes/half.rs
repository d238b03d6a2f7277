//! Half of a batch. If registers hold four numbers, each function computes four vehicles and then the other four. Values of all eight
//! vehicles would need two registers each, and the sixteen registers would not be enough.
//!
//! Both halves are read by pointers, with one offset for all arrays of a function. With arrays that were split into
//! halves and indexed, LLVM computed every address before the loop over the halves. This took half as long again.

/// Numbers of four of the eight vehicles of a batch: of lanes 0 to 3, or of lanes 4 to 7.
///
/// # Panics
/// If there is no such half.
#[inline(always)]
pub fn half(numbers: &[f64; 8], half: usize) -> [f64; 4] {
    assert!(half < 2, "there are two halves");
    // SAFETY: four numbers begin at the first, and at the fifth of eight.
    unsafe { numbers.as_ptr().add(4 * half).cast::<[f64; 4]>().read() }
}

/// Replaces the numbers of one half.
///
/// # Panics
/// If there is no such half.
#[inline(always)]
pub fn set_half(numbers: &mut [f64; 8], half: usize, own: [f64; 4]) {
    assert!(half < 2, "there are two halves");
    // SAFETY: four numbers begin at the first, and at the fifth of eight.
    unsafe { numbers.as_mut_ptr().add(4 * half).cast::<[f64; 4]>().write(own) }
}

#[cfg(test)]
mod tests {
    use super::{half, set_half};

    #[test]
    fn halves_are_read_and_written_by_themselves() {
        let mut numbers = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
        let halves = [0, 1].map(|which| half(&numbers, which));
        assert_eq!(halves, [[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0]]);
        set_half(&mut numbers, 1, [9.0; 4]);
        assert_eq!(numbers, [0.0, 1.0, 2.0, 3.0, 9.0, 9.0, 9.0, 9.0]);
    }
}
