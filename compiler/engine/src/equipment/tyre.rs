//! Tyres, one for each wheel.

use super::piece::Pieces;
use crate::engine::Engine;
use crate::numbers::Inputs;
use std::any::Any;
use std::sync::Arc;
use wishbone::acting::{Acting, Reading};
use wishbone::ports::WheelMotion;
use wishbone::start::Gliding;
use wishbone::state::Vector;
use wishbone::subsystem::{Now, Quantity, Subsystem};
use wishbone::terrain::{Flat, Ground, Terrain};
use wishbone::tyre::magic_formula::Side;
use wishbone::tyre::{
    Carpet, Compliant, Contact, Enveloping, FourOnRoad, Law, Quartet, Relaxed, Slip, Tyre, TyreForce,
};
use wishbone_compiler::model::equipment::{self, Device, TyreLaw, UseCarpet, with_law};
use wishbone_compiler::pipeline::Compiled;

/// Largest deflection that is tried, as a fraction of the radius.
pub const DEEPEST: f64 = 0.5;
/// Number of bisections in the search for the deflection that carries a load.
const HALVINGS: usize = 60;
/// Step of the deflection for central differences of the force [m].
const APART: f64 = 1e-5;

/// A terrain of any kind.
#[derive(Clone)]
pub struct Road(Arc<dyn Terrain + Send + Sync>);

impl Road {
    /// This terrain.
    pub fn new(terrain: impl Terrain + Send + Sync + 'static) -> Self {
        Self(Arc::new(terrain))
    }
}

impl Terrain for Road {
    fn at(&self, x: f64, y: f64, time: f64) -> Ground {
        self.0.at(x, y, time)
    }
}

/// The tyre of one wheel on a terrain.
#[derive(Clone)]
pub(super) struct OnWheel<Y> {
    pub tyre: Y,
    pub wheel: usize,
    pub road: Road,
}

impl<Y: Tyre> Subsystem<Engine> for OnWheel<Y> {
    type State = Y::State;

    fn load(&mut self, now: &Now<'_, Y::State>, inputs: &mut Inputs) -> Y::State {
        let (wheel, input) = (&now.wheels[self.wheel], &mut inputs.wheels[self.wheel]);
        let (load, rate) = self.tyre.load(wheel, &self.road, now.time, now.state);
        (input.force, input.moment) = (load.force, load.moment);
        rate
    }

    fn slopes(&self, now: &Now<'_, Y::State>, tell: &mut dyn FnMut(Acting, Reading, f64)) {
        let wheel = (self.wheel, &now.wheels[self.wheel]);
        self.tyre.slopes(wheel, &self.road, now.time, now.state, tell);
    }

    fn ground(&self, time: f64, [x, y, _]: [f64; 3]) -> Option<Ground> {
        Some(self.road.at(x, y, time))
    }

    fn states(&self, state: &Y::State, tell: &mut dyn FnMut(Quantity)) {
        Y::states(state, self.wheel, tell);
    }
}

/// The tyres of a vehicle on one road. Four tyres of one kind are computed at once, with equal bits.
pub(super) fn on_road(tyres: &[&equipment::Tyre], road: &Road) -> Pieces {
    four(tyres, road).unwrap_or_else(|| fitted(tyres, &|_| road.clone()))
}

/// Four tyres that are computed at once; `None` if they are of different kinds, or one of them has an envelope or a
/// compliance.
fn four(tyres: &[&equipment::Tyre], road: &Road) -> Option<Pieces> {
    let four: [_; 4] = by_wheel(tyres).try_into().ok()?;
    if four
        .iter()
        .any(|(_, tyre, _)| tyre.cams.is_some() || tyre.compliant.is_some())
    {
        return None;
    }
    let magic_formula = four.map(|(_, tyre, is_left)| match &tyre.law {
        TyreLaw::MagicFormula(file) => Some(Relaxed {
            law: file.mounted(side(is_left)),
        }),
        _ => None,
    });
    let of_first = || {
        let TyreLaw::ByNumbers(first) = &four[0].1.law else {
            return None;
        };
        with_law!(first, first => relaxed_or_not(four.map(|(_, tyre, _)| of_kind(first, tyre)), road))
    };
    at_once(magic_formula, road).or_else(of_first)
}

/// The law of a tyre, and whether the law is relaxed; `None` if the tyre is of a different type.
fn of_kind<L: Copy + 'static>(_: &L, tyre: &equipment::Tyre) -> Option<(L, bool)> {
    let TyreLaw::ByNumbers(law) = &tyre.law else {
        return None;
    };
    let law: &dyn Any = with_law!(law, law => law);
    law.downcast_ref().map(|law: &L| (*law, tyre.is_relaxed))
}

/// Four tyres of one kind, each with a flag for relaxation; `None` if a tyre is missing, or only some are relaxed.
fn relaxed_or_not<Y>(tyres: [Option<(Y, bool)>; 4], road: &Road) -> Option<Pieces>
where
    Y: Quartet<Packed: Send + Sync> + Copy + Send + Sync + 'static,
    Relaxed<Y>: Quartet<Packed: Send + Sync>,
{
    let of = |wanted: bool| tyres.map(|own| own.filter(|(_, is_relaxed)| *is_relaxed == wanted).map(|(law, _)| law));
    let relaxed = of(true).map(|law| Some(Relaxed { law: law? }));
    at_once(relaxed, road).or_else(|| at_once(of(false), road))
}

/// Four tyres of one kind on a road; `None` if one is missing.
fn at_once<Y>(tyres: [Option<Y>; 4], road: &Road) -> Option<Pieces>
where
    Y: Quartet<Packed: Send + Sync> + Send + Sync + 'static,
{
    let [Some(a), Some(b), Some(c), Some(d)] = tyres else {
        return None;
    };
    Some(Pieces::of(FourOnRoad::new([a, b, c, d], road.clone())))
}

pub(super) fn side(is_left: bool) -> Side {
    if is_left { Side::Left } else { Side::Right }
}

/// The tyres of a vehicle, each on the road of its wheel.
pub(super) fn fitted(tyres: &[&equipment::Tyre], road: &dyn Fn(usize) -> Road) -> Pieces {
    each(tyres, |pieces, tyre, wheel, is_left| {
        let side = side(is_left);
        let on = Mounting {
            pieces,
            tyre,
            wheel,
            is_left,
            road: &road(wheel),
        };
        match &tyre.law {
            TyreLaw::ByNumbers(law) => with_law!(law, law => on.steady_or_relaxed(*law)),
            TyreLaw::MagicFormula(file) => on.tyre(Relaxed {
                law: file.mounted(side),
            }),
            TyreLaw::Tables(tables) => tables.with(on),
            TyreLaw::Calspan(law) => on.tyre(*law),
        }
    })
}

/// A wheel that gets a tyre.
struct Mounting<'r> {
    pieces: Pieces,
    tyre: &'r equipment::Tyre,
    wheel: usize,
    is_left: bool,
    road: &'r Road,
}

impl Mounting<'_> {
    fn steady_or_relaxed<L>(self, law: L) -> Pieces
    where
        L: Tyre + Clone + Send + Sync + 'static,
        Relaxed<L>: Tyre + Clone + Send + Sync + 'static,
    {
        match self.tyre.is_relaxed {
            true => self.tyre(Relaxed { law }),
            false => self.tyre(law),
        }
    }

    /// Adds the tyre with its envelope and on its compliant wheel, if envelope and compliance are declared.
    fn tyre<Y: Tyre + Clone + Send + Sync + 'static>(self, tyre: Y) -> Pieces {
        match self.tyre.cams {
            Some(cams) => self.on_wheel(Enveloping { tyre, cams: Some(cams) }),
            None => self.on_wheel(tyre),
        }
    }

    fn on_wheel<Y: Tyre + Clone + Send + Sync + 'static>(self, tyre: Y) -> Pieces {
        let Self {
            pieces, wheel, road, ..
        } = self;
        match &self.tyre.compliant {
            Some(compliant) => {
                let (compliance, lag) = (compliant.on_side(self.is_left), compliant.lag);
                and(pieces, Compliant { tyre, compliance, lag }, wheel, road)
            }
            None => and(pieces, tyre, wheel, road),
        }
    }
}

impl UseCarpet for Mounting<'_> {
    type Result = Pieces;

    fn of<const C: usize>(self, law: Carpet<C>) -> Pieces {
        self.tyre(Relaxed { law })
    }
}

/// The tyres of a vehicle on a road, without friction.
pub(super) fn gliding(tyres: &[&equipment::Tyre], road: &Road) -> Pieces {
    each(tyres, |pieces, tyre, wheel, is_left| {
        let side = side(is_left);
        match &tyre.law {
            TyreLaw::ByNumbers(law) => with_law!(law, law => and(pieces, Gliding(*law), wheel, road)),
            TyreLaw::MagicFormula(file) => {
                let law = file.mounted(side);
                and(pieces, Gliding(Relaxed { law }), wheel, road)
            }
            TyreLaw::Tables(tables) => tables.with(GlidingOn { pieces, wheel, road }),
            TyreLaw::Calspan(law) => and(pieces, Gliding(*law), wheel, road),
        }
    })
}

/// A wheel that glides on a tyre given by tables.
struct GlidingOn<'r> {
    pieces: Pieces,
    wheel: usize,
    road: &'r Road,
}

impl UseCarpet for GlidingOn<'_> {
    type Result = Pieces;

    fn of<const C: usize>(self, law: Carpet<C>) -> Pieces {
        and(self.pieces, Gliding(Relaxed { law }), self.wheel, self.road)
    }
}

/// Deflection, stiffnesses and friction of a tyre under a load, upright on level ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grip {
    /// Deflection [m].
    pub deflection: f64,
    /// Vertical stiffness, by central differences [N/m].
    pub vertical_rate: f64,
    /// Side force against a small slip angle, divided by the angle [N/rad]; positive if the force resists.
    pub cornering: f64,
    /// Force along a small driving slip, divided by the slip [N]; positive if the force drives. `None` for a tyre
    /// without longitudinal force.
    pub longitudinal: Option<f64>,
    /// Largest side force divided by the load, for slip angles up to 30 deg.
    pub friction: f64,
    /// Aligning moment of a small slip angle, divided by its side force [m]; positive if the moment turns the wheel into the direction of travel.
    /// NaN without a side force.
    pub trail: f64,
    /// Rolling resistance divided by the load, at 20 m/s: the force that balances the power of its moment, `M / Re`; positive if it resists.
    pub rolling: f64,
    /// Relaxation lengths along and across, if the tyre is relaxed [m]; `None` for a law without such lengths.
    pub relaxation: Option<[f64; 2]>,
}

/// Vertical stiffness of the tyre of each wheel, upright at rest under its load [N/m], by central differences of the
/// force over the deflection. `None` if a wheel has no tyre, or if a load [N] is above the limit of its tyre.
pub fn vertical_rates(compiled: &Compiled, loads: &[f64]) -> Option<Vec<f64>> {
    let grips = grips(compiled, loads).into_iter();
    grips.map(|grip| grip.map(|grip| grip.vertical_rate)).collect()
}

/// The grip of the tyre of each wheel under its load [N]. `None` if no tyre is declared, or if the load is above the
/// limit of the tyre.
pub fn grips(compiled: &Compiled, loads: &[f64]) -> Vec<Option<Grip>> {
    let mut grips = vec![None; loads.len()];
    for piece in &compiled.model.equipment {
        let Device::Tyre(tyre) = &piece.kind else {
            continue;
        };
        for &wheel in &tyre.wheels {
            grips[wheel] = match &tyre.law {
                TyreLaw::ByNumbers(law) => with_law!(law, law => by_law(law, law, loads[wheel])),
                TyreLaw::MagicFormula(file) => {
                    let law = file.mounted(Side::Left);
                    by_law(&Relaxed { law }, &law, loads[wheel])
                }
                TyreLaw::Tables(tables) => tables.with(Under(loads[wheel])),
                TyreLaw::Calspan(law) => grip(law, |contact, _| law.law(contact), loads[wheel]).map(|grip| Grip {
                    longitudinal: None,
                    ..grip
                }),
            };
        }
    }
    grips
}

/// A load [N] on a tyre given by tables.
struct Under(f64);

impl UseCarpet for Under {
    type Result = Option<Grip>;

    fn of<const C: usize>(self, law: Carpet<C>) -> Option<Grip> {
        by_law(&Relaxed { law }, &law, self.0)
    }
}

/// Speed at which slips are tried [m/s].
const SPEED: f64 = 20.0;
/// Slip and slip angle at which slopes are formed [- and rad].
const SLIGHT: f64 = 1e-3;
/// Part of the load below which a side force is rounding.
const NO_FORCE: f64 = 1e-9;
/// Largest slip angle at which the side force is tried [deg].
const WIDEST: u8 = 30;

/// The grip of a tyre with a law for steady forces, under a load.
fn by_law<Y: Tyre, L: Law<f64>>(tyre: &Y, law: &L, load: f64) -> Option<Grip> {
    let steady = |contact: &Contact, longitudinal: f64| {
        let angle = contact.slip(tyre.radius(), 1.0).angle;
        law.steady(contact, law.normal_force(contact), Slip { longitudinal, angle })
    };
    let found = grip(tyre, steady, load)?;
    let contact = Contact {
        deflection: found.deflection,
        ..Contact::on_level(tyre.radius(), 0.0, [SPEED, 0.0], SPEED / tyre.radius())
    };
    let loaded = law.loaded(&contact, load);
    let inverse = law.inverse_relaxation(&contact, &loaded);
    Some(Grip {
        rolling: found.rolling * tyre.radius() / law.effective_radius(&contact, &loaded),
        relaxation: Some(inverse.map(f64::recip)),
        ..found
    })
}

/// The grip of a tyre under a load. `steady` gives the steady force at a contact and a longitudinal slip.
fn grip<Y: Tyre>(tyre: &Y, steady: impl Fn(&Contact, f64) -> TyreForce, load: f64) -> Option<Grip> {
    let upright = |deflection: f64| WheelMotion {
        centre: [0.0, 0.0, tyre.radius() - deflection],
        axis: [0.0, 1.0, 0.0],
        ..WheelMotion::default()
    };
    let force = |deflection: f64| tyre.load(&upright(deflection), &Flat, 0.0, &Y::State::zero()).0.force[2];
    let (mut low, mut high) = (0.0, DEEPEST * tyre.radius());
    if force(high) < load {
        return None;
    }
    for _ in 0..HALVINGS {
        let middle = 0.5 * (low + high);
        match force(middle) < load {
            true => low = middle,
            false => high = middle,
        }
    }
    // Force and moment at the contact for a longitudinal slip, a slip angle and a spin.
    let turning = |slip: f64, angle: f64, spin: f64| {
        let (sine, cosine) = angle.sin_cos();
        let wheel = WheelMotion {
            velocity: [SPEED * cosine, SPEED * sine, 0.0],
            spin,
            ..upright(high)
        };
        Contact::of(&wheel, tyre.radius(), &Flat, 0.0).map_or_else(TyreForce::default, |contact| steady(&contact, slip))
    };
    let rolling = |slip: f64, angle: f64| turning(slip, angle, 0.0);
    // The aligning moment has the sign of the rolling direction.
    let [left, right] = [SLIGHT, -SLIGHT].map(|angle| turning(0.0, angle, SPEED / tyre.radius()));
    let resisting = right.force[1] - left.force[1];
    let trail = match resisting.abs() > NO_FORCE * load {
        true => (left.moment[2] - right.moment[2]) / resisting,
        false => f64::NAN,
    };
    let resistance = -turning(0.0, 0.0, SPEED / tyre.radius()).moment[1] / tyre.radius();
    let across = |angle: f64| -0.5 * (rolling(0.0, angle).force[1] - rolling(0.0, -angle).force[1]);
    let along = rolling(SLIGHT, 0.0).force[0] - rolling(-SLIGHT, 0.0).force[0];
    let widest = (1..=WIDEST).map(|angle| across(f64::from(angle).to_radians()).abs());
    Some(Grip {
        deflection: high,
        vertical_rate: (force(high + APART) - force(high - APART)) / (2.0 * APART),
        cornering: across(SLIGHT) / SLIGHT,
        longitudinal: Some(along / (2.0 * SLIGHT)),
        friction: widest.fold(0.0, f64::max) / load,
        trail,
        rolling: resistance / load,
        relaxation: None,
    })
}

/// Each wheel with its tyre and whether it is on the left, in the order of the wheels.
fn by_wheel<'t>(tyres: &[&'t equipment::Tyre]) -> Vec<(usize, &'t equipment::Tyre, bool)> {
    let mut each: Vec<(usize, &equipment::Tyre, bool)> = Vec::new();
    for tyre in tyres {
        let wheels = tyre.wheels.iter().zip(&tyre.on_the_left);
        each.extend(wheels.map(|(&wheel, &is_left)| (wheel, *tyre, is_left)));
    }
    each.sort_by_key(|(wheel, ..)| *wheel);
    each
}

/// Adds the tyre of each wheel, in the order of the wheels.
fn each(tyres: &[&equipment::Tyre], add: impl Fn(Pieces, &equipment::Tyre, usize, bool) -> Pieces) -> Pieces {
    let wheels = by_wheel(tyres).into_iter();
    wheels.fold(Pieces::none(), |pieces, (wheel, tyre, is_left)| {
        add(pieces, tyre, wheel, is_left)
    })
}

fn and<Y: Tyre + Clone + Send + Sync + 'static>(pieces: Pieces, tyre: Y, wheel: usize, road: &Road) -> Pieces {
    let road = road.clone();
    pieces.and(OnWheel { tyre, wheel, road })
}
