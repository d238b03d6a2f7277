//! Newton-Euler equations of every body, coupled by the constraints.

use crate::body::{Frame, Motions};
use crate::constraint::{Row, reaction_point};
use crate::curve;
use crate::element;
use crate::force::{self, Strut, Wrenches};
use crate::loads::Loads;
use crate::rod::Rod;
use crate::rotor::{self, Rotor};
use crate::solve::{self, Augmented, Solution};
use crate::{Oracle, slot};
use nalgebra::{DMatrix, DVector, Matrix3};
use wishbone_compiler::model::{Body, Joint, Spring, Vec3, Wheel};

/// Accelerations under given loads, with reactions and errors.
#[derive(Clone, Debug, PartialEq)]
pub struct Accelerations {
    /// Accelerations of the moving bodies, in the order of declaration.
    pub bodies: Vec<BodyAcceleration>,
    /// Speeds of the dampers in series [m/s].
    pub dampers: Vec<f64>,
    /// Spin acceleration of each wheel relative to its carrier [rad/s^2]; zero without spin freedom.
    pub spins: Vec<f64>,
    /// Reaction of each joint, in the order of declaration.
    pub reactions: Vec<Reaction>,
    /// Largest residual of the linear equations, relative to the largest term in them.
    pub residual: f64,
    /// Largest error of a redundant row (see `rank`), relative to the same term. It is rounding if the motion is consistent.
    pub disagreement: f64,
    /// Number of rows of constraints, including those of wheels.
    pub rows: usize,
    /// Number of independent rows. If it is smaller than `rows`, reactions are not unique.
    pub rank: usize,
}

/// Acceleration of a body, world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyAcceleration {
    /// [rad/s^2]
    pub angular: Vec3,
    /// Acceleration of the centre of mass [m/s^2].
    pub linear: Vec3,
}

/// Action of a joint (with its drive) on its second body, world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reaction {
    /// [N]
    pub force: Vec3,
    /// Moment about the joint's point on the second body (for a rod, its second end) [N m].
    pub moment: Vec3,
}

/// Numbers of freedoms and constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mobility {
    /// Freedoms of the bodies with driven joints held: six per body minus `rank`. Wheel spins are not included.
    pub freedoms: usize,
    /// Number of wheels that spin.
    pub spins: usize,
    /// Number of rows of the joints and their drives.
    pub rows: usize,
    /// Number of independent rows.
    pub rank: usize,
}

impl Oracle {
    /// Accelerations at a consistent motion (see [`Oracle::assemble`]) under the loads.
    pub fn accelerations(&self, motions: &Motions, loads: &Loads) -> Accelerations {
        let rotors = self.rotors(motions);
        let joint_rows = self.rows(motions, loads);
        let rotor_rows = rotors.iter().flat_map(Rotor::rows);
        let rows: Vec<Row> = joint_rows.iter().flatten().copied().chain(rotor_rows).collect();

        let inertias = self.inertias(motions, &rotors);
        let (mut mass, mut force) = newton_euler(&inertias, &self.wrenches(motions, loads, &rotors, &inertias));
        for rod in Rod::all(&self.model, motions) {
            rod.add(&self.model, &mut mass, &mut force);
        }
        let solution = Augmented {
            mass,
            force,
            jacobian_t: jacobian_t(&rows, inertias.len()),
            gamma: DVector::from_iterator(rows.len(), rows.iter().map(|row| row.gamma)),
            scale: self.scale(&rotors),
        }
        .solve();

        let accelerations: Vec<BodyAcceleration> = (0..inertias.len())
            .map(|body| BodyAcceleration {
                angular: solution.acceleration.fixed_rows::<3>(6 * body).into(),
                linear: solution.acceleration.fixed_rows::<3>(6 * body + 3).into(),
            })
            .collect();
        Accelerations {
            dampers: self.damper_rates(motions),
            spins: self.spin_accelerations(&rotors, &accelerations),
            reactions: self.reactions(motions, &joint_rows, &solution, &accelerations),
            bodies: accelerations[..self.body_count()].to_vec(),
            residual: solution.residual,
            disagreement: solution.disagreement,
            rows: rows.len(),
            rank: solution.rank,
        }
    }

    /// Instantaneous freedoms at a motion; a singular position has more than its neighbourhood.
    pub fn mobility(&self, motions: &Motions, loads: &Loads) -> Mobility {
        let rows: Vec<Row> = self.rows(motions, loads).concat();
        let rank = solve::rank(&jacobian_t(&rows, self.body_count()), &self.scale(&[]));
        Mobility {
            freedoms: 6 * self.body_count() - rank,
            spins: self
                .model
                .wheels
                .iter()
                .filter(|wheel| wheel.spin_inertia.is_some() && wheel.twin_of.is_none())
                .count(),
            rows: rows.len(),
            rank,
        }
    }

    /// Tension of the spring in series with each damper [N].
    pub(crate) fn series_forces<'a>(&'a self, motions: &'a Motions) -> impl Iterator<Item = (&'a Spring, f64)> {
        let springs = force::in_series(&self.model).zip(&motions.dampers);
        springs.map(|((spring, _, rate), moved)| {
            let longer = Strut::new(&self.model, spring, motions).length - (*spring.to - *spring.from).norm();
            (spring, rate * (longer - moved))
        })
    }

    /// For each damper, the speed at which it has the force of its spring.
    fn damper_rates(&self, motions: &Motions) -> Vec<f64> {
        let laws = force::in_series(&self.model).map(|(_, law, _)| law);
        let forces = self.series_forces(motions).map(|(_, force)| force);
        laws.zip(forces)
            .map(|(law, force)| curve::abscissa(law, force))
            .collect()
    }

    pub(crate) fn rotors(&self, motions: &Motions) -> Vec<Rotor> {
        self.wheels().map(|id| Rotor::new(&self.model, motions, id)).collect()
    }

    /// Inertia of a body at the design position, without the rotors that its declared inertia contains.
    fn without_rotors(&self, body: &Body) -> Matrix3<f64> {
        let is_within = |wheel: &&Wheel| wheel.is_in_carrier && self.model.body(wheel.carrier).name == body.name;
        let wheels = self.model.wheels.iter().filter(is_within);
        wheels.fold(*body.inertia, |left, wheel| {
            left - rotor::inertia(wheel, *wheel.axis, 0.0)
        })
    }

    /// Inertias of the bodies, then of the wheels.
    pub(crate) fn inertias(&self, motions: &Motions, rotors: &[Rotor]) -> Vec<Inertia> {
        let bodies = self.model.bodies[1..]
            .iter()
            .zip(&motions.bodies)
            .map(|(body, motion)| Inertia {
                mass: *body.mass,
                tensor: motion.tensor(&self.without_rotors(body)),
                com: motion.com,
                angular_velocity: motion.angular_velocity,
                velocity: motion.velocity,
            });
        let wheels = rotors.iter().map(|rotor| Inertia {
            mass: rotor.mass,
            tensor: rotor.inertia,
            com: rotor.centre,
            angular_velocity: rotor.angular_velocity,
            velocity: rotor.velocity,
        });
        bodies.chain(wheels).collect()
    }

    /// All wrenches on bodies and wheels: gravity, force elements and loads.
    fn wrenches(&self, motions: &Motions, loads: &Loads, rotors: &[Rotor], inertias: &[Inertia]) -> Wrenches {
        let mut wrenches = Wrenches::none(inertias.len());
        for (slot, inertia) in inertias.iter().enumerate() {
            wrenches.push(Some(slot), Vec3::zeros(), inertia.mass * force::gravity(&self.model));
        }
        for spring in &self.model.springs {
            let strut = Strut::new(&self.model, spring, motions);
            let actuator = spring.actuator.map_or(0.0, |signal| loads.signals[signal.index()]);
            let own = force::spring_force(spring, strut.length, strut.rate);
            strut.apply(own + actuator, &mut wrenches);
        }
        for (spring, force) in self.series_forces(motions) {
            Strut::new(&self.model, spring, motions).apply(-force, &mut wrenches);
        }
        for force in &self.model.forces {
            element::apply(&self.model, force, motions, &loads.signals, &mut wrenches);
        }
        for ((wheel, rotor), load) in self.model.wheels.iter().zip(rotors).zip(&loads.wheels) {
            force::wheel(wheel, rotor, load, &mut wrenches);
        }
        wrenches
    }

    /// Typical inertia (three times) and mass (three times) of each body. A wheel gets the values of its carrier, because
    /// its own mass may be zero.
    fn scale(&self, rotors: &[Rotor]) -> DVector<f64> {
        let bodies = self.model.moving_bodies();
        let carriers = self.model.wheels[..rotors.len()].iter().map(|wheel| wheel.carrier);
        let typical = bodies.chain(carriers).flat_map(|id| {
            let body = self.model.body(id);
            let inertia = body.inertia.trace() / 3.0;
            [inertia, inertia, inertia, *body.mass, *body.mass, *body.mass]
        });
        DVector::from_vec(typical.collect())
    }

    /// `s' = b . (alpha - alphac)`, see `rotor.rs`.
    fn spin_accelerations(&self, rotors: &[Rotor], accelerations: &[BodyAcceleration]) -> Vec<f64> {
        let spin_of = |(wheel, rotor): (&Wheel, &Rotor)| {
            if !rotor.spins {
                return 0.0;
            }
            let carrier = slot(wheel.carrier).map_or(Vec3::zeros(), |index| accelerations[index].angular);
            rotor.axis.dot(&(accelerations[rotor.slot].angular - carrier))
        };
        self.model.wheels.iter().zip(rotors).map(spin_of).collect()
    }

    /// The reaction is `-J' l`, with its moment moved from the centre of mass to the joint's point. A rod with mass adds
    /// its inertial and gravity force at that point.
    fn reactions(
        &self,
        motions: &Motions,
        joint_rows: &[Vec<Row>],
        solution: &Solution,
        accelerations: &[BodyAcceleration],
    ) -> Vec<Reaction> {
        let mut multipliers = solution.multipliers.iter();
        let reaction_of = |(joint, rows): (&Joint, &Vec<Row>)| {
            let (mut force, mut moment) = (Vec3::zeros(), Vec3::zeros());
            for (row, &multiplier) in rows.iter().zip(multipliers.by_ref().take(rows.len())) {
                force -= multiplier * row.second.linear;
                moment -= multiplier * row.second.angular;
            }
            let second = Frame::new(&self.model, motions, joint.second);
            let arm = second.point(reaction_point(&joint.kind)).arm;
            let rod = Rod::new(&self.model, motions, joint);
            let by_mass = rod.map_or(Vec3::zeros(), |rod| rod.on_second(&self.model, accelerations));
            Reaction {
                force: force + by_mass,
                moment: moment - arm.cross(&force),
            }
        };
        self.model.joints.iter().zip(joint_rows).map(reaction_of).collect()
    }
}

/// A rigid body in motion, about its centre of mass, world axes.
pub(crate) struct Inertia {
    pub mass: f64,
    pub tensor: Matrix3<f64>,
    pub com: Vec3,
    pub angular_velocity: Vec3,
    pub velocity: Vec3,
}

/// `I alpha = moment - w x I w`, `m a = force`: block-diagonal mass matrix and right-hand side, six rows a body.
fn newton_euler(inertias: &[Inertia], wrenches: &Wrenches) -> (DMatrix<f64>, DVector<f64>) {
    let size = 6 * inertias.len();
    let (mut mass, mut force) = (DMatrix::zeros(size, size), DVector::zeros(size));
    for (body, (inertia, wrench)) in inertias.iter().zip(&wrenches.0).enumerate() {
        let (angular, linear) = (6 * body, 6 * body + 3);
        let w = inertia.angular_velocity;
        mass.fixed_view_mut::<3, 3>(angular, angular).copy_from(&inertia.tensor);
        mass.fixed_view_mut::<3, 3>(linear, linear).fill_diagonal(inertia.mass);
        force
            .fixed_rows_mut::<3>(angular)
            .copy_from(&(wrench.moment - w.cross(&(inertia.tensor * w))));
        force.fixed_rows_mut::<3>(linear).copy_from(&wrench.force);
    }
    (mass, force)
}

/// The transposed Jacobian: one column for each row, six entries for each moving body.
pub(crate) fn jacobian_t(rows: &[Row], bodies: usize) -> DMatrix<f64> {
    let mut matrix = DMatrix::zeros(6 * bodies, rows.len());
    for (column, row) in rows.iter().enumerate() {
        for part in row.parts() {
            if let Some(slot) = part.slot {
                matrix.fixed_view_mut::<3, 1>(6 * slot, column).copy_from(&part.angular);
                matrix
                    .fixed_view_mut::<3, 1>(6 * slot + 3, column)
                    .copy_from(&part.linear);
            }
        }
    }
    matrix
}
