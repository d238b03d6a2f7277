//! The contact of a wheel with the ground.

use super::{Ground, Terrain, WheelMotion};
use crate::number::Scalar;
use crate::vec3::{Vec3, add, cross, dot, scale, subtract};

/// Below this cosine of the inclination (84 degrees) a wheel lies flat and does not roll.
pub const LEAST_COSINE: f64 = 0.1;

/// The contact of a wheel with the ground's tangent plane, and its frame: ISO 8855's tyre axes.
///
/// With the spin axis `s` (to the left) and the ground's normal `n` (up), the longitudinal axis `x = s × n / |s × n|` is along the
/// intersection of wheel plane and ground. The lateral axis is `y = n × x`, to the left on the ground. The third axis is `n`.
/// The contact point lies where the line from the wheel centre along `d = s × x`, the steepest way down in the wheel
/// plane, meets the tangent plane (RTRD 2018, 5.2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact<S = f64> {
    /// Coordinates of the contact point relative to the wheel centre along `y` and `n` [m]; the coordinate along `x` is zero.
    pub arm: [S; 2],
    /// Unit vector `x` forward, world.
    pub longitudinal: Vec3<S>,
    /// Unit vector `y` to the left, world.
    pub lateral: Vec3<S>,
    /// Unit vector `n` upwards, world.
    pub normal: Vec3<S>,
    /// Unloaded radius minus the distance from the wheel centre to the contact point [m]; positive in contact.
    pub deflection: S,
    /// Rate of change of the deflection [m/s].
    pub deflection_rate: S,
    /// Inclination of the wheel plane against the normal [rad], ISO 8855: positive about `x`, that is with the top to
    /// the right. On the left wheel of a vehicle it is the negative camber angle, on the right wheel the camber angle.
    pub inclination: S,
    /// Velocity of the contact point over the ground along `x` and `y` [m/s].
    ///
    /// The point moves with the wheel but does not spin with it: the carrier's rotation about the spin axis belongs to
    /// the spin.
    pub velocity: [S; 2],
    /// Angular velocity of the wheel against the world about its axis [rad/s]; positive rolls forward.
    pub spin: S,
    /// Factor of the ground on the tyre's friction [-]; see [`Ground::friction`].
    pub friction: S,
}

impl Contact {
    /// A wheel that touches level ground without a deflection, heading along X. Its arguments are its unloaded radius [m], its inclination
    /// [rad], the longitudinal and lateral velocity of its contact point [m/s], and its spin [rad/s]. So laws are evaluated at given slips.
    pub const fn on_level(radius: f64, inclination: f64, velocity: [f64; 2], spin: f64) -> Self {
        Self {
            arm: [0.0, -radius],
            longitudinal: [1.0, 0.0, 0.0],
            lateral: [0.0, 1.0, 0.0],
            normal: UP,
            deflection: 0.0,
            deflection_rate: 0.0,
            inclination,
            velocity,
            spin,
            friction: 1.0,
        }
    }

    /// The contact of a wheel with this unloaded `radius` [m]; `None` if the wheel lies flat on the ground.
    ///
    /// The terrain is evaluated once, below the lowest point of the undeflected wheel on level ground. On a plane
    /// the result is exact.
    pub fn of(wheel: &WheelMotion, radius: f64, terrain: &impl Terrain, time: f64) -> Option<Self> {
        let on_level = Rolling::on_level(wheel.axis);
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
        Some(Self::on_ground(wheel, radius, rolling, bottom, &ground))
    }
}

impl<S: Scalar> Contact<S> {
    /// The contact of a wheel that is known not to lie flat, for any type of number and without branches.
    #[inline(always)]
    pub fn upright(wheel: &WheelMotion<S>, radius: S, ground: impl FnOnce(S, S) -> Ground<S>) -> Self {
        let bottom = Rolling::on_level(wheel.axis).bottom(wheel.centre, radius);
        let ground = ground(bottom[0], bottom[1]);
        let rolling = Rolling::new(wheel.axis, ground.normal);
        Self::on_ground(wheel, radius, rolling, bottom, &ground)
    }

    /// The contact with the tangent plane of the ground below or above `bottom`, in the directions `rolling`.
    ///
    /// The plane goes through the point `p` and moves with the velocity `u`.
    ///
    /// With the distance `l` from the centre `c` to the contact point, the plane gives the height
    /// `h = (c - p) . n = l cos g`, and the inclination `g` follows from `sin g = s . n`. Their derivatives, with
    /// `s' = w × s`, `s × n = x cos g` and `n` constant, give `g' = w . x` and
    /// `l' = ((c' - u) . n + l sin g (w . x)) / cos g`.
    ///
    /// The contact point lies at `l d`, `d = y sin g - n cos g`, and `s = y cos g + n sin g`. The carrier's rotation
    /// without its component about `s` is `(w . x) x + (w . d) d`. It moves the contact point with the velocity
    /// `l (w . x) (x × d) = l (w . x) s`. The component of this velocity along `x` is zero, and its component along `y`
    /// is `h (w . x)`.
    #[inline(always)]
    pub fn on_ground(
        wheel: &WheelMotion<S>,
        radius: S,
        rolling: Rolling<S>,
        bottom: Vec3<S>,
        ground: &Ground<S>,
    ) -> Self {
        let Rolling {
            normal,
            longitudinal,
            cosine,
            ..
        } = rolling;
        let touched = [bottom[0], bottom[1], ground.height];
        let lateral = cross(normal, longitudinal);
        let (sine, secant) = (dot(wheel.axis, normal), S::one() / cosine);
        let height = dot(subtract(wheel.centre, touched), normal);
        let distance = height * secant;
        let sideways = distance * sine;

        let turning = wheel.carrier_angular_velocity;
        let leaning = dot(turning, longitudinal);
        let over_ground = subtract(wheel.velocity, ground.velocity);
        let distance_rate = (dot(over_ground, normal) + sideways * leaning) * secant;
        Self {
            arm: [sideways, -height],
            longitudinal,
            lateral,
            normal,
            // Friction that is not finite makes the deflection NaN, and so the forces: the step is refused.
            deflection: radius - distance + S::zero() * ground.friction,
            deflection_rate: -distance_rate,
            inclination: sine.atan_over(cosine),
            velocity: [
                dot(over_ground, longitudinal),
                dot(over_ground, lateral) + height * leaning,
            ],
            spin: wheel.spin + dot(turning, wheel.axis),
            friction: ground.friction,
        }
    }

    /// The contact point, world [m], of a wheel with this centre.
    #[inline(always)]
    pub fn point(&self, centre: Vec3<S>) -> Vec3<S> {
        let [sideways, upwards] = self.arm;
        add(centre, add(scale(sideways, self.lateral), scale(upwards, self.normal)))
    }

    /// Direction of travel: 1 forward and at rest, -1 backward, with a ramp between 0 and -0.1 m/s. The pneumatic trail
    /// points against this direction, and a locked wheel has the slip -1 forward and 1 backward.
    #[inline(always)]
    pub fn travel(&self) -> S {
        let [forward, _] = self.velocity;
        (S::one() + S::from(20.0) * forward).min(S::one()).max(-S::one())
    }

    /// Slips of a wheel of this effective rolling radius [m], with the contact's velocity `vx`, `vy` and the spin `w`:
    /// longitudinal `(w radius - vx) / |vx|` and angle `atan(vy / |vx|)`, see [`Slip`].
    ///
    /// Below `low_speed` [m/s] the speed `|vx|` in both slips is replaced by the parabola `(low_speed + vx^2 / low_speed) / 2`. It
    /// has an equal value and slope at `low_speed`, and is never zero. At a standstill slip forces then act as viscous friction.
    #[inline(always)]
    pub fn slip(&self, effective_radius: S, low_speed: S) -> Slip<S> {
        let [forward, leftward] = self.velocity;
        let speed = regular_speed(forward, low_speed);
        Slip {
            longitudinal: (self.spin * effective_radius - forward) / speed,
            angle: leftward.atan_over(speed),
        }
    }
}

/// Slips of a tyre, ISO 8855.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Slip<S = f64> {
    /// Longitudinal slip [-]: positive drives, -1 is a locked wheel.
    pub longitudinal: S,
    /// Slip angle [rad]: positive if the contact moves to the left, which gives a negative lateral force.
    pub angle: S,
}

/// `|v|`, replaced by a parabola below `low`, so that it is never zero. If no wheel is slower than `low`, the parabola is skipped.
#[inline(always)]
pub fn regular_speed<S: Scalar>(v: S, low: S) -> S {
    let speed = v.abs();
    if (speed - low).is_at_least(0.0) {
        return speed;
    }
    (speed - low).select(S::from(0.5) * (low + v * v * (S::one() / low)), speed)
}

/// The normal of level ground.
pub const UP: Vec3 = [0.0, 0.0, 1.0];

/// Directions of a wheel's plane on ground with a given normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rolling<S = f64> {
    /// Normal of the ground.
    pub normal: Vec3<S>,
    /// Unit vector forward along the ground.
    pub longitudinal: Vec3<S>,
    /// Unit vector downwards in the wheel plane.
    pub down: Vec3<S>,
    /// Cosine of the inclination: the length of `axis × normal`, which is `-down · normal`.
    pub cosine: S,
}

impl Rolling {
    /// Whether the wheel lies flat.
    pub fn is_flat(&self) -> bool {
        self.cosine < LEAST_COSINE
    }
}

impl<S: Scalar> Rolling<S> {
    /// Directions for a wheel with this spin axis.
    #[inline(always)]
    pub fn new(axis: Vec3<S>, normal: Vec3<S>) -> Self {
        let [x, y, z] = cross(axis, normal);
        // The addition makes a negative zero positive, as in `on_level`.
        let forward = [x, y, z + S::zero()];
        let cosine = dot(forward, forward).sqrt();
        let longitudinal = scale(S::one() / cosine, forward);
        Self {
            normal,
            longitudinal,
            down: cross(axis, longitudinal),
            cosine,
        }
    }

    /// This frame on level ground, where half of the terms are zero.
    #[inline(always)]
    pub fn on_level([x, y, z]: Vec3<S>) -> Self {
        let (zero, one) = (S::zero(), S::one());
        let cosine = (y * y + x * x).sqrt();
        let secant = one / cosine;
        let (forward, leftward) = (secant * y, secant * -x);
        Self {
            normal: [zero, zero, one],
            longitudinal: [forward, leftward, zero],
            down: [-(z * leftward), z * forward, x * leftward - y * forward],
            cosine,
        }
    }

    /// The lowest point of the undeflected wheel on this ground.
    #[inline(always)]
    pub fn bottom(&self, centre: Vec3<S>, radius: S) -> Vec3<S> {
        add(centre, scale(radius, self.down))
    }
}
