//! Coordinates along which a group of loops is followed.
//!
//! A group that carries wheels has the heights of the wheel centres as coordinates, in the combinations that an
//! engineer uses. These are all up (heave), left against right (roll), front against rear (pitch), then each wheel
//! separately. Freedoms that lift no wheel, such as the freedom of a rack, have the coordinates of joints.

use crate::mobility::linear;
use crate::mobility::linkage::{Linkage, Stance};
use crate::mobility::screw::halves;
use crate::model::{BodyId, Vec3, Wheel};
use nalgebra::{DMatrix, DVector, RowDVector, Vector6};

/// A coordinate of a group. Values and rates of the coordinate are lengths: an angle is multiplied by the group's
/// length.
#[derive(Clone, Debug)]
pub enum Coordinate {
    /// Sum of weighted heights of wheel centres; the absolute values of the weights add up to one.
    Heights(Vec<Height>),
    /// Coordinate of a joint, given by its speed.
    Joint(JointSpeed),
}

/// Weighted height of a wheel centre.
#[derive(Clone, Copy, Debug)]
pub struct Height {
    /// Position of the wheel in the model.
    pub wheel: usize,
    /// Body of the loops that moves the wheel.
    carrier: BodyId,
    /// Weight in the sum.
    pub weight: f64,
}

/// Speed of a joint, as a column of the linkage.
#[derive(Clone, Copy, Debug)]
pub struct JointSpeed {
    column: usize,
    /// The speed.
    pub speed: usize,
    /// Position in the state of the coordinate whose rate is this speed; `None` for the speeds of balls.
    pub q: Option<usize>,
    /// Whether the coordinate is an angle.
    pub angle: bool,
}

/// The next coordinate is the first whose rate is at least this fraction of the fastest rate.
const EQUAL: f64 = 0.3;
/// Heights are coordinates if a motion lifts a wheel by at least this fraction of a carrier's rotation about the
/// vertical, multiplied by the length. Steering lifts a wheel by less.
const LIFTS: f64 = 0.1;
/// A motion counts as lifting a wheel only if it lifts the wheel by at least this fraction of the twist of the wheel's
/// carrier.
const LIFTED: f64 = 1e-3;

/// The combinations of wheel heights that describe motions of the loops; `free` are the motions at the design position.
pub fn heights(linkage: &Linkage, design: &Stance, free: &DMatrix<f64>) -> Vec<Coordinate> {
    let wheels = wheels(linkage);
    let twists = linkage.twists(design, free);
    let carriers = || wheels.iter().map(|(_, carrier, _)| &twists[carrier.index()]);
    let turned = carriers().map(|twist| twist.row(2).norm()).fold(0.0, f64::max);
    let fastest = carriers().map(|twist| twist.norm()).fold(0.0, f64::max);
    let least = (LIFTS * turned).max(LIFTED * fastest);
    let candidates = combinations(&wheels).into_iter().map(Coordinate::Heights);
    let own = |c: Coordinate| {
        let rates = c.rates(linkage, design, free);
        (c, rates)
    };
    chosen(candidates.map(own).collect(), least)
}

/// Adds speeds of these columns to the heights, so that together they describe all motions `free` at the design
/// position. Those that move most while the wheels keep their heights are taken.
pub fn completed(
    linkage: &Linkage,
    design: &Stance,
    free: &DMatrix<f64>,
    heights: Vec<Coordinate>,
    columns: &[usize],
) -> Vec<Coordinate> {
    let rates: Vec<DVector<f64>> = heights
        .iter()
        .map(|c| c.rates(linkage, design, free).transpose())
        .collect();
    let known = linear::outside(&linear::columns(free.ncols(), &rates), &DMatrix::zeros(free.ncols(), 0));
    let own = |&column: &usize| {
        let coordinate = Coordinate::of_column(linkage, column);
        let rates = coordinate.rates(linkage, design, free).normalize();
        (coordinate, &rates - &rates * &known * known.transpose())
    };
    let beside = chosen(columns.iter().map(own).collect(), linear::ZERO);
    heights.into_iter().chain(beside).collect()
}

/// Takes coordinates with independent rates, one after the other. The next coordinate is always the first that is about
/// as fast as the fastest; the search ends when none is faster than `least`.
fn chosen(mut open: Vec<(Coordinate, RowDVector<f64>)>, least: f64) -> Vec<Coordinate> {
    let mut taken = Vec::new();
    loop {
        let fastest = open.iter().map(|(_, rates)| rates.norm()).fold(0.0, f64::max);
        if fastest <= least {
            return taken;
        }
        let next = open.iter().position(|(_, rates)| rates.norm() >= EQUAL * fastest);
        let (coordinate, rates) = open.remove(next.expect("the fastest one"));
        let unit = rates.normalize();
        // The others keep the part of their rates that is independent of this coordinate.
        for (_, other) in &mut open {
            *other -= &unit * other.dot(&unit);
        }
        taken.push(coordinate);
    }
}

impl Coordinate {
    /// The speed of a column.
    pub fn of_column(linkage: &Linkage, column: usize) -> Self {
        let body = linkage.outboard(column);
        let slot = linkage.mechanism.layout.slot(body);
        let kind = &linkage.mechanism.topology.joint(body).kind;
        let own = linkage.speeds[column] - slot.v.start;
        Coordinate::Joint(JointSpeed {
            column,
            speed: linkage.speeds[column],
            q: kind.speeds_are_rates().then_some(slot.q.start + own),
            angle: !kind.slides(own),
        })
    }

    /// Whether it has a value that can be held.
    pub fn has_value(&self) -> bool {
        !matches!(self, Coordinate::Joint(JointSpeed { q: None, .. }))
    }

    /// Whether the coordinate is an angle.
    pub fn is_angle(&self) -> bool {
        matches!(self, Coordinate::Joint(JointSpeed { angle: true, .. }))
    }

    /// Column of the linkage that is the coordinate's speed; `None` for heights.
    pub fn column(&self) -> Option<usize> {
        match self {
            Coordinate::Heights(_) => None,
            Coordinate::Joint(joint) => Some(joint.column),
        }
    }

    /// The body whose inboard joint has the coordinate; `None` for heights.
    pub fn body(&self, linkage: &Linkage) -> Option<BodyId> {
        match self {
            Coordinate::Heights(_) => None,
            Coordinate::Joint(joint) => Some(linkage.outboard(joint.column)),
        }
    }

    /// Value of the coordinate; zero for a speed without a coordinate.
    pub fn value(&self, linkage: &Linkage, stance: &Stance) -> f64 {
        match self {
            Coordinate::Heights(heights) => heights.iter().map(|h| h.weight * h.centre(linkage, stance).z).sum(),
            Coordinate::Joint(joint) => {
                let scale = if joint.angle { linkage.length } else { 1.0 };
                joint.q.map_or(0.0, |q| stance.q[q] * scale)
            }
        }
    }

    /// Rates for each of these motions (columns).
    pub fn rates(&self, linkage: &Linkage, stance: &Stance, motions: &DMatrix<f64>) -> RowDVector<f64> {
        match self {
            Coordinate::Joint(joint) => motions.row(joint.column).into_owned(),
            Coordinate::Heights(heights) => {
                let twists = linkage.twists(stance, motions);
                let rate = |motion: usize, h: &Height| {
                    let twist = twists[h.carrier.index()].column(motion).into_owned();
                    let centre = h.centre(linkage, stance);
                    h.weight * velocity(twist.as_slice(), &centre, linkage.length).z
                };
                RowDVector::from_fn(motions.ncols(), |_, k| heights.iter().map(|h| rate(k, h)).sum())
            }
        }
    }
}

impl Height {
    fn centre(&self, linkage: &Linkage, stance: &Stance) -> Vec3 {
        let wheel = &linkage.mechanism.model.wheels[self.wheel];
        linkage.point(stance, self.carrier, &wheel.centre)
    }
}

/// The largest speed of any wheel centre, for each of these motions.
pub fn centre_speeds(linkage: &Linkage, stance: &Stance, motions: &DMatrix<f64>) -> Vec<f64> {
    let wheels = wheels(linkage);
    let twists = linkage.twists(stance, motions);
    let speed = |motion: usize, carrier: &BodyId, wheel: &Wheel| {
        let twist = twists[carrier.index()].column(motion).into_owned();
        let centre = linkage.point(stance, *carrier, &wheel.centre);
        velocity(twist.as_slice(), &centre, linkage.length).norm()
    };
    let fastest = |motion| {
        wheels
            .iter()
            .map(|(_, carrier, wheel)| speed(motion, carrier, wheel))
            .fold(0.0, f64::max)
    };
    (0..motions.ncols()).map(fastest).collect()
}

/// Velocity of a point of a body with the twist `[L ω; v]`.
fn velocity(twist: &[f64], point: &Vec3, length: f64) -> Vec3 {
    let [angular, linear] = halves(&Vector6::from_column_slice(twist));
    linear + angular.cross(point) / length
}

/// Wheels that the loops carry: position in the model, body of the loops that moves the wheel, and the wheel.
fn wheels<'a>(linkage: &'a Linkage) -> Vec<(usize, BodyId, &'a Wheel)> {
    let carried = |(index, wheel): (usize, &'a Wheel)| {
        let mut inward = linkage.mechanism.topology.to_ground(wheel.carrier);
        let carrier = inward.find(|body| linkage.bodies.contains(body))?;
        Some((index, carrier, wheel))
    };
    let all = linkage.mechanism.model.wheels.iter().enumerate();
    all.filter_map(carried).collect()
}

/// Heave, roll, pitch, then each wheel separately.
fn combinations(wheels: &[(usize, BodyId, &Wheel)]) -> Vec<Vec<Height>> {
    let count = wheels.len() as f64;
    let combined = |sign: &dyn Fn(usize, &Wheel) -> f64| -> Vec<Height> {
        let weighted = wheels.iter().enumerate().map(|(k, &(wheel, carrier, own))| Height {
            wheel,
            carrier,
            weight: sign(k, own),
        });
        let heights: Vec<Height> = weighted.filter(|h| h.weight != 0.0).collect();
        let total: f64 = heights.iter().map(|h| h.weight.abs()).sum();
        heights
            .into_iter()
            .map(|h| Height {
                weight: h.weight / total,
                ..h
            })
            .collect()
    };
    let middle = |axis: usize| wheels.iter().map(|(.., w)| w.centre[axis]).sum::<f64>() / count;
    let side = |axis: usize| {
        let middle = middle(axis);
        move |wheel: &Wheel| match wheel.centre[axis] - middle {
            off if off.abs() < 1e-6 => 0.0,
            off => off.signum(),
        }
    };
    let (left, front) = (side(1), side(0));
    let alone = (0..wheels.len()).filter(|_| wheels.len() > 1);
    let mut all = vec![
        combined(&|_, _| 1.0),
        combined(&|_, wheel| left(wheel)),
        combined(&|_, wheel| front(wheel)),
    ];
    all.extend(alone.map(|own| combined(&|k, _| if k == own { 1.0 } else { 0.0 })));
    all.retain(|heights| !heights.is_empty());
    all
}
