//! Closure: the equations of a cut joint, their Jacobian over the tree's speeds, and their acceleration bias.

use super::velocity::subspace;
use super::{Ends, Mechanism, Position, Row, Velocity, joint};
use crate::model::BodyId;
use crate::scalar::Scalar;
use crate::spatial::{Twist, Wrench};
use crate::topology::Loop;

/// The equations of a loop.
pub fn rows<S: Scalar>(mechanism: &Mechanism<S>, position: &Position<S>, l: &Loop) -> Vec<Row<S>> {
    joint::closure(mechanism.geometry(l.cut)).rows(&Ends::new(mechanism, position, l))
}

/// Residuals of the equations of a loop, for the given positions of all drives.
pub fn residuals<S: Scalar>(mechanism: &Mechanism<S>, position: &Position<S>, drives: &[S], l: &Loop) -> Vec<S> {
    let rows = rows(mechanism, position, l).into_iter();
    less_drive(mechanism, l, drives, rows.map(|row| row.residual).collect())
}

/// Subtracts the drive of the loop's link from the equations of a loop, or from their first or second derivatives. The
/// first equation of a driven link states that its coordinate equals the drive. `drives` are the positions, velocities
/// or accelerations of all drives.
pub fn less_drive<S: Scalar>(mechanism: &Mechanism<S>, l: &Loop, drives: &[S], mut equations: Vec<S>) -> Vec<S> {
    if let Some(drive) = mechanism.model.joint(l.cut).drive {
        equations[0] = equations[0] - drives[drive.index()];
    }
    equations
}

/// The wrenches by which a body's inboard joint can constrain the body: the wrenches of the joint's equations as if
/// the joint were cut. They are in the body's frame, which must not be the body itself, and have no power on the
/// joint's motion.
pub fn holding<S: Scalar>(mechanism: &Mechanism<S>, position: &Position<S>, body: BodyId) -> Vec<Wrench<S>> {
    let ends = Ends::inboard(mechanism, position, body);
    let rows = joint::closure(mechanism.inboard(body)).rows(&ends);
    rows.into_iter().map(|row| row.second).collect()
}

/// Second derivatives of the equations of a loop without accelerations.
pub fn bias<S: Scalar>(mechanism: &Mechanism<S>, position: &Position<S>, velocity: &Velocity<S>, l: &Loop) -> Vec<S> {
    let joint = mechanism.model.joint(l.cut);
    let twists = [joint.first, joint.second].map(|b| velocity.twist_in(mechanism, position, b, l.frame));
    joint::closure(mechanism.geometry(l.cut)).row_bias(&Ends::new(mechanism, position, l), &twists)
}

/// Like [`bias`], relative to the loop's frame; the frame is treated as if it did not move. Every body of the loop is
/// expressed in it.
pub fn bias_within<S: Scalar>(
    mechanism: &Mechanism<S>,
    position: &Position<S>,
    velocity: &Velocity<S>,
    l: &Loop,
) -> Vec<S> {
    let joint = mechanism.model.joint(l.cut);
    let twists = [joint.first, joint.second].map(|b| velocity.inner(b));
    joint::closure(mechanism.geometry(l.cut)).row_bias(&Ends::new(mechanism, position, l), &twists)
}

/// Rates of a row for each column of a body's inboard joint (its speeds, or the velocity of its drive). Empty for a
/// body that is on neither path.
pub fn jacobian<S: Scalar>(
    mechanism: &Mechanism<S>,
    position: &Position<S>,
    l: &Loop,
    row: &Row<S>,
    body: BodyId,
) -> Vec<S> {
    let wrench = match (l.first_path.contains(&body), l.second_path.contains(&body)) {
        (true, _) => row.first,
        (_, true) => row.second,
        _ => return Vec::new(),
    };
    let motions = motions(mechanism, position, l, body).into_iter();
    motions.map(|motion| wrench.power(motion)).collect()
}

/// Motion of a body for each column of its inboard joint, in the frame of a loop.
pub fn motions<S: Scalar>(mechanism: &Mechanism<S>, position: &Position<S>, l: &Loop, body: BodyId) -> Vec<Twist<S>> {
    let carried = position.frame_in(mechanism, body, l.frame);
    let in_loop_frame = |h: Twist<S>| carried.map_or(h, |carried| carried.twist(h));
    subspace(mechanism, position, body)
        .into_iter()
        .map(in_loop_frame)
        .collect()
}
