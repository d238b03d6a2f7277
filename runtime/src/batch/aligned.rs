//! Values aligned to lines of the cache.

use core::ops::{Deref, DerefMut};

/// A value that begins at a cache line: no vector of its numbers lies in two lines.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Aligned<T>(pub T);

impl<T> Deref for Aligned<T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Aligned<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}
