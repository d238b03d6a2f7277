//! Spring-dampers between two bodies.
//!
//! With `d` from end to end, `L = |d|`, `u = d / L`, `L' = u · (v₂ - v₁)`:
//! `F = preload - elastic(L - L₀) - damping(L') + bump(min - L) - rebound(L - max)` pushes the ends apart: `F u` acts
//! on the second body, `-F u` on the first.

use crate::kinematics::{Mechanism, Position, Velocity};
use crate::model::{BodyId, Curve, Spring, Stop, Table};
use crate::scalar::{Points, Scalar};
use crate::spatial::{Vec3, Wrench};

/// A spring's state and what it does, in the frame its two ends share.
pub struct Stretched<S> {
    /// The body whose frame that is.
    pub frame: BodyId,
    /// First and second end.
    pub ends: [Vec3<S>; 2],
    /// From the first end to the second, unit length.
    pub direction: Vec3<S>,
    /// [m]
    pub length: S,
}

impl<S: Scalar> Stretched<S> {
    /// At that position.
    pub fn new(mechanism: &Mechanism, position: &Position<S>, spring: &Spring) -> Self {
        let frame = common_frame(mechanism, spring.first, spring.second);
        let ends = [(spring.first, &spring.from), (spring.second, &spring.to)]
            .map(|(body, point)| position.point_in(mechanism, body, point, frame));
        let d = ends[1] - ends[0];
        let length = d.dot(d).sqrt();
        Stretched {
            frame,
            ends,
            direction: d * (S::one() / length),
            length,
        }
    }

    /// `L'` [m/s]
    pub fn rate(&self, mechanism: &Mechanism, position: &Position<S>, velocity: &Velocity<S>, spring: &Spring) -> S {
        let bodies = [spring.first, spring.second];
        // Where both are expressed in that frame, its own motion cancels.
        let share = |b: BodyId| mechanism.topology.branch(b).frame == self.frame;
        let twists = if bodies.into_iter().all(share) {
            bodies.map(|b| velocity.inner(b))
        } else {
            bodies.map(|b| velocity.twist_in(mechanism, position, b, self.frame))
        };
        self.direction
            .dot(twists[1].at(self.ends[1]) - twists[0].at(self.ends[0]))
    }

    /// `F` [N]
    pub fn force(&self, spring: &Spring, rate: S) -> S {
        let mut force = S::from(spring.preload);
        if let Some(curve) = &spring.elastic {
            force = force - value(curve, self.length - S::from(spring.free_length));
        }
        if let Some(damping) = &spring.damping {
            let inside = value(&damping.curve, rate);
            force = force
                - match &damping.outside {
                    None => inside,
                    Some((min, max, curve)) => {
                        let outside = value(curve, rate);
                        let below_max = (S::from(*max) - self.length).select(outside, inside);
                        (self.length - S::from(*min)).select(outside, below_max)
                    }
                };
        }
        if let Some(stop) = &spring.bump_stop {
            force = force + stop_force(stop, S::from(stop.length) - self.length);
        }
        if let Some(stop) = &spring.rebound_stop {
            force = force - stop_force(stop, self.length - S::from(stop.length));
        }
        force
    }

    /// Work stored [J]: zero at the free length, stops not met.
    pub fn energy(&self, spring: &Spring) -> S {
        let stretch = self.length - S::from(spring.free_length);
        let mut energy = -(S::from(spring.preload) * stretch);
        if let Some(curve) = &spring.elastic {
            energy = energy + integral(curve, stretch);
        }
        let stops = [
            spring
                .bump_stop
                .as_ref()
                .map(|stop| (stop, S::from(stop.length) - self.length)),
            spring
                .rebound_stop
                .as_ref()
                .map(|stop| (stop, self.length - S::from(stop.length))),
        ];
        for (stop, over) in stops.into_iter().flatten() {
            energy = energy + over.select(S::zero(), integral(&stop.curve, over));
        }
        energy
    }

    /// The wrenches of a force `F` on the first and second body, each in its own frame.
    pub fn wrenches(
        &self,
        mechanism: &Mechanism,
        position: &Position<S>,
        spring: &Spring,
        force: S,
    ) -> [(BodyId, Wrench<S>); 2] {
        let push = self.direction * force;
        [(spring.first, self.ends[0], -push), (spring.second, self.ends[1], push)].map(|(body, end, push)| {
            (
                body,
                into_frame_of(mechanism, position, body, self.frame, Wrench::at(end, push)),
            )
        })
    }
}

/// A wrench given in the frame of `frame`, in the frame of a body that hangs from it.
pub fn into_frame_of<S: Scalar>(
    mechanism: &Mechanism,
    position: &Position<S>,
    body: BodyId,
    frame: BodyId,
    wrench: Wrench<S>,
) -> Wrench<S> {
    let mounts: Vec<_> = position.frames_between(mechanism, body, frame).collect();
    mounts.into_iter().rev().fold(wrench, |w, mount| mount.wrench_into(w))
}

/// The innermost frame that both bodies hang from.
fn common_frame(mechanism: &Mechanism, a: BodyId, b: BodyId) -> BodyId {
    let topology = mechanism.topology;
    let meet = topology
        .to_ground(a)
        .find(|&x| topology.to_ground(b).any(|y| x == y))
        .unwrap_or(BodyId::GROUND);
    topology.branch(meet).frame
}

fn stop_force<S: Scalar>(stop: &Stop, over: S) -> S {
    over.select(S::zero(), value(&stop.curve, over))
}

fn value<S: Scalar>(curve: &Curve, x: S) -> S {
    match curve {
        Curve::Linear(slope) => S::from(*slope) * x,
        Curve::Split { negative, positive } => x.select(S::from(*negative), S::from(*positive)) * x,
        Curve::Table(table) => x.lookup(&points(table)),
    }
}

fn integral<S: Scalar>(curve: &Curve, x: S) -> S {
    match curve {
        Curve::Linear(slope) => S::from(0.5 * slope) * (x * x),
        Curve::Split { negative, positive } => x.select(S::from(0.5 * negative), S::from(0.5 * positive)) * (x * x),
        Curve::Table(table) => x.lookup_integral(&points(table)),
    }
}

fn points(table: &Table) -> Points {
    Points {
        x: table.x.clone(),
        y: table.y.clone(),
    }
}
