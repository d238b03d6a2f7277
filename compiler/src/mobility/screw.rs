//! Twists and wrenches as an engineer sees them: mostly either a line or a direction, seldom both together.
//!
//! A twist `[ω; v]` and a wrench `[n; f]` consist of two parts: a part bound to a line (`ω`, `f`) and a free part (`v`,
//! `n`), given at the origin. With `l` for the first part and `m` for the second, the line passes through
//! `p = l × m / |l|²`. The component of the free part along the line is the pitch `h = l·m / |l|²`.

use crate::model::Vec3;
use nalgebra::Vector6;

/// Parts smaller than this, relative to the length of the group, count as zero. Directions that differ by less than
/// this [rad] count as equal.
pub const SAME: f64 = 1e-6;

/// A motion, or a load.
#[derive(Clone, Debug, PartialEq)]
pub enum Screw {
    /// A rotation about a line, or a force along it.
    Line(Line),
    /// A displacement in a direction, or a moment about it.
    Free(Vec3),
    /// A rotation about a line with this displacement along it [m/rad]; or a force along a line with this moment about
    /// it [m].
    Both(Line, f64),
}

/// A line: a point of it [m] and its unit direction.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Any point of the line.
    pub point: Vec3,
    /// Its direction, a unit vector.
    pub direction: Vec3,
}

impl Screw {
    /// The screw of a twist `[L ω; v]`.
    pub fn of_twist(twist: &Vector6<f64>, length: f64) -> Self {
        let [angular, linear] = halves(twist);
        Self::of(angular / length, linear, length)
    }

    /// The screw of a wrench `[n / L; f]`.
    pub fn of_wrench(wrench: &Vector6<f64>, length: f64) -> Self {
        let [moment, force] = halves(wrench);
        Self::of(force, moment * length, length)
    }

    fn of(bound: Vec3, free: Vec3, length: f64) -> Self {
        if bound.norm() * length <= SAME * free.norm() {
            return Screw::Free(free.normalize());
        }
        let square = bound.norm_squared();
        let line = Line {
            point: bound.cross(&free) / square,
            direction: bound.normalize(),
        };
        let pitch = bound.dot(&free) / square;
        if pitch.abs() <= SAME * length {
            Screw::Line(line)
        } else {
            Screw::Both(line, pitch)
        }
    }
}

impl Line {
    /// The line through two different points.
    pub fn through(p: Vec3, q: Vec3) -> Self {
        Line {
            point: p,
            direction: (q - p).normalize(),
        }
    }

    /// Whether a point lies on the line; `length` is the unit of distances.
    pub fn meets(&self, point: &Vec3, length: f64) -> bool {
        (point - self.point).cross(&self.direction).norm() <= SAME * length
    }

    /// Whether both lines are equal, in either direction.
    pub fn is(&self, other: &Line, length: f64) -> bool {
        parallel(&self.direction, &other.direction) && self.meets(&other.point, length)
    }

    /// Twist `[L ω; v]` of a rotation about the line, scaled to length one.
    pub fn twist(&self, length: f64) -> Vector6<f64> {
        joined(&(self.direction * length), &self.point.cross(&self.direction)).normalize()
    }
}

/// Twist `[L ω; v]` of a displacement.
pub fn slide(direction: &Vec3) -> Vector6<f64> {
    joined(&Vec3::zeros(), direction)
}

/// Whether two unit vectors are parallel, in either sense.
pub fn parallel(a: &Vec3, b: &Vec3) -> bool {
    a.cross(b).norm() <= SAME
}

/// The first and the last three components.
pub fn halves(six: &Vector6<f64>) -> [Vec3; 2] {
    [six.fixed_rows::<3>(0).into_owned(), six.fixed_rows::<3>(3).into_owned()]
}

/// Joins the first and the last three components.
pub fn joined(first: &Vec3, second: &Vec3) -> Vector6<f64> {
    Vector6::new(first.x, first.y, first.z, second.x, second.y, second.z)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rotation_has_its_line_and_a_screw_its_pitch() {
        let line = Line::through(Vec3::new(1.0, 2.0, 0.5), Vec3::new(1.0, 2.5, 0.8));
        let Screw::Line(found) = Screw::of_twist(&line.twist(0.7), 0.7) else {
            panic!("a pure rotation")
        };
        assert!(found.is(&line, 0.7));
        let screw = line.twist(1.0) + slide(&line.direction) * 0.3 * line.twist(1.0).fixed_rows::<3>(0).norm();
        let Screw::Both(found, pitch) = Screw::of_twist(&screw, 1.0) else {
            panic!("a screw")
        };
        assert!(found.is(&line, 1.0) && (pitch - 0.3).abs() < 1e-14);
        assert_eq!(Screw::of_twist(&slide(&Vec3::y()), 0.7), Screw::Free(Vec3::y()));
    }
}
