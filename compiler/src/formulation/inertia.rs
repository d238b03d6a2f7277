//! Mass properties of each body with the wheels it carries.

use crate::kinematics::Mechanism;
use crate::model::BodyId;
use crate::scalar::Scalar;
use crate::spatial::{Distribution, Pose, Sym3, Twist, Vec3, Wrench};

/// A rigid body in its own coordinates.
#[derive(Clone, Debug)]
pub struct MassProperties<S> {
    /// [kg]
    pub mass: S,
    /// Centre of mass.
    pub com: Vec3<S>,
    /// Inertia tensor about the centre of mass.
    pub about_com: Sym3<S>,
}

impl<S: Scalar> MassProperties<S> {
    /// Mass properties of a body and the rotors it carries. A rotor's spin is eliminated beforehand (see
    /// [`super::wheels`]). What remains of the rotor is its mass at its centre and its diametral inertia across the
    /// axis, without axial inertia. The declared data of a body may include its rotor; then only the rotor's moment
    /// about the axis is subtracted.
    pub fn of(mechanism: &Mechanism<S>, body: BodyId) -> Self {
        let (model, design) = (mechanism.model, &mechanism.design);
        let own = model.body(body);
        let mut parts = vec![(
            design.number(&own.mass),
            design.point(&own.com),
            design.tensor(&own.inertia),
        )];
        for wheel in model.wheels.iter().filter(|w| w.carrier == body) {
            let along = Sym3::square(*design.direction(&wheel.axis));
            let tensor = match (&wheel.spin_inertia, wheel.is_in_carrier) {
                (Some(spin), true) => along * -design.number(spin),
                _ => (Sym3::diagonal(S::one()) - along) * design.number(&wheel.diametral_inertia),
            };
            parts.push((design.number(&wheel.mass), design.point(&wheel.centre), tensor));
        }
        let mass = parts.iter().fold(S::zero(), |sum, part| sum + part.0);
        let com = match parts[..] {
            [(_, com, _)] => com,
            _ => parts.iter().fold(Vec3::zero(), |sum, part| sum + part.1 * part.0) * (S::one() / mass),
        };
        let about_com = parts.iter().fold(Sym3::zero(), |sum, &(mass, at, tensor)| {
            let d = at - com;
            sum + tensor + (Sym3::diagonal(d.squared()) - Sym3::square(d)) * mass
        });
        let placement = mechanism.placement(body);
        MassProperties {
            mass,
            com: placement.point(com),
            about_com: placement.tensor(about_com),
        }
    }

    /// Centre of mass in a frame.
    pub fn com_at(&self, pose: &Pose<S>) -> Vec3<S> {
        pose.point(self.com)
    }

    /// Momentum of the body, in the frame of its pose, when the body moves with this twist.
    pub fn momentum(&self, pose: &Pose<S>, twist: &Twist<S>) -> Wrench<S> {
        let com = self.com_at(pose);
        let about_com = self.about_com.rotated(pose.rotation);
        let force = twist.at(com) * self.mass;
        Wrench {
            moment: about_com * twist.angular + com.cross(force),
            force,
        }
    }

    /// Moments about the body's origin.
    pub fn distribution(&self) -> Distribution<S> {
        let first = self.com * self.mass;
        Distribution {
            mass: self.mass,
            first,
            tensor: self.about_com + Sym3::diagonal(self.com.dot(first)) - Sym3::product(self.com, first),
        }
    }
}
