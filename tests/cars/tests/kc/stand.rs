//! A rig in absolute coordinates: the second computation of every figure.
//!
//! It uses the declared model and the oracle's equations of joints and energies, but not the compiler's coordinates.
//! Every body has six coordinates. In the wanted position all joints are closed, the chassis is held, the wheel centres
//! have the wanted heights, and the forces are in balance. With the energy `E`, the rows `J` of the joints and the
//! rises `U` of the contacts:
//!
//! ```text
//! ∇E + Jᵀ m - Uᵀ F = loads,    z(q) = wanted
//! ```
//!
//! Gradients are computed by differences of energies and positions.

use nalgebra::{DMatrix, DVector, Vector3};
use wishbone_compiler::model::{BodyId, Model, Spring};
use wishbone_oracle::{Loads, Motions, Oracle};

/// Step of central differences [m or rad].
const APART: f64 = 1e-5;
/// Largest displacement of one correction [m or rad].
const LONGEST: f64 = 0.02;
/// Singular values below this share of the largest one count as zero.
const RANK: f64 = 1e-9;

/// Prescribed position and loads.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// Heights of wheel centres or contacts [m].
    pub heights: Vec<f64>,
    /// Whether the heights are those of the contacts instead of the wheel centres.
    pub at_contacts: bool,
    /// Position of the steering [m or rad].
    pub steer: f64,
    /// Loads at the contacts [N], each with a moment [N m].
    pub loads: Vec<[Vector3<f64>; 2]>,
}

/// How the steering is prescribed.
#[derive(Clone, Copy, Debug)]
pub enum Steers {
    /// By the position of a drive.
    Drive(usize),
    /// By the lateral displacement of a body relative to the chassis.
    Slide(usize),
}

/// The vehicle on the rig.
pub struct Stand {
    oracle: Oracle,
    model: Model,
    loads: Loads,
    steers: Steers,
    /// Position of the held body.
    chassis: usize,
    /// Current position.
    pub at: Motions,
    /// Vertical forces at the contacts [N].
    pub forces: DVector<f64>,
    /// Derivative of the unbalanced forces with respect to all coordinates, at constant multipliers, from the last
    /// position at which it was computed.
    stiffness: Option<DMatrix<f64>>,
}

/// Position of a wheel.
#[derive(Clone, Copy, Debug)]
pub struct Wheel {
    pub centre: Vector3<f64>,
    /// Spin axis, to the left.
    pub axis: Vector3<f64>,
    pub contact: Vector3<f64>,
    pub rotation: nalgebra::Matrix3<f64>,
}

impl Stand {
    /// A vehicle whose first body is held.
    pub fn new(model: &Model, steers: Steers) -> Self {
        let oracle = Oracle::new(model);
        let loads = oracle.no_loads();
        let at = oracle.design();
        Self {
            forces: DVector::zeros(model.wheels.len()),
            stiffness: None,
            oracle,
            model: model.clone(),
            loads,
            steers,
            chassis: 0,
            at,
        }
    }

    /// The current wheel heights as a prescribed position, without steering and loads.
    pub fn here(&self) -> Wanted {
        Wanted {
            heights: self.wheels().iter().map(|wheel| wheel.centre.z).collect(),
            at_contacts: false,
            steer: 0.0,
            loads: vec![[Vector3::zeros(); 2]; self.model.wheels.len()],
        }
    }

    pub fn wheels(&self) -> Vec<Wheel> {
        (0..self.model.wheels.len()).map(|k| self.wheel(&self.at, k)).collect()
    }

    /// The contact lies in the wheel plane, in the vertical plane through the spin axis, and on level ground. The
    /// contact's direction from the centre is straight down, without the component along the axis.
    fn wheel(&self, at: &Motions, k: usize) -> Wheel {
        let own = &self.model.wheels[k];
        let slot = own.carrier.index() - 1;
        let body = &at.bodies[slot];
        let centre = body.com + body.rotation * (*own.centre - *self.model.body(own.carrier).com);
        let declared = if own.axis.y < 0.0 { -*own.axis } else { *own.axis };
        let axis = body.rotation * declared;
        let down = -Vector3::z() + axis.z * axis;
        Wheel {
            centre,
            axis,
            contact: centre + own.radius * down.normalize(),
            rotation: body.rotation,
        }
    }

    /// Current position of a point that is declared on a body.
    fn point(&self, body: BodyId, declared: Vector3<f64>) -> Vector3<f64> {
        match body.index().checked_sub(1) {
            Some(slot) => {
                let own = &self.at.bodies[slot];
                own.com + own.rotation * (declared - *self.model.body(body).com)
            }
            None => declared,
        }
    }

    /// Lengths of all springs.
    pub fn lengths(&self) -> Vec<f64> {
        let springs = self.model.springs.iter();
        let length =
            |spring: &Spring| (self.point(spring.second, *spring.to) - self.point(spring.first, *spring.from)).norm();
        springs.map(length).collect()
    }

    /// Current position of the ball joint with this name.
    pub fn ball(&self, name: &str) -> Vector3<f64> {
        let joint = self
            .model
            .joints
            .iter()
            .find(|joint| joint.name == name)
            .expect("a joint");
        self.point(joint.first, **joint.kind.ball().expect("a ball joint"))
    }

    /// Lateral displacement of the steering body.
    fn slide(&self, at: &Motions, body: usize) -> f64 {
        at.bodies[body].com.y - self.oracle.design().bodies[body].com.y
    }

    /// Residuals of joints, held chassis and steering, each with its derivative as a row. Heights are not among them.
    fn held(&self, at: &Motions, wanted: &Wanted) -> (DVector<f64>, DMatrix<f64>) {
        let size = 6 * at.bodies.len();
        let mut loads = self.loads.clone();
        if let Steers::Drive(drive) = self.steers {
            loads.drives[drive].position = wanted.steer;
        }
        let mut residuals = Vec::new();
        let mut rows: Vec<DVector<f64>> = Vec::new();
        for row in self.oracle.rows(at, &loads).concat() {
            let mut slopes = DVector::zeros(size);
            for part in row.parts() {
                if let Some(slot) = part.slot {
                    for axis in 0..3 {
                        slopes[6 * slot + axis] += part.angular[axis];
                        slopes[6 * slot + 3 + axis] += part.linear[axis];
                    }
                }
            }
            residuals.push(row.phi);
            rows.push(slopes);
        }
        let (own, design) = (&at.bodies[self.chassis], self.oracle.design());
        let turned = nalgebra::Rotation3::from_matrix_unchecked(own.rotation).scaled_axis();
        let shifted = own.com - design.bodies[self.chassis].com;
        for axis in 0..6 {
            let mut slopes = DVector::zeros(size);
            slopes[6 * self.chassis + axis] = 1.0;
            residuals.push(if axis < 3 { turned[axis] } else { shifted[axis - 3] });
            rows.push(slopes);
        }
        if let Steers::Slide(body) = self.steers {
            let mut slopes = DVector::zeros(size);
            slopes[6 * body + 4] = 1.0;
            residuals.push(self.slide(at, body) - wanted.steer);
            rows.push(slopes);
        }
        let matrix = DMatrix::from_fn(rows.len(), size, |row, column| rows[row][column]);
        (DVector::from_vec(residuals), matrix)
    }

    /// Derivatives of the heights of the wheel centres and of the contacts.
    fn rises(&self, at: &Motions) -> [DMatrix<f64>; 2] {
        let size = 6 * at.bodies.len();
        let count = self.model.wheels.len();
        let (mut centres, mut contacts) = (DMatrix::zeros(count, size), DMatrix::zeros(count, size));
        for k in 0..count {
            let slot = self.model.wheels[k].carrier.index() - 1;
            let own = self.wheel(at, k);
            let com = at.bodies[slot].com;
            // A rotation moves the carrier's point at the contact along the ground, which is level, so this point and the
            // contact rise equally.
            for (matrix, point) in [(&mut centres, own.centre), (&mut contacts, own.contact)] {
                let turn = (point - com).cross(&Vector3::z());
                for axis in 0..3 {
                    matrix[(k, 6 * slot + axis)] = turn[axis];
                }
                matrix[(k, 6 * slot + 5)] = 1.0;
            }
        }
        [centres, contacts]
    }

    /// Generalised forces: loads less the gradient of the energy.
    fn acting(&self, at: &Motions, wanted: &Wanted) -> DVector<f64> {
        let size = 6 * at.bodies.len();
        let mut found = DVector::from_fn(size, |place, _| {
            let energy = |way: f64| self.oracle.energy(&displaced_one(at, place, way * APART)).total();
            -(energy(1.0) - energy(-1.0)) / (2.0 * APART)
        });
        for (k, [force, moment]) in wanted.loads.iter().enumerate() {
            let slot = self.model.wheels[k].carrier.index() - 1;
            let own = self.wheel(at, k);
            let moment = moment + (own.contact - at.bodies[slot].com).cross(force);
            for axis in 0..3 {
                found[6 * slot + axis] += moment[axis];
                found[6 * slot + 3 + axis] += force[axis];
            }
        }
        found
    }

    /// Brings the vehicle to a position; false if it cannot be reached.
    pub fn go(&mut self, wanted: &Wanted) -> bool {
        let size = 6 * self.at.bodies.len();
        let mut last = f64::INFINITY;
        for iteration in 1..60 {
            if !self.close(wanted) {
                return false;
            }
            let (_, held) = self.held(&self.at, wanted);
            let [centres, contacts] = self.rises(&self.at);
            let free = null_space(&held);
            let gaps = wanted
                .heights
                .iter()
                .zip(self.heights(wanted))
                .map(|(wanted, height)| wanted - height);
            let gaps = DVector::from_iterator(wanted.heights.len(), gaps);
            let lifts = if wanted.at_contacts { &contacts } else { &centres } * &free;
            let presses = &contacts * &free;
            let (count, wheels) = (free.ncols(), gaps.len());
            let unbalanced = free.tr_mul(&self.acting(&self.at, wanted));
            let settles = lifts.clone().svd(false, false).rank(RANK) < count;
            let (step, forces) = if settles {
                // A stiffness from a position nearby is sufficient as long as the iteration converges quickly.
                if self.stiffness.is_none() || iteration % 12 == 0 {
                    self.stiffness = Some(self.change(wanted, &held));
                }
                let whole = self.stiffness.as_ref().expect("found");
                let stiffness = free.tr_mul(&(whole * &free));
                let size = stiffness.amax();
                let mut whole = DMatrix::zeros(count + wheels, count + wheels);
                whole.view_mut((0, 0), (count, count)).copy_from(&(stiffness / size));
                whole
                    .view_mut((0, count), (count, wheels))
                    .copy_from(&-presses.transpose());
                whole.view_mut((count, 0), (wheels, count)).copy_from(&lifts);
                let mut right = DVector::zeros(count + wheels);
                right.rows_mut(0, count).copy_from(&(&unbalanced / size));
                right.rows_mut(count, wheels).copy_from(&gaps);
                let solved = solve(whole, &right);
                (solved.rows(0, count).into_owned(), size * solved.rows(count, wheels))
            } else {
                (solve(lifts, &gaps), solve(presses.transpose(), &-&unbalanced))
            };
            self.forces = forces;
            let far = step.amax();
            let part = (LONGEST / far).min(1.0);
            self.at = displaced(&self.at, &(free * step * part));
            assert_eq!(size, 6 * self.at.bodies.len());
            if far < 1e-13 || (far < 1e-9 && far > 0.5 * last) {
                let far = |(wanted, height): (&f64, f64)| (wanted - height).abs();
                return self.close(wanted)
                    && wanted
                        .heights
                        .iter()
                        .zip(self.heights(wanted))
                        .map(far)
                        .all(|far| far < 1e-8);
            }
            last = far;
        }
        false
    }

    /// Derivative of the unbalanced forces with respect to all coordinates, at constant multipliers.
    fn change(&self, wanted: &Wanted, held: &DMatrix<f64>) -> DMatrix<f64> {
        let acting = self.acting(&self.at, wanted) + self.rises(&self.at)[1].tr_mul(&self.forces);
        let multipliers = solve(held.transpose(), &acting);
        let left = |at: &Motions| {
            let (_, held) = self.held(at, wanted);
            held.tr_mul(&multipliers) - self.acting(at, wanted) - self.rises(at)[1].tr_mul(&self.forces)
        };
        let way = 1e-4;
        let columns = (0..acting.len()).map(|place| {
            let [up, down] = [way, -way].map(|way| left(&displaced_one(&self.at, place, way)));
            (up - down) / (2.0 * way)
        });
        DMatrix::from_columns(&columns.collect::<Vec<_>>())
    }

    /// Current heights, of wheel centres or contacts as prescribed.
    fn heights(&self, wanted: &Wanted) -> Vec<f64> {
        let height = |wheel: Wheel| {
            if wanted.at_contacts {
                wheel.contact.z
            } else {
                wheel.centre.z
            }
        };
        self.wheels().into_iter().map(height).collect()
    }

    /// Closes the joints by the smallest displacement; false if that fails.
    fn close(&mut self, wanted: &Wanted) -> bool {
        let mut last = f64::INFINITY;
        for _ in 0..40 {
            let (residuals, rows) = self.held(&self.at, wanted);
            let far = residuals.amax();
            if far < 1e-15 || (far < 1e-12 && far > 0.5 * last) {
                return true;
            }
            last = far;
            let change = solve(rows, &-residuals);
            let part = (0.2 / change.amax()).min(1.0);
            self.at = displaced(&self.at, &(change * part));
        }
        false
    }
}

/// The position after a displacement of all bodies.
fn displaced(at: &Motions, change: &DVector<f64>) -> Motions {
    let mut there = at.clone();
    for (slot, body) in there.bodies.iter_mut().enumerate() {
        let part = |first: usize| Vector3::new(change[first], change[first + 1], change[first + 2]);
        body.displace(part(6 * slot), part(6 * slot + 3));
    }
    there
}

/// The position after a displacement of one coordinate.
fn displaced_one(at: &Motions, place: usize, by: f64) -> Motions {
    let mut there = at.clone();
    let mut vector = Vector3::zeros();
    vector[place % 3] = by;
    match place % 6 < 3 {
        true => there.bodies[place / 6].displace(vector, Vector3::zeros()),
        false => there.bodies[place / 6].displace(Vector3::zeros(), vector),
    }
    there
}

/// Orthonormal basis of the null space of a matrix.
fn null_space(matrix: &DMatrix<f64>) -> DMatrix<f64> {
    let size = matrix.ncols();
    let mut wide = DMatrix::zeros(size, matrix.nrows().max(size));
    wide.columns_mut(0, matrix.nrows()).copy_from(&matrix.transpose());
    let reflected = wide.col_piv_qr();
    let upper = reflected.r();
    let rank = (0..size)
        .filter(|&k| upper[(k, k)].abs() > RANK * upper[(0, 0)].abs())
        .count();
    reflected.q().columns_range(rank..).into_owned()
}

/// The minimum-norm least-squares solution.
fn solve(matrix: DMatrix<f64>, right: &DVector<f64>) -> DVector<f64> {
    let reflected = matrix.col_piv_qr();
    let upper = reflected.r();
    let pivots = upper.nrows().min(upper.ncols());
    let rank = (0..pivots)
        .filter(|&k| upper[(k, k)].abs() > RANK * upper[(0, 0)].abs())
        .count();
    let image = reflected.q().columns_range(..rank).tr_mul(right);
    let rows = upper.rows_range(..rank).transpose().qr();
    let sizes = rows.r().transpose().solve_lower_triangular(&image).expect("pivots");
    let mut found = rows.q() * sizes;
    reflected.p().inv_permute_rows(&mut found);
    found
}
