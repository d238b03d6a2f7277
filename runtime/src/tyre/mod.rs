//! Tyres on a terrain: force and moment on the wheels of a vehicle. The laws are in [`wishbone_laws::tyre`].

mod alone;
mod any;
mod calspan;
mod compliant;
mod enveloping;
mod exact;
mod four;
mod on_road;
mod side_by_side;
mod wheels;

pub use any::AnyTyre;
pub use compliant::Compliant;
pub use enveloping::Enveloping;
pub use four::Quartet;
pub use on_road::OnRoad;
pub use side_by_side::FourOnRoad;
pub use wheels::Wheels;
pub use wishbone_laws::tyre::{
    Calspan, Cams, Carpet, Compliance, Contact, Law, LinearTyre, MagicFormula, Relaxed, Rolls, Slip, Steady, Tmeasy,
    TyreForce,
};
pub use wishbone_laws::tyre::{carpet, magic_formula, tmeasy};

use crate::acting::{Acting, Reading, behind};
use crate::ports::{WheelLoad, WheelMotion};
use crate::state::{Vector, count};
use crate::subsystem::Quantity;
use crate::terrain::Terrain;
use wishbone_laws::tyre::magic_formula::Prepared;

/// A tyre on the ground.
pub trait Tyre {
    /// Its memory, as states that are integrated with the vehicle's; `()` for a law without memory.
    type State: Vector;

    /// Unloaded radius [m].
    fn radius(&self) -> f64;

    /// Force and moment of the ground on the tyre, and the rate of its states.
    fn respond(&self, contact: &Contact, state: &Self::State) -> (TyreForce, Self::State);

    /// Tells each of its states, with name and unit; `wheel` is the position of its wheel.
    fn states(state: &Self::State, wheel: usize, tell: &mut dyn FnMut(Quantity));

    /// Load on the wheel from the ground, at the wheel centre in world axes, and the rate of the states; the torques of
    /// driveline and brake are zero. A wheel that lies flat on its side, where no tyre law holds, is not loaded, and its states
    /// stay.
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

    /// Tells exact slopes of [`Tyre::load`] by the motion of the wheel at that position and by the states; nothing if they are not known.
    /// The ground counts as a plane.
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

    /// Writes force and moment of [`Tyre::load`] on the wheels, each by the tyre at its position, and the rates of the tyres' states. A law may
    /// compute several of them at once, if that gives the same.
    fn act(tyres: &[Self], mut wheels: Wheels<'_, impl Terrain>, states: &[Self::State], rates: &mut [Self::State])
    where
        Self: Sized,
    {
        wheels.load_each(wheels.which, tyres, states, rates);
    }
}

/// Tells the slopes of tyres, each on its wheel, their states one after the other.
fn slopes_of_all<Y: Tyre>(
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

impl Tyre for LinearTyre {
    type State = ();

    fn radius(&self) -> f64 {
        self.radius
    }

    fn respond(&self, contact: &Contact, (): &()) -> (TyreForce, ()) {
        (self.law(contact), ())
    }

    fn states((): &(), _wheel: usize, _tell: &mut dyn FnMut(Quantity)) {}

    fn slopes(
        &self,
        wheel: (usize, &WheelMotion),
        terrain: &impl Terrain,
        time: f64,
        state: &Self::State,
        tell: &mut dyn FnMut(Acting, Reading, f64),
    ) {
        exact::slopes(self, wheel, terrain, time, state, tell);
    }

    /// Four at once where the processor can.
    #[inline]
    fn act(tyres: &[Self], wheels: Wheels<'_, impl Terrain>, states: &[()], rates: &mut [()]) {
        four::act_unpacked(tyres, wheels, states, rates);
    }
}

/// A law of which four tyres may be computed at once.
pub trait Together: Law<f64> + Sized {
    /// Loads wheels by relaxed tyres of this law ([`Tyre::act`]); one by one unless it can compute several at once.
    fn act_together(
        tyres: &[Relaxed<Self>],
        mut wheels: Wheels<'_, impl Terrain>,
        states: &[[f64; 2]],
        rates: &mut [[f64; 2]],
    ) {
        wheels.load_each(wheels.which, tyres, states, rates);
    }

    /// Tells exact slopes of a relaxed tyre of this law ([`Tyre::slopes`]); nothing if they are not known.
    fn slopes_of(
        tyre: &Relaxed<Self>,
        wheel: (usize, &WheelMotion),
        terrain: &impl Terrain,
        time: f64,
        state: &[f64; 2],
        tell: &mut dyn FnMut(Acting, Reading, f64),
    ) {
        let _ = (tyre, wheel, terrain, time, state, tell);
    }
}

impl<const C: usize> Together for Carpet<C> {}

macro_rules! together {
    ($($law:ty),*) => {$(
        impl Together for $law {
            #[inline]
            fn act_together(
                tyres: &[Relaxed<Self>],
                wheels: Wheels<'_, impl Terrain>,
                states: &[[f64; 2]],
                rates: &mut [[f64; 2]],
            ) {
                four::act_unpacked(tyres, wheels, states, rates);
            }

            fn slopes_of(
                tyre: &Relaxed<Self>,
                wheel: (usize, &WheelMotion),
                terrain: &impl Terrain,
                time: f64,
                state: &[f64; 2],
                tell: &mut dyn FnMut(Acting, Reading, f64),
            ) {
                exact::slopes(tyre, wheel, terrain, time, state, tell);
            }
        }
    )*};
}
together!(LinearTyre, Tmeasy, MagicFormula, Prepared);

/// A rolling tyre without memory; [`Relaxed`] is for standstill and braking.
impl Tyre for Tmeasy {
    type State = ();

    fn radius(&self) -> f64 {
        self.radius
    }

    fn respond(&self, contact: &Contact, (): &()) -> (TyreForce, ()) {
        (self.law(contact), ())
    }

    fn states((): &(), _wheel: usize, _tell: &mut dyn FnMut(Quantity)) {}

    fn slopes(
        &self,
        wheel: (usize, &WheelMotion),
        terrain: &impl Terrain,
        time: f64,
        state: &Self::State,
        tell: &mut dyn FnMut(Acting, Reading, f64),
    ) {
        exact::slopes(self, wheel, terrain, time, state, tell);
    }

    /// Four at once where the processor can.
    #[inline]
    fn act(tyres: &[Self], wheels: Wheels<'_, impl Terrain>, states: &[()], rates: &mut [()]) {
        four::act_unpacked(tyres, wheels, states, rates);
    }
}

/// A law at the slips of the contact.
impl<L: Law<f64>> Tyre for Steady<L> {
    type State = ();

    fn radius(&self) -> f64 {
        self.law.radius()
    }

    fn respond(&self, contact: &Contact, (): &()) -> (TyreForce, ()) {
        (alone::roll(self, contact, [0.0; 2]).0, ())
    }

    fn states((): &(), _wheel: usize, _tell: &mut dyn FnMut(Quantity)) {}
}

impl<L: Together> Tyre for Relaxed<L> {
    /// Deflections of the carcass along and across [m].
    type State = [f64; 2];

    fn radius(&self) -> f64 {
        self.law.radius()
    }

    fn respond(&self, contact: &Contact, state: &[f64; 2]) -> (TyreForce, [f64; 2]) {
        alone::roll(self, contact, *state)
    }

    fn states([along, across]: &[f64; 2], wheel: usize, tell: &mut dyn FnMut(Quantity)) {
        tell(Quantity::at(wheel, "deflection_along", "m", *along));
        tell(Quantity::at(wheel, "deflection_across", "m", *across));
    }

    fn slopes(
        &self,
        wheel: (usize, &WheelMotion),
        terrain: &impl Terrain,
        time: f64,
        state: &Self::State,
        tell: &mut dyn FnMut(Acting, Reading, f64),
    ) {
        L::slopes_of(self, wheel, terrain, time, state, tell);
    }

    /// Four at once where they are alike and the processor can.
    #[inline]
    fn act(tyres: &[Self], wheels: Wheels<'_, impl Terrain>, states: &[[f64; 2]], rates: &mut [[f64; 2]]) {
        L::act_together(tyres, wheels, states, rates);
    }
}
