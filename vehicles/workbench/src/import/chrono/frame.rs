//! Frames: a place and the directions of axes.

use super::draft::{Vector, sum, times};
use super::json::Node;

/// A frame, given in that of the vehicle.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Its origin.
    pub origin: Vector,
    /// Directions of its axes.
    pub axes: [Vector; 3],
}

impl Frame {
    /// The frame of the members `Location` and `Orientation`; `Orientation` may be missing.
    pub fn of(node: &Node<'_>) -> Self {
        let axes = match node.has("Orientation") {
            true => axes(node, "Orientation"),
            false => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        };
        Self {
            origin: node.vector("Location"),
            axes,
        }
    }

    /// Converts a point from the frame to the vehicle.
    pub fn point(&self, at: Vector) -> Vector {
        sum(self.origin, self.direction(at)).map(super::draft::rounded)
    }

    /// Converts a direction from the frame to the vehicle.
    pub fn direction(&self, along: Vector) -> Vector {
        let [u, v, w] = self.axes;
        sum(sum(times(u, along[0]), times(v, along[1])), times(w, along[2]))
    }
}

/// Directions of the axes of a frame, from its quaternion with the real part first.
pub fn axes(node: &Node<'_>, key: &str) -> [Vector; 3] {
    let q = node.part(key).numbers();
    let [a, b, c, d] = <[f64; 4]>::try_from(q).unwrap_or_else(|_| {
        node.mistake(&format!("`{key}` is not the four numbers of a quaternion"));
        [1.0, 0.0, 0.0, 0.0]
    });
    let size = (a * a + b * b + c * c + d * d).sqrt();
    let [a, b, c, d] = [a, b, c, d].map(|own| if size > 0.0 { own / size } else { own });
    [
        [
            a * a + b * b - c * c - d * d,
            2.0 * (b * c + a * d),
            2.0 * (b * d - a * c),
        ],
        [
            2.0 * (b * c - a * d),
            a * a - b * b + c * c - d * d,
            2.0 * (c * d + a * b),
        ],
        [
            2.0 * (b * d + a * c),
            2.0 * (c * d - a * b),
            a * a - b * b - c * c + d * d,
        ],
    ]
}
