//! Wheels: rotors whose spin is eliminated by hand.
//!
//! A rotor is symmetric about its axis `a` through its centre. With axial inertia `J`, spin `Ω` relative to its carrier
//! and the carrier's angular velocity `ω`, its axial momentum is `s = J (Ω + ω·a)`. Its motion subspace is
//! `H = [a; c × a]`. Because the centre lies on the axis, `I H = J [a; 0]`. So the elimination of its spin leaves
//! - the inertia `I - J [a; 0][a; 0]ᵀ`: the rotor without axial inertia, constant in the carrier
//!   ([`super::inertia::MassProperties`]);
//! - the bias wrench `[ω × a s; 0]`, since by symmetry all other terms of the relative spin cancel;
//! - the load `(f, m)` without the moment along the axis, which drives the spin:
//!   `Ω' = (m·a + drive + brake) / J - α·a`.
//!
//! Twin wheels are two rotors on one axis with one spin. Each rotor has its own momentum and load, and the spin has the
//! sum of both inertias and torques.

use crate::kinematics::{Mechanism, Position};
use crate::model::{BodyId, Wheel};
use crate::scalar::Scalar;
use crate::spatial::{Pose, Twist, Vec3, Wrench};

/// Loads on a wheel from outside, world axes.
#[derive(Clone, Copy, Debug)]
pub struct Load<S> {
    /// At the centre [N].
    pub force: Vec3<S>,
    /// About the centre [N m].
    pub moment: Vec3<S>,
    /// Torque along the axis [N m]; its reaction acts on the body from which the wheel is driven.
    pub drive: S,
    /// Torque along the axis; reacts on the carrier [N m].
    pub brake: S,
}

/// A wheel in the frame of its carrier.
#[derive(Clone, Copy, Debug)]
pub struct PlacedWheel<S> {
    /// Pose of that frame in the world.
    pub world: Pose<S>,
    /// Wheel centre.
    pub centre: Vec3<S>,
    /// Spin axis.
    pub axis: Vec3<S>,
}

/// How a wheel moves, world axes.
pub struct Moving<S> {
    /// Centre [m].
    pub centre: Vec3<S>,
    /// Unit spin axis.
    pub axis: Vec3<S>,
    /// Velocity of the centre [m/s].
    pub velocity: Vec3<S>,
    /// Angular velocity of the carrier [rad/s].
    pub carrier_angular_velocity: Vec3<S>,
}

impl<S: Scalar> PlacedWheel<S> {
    /// The wheel at a position.
    pub fn new(mechanism: &Mechanism<S>, position: &Position<S>, wheel: &Wheel) -> Self {
        let frame = mechanism.topology.branch(wheel.carrier).frame;
        PlacedWheel {
            world: position.pose_in(mechanism, frame, BodyId::GROUND),
            centre: position.point_in(mechanism, wheel.carrier, mechanism.design.point(&wheel.centre), frame),
            axis: position.direction_in(
                mechanism,
                wheel.carrier,
                *mechanism.design.direction(&wheel.axis),
                frame,
            ),
        }
    }

    /// Motion in world axes, for the twist of the carrier (in its frame).
    pub fn moving(&self, carrier: &Twist<S>) -> Moving<S> {
        Moving {
            centre: self.world.point(self.centre),
            axis: self.world.direction(self.axis),
            velocity: self.world.direction(carrier.at(self.centre)),
            carrier_angular_velocity: self.world.direction(carrier.angular),
        }
    }

    /// Axial momentum [N m s], zero without spin freedom.
    pub fn axial_momentum(&self, inertia: Option<S>, carrier: &Twist<S>, spin: Option<S>) -> S {
        match (inertia, spin) {
            (Some(inertia), Some(spin)) => inertia * (spin + carrier.angular.dot(self.axis)),
            _ => S::zero(),
        }
    }

    /// Bias wrench of the axial momentum on the carrier.
    pub fn gyroscopic(&self, carrier: &Twist<S>, axial_momentum: S) -> Wrench<S> {
        Wrench::couple(carrier.angular.cross(self.axis * axial_momentum))
    }

    /// Wrench of a load on the carrier, in its frame, and the torque that spins the wheel.
    pub fn loaded(&self, spins: bool, load: &Load<S>) -> (Wrench<S>, S) {
        let back = self.world.rotation.transpose();
        let (force, moment) = (back * load.force, back * load.moment);
        let pushed = Wrench::at(self.centre, force);
        if spins {
            let axial = moment.dot(self.axis);
            let on_carrier = Wrench::couple(moment - self.axis * (axial + load.brake));
            (pushed + on_carrier, axial + load.drive + load.brake)
        } else {
            (pushed + Wrench::couple(moment + self.axis * load.drive), S::zero())
        }
    }

    /// Reaction of the drive torque on the body from which the wheel is driven, in that body's frame.
    pub fn drive_reaction(
        &self,
        mechanism: &Mechanism<S>,
        position: &Position<S>,
        wheel: &Wheel,
        load: &Load<S>,
    ) -> Wrench<S> {
        let frame = mechanism.topology.branch(wheel.driven_from).frame;
        let own = mechanism.topology.branch(wheel.carrier).frame;
        let axis = if frame == own {
            self.axis
        } else {
            let world = position.pose_in(mechanism, frame, BodyId::GROUND);
            world.rotation.transpose() * self.world.direction(self.axis)
        };
        Wrench::couple(-(axis * load.drive))
    }

    /// Rate of the spin for a carrier that accelerates with that twist.
    pub fn spin_rate(&self, inertia: S, torque: S, carrier: &Twist<S>) -> S {
        torque * (S::one() / inertia) - carrier.angular.dot(self.axis)
    }
}
