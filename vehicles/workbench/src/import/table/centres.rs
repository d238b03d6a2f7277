//! Centres of mass of a declared vehicle: they move with the points of their bodies.

use super::onto::in_place;
use super::place::digits;
use crate::problem::Problem;
use crate::suspensions::Suspension;
use crate::vehicle::{Declaration, Origin};
use wishbone_compiler::front::suggest;
use wishbone_compiler::model::{Hardpoint, Model};

/// Distances up to this count as none [m].
const NONE: f64 = 1e-9;
/// Distance by which the points of a body may leave its centre of mass behind without a warning [m].
const FAR: f64 = 0.02;

/// Model and hardpoints of a vehicle.
pub(super) type Resolved<'a> = (&'a Model, &'a [Hardpoint]);

/// A vehicle whose points have moved from `before` to `after`, with centres of mass that have moved by the mean
/// displacement of the points of their bodies. Also returns the number of these bodies, and warnings about bodies whose
/// points have left their centre of mass.
pub(super) fn moved(
    declaration: Declaration,
    before: Resolved<'_>,
    after: Resolved<'_>,
    origins: &[Origin],
) -> Result<(Declaration, usize, Vec<String>), Problem> {
    let (mut changes, mut left) = (Vec::new(), Vec::new());
    for (group, own) in declaration.placed()? {
        for part in own.parts.iter().filter(|part| part.element.keyword.text == "body") {
            let by = mean(&own, part, |name| displacement(&group, name, before.1, after.1));
            let far = by.iter().map(|each| each * each).sum::<f64>().sqrt();
            let name = format!("{group}.{}{}", part.group, part.element.name.text);
            let com = |model: &Model| model.bodies.iter().find(|own| own.name == name).map(|own| *own.com);
            let (Some(old), Some(new)) = (com(before.0), com(after.0)) else {
                continue;
            };
            // A centre of mass at a hardpoint has moved already.
            if far <= NONE || (new - old).norm() > NONE {
                continue;
            }
            match part.group.is_empty() {
                true => {
                    let at = in_place(&name, [0, 1, 2].map(|axis| old[axis] + by[axis]), origins)?;
                    let at = at.map(|number| digits(1e3 * number)).join(", ");
                    changes.push(format!("{name}.com = [{at}] mm"));
                }
                // A change reaches no part of a group within a group.
                false if far > FAR => left.push((name, far)),
                false => {}
            }
        }
    }
    let warnings = match left.iter().map(|(_, far)| *far).reduce(f64::max) {
        Some(far) => {
            let names: Vec<&str> = left.iter().map(|(name, _)| name.as_str()).collect();
            vec![format!(
                "warning: the centres of mass of {} stay, although the points of these bodies move by up to {:.0} mm: change `com` in the file",
                suggest::quoted(&names),
                1e3 * far
            )]
        }
        None => Vec::new(),
    };
    let count = changes.len();
    Ok((declaration.changed(&changes)?, count, warnings))
}

/// Mean displacement of the points of a body [m].
fn mean(own: &Suspension, part: &crate::suspensions::Part, by: impl Fn(&str) -> [f64; 3]) -> [f64; 3] {
    let points = own.points_of(part);
    #[expect(clippy::cast_precision_loss, reason = "a few points")]
    let count = points.len().max(1) as f64;
    let all = points.iter().map(|point| by(&point.name));
    all.fold([0.0; 3], |sum, by| [0, 1, 2].map(|axis| sum[axis] + by[axis] / count))
}

/// Displacement of a point of a group [m], in the axes of the group, which are the axes of the vehicle.
fn displacement(group: &str, name: &str, before: &[Hardpoint], after: &[Hardpoint]) -> [f64; 3] {
    let full = format!("{group}.{name}");
    let at = |points: &[Hardpoint]| points.iter().find(|own| own.name == full).map(|own| own.declared);
    match (at(before), at(after)) {
        (Some(old), Some(new)) => [new.x - old.x, new.y - old.y, new.z - old.z],
        _ => [0.0; 3],
    }
}
