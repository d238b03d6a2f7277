//! Contact of a wheel with a level plane that the undeflected wheel touches.
//!
//! The contact centre is the point in which three planes meet (ISO 8855:2011, contact centre). These are the wheel plane, the
//! ground, and the plane through the spin axis normal to the ground. It equals the contact of the tyres of a run
//! ([`wishbone::tyre::Contact`]). With the spin axis `s`, the ground's normal `n` and `x = s × n / |s × n|` it lies at
//! `c + r d`, `d = s × x`.
//!
//! The centre moves with the wheel but does not turn with the wheel about `s`. The wheel leans by `g`, `sin g = s · n`.
//! With `s' = w × s`, where `w` is the carrier's angular velocity, the rate of `d` is
//!
//! ```text
//! d' = (w · x) s + (w · d) tan g x
//! ```
//!
//! If a wheel is locked to its carrier, its velocity at the contact centre is `c' + w × r d`, which differs only along
//! `x`.

use nalgebra::Vector3;
use wishbone::ports::WheelMotion;

/// Contact of a wheel with level ground, in vehicle axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The contact centre [m].
    pub point: Vector3<f64>,
    /// Unit vector forward along the line in which wheel plane and ground meet: X of the tyre axes (ISO 8855).
    pub forward: Vector3<f64>,
    /// Unit vector to the left along the ground: Y of the tyre axes.
    pub left: Vector3<f64>,
    /// Velocity of the contact centre [m/s].
    pub velocity: Vector3<f64>,
    /// Velocity, at the contact centre, of the wheel when it is locked to its carrier [m/s].
    pub locked: Vector3<f64>,
}

impl Contact {
    /// Contact of a wheel with this unloaded radius [m].
    pub fn of(wheel: &WheelMotion, radius: f64) -> Self {
        let [axis, centre] = [wheel.axis, wheel.centre].map(Vector3::from);
        let [velocity, turning] = [wheel.velocity, wheel.carrier_angular_velocity].map(Vector3::from);
        let forward = axis.cross(&Vector3::z()).normalize();
        let arm = radius * axis.cross(&forward);
        let tangent = axis.z / axis.xy().norm();
        Self {
            point: centre + arm,
            forward,
            left: Vector3::z().cross(&forward),
            velocity: velocity + turning.dot(&forward) * radius * axis + turning.dot(&arm) * tangent * forward,
            locked: velocity + turning.cross(&arm),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Rotation3;
    use wishbone::terrain::Flat;

    fn wheel(turned: Vector3<f64>, shifted: Vector3<f64>) -> WheelMotion {
        let (lean, steer) = (0.07, 0.2);
        let axis = Rotation3::from_euler_angles(lean, 0.0, steer) * Vector3::y();
        WheelMotion {
            centre: (Vector3::new(0.3, 0.7, 0.31) + shifted).into(),
            axis: (Rotation3::from_scaled_axis(turned) * axis).into(),
            velocity: [0.4, -0.3, 1.0],
            carrier_angular_velocity: [0.5, 0.8, -0.6],
            spin: 0.0,
        }
    }

    /// The contact is the contact of the tyres, for ground that the undeflected wheel touches.
    #[test]
    fn a_contact_is_that_of_the_tyres() {
        let mut own = wheel(Vector3::zeros(), Vector3::zeros());
        own.centre[2] -= Contact::of(&own, 0.3).point.z;
        let tyre = wishbone::tyre::Contact::of(&own, 0.3, &Flat, 0.0).expect("upright");
        let contact = Contact::of(&own, 0.3);
        assert!((Vector3::from(tyre.point(own.centre)) - contact.point).norm() < 1e-15);
        assert!((Vector3::from(tyre.longitudinal) - contact.forward).norm() < 1e-15);
        assert!((Vector3::from(tyre.lateral) - contact.left).norm() < 1e-15);
    }

    /// The velocity is the derivative of the position of the contact.
    #[test]
    fn a_contact_moves_as_its_place_does() {
        let [velocity, turning] = [[0.4, -0.3, 1.0], [0.5, 0.8, -0.6]].map(Vector3::from);
        let at = |time: f64| Contact::of(&wheel(time * turning, time * velocity), 0.3).point;
        let slope = (at(1e-5) - at(-1e-5)) / 2e-5;
        let found = Contact::of(&wheel(Vector3::zeros(), Vector3::zeros()), 0.3);
        assert!((found.velocity - slope).norm() < 1e-9, "{} {slope}", found.velocity);
        let beside = (found.velocity - found.locked).cross(&found.forward).norm();
        assert!(beside < 1e-15 && (found.velocity - found.locked).norm() > 0.1);
    }
}
