//! Forces and torques on the bodies: gravity, springs, wheel loads.

use crate::body::{Frame, Motions};
use crate::curve;
use crate::loads::WheelLoad;
use crate::rotor::Rotor;
use crate::slot;
use wishbone_compiler::model::{BodyId, Curve, DamperMap, Damping, Model, Spring, Vec3, Wheel};

/// Force on a body and moment about its centre of mass, world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Wrench {
    /// [N m]
    pub moment: Vec3,
    /// [N]
    pub force: Vec3,
}

/// One wrench for each moving body (wheels after the declared bodies). Wrenches on the ground are dropped.
pub(crate) struct Wrenches(pub Vec<Wrench>);

impl Wrenches {
    pub fn none(count: usize) -> Self {
        let zero = Wrench {
            moment: Vec3::zeros(),
            force: Vec3::zeros(),
        };
        Self(vec![zero; count])
    }

    /// Adds a force at the end of an arm from the centre of mass.
    pub fn push(&mut self, slot: Option<usize>, arm: Vec3, force: Vec3) {
        self.turn(slot, arm.cross(&force));
        if let Some(slot) = slot {
            self.0[slot].force += force;
        }
    }

    /// Adds a pure moment.
    pub fn turn(&mut self, slot: Option<usize>, moment: Vec3) {
        if let Some(slot) = slot {
            self.0[slot].moment += moment;
        }
    }
}

/// Acceleration of gravity, world axes [m/s^2].
pub(crate) fn gravity(model: &Model) -> Vec3 {
    *model.gravity
}

/// State of a spring-damper: its ends, its length and its rate of length.
pub(crate) struct Strut {
    first: (Option<usize>, Vec3),
    second: (Option<usize>, Vec3),
    direction: Vec3,
    /// [m]
    pub length: f64,
    /// [m/s]
    pub rate: f64,
}

impl Strut {
    pub fn new(model: &Model, spring: &Spring, motions: &Motions) -> Self {
        let ends = [(spring.first, *spring.from), (spring.second, *spring.to)];
        Strut::between(model, ends, motions)
    }

    /// The line between two points of bodies.
    pub fn between(model: &Model, ends: [(BodyId, Vec3); 2], motions: &Motions) -> Self {
        let [first, second] = ends.map(|(body, _)| Frame::new(model, motions, body));
        let (p1, p2) = (first.point(ends[0].1), second.point(ends[1].1));
        let d = p2.position - p1.position;
        let length = d.norm();
        let direction = d / length;
        Self {
            first: (first.slot, p1.arm),
            second: (second.slot, p2.arm),
            direction,
            length,
            rate: direction.dot(&(p2.velocity - p1.velocity)),
        }
    }

    /// Applies a force that pushes the second end in the direction from the first to the second end, and the first end
    /// in the opposite direction.
    pub fn apply(&self, force: f64, wrenches: &mut Wrenches) {
        wrenches.push(self.first.0, self.first.1, -force * self.direction);
        wrenches.push(self.second.0, self.second.1, force * self.direction);
    }
}

/// Force that pushes the ends of a spring apart [N]:
/// `F = preload - elastic(L - free_length) - damping(L') + bump(min - L) - rebound(L - max)`.
pub(crate) fn spring_force(spring: &Spring, length: f64, rate: f64) -> f64 {
    let elastic = spring
        .elastic
        .as_ref()
        .map_or(0.0, |curve| curve::value(curve, length - *spring.free_length));
    let damping = spring
        .damping
        .as_ref()
        .map_or(0.0, |damping| damping_force(damping, length, rate));
    let bump = spring
        .bump_stop
        .as_ref()
        .map_or(0.0, |stop| curve::stop_force(stop, *stop.length - length));
    let rebound = spring
        .rebound_stop
        .as_ref()
        .map_or(0.0, |stop| curve::stop_force(stop, length - *stop.length));
    *spring.preload - elastic - damping + bump - rebound
}

/// The springs whose damper is in series with a second spring, each with the damper's characteristic and the rate of
/// the second spring [N/m].
pub(crate) fn in_series(model: &Model) -> impl Iterator<Item = (&Spring, &Curve, f64)> {
    model.springs.iter().filter_map(|spring| {
        let damping = spring.damping.as_ref()?;
        Some((spring, &damping.curve, **damping.series.as_ref()?))
    })
}

/// Damping force [N]; zero for a damper in series, which does not depend on the rate of length.
fn damping_force(damping: &Damping, length: f64, rate: f64) -> f64 {
    match &damping.outside {
        _ if damping.series.is_some() => 0.0,
        Some((min, max, outside)) if length < **min || length > **max => curve::value(outside, rate),
        _ => match &damping.map {
            Some(map) => mapped(damping, map, length, rate),
            None => curve::value(&damping.curve, rate),
        },
    }
}

/// Damping force of a map: the weighted mean of the characteristics at the two neighbouring lengths.
fn mapped(damping: &Damping, map: &DamperMap, length: f64, rate: f64) -> f64 {
    let at = |i: usize| match i {
        0 => curve::value(&damping.curve, rate),
        i => curve::value(&map.further[i - 1], rate),
    };
    let last = map.lengths.len() - 1;
    match map.lengths.iter().position(|known| length < *known) {
        Some(0) => at(0),
        None => at(last),
        Some(i) => {
            let share = (length - map.lengths[i - 1]) / (map.lengths[i] - map.lengths[i - 1]);
            (1.0 - share) * at(i - 1) + share * at(i)
        }
    }
}

/// Applies tyre force and moment to the wheel, the drive torque between the wheel and the body from which the wheel is
/// driven, and the brake torque between the wheel and the carrier. On a wheel without spin freedom the brake torque
/// cancels, because it reacts on the carrier.
pub(crate) fn wheel(wheel: &Wheel, rotor: &Rotor, load: &WheelLoad, wrenches: &mut Wrenches) {
    let drive = load.drive_torque * rotor.axis;
    let brake = load.brake_torque * rotor.axis;
    wrenches.push(Some(rotor.slot), Vec3::zeros(), load.force);
    wrenches.turn(Some(rotor.slot), load.moment + drive + brake);
    wrenches.turn(slot(wheel.driven_from), -drive);
    wrenches.turn(slot(wheel.carrier), -brake);
}
