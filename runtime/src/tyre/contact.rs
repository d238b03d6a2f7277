//! Where and how a wheel meets the ground.

use crate::number::Number;
use crate::ports::WheelMotion;
use crate::terrain::Terrain;
use crate::vector::{Vector, add, cross, dot, scale, subtract};

/// Below this cosine of the inclination (84 degrees) a wheel lies flat and does not roll.
pub(super) const LEAST_COSINE: f64 = 0.1;

/// The contact of a wheel with the ground's tangent plane, and its frame: ISO 8855's tyre axes.
///
/// With the spin axis `s` (to the left) and the ground's normal `n` (up), the longitudinal axis `x = s × n / |s × n|`
/// is where wheel plane and ground meet; the lateral axis is `y = n × x`, to the left on the ground; `n` is the third.
/// The contact point lies where the line from the wheel centre along `d = s × x`, the steepest way down in the wheel
/// plane, meets the tangent plane (RTRD 2018, 5.2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact<T = f64> {
    /// The contact point, world [m].
    pub point: Vector<T>,
    /// Unit vector `x` forward, world.
    pub longitudinal: Vector<T>,
    /// Unit vector `y` to the left, world.
    pub lateral: Vector<T>,
    /// Unit vector `n` upwards, world.
    pub normal: Vector<T>,
    /// Unloaded radius less the distance from wheel centre to contact point [m]; positive in contact.
    pub deflection: T,
    /// Its rate of change [m/s].
    pub deflection_rate: T,
    /// Inclination of the wheel plane against the normal [rad], ISO 8855: positive about `x`, that is with the top to
    /// the right. On the left wheel of a vehicle it is minus the camber angle, on the right wheel the camber angle.
    pub inclination: T,
    /// Velocity of the contact point over the ground along `x` and `y` [m/s].
    ///
    /// The point moves with the wheel but does not spin with it: the carrier's rotation about the spin axis belongs to
    /// the spin.
    pub velocity: [T; 2],
    /// Angular velocity of the wheel against the world about its axis [rad/s]; positive rolls forward.
    pub spin: T,
}

impl Contact {
    /// The contact of a wheel with this unloaded `radius` [m]; none if the wheel lies flat on the ground.
    ///
    /// The terrain is asked once, below the lowest point that the undeflected wheel has on level ground. On a plane
    /// the result is exact.
    pub fn of(wheel: &WheelMotion, radius: f64, terrain: &impl Terrain, time: f64) -> Option<Self> {
        let on_level = Rolling::new(wheel.axis, UP);
        if on_level.is_flat() {
            return None;
        }
        let bottom = on_level.bottom(wheel.centre, radius);
        let ground = terrain.at(bottom[0], bottom[1], time);
        let rolling = match ground.normal == UP {
            true => on_level,
            false => Rolling::new(wheel.axis, ground.normal),
        };
        if rolling.is_flat() {
            return None;
        }
        let touched = [bottom[0], bottom[1], ground.height];
        Some(Self::on_plane(wheel, radius, rolling, touched, ground.velocity))
    }
}

impl<T: Number> Contact<T> {
    /// The contact with the plane through `touched`, which moves with the velocity `carried`.
    ///
    /// With `l` from centre `c` to contact point, the plane gives `(c - touched) . n = l cos g`, and the inclination
    /// `g` is `sin g = s . n`. Their derivatives, with `s' = w × s` and `n` constant, give
    /// `l' = ((c' - u) . n + l tan g (s' . n)) / cos g`, where `u` is the velocity of the ground.
    #[inline(always)]
    pub(super) fn on_plane(
        wheel: &WheelMotion<T>,
        radius: T,
        rolling: Rolling<T>,
        touched: Vector<T>,
        carried: Vector<T>,
    ) -> Self {
        let Rolling {
            normal,
            longitudinal,
            down,
            ..
        } = rolling;
        let lateral = cross(normal, longitudinal);
        let (sine, cosine) = (dot(wheel.axis, normal), -dot(down, normal));
        let secant = radius.like(1.0) / cosine;
        let distance = dot(subtract(wheel.centre, touched), normal) * secant;

        let turning = wheel.carrier_angular_velocity;
        let along_axis = dot(turning, wheel.axis);
        let axis_rate = cross(turning, wheel.axis);
        let over_ground = subtract(wheel.velocity, carried);
        let distance_rate = (dot(over_ground, normal) + distance * sine * secant * dot(axis_rate, normal)) * secant;

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
            inclination: sine.atan2(cosine),
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
    #[inline(always)]
    pub fn slip(&self, effective_radius: T, low_speed: T) -> Slip<T> {
        let [forward, leftward] = self.velocity;
        let speed = regular_speed(forward, low_speed);
        Slip {
            longitudinal: (self.spin * effective_radius - forward) / speed,
            angle: leftward.atan2(speed),
        }
    }
}

/// How a tyre slips, ISO 8855.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Slip<T = f64> {
    /// Longitudinal slip [-]: positive drives, -1 is a locked wheel.
    pub longitudinal: T,
    /// Slip angle [rad]: positive if the contact moves to the left, which gives a negative lateral force.
    pub angle: T,
}

/// `|v|`, kept from vanishing below `low`.
#[inline(always)]
pub(super) fn regular_speed<T: Number>(v: T, low: T) -> T {
    let speed = v.abs();
    (speed - low).select(v.like(0.5) * (low + v * v / low), speed)
}

/// The normal of level ground.
pub(super) const UP: Vector = [0.0, 0.0, 1.0];

/// How a wheel stands on ground with a normal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rolling<T = f64> {
    /// Of the ground.
    pub normal: Vector<T>,
    /// Forward along the ground.
    pub longitudinal: Vector<T>,
    /// Down in the wheel plane.
    pub down: Vector<T>,
    /// Cosine of the inclination.
    pub cosine: T,
}

impl Rolling {
    /// Whether the wheel lies flat.
    fn is_flat(&self) -> bool {
        self.cosine < LEAST_COSINE
    }
}

impl<T: Number> Rolling<T> {
    /// Of a wheel with that spin axis.
    #[inline(always)]
    pub fn new(axis: Vector<T>, normal: Vector<T>) -> Self {
        let forward = cross(axis, normal);
        let cosine = dot(forward, forward).sqrt();
        let longitudinal = scale(cosine.like(1.0) / cosine, forward);
        Self {
            normal,
            longitudinal,
            down: cross(axis, longitudinal),
            cosine,
        }
    }

    /// The lowest point of the undeflected wheel on such ground.
    #[inline(always)]
    pub fn bottom(&self, centre: Vector<T>, radius: T) -> Vector<T> {
        add(centre, scale(radius, self.down))
    }
}
