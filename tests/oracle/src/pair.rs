//! The equations of joints. Each equation relates a direction or point of one body to a direction or point of the other.
//!
//! Notation: 1 and 2 are the first and the second body, `r` the arm from a centre of mass to a point,
//! `p = x + r` the point, `d = p2 - p1`, `w` angular velocity. A direction `u` carried by a body changes by `w x u`.

use crate::body::{Frame, Motions, Point};
use crate::constraint::{Coefficients, Row, axes, normals};
use crate::loads::Drive;
use nalgebra::Rotation3;
use std::f64::consts::TAU;
use wishbone_compiler::model::{Joint, Model, Vec3};

/// The two bodies of a joint.
pub(crate) struct Pair {
    first: Frame,
    second: Frame,
}

impl Pair {
    pub(crate) fn new(model: &Model, joint: &Joint, motions: &Motions) -> Self {
        Self {
            first: Frame::new(model, motions, joint.first),
            second: Frame::new(model, motions, joint.second),
        }
    }

    fn points(&self, on_first: Vec3, on_second: Vec3) -> (Point, Point) {
        (self.first.point(on_first), self.second.point(on_second))
    }

    pub(crate) fn cosine(&self, on_first: Vec3, on_second: Vec3) -> f64 {
        self.first.direction(on_first).dot(&self.second.direction(on_second))
    }

    fn row(&self, first: [Vec3; 2], second: [Vec3; 2], phi: f64, gamma: f64) -> Row {
        let part = |frame: &Frame, [angular, linear]: [Vec3; 2]| Coefficients {
            slot: frame.slot,
            angular,
            linear,
        };
        Row {
            first: part(&self.first, first),
            second: part(&self.second, second),
            carrier: Coefficients::none(),
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
    pub(crate) fn coincidence(&self, at: Vec3) -> [Row; 3] {
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

    /// A direction `u` of the first body stays perpendicular to a direction `s` of the second body:
    ///
    /// ```text
    /// phi   = u . s
    /// phi'  = (w1 x u) . s + u . (w2 x s) = (w2 - w1) . (s x u)
    /// phi'' = (alpha2 - alpha1) . (s x u) + (w2 - w1) . ((w2 x s) x u + s x (w1 x u))
    /// ```
    pub(crate) fn perpendicular(&self, u_declared: Vec3, s_declared: Vec3) -> Row {
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

    /// The axis on the second body is perpendicular to both normals of the first body's axis.
    pub(crate) fn hinge(&self, axis: Vec3) -> [Row; 2] {
        normals(axis).map(|normal| self.perpendicular(normal, axis))
    }

    /// The axis on the second body keeps its declared angle with the axis on the first body.
    pub(crate) fn constant_angle(&self, [first, second]: [Vec3; 2]) -> Row {
        let row = self.perpendicular(first, second);
        Row {
            phi: row.phi - first.dot(&second),
            ..row
        }
    }

    /// No relative rotation: with axes `x, y, z` of both bodies, `phi_x = (z1 . y2 - y1 . z2) / 2` and cyclic. For a
    /// relative rotation by `theta` about a unit vector `n` this is `-n sin(theta)`, which measures small rotations
    /// and, unlike three plain perpendicularity rows, is zero only for no rotation and for half a turn.
    pub(crate) fn same_orientation(&self) -> [Row; 3] {
        let [x, y, z] = axes();
        [(y, z), (z, x), (x, y)].map(|(b, c)| self.perpendicular(b, c).half_difference(self.perpendicular(c, b)))
    }

    /// Shafts that may bend but not twist. The first body has two directions `n`, `m` perpendicular to its shaft. The
    /// second body has these two directions after the smallest rotation that takes the first shaft to the second shaft.
    /// A bend `R` by any angle about any direction perpendicular to the shafts has `m . R n = n . R m`.
    pub(crate) fn untwisted(&self, [first, second]: [Vec3; 2]) -> Row {
        let [n, m] = normals(first);
        let bend = Rotation3::rotation_between(&first, &second).expect("shafts do not lead back");
        self.perpendicular(m, bend * n)
            .half_difference(self.perpendicular(n, bend * m))
    }

    // --- Guides: prismatic. ------------------------------------------------------------------------------------------

    /// The point of the second body stays on its line (or plane), measured along a direction `n` of the first body:
    ///
    /// ```text
    /// phi   = n . d
    /// phi'  = (w1 x n) . d + n . d',                       d' = v2 + w2 x r2 - v1 - w1 x r1
    /// phi'' = .. a, alpha ..  + (w1 x (w1 x n)) . d + 2 (w1 x n) . d' + n . (w2 x (w2 x r2) - w1 x (w1 x r1))
    /// ```
    ///
    /// On the first body the coefficient of `w1` is `n x d - r1 x n = -(r1 + d) x n`: the reaction acts at `p2`.
    pub(crate) fn slide(&self, at: Vec3, normal: Vec3) -> Row {
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

    /// With the length `l`:
    ///
    /// ```text
    /// phi   = (d . d - l^2) / (2 l)
    /// phi'  = d . d' / l
    /// phi'' = (d . d'' + d' . d') / l,  of which .. a, alpha ..  + (d . (w2 x (w2 x r2) - w1 x (w1 x r1)) + d' . d') / l
    /// ```
    pub(crate) fn rod(&self, from: Vec3, to: Vec3, length: f64) -> Row {
        let (p1, p2) = self.points(from, to);
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

    /// The ball at the end of a massless arm, given by two distances that the arm keeps constant: to the declared point
    /// `c` of its axis, and to the point `c + b`, one metre further along the axis `b`.
    pub(crate) fn arm(&self, at: Vec3, axis: Vec3, ball: Vec3) -> [Row; 2] {
        [at, at + axis].map(|pin| self.rod(pin, ball, (ball - pin).norm()))
    }

    // --- Threads: screw. ---------------------------------------------------------------------------------------------

    /// The displacement `z` along the axis `b` of the first body and the angle are related by the lead `p`: a direction
    /// `s` of the second body that coincided with the normal `n` at the design position stays perpendicular to `u = m
    /// cos(z/p) - n sin(z/p)`. As in `driven_angle`, with `z' = b . d' + (w1 x b) . d` as the rate of the drive and
    /// correspondingly for its acceleration, multiplied by `p` to get a length:
    ///
    /// ```text
    /// phi   = p u . s  ( = p sin(angle - z/p) )
    /// phi'  = p (w2 - w1) . (s x u) - z' b . (s x u)
    /// phi'' = the driven angle's, times p, with the part of z'' that accelerations make among the coefficients
    /// ```
    pub(crate) fn thread(&self, at: Vec3, axis: Vec3, pitch: f64) -> Row {
        let lead = pitch / TAU;
        let slide = self.slide(at, axis);
        let rate = {
            let (p1, p2) = self.points(at, at);
            let b = self.first.direction(axis);
            let d = p2.position - p1.position;
            b.dot(&(p2.velocity - p1.velocity)) + self.first.omega().cross(&b).dot(&d)
        };
        let follows = Drive {
            position: slide.phi / lead,
            velocity: rate / lead,
            acceleration: slide.gamma / lead,
        };
        let turn = self.driven_angle(axis, &follows);
        // b . (s x u): contribution of a unit rate of the drive to phi'.
        let unit = Drive {
            velocity: 1.0,
            ..follows
        };
        let gain = self.driven_angle(axis, &unit).target;
        let part = |turn: Coefficients, slide: Coefficients| Coefficients {
            slot: turn.slot,
            angular: lead * turn.angular - gain * slide.angular,
            linear: lead * turn.linear - gain * slide.linear,
        };
        Row {
            first: part(turn.first, slide.first),
            second: part(turn.second, slide.second),
            carrier: Coefficients::none(),
            phi: lead * turn.phi,
            target: 0.0,
            gamma: lead * turn.gamma,
        }
    }

    // --- Driven joints. ----------------------------------------------------------------------------------------------

    /// The angle follows `theta(t)`. A direction `s` of the second body that coincided with the normal `n` at the
    /// design position stays perpendicular to `u = m cos(theta) - n sin(theta)`, which rotates about the axis `b` of
    /// the first body with the angular velocity `wu = w1 + theta' b`. As in `perpendicular`,
    ///
    /// ```text
    /// phi   = u . s  ( = sin(angle - theta) )
    /// phi'  = (w2 - wu) . (s x u)                                      hence target = theta' b . (s x u)
    /// phi'' = (alpha2 - alpha1 - theta'' b - theta' w1 x b) . (s x u) + (w2 - wu) . ((w2 x s) x u + s x (wu x u))
    /// ```
    pub(crate) fn driven_angle(&self, axis: Vec3, drive: &Drive) -> Row {
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

    /// The displacement follows `s(t)`: `phi = b . d - s`, similar to `slide` along the axis `b`.
    pub(crate) fn driven_slide(&self, at: Vec3, axis: Vec3, drive: &Drive) -> Row {
        let row = self.slide(at, axis);
        Row {
            phi: row.phi - drive.position,
            target: drive.velocity,
            gamma: row.gamma - drive.acceleration,
            ..row
        }
    }
}
