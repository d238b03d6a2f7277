//! Brakes of a vehicle on several threads: each thread has the brakes of its own wheels. The pressure depends on the pedal alone, and is
//! equal on all threads.

use super::{Holdings, Share, Shareable, Threaded};
use crate::brakes::{BrakeState, Brakes};
use crate::ports::InputPorts;
use crate::subsystem::{Now, Quantity, Subsystem, one_each};

/// A thread's brakes.
#[derive(Clone, Copy, Debug)]
pub struct OwnBrakes<const W: usize> {
    brakes: Brakes<W>,
    wheels: &'static [usize],
}

impl<S: Threaded, const W: usize> Shareable<S> for Brakes<W> {
    type Part = OwnBrakes<W>;

    fn part(&self, holdings: &Holdings) -> OwnBrakes<W> {
        OwnBrakes {
            brakes: *self,
            wheels: holdings.wheels,
        }
    }

    fn gather(holdings: &Holdings, from: &BrakeState<W>, to: &mut BrakeState<W>) {
        let (pressure, (deflections, released)) = from;
        to.0 = *pressure;
        for &wheel in holdings.wheels {
            (to.1.0[wheel], to.1.1[wheel]) = (deflections[wheel], released[wheel]);
        }
    }
}

impl<S: Threaded, const W: usize> Subsystem<Share<S>> for OwnBrakes<W> {
    type State = BrakeState<W>;

    fn load(&mut self, now: &Now<'_, BrakeState<W>>, inputs: &mut S::Inputs) -> BrakeState<W> {
        one_each::<S, W>(now.wheels);
        self.brakes.act(self.wheels.iter().copied(), now, inputs.wheels())
    }

    fn states(&self, state: &BrakeState<W>, tell: &mut dyn FnMut(Quantity)) {
        Brakes::tell_states(state, tell);
    }
}
