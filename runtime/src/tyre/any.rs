//! Different kinds of tyres on one vehicle.

use super::four::Deflections;
use super::{Brush, Calspan, Carpet, Contact, LinearTyre, MagicFormula, Relaxed, Tmeasy, Tyre, TyreForce};
use crate::acting::{Acting, Reading};
use crate::ports::{WheelLoad, WheelMotion};
use crate::subsystem::Quantity;
use crate::terrain::Terrain;

/// Makes the type that holds a tyre of any of these kinds. A tyre without memory has deflections that stay zero.
macro_rules! kinds {
    ($(#[$what:meta])* { $($(#[$words:meta])* $kind:ident($tyre:ty),)* }) => {
        $(#[$what])*
        #[allow(clippy::large_enum_variant, reason = "nothing is allocated")]
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum AnyTyre {
            $($(#[$words])* $kind($tyre),)*
        }

        $(impl From<$tyre> for AnyTyre {
            fn from(tyre: $tyre) -> Self {
                Self::$kind(tyre)
            }
        })*

        impl Tyre for AnyTyre {
            /// Deflections of the carcass along and across [m]; they stay zero in a tyre without memory.
            type State = [f64; 2];

            fn radius(&self) -> f64 {
                match self {
                    $(Self::$kind(tyre) => Tyre::radius(tyre),)*
                }
            }

            fn respond(&self, contact: &Contact, state: &[f64; 2]) -> (TyreForce, [f64; 2]) {
                match self {
                    $(Self::$kind(tyre) => {
                        let (force, rate) = Tyre::respond(tyre, contact, &Deflections::of(*state));
                        (force, rate.numbers())
                    })*
                }
            }

            fn load(
                &self,
                wheel: &WheelMotion,
                terrain: &impl Terrain,
                time: f64,
                state: &[f64; 2],
            ) -> (WheelLoad, [f64; 2]) {
                match self {
                    $(Self::$kind(tyre) => {
                        let (load, rate) = tyre.load(wheel, terrain, time, &Deflections::of(*state));
                        (load, rate.numbers())
                    })*
                }
            }

            fn slopes(
                &self,
                wheel: (usize, &WheelMotion),
                terrain: &impl Terrain,
                time: f64,
                state: &[f64; 2],
                tell: &mut dyn FnMut(Acting, Reading, f64),
            ) {
                match self {
                    $(Self::$kind(tyre) => tyre.slopes(wheel, terrain, time, &Deflections::of(*state), tell),)*
                }
            }

            fn states(state: &[f64; 2], wheel: usize, tell: &mut dyn FnMut(Quantity)) {
                Relaxed::<LinearTyre>::states(state, wheel, tell);
            }
        }
    };
}

kinds! {
    /// A tyre of any kind, so that the wheels of one vehicle may have different kinds of tyres. Each behaves exactly like the tyre
    /// inside.
    ///
    /// ```
    /// use wishbone::prelude::*;
    /// use wishbone::tyre::{AnyTyre, Relaxed, Tyre};
    /// let rear = LinearTyre::vertical(0.3, 200e3, 2e3);
    /// let front = Relaxed { law: rear };
    /// let road = OnRoad { tyres: [AnyTyre::from(front), AnyTyre::from(rear)], terrain: Flat };
    /// assert_eq!(road.tyres[1].radius(), 0.3);
    /// ```
    {
        /// Linear, without memory.
        Linear(LinearTyre),
        /// TMeasy, without memory.
        Tmeasy(Tmeasy),
        /// Brush, without memory.
        Brush(Brush),
        /// Linear, relaxed.
        RelaxedLinear(Relaxed<LinearTyre>),
        /// TMeasy, relaxed.
        RelaxedTmeasy(Relaxed<Tmeasy>),
        /// Brush, relaxed.
        RelaxedBrush(Relaxed<Brush>),
        /// Magic Formula, relaxed.
        MagicFormula(Relaxed<MagicFormula>),
        /// Tables, relaxed.
        Carpet(Relaxed<Carpet>),
        /// Calspan, without memory.
        Calspan(Calspan),
    }
}
