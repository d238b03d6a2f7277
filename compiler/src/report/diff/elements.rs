//! Force elements as parts, with their attributes in words.

use super::curve::curve;
use super::parts::{Part, between, direction, number, part, point, with_unit};
use crate::model::{Effort, Law, Load, Model, Place, SignalId, Six, Size};

/// Spring-dampers.
pub(super) fn springs(model: &Model) -> Vec<Part> {
    let springs = model.springs.iter().map(|spring| {
        let mut attributes = vec![
            ("between", between(model, spring.first, spring.second)),
            ("from", point(&spring.from)),
            ("to", point(&spring.to)),
            ("free length", with_unit(*spring.free_length, "m")),
            ("preload", with_unit(*spring.preload, "N")),
        ];
        attributes.extend(spring.elastic.as_ref().map(|elastic| ("elastic force", curve(elastic))));
        if let Some(damping) = &spring.damping {
            attributes.push(("damping", curve(&damping.curve)));
            let series = damping.series.as_ref();
            attributes.extend(series.map(|rate| ("in series with the damper", with_unit(**rate, "N/m"))));
            let window = damping.outside.as_ref().map(|(min, max, outside)| {
                let window = format!("{} to {} m", number(**min), number(**max));
                ("damping outside", format!("{window}: {}", curve(outside)))
            });
            attributes.extend(window);
        }
        for (name, stop) in [("bump stop", &spring.bump_stop), ("rebound stop", &spring.rebound_stop)] {
            let words = |at: f64, force: String| format!("at {}: {force}", with_unit(at, "m"));
            attributes.extend(
                stop.as_ref()
                    .map(|stop| (name, words(*stop.length, curve(&stop.curve)))),
            );
        }
        attributes.extend(spring.actuator.map(|signal| ("actuator", input(model, signal))));
        part(&spring.name, attributes)
    });
    springs.collect()
}

/// What the curves of a bushing are called, by direction.
const BUSHING_CURVES: [&str; 6] = [
    "elastic force x",
    "elastic force y",
    "elastic force z",
    "elastic torque x",
    "elastic torque y",
    "elastic torque z",
];

/// Other force elements.
pub(super) fn forces(model: &Model) -> Vec<Part> {
    let forces = model.forces.iter().map(|force| {
        let bodies = force.law.bodies(model).into_iter().map(|b| model.body(b).name.as_str());
        let mut attributes = vec![
            ("kind", force.law.word().to_owned()),
            ("bodies", bodies.collect::<Vec<_>>().join(", ")),
        ];
        match &force.law {
            Law::Bushing(bushing) => {
                attributes.push(("at", point(&bushing.at)));
                let columns = bushing.axes.column_iter().map(|c| direction(&c.into_owned()));
                attributes.push(("axes", columns.collect::<Vec<_>>().join(", ")));
                attributes.push(("stiffness", six(&bushing.stiffness)));
                attributes.push(("damping", six(&bushing.damping)));
                let named = BUSHING_CURVES.into_iter().zip(&bushing.curves);
                attributes.extend(named.filter_map(|(name, given)| Some((name, curve(given.as_ref()?)))));
            }
            Law::Friction(friction) => {
                let (limit, speed) = match friction.effort {
                    Effort::Force => ("N", "m/s"),
                    Effort::Torque => ("N*m", "rad/s"),
                };
                attributes.push(("joint", model.joint(friction.joint).name.clone()));
                attributes.push((friction.effort.word(), with_unit(*friction.limit, limit)));
                attributes.push(("speed", with_unit(*friction.speed, speed)));
            }
            Law::Load(load) => attributes.extend(loaded(model, load)),
            Law::RollBar(bar) => {
                attributes.push(("from", point(&bar.from)));
                attributes.push(("to", point(&bar.to)));
                attributes.push(("axis", direction(&bar.axis)));
                attributes.push(("elastic force", curve(&bar.elastic)));
                attributes.extend(bar.damping.as_ref().map(|damping| ("damping", curve(damping))));
            }
            Law::Torsion(torsion) => {
                attributes.push(("joint", model.joint(torsion.joint).name.clone()));
                attributes.push(("free angle", with_unit(*torsion.free_angle, "rad")));
                attributes.push(("preload", with_unit(*torsion.preload, "N*m")));
                attributes.extend(
                    torsion
                        .elastic
                        .as_ref()
                        .map(|elastic| ("elastic torque", curve(elastic))),
                );
                attributes.extend(torsion.damping.as_ref().map(|damping| ("damping", curve(damping))));
                attributes.extend(torsion.actuator.map(|signal| ("actuator", input(model, signal))));
            }
        }
        part(&force.name, attributes)
    });
    forces.collect()
}

fn loaded(model: &Model, load: &Load) -> Vec<(&'static str, String)> {
    let mut attributes = match &load.on {
        Place::Joint(joint) => vec![("joint", model.joint(*joint).name.clone())],
        Place::Body {
            seen_from, at, axis, ..
        } => vec![
            ("at", point(at)),
            ("axis", direction(axis)),
            ("axis fixed in", model.body(*seen_from).name.clone()),
        ],
    };
    let (what, unit) = match load.effort {
        Effort::Force => ("force", "N"),
        Effort::Torque => ("torque", "N*m"),
    };
    let size = match &load.size {
        Size::Constant(size) => with_unit(**size, unit),
        Size::Signal(signal) => input(model, *signal),
    };
    attributes.push((what, size));
    attributes
}

fn input(model: &Model, signal: SignalId) -> String {
    format!("input {}", model.signals[signal.index()].name)
}

/// The lower triangle of a bushing's matrix, by row.
fn six(matrix: &Six) -> String {
    let row = |i: usize| {
        let entries = (0..=i).map(|j| number(**matrix.at(i, j)));
        format!("[{}]", entries.collect::<Vec<_>>().join(", "))
    };
    (0..6).map(row).collect::<Vec<_>>().join(" ")
}
