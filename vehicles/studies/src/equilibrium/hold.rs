//! The units of a vehicle at rest keep their places, as if their tyres had friction.
//!
//! Nothing resists the place and the heading of a vehicle on gliding tyres, nor the angle at a hitch, and a turntable that leans even drives
//! its unit round. So springs hold the pattern of the wheel centres of each unit in the plane of the ground: its heading, by a couple of
//! forces at these centres, and the place of the first unit. The heading of a unit with one wheel is that of the wheel, held by a moment.
//!
//! The search ends where the body that leads each unit has its initial heading, and the first of these bodies its
//! initial place. If nothing else resists, the springs have no force there, so the rest is the rest on tyres without
//! friction.
//!
//! The rotation of a pattern from places `a` to centres `b`, both relative to their means, is the least-squares
//! rotation (Kabsch 1976, in the plane):
//!
//! ```text
//! tan ψ = Σ (a × b) / Σ (a · b)
//! ```

use super::tangent::Slopes;
use super::{Newton, NoEquilibrium, RESTING, ROUNDED, STILL, Search, is_still};
use nalgebra::{Matrix3, Rotation2, Vector2, Vector3};
use wishbone::ports::{BodyMotion, WheelMotion};
use wishbone::prelude::*;
use wishbone::state::Vector;

/// Stiffness of the springs by the mass that they hold [1/s²]. The stiffness is as large as the stiffness of wheels on
/// their tyres, so that the slopes of all freedoms have similar sizes.
const STIFFNESS: f64 = 1e4;
/// Distance of the wheel of a unit with one wheel from its middle, as if it were a pair of wheels [m].
const LEVER: f64 = 1.0;
/// Largest remaining displacement or turn of a body that leads [m or rad].
const LED: f64 = 1e-10;
/// Largest number of times that the springs follow.
const TIMES: usize = 10;

/// A unit of a combination, or a whole vehicle.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// Positions of its wheels.
    pub wheels: Vec<usize>,
    /// Position of the body that leads it, such as its chassis.
    pub leader: usize,
    /// Its mass, roughly [kg].
    pub mass: f64,
}

/// Springs that hold the units.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Hold {
    patterns: Vec<Pattern>,
}

/// Wheel centres of a unit, with the places where its springs have no force [m].
#[derive(Clone, Debug, PartialEq)]
struct Pattern {
    wheels: Vec<usize>,
    places: Vec<Vector2<f64>>,
    /// Direction of the axis of the first wheel where the springs have no force.
    axis: Vector2<f64>,
    holds_place: bool,
    /// Stiffness for each wheel [N/m].
    stiffness: f64,
}

impl Pattern {
    /// Force on each wheel [N], and moment about the vertical through the middle [N m]. A single wheel takes the moment itself.
    fn action(&self, wheels: &[WheelMotion]) -> (Vec<Vector2<f64>>, f64) {
        let centres = self.wheels.iter().map(|&wheel| flat(wheels[wheel].centre));
        let (own, middle) = about_mean(&centres.collect::<Vec<_>>());
        let (places, place) = about_mean(&self.places);
        let moment = -self.stiffness * self.lever() * self.turn(&places, &own, wheels);
        let per_lever = if size(&own) > 0.0 { moment / size(&own) } else { 0.0 };
        let shift = match self.holds_place {
            true => -self.stiffness * (middle - place),
            false => Vector2::zeros(),
        };
        (
            own.iter()
                .map(|b| Vector2::new(-b.y, b.x) * per_lever + shift)
                .collect(),
            moment,
        )
    }

    /// Turn about the vertical from where the springs have no force [rad].
    fn turn(&self, places: &[Vector2<f64>], own: &[Vector2<f64>], wheels: &[WheelMotion]) -> f64 {
        if let [wheel] = self.wheels[..] {
            let axis = flat(wheels[wheel].axis);
            return self.axis.perp(&axis).atan2(self.axis.dot(&axis));
        }
        let pairs = || places.iter().zip(own);
        let turn = pairs().map(|(a, b)| a.perp(b)).sum::<f64>();
        turn.atan2(pairs().map(|(a, b)| a.dot(b)).sum())
    }

    /// Sum of the squares of the distances of its wheels from the middle [m²].
    fn lever(&self) -> f64 {
        match self.wheels[..] {
            [_] => LEVER * LEVER,
            _ => size(&about_mean(&self.places).0),
        }
    }

    /// The mass that it holds, roughly [kg].
    fn mass(&self) -> f64 {
        self.stiffness * self.wheels.len() as f64 / STIFFNESS
    }

    /// Moment of inertia of the unit about the vertical, as if its mass were at its wheels [kg m²].
    fn inertia(&self) -> f64 {
        self.stiffness * self.lever() / STIFFNESS
    }

    /// Turns the places about a point, and shifts them.
    fn move_by(&mut self, turn: f64, about: Vector2<f64>, shift: Vector2<f64>) {
        for place in &mut self.places {
            *place = about + shift + Rotation2::new(turn) * (*place - about);
        }
        self.axis = Rotation2::new(turn) * self.axis;
    }
}

impl<S: Solver> Subsystem<S> for Hold {
    type State = ();

    fn load(&mut self, now: &Now<'_, ()>, inputs: &mut S::Inputs) {
        for pattern in &self.patterns {
            let (forces, moment) = pattern.action(now.wheels);
            if let [wheel] = pattern.wheels[..] {
                // Across the axis, so that the wheel does not spin.
                let axis = Vector3::from(now.wheels[wheel].axis);
                let own = moment * (Vector3::z() - axis.z * axis);
                let load = &mut inputs.wheels()[wheel].moment;
                load.iter_mut().zip(own.iter()).for_each(|(load, own)| *load += own);
            }
            for (&wheel, force) in pattern.wheels.iter().zip(forces) {
                let load = &mut inputs.wheels()[wheel].force;
                load[0] += force.x;
                load[1] += force.y;
            }
        }
    }
}

impl<S: Solver, E: Subsystem<S>> Search<'_, S, (E, Hold)> {
    /// Holds the units where they are.
    pub(super) fn hold(&mut self, units: &[Unit]) {
        let Poses { wheels, .. } = self.poses();
        let patterns = units.iter().enumerate().map(|(place, unit)| Pattern {
            wheels: unit.wheels.clone(),
            places: unit.wheels.iter().map(|&wheel| flat(wheels[wheel].centre)).collect(),
            axis: unit
                .wheels
                .first()
                .map_or_else(Vector2::zeros, |&wheel| flat(wheels[wheel].axis)),
            holds_place: place == 0,
            stiffness: STIFFNESS * unit.mass / unit.wheels.len().max(1) as f64,
        });
        self.system.surroundings.1.patterns = patterns.collect();
    }

    /// Lets the springs follow until each leader has its initial heading from `begin`, and the first leader its initial
    /// place.
    ///
    /// # Errors
    /// If a rest cannot be followed.
    pub(super) fn lead(&mut self, units: &[Unit], begin: &Poses) -> Result<(), NoEquilibrium> {
        let mut newton = None;
        for _ in 0..TIMES {
            if self.shift(units, begin) < LED {
                return Ok(());
            }
            // Nearly a rigid motion, for which the slopes stay.
            let slopes = newton.take().unwrap_or_else(|| self.newton(Slopes::Central));
            match self.follow(&slopes) {
                true => newton = Some(slopes),
                false => self.run(Slopes::Central)?,
            }
        }
        let rate = self.rate();
        Err(self.not_balanced(&rate))
    }

    /// Moves the ends of the springs by what the leaders lack. Returns the largest displacement or turn [m or rad].
    fn shift(&mut self, units: &[Unit], begin: &Poses) -> f64 {
        let Poses { bodies, .. } = self.poses();
        let mut largest: f64 = 0.0;
        for (place, unit) in units.iter().enumerate() {
            let moved = begin.moved(unit, &bodies[unit.leader]);
            let shift = match place {
                0 => moved.from - moved.to,
                _ => Vector2::zeros(),
            };
            largest = largest.max(moved.turn.abs()).max(shift.amax());
            self.system.surroundings.1.patterns[place].move_by(-moved.turn, moved.to, shift);
        }
        largest
    }

    /// Newton's method with given slopes. Returns false if this does not lead to a rest; then the vehicle stays in its
    /// earlier position.
    fn follow(&mut self, newton: &Newton) -> bool {
        let begin = self.state.vehicle.clone();
        for _ in 0..TIMES {
            let rate = self.rate();
            // Only rounding is left. A soft freedom would make a large displacement of it.
            if rate.amax() < ROUNDED {
                return true;
            }
            let correction = -newton.displacement(&rate);
            if correction.amax() < RESTING && is_still(&rate) {
                return true;
            }
            let from = self.state.vehicle.clone();
            self.displace(&from, &(&newton.motion * &correction));
            if self.close().is_err() {
                break;
            }
        }
        self.state.vehicle = begin;
        false
    }

    /// Moment by which the springs hold each unit straight [N m].
    ///
    /// # Errors
    /// Returns an error if the springs carry a load of the whole vehicle: external loads then push or turn the vehicle,
    /// and it has no rest.
    pub(super) fn moments(&mut self) -> Result<Vec<f64>, NoEquilibrium> {
        let Poses { wheels, .. } = self.poses();
        let patterns = &self.system.surroundings.1.patterns;
        let actions: Vec<_> = patterns.iter().map(|pattern| pattern.action(&wheels)).collect();
        let force: Vector2<f64> = actions.iter().flat_map(|(forces, _)| forces).sum();
        let moments: Vec<f64> = actions.into_iter().map(|(_, moment)| moment).collect();
        let (pushed, turned) = (force.norm(), moments.iter().sum::<f64>().abs());
        let [mass, inertia] = [Pattern::mass, Pattern::inertia].map(|of| patterns.iter().map(of).sum::<f64>());
        if pushed > STILL * mass || turned > STILL * inertia {
            self.system.surroundings.1 = Hold::default();
            let rate = self.rate();
            return Err(self.not_balanced(&rate));
        }
        Ok(moments)
    }

    /// Bodies and wheels in the present position.
    pub(super) fn poses(&mut self) -> Poses {
        let inputs = self.driven();
        let (solver, state) = (&mut self.system.solver, &self.state.vehicle);
        solver.kinematics(state, &inputs);
        let wheels = solver.wheels().to_vec();
        let bodies = solver.bodies(state, &inputs, &S::State::zero()).to_vec();
        Poses { bodies, wheels }
    }
}

/// Bodies and wheels in a position.
pub(super) struct Poses {
    bodies: Vec<BodyMotion>,
    wheels: Vec<WheelMotion>,
}

/// Motion of a body in the plane of the ground.
struct Moved {
    /// The point of the body in the middle of the wheels, before and after [m].
    from: Vector2<f64>,
    to: Vector2<f64>,
    /// Change of the yaw angle [rad] (ISO 8855).
    turn: f64,
}

impl Poses {
    /// Motion of the body that leads a unit, from these poses to another pose.
    fn moved(&self, unit: &Unit, to: &BodyMotion) -> Moved {
        let from = &self.bodies[unit.leader];
        let [before, after] = [from, to].map(|body| Matrix3::from(body.rotation).transpose());
        let change = after * before.transpose();
        let wheels = unit
            .wheels
            .iter()
            .map(|&wheel| Vector3::from(self.wheels[wheel].centre));
        let middle = wheels.sum::<Vector3<f64>>() / unit.wheels.len().max(1) as f64;
        let moved = Vector3::from(to.com) + change * (middle - Vector3::from(from.com));
        Moved {
            from: middle.xy(),
            to: moved.xy(),
            turn: change[(1, 0)].atan2(change[(0, 0)]),
        }
    }
}

fn flat([x, y, _]: [f64; 3]) -> Vector2<f64> {
    Vector2::new(x, y)
}

/// Sum of the squares of vectors.
fn size(all: &[Vector2<f64>]) -> f64 {
    all.iter().map(Vector2::norm_squared).sum()
}

/// Points from their mean, and the mean.
fn about_mean(points: &[Vector2<f64>]) -> (Vec<Vector2<f64>>, Vector2<f64>) {
    let mean = points.iter().sum::<Vector2<f64>>() / points.len().max(1) as f64;
    (points.iter().map(|point| point - mean).collect(), mean)
}
