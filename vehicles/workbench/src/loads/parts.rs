//! Forces and moments on the parts of a vehicle at rest on the rig, each at its hardpoint.

use super::Row;
use nalgebra::{Matrix3, Vector3};
use wishbone::ports::{BodyMotion, WheelLoad, WheelMotion};
use wishbone_compiler::model::measure::Actor;
use wishbone_compiler::model::{BodyId, Law, Model, Place, Vec3};
use wishbone_studies::rig::Torque;

/// Force [N] and moment about the world's origin [N m], world axes.
#[derive(Clone, Copy, Default)]
struct Wrench {
    force: Vector3<f64>,
    moment: Vector3<f64>,
}

/// A vehicle at rest on the rig.
pub(super) struct Loaded<'a> {
    pub(super) model: &'a Model,
    pub(super) bodies: &'a [BodyMotion],
    pub(super) wheels: &'a [WheelMotion],
    /// Load of each wheel at the wheel centre.
    pub(super) loads: &'a [WheelLoad],
    /// Part that takes the torque of each wheel.
    pub(super) torques: &'a [Torque],
    /// Actions of joints and force elements, in their order.
    pub(super) actions: &'a [f64],
    /// Position of the body whose axes are the vehicle axes, and positions of the bodies that the rig holds.
    pub(super) chassis: usize,
    pub(super) held: &'a [usize],
}

impl Loaded<'_> {
    /// All forces and moments on all bodies.
    pub(super) fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut sums = vec![Wrench::default(); self.bodies.len()];
        let mut add = |row: Option<(Row, usize, Wrench)>| {
            if let Some((row, body, wrench)) = row {
                sums[body].force += wrench.force;
                sums[body].moment += wrench.moment;
                rows.push(row);
            }
        };
        let mut actions = self.actions.chunks_exact(6);
        for by in Actor::all(self.model) {
            for on in by.bodies(self.model) {
                let Some(action) = actions.next() else { break };
                let wrench = Wrench {
                    force: Vector3::from_column_slice(&action[..3]),
                    moment: Vector3::from_column_slice(&action[3..]),
                };
                add(self.row(by.name(self.model), by.word(self.model), on, self.point(by, on), wrench));
            }
        }
        for place in 0..self.model.wheels.len() {
            self.of_wheel(place).into_iter().for_each(|row| add(Some(row)));
        }
        let gravity = *self.model.gravity;
        for (place, body) in self.model.bodies[1..].iter().enumerate() {
            let com = Vector3::from(self.bodies[place].com);
            add(self.at(
                "weight",
                "weight",
                (place + 1).into(),
                *body.com,
                (com, *body.mass * gravity, Vector3::zeros()),
            ));
        }
        for &place in self.held {
            let wrench = Wrench {
                force: -sums[place].force,
                moment: -sums[place].moment,
            };
            let on = BodyId::from(place + 1);
            rows.extend(
                self.row("rig", "rig", on, *self.model.body(on).com, wrench)
                    .map(|(row, ..)| row),
            );
        }
        rows
    }

    /// The load of a wheel and its weight act on the carrier, and its drive torque acts on the body from which it is
    /// driven.
    fn of_wheel(&self, place: usize) -> Vec<(Row, usize, Wrench)> {
        let (wheel, load, motion) = (&self.model.wheels[place], &self.loads[place], &self.wheels[place]);
        let [centre, axis] = [motion.centre, motion.axis].map(Vector3::from);
        let [force, moment] = [load.force, load.moment].map(Vector3::from);
        let driving = match self.torques[place] {
            Torque::Brake => Vector3::zeros(),
            Torque::Drive => moment.dot(&axis) * axis,
        };
        let at_centre = |kind: &'static str, on, force, moment| {
            self.at(&wheel.name, kind, on, *wheel.centre, (centre, force, moment))
        };
        let mut all = vec![at_centre("wheel", wheel.carrier, force, moment - driving)];
        if driving != Vector3::zeros() {
            all.push(at_centre("drive torque", wheel.driven_from, Vector3::zeros(), driving));
        }
        if *wheel.mass > 0.0 {
            let weight = *wheel.mass * *self.model.gravity;
            all.push(at_centre("weight", wheel.carrier, weight, Vector3::zeros()));
        }
        all.into_iter().flatten().collect()
    }

    /// The row of a force and a moment at a place, in world axes.
    fn at(
        &self,
        name: &str,
        kind: &'static str,
        on: BodyId,
        declared: Vec3,
        (place, force, moment): (Vector3<f64>, Vector3<f64>, Vector3<f64>),
    ) -> Option<(Row, usize, Wrench)> {
        let moment = moment + place.cross(&force);
        self.row(name, kind, on, declared, Wrench { force, moment })
    }

    /// The row of a wrench on a body, for a declared point of the body; `None` for the ground.
    fn row(
        &self,
        name: &str,
        kind: &'static str,
        on: BodyId,
        declared: Vec3,
        wrench: Wrench,
    ) -> Option<(Row, usize, Wrench)> {
        let place = on.index().checked_sub(1)?;
        let own = rotation(&self.bodies[place]);
        let arm = own * (declared - *self.model.body(on).com);
        let at = Vector3::from(self.bodies[place].com) + arm;
        let moment = wrench.moment - at.cross(&wrench.force);
        let chassis = &self.bodies[self.chassis];
        let vehicle = rotation(chassis);
        let origin = *self.model.bodies[self.chassis + 1].com;
        let row = Row {
            point: name.to_owned(),
            kind,
            part: self.model.body(on).name.clone(),
            declared: declared.into(),
            place: (origin + vehicle.transpose() * (at - Vector3::from(chassis.com))).into(),
            force: (vehicle.transpose() * wrench.force).into(),
            moment: (vehicle.transpose() * moment).into(),
            part_force: (own.transpose() * wrench.force).into(),
            part_moment: (own.transpose() * moment).into(),
        };
        Some((row, place, wrench))
    }

    /// The declared point of a body at which a joint or force element acts on it.
    fn point(&self, by: Actor, on: BodyId) -> Vec3 {
        match by {
            Actor::Joint(joint) => {
                let joint = self.model.joint(joint);
                let points = joint.kind.points();
                let own = if joint.second == on {
                    points.last()
                } else {
                    points.first()
                };
                own.map_or_else(|| *self.model.body(on).com, |own| **own)
            }
            Actor::Spring(spring) => {
                let spring = &self.model.springs[spring.index()];
                if spring.second == on { *spring.to } else { *spring.from }
            }
            Actor::Force(force) => self.point_of_force(&self.model.forces[force.index()].law, on),
        }
    }

    fn point_of_force(&self, law: &Law, on: BodyId) -> Vec3 {
        match law {
            Law::AirSpring(spring) if spring.second == on => *spring.to,
            Law::AirSpring(spring) => *spring.from,
            Law::Bushing(bushing) => *bushing.at,
            Law::LeafSpring(spring) if spring.second == on => *spring.seat,
            Law::LeafSpring(spring) => *spring.fixed_eye,
            Law::RollBar(bar) if bar.first == on => *bar.from,
            Law::RollBar(bar) if bar.second == on => *bar.to,
            Law::RollBar(bar) => 0.5 * (*bar.from + *bar.to),
            Law::GroundContact(contact) => *contact.at,
            Law::Marker(marker) => *marker.at,
            Law::Torsion(torsion) => self.point(Actor::Joint(torsion.joint), on),
            Law::Limit(limit) => self.point(Actor::Joint(limit.joint), on),
            Law::Friction(friction) => self.point(Actor::Joint(friction.joint), on),
            Law::Load(load) => match &load.on {
                Place::Body { at, .. } => **at,
                Place::Joint(joint) => self.point(Actor::Joint(*joint), on),
            },
        }
    }
}

/// Rotation from the axes of a body to the world axes.
pub(super) fn rotation(body: &BodyMotion) -> Matrix3<f64> {
    Matrix3::from_fn(|row, column| body.rotation[row][column])
}
