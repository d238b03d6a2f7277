//! Tyres on a terrain: force and moment on the wheels of a vehicle. The laws are in [`wishbone_laws::tyre`].

mod across;
mod act;
mod alone;
mod any;
mod calspan;
mod compliant;
mod enveloping;
mod exact;
mod four;
mod level;
mod on_road;
mod row;
mod side_by_side;
mod wheels;

pub use act::Tyre;
pub use any::AnyTyre;
pub use compliant::Compliant;
pub use enveloping::Enveloping;
pub use four::Quartet;
pub use on_road::OnRoad;
pub use side_by_side::FourOnRoad;
pub use wheels::Wheels;
pub use wishbone_laws::tyre::{
    Brush, Calspan, Cams, Carpet, Compliance, Contact, Law, LinearTyre, MagicFormula, Relaxed, Rolling, Rolls, Slip,
    Steady, Tmeasy, TyreForce,
};
pub use wishbone_laws::tyre::{carpet, magic_formula, tmeasy};

use crate::acting::{Acting, Reading};
use crate::ports::WheelMotion;
use crate::subsystem::Quantity;
use crate::terrain::Terrain;
use wishbone_laws::tyre::magic_formula::Prepared;

/// Rolling tyres without memory; [`Relaxed`] is for standstill and braking.
macro_rules! without_memory {
    ($($law:ty),*) => {$(
        impl Tyre for $law {
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

            /// Computes four tyres at once if the processor can.
            #[inline]
            fn act(tyres: &[Self], wheels: Wheels<'_, impl Terrain>, states: &[()], rates: &mut [()]) {
                four::act_unpacked(tyres, wheels, states, rates);
            }
        }
    )*};
}
without_memory!(LinearTyre, Tmeasy, Brush);

/// A law of which four tyres may be computed at once.
pub trait Together: Law<f64> + Sized {
    /// Loads wheels by relaxed tyres of this law ([`Tyre::act`]), one by one unless the law can compute several tyres at once.
    fn act_together(
        tyres: &[Relaxed<Self>],
        mut wheels: Wheels<'_, impl Terrain>,
        states: &[[f64; 2]],
        rates: &mut [[f64; 2]],
    ) {
        wheels.load_each(wheels.which, tyres, states, rates);
    }

    /// Writes exact slopes of a relaxed tyre of this law ([`Tyre::slopes`]); writes nothing if the slopes are not
    /// known.
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
together!(LinearTyre, Tmeasy, Brush, MagicFormula, Prepared);

/// A tyre without memory, whose law gets the slips of the contact.
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

    /// Computes four tyres at once if they follow one set of equations and the processor supports it.
    #[inline]
    fn act(tyres: &[Self], wheels: Wheels<'_, impl Terrain>, states: &[[f64; 2]], rates: &mut [[f64; 2]]) {
        L::act_together(tyres, wheels, states, rates);
    }
}
