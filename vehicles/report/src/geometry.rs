//! The geometry of a vehicle: lines through points of its bodies, and wheels.

use crate::packed::rounded;
use serde_json::{Value, json};
use wishbone_studies::manoeuvre::Pose;

/// A line through points: a part of a vehicle.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Name of the part.
    pub name: String,
    /// Colour, as in CSS: `#0072b2`.
    pub ink: &'static str,
    /// How it is drawn.
    pub look: Look,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A line with its points marked: a body, a rod.
    Bar,
    /// A dashed line with its points marked: a spring.
    Spring,
    /// The points alone, or the box around them: a chassis.
    Points,
}

/// A point that moves with a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fixed {
    /// Position of the body among the moving ones; none for the ground.
    pub body: Option<usize>,
    /// Place from the body's centre of mass in the body's axes, or in the world for the ground [m].
    pub place: [f64; 3],
}

/// A line with its points.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Name and look.
    pub line: Line,
    /// Points in their order along the line.
    pub points: Vec<Fixed>,
}

/// A wheel on its carrier.
#[derive(Clone, Debug, PartialEq)]
pub struct Wheel {
    /// `front_left.tyre`
    pub name: String,
    /// Its centre.
    pub centre: Fixed,
    /// Unit spin axis in the carrier's axes.
    pub axis: [f64; 3],
    /// Unloaded radius [m].
    pub radius: f64,
}

/// Parts and wheels of a vehicle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Geometry {
    /// Bodies, rods and springs.
    pub parts: Vec<Part>,
    /// Wheels.
    pub wheels: Vec<Wheel>,
    /// Positions of the heavy bodies, each with its points and wheel centres. A body is sketched around these points.
    pub hulls: Vec<(usize, Vec<Fixed>)>,
}

/// Colour of a wheel.
pub(crate) const WHEEL: &str = "#777777";

impl Geometry {
    /// Parts, wheels and hulls as the page draws them.
    pub(crate) fn data(&self) -> Value {
        let parts = self.parts.iter().map(|part| {
            let strokes = part.strokes().into_iter().map(|ends| ends.map(|end| end.data()).concat());
            let look = match part.line.look {
                Look::Bar => "bar",
                Look::Spring => "spring",
                Look::Points => "box",
            };
            json!({ "name": part.line.name, "ink": part.line.ink, "look": look, "strokes": strokes.collect::<Vec<_>>() })
        });
        let wheels = self.wheels.iter().map(|wheel| {
            json!({
                "name": wheel.name, "centre": wheel.centre.data(), "axis": wheel.axis, "spokes": wheel.spokes(),
                "radius": rounded(wheel.radius),
            })
        });
        let hulls = self.hulls.iter().map(
            |(body, points)| json!({ "body": body, "points": points.iter().map(Fixed::data).collect::<Vec<_>>() }),
        );
        json!({
            "parts": parts.collect::<Vec<_>>(), "wheels": wheels.collect::<Vec<_>>(), "hulls": hulls.collect::<Vec<_>>(),
        })
    }
}

impl Fixed {
    /// Number of the body (-1 for the ground), then the place.
    fn data(&self) -> [f64; 4] {
        let [x, y, z] = self.place.map(rounded);
        [self.body.map_or(-1.0, |body| body as f64), x, y, z]
    }

    /// Position of the point in the world, for given poses of the bodies [m].
    pub fn at(&self, bodies: &[Pose]) -> [f64; 3] {
        pose(self.body, bodies).place(self.place)
    }
}

/// Pose of a body, or of the ground.
pub(crate) fn pose(body: Option<usize>, bodies: &[Pose]) -> Pose {
    body.map_or(Pose::WORLD, |body| bodies[body])
}

impl Part {
    /// Strokes that draw the part in motion, each once: along its line, or along the edges of the box around its points.
    pub(crate) fn strokes(&self) -> Vec<[Fixed; 2]> {
        if self.line.look == Look::Points {
            return edges(&self.points);
        }
        let mut strokes: Vec<[Fixed; 2]> = Vec::new();
        for ends in self.points.windows(2) {
            let [from, to] = [ends[0], ends[1]];
            if from != to && !strokes.contains(&[from, to]) && !strokes.contains(&[to, from]) {
                strokes.push([from, to]);
            }
        }
        strokes
    }
}

/// The edges of the box around points of one body, along the body's axes: twelve edges, or four if the points lie in a
/// plane along two axes.
fn edges(points: &[Fixed]) -> Vec<[Fixed; 2]> {
    let Some(first) = points.first() else {
        return Vec::new();
    };
    let [low, high] = [f64::min as fn(f64, f64) -> f64, f64::max].map(|pick| {
        points.iter().fold(first.place, |found, point| {
            std::array::from_fn(|k| pick(found[k], point.place[k]))
        })
    });
    let corner = |number: usize| Fixed {
        body: first.body,
        place: std::array::from_fn(|k| if number >> k & 1 == 0 { low[k] } else { high[k] }),
    };
    // In a direction in which the points have no extent, there is one side of the box for two.
    let is_wide = |axis: usize| low[axis] != high[axis];
    let stands = |number: usize| (0..3).all(|axis| number >> axis & 1 == 0 || is_wide(axis));
    let pairs = (0..8).flat_map(|number| (0..3).map(move |axis| (number, number | 1 << axis)));
    pairs
        .filter(|(one, other)| one != other && stands(*one) && stands(*other))
        .map(|(one, other)| [corner(one), corner(other)])
        .collect()
}

impl Wheel {
    /// Two unit directions perpendicular to the axis, in the carrier's axes: ahead and across. A positive spin turns the first to
    /// the second.
    pub(crate) fn spokes(&self) -> [[f64; 3]; 2] {
        let axis = self.axis;
        let ahead = cross(axis, [0.0, 0.0, 1.0]);
        let ahead = match ahead.map(|x| x * x).iter().sum::<f64>().sqrt() {
            // A wheel that lies flat.
            length if length < 1e-9 => [1.0, 0.0, 0.0],
            length => ahead.map(|x| x / length),
        };
        [ahead, cross(axis, ahead)]
    }
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(look: Look, places: &[[f64; 3]]) -> Part {
        let fixed = |place: &[f64; 3]| Fixed {
            body: Some(0),
            place: *place,
        };
        Part {
            line: Line {
                name: "part".to_owned(),
                ink: "#000000",
                look,
            },
            points: places.iter().map(fixed).collect(),
        }
    }

    /// A line that goes to the middle and back, as in a star, has one stroke for each arm.
    #[test]
    fn a_star_is_drawn_once() {
        let (centre, one, other) = ([0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]);
        let star = part(Look::Bar, &[centre, one, centre, other, centre]);
        assert_eq!(star.strokes().len(), 2);
    }

    /// The box has twelve edges. Each edge lies along one axis and has the length of the box along that axis.
    #[test]
    fn a_chassis_is_the_box_around_its_points() {
        let chassis = part(Look::Points, &[[0.0, 1.0, 2.0], [3.0, -1.0, 2.5], [1.0, 0.0, 4.0]]);
        let strokes = chassis.strokes();
        assert_eq!(strokes.len(), 12);
        for (axis, length) in [3.0, 2.0, 2.0].into_iter().enumerate() {
            let along = strokes
                .iter()
                .filter(|[from, to]| to.place[axis] - from.place[axis] == length);
            assert_eq!(along.count(), 4, "axis {axis}");
        }
    }

    /// Points in a plane give the four edges of a rectangle, points on a line give one edge, and points at one place
    /// give no edge.
    #[test]
    fn a_flat_chassis_has_each_edge_once() {
        let places = [[0.0, 1.0, 2.0], [3.0, 1.0, 2.5], [1.0, 1.0, 4.0]];
        let strokes = part(Look::Points, &places).strokes();
        assert_eq!(strokes.len(), 4);
        assert!(strokes.iter().all(|[from, to]| from.place != to.place), "{strokes:?}");
        assert_eq!(
            part(Look::Points, &[[0.0, 1.0, 2.0], [0.0, 1.0, 3.0]]).strokes().len(),
            1
        );
        assert!(part(Look::Points, &[[0.0, 1.0, 2.0]; 3]).strokes().is_empty());
    }

    /// A wheel whose axis points to the left rolls forward: its top goes ahead.
    #[test]
    fn a_positive_spin_rolls_forward() {
        let wheel = Wheel {
            name: "tyre".to_owned(),
            centre: Fixed {
                body: None,
                place: [0.0, 0.7, 0.3],
            },
            axis: [0.0, 1.0, 0.0],
            radius: 0.3,
        };
        // Ahead goes down, and so the top goes ahead.
        assert_eq!(wheel.spokes(), [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0]]);
    }
}
