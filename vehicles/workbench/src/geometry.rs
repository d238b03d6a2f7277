//! The geometry of a vehicle as lines: bodies between their joints, rods, springs and wheels.

use crate::vehicle::{Running, Weight};
use nalgebra::Vector3;
use wishbone::ports::WheelMotion;
use wishbone::prelude::*;
use wishbone_compiler::model::{BodyId, Joint, JointKind, Model};
use wishbone_engine::Engine;
use wishbone_report::{Axle, Fixed, Geometry, INKS, Line, Look, Part, Position, Scene, Slider, Wheel};
use wishbone_studies::kc::{Conditions, shown};
use wishbone_studies::kinematics::{figures, roll_centre};
use wishbone_studies::manoeuvre::Pose;
use wishbone_studies::panels::round_step;
use wishbone_studies::rig::{Rig, Steering};

/// Largest number of points of a body that is drawn as a star.
const LARGEST_STAR: usize = 6;
/// Largest number of positions of a slider on each side of the design position.
const SIDE: f64 = 8.0;
const ROD: &str = "#888888";
const SPRING: &str = "#b3261e";

/// The geometry of a vehicle. `units` are the moving bodies around which a body is sketched.
pub fn of(model: &Model, units: &[usize]) -> Geometry {
    let wheels = model.wheels.iter().map(|wheel| Wheel {
        name: wheel.name.clone(),
        centre: fixed(model, wheel.carrier, *wheel.centre),
        axis: (*wheel.axis).into(),
        radius: wheel.radius,
    });
    Geometry {
        parts: parts(model),
        wheels: wheels.collect(),
        hulls: units.iter().map(|&unit| (unit, hull(model, units, unit))).collect(),
    }
}

/// Points at which a heavy body is attached, and the centres of the wheels that are nearer to this body along X than to
/// other heavy bodies.
fn hull(model: &Model, units: &[usize], unit: usize) -> Vec<Fixed> {
    let away = |unit: usize, x: f64| (model.bodies[unit + 1].com.x - x).abs();
    let is_own = |x: f64| units.iter().all(|&other| away(unit, x) <= away(other, x));
    let wheels = model
        .wheels
        .iter()
        .map(|wheel| *wheel.centre)
        .filter(|centre| is_own(centre.x));
    let held = held(model).swap_remove(unit + 1);
    let points = held.into_iter().chain(wheels);
    points
        .map(|point| fixed(model, BodyId::from(unit + 1), point))
        .collect()
}

/// The scene of a rig, with sliders over its travel and steering, computed for all pairs of slider positions. Positions
/// that the rig does not reach are empty.
pub fn scene(running: &Running, rig: &Rig<Engine>, conditions: &Conditions) -> Scene {
    let model = &running.compiled.model;
    let ends = |positions: &[f64]| [positions.first(), positions.last()].map(|end| end.copied().unwrap_or(0.0));
    let travel = slider("travel", "m", ends(&conditions.travel));
    let steer = conditions.steer.as_ref().map(|(steering, positions)| {
        let name = steering.name(running.engine.description());
        (*steering, slider(name, conditions.steer_unit, ends(positions)))
    });
    let grid = Grid {
        travel: &travel,
        steer: steer.as_ref(),
        unit: shown(conditions.steer_unit).1,
    };
    let positions = grid.positions(rig);
    let steer = steer.map(|(_, slider)| slider);
    Scene {
        geometry: of(model, &running.held_bodies()),
        chassis: running.chassis(),
        centre: Weight::of(&running.compiled).map(|weight| weight.centre.into()),
        sliders: std::iter::once(travel).chain(steer).collect(),
        positions,
    }
}

/// A slider with round numbers from one end to the other, in the unit in which positions of this unit are displayed.
fn slider(name: &str, unit: &str, ends: [f64; 2]) -> Slider {
    let (unit, scale) = shown(unit);
    let [least, most] = ends.map(|end| scale * end);
    let step = round_step(most.max(-least) / SIDE);
    let count = |end: f64| (end.abs() / step + 1e-6).floor() as i32;
    let (below, above) = (count(least), count(most));
    // A product keeps decimals short, which a sum would not; adding zero removes the sign of zero.
    let value = |k: i32| (1e9 * step * f64::from(k)).round() / 1e9 + 0.0;
    Slider {
        name: name.to_owned(),
        unit: unit.to_owned(),
        values: (-below..=above).map(value).collect(),
        start: below as usize,
    }
}

/// All pairs of positions of both sliders.
struct Grid<'a> {
    travel: &'a Slider,
    steer: Option<&'a (Steering, Slider)>,
    /// Factor from SI to the displayed unit of the steering.
    unit: f64,
}

impl Grid<'_> {
    /// Every position that the rig reaches, from the design position outward, with the travel first.
    fn positions(&self, rig: &Rig<Engine>) -> Vec<Option<Position>> {
        let design = rig.clone().wheels();
        let columns = self.steer.map_or(1, |(_, slider)| slider.values.len());
        let mut found = vec![None; columns * self.travel.values.len()];
        for rows in outward(self.travel) {
            let mut there = rig.clone();
            for row in rows {
                let heights: Vec<f64> = design
                    .iter()
                    .map(|wheel| wheel.centre[2] + 1e-3 * self.travel.values[row])
                    .collect();
                if there.lift(&heights).is_err() {
                    break;
                }
                self.steered(&there, &heights, &design, &mut found[columns * row..][..columns]);
            }
        }
        found
    }

    /// The positions of the steering at these heights.
    fn steered(&self, rig: &Rig<Engine>, heights: &[f64], design: &[WheelMotion], found: &mut [Option<Position>]) {
        let Some((steering, slider)) = self.steer else {
            found[0] = Some(position(&mut rig.clone(), design));
            return;
        };
        for columns in outward(slider) {
            let mut there = rig.clone();
            for column in columns {
                there.steer(*steering, slider.values[column] / self.unit);
                if there.lift(heights).is_err() {
                    break;
                }
                found[column] = Some(position(&mut there, design));
            }
        }
    }
}

/// Positions of a slider from its start to each end.
fn outward(slider: &Slider) -> [Vec<usize>; 2] {
    [
        (slider.start..slider.values.len()).collect(),
        (0..slider.start).rev().collect(),
    ]
}

/// Positions of all bodies and axles in the present position of the rig.
fn position(rig: &mut Rig<Engine>, design: &[WheelMotion]) -> Position {
    let bodies = rig.bodies().iter().map(Pose::from).collect();
    let wheels = rig.wheels();
    let arms = figures(rig, design).unwrap_or_default();
    let axles = rig.axles().into_iter().map(|pair| {
        let contacts = pair.map(|wheel| rig.contact(wheel, &wheels[wheel]).point);
        let instants = [0, 1].map(|side| {
            let (arm, contact) = (arms.get(pair[side])?.front_arm, contacts[side]);
            let length = arm.length?;
            let inward = if side == 0 { -length } else { length };
            Some([contact.y + inward, contact.z + length * arm.angle.tan()])
        });
        let middle = 0.5 * (contacts[0] + contacts[1]);
        let centre = roll_centre(rig, pair).ok().flatten();
        Axle {
            wheels: pair,
            contacts: contacts.map(Into::into),
            instants,
            roll_centre: centre.map(|[across, height]| [middle.y + across, middle.z + height]),
        }
    });
    Position {
        axles: axles.collect(),
        bodies,
    }
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

/// First and last point of a joint. `None` for a body that moves freely and for wheels that mesh, since these joints have no point.
fn ends(joint: &Joint) -> Option<[Vector3<f64>; 2]> {
    let points = joint.kind.points();
    let is_held = !matches!(joint.kind, JointKind::Free(_) | JointKind::Gear(_));
    let ends = points.first().zip(points.last()).filter(|_| is_held);
    ends.map(|(first, last)| [**first, **last])
}

/// Points at which each body is held: at joints, springs and wheels.
fn held(model: &Model) -> Vec<Vec<Vector3<f64>>> {
    let mut held: Vec<Vec<Vector3<f64>>> = vec![Vec::new(); model.bodies.len()];
    for joint in &model.joints {
        let Some([first, last]) = ends(joint) else { continue };
        held[joint.first.index()].push(first);
        held[joint.second.index()].push(last);
    }
    for spring in &model.springs {
        held[spring.first.index()].push(*spring.from);
        held[spring.second.index()].push(*spring.to);
    }
    for wheel in &model.wheels {
        held[wheel.carrier.index()].push(*wheel.centre);
    }
    held
}

/// Bodies as lines through the points at which they are attached, then rods and springs.
fn parts(model: &Model) -> Vec<Part> {
    let held = held(model);
    let mut parts = Vec::new();
    for joint in &model.joints {
        let Some([first, last]) = ends(joint) else { continue };
        match &joint.kind {
            JointKind::Distance(_) | JointKind::SphericalRevolute(_) | JointKind::SphericalTranslational(_) => parts
                .push(Part {
                    line: line(&joint.name, ROD, Look::Bar),
                    points: vec![fixed(model, joint.first, first), fixed(model, joint.second, last)],
                }),
            _ => {}
        }
    }
    for spring in &model.springs {
        parts.push(Part {
            line: line(&spring.name, SPRING, Look::Spring),
            points: vec![
                fixed(model, spring.first, *spring.from),
                fixed(model, spring.second, *spring.to),
            ],
        });
    }
    for (place, (body, points)) in model.bodies.iter().zip(&held).enumerate().skip(1) {
        let id = BodyId::from(place);
        let centre = points.iter().sum::<Vector3<f64>>() / points.len().max(1) as f64;
        let (look, line_of) = match points.len() {
            0 | 1 => continue,
            // A star: from the middle to each point and back.
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
