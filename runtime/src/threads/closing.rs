//! Closure of the loops of a vehicle part by part: the base, then the subsystems of each thread.
//!
//! Parts share no loop, and each is corrected as often as it needs. So a thread that closes the base and its own part
//! repeats the operations of a single thread that closes all parts, and needs no numbers from other threads.

use super::Threaded;
use crate::stabilise::{Closure, Corrects, Gap, NotClosed, Projection};
use core::ops::Range;

/// The loops of a thread's subsystems; without a thread, the loops of the base.
struct PartOf<'a, S: Threaded> {
    solver: &'a mut S,
    thread: Option<usize>,
    inputs: &'a S::Inputs,
}

impl<S: Threaded> Corrects<S::State> for PartOf<'_, S> {
    #[inline(always)]
    fn position(&mut self, state: &mut S::State) -> Gap {
        self.solver.correct_position_of(self.thread, state, self.inputs)
    }

    #[inline(always)]
    fn velocity(&mut self, state: &mut S::State) -> Gap {
        self.solver.correct_velocity_of(self.thread, state, self.inputs)
    }
}

/// [`Solver::correct_position`](crate::solver::Solver::correct_position) of the base and the subsystems of these threads.
#[inline]
pub(super) fn position_of<S: Threaded>(
    solver: &mut S,
    threads: Range<usize>,
    state: &mut S::State,
    inputs: &S::Inputs,
) -> Gap {
    let base = solver.correct_position_of(None, state, inputs);
    threads.fold(base, |gap, thread| {
        gap.and(solver.correct_position_of(Some(thread), state, inputs))
    })
}

/// [`Solver::correct_velocity`](crate::solver::Solver::correct_velocity) of the same.
#[inline]
pub(super) fn velocity_of<S: Threaded>(
    solver: &mut S,
    threads: Range<usize>,
    state: &mut S::State,
    inputs: &S::Inputs,
) -> Gap {
    let base = solver.correct_velocity_of(None, state, inputs);
    threads.fold(base, |gap, thread| {
        gap.and(solver.correct_velocity_of(Some(thread), state, inputs))
    })
}

/// Closes the loops of the base, then the loops of the subsystems of these threads. No body is moved.
#[inline]
pub(super) fn closure_of<S: Threaded>(
    solver: &mut S,
    mut threads: Range<usize>,
    state: &mut S::State,
    inputs: &S::Inputs,
    projection: &Projection,
) -> Result<Closure, NotClosed> {
    let mut part = PartOf {
        solver,
        thread: None,
        inputs,
    };
    let base = projection.iterate(state, &mut part)?;
    threads.try_fold(base, |closure, thread| {
        part.thread = Some(thread);
        Ok(closure.and(projection.iterate(state, &mut part)?))
    })
}

/// `Solver::correct_position` of an emitted solver for several threads.
#[inline]
pub fn correct_position<S: Threaded>(solver: &mut S, state: &mut S::State, inputs: &S::Inputs) -> Gap {
    position_of(solver, 0..S::THREADS.len(), state, inputs)
}

/// `Solver::correct_velocity` of an emitted solver for several threads.
#[inline]
pub fn correct_velocity<S: Threaded>(solver: &mut S, state: &mut S::State, inputs: &S::Inputs) -> Gap {
    velocity_of(solver, 0..S::THREADS.len(), state, inputs)
}

/// `Solver::close` of an emitted solver for several threads.
///
/// # Errors
/// As [`Solver::close`](crate::solver::Solver::close).
#[inline]
pub fn close<S: Threaded>(
    solver: &mut S,
    state: &mut S::State,
    inputs: &S::Inputs,
    projection: &Projection,
) -> Result<Closure, NotClosed> {
    let closure = closure_of(solver, 0..S::THREADS.len(), state, inputs, projection)?;
    solver.kinematics(state, inputs);
    closure.with(solver.least_margin())
}
