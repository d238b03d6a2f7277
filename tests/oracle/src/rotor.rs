//! Wheels: each wheel is a separate rigid body, symmetric about its axis, on a hinge of its carrier.
//!
//! The hinge needs no equations of position: the wheel's centre and axis follow from the carrier, and its spin angle
//! has no effect. The wheel's angular velocity is `w = wc + s b` with the carrier's `wc`, the spin `s` and the axis
//! `b`. There remain five rows at acceleration level, and a sixth row that locks a wheel without spin freedom.

use crate::body::{Frame, Motions};
use crate::constraint::{Coefficients, Row, axes, normals};
use nalgebra::Matrix3;
use wishbone_compiler::model::{Model, Vec3, Wheel, WheelId};

/// A wheel as a rigid body, world axes.
pub(crate) struct Rotor {
    /// Position among all moving bodies: the wheels come after the declared bodies.
    pub slot: usize,
    /// [kg]
    pub mass: f64,
    /// Inertia about the centre [kg m^2].
    pub inertia: Matrix3<f64>,
    /// Unit spin axis.
    pub axis: Vec3,
    /// Centre [m].
    pub centre: Vec3,
    /// [rad/s]
    pub angular_velocity: Vec3,
    /// Velocity of the centre [m/s].
    pub velocity: Vec3,
    /// Whether the wheel can spin.
    pub spins: bool,
    spin: f64,
    /// Position of the wheel with which this wheel shares its spin, among all moving bodies.
    twin: Option<usize>,
    normals: [Vec3; 2],
    carrier: Frame,
    arm: Vec3,
    centripetal: Vec3,
}

/// Inertia `Jd (1 - b b') + Ja b b'` with the axis `b`; it is equal at every spin angle. If the carrier's inertia
/// contains the wheel's inertia, the wheel is treated as a ring, `Jd = Ja / 2`. Any other `Jd` has the same effect,
/// since it is subtracted from the carrier. A shaft turns about `b` only.
pub(crate) fn inertia(wheel: &Wheel, axis: Vec3, shaft: f64) -> Matrix3<f64> {
    let along = axis * axis.transpose();
    let axial = wheel.spin_inertia.as_deref().copied().unwrap_or(0.0);
    let across = if wheel.is_in_carrier {
        0.5 * axial
    } else {
        *wheel.diametral_inertia
    };
    across * (Matrix3::identity() - along) + (axial + shaft) * along
}

impl Rotor {
    /// The wheel of this id on its carrier.
    pub fn new(model: &Model, motions: &Motions, id: WheelId) -> Self {
        let wheel = &model.wheels[id.index()];
        let carrier = Frame::new(model, motions, wheel.carrier);
        let centre = carrier.point(*wheel.centre);
        let axis = carrier.direction(*wheel.axis);
        let spin = match (wheel.twin_of, &wheel.spin_inertia) {
            (Some(twin), _) => motions.spins[twin.index()],
            (None, Some(_)) => motions.spins[id.index()],
            (None, None) => 0.0,
        };
        Self {
            slot: motions.bodies.len() + id.index(),
            mass: *wheel.mass,
            inertia: inertia(wheel, axis, *wheel.shaft_inertia),
            axis,
            centre: centre.position,
            angular_velocity: carrier.omega() + spin * axis,
            velocity: centre.velocity,
            spins: wheel.spin_inertia.is_some() || wheel.twin_of.is_some(),
            twin: wheel.twin_of.map(|twin| motions.bodies.len() + twin.index()),
            spin,
            normals: normals(*wheel.axis).map(|normal| carrier.direction(normal)),
            carrier,
            arm: centre.arm,
            centripetal: centre.centripetal,
        }
    }

    /// Rows of the hinge, from differentiating `v = vc + wc x r` and `w = wc + s b` (with `b' = wc x b`):
    ///
    /// ```text
    /// a     = ac + alphac x r + wc x (wc x r)
    /// alpha = alphac + s' b + s wc x b
    /// ```
    ///
    /// Three rows for the centre, one row along each normal of the axis; along the axis itself the second line gives
    /// `s' = b . (alpha - alphac)`, which must vanish for a wheel that cannot spin.
    pub fn rows(&self) -> Vec<Row> {
        let [n, m] = self.normals;
        let mut rows: Vec<Row> = axes().map(|e| self.centre_row(e)).into();
        rows.extend([self.turn_row(n), self.turn_row(m)]);
        if !self.spins {
            rows.push(self.turn_row(self.axis));
        }
        rows.extend(self.twin.map(|twin| self.twin_row(twin)));
        rows
    }

    /// Row `b . (alpha - alpha2) = 0` of twin wheels, whose spins are equal.
    fn twin_row(&self, twin: usize) -> Row {
        let along = [self.axis, Vec3::zeros()];
        Row {
            first: Coefficients {
                slot: Some(twin),
                angular: -self.axis,
                linear: Vec3::zeros(),
            },
            ..self.row([Vec3::zeros(); 2], along, 0.0)
        }
    }

    fn centre_row(&self, e: Vec3) -> Row {
        self.row([-self.arm.cross(&e), -e], [Vec3::zeros(), e], -e.dot(&self.centripetal))
    }

    fn turn_row(&self, direction: Vec3) -> Row {
        let turning_axis = self.spin * self.carrier.omega().cross(&self.axis);
        self.row(
            [-direction, Vec3::zeros()],
            [direction, Vec3::zeros()],
            -direction.dot(&turning_axis),
        )
    }

    /// A row at acceleration level; position and velocity are satisfied by construction.
    fn row(&self, on_carrier: [Vec3; 2], on_wheel: [Vec3; 2], gamma: f64) -> Row {
        let part = |slot, [angular, linear]: [Vec3; 2]| Coefficients { slot, angular, linear };
        Row {
            first: part(self.carrier.slot, on_carrier),
            second: part(Some(self.slot), on_wheel),
            carrier: Coefficients::none(),
            phi: 0.0,
            target: 0.0,
            gamma,
        }
    }
}
