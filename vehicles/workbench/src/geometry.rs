//! The geometry of a vehicle as lines: bodies between their joints, rods, springs and wheels.

use crate::vehicle::Running;
use nalgebra::Vector3;
use wishbone::prelude::*;
use wishbone_compiler::model::{BodyId, JointKind, Model};
use wishbone_engine::Engine;
use wishbone_report::{Fixed, Frame, Geometry, INKS, Line, Look, Part, Scene, Slider, Wheel};
use wishbone_studies::kc::{Conditions, shown};
use wishbone_studies::manoeuvre::Pose;
use wishbone_studies::rig::{NotReached, Rig};

/// Most points of a body that is drawn as a star.
const LARGEST_STAR: usize = 6;
/// Positions of a slider on each side of the design position.
const SIDE: usize = 6;
const ROD: &str = "#888888";
const SPRING: &str = "#b3261e";

/// The geometry of a vehicle.
pub fn of(model: &Model) -> Geometry {
    let wheels = model.wheels.iter().map(|wheel| Wheel {
        name: wheel.name.clone(),
        centre: fixed(model, wheel.carrier, *wheel.centre),
        axis: (*wheel.axis).into(),
        radius: wheel.radius,
    });
    Geometry {
        parts: parts(model),
        wheels: wheels.collect(),
    }
}

/// The scene of a rig, with sliders over its travel and steering. Positions that it does not reach are left out.
pub fn scene(running: &Running, rig: &Rig<Engine>, conditions: &Conditions) -> Scene {
    let geometry = of(&running.compiled.model);
    let mut at_design = rig.clone();
    let design = frame(&geometry, &mut at_design, "design position");
    let heights: Vec<f64> = at_design.wheels().iter().map(|wheel| wheel.centre[2]).collect();
    let mut sliders = Vec::new();
    let most = conditions.travel.last().copied().unwrap_or(0.0);
    let travel = |rig: &mut Rig<Engine>, position: f64| {
        let wanted: Vec<f64> = heights.iter().map(|height| height + position).collect();
        rig.lift(&wanted)
    };
    sliders.extend(slider(("travel", most, 1e3, "mm"), travel, rig, &geometry));
    if let Some((steering, positions)) = &conditions.steer {
        let most = positions.last().copied().unwrap_or(0.0);
        let steer = |rig: &mut Rig<Engine>, position: f64| {
            rig.steer(*steering, position);
            rig.lift(&heights)
        };
        let name = steering.name(running.engine.description());
        let (unit, scale) = shown(conditions.steer_unit);
        sliders.extend(slider((name, most, scale, unit), steer, rig, &geometry));
    }
    Scene {
        lines: geometry.lines(),
        design,
        sliders,
    }
}

/// Positions of a rig to both sides, as far as it reaches them from the design position on.
fn slider(
    (name, most, scale, unit): (&str, f64, f64, &str),
    mut go: impl FnMut(&mut Rig<Engine>, f64) -> Result<(), NotReached>,
    rig: &Rig<Engine>,
    geometry: &Geometry,
) -> Option<Slider> {
    let mut to_side = |sign: f64| -> Vec<Frame> {
        let mut there = rig.clone();
        let positions = (0..=SIDE).map(|k| sign * most * k as f64 / SIDE as f64);
        let mut frames = Vec::new();
        for position in positions {
            if go(&mut there, position).is_err() {
                break;
            }
            // Zero has no sign.
            let label = format!("{:.4}", scale * position + 0.0);
            let label = label.trim_end_matches('0').trim_end_matches('.').to_owned();
            frames.push(frame(geometry, &mut there, format!("{label} {unit}").trim_end()));
        }
        frames
    };
    let (up, mut frames) = (to_side(1.0), to_side(-1.0));
    frames.reverse();
    let start = frames.len().checked_sub(1)?;
    frames.extend(up.into_iter().skip(1));
    Some(Slider {
        name: name.to_owned(),
        frames,
        start,
    })
}

fn line(name: &str, ink: &'static str, look: Look) -> Line {
    Line {
        name: name.to_owned(),
        ink,
        look,
    }
}

/// A point of the design position that moves with a body.
fn fixed(model: &Model, body: BodyId, point: Vector3<f64>) -> Fixed {
    Fixed {
        body: body.index().checked_sub(1),
        place: (point - *model.bodies[body.index()].com).into(),
    }
}

/// Bodies as lines through the points at which they are held, rods and springs.
fn parts(model: &Model) -> Vec<Part> {
    let mut held: Vec<Vec<Vector3<f64>>> = vec![Vec::new(); model.bodies.len()];
    let mut parts = Vec::new();
    for joint in &model.joints {
        let points: Vec<Vector3<f64>> = joint.kind.points().iter().map(|point| **point).collect();
        let (Some(first), Some(last)) = (points.first(), points.last()) else {
            continue;
        };
        match &joint.kind {
            // A body that moves freely, and wheels that mesh, have no place at which it is held.
            JointKind::Free(_) | JointKind::Gear(_) => continue,
            JointKind::Distance(_) | JointKind::SphericalRevolute(_) | JointKind::SphericalTranslational(_) => parts
                .push(Part {
                    line: line(&joint.name, ROD, Look::Bar),
                    points: vec![fixed(model, joint.first, *first), fixed(model, joint.second, *last)],
                }),
            _ => {}
        }
        held[joint.first.index()].push(*first);
        held[joint.second.index()].push(*last);
    }
    for spring in &model.springs {
        parts.push(Part {
            line: line(&spring.name, SPRING, Look::Spring),
            points: vec![
                fixed(model, spring.first, *spring.from),
                fixed(model, spring.second, *spring.to),
            ],
        });
        held[spring.first.index()].push(*spring.from);
        held[spring.second.index()].push(*spring.to);
    }
    for wheel in &model.wheels {
        held[wheel.carrier.index()].push(*wheel.centre);
    }
    for (place, (body, points)) in model.bodies.iter().zip(&held).enumerate().skip(1) {
        let id = BodyId::from(place);
        let centre = points.iter().sum::<Vector3<f64>>() / points.len().max(1) as f64;
        let (look, line_of) = match points.len() {
            0 | 1 => continue,
            // From the middle to each point and back: a star.
            2..=LARGEST_STAR => (
                Look::Bar,
                points
                    .iter()
                    .flat_map(|point| [centre, *point])
                    .chain([centre])
                    .collect(),
            ),
            _ => (Look::Points, points.clone()),
        };
        parts.push(Part {
            line: line(&body.name, INKS[place % INKS.len()], look),
            points: line_of.into_iter().map(|point| fixed(model, id, point)).collect(),
        });
    }
    parts
}

/// Where all lines are in the rig's position.
fn frame(geometry: &Geometry, rig: &mut Rig<Engine>, name: &str) -> Frame {
    let poses: Vec<Pose> = rig.bodies().iter().map(Pose::from).collect();
    Frame {
        name: name.to_owned(),
        points: geometry.points(&poses),
    }
}
