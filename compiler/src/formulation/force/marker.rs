//! Markers: force and moment that inputs give, at a point of a body, all in world axes.

use super::element::Element;
use crate::formulation::Progress;
use crate::kinematics::{Mechanism, Position, Velocity};
use crate::model::{BodyId, Marker};
use crate::scalar::Scalar;
use crate::spatial::{Mat3, Twist, Vec3, Wrench};

/// A marker at a position.
pub struct Loaded<'m, S> {
    name: &'m str,
    marker: &'m Marker,
    /// World axes [m].
    point: Vec3<S>,
}

/// How a marker moves, world axes.
#[derive(Clone, Copy, Debug)]
pub struct MarkerState<S> {
    /// The point [m].
    pub position: Vec3<S>,
    /// From vehicle axes at the design position to the world.
    pub rotation: Mat3<S>,
    /// Of the point [m/s].
    pub velocity: Vec3<S>,
    /// Of the body [rad/s].
    pub angular_velocity: Vec3<S>,
}

impl<S: Scalar> MarkerState<S> {
    /// That of a marker.
    pub fn new(
        mechanism: &Mechanism<S>,
        position: &Position<S>,
        velocity: &Velocity<S>,
        Marker { body, at, .. }: &Marker,
    ) -> Self {
        let pose = position.pose_in(mechanism, *body, BodyId::GROUND);
        let twist = velocity.twist_in(mechanism, position, *body, BodyId::GROUND);
        let point = position.point_in(mechanism, *body, mechanism.design.point(at), BodyId::GROUND);
        MarkerState {
            position: point,
            rotation: pose.rotation * mechanism.placement(*body).axes.transpose(),
            velocity: twist.at(point),
            angular_velocity: twist.angular,
        }
    }
}

impl<'m, S: Scalar> Loaded<'m, S> {
    /// At that position.
    pub fn new(mechanism: &Mechanism<S>, position: &Position<S>, name: &'m str, marker: &'m Marker) -> Self {
        let point = mechanism.design.point(&marker.at);
        Loaded {
            name,
            marker,
            point: position.point_in(mechanism, marker.body, point, BodyId::GROUND),
        }
    }
}

impl<S: Scalar> Element<S> for Loaded<'_, S> {
    fn bodies(&self) -> Vec<BodyId> {
        vec![BodyId::GROUND, self.marker.body]
    }

    fn frame(&self) -> BodyId {
        BodyId::GROUND
    }

    /// Velocity of the point [m/s], angular velocity [rad/s].
    fn rates(&self, twist: &dyn Fn(BodyId) -> Twist<S>) -> Vec<S> {
        let relative = twist(self.marker.body) - twist(BodyId::GROUND);
        [relative.at(self.point).0, relative.angular.0].concat()
    }

    fn forces(&self, _: &[S], signals: &[S]) -> Vec<S> {
        self.marker.load.map(|signal| signals[signal.index()]).to_vec()
    }

    fn wrenches(&self, forces: &[S]) -> Vec<(BodyId, Wrench<S>)> {
        let [force, moment] = [0, 3].map(|k| Vec3([forces[k], forces[k + 1], forces[k + 2]]));
        let wrench = Wrench::at(self.point, force) + Wrench::couple(moment);
        vec![(BodyId::GROUND, -wrench), (self.marker.body, wrench)]
    }

    fn energy(&self, _: &[S]) -> S {
        S::zero()
    }

    fn name(&self, progress: &dyn Progress<S>, forces: &[S]) {
        let axes = ["force_x", "force_y", "force_z", "moment_x", "moment_y", "moment_z"];
        for (force, axis) in forces.iter().zip(axes) {
            progress.name(*force, &|| format!("{}.{axis}", self.name));
        }
    }
}
