//! The loops of a group alone, linearised in vehicle axes; the loops move while all other parts stand still.
//!
//! Angles and lengths are made comparable by the group's *length* `L`. A twist is written as `[L ω; v]` and a wrench as
//! `[n / L; f]`, so their product is still the power. Angular speeds, and equations that fix a rotation, are multiplied
//! by `L`. Then all entries are of order one.

use super::linear;
use crate::kinematics::{Mechanism, Position, Velocity, displaced_of, motions, residuals as closure_residuals, rows};
use crate::model::{BodyId, DriveId, JointId, Vec3, Wheel};
use crate::spatial::Twist;
use crate::topology::{Group, Loop};
use nalgebra::{DMatrix, DVector, Vector6};

/// Word of the Cardan joint. A hinge beside such a joint is the bearing of a shaft.
const CARDAN: &str = "universal";

/// A group of loops.
pub struct Linkage<'a> {
    /// The vehicle.
    pub mechanism: &'a Mechanism<'a>,
    /// `(position in the topology, loop)`
    pub loops: Vec<(usize, &'a Loop)>,
    /// Bodies of the loops, in tree order.
    pub bodies: Vec<BodyId>,
    /// Speeds of their joints: the columns.
    pub speeds: Vec<usize>,
    /// Lever arm of an angle: the greatest distance between two of the loops' joints [m].
    pub length: f64,
    /// By column: the speed that corresponds to one unit.
    scales: Vec<f64>,
}

/// A configuration of the whole vehicle.
#[derive(Clone)]
pub struct Stance {
    /// Coordinates.
    pub q: Vec<f64>,
    /// Positions of all drives.
    pub drives: Vec<f64>,
    /// Poses of all bodies.
    pub position: Position<f64>,
}

/// Coordinates and positions of all drives, from which a [`Stance`] follows.
#[derive(Clone, Debug)]
pub struct Coordinates {
    q: Vec<f64>,
    drives: Vec<f64>,
}

impl Stance {
    /// Its coordinates.
    pub fn coordinates(&self) -> Coordinates {
        let (q, drives) = (self.q.clone(), self.drives.clone());
        Coordinates { q, drives }
    }
}

/// A joint of the loops, with the wrenches by which the equations load it.
pub struct Member {
    /// The joint.
    pub joint: JointId,
    /// By equation (row): the wrench by which a unit multiplier loads the joint.
    pub load: DMatrix<f64>,
    /// Whether the joint is cut.
    pub cut: bool,
}

impl<'a> Linkage<'a> {
    /// The linkage of a group.
    pub fn new(mechanism: &'a Mechanism<'a>, group: &Group) -> Self {
        let topology = mechanism.topology;
        let loops: Vec<(usize, &Loop)> = group.loops.iter().map(|&l| (l, &topology.loops[l])).collect();
        let carries = |b: &BodyId| loops.iter().any(|(_, l)| l.bodies().any(|other| other == *b));
        let bodies: Vec<BodyId> = topology.order.iter().copied().filter(carries).collect();
        let length = extent(mechanism, &loops);
        let (mut speeds, mut scales) = (Vec::new(), Vec::new());
        for &body in &bodies {
            let kind = &topology.joint(body).kind;
            for (k, speed) in mechanism.layout.slot(body).v.clone().enumerate() {
                speeds.push(speed);
                scales.push(if kind.slides(k) { 1.0 } else { 1.0 / length });
            }
        }
        Linkage {
            mechanism,
            loops,
            bodies,
            speeds,
            length,
            scales,
        }
    }

    /// The design position.
    pub fn design(&self) -> Stance {
        let q = self.mechanism.layout.design().to_vec();
        let drives = vec![0.0; self.mechanism.model.drives.len()];
        let position = Position::all(self.mechanism, &q, &drives);
        Stance { q, drives, position }
    }

    /// The vehicle after a small displacement of the loops, given by column.
    pub fn moved(&self, stance: &Stance, delta: &DVector<f64>) -> Stance {
        let q = displaced_of(
            self.mechanism,
            &stance.position,
            &self.bodies,
            &stance.q,
            &self.unscaled(delta.as_slice()),
        );
        self.placed(stance, q, stance.drives.clone())
    }

    /// The vehicle at these coordinates. Joints outside of the loops stand as in the other configuration.
    pub fn at(&self, coordinates: &Coordinates, other: &Stance) -> Stance {
        let Coordinates { q, drives } = coordinates.clone();
        self.placed(other, q, drives)
    }

    /// The vehicle with one drive at a different position. The loops are then open.
    pub fn driven(&self, stance: &Stance, drive: DriveId, position: f64) -> Stance {
        let mut drives = stance.drives.clone();
        drives[drive.index()] = position;
        self.placed(stance, stance.q.clone(), drives)
    }

    /// Places the bodies of the loops again, beginning at the first joint whose coordinates have changed.
    fn placed(&self, stance: &Stance, q: Vec<f64>, drives: Vec<f64>) -> Stance {
        let topology = self.mechanism.topology;
        let mut position = stance.position.clone();
        let mut is_moved = vec![false; self.mechanism.model.bodies.len()];
        for &body in &self.bodies {
            let own = match topology.joint(body).drive {
                Some(drive) => &drives[drive.index()..=drive.index()],
                None => &q[self.mechanism.layout.slot(body).q.clone()],
            };
            if is_moved[topology.branch(body).parent.index()] || own != position.coordinates(body) {
                is_moved[body.index()] = true;
                position.place(self.mechanism, body, own);
            }
        }
        Stance { q, drives, position }
    }

    /// The drives of the loops' joints and links, each with whether it prescribes a displacement.
    pub fn drives(&self) -> impl Iterator<Item = (DriveId, bool)> + '_ {
        let joints = self.bodies.iter().map(|&b| self.mechanism.topology.joint(b));
        let joints = joints.filter_map(|joint| Some((joint.drive?, joint.kind.slides(0))));
        let links = self.loops.iter().map(|(_, l)| self.mechanism.model.joint(l.cut));
        joints.chain(links.filter_map(|link| Some((link.drive?, link.kind.slides(0)))))
    }

    /// Columns of the hinges beside a Cardan joint: they carry shafts, which may turn all the way round.
    pub fn shafts(&self) -> Vec<usize> {
        let model = self.mechanism.model;
        let cuts = self.loops.iter().map(|(_, l)| l.cut);
        let declared = self
            .bodies
            .iter()
            .filter_map(|&b| self.mechanism.topology.joint(b).declared);
        let joints: Vec<JointId> = cuts.chain(declared).collect();
        let is_bent = |body: BodyId| {
            let mut own = joints.iter().map(|&joint| model.joint(joint));
            own.any(|joint| joint.kind.word() == CARDAN && [joint.first, joint.second].contains(&body))
        };
        let hinges = self.bodies.iter().filter(|&&body| {
            let branch = self.mechanism.topology.branch(body);
            let kind = &self.mechanism.topology.joint(body).kind;
            kind.pivot().is_some() && (is_bent(body) || is_bent(branch.parent))
        });
        let speeds = hinges.flat_map(|&body| self.mechanism.layout.slot(body).v.clone());
        speeds
            .filter_map(|speed| self.speeds.iter().position(|own| *own == speed))
            .collect()
    }

    /// Displacement of one column that corresponds to an angle [rad].
    pub fn turned(&self, column: usize, angle: f64) -> DVector<f64> {
        let mut delta = DVector::zeros(self.speeds.len());
        delta[column] = angle / self.scales[column];
        delta
    }

    /// Centres of the wheels that the loops carry, in vehicle axes. A wheel farther outboard moves with the body of the
    /// loops that carries it.
    pub fn wheel_centres(&self, stance: &Stance) -> Vec<Vec3> {
        let wheels = self.mechanism.model.wheels.iter();
        let centre = |wheel: &Wheel| {
            let mut inward = self.mechanism.topology.to_ground(wheel.carrier);
            let carrier = inward.find(|b| self.bodies.contains(b))?;
            Some(self.point(stance, carrier, &wheel.centre))
        };
        wheels.filter_map(centre).collect()
    }

    /// The largest displacement of a body of the loops between two stances [m]; rotations are multiplied by the length.
    pub fn distance(&self, from: &Stance, to: &Stance) -> f64 {
        let moved = self.bodies.iter().flat_map(|&body| {
            let [a, b] = [from, to].map(|s| s.position.pose_in(self.mechanism, body, BodyId::GROUND));
            let turned = (0..9).map(move |k| (a.rotation.0[k / 3][k % 3] - b.rotation.0[k / 3][k % 3]).abs());
            let shifted = (0..3).map(move |k| (a.position.0[k] - b.position.0[k]).abs());
            turned.map(|t| t * self.length).chain(shifted)
        });
        moved.fold(0.0, f64::max)
    }

    /// Residuals of the equations and their Jacobian.
    pub fn equations(&self, stance: &Stance) -> (DVector<f64>, DMatrix<f64>) {
        self.equations_by(stance, |_| true)
    }

    /// Like [`Linkage::equations`], with zeros in the columns of all bodies for which `moves` returns false.
    pub fn equations_by(&self, stance: &Stance, moves: impl Fn(BodyId) -> bool) -> (DVector<f64>, DMatrix<f64>) {
        let mut residuals = Vec::new();
        let mut jacobian = DMatrix::zeros(self.places().len(), self.speeds.len());
        for (_, l) in &self.loops {
            let columns = self.columns(stance, l, &moves);
            let off = closure_residuals(self.mechanism, &stance.position, &stance.drives, l);
            for (row, residual) in rows(self.mechanism, &stance.position, l).into_iter().zip(off) {
                let scale = self.row_scale(row.second.force.0);
                for (column, side, motion) in &columns {
                    let wrench = [row.first, row.second][*side];
                    jacobian[(residuals.len(), *column)] = wrench.power(*motion) * scale;
                }
                residuals.push(residual * scale);
            }
        }
        for (mut column, &scale) in jacobian.column_iter_mut().zip(&self.scales) {
            column *= scale;
        }
        (DVector::from_vec(residuals), jacobian)
    }

    /// Columns of the bodies of a loop that move: column, path of the loop (0 or 1), and motion in the frame of the loop.
    fn columns(&self, stance: &Stance, l: &Loop, moves: impl Fn(BodyId) -> bool) -> Vec<(usize, usize, Twist<f64>)> {
        let mut sides = vec![None; self.mechanism.model.bodies.len()];
        for (side, path) in [&l.first_path, &l.second_path].into_iter().enumerate().rev() {
            path.iter().for_each(|body| sides[body.index()] = Some(side));
        }
        let (mut found, mut column) = (Vec::new(), 0);
        for &body in &self.bodies {
            let count = self.mechanism.layout.slot(body).v.len();
            if let Some(side) = sides[body.index()].filter(|_| count > 0 && moves(body)) {
                let motions = motions(self.mechanism, &stance.position, l, body).into_iter();
                found.extend(motions.enumerate().map(|(k, motion)| (column + k, side, motion)));
            }
            column += count;
        }
        found
    }

    /// By equation: `(loop, row)`.
    pub fn places(&self) -> Vec<(usize, usize)> {
        let count = |l: &Loop| self.mechanism.model.joint(l.cut).kind.equations();
        self.loops
            .iter()
            .flat_map(|(index, l)| (0..count(l)).map(|row| (*index, row)))
            .collect()
    }

    /// The declared joints of the loops, in order of declaration.
    pub fn members(&self, stance: &Stance) -> Vec<Member> {
        let topology = self.mechanism.topology;
        let equations = self.places().len();
        let member = |joint, cut| Member {
            joint,
            load: DMatrix::zeros(6, equations),
            cut,
        };
        let mut members: Vec<Member> = self.loops.iter().map(|(_, l)| member(l.cut, true)).collect();
        let declared = |&b: &BodyId| topology.joint(b).declared;
        members.extend(
            self.bodies
                .iter()
                .filter_map(declared)
                .map(|joint| member(joint, false)),
        );
        members.sort_by_key(|member| member.joint);

        let mut equation = 0;
        for (_, l) in &self.loops {
            for row in rows(self.mechanism, &stance.position, l) {
                let frame = stance.position.pose_in(self.mechanism, l.frame, BodyId::GROUND);
                let scale = self.row_scale(row.second.force.0);
                let [first, second] = [row.first, row.second].map(|wrench| {
                    let [a, b, c, d, e, f] = frame.wrench(wrench).components();
                    Vector6::new(a / self.length, b / self.length, c / self.length, d, e, f) * scale
                });
                let mut load = |joint: Option<JointId>, wrench: &Vector6<f64>| {
                    if let Some(member) = members.iter_mut().find(|member| Some(member.joint) == joint) {
                        member.load.column_mut(equation).copy_from(wrench);
                    }
                };
                load(Some(l.cut), &-second);
                l.first_path.iter().for_each(|b| load(declared(b), &first));
                l.second_path.iter().for_each(|b| load(declared(b), &second));
                equation += 1;
            }
        }
        members
    }

    /// By body of the model: its twist for each of these motions (columns). All joints that are not in the loops are at
    /// rest.
    pub fn twists(&self, stance: &Stance, motions: &DMatrix<f64>) -> Vec<DMatrix<f64>> {
        let (mechanism, position) = (self.mechanism, &stance.position);
        let mut twists = vec![DMatrix::zeros(6, motions.ncols()); mechanism.model.bodies.len()];
        let still = vec![0.0; mechanism.model.drives.len()];
        for (k, motion) in motions.column_iter().enumerate() {
            let speeds = self.unscaled(motion.clone_owned().as_slice());
            let velocity = Velocity::all(mechanism, position, |body| mechanism.speeds_of(body, &speeds, &still));
            for body in mechanism.model.moving_bodies() {
                let [a, b, c, d, e, f] = velocity
                    .twist_in(mechanism, position, body, BodyId::GROUND)
                    .components();
                let twist = Vector6::new(a * self.length, b * self.length, c * self.length, d, e, f);
                twists[body.index()].column_mut(k).copy_from(&twist);
            }
        }
        twists
    }

    /// The present place of a point of a body that is given at the design position.
    pub fn point(&self, stance: &Stance, body: BodyId, point: &Vec3) -> Vec3 {
        Vec3::from(
            stance
                .position
                .point_in(
                    self.mechanism,
                    body,
                    crate::spatial::Vec3::constant(point),
                    BodyId::GROUND,
                )
                .0,
        )
    }

    /// The present direction of a direction fixed in a body.
    pub fn direction(&self, stance: &Stance, body: BodyId, direction: &Vec3) -> Vec3 {
        let turned = stance.position.direction_in(
            self.mechanism,
            body,
            crate::spatial::Vec3::constant(direction),
            BodyId::GROUND,
        );
        Vec3::from(turned.0)
    }

    /// The body whose inboard joint has the speed of this column.
    pub fn outboard(&self, column: usize) -> BodyId {
        let has = |b: &&BodyId| self.mechanism.layout.slot(**b).v.contains(&self.speeds[column]);
        *self
            .bodies
            .iter()
            .find(has)
            .expect("a column is a speed of one of the bodies")
    }

    /// Directions of motion that satisfy the equations, if `rank` of the equations are independent.
    pub fn freedoms(&self, stance: &Stance, rank: usize) -> DMatrix<f64> {
        linear::null_space_of(&self.equations(stance).1, self.speeds.len() - rank)
    }

    /// Multipliers whose loads are in balance by themselves, if `rank` of the equations are independent.
    pub fn self_stresses(&self, stance: &Stance, rank: usize) -> DMatrix<f64> {
        let jacobian = self.equations(stance).1;
        linear::null_space_of(&jacobian.transpose(), jacobian.nrows() - rank)
    }

    /// Factor of an equation: equations that fix only a rotation are multiplied by the length.
    fn row_scale(&self, force: [f64; 3]) -> f64 {
        if force == [0.0; 3] { self.length } else { 1.0 }
    }

    /// Converts columns to all speeds of the vehicle.
    fn unscaled(&self, columns: &[f64]) -> Vec<f64> {
        let mut speeds = vec![0.0; self.mechanism.layout.speeds.len()];
        for ((&speed, column), scale) in self.speeds.iter().zip(columns).zip(&self.scales) {
            speeds[speed] = column * scale;
        }
        speeds
    }
}

/// The greatest distance between two of the loops' joints; one metre if all joints are at the same place.
fn extent(mechanism: &Mechanism, loops: &[(usize, &Loop)]) -> f64 {
    let mut points: Vec<Vec3> = Vec::new();
    for (_, l) in loops {
        let tree = l.bodies().map(|b| &mechanism.topology.joint(b).kind);
        for kind in tree.chain([&mechanism.model.joint(l.cut).kind]) {
            points.extend(kind.plain().points());
        }
    }
    let distance = |p: &Vec3| points.iter().map(|q| (q - p).norm()).fold(0.0, f64::max);
    let greatest = points.iter().map(distance).fold(0.0, f64::max);
    if greatest > 0.0 { greatest } else { 1.0 }
}
