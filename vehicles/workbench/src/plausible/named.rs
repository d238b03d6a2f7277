//! Positions that contradict names: a front point behind the rear point, an upper point below the lower point, a left point on
//! the right.
//!
//! Two points of one group are compared if their names differ in one word: `lca_front` and `lca_rear`, `uca_outer` and `lca_outer`.
//! Only contradictions are reported.

use nalgebra::Vector3;
use wishbone_compiler::model::{Hardpoint, Model};
use wishbone_studies::plausibility::Checked;

/// Words for the two ends of a direction: first the words for the farther end, then the words for the nearer end.
struct Opposites {
    far: &'static [&'static str],
    near: &'static [&'static str],
    /// `in front of`
    relation: &'static str,
    axis: usize,
    slip: &'static str,
}

const OPPOSITES: [Opposites; 4] = [
    Opposites {
        far: &["front"],
        near: &["rear"],
        relation: "in front of",
        axis: 0,
        slip: "x counted to the rear, or exchanged points",
    },
    Opposites {
        far: &["outer"],
        near: &["inner", "front", "rear"],
        relation: "farther out than",
        axis: 1,
        slip: "exchanged points, a coordinate in a wrong unit, or the origin at the wheel",
    },
    Opposites {
        far: &["upper", "uca"],
        near: &["lower", "lca"],
        relation: "above",
        axis: 2,
        slip: "z counted downward, or exchanged points",
    },
    Opposites {
        far: &["top"],
        near: &["seat", "bottom", "lower", "eye"],
        relation: "above",
        axis: 2,
        slip: "z counted downward, or exchanged points",
    },
];

const SOURCE: &str = "the names say so (ISO 8855: x forward, y to the left, z up)";

/// Contradictions between names and places of points and wheels.
pub fn contradictions(model: &Model, points: &[Hardpoint]) -> Vec<Checked> {
    let mut all = of_wheels(model);
    all.extend(points.iter().filter_map(|point| in_another_unit(point, points)));
    all.extend(
        points
            .iter()
            .filter_map(|point| on_the_other_side(model, point, points)),
    );
    for (place, first) in points.iter().enumerate() {
        for second in &points[place + 1..] {
            all.extend(between(model, first, second));
            all.extend(between(model, second, first));
        }
    }
    all
}

/// The contradiction between two points, if the first has the name of the farther end but not its position.
fn between(model: &Model, far: &Hardpoint, near: &Hardpoint) -> Option<Checked> {
    let (group, far_name) = split(&far.name);
    let (other, near_name) = split(&near.name);
    if group != other {
        return None;
    }
    let [one, two] = differing(far_name, near_name)?;
    let opposites = OPPOSITES
        .iter()
        .find(|own| own.far.contains(&one) && own.near.contains(&two))?;
    let measured = |point: &Hardpoint| match opposites.axis {
        0 => point.declared.x * forward(model, group, point),
        1 => point.declared.y.abs(),
        _ => point.declared.z,
    };
    let distance = measured(far) - measured(near);
    // An arm may be level or along an axis of the vehicle. Its ends are then not in the wrong order.
    (distance < -LEAST).then(|| {
        let name = format!("`{}` {} `{near_name}`", far.name, opposites.relation);
        Checked::new(name, "mm", 1e3 * distance, 0.0..=f64::INFINITY, SOURCE).likely(opposites.slip)
    })
}

/// A point that is very much nearer to the origin, or very much farther from it, than the other points of its group.
fn in_another_unit(point: &Hardpoint, points: &[Hardpoint]) -> Option<Checked> {
    let (group, own) = (split(&point.name).0, point.declared.norm());
    let others = points
        .iter()
        .filter(|other| split(&other.name).0 == group && other.name != point.name);
    let mut others: Vec<f64> = others.map(|other| other.declared.norm()).collect();
    others.sort_by(f64::total_cmp);
    let middle = *others.get(others.len() / 2)?;
    let ratio = own / middle;
    let is_other = others.len() > 2 && own > 0.0 && !(SMALLEST..=GREATEST).contains(&ratio);
    is_other.then(|| {
        let name = format!("distance of `{}` from the origin", point.name);
        Checked::new(
            name,
            "mm",
            1e3 * own,
            1e3 * SMALLEST * middle..=1e3 * GREATEST * middle,
            "other points of its group",
        )
        .likely("one point in m among points in mm, or the other way round")
    })
}

/// A point of a wheel's group that lies on the other side of the middle plane than all other points of the group.
fn on_the_other_side(model: &Model, point: &Hardpoint, points: &[Hardpoint]) -> Option<Checked> {
    let (group, across) = (split(&point.name).0, point.declared.y);
    let has_wheel = model.wheels.iter().any(|wheel| split(&wheel.name).0 == group);
    let others = points
        .iter()
        .filter(|other| split(&other.name).0 == group && other.name != point.name);
    let others: Vec<f64> = others.map(|other| other.declared.y * across.signum()).collect();
    let beside = others.iter().filter(|own| **own < -LEAST).count();
    let is_alone = has_wheel && across.abs() > ACROSS && beside > 2 && others.iter().all(|own| *own < LEAST);
    is_alone.then(|| {
        let name = format!("`{}` on the side of its group", point.name);
        Checked::new(
            name,
            "mm",
            -1e3 * across.abs(),
            0.0..=f64::INFINITY,
            "other points of its group",
        )
        .likely("a wrong sign of y")
    })
}

/// Smallest distance beyond the middle plane that counts as the other side [m]; offsets of racks are smaller.
const ACROSS: f64 = 0.08;

/// Usual ratios of the distance of a point from the origin to the distance of the other points of its group.
const SMALLEST: f64 = 0.01;
const GREATEST: f64 = 20.0;

/// Smallest distance that is a contradiction [m].
const LEAST: f64 = 0.01;

/// Group and own name: `front_left` and `lca_front`.
fn split(name: &str) -> (&str, &str) {
    name.rsplit_once('.').unwrap_or(("", name))
}

/// The two words that differ between two names, if the names differ in exactly one word.
fn differing<'a>(one: &'a str, two: &'a str) -> Option<[&'a str; 2]> {
    let (first, second): (Vec<&str>, Vec<&str>) = (one.split('_').collect(), two.split('_').collect());
    if first.len() != second.len() {
        return None;
    }
    let mut differing = first.iter().zip(&second).filter(|(a, b)| a != b);
    let (a, b) = differing.next()?;
    differing.next().is_none().then_some([*a, *b])
}

/// Sign of X forward: 1, but -1 in a group that is turned about the vertical axis. An example is a group for the left side that is
/// placed on the right.
fn forward(model: &Model, group: &str, point: &Hardpoint) -> f64 {
    let own = model.wheels.iter().find(|wheel| split(&wheel.name).0 == group);
    match own {
        Some(wheel) if point.image.is_none() && wheel.centre.y * point.declared.y < 0.0 => -1.0,
        _ => 1.0,
    }
}

/// Contradictions of wheels named left or right, front or rear.
fn of_wheels(model: &Model) -> Vec<Checked> {
    let named = |word: &str| {
        let wheels = model.wheels.iter().filter(move |wheel| has(&wheel.name, word));
        wheels
            .map(|wheel| (wheel.name.as_str(), *wheel.centre))
            .collect::<Vec<(&str, Vector3<f64>)>>()
    };
    let mut all = Vec::new();
    for (word, sign) in [("left", 1.0), ("right", -1.0)] {
        let wrong = named(word).into_iter().filter(|(_, centre)| sign * centre.y < 0.0);
        all.extend(wrong.map(|(name, centre)| {
            let name = format!("`{name}` on the {word}");
            let checked = Checked::new(name, "mm", 1e3 * sign * centre.y, 0.0..=f64::INFINITY, SOURCE);
            checked.likely("y counted to the right").possible(0.0..=f64::INFINITY)
        }));
    }
    // Names that differ by this word alone belong to one unit: a trailer has its own front and rear.
    let without = |name: &str, word: &str| {
        let words = name.split_inclusive(['.', '_']);
        words
            .filter(|part| part.trim_end_matches(['.', '_']) != word)
            .collect::<String>()
    };
    let rear = named("rear");
    let pairs = named("front").into_iter().flat_map(|(front, at)| {
        let own = without(front, "front");
        let behind = rear
            .iter()
            .filter(move |(rear, to)| without(rear, "rear") == own && at.x < to.x);
        behind
            .map(move |(rear, to)| (front, *rear, at.x - to.x))
            .collect::<Vec<_>>()
    });
    if let Some((front, rear, apart)) = pairs.min_by(|(_, _, a), (_, _, b)| a.total_cmp(b)) {
        let name = format!("`{front}` in front of `{rear}`");
        let checked = Checked::new(name, "mm", 1e3 * apart, 0.0..=f64::INFINITY, SOURCE);
        all.push(checked.likely("x counted to the rear").possible(0.0..=f64::INFINITY));
    }
    all
}

/// Whether a word is part of a name.
fn has(name: &str, word: &str) -> bool {
    name.split(['.', '_']).any(|part| part == word)
}
