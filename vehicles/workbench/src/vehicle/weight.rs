//! Weight of a declared vehicle at its design position, and the loads of its wheels.

use super::Running;
use super::running::is_tied_to_the_ground;
use nalgebra::{DMatrix, Vector3};
use std::f64::consts::{PI, TAU};
use wishbone_compiler::pipeline::Compiled;
use wishbone_studies::findings::number;

/// Largest fraction of the weight that the loads of the wheels may leave unbalanced.
const OUT_OF_BALANCE: f64 = 1e-6;

/// Largest number of wheels whose loads are computed from the balance of one body.
const MOST_IN_BALANCE: usize = 4;

/// Mass and centre of mass of the whole vehicle.
#[derive(Clone, Copy, Debug)]
pub struct Weight {
    /// Mass [kg].
    pub mass: f64,
    /// Centre of mass in vehicle axes at the design position [m].
    pub centre: Vector3<f64>,
    /// Acceleration of gravity [m/s²].
    pub gravity: f64,
}

impl Running {
    /// Load of each wheel [N]. The loads of one heavy body on up to four wheels are in balance with the weight at the
    /// design position ([`Weight::loads`]). A hitch does not carry every moment, and more than four wheels share the
    /// weight as their springs do. In these cases the loads are the loads at rest. `None` if the vehicle does not stand
    /// on its wheels.
    pub fn loads(&self) -> Option<Vec<f64>> {
        if self.held_bodies().len() > 1 || self.compiled.model.wheels.len() > MOST_IN_BALANCE {
            return self.loads_at_rest();
        }
        Weight::of(&self.compiled)?.loads(&self.compiled)
    }

    /// Reports the position of the centre of mass if it is not between the wheels that carry the vehicle.
    pub fn overhang(&self) -> Option<String> {
        let weight = Weight::of(&self.compiled)?;
        let [x, y] = [weight.centre.x, weight.centre.y].map(|place| number(1e3 * place));
        (!is_tied_to_the_ground(&self.compiled.model) && weight.tips(&self.compiled)).then(|| {
            format!("it tips over: its centre of mass (x = {x} mm, y = {y} mm in the design position) is not between its wheels")
        })
    }

    /// Load of each wheel at rest [N]; `None` if the vehicle does not come to rest on its wheels.
    pub fn loads_at_rest(&self) -> Option<Vec<f64>> {
        let mut rest = self.rest().ok()?;
        Some(rest.instant().loads.iter().map(|load| load.force[2]).collect())
    }
}

impl Weight {
    /// Weight of bodies, wheels and rods; `None` for a vehicle without mass.
    pub fn of(compiled: &Compiled) -> Option<Self> {
        let model = &compiled.model;
        let bodies = model.bodies[1..].iter().map(|body| (*body.mass, *body.com));
        let wheels = model.wheels.iter().map(|wheel| (*wheel.mass, *wheel.centre));
        let rods = model.joints.iter().filter_map(|joint| {
            let rod = joint.kind.rod()?;
            let middle = 0.5 * (**rod.from + **rod.to);
            Some((**rod.mass?, middle))
        });
        let parts: Vec<(f64, Vector3<f64>)> = bodies.chain(wheels).chain(rods).collect();
        let mass: f64 = parts.iter().map(|(mass, _)| mass).sum();
        let moment: Vector3<f64> = parts.iter().map(|(mass, place)| *mass * place).sum();
        (mass > 0.0).then(|| Self {
            mass,
            centre: moment / mass,
            gravity: model.gravity.norm(),
        })
    }

    /// Whether the centre of mass is beyond a line through wheels: all wheels are then in a half-plane, seen from the
    /// centre of mass.
    fn tips(&self, compiled: &Compiled) -> bool {
        let wheels = compiled.model.wheels.iter().map(|wheel| *wheel.centre - self.centre);
        let mut angles: Vec<f64> = wheels.map(|place| place.y.atan2(place.x)).collect();
        angles.sort_by(f64::total_cmp);
        let Some(first) = angles.first().copied() else {
            return false;
        };
        let next = angles.iter().skip(1).copied().chain([first + TAU]);
        next.zip(&angles).any(|(next, own)| next - own > PI)
    }

    /// Load of each wheel of one rigid body on level ground [N], in balance with the weight. For more than three wheels the balance is not unique;
    /// the loads are then linear in the position of the wheel, as on equal springs. So are the loads of a car on four wheels without a twist. `None`
    /// if the vehicle cannot stand on its wheels.
    pub fn loads(&self, compiled: &Compiled) -> Option<Vec<f64>> {
        let wheels: Vec<Vector3<f64>> = compiled.model.wheels.iter().map(|wheel| *wheel.centre).collect();
        if wheels.is_empty() {
            return None;
        }
        let force = self.mass * self.gravity;
        let levers = DMatrix::from_fn(3, wheels.len(), |row, wheel| match row {
            0 => 1.0,
            row => wheels[wheel][row - 1] - self.centre[row - 1],
        });
        let wanted = nalgebra::DVector::from_column_slice(&[force, 0.0, 0.0]);
        let loads = levers.clone().svd(true, true).solve(&wanted, 1e-9).ok()?;
        let stands = (&levers * &loads - wanted).amax() < OUT_OF_BALANCE * force;
        (stands && loads.min() > 0.0).then(|| loads.as_slice().to_vec())
    }
}
