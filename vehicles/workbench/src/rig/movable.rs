//! A vehicle on the rig whose hardpoints can be moved.

use super::kc::{column, steering};
use crate::problem::Problem;
use crate::vehicle::{Declaration, Running, wheel};
use wishbone::description::Description;
use wishbone::prelude::*;
use wishbone_compiler::front::suggest;
use wishbone_compiler::model::hardpoint::is_meant;
use wishbone_compiler::model::{Hardpoint, Measure, Model};
use wishbone_engine::Engine;
use wishbone_studies::characteristics::Subject;
use wishbone_studies::rig::{Rig, Steering};
use wishbone_studies::sensitivity::{Adjustable, Coordinate};

/// Sets all parameters of an engine.
type Adjust = fn(&mut Engine, &[f64]);

/// Names of the axes.
pub const AXES: [&str; 3] = ["x", "y", "z"];

/// A vehicle on the rig, with the coordinates of some of its points as parameters.
pub struct Movable {
    /// The vehicle.
    pub running: Running,
    /// The points whose coordinates are parameters.
    pub points: Vec<Hardpoint>,
    /// The vehicle at its design position.
    pub adjustable: Adjustable<Engine, Adjust>,
    /// The motion that steers.
    pub steering: Option<Steering>,
    /// Position of the chosen wheel.
    pub wheel: usize,
}

impl Movable {
    /// The vehicle with the points that match `patterns`; without patterns, the points of the group of the chosen
    /// wheel. By default the first wheel is chosen.
    pub fn of(declaration: Declaration, wheel: Option<&str>, patterns: &[String]) -> Result<Self, Problem> {
        let (model, hardpoints) = declaration.resolved()?;
        let wheel = chosen_wheel(&model, wheel)?;
        let chosen = chosen_points(&model, wheel, patterns, &hardpoints)?;
        let (compiled, points) = declaration.compile_tuned(&|name| chosen.iter().any(|own| own == name))?;
        let running = Running::new(declaration, compiled);
        let rig = Rig::new(
            running.engine.clone(),
            &running.held_bodies(),
            &column(&running),
            &running.radii,
        );
        let rig = rig
            .map_err(|reason| running.finding(reason))?
            .with_twins(&running.twins());
        Ok(Self {
            adjustable: Adjustable {
                rig,
                values: running.engine.parameter_values().to_vec(),
                adjust: |engine, values| engine.set_parameters_unchecked(values),
            },
            steering: steering(&running),
            points: points
                .into_iter()
                .filter(|point| chosen.contains(&point.name))
                .collect(),
            running,
            wheel,
        })
    }

    /// Coordinates of the points. Of coordinates that share a parameter, the first represents all.
    pub fn coordinates(&self) -> Vec<Coordinate> {
        let mut coordinates: Vec<Coordinate> = Vec::new();
        for own in self.all_coordinates() {
            if coordinates.iter().all(|earlier| earlier.parameter != own.parameter) {
                coordinates.push(own);
            }
        }
        coordinates
    }

    /// Coordinates of the points, also several with one parameter.
    fn all_coordinates(&self) -> Vec<Coordinate> {
        let each = self.points.iter().flat_map(|point| {
            let axes = point.parameters.iter().zip(AXES);
            axes.filter_map(|(parameter, axis)| {
                Some(Coordinate {
                    name: format!("{}.{axis}", point.name),
                    parameter: (*parameter)?.index(),
                })
            })
        });
        each.collect()
    }

    /// Coordinates that share a parameter with other coordinates, or that the declaration itself names as a parameter.
    pub fn own_parameters(&self) -> Vec<(String, &'static str)> {
        let parameters = self.running.engine.parameters();
        let named = self
            .all_coordinates()
            .into_iter()
            .map(|own| (own.name, parameters[own.parameter].name));
        named.filter(|(own, parameter)| own != parameter).collect()
    }

    /// A wheel, its axle, and the lengths in its group.
    pub fn subjects(&mut self, wheel: usize) -> Vec<Subject> {
        let axle = self
            .adjustable
            .rig
            .axles()
            .into_iter()
            .find(|pair| pair.contains(&wheel));
        let model = &self.running.compiled.model;
        let group = group_of(&model.wheels[wheel].name);
        let lengths = model
            .outputs
            .iter()
            .enumerate()
            .filter(|(_, output)| matches!(output.measure, Measure::Length(_)) && group_of(&output.name) == group);
        let lengths = lengths.map(|(output, _)| Subject::Length { output, wheel });
        std::iter::once(Subject::Wheel(wheel))
            .chain(axle.map(Subject::Axle))
            .chain(lengths)
            .collect()
    }

    /// Names of the vehicle's parts.
    pub fn names(&self) -> &'static Description {
        self.running.engine.description()
    }
}

/// Group of a name: `front_left` for `front_left.tyre`; empty outside of groups.
fn group_of(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |(group, _)| group)
}

/// Position of the wheel with this name.
pub fn wheel_named(model: &Model, name: &str) -> Result<usize, Problem> {
    let names: Vec<&str> = model.wheels.iter().map(|wheel| wheel.name.as_str()).collect();
    wheel::named(&names, name).map_err(Problem::Misuse)
}

fn chosen_wheel(model: &Model, name: Option<&str>) -> Result<usize, Problem> {
    match name {
        _ if model.wheels.is_empty() => {
            let message = "it has no wheels, whose figures could change";
            Err(Problem::Finding(format!("vehicle `{}`: {message}", model.name)))
        }
        Some(name) => wheel_named(model, name),
        None => Ok(0),
    }
}

/// Names of the points that match the patterns, by their own names or by the names of their mirror images.
fn chosen_points(
    model: &Model,
    wheel: usize,
    patterns: &[String],
    known: &[Hardpoint],
) -> Result<Vec<String>, Problem> {
    let meant = |pattern: &str| -> Vec<String> {
        let names = |point: &&Hardpoint| {
            let names = [Some(&point.name), point.image.as_ref()];
            names.into_iter().flatten().any(|name| is_meant(name, pattern))
        };
        known.iter().filter(names).map(|point| point.name.clone()).collect()
    };
    if known.is_empty() {
        let message = "it declares no `points { .. }` that could be moved";
        return Err(Problem::Finding(format!("vehicle `{}`: {message}", model.name)));
    }
    if patterns.is_empty() {
        let own = meant(&format!("{}.*", group_of(&model.wheels[wheel].name)));
        return Ok(if own.is_empty() { meant("*") } else { own });
    }
    let mut chosen = Vec::new();
    for pattern in patterns {
        let found = meant(pattern);
        if found.is_empty() {
            let names: Vec<&str> = known.iter().map(|point| point.name.as_str()).collect();
            let advice = suggest::advice(pattern, &names).unwrap_or_else(|| format!("the first is `{}`", names[0]));
            let message = format!("there is no point `{pattern}`; {advice} (`*` stands for any letters)");
            return Err(Problem::Misuse(message));
        }
        chosen.extend(found);
    }
    Ok(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::NoFiles;
    use crate::rig::sensitivity::{Asked, found};
    use wishbone_studies::tolerance::{Distribution, Tolerance};

    /// A parameter that moves two coordinates is one coordinate: its tolerance counts once.
    #[test]
    fn a_shared_parameter_counts_once() {
        let text = |height: &str| {
            format!(
                "Arm {{
                    points {{ front: [0.2, {height} 0.3, 0.3] m, rear: [-0.2, {height} 0.3, 0.6] m }}
                    body chassis {{ mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }}
                    body arm {{ mass: 20 kg, com: [0, 0.5, 0.3] m, inertia: [1, 1, 1] kg*m^2 }}
                    joint heave: prismatic(ground, chassis) {{ axis: z }}
                    joint pivot: revolute(chassis, arm) {{ axis: x, at: front }}
                    spring coil: between(chassis, arm) {{
                        from: rear, to: [0, 0.5, 0.3] m, rate: 60 kN/m, damping: 2 kN*s/m, free_length: 600 mm
                    }}
                    wheel tyre: on(arm) {{ centre: [0, 0.75, 0.3] m, radius: 0.3 m }}
                    tyre all: linear(all) {{ stiffness: 200 kN/m, damping: 300 N*s/m, cornering_stiffness: 60 kN/rad }}
                }}"
            )
        };
        let found = |height: &str| {
            let tolerance = Tolerance {
                within: 1e-3,
                distribution: Distribution::Uniform,
            };
            let asked = Asked {
                points: vec!["*".to_owned()],
                travel: 0.03,
                tolerance: Some((tolerance, 2)),
                ..Asked::default()
            };
            let declaration = Declaration::of_text("arm.txt", &text(height), &NoFiles);
            found(declaration, &asked, &|_, _| {}).expect("it moves")
        };
        let (alone, shared) = (found(""), found("tune(h)"));
        let names = |found: &crate::rig::sensitivity::Found| -> Vec<String> {
            let each = found.design.coordinates();
            each.into_iter().map(|own| own.name).collect()
        };
        assert_eq!(names(&alone).len(), 6, "{:?}", names(&alone));
        assert_eq!(names(&shared), ["front.x", "front.y", "front.z", "rear.x", "rear.z"]);
        // Both coordinates are still named by their parameter.
        let own = [("front.y".to_owned(), "h"), ("rear.y".to_owned(), "h")];
        assert_eq!(shared.design.own_parameters(), own);
        let worst = |found: &crate::rig::sensitivity::Found| -> Vec<f64> {
            let scatter = found.scatter.as_ref().expect("a scatter");
            scatter.worst.iter().map(|own| own.unwrap_or(0.0)).collect()
        };
        // The suspension does not depend on the upper end of its spring. So the shared parameter moves the pivot alone.
        for (one, other) in worst(&alone).into_iter().zip(worst(&shared)) {
            assert!((one - other).abs() < 1e-6 * one.abs().max(1e-9), "{one} {other}");
        }
    }
}
