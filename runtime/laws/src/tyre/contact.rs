//! Where and how a wheel meets the ground.

use super::{Ground, Terrain, WheelMotion};
use crate::number::Scalar;
use crate::vec3::{Vec3, add, cross, dot, scale, subtract};

/// Below this cosine of the inclination (84 degrees) a wheel lies flat and does not roll.
pub const LEAST_COSINE: f64 = 0.1;

/// The contact of a wheel with the ground's tangent plane, and its frame: ISO 8855's tyre axes.
///
/// With the spin axis `s` (to the left) and the ground's normal `n` (up), the longitudinal axis `x = s × n / |s × n|`
/// is where wheel plane and ground meet; the lateral axis is `y = n × x`, to the left on the ground; `n` is the third.
/// The contact point lies where the line from the wheel centre along `d = s × x`, the steepest way down in the wheel
/// plane, meets the tangent plane (RTRD 2018, 5.2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact<S = f64> {
    /// The contact point from the wheel centre along `y` and `n` [m]; along `x` they are level.
    pub arm: [S; 2],
    /// Unit vector `x` forward, world.
    pub longitudinal: Vec3<S>,
    /// Unit vector `y` to the left, world.
    pub lateral: Vec3<S>,
    /// Unit vector `n` upwards, world.
    pub normal: Vec3<S>,
    /// Unloaded radius less the distance from wheel centre to contact point [m]; positive in contact.
    pub deflection: S,
    /// Its rate of change [m/s].
    pub deflection_rate: S,
    /// Inclination of the wheel plane against the normal [rad], ISO 8855: positive about `x`, that is with the top to
    /// the right. On the left wheel of a vehicle it is minus the camber angle, on the right wheel the camber angle.
    pub inclination: S,
    /// Velocity of the contact point over the ground along `x` and `y` [m/s].
    ///
    /// The point moves with the wheel but does not spin with it: the carrier's rotation about the spin axis belongs to
    /// the spin.
    pub velocity: [S; 2],
    /// Angular velocity of the wheel against the world about its axis [rad/s]; positive rolls forward.
    pub spin: S,
    /// Factor of the ground on the tyre's friction [-], see [`Ground::friction`].
    pub friction: S,
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
        Some(Self::on_ground(wheel, radius, rolling, bottom, &ground))
    }
}

impl<S: Scalar> Contact<S> {
    /// The contact of a wheel that is known not to lie flat, for any number: there is nothing to be chosen on the way.
    #[inline(always)]
    pub fn upright(wheel: &WheelMotion<S>, radius: S, ground: impl FnOnce(S, S) -> Ground<S>) -> Self {
        let level = [S::zero(), S::zero(), S::one()];
        let bottom = Rolling::new(wheel.axis, level).bottom(wheel.centre, radius);
        let ground = ground(bottom[0], bottom[1]);
        let rolling = Rolling::new(wheel.axis, ground.normal);
        Self::on_ground(wheel, radius, rolling, bottom, &ground)
    }

    /// The contact with the tangent plane of the ground below or above `bottom`, on which the wheel rolls like that.
    ///
    /// The plane goes through the point `p` and moves with the velocity `u`.
    ///
    /// With `l` from centre `c` to contact point, the plane gives the height `h = (c - p) . n = l cos g`, and the inclination `g` is
    /// `sin g = s . n`. Their derivatives, with `s' = w × s`, `s × n = x cos g` and `n` constant, give `g' = w . x` and
    /// `l' = ((c' - u) . n + l sin g (w . x)) / cos g`.
    ///
    /// The contact point lies at `l d`, `d = y sin g - n cos g`, and `s = y cos g + n sin g`. Of the carrier's rotation without its part
    /// about `s`, which is `(w . x) x + (w . d) d`, it moves by `l (w . x) (x × d) = l (w . x) s`: not along `x`, and by `h (w . x)` along
    /// `y`.
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
            deflection: radius - distance,
            deflection_rate: -distance_rate,
            inclination: (sine * secant).atan(),
            velocity: [
                dot(over_ground, longitudinal),
                dot(over_ground, lateral) + height * leaning,
            ],
            spin: wheel.spin + dot(turning, wheel.axis),
            friction: ground.friction,
        }
    }

    /// The contact point, world [m], of a wheel with that centre.
    #[inline(always)]
    pub fn point(&self, centre: Vec3<S>) -> Vec3<S> {
        let [sideways, upwards] = self.arm;
        add(centre, add(scale(sideways, self.lateral), scale(upwards, self.normal)))
    }

    /// Direction of travel: 1 forward and at rest, -1 backward, and between them within 0.1 m/s. A pneumatic trail is behind the
    /// contact's centre, and a wheel that brakes has the slip -1 forward and 1 backward where it locks.
    #[inline(always)]
    pub fn travel(&self) -> S {
        let [forward, _] = self.velocity;
        (S::one() + S::from(20.0) * forward).min(S::one()).max(-S::one())
    }

    /// Slips of a wheel of this effective rolling radius [m], with `vx`, `vy` the contact's velocity and `w` its spin:
    /// longitudinal `(w radius - vx) / |vx|` and angle `atan(vy / |vx|)`, see [`Slip`].
    ///
    /// Below `low_speed` [m/s] the speed `|vx|` in both is replaced by the parabola
    /// `(low_speed + vx^2 / low_speed) / 2`, which joins it there with the same slope and never vanishes. At a
    /// standstill slip forces then act as viscous friction.
    #[inline(always)]
    pub fn slip(&self, effective_radius: S, low_speed: S) -> Slip<S> {
        let [forward, leftward] = self.velocity;
        let speed = regular_speed(forward, low_speed);
        Slip {
            longitudinal: (self.spin * effective_radius - forward) / speed,
            angle: (leftward / speed).atan(),
        }
    }
}

/// How a tyre slips, ISO 8855.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Slip<S = f64> {
    /// Longitudinal slip [-]: positive drives, -1 is a locked wheel.
    pub longitudinal: S,
    /// Slip angle [rad]: positive if the contact moves to the left, which gives a negative lateral force.
    pub angle: S,
}

/// `|v|`, kept from vanishing below `low`.
#[inline(always)]
pub fn regular_speed<S: Scalar>(v: S, low: S) -> S {
    let speed = v.abs();
    (speed - low).select(S::from(0.5) * (low + v * v * (S::one() / low)), speed)
}

/// The normal of level ground.
pub const UP: Vec3 = [0.0, 0.0, 1.0];

/// Position of a wheel's plane on ground with a normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rolling<S = f64> {
    /// Of the ground.
    pub normal: Vec3<S>,
    /// Forward along the ground.
    pub longitudinal: Vec3<S>,
    /// Down in the wheel plane.
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
    /// Of a wheel with that spin axis.
    #[inline(always)]
    pub fn new(axis: Vec3<S>, normal: Vec3<S>) -> Self {
        let forward = cross(axis, normal);
        let cosine = dot(forward, forward).sqrt();
        let longitudinal = scale(S::one() / cosine, forward);
        Self {
            normal,
            longitudinal,
            down: cross(axis, longitudinal),
            cosine,
        }
    }

    /// The lowest point of the undeflected wheel on such ground.
    #[inline(always)]
    pub fn bottom(&self, centre: Vec3<S>, radius: S) -> Vec3<S> {
        add(centre, scale(radius, self.down))
    }
}
