//! Random geometry and inertia, as written in a declaration.

use fastrand::Rng;
use nalgebra::{Matrix3, Vector3};

/// A uniform random number between two numbers.
pub fn between(rng: &mut Rng, low: f64, high: f64) -> f64 {
    low + (high - low) * rng.f64()
}

/// A random direction, uniform on the sphere.
pub fn direction(rng: &mut Rng) -> Vector3<f64> {
    loop {
        let v = Vector3::from_fn(|_, _| between(rng, -1.0, 1.0));
        if (0.1..1.0).contains(&v.norm()) {
            return v.normalize();
        }
    }
}

/// A random point at a distance between `near` and `far` from another point [m].
pub fn around(rng: &mut Rng, centre: &Vector3<f64>, near: f64, far: f64) -> Vector3<f64> {
    centre + between(rng, near, far) * direction(rng)
}

/// A vector as a list, such as `[0.123, -0.456, 0.789]`.
pub fn list(v: &Vector3<f64>) -> String {
    format!("[{:.3}, {:.3}, {:.3}]", v.x, v.y, v.z)
}

/// A physical tensor of inertia for this mass, six entries: `tr(S) 1 - S` with a positive definite `S = ∫ r r' dm`.
pub fn inertia(rng: &mut Rng, mass: f64) -> String {
    let spread = (0..4).fold(Matrix3::identity() * 0.01, |sum, _| {
        let r = 0.15 * direction(rng);
        sum + r * r.transpose()
    });
    let tensor = mass * (Matrix3::identity() * spread.trace() - spread);
    let entries = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)].map(|place| format!("{:.4}", tensor[place]));
    format!("[{}]", entries.join(", "))
}
