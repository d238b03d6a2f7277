//! Tyres of a vehicle on several threads: each thread has the tyres of its own wheels.

use super::{Holdings, Share, Shareable, Threaded};
use crate::ports::InputPorts;
use crate::state::Vector;
use crate::subsystem::{Now, Quantity, Subsystem, one_each};
use crate::terrain::{Ground, Terrain};
use crate::tyre::{FourOnRoad, OnRoad, Quartet, Tyre, Wheels};

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

/// A thread has some of the four tyres, and computes them one by one, with equal bits.
impl<S, Y, T> Shareable<S> for FourOnRoad<Y, T>
where
    S: Threaded,
    Y: Quartet + Send,
    T: Terrain + Clone + Send,
{
    type Part = OwnTyres<Y, T, 4>;

    fn part(&self, holdings: &Holdings) -> Self::Part {
        OwnTyres {
            road: OnRoad {
                tyres: *self.tyres(),
                terrain: self.terrain.clone(),
            },
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
