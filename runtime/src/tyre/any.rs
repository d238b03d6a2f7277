//! Different kinds of tyres on one vehicle.

use super::{Calspan, Carpet, Contact, LinearTyre, MagicFormula, Relaxed, Tmeasy, Tyre, TyreForce};
use crate::acting::{Acting, Reading};
use crate::ports::{WheelLoad, WheelMotion};
use crate::subsystem::Quantity;
use crate::terrain::Terrain;

/// A tyre of any kind, so that the wheels of one vehicle may have different kinds of tyres. Each behaves exactly like the tyre
/// inside.
///
/// ```
/// use wishbone::prelude::*;
/// use wishbone::tyre::AnyTyre;
/// let rear = LinearTyre::vertical(0.3, 200e3, 2e3);
/// let front = Relaxed { law: rear };
/// let road = OnRoad { tyres: [AnyTyre::from(front), AnyTyre::from(rear)], terrain: Flat };
/// assert_eq!(road.tyres[1].radius(), 0.3);
/// ```
#[allow(clippy::large_enum_variant, reason = "nothing is allocated")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AnyTyre {
    /// Linear, without memory.
    Linear(LinearTyre),
    /// TMeasy, without memory.
    Tmeasy(Tmeasy),
    /// Linear, relaxed.
    RelaxedLinear(Relaxed<LinearTyre>),
    /// TMeasy, relaxed.
    RelaxedTmeasy(Relaxed<Tmeasy>),
    /// Magic Formula, relaxed.
    MagicFormula(Relaxed<MagicFormula>),
    /// Tables, relaxed.
    Carpet(Relaxed<Carpet>),
    /// Calspan, without memory.
    Calspan(Calspan),
}

macro_rules! kinds {
    ($($tyre:ty => $kind:ident,)*) => {$(
        impl From<$tyre> for AnyTyre {
            fn from(tyre: $tyre) -> Self {
                Self::$kind(tyre)
            }
        }
    )*};
}
kinds! {
    LinearTyre => Linear,
    Tmeasy => Tmeasy,
    Relaxed<LinearTyre> => RelaxedLinear,
    Relaxed<Tmeasy> => RelaxedTmeasy,
    Relaxed<MagicFormula> => MagicFormula,
    Relaxed<Carpet> => Carpet,
    Calspan => Calspan,
}

impl Tyre for AnyTyre {
    /// Deflections of the carcass along and across [m]; they stay zero in a tyre without memory.
    type State = [f64; 2];

    fn radius(&self) -> f64 {
        match self {
            Self::Linear(tyre) => Tyre::radius(tyre),
            Self::Tmeasy(tyre) => Tyre::radius(tyre),
            Self::RelaxedLinear(tyre) => Tyre::radius(tyre),
            Self::RelaxedTmeasy(tyre) => Tyre::radius(tyre),
            Self::MagicFormula(tyre) => Tyre::radius(tyre),
            Self::Carpet(tyre) => Tyre::radius(tyre),
            Self::Calspan(tyre) => Tyre::radius(tyre),
        }
    }

    fn respond(&self, contact: &Contact, state: &[f64; 2]) -> (TyreForce, [f64; 2]) {
        match self {
            Self::Linear(tyre) => (tyre.law(contact), [0.0; 2]),
            Self::Tmeasy(tyre) => (tyre.law(contact), [0.0; 2]),
            Self::RelaxedLinear(tyre) => Tyre::respond(tyre, contact, state),
            Self::RelaxedTmeasy(tyre) => Tyre::respond(tyre, contact, state),
            Self::MagicFormula(tyre) => Tyre::respond(tyre, contact, state),
            Self::Carpet(tyre) => Tyre::respond(tyre, contact, state),
            Self::Calspan(tyre) => (tyre.law(contact), [0.0; 2]),
        }
    }

    fn load(&self, wheel: &WheelMotion, terrain: &impl Terrain, time: f64, state: &[f64; 2]) -> (WheelLoad, [f64; 2]) {
        match self {
            Self::Linear(tyre) => (tyre.load(wheel, terrain, time, &()).0, [0.0; 2]),
            Self::Tmeasy(tyre) => (tyre.load(wheel, terrain, time, &()).0, [0.0; 2]),
            Self::RelaxedLinear(tyre) => tyre.load(wheel, terrain, time, state),
            Self::RelaxedTmeasy(tyre) => tyre.load(wheel, terrain, time, state),
            Self::MagicFormula(tyre) => tyre.load(wheel, terrain, time, state),
            Self::Carpet(tyre) => tyre.load(wheel, terrain, time, state),
            Self::Calspan(tyre) => (tyre.load(wheel, terrain, time, &()).0, [0.0; 2]),
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
            Self::Linear(tyre) => tyre.slopes(wheel, terrain, time, &(), tell),
            Self::Tmeasy(tyre) => tyre.slopes(wheel, terrain, time, &(), tell),
            Self::RelaxedLinear(tyre) => tyre.slopes(wheel, terrain, time, state, tell),
            Self::RelaxedTmeasy(tyre) => tyre.slopes(wheel, terrain, time, state, tell),
            Self::MagicFormula(tyre) => tyre.slopes(wheel, terrain, time, state, tell),
            Self::Carpet(tyre) => tyre.slopes(wheel, terrain, time, state, tell),
            Self::Calspan(tyre) => tyre.slopes(wheel, terrain, time, &(), tell),
        }
    }

    fn states(state: &[f64; 2], wheel: usize, tell: &mut dyn FnMut(Quantity)) {
        Relaxed::<LinearTyre>::states(state, wheel, tell);
    }
}
