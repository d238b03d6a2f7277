//! Rods with mass: slender uniform bars between two ball joints, `link`s of kind `distance` with a `mass`.
//!
//! The velocity of a point of the bar is interpolated linearly between the velocities of its ends:
//! `v(s) = (1 - s) v₁ + s v₂`. A turn about the bar's own axis moves no point of it. So the two ends determine all,
//! and the kinetic energy is
//!
//! (1) `T = ½ ∫ m v² ds = m/6 (v₁·v₁ + v₁·v₂ + v₂·v₂)`.
//!
//! The square of a linear function is integrated exactly by Simpson's rule. The bar moves like three point masses,
//!
//! (2) `m/6` at each end and `2m/3` in the centre, which has the velocity `½ (v₁ + v₂)`.
//!
//! Accelerations are interpolated in the same way, with gravity as an upward acceleration of the ground. So the wrench
//! that the bar needs also follows, without a separate freedom or coordinate. The masses at the ends belong to the two
//! bodies, where they are constant ([`super::regrouping`]). The mass in the centre remains: it needs a force, of which
//! each body bears one half at its end. Methods that know the bodies' motion per unknown project that force like the
//! force of any body ([`Rod::centre_velocity`]). The recursion takes it as three multipliers ([`Rod::centre_rows`]).

use crate::kinematics::{Mechanism, Position};
use crate::model::{BodyId, JointId};
use crate::scalar::Scalar;
use crate::spatial::{Distribution, Field, Sym3, Twist, Vec3, Wrench};

/// Fraction of a rod's mass at each of its ends: equation (2).
pub const END: f64 = 1.0 / 6.0;
/// Fraction in its centre.
const CENTRE: f64 = 4.0 / 6.0;

/// A rod with mass, in a frame.
#[derive(Clone, Copy, Debug)]
pub struct Rod<S> {
    /// `m` [kg]
    mass: S,
    /// Its bodies, the first one first.
    pub bodies: [BodyId; 2],
    /// The point on each of them [m].
    ends: [Vec3<S>; 2],
}

/// An equation `B₁ᵀ A₁ + B₂ᵀ A₂ + γ + Λ λ = 0` for the multiplier `λ` of the mass in the centre.
pub struct CentreRow<S> {
    /// `B₁`, `B₂`: on each body.
    pub wrenches: [Wrench<S>; 2],
    /// `γ`
    pub bias: S,
    /// `Λ = 3/(2m)` [1/kg]
    pub compliance: S,
}

impl<S: Scalar> Rod<S> {
    /// The rod of a joint in the frame of a body; `None` if the joint is not a rod with mass.
    pub fn new(mechanism: &Mechanism<S>, position: &Position<S>, joint: JointId, frame: BodyId) -> Option<Self> {
        let declared = mechanism.model.joint(joint);
        let rod = mechanism.geometry(joint).rod()?;
        let bodies = [declared.first, declared.second];
        let end = |k: usize, at: &Vec3<S>| position.point_in(mechanism, bodies[k], *at, frame);
        Some(Rod {
            mass: mechanism.design.number(rod.mass?),
            bodies,
            ends: [end(0, rod.from), end(1, rod.to)],
        })
    }

    /// All rods of a vehicle, in world axes, each with its joint.
    pub fn all(mechanism: &Mechanism<S>, position: &Position<S>) -> Vec<(JointId, Self)> {
        let joints = (0..mechanism.model.joints.len()).map(JointId::from);
        let rods = joints.filter_map(|j| Some((j, Rod::new(mechanism, position, j, BodyId::GROUND)?)));
        rods.collect()
    }

    /// The rods of some loops, each in the frame of its loop.
    pub fn of_loops(
        mechanism: &Mechanism<S>,
        position: &Position<S>,
        loops: impl IntoIterator<Item = usize>,
    ) -> Vec<Self> {
        let loops = loops.into_iter().map(|l| &mechanism.topology.loops[l]);
        loops
            .filter_map(|l| Rod::new(mechanism, position, l.cut, l.frame))
            .collect()
    }

    fn centre(&self) -> Vec3<S> {
        mean(self.ends)
    }

    fn centre_mass(&self) -> S {
        self.mass * S::from(CENTRE)
    }

    /// The mass in the centre.
    pub fn centre_distribution(&self) -> Distribution<S> {
        let (at, mass) = (self.centre(), self.centre_mass());
        Distribution {
            mass,
            first: at * mass,
            tensor: (Sym3::diagonal(at.squared()) - Sym3::square(at)) * mass,
        }
    }

    /// Velocity of the centre for the twists of both bodies.
    pub fn centre_velocity(&self, twists: [Twist<S>; 2]) -> Vec3<S> {
        mean([0, 1].map(|k| twists[k].at(self.ends[k])))
    }

    /// The force that the mass in the centre needs for an acceleration of the centre, or its momentum for a velocity.
    pub fn centre_force(&self, acceleration: Vec3<S>) -> Vec3<S> {
        acceleration * self.centre_mass()
    }

    /// This force as a wrench about the origin.
    pub fn centre_wrench(&self, force: Vec3<S>) -> Wrench<S> {
        Wrench::at(self.centre(), force)
    }

    /// Acceleration of the centre for the accelerations of the points of both bodies.
    pub fn centre_acceleration(&self, fields: [Field<S>; 2]) -> Vec3<S> {
        mean([0, 1].map(|k| fields[k].at(self.ends[k])))
    }

    /// The mass in the centre as three equations, one for each direction of the frame.
    ///
    /// They follow from `½ (a₁ + a₂) = a_c` and `λ = -(2m/3) a_c`, of which one half acts on each body at its end. The
    /// acceleration of a point is `a = A(r) + ω × v(r)` for a spatial acceleration `A`.
    pub fn centre_rows(&self, twists: [Twist<S>; 2]) -> [CentreRow<S>; 3] {
        let bias = mean([0, 1].map(|k| twists[k].angular.cross(twists[k].at(self.ends[k]))));
        let compliance = S::one() / self.centre_mass();
        [0, 1, 2].map(|axis| {
            let half = Vec3::unit(axis) * S::from(0.5);
            CentreRow {
                wrenches: self.ends.map(|end| Wrench::at(end, half)),
                bias: bias.0[axis],
                compliance,
            }
        })
    }

    /// Kinetic energy (1) for the twists of both bodies [J].
    pub fn kinetic_energy(&self, twists: [Twist<S>; 2]) -> S {
        let [a, b] = [0, 1].map(|k| twists[k].at(self.ends[k]));
        self.mass * S::from(1.0 / 6.0) * (a.dot(a) + a.dot(b) + b.dot(b))
    }

    /// Energy of the weight in world axes, for the upward acceleration of the ground [J].
    pub fn potential_energy(&self, upward: Vec3<S>) -> S {
        (upward * self.mass).dot(self.centre())
    }

    /// The wrenches that the rod needs from its bodies. They follow from (1): `m/6 (2 a₁ + a₂)` at the first end,
    /// `m/6 (a₁ + 2 a₂)` at the second. `accelerations`: the accelerations of both ends, gravity included.
    pub fn needed(&self, accelerations: impl Fn(BodyId, Vec3<S>) -> Vec3<S>) -> [Wrench<S>; 2] {
        let [a, b] = [0, 1].map(|k| accelerations(self.bodies[k], self.ends[k]));
        let sixth = self.mass * S::from(1.0 / 6.0);
        [
            Wrench::at(self.ends[0], (a + a + b) * sixth),
            Wrench::at(self.ends[1], (a + b + b) * sixth),
        ]
    }
}

fn mean<S: Scalar>([a, b]: [Vec3<S>; 2]) -> Vec3<S> {
    (a + b) * S::from(0.5)
}
