//! Hardpoints of the library, moved at random.

use crate::suspension::within;
use fastrand::Rng;

/// Largest movement of a coordinate [m].
const MOVED: f64 = 0.012;

/// A point by its name.
#[derive(Clone, Debug)]
pub struct Point {
    name: String,
    place: [f64; 3],
}

/// The points of the first list in a text of the library [m].
pub fn of(text: &str) -> Vec<Point> {
    let code: String = text.lines().filter(|line| !line.starts_with("//")).collect();
    let list = code.split_once("points {").and_then(|(_, rest)| rest.split_once('}'));
    list.map_or_else(Vec::new, |(list, _)| list.split("] m").filter_map(point).collect())
}

/// A point as it is written in a text, such as `lca_front: [0.2, 0.4, -0.1`; `None` if the text is no point.
fn point(text: &str) -> Option<Point> {
    let (name, numbers) = text.split_once(':')?;
    let numbers = numbers.trim_start().strip_prefix('[')?.split(',');
    let numbers: Vec<f64> = numbers.filter_map(|number| number.trim().parse().ok()).collect();
    Some(Point {
        name: name.trim_matches([',', ' ']).to_owned(),
        place: numbers.try_into().ok()?,
    })
}

/// The points of a place as text, each moved by a random amount of at most `MOVED`.
pub fn moved(rng: &mut Rng, points: &[Point], is_turned: bool) -> String {
    let mut text = String::from("points { ");
    for point in points {
        let [x, y, z] = point.place.map(|number| number + within(rng, -MOVED, MOVED));
        // A place on the right is turned by 180 degrees about the vertical, so that forward is the negative X direction there.
        let x = if is_turned { -x } else { x };
        text += &format!("{}: [{x:.5}, {y:.5}, {z:.5}] m, ", point.name);
    }
    text + "}"
}
