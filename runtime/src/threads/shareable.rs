//! Equipment of a vehicle on several threads.

use super::{Holdings, Share, Threaded};
use crate::equipment::Equipment;
use crate::ports::InputPorts;
use crate::state::Vector;
use crate::subsystem::{Now, Quantity, Still, Subsystem, one_each};
use crate::terrain::{Ground, Terrain};
use crate::tyre::{OnRoad, Tyre, Wheels};

/// A subsystem of which each thread can compute a part.
///
/// The part of a thread sees the wheels that the thread holds; those of others do not move. It must not use anything of another
/// thread: what acts on one wheel and depends on another, like a driveline, cannot be shared. A subsystem that depends on time,
/// its own state and the base's motion alone may be computed by every thread as it is, for all get the same numbers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shared among threads",
    label = "no thread can compute a part of this by itself",
    note = "tyres on a road, and equipment made of nothing else, can: `OnRoad`, `Still`, pairs, `Equipment`",
    note = "run the vehicle on one thread with `Simulation`, or implement `Shareable` for a subsystem that acts wheel by wheel"
)]
pub trait Shareable<S: Threaded>: Subsystem<S> {
    /// The part of a thread, with the states of the whole.
    type Part: Subsystem<Share<S>, State = Self::State> + Send;

    /// The part of a thread that holds these wheels.
    fn part(&self, holdings: &Holdings) -> Self::Part;

    /// Copies the states that this thread has computed.
    fn gather(holdings: &Holdings, from: &Self::State, to: &mut Self::State);
}

impl<S: Threaded> Shareable<S> for Still {
    type Part = Still;

    fn part(&self, _: &Holdings) -> Still {
        Still
    }

    fn gather(_: &Holdings, (): &(), (): &mut ()) {}
}

impl<S: Threaded, A: Shareable<S>, B: Shareable<S>> Shareable<S> for (A, B) {
    type Part = (A::Part, B::Part);

    fn part(&self, holdings: &Holdings) -> Self::Part {
        (self.0.part(holdings), self.1.part(holdings))
    }

    fn gather(holdings: &Holdings, from: &Self::State, to: &mut Self::State) {
        A::gather(holdings, &from.0, &mut to.0);
        B::gather(holdings, &from.1, &mut to.1);
    }
}

/// Equipment of tyres alone.
impl<S: Threaded, T: Shareable<S>> Shareable<S> for Equipment<Still, Still, Still, Still, Still, T> {
    type Part = Equipment<Still, Still, Still, Still, Still, T::Part>;

    fn part(&self, holdings: &Holdings) -> Self::Part {
        Equipment::none().with_tyres(self.tyres.part(holdings))
    }

    fn gather(holdings: &Holdings, from: &Self::State, to: &mut Self::State) {
        let ((_, (_, (_, (_, (_, from))))), (_, (_, (_, (_, (_, to)))))) = (from, to);
        T::gather(holdings, from, to);
    }
}

/// A thread's tyres of a road.
#[derive(Clone, Copy, Debug)]
pub struct OwnTyres<Y, T, const W: usize> {
    road: OnRoad<Y, T, W>,
    wheels: &'static [usize],
}

impl<S, Y, T, const W: usize> Shareable<S> for OnRoad<Y, T, W>
where
    S: Threaded,
    Y: Tyre + Clone + Send,
    T: Terrain + Clone + Send,
{
    type Part = OwnTyres<Y, T, W>;

    fn part(&self, holdings: &Holdings) -> Self::Part {
        OwnTyres {
            road: self.clone(),
            wheels: holdings.wheels,
        }
    }

    fn gather(holdings: &Holdings, from: &Self::State, to: &mut Self::State) {
        for &wheel in holdings.wheels {
            to[wheel].clone_from(&from[wheel]);
        }
    }
}

impl<S: Threaded, Y: Tyre, T: Terrain, const W: usize> Subsystem<Share<S>> for OwnTyres<Y, T, W> {
    type State = [Y::State; W];

    fn load(&mut self, now: &Now<'_, Self::State>, inputs: &mut S::Inputs) -> Self::State {
        one_each::<S, W>(now.wheels);
        let mut rates = Self::State::zero();
        let wheels = Wheels {
            which: self.wheels,
            motions: now.wheels,
            terrain: &self.road.terrain,
            time: now.time,
            loads: inputs.wheels(),
        };
        Y::act(&self.road.tyres, wheels, now.state, &mut rates);
        rates
    }

    fn ground(&self, time: f64, [x, y, _]: [f64; 3]) -> Option<Ground> {
        Some(self.road.terrain.at(x, y, time))
    }

    fn states(&self, state: &Self::State, tell: &mut dyn FnMut(Quantity)) {
        for (wheel, state) in state.iter().enumerate() {
            Y::states(state, wheel, tell);
        }
    }
}
