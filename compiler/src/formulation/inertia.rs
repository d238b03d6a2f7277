//! Mass properties of each body with the wheels it carries.

use crate::kinematics::Placement;
use crate::model::{BodyId, Model, Vec3 as Constant};
use crate::scalar::Scalar;
use crate::spatial::{Pose, Sym3, Twist, Vec3, Wrench};
use nalgebra::Matrix3;

/// A rigid body in its own coordinates.
#[derive(Clone, Debug)]
pub struct MassProperties {
    mass: f64,
    com: Constant,
    about_com: Matrix3<f64>,
}

impl MassProperties {
    /// Of a body and the rotors it carries. A rotor's spin is eliminated beforehand (see [`super::wheels`]), which
    /// leaves its mass at its centre and its diametral inertia across the axis, none along it.
    pub fn of(model: &Model, body: BodyId, placement: &Placement) -> Self {
        let own = model.body(body);
        let mut parts = vec![(own.mass, own.com, own.inertia)];
        for wheel in model.wheels.iter().filter(|w| w.carrier == body) {
            let across = Matrix3::identity() - wheel.axis * wheel.axis.transpose();
            parts.push((wheel.mass, wheel.centre, across * wheel.diametral_inertia));
        }
        let mass: f64 = parts.iter().map(|p| p.0).sum();
        let com = if parts.len() == 1 {
            own.com
        } else {
            parts.iter().map(|p| p.1 * p.0).fold(Constant::zeros(), |a, b| a + b) / mass
        };
        let about_com = parts.iter().fold(Matrix3::zeros(), |sum, (m, c, tensor)| {
            let d = c - com;
            sum + tensor + (Matrix3::identity() * d.dot(&d) - d * d.transpose()) * *m
        });
        MassProperties {
            mass,
            com: placement.point(&com),
            about_com: placement.tensor(&about_com),
        }
    }

    /// Mass [kg].
    pub fn mass(&self) -> f64 {
        self.mass
    }

    /// Centre of mass in the body.
    pub fn com(&self) -> Constant {
        self.com
    }

    /// Inertia tensor about the centre of mass.
    pub fn about_com(&self) -> &Matrix3<f64> {
        &self.about_com
    }

    /// Centre of mass in a frame.
    pub fn com_at<S: Scalar>(&self, pose: &Pose<S>) -> Vec3<S> {
        pose.point(Vec3::constant(&self.com))
    }

    /// Momentum of the body in the frame of its pose, moving with that twist.
    pub fn momentum<S: Scalar>(&self, pose: &Pose<S>, twist: &Twist<S>) -> Wrench<S> {
        let com = self.com_at(pose);
        let about_com = Sym3::constant(&self.about_com).rotated(pose.rotation);
        let force = twist.at(com) * S::from(self.mass);
        Wrench {
            moment: about_com * twist.angular + com.cross(force),
            force,
        }
    }
}
