//! Joints as equations between the motions of two bodies.
//!
//! A row is `phi = 0` with `phi' = J v - target` and `phi'' = J a + gamma`, where `v` and `a` hold angular velocity and
//! velocity of the centres of mass and their rates. All three hold exactly for *any* motion, whether or not the joint
//! is closed, so that finite differences can check them.
//!
//! Notation: 1 and 2 are the first and the second body, `r` the arm from a centre of mass to a point,
//! `p = x + r` the point, `d = p2 - p1`, `w` angular velocity. A direction `u` carried by a body changes by `w x u`.

use crate::body::{Frame, Motions, Point};
use crate::loads::{Drive, Loads};
use wishbone_compiler::model::{Joint, JointKind, Model, Vec3};

/// What a row asks of one body: the coefficients of its velocity (or acceleration).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// Place among the moving bodies; none for the ground.
    pub slot: Option<usize>,
    /// Of the angular velocity: the moment about the centre of mass of a unit reaction.
    pub angular: Vec3,
    /// Of the velocity of the centre of mass: the force of a unit reaction.
    pub linear: Vec3,
}

/// One scalar equation: `phi = 0`, `phi' = J v - target`, `phi'' = J a + gamma`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Coefficients of the first body.
    pub first: Part,
    /// Coefficients of the second body.
    pub second: Part,
    /// How far the joint is open [m or rad].
    pub phi: f64,
    /// Prescribed part of the rate; zero unless the joint is driven.
    pub target: f64,
    /// Velocity terms and prescribed acceleration.
    pub gamma: f64,
}

impl Row {
    /// Both parts with the bodies they act on.
    pub fn parts(&self) -> [Part; 2] {
        [self.first, self.second]
    }

    /// How fast the joint opens, `phi'` [m/s or rad/s].
    pub fn rate(&self, motions: &Motions) -> f64 {
        let of = |part: Part| {
            part.slot.map_or(0.0, |slot| {
                let body = &motions.bodies[slot];
                part.angular.dot(&body.angular_velocity) + part.linear.dot(&body.velocity)
            })
        };
        of(self.first) + of(self.second) - self.target
    }

    /// Half the difference of two rows between the same bodies.
    fn half_difference(self, other: Row) -> Row {
        let half = |a: Part, b: Part| Part {
            slot: a.slot,
            angular: 0.5 * (a.angular - b.angular),
            linear: 0.5 * (a.linear - b.linear),
        };
        Row {
            first: half(self.first, other.first),
            second: half(self.second, other.second),
            phi: 0.5 * (self.phi - other.phi),
            target: 0.5 * (self.target - other.target),
            gamma: 0.5 * (self.gamma - other.gamma),
        }
    }
}

/// The equations of a joint, and of its drive if it has one.
pub(crate) fn rows(model: &Model, joint: &Joint, motions: &Motions, loads: &Loads) -> Vec<Row> {
    let pair = Pair::new(model, joint, motions);
    let drive = drive_of(joint, loads);
    let mut rows = Vec::with_capacity(6);
    match joint.kind {
        JointKind::Free { .. } => {}
        JointKind::Spherical { at } => rows.extend(pair.coincidence(at)),
        JointKind::Universal { at, axes } => {
            rows.extend(pair.coincidence(at));
            rows.push(pair.constant_angle(axes));
        }
        JointKind::Distance { from, to } => rows.push(pair.rod(from, to)),
        JointKind::Fixed { at } => {
            rows.extend(pair.coincidence(at));
            rows.extend(pair.same_orientation());
        }
        JointKind::Revolute { at, axis } => {
            rows.extend(pair.coincidence(at));
            rows.extend(pair.hinge(axis));
            rows.extend(drive.map(|drive| pair.driven_angle(axis, drive)));
        }
        JointKind::Prismatic { at, axis } => {
            rows.extend(pair.same_orientation());
            rows.extend(normals(axis).map(|normal| pair.slide(at, normal)));
            rows.extend(drive.map(|drive| pair.driven_slide(at, axis, drive)));
        }
    }
    rows
}

/// Cosine of the angle by which a joint is turned the wrong way, one when it stands right: the equations above are also
/// met by an axis that points backwards, which is no way to assemble a vehicle.
pub(crate) fn alignment(model: &Model, joint: &Joint, motions: &Motions, loads: &Loads) -> f64 {
    let pair = Pair::new(model, joint, motions);
    match joint.kind {
        JointKind::Free { .. }
        | JointKind::Spherical { .. }
        | JointKind::Universal { .. }
        | JointKind::Distance { .. } => 1.0,
        JointKind::Fixed { .. } | JointKind::Prismatic { .. } => axes()
            .map(|axis| pair.cosine(axis, axis))
            .into_iter()
            .fold(1.0, f64::min),
        JointKind::Revolute { axis, .. } => {
            let [n, m] = normals(axis);
            let turned = |angle: f64| angle.cos() * n + angle.sin() * m;
            let driven = drive_of(joint, loads).map_or(1.0, |drive| pair.cosine(turned(drive.position), n));
            pair.cosine(axis, axis).min(driven)
        }
    }
}

/// The point at which a joint's reaction is reported, carried by the second body.
pub(crate) fn reaction_point(kind: &JointKind) -> Vec3 {
    match *kind {
        JointKind::Fixed { at }
        | JointKind::Revolute { at, .. }
        | JointKind::Prismatic { at, .. }
        | JointKind::Spherical { at }
        | JointKind::Universal { at, .. }
        | JointKind::Free { at } => at,
        JointKind::Distance { to, .. } => to,
    }
}

fn drive_of<'a>(joint: &Joint, loads: &'a Loads) -> Option<&'a Drive> {
    joint.drive.map(|id| &loads.drives[id.index()])
}

/// Two unit vectors that complete `axis` to a right-handed triad: `n x m = axis`.
pub(crate) fn normals(axis: Vec3) -> [Vec3; 2] {
    let least = axis.iamin();
    let n = axis.cross(&Vec3::ith(least, 1.0)).normalize();
    [n, axis.cross(&n)]
}

/// Unit vectors along x, y, z.
pub(crate) fn axes() -> [Vec3; 3] {
    [Vec3::x(), Vec3::y(), Vec3::z()]
}

/// Two bodies as a joint sees them.
struct Pair {
    first: Frame,
    second: Frame,
}

impl Pair {
    fn new(model: &Model, joint: &Joint, motions: &Motions) -> Self {
        Self {
            first: Frame::new(model, motions, joint.first),
            second: Frame::new(model, motions, joint.second),
        }
    }

    fn points(&self, on_first: Vec3, on_second: Vec3) -> (Point, Point) {
        (self.first.point(on_first), self.second.point(on_second))
    }

    fn cosine(&self, on_first: Vec3, on_second: Vec3) -> f64 {
        self.first.direction(on_first).dot(&self.second.direction(on_second))
    }

    fn row(&self, first: [Vec3; 2], second: [Vec3; 2], phi: f64, gamma: f64) -> Row {
        let part = |frame: &Frame, [angular, linear]: [Vec3; 2]| Part {
            slot: frame.slot,
            angular,
            linear,
        };
        Row {
            first: part(&self.first, first),
            second: part(&self.second, second),
            phi,
            target: 0.0,
            gamma,
        }
    }

    // --- Points that coincide: fixed, revolute, spherical, universal. ------------------------------------------------

    /// For each world axis `e`:
    ///
    /// ```text
    /// phi   = e . (p2 - p1)
    /// phi'  = e . (v2 + w2 x r2 - v1 - w1 x r1),          e . (w x r) = w . (r x e)
    /// phi'' = .. a, alpha ..  + e . (w2 x (w2 x r2) - w1 x (w1 x r1))
    /// ```
    fn coincidence(&self, at: Vec3) -> [Row; 3] {
        let (p1, p2) = self.points(at, at);
        axes().map(|e| {
            self.row(
                [-p1.arm.cross(&e), -e],
                [p2.arm.cross(&e), e],
                e.dot(&(p2.position - p1.position)),
                e.dot(&(p2.centripetal - p1.centripetal)),
            )
        })
    }

    // --- Directions: hinge axes and equal orientation. ---------------------------------------------------------------

    /// A direction `u` of the first body stays normal to a direction `s` of the second:
    ///
    /// ```text
    /// phi   = u . s
    /// phi'  = (w1 x u) . s + u . (w2 x s) = (w2 - w1) . (s x u)
    /// phi'' = (alpha2 - alpha1) . (s x u) + (w2 - w1) . ((w2 x s) x u + s x (w1 x u))
    /// ```
    fn perpendicular(&self, u_declared: Vec3, s_declared: Vec3) -> Row {
        let (u, s) = (self.first.direction(u_declared), self.second.direction(s_declared));
        let (w1, w2) = (self.first.omega(), self.second.omega());
        let lever = s.cross(&u);
        let lever_rate = w2.cross(&s).cross(&u) + s.cross(&w1.cross(&u));
        self.row(
            [-lever, Vec3::zeros()],
            [lever, Vec3::zeros()],
            u.dot(&s),
            (w2 - w1).dot(&lever_rate),
        )
    }

    /// The axis on the second body is normal to both normals of the axis on the first.
    fn hinge(&self, axis: Vec3) -> [Row; 2] {
        normals(axis).map(|normal| self.perpendicular(normal, axis))
    }

    /// The axis on the second body keeps its declared angle with the axis on the first.
    fn constant_angle(&self, [first, second]: [Vec3; 2]) -> Row {
        let row = self.perpendicular(first, second);
        Row {
            phi: row.phi - first.dot(&second),
            ..row
        }
    }

    /// No relative rotation: with axes `x, y, z` of both bodies, `phi_x = (z1 . y2 - y1 . z2) / 2` and cyclic. For a
    /// relative rotation by `theta` about a unit vector `n` this is `-n sin(theta)`: a full measure of small rotations
    /// that, unlike three plain perpendicularity rows, is zero only at none and at half a turn.
    fn same_orientation(&self) -> [Row; 3] {
        let [x, y, z] = axes();
        [(y, z), (z, x), (x, y)].map(|(b, c)| self.perpendicular(b, c).half_difference(self.perpendicular(c, b)))
    }

    // --- Guides: prismatic. ------------------------------------------------------------------------------------------

    /// The point of the second body does not leave its line (or plane) along a direction `n` of the first:
    ///
    /// ```text
    /// phi   = n . d
    /// phi'  = (w1 x n) . d + n . d',                       d' = v2 + w2 x r2 - v1 - w1 x r1
    /// phi'' = .. a, alpha ..  + (w1 x (w1 x n)) . d + 2 (w1 x n) . d' + n . (w2 x (w2 x r2) - w1 x (w1 x r1))
    /// ```
    ///
    /// On the first body the coefficient of `w1` is `n x d - r1 x n = -(r1 + d) x n`: the reaction acts at `p2`.
    fn slide(&self, at: Vec3, normal: Vec3) -> Row {
        let (p1, p2) = self.points(at, at);
        let w1 = self.first.omega();
        let n = self.first.direction(normal);
        let n_rate = w1.cross(&n);
        let d = p2.position - p1.position;
        self.row(
            [-(p1.arm + d).cross(&n), -n],
            [p2.arm.cross(&n), n],
            n.dot(&d),
            w1.cross(&n_rate).dot(&d)
                + 2.0 * n_rate.dot(&(p2.velocity - p1.velocity))
                + n.dot(&(p2.centripetal - p1.centripetal)),
        )
    }

    // --- Massless rods: distance. ------------------------------------------------------------------------------------

    /// With the declared length `l`:
    ///
    /// ```text
    /// phi   = (d . d - l^2) / (2 l)
    /// phi'  = d . d' / l
    /// phi'' = (d . d'' + d' . d') / l,  of which .. a, alpha ..  + (d . (w2 x (w2 x r2) - w1 x (w1 x r1)) + d' . d') / l
    /// ```
    fn rod(&self, from: Vec3, to: Vec3) -> Row {
        let (p1, p2) = self.points(from, to);
        let length = (to - from).norm();
        let d = p2.position - p1.position;
        let d_rate = p2.velocity - p1.velocity;
        let u = d / length;
        self.row(
            [-p1.arm.cross(&u), -u],
            [p2.arm.cross(&u), u],
            (d.norm() - length) * (d.norm() + length) / (2.0 * length),
            u.dot(&(p2.centripetal - p1.centripetal)) + d_rate.norm_squared() / length,
        )
    }

    // --- Driven joints. ----------------------------------------------------------------------------------------------

    /// The angle follows `theta(t)`. A direction `s` of the second body that coincided with the normal `n` at the design
    /// position stays normal to `u = m cos(theta) - n sin(theta)`, which turns about the axis `b` of the first body, so
    /// that it is carried with `wu = w1 + theta' b`. As in `perpendicular`,
    ///
    /// ```text
    /// phi   = u . s  ( = sin(angle - theta) )
    /// phi'  = (w2 - wu) . (s x u)                                      hence target = theta' b . (s x u)
    /// phi'' = (alpha2 - alpha1 - theta'' b - theta' w1 x b) . (s x u) + (w2 - wu) . ((w2 x s) x u + s x (wu x u))
    /// ```
    fn driven_angle(&self, axis: Vec3, drive: &Drive) -> Row {
        let [n, m] = normals(axis);
        let (sin, cos) = drive.position.sin_cos();
        let u = self.first.direction(m * cos - n * sin);
        let s = self.second.direction(n);
        let b = self.first.direction(axis);
        let (w1, w2) = (self.first.omega(), self.second.omega());
        let wu = w1 + drive.velocity * b;
        let lever = s.cross(&u);
        let lever_rate = w2.cross(&s).cross(&u) + s.cross(&wu.cross(&u));
        let prescribed = drive.acceleration * b + drive.velocity * w1.cross(&b);
        let row = self.row(
            [-lever, Vec3::zeros()],
            [lever, Vec3::zeros()],
            u.dot(&s),
            (w2 - wu).dot(&lever_rate) - prescribed.dot(&lever),
        );
        Row {
            target: drive.velocity * b.dot(&lever),
            ..row
        }
    }

    /// The displacement follows `s(t)`: `phi = b . d - s`, as `slide` along the axis `b`.
    fn driven_slide(&self, at: Vec3, axis: Vec3, drive: &Drive) -> Row {
        let row = self.slide(at, axis);
        Row {
            phi: row.phi - drive.position,
            target: drive.velocity,
            gamma: row.gamma - drive.acceleration,
            ..row
        }
    }
}
