//! Names for the reader of emitted code: components of vectors and matrices, named after the body they belong to.

use super::Progress;
use crate::scalar::Scalar;
use crate::spatial::{Distribution, Inertia, Pose, Twist, Vec3, Wrench};

const AXES: [&str; 3] = ["x", "y", "z"];

fn vector<S: Scalar>(progress: &dyn Progress<S>, v: Vec3<S>, name: &str) {
    for (component, axis) in v.0.into_iter().zip(AXES) {
        progress.name(component, &|| format!("{name}_{axis}"));
    }
}

/// `knuckle.origin_x`, `knuckle.rotation_xy`
pub fn pose<S: Scalar>(progress: &dyn Progress<S>, pose: &Pose<S>, body: &str) {
    vector(progress, pose.position, &format!("{body}.origin"));
    for (i, row) in AXES.into_iter().enumerate() {
        for (j, column) in AXES.into_iter().enumerate() {
            progress.name(pose.rotation.0[i][j], &|| format!("{body}.rotation_{row}{column}"));
        }
    }
}

/// `knuckle.angular_velocity_x`, `knuckle.velocity_x`
pub fn twist<S: Scalar>(progress: &dyn Progress<S>, twist: &Twist<S>, body: &str, what: &str) {
    vector(progress, twist.angular, &format!("{body}.angular_{what}"));
    vector(progress, twist.linear, &format!("{body}.{what}"));
}

/// `knuckle.bias_moment_x`, `knuckle.bias_force_x`
pub fn wrench<S: Scalar>(progress: &dyn Progress<S>, wrench: &Wrench<S>, name: &str) {
    vector(progress, wrench.moment, &format!("{name}_moment"));
    vector(progress, wrench.force, &format!("{name}_force"));
}

/// `knuckle.first_moment_x`, `knuckle.inertia_xy`, about the origin of the frame.
pub fn distribution<S: Scalar>(progress: &dyn Progress<S>, distribution: &Distribution<S>, body: &str) {
    vector(progress, distribution.first, &format!("{body}.first_moment"));
    for (i, row) in AXES.into_iter().enumerate() {
        for (j, column) in AXES.into_iter().enumerate().skip(i) {
            let entry = distribution.tensor.at(i, j);
            progress.name(entry, &|| format!("{body}.inertia_{row}{column}"));
        }
    }
}

/// `knuckle.inertia_xx` and so on: `inertia` about the origin, `coupling`, `mass`.
pub fn inertia<S: Scalar>(progress: &dyn Progress<S>, inertia: &Inertia<S>, name: &str) {
    for (i, row) in AXES.into_iter().enumerate() {
        for (j, column) in AXES.into_iter().enumerate() {
            progress.name(inertia.coupling.0[i][j], &|| format!("{name}_coupling_{row}{column}"));
            if j >= i {
                progress.name(inertia.angular.at(i, j), &|| format!("{name}_{row}{column}"));
                progress.name(inertia.linear.at(i, j), &|| format!("{name}_mass_{row}{column}"));
            }
        }
    }
}
