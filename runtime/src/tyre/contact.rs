//! Where and how a wheel meets the ground.

use crate::math::{abs, asin, atan2, clamp, sqrt};
use crate::ports::WheelMotion;
use crate::terrain::{Ground, Terrain};
use crate::vector::{Vector, add, cross, dot, scale, subtract};

/// Below this cosine of the inclination (84 degrees) a wheel lies flat and does not roll.
const LEAST_COSINE: f64 = 0.1;

/// The contact of a wheel with the ground's tangent plane, and its frame: ISO 8855's tyre axes.
///
/// With the spin axis `s` (to the left) and the ground's normal `n` (up), the longitudinal axis `x = s × n / |s × n|`
/// is where wheel plane and ground meet; the lateral axis is `y = n × x`, to the left on the ground; `n` is the third.
/// The contact point lies where the line from the wheel centre along `d = s × x`, the steepest way down in the wheel
/// plane, meets the tangent plane (RTRD 2018, 5.2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The contact point, world [m].
    pub point: Vector,
    /// Unit vector `x` forward, world.
    pub longitudinal: Vector,
    /// Unit vector `y` to the left, world.
    pub lateral: Vector,
    /// Unit vector `n` upwards, world.
    pub normal: Vector,
    /// Unloaded radius less the distance from wheel centre to contact point [m]; positive in contact.
    pub deflection: f64,
    /// Its rate of change [m/s].
    pub deflection_rate: f64,
    /// Inclination of the wheel plane against the normal [rad], ISO 8855: positive about `x`, that is with the top to
    /// the right. On the left wheel of a vehicle it is minus the camber angle, on the right wheel the camber angle.
    pub inclination: f64,
    /// Velocity of the contact point over the ground along `x` and `y` [m/s].
    ///
    /// The point moves with the wheel but does not spin with it: the carrier's rotation about the spin axis belongs to
    /// the spin.
    pub velocity: [f64; 2],
    /// Angular velocity of the wheel against the world about its axis [rad/s]; positive rolls forward.
    pub spin: f64,
}

impl Contact {
    /// The contact of a wheel with this unloaded `radius` [m]; none if the wheel lies flat on the ground.
    ///
    /// The terrain is asked once, below the lowest point that the undeflected wheel has on level ground. On a plane
    /// the result is exact.
    pub fn of(wheel: &WheelMotion, radius: f64, terrain: &impl Terrain, time: f64) -> Option<Self> {
        let up = [0.0, 0.0, 1.0];
        let (_, down) = rolling_directions(wheel.axis, up)?;
        let bottom = add(wheel.centre, scale(radius, down));
        let ground = terrain.at(bottom[0], bottom[1], time);
        let (longitudinal, down) = rolling_directions(wheel.axis, ground.normal)?;
        let touched = [bottom[0], bottom[1], ground.height];
        Some(Self::on_plane(wheel, radius, touched, &ground, longitudinal, down))
    }

    /// The contact with the plane through `touched`.
    ///
    /// With `l` from centre `c` to contact point, the plane gives `(c - touched) . n = l cos g`, and the inclination
    /// `g` is `sin g = s . n`. Their derivatives, with `s' = w × s` and `n` constant, give
    /// `l' = ((c' - u) . n + l tan g (s' . n)) / cos g`, where `u` is the velocity of the ground.
    fn on_plane(
        wheel: &WheelMotion,
        radius: f64,
        touched: Vector,
        ground: &Ground,
        longitudinal: Vector,
        down: Vector,
    ) -> Self {
        let normal = ground.normal;
        let lateral = cross(normal, longitudinal);
        let (sine, cosine) = (dot(wheel.axis, normal), -dot(down, normal));
        let distance = dot(subtract(wheel.centre, touched), normal) / cosine;

        let turning = wheel.carrier_angular_velocity;
        let along_axis = dot(turning, wheel.axis);
        let axis_rate = cross(turning, wheel.axis);
        let over_ground = subtract(wheel.velocity, ground.velocity);
        let distance_rate = (dot(over_ground, normal) + distance * sine / cosine * dot(axis_rate, normal)) / cosine;

        let arm = scale(distance, down);
        let without_spin = subtract(turning, scale(along_axis, wheel.axis));
        let velocity = add(over_ground, cross(without_spin, arm));
        Self {
            point: add(wheel.centre, arm),
            longitudinal,
            lateral,
            normal,
            deflection: radius - distance,
            deflection_rate: -distance_rate,
            inclination: asin(clamp(sine, -1.0, 1.0)),
            velocity: [dot(velocity, longitudinal), dot(velocity, lateral)],
            spin: wheel.spin + along_axis,
        }
    }

    /// Slips of a wheel of this effective rolling radius [m], with `vx`, `vy` the contact's velocity and `w` its spin:
    /// longitudinal `(w radius - vx) / |vx|` and angle `atan(vy / |vx|)`, see [`Slip`].
    ///
    /// Below `low_speed` [m/s] the speed `|vx|` in both is replaced by the parabola
    /// `(low_speed + vx^2 / low_speed) / 2`, which joins it there with the same slope and never vanishes. At a
    /// standstill slip forces then act as viscous friction.
    pub fn slip(&self, effective_radius: f64, low_speed: f64) -> Slip {
        let [forward, leftward] = self.velocity;
        let speed = regular_speed(forward, low_speed);
        Slip {
            longitudinal: (self.spin * effective_radius - forward) / speed,
            angle: atan2(leftward, speed),
        }
    }
}

/// How a tyre slips, ISO 8855.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Slip {
    /// Longitudinal slip [-]: positive drives, -1 is a locked wheel.
    pub longitudinal: f64,
    /// Slip angle [rad]: positive if the contact moves to the left, which gives a negative lateral force.
    pub angle: f64,
}

/// `|v|`, kept from vanishing below `low`.
pub(super) fn regular_speed(v: f64, low: f64) -> f64 {
    let speed = abs(v);
    if speed < low { 0.5 * (low + v * v / low) } else { speed }
}

/// Forward along the ground and down in the wheel plane; none if the wheel lies flat.
fn rolling_directions(axis: Vector, normal: Vector) -> Option<(Vector, Vector)> {
    let forward = cross(axis, normal);
    let cosine = sqrt(dot(forward, forward));
    if cosine < LEAST_COSINE {
        return None;
    }
    let longitudinal = scale(1.0 / cosine, forward);
    Some((longitudinal, cross(axis, longitudinal)))
}
