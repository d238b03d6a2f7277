//! The interface of all tyres on a vehicle.

use super::wheels::Wheels;
use crate::acting::{Acting, Reading, behind};
use crate::ports::{WheelLoad, WheelMotion};
use crate::state::{Vector, count};
use crate::subsystem::Quantity;
use crate::terrain::Terrain;
use wishbone_laws::tyre::{Contact, TyreForce};

/// A tyre on the ground.
pub trait Tyre {
    /// States of the tyre, which are integrated together with the state of the vehicle; `()` for a law without states.
    type State: Vector;

    /// Unloaded radius [m].
    fn radius(&self) -> f64;

    /// Force and moment of the ground on the tyre, and the rate of its states.
    fn respond(&self, contact: &Contact, state: &Self::State) -> (TyreForce, Self::State);

    /// Reports each state, with name and unit; `wheel` is the position of the wheel.
    fn states(state: &Self::State, wheel: usize, tell: &mut dyn FnMut(Quantity));

    /// Load on the wheel from the ground, at the wheel centre along world axes, and the rate of the states; the torques
    /// of driveline and brake are zero. A wheel that lies flat on its side, for which no tyre law is valid, has no
    /// load, and the rates of its states are zero.
    fn load(
        &self,
        wheel: &WheelMotion,
        terrain: &impl Terrain,
        time: f64,
        state: &Self::State,
    ) -> (WheelLoad, Self::State) {
        let Some(contact) = Contact::of(wheel, self.radius(), terrain, time) else {
            return (WheelLoad::default(), Self::State::zero());
        };
        let (force, rate) = self.respond(&contact, state);
        let [force, moment] = force.at_centre(&contact);
        let load = WheelLoad {
            force,
            moment,
            ..WheelLoad::default()
        };
        (load, rate)
    }

    /// Writes exact slopes of [`Tyre::load`] with respect to the motion of the wheel and to the states; writes nothing if they
    /// are not known. `wheel` is the position and motion of the wheel. The ground counts as a plane.
    fn slopes(
        &self,
        wheel: (usize, &WheelMotion),
        terrain: &impl Terrain,
        time: f64,
        state: &Self::State,
        tell: &mut dyn FnMut(Acting, Reading, f64),
    ) {
        let _ = (wheel, terrain, time, state, tell);
    }

    /// Writes force and moment of [`Tyre::load`] on the wheels, each from the tyre at the wheel's position, and the
    /// rates of the tyres' states. A law may compute several tyres at once, if the results are equal.
    fn act(tyres: &[Self], mut wheels: Wheels<'_, impl Terrain>, states: &[Self::State], rates: &mut [Self::State])
    where
        Self: Sized,
    {
        wheels.load_each(wheels.which, tyres, states, rates);
    }
}

/// Writes the slopes of all tyres, each on its wheel. The states of the tyres follow one after the other.
pub fn slopes_of_all<Y: Tyre>(
    tyres: &[Y],
    (wheels, states): (&[WheelMotion], &[Y::State]),
    terrain: &impl Terrain,
    time: f64,
    tell: &mut dyn FnMut(Acting, Reading, f64),
) {
    let mut first = 0;
    for (wheel, ((tyre, motion), state)) in tyres.iter().zip(wheels).zip(states).enumerate() {
        tyre.slopes((wheel, motion), terrain, time, state, &mut behind(first, tell));
        first += count(state);
    }
}
