//! Two states that take turns.

/// The current state, and room for the state at the end of a step. They swap when the step is accepted, so that a refused step does
/// not change the current state.
#[derive(Clone, Debug)]
#[repr(align(64))] // no vector of a batch lies in two lines of the cache
pub(crate) struct Turns<X> {
    both: [X; 2],
    /// Whether the current state is the second of them.
    is_second: bool,
}

impl<X: Clone> Turns<X> {
    /// Begins with this state.
    pub(crate) fn new(state: X) -> Self {
        Self {
            both: [state.clone(), state],
            is_second: false,
        }
    }

    /// The current state.
    #[inline]
    pub(crate) fn now(&self) -> &X {
        &self.both[usize::from(self.is_second)]
    }

    /// The current state, mutable.
    #[inline]
    pub(crate) fn now_mut(&mut self) -> &mut X {
        &mut self.both[usize::from(self.is_second)]
    }

    /// The state at the end of a step that was attempted.
    #[inline]
    pub(crate) fn next(&self) -> &X {
        &self.both[usize::from(!self.is_second)]
    }

    /// The current state, and the state at the end of a step.
    #[inline]
    pub(crate) fn both_mut(&mut self) -> (&X, &mut X) {
        let [first, second] = &mut self.both;
        match self.is_second {
            true => (second, first),
            false => (first, second),
        }
    }

    /// Makes the state at the end of a step the current one.
    #[inline]
    pub(crate) fn turn(&mut self) {
        self.is_second = !self.is_second;
    }
}
