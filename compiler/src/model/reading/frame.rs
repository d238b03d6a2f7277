//! Frame of a group: origin and rotation of the axes in which its coordinates are written.
//!
//! A vector `v` written in a group is `R v` in the vehicle, and a point `p` is `o + R p`, with the group's `origin` `o`
//! and `rotation` `R`. The rotation is given by angles about x, y and z, applied in this order about fixed axes:
//! `R = Rz Ry Rx`. These angles are heading, pitch and bank of ISO 8855, which are applied about axes that turn. The
//! frame of an inner group is written in the outer group: `R = R_outer R_inner`, `o = o_outer + R_outer o_inner`. The
//! frame of a mirrored group is applied before the reflection at the vehicle's plane `y = 0`. So a group around a
//! mirrored group may move and turn only within this plane. With another frame the sides of the vehicle would differ
//! from the sides of the group.

use crate::front::syntax::Attribute;
use crate::front::units;
use crate::model::attributes::Attributes;
use crate::model::ledger::Ledger;
use crate::model::quantity::{self, Need};
use crate::model::{Point, Vec3};
use nalgebra::Matrix3;
use std::f64::consts::FRAC_PI_2;

/// Frame of a group, relative to the vehicle's frame.
#[derive(Clone, Default)]
pub(super) struct Frame {
    /// `None`: the origin of the vehicle's frame.
    pub(super) origin: Option<Point>,
    /// `None`: no rotation.
    pub(super) rotation: Option<Matrix3<f64>>,
}

impl Frame {
    /// Reads the settings of a group.
    pub(super) fn read(name: &str, settings: &[&Attribute], ledger: &mut Ledger) -> Self {
        let Some(first) = settings.first() else {
            return Self::default();
        };
        ledger.enter(name.to_owned());
        let settings = settings.iter().copied();
        let mut settings = Attributes::new(format!("group `{name}`"), first.key.span, settings, ledger);
        let origin = settings.optional("origin");
        let origin = origin.and_then(|value| quantity::position(value, "origin", ledger));
        let rotation = settings.optional("rotation");
        let need = Need::new("rotation", &units::ANGLE);
        let angles = rotation.and_then(|value| quantity::vector(value, need, ledger));
        settings.finish(ledger);
        Self {
            origin,
            rotation: angles.map(rotation_by),
        }
    }

    /// The frame of an inner group that is written in this frame, relative to the vehicle's frame.
    pub(super) fn around(&self, inner: Self) -> Self {
        Self {
            origin: match inner.origin {
                Some(origin) => Some(self.point(origin)),
                None => self.origin.clone(),
            },
            rotation: match (self.rotation, inner.rotation) {
                (Some(outer), Some(inner)) => Some(outer * inner),
                (outer, inner) => outer.or(inner),
            },
        }
    }

    /// Whether the frame maps the plane `y = 0` to itself: its origin is in the plane, and it turns about y alone.
    pub(super) fn keeps_the_middle(&self) -> bool {
        let moves = |origin: &Point| origin.y != 0.0;
        let turns = |rotation: &Matrix3<f64>| (rotation * Vec3::y() - Vec3::y()).norm() > ROUNDING;
        !self.origin.as_ref().is_some_and(moves) && !self.rotation.as_ref().is_some_and(turns)
    }

    pub(super) fn point(&self, point: Point) -> Point {
        let point = match self.rotation {
            Some(rotation) => point.map(|v| turned(&rotation, v)),
            None => point,
        };
        match &self.origin {
            Some(origin) => origin + &point,
            None => point,
        }
    }
}

/// `Rz Ry Rx` for these angles.
fn rotation_by(angles: Vec3) -> Matrix3<f64> {
    let [x, y, z] = [angles.x, angles.y, angles.z].map(sine_cosine);
    Matrix3::new(z.1, -z.0, 0.0, z.0, z.1, 0.0, 0.0, 0.0, 1.0)
        * Matrix3::new(y.1, 0.0, y.0, 0.0, 1.0, 0.0, -y.0, 0.0, y.1)
        * Matrix3::new(1.0, 0.0, 0.0, 0.0, x.1, -x.0, 0.0, x.0, x.1)
}

/// `R v`, in which zeros have no sign.
pub(super) fn turned(rotation: &Matrix3<f64>, vector: &Vec3) -> Vec3 {
    rotation * vector + Vec3::zeros()
}

/// Deviation from a multiple of a right angle that counts as rounding [right angles].
const ROUNDING: f64 = 1e-12;

/// Sine and cosine, exact at multiples of a right angle, so that exact zeros are recognised.
fn sine_cosine(angle: f64) -> (f64, f64) {
    let quarters = angle / FRAC_PI_2;
    if (quarters - quarters.round()).abs() > ROUNDING {
        return angle.sin_cos();
    }
    match quarters.round().rem_euclid(4.0) {
        1.0 => (1.0, 0.0),
        2.0 => (0.0, -1.0),
        3.0 => (-1.0, 0.0),
        _ => (0.0, 1.0),
    }
}
