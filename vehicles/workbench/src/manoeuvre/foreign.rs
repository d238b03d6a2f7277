//! FMUs of a manoeuvre among the equipment of a vehicle.

use crate::problem::Problem;
use crate::vehicle::Running;
use wishbone_engine::equipment::{Fitted, Pieces, Road};
use wishbone_studies::manoeuvre::Manoeuvre;

/// Which of powertrain and brakes the FMUs of a manoeuvre concern.
#[derive(Clone, Copy, Debug, Default)]
pub struct Actuators {
    pub powertrain: bool,
    pub brakes: bool,
}

#[cfg(not(feature = "foreign"))]
mod parts {
    use super::{Actuators, Fitted, Manoeuvre, Pieces, Problem, Road, Running};

    /// FMUs of a manoeuvre: none here.
    pub struct Parts;

    impl Parts {
        /// Refuses all FMUs.
        pub fn of(running: &Running, manoeuvre: &Manoeuvre, _road: &Road) -> Result<Self, Problem> {
            match manoeuvre.foreign.keys().next() {
                None => Ok(Self),
                Some(name) => Err(running.finding(format!(
                    "manoeuvre `{}`, `foreign.{name}`: FMUs are programs, and do not run here: use the command-line tool",
                    manoeuvre.name
                ))),
            }
        }

        pub fn replaced(&self) -> Actuators {
            Actuators::default()
        }

        pub fn pressed(&self) -> Actuators {
            Actuators::default()
        }

        pub fn forces(&self) -> Pieces {
            Pieces::none()
        }

        pub fn place(self, _fitted: &mut Fitted) {}
    }
}

#[cfg(feature = "foreign")]
mod parts {
    use super::{Actuators, Fitted, Manoeuvre, Pieces, Problem, Road, Running};
    use crate::outside::{Below, free_markers};
    use wishbone::prelude::Solver;
    use wishbone_compiler::model::equipment::{self as declared, Steering};
    use wishbone_compiler::model::{Law, Measure, Motion};
    use wishbone_engine::Engine;
    use wishbone_foreign::{Connections, Foreign, Host, Place, Reads};
    use wishbone_studies::manoeuvre::{Pace, ReadAt};

    /// FMUs of a manoeuvre.
    pub struct Parts {
        parts: Vec<Foreign>,
        road: Road,
    }

    impl Parts {
        /// The FMUs of a manoeuvre, connected with the vehicle on a road.
        ///
        /// # Errors
        /// Returns an error if a file is not an FMU, does not fit the vehicle, or cannot be used with the manoeuvre's
        /// pace or method.
        pub fn of(running: &Running, manoeuvre: &Manoeuvre, road: &Road) -> Result<Self, Problem> {
            let told = |name: &str, reason: String| {
                running.finding(format!("manoeuvre `{}`, `foreign.{name}`: {reason}", manoeuvre.name))
            };
            let mut parts: Vec<Foreign> = Vec::new();
            let host = host(running, road);
            for (name, own) in &manoeuvre.foreign {
                if manoeuvre.method.is_implicit() {
                    let reason = "an implicit method iterates on the part, which is held within a step: choose an explicit method, such as `ab3`";
                    return Err(told(name, reason.to_owned()));
                }
                let connections = Connections {
                    inputs: own.inputs.clone(),
                    outputs: own.outputs.clone(),
                    start: own.start.clone(),
                    reads: match own.reads {
                        ReadAt::Begin => Reads::Begin,
                        ReadAt::End => Reads::End,
                    },
                };
                let part = Foreign::new(&own.file, &own.content, &connections, &host);
                let part = part.map_err(|reason| told(name, reason.to_string()))?;
                if let Some(reason) = misplaced(part.place(), &manoeuvre.pace) {
                    return Err(told(name, reason.to_owned()));
                }
                let is_one = matches!(part.place(), Place::Powertrain | Place::Brakes);
                if is_one && parts.iter().any(|other| other.place() == part.place()) {
                    let reason = "another part writes torques of the same kind: write all of them by one part";
                    return Err(told(name, reason.to_owned()));
                }
                if part.place() != Place::Driver && parts.iter().any(|other| other.meets(&part)) {
                    let reason = "another part writes the same input, or loads the same wheel or marker: one has to write all of it";
                    return Err(told(name, reason.to_owned()));
                }
                parts.push(part);
            }
            carried(running, &parts)
                .map_err(|reason| running.finding(format!("manoeuvre `{}`: {reason}", manoeuvre.name)))?;
            Ok(Self {
                parts,
                road: road.clone(),
            })
        }

        /// The FMUs that act on bodies and joints, and so belong to the rest of the vehicle.
        pub fn forces(&self) -> Pieces {
            let forces = self.parts.iter().filter(|own| own.place() == Place::Forces);
            forces.fold(Pieces::none(), |pieces, own| pieces.and(own.clone()))
        }

        /// What the FMUs take the place of.
        pub fn replaced(&self) -> Actuators {
            let has = |place: Place| self.parts.iter().any(|own| own.place() == place);
            Actuators {
                powertrain: has(Place::Powertrain),
                brakes: has(Place::Brakes),
            }
        }

        /// What pedals act on that the FMUs press.
        pub fn pressed(&self) -> Actuators {
            Actuators {
                powertrain: self.parts.iter().any(Foreign::drives),
                brakes: self.parts.iter().any(Foreign::brakes),
            }
        }

        /// Puts the FMUs among the equipment: FMUs that press pedals act after the driver, and FMUs that act on bodies
        /// act together with the air.
        pub fn place(self, fitted: &mut Fitted) {
            if self.parts.iter().any(|own| own.place() == Place::Tyres) {
                fitted.tyres = Pieces::of(Below(self.road));
            }
            for part in self.parts {
                match part.place() {
                    Place::Driver => fitted.driver = std::mem::take(&mut fitted.driver).and(part),
                    Place::Powertrain => fitted.powertrain = Pieces::of(part),
                    Place::Brakes => fitted.brakes = Pieces::of(part),
                    Place::Forces => fitted.air = std::mem::take(&mut fitted.air).and(part),
                    Place::Tyres => fitted.tyres = std::mem::take(&mut fitted.tyres).and(part),
                }
            }
        }
    }

    /// Reason why a part cannot be used with the pace of a manoeuvre; `None` if it can.
    fn misplaced(place: Place, pace: &Pace) -> Option<&'static str> {
        match (place, pace) {
            (Place::Driver | Place::Powertrain | Place::Brakes, Pace::Pedals(_)) => None,
            // In a vehicle that coasts nothing acts on pedals.
            (Place::Driver, _) => Some("a part that presses pedals acts beside pedals alone: add `[pace.pedals]`"),
            (Place::Powertrain | Place::Brakes, Pace::Coasting) => None,
            (Place::Powertrain | Place::Brakes, _) => {
                Some("parts from elsewhere act beside pedals: add `[pace.pedals]`, or `pace = \"coasting\"`")
            }
            (Place::Forces | Place::Tyres, _) => None,
        }
    }

    /// What parts may read and write in a vehicle on a road.
    fn host<'r>(running: &'r Running, road: &Road) -> Host<'r, Engine> {
        let model = &running.compiled.model;
        let column = match declared::steering(&model.equipment) {
            Some(Steering::Column(column)) => Some(column.signal.as_str()),
            _ => None,
        };
        let vehicle = running.engine.description();
        let of_markers: Vec<usize> = vehicle.markers.iter().flat_map(|(_, places)| *places).collect();
        let signals = model.signals.iter().enumerate();
        let inputs = signals.filter_map(|(place, signal)| {
            let unit = match signal.gives {
                "force" => "N",
                "torque" => "N m",
                _ => return None,
            };
            let is_taken = of_markers.contains(&place) || column == Some(signal.name.as_str());
            (!is_taken).then_some((place, unit))
        });
        let outputs = model.outputs.iter().enumerate();
        let loaded = outputs.filter(|(_, output)| match &output.measure {
            Measure::Point { of, .. } => *of == Motion::Acceleration,
            Measure::Force(spring) => model.springs[spring.index()].actuator.is_some(),
            Measure::Effort { force, .. } => match &model.forces[force.index()].law {
                Law::Torsion(torsion) => torsion.actuator.is_some(),
                Law::Load(_) | Law::Marker(_) | Law::GroundContact(_) => true,
                _ => false,
            },
            Measure::Reaction { .. } | Measure::Action { .. } => true,
            _ => false,
        });
        Host {
            inputs: inputs.collect(),
            markers: free_markers(running),
            loaded: loaded.map(|(place, _)| place).collect(),
            road: Some(wishbone_foreign::Below::new(road.clone(), running.radii.clone())),
            ..Host::of(&running.engine)
        }
    }

    /// Refuses parts that carry some wheels only.
    fn carried(running: &Running, parts: &[Foreign]) -> Result<(), String> {
        let carried: Vec<usize> = parts.iter().flat_map(Foreign::wheels).collect();
        let mut names = running.engine.description().wheels.iter().enumerate();
        match names.find(|(place, _)| !carried.is_empty() && !carried.contains(place)) {
            None => Ok(()),
            Some((_, name)) => Err(format!(
                "parts from elsewhere carry some wheels, and none carries `{name}`: they take the place of all tyres, so connect one with each wheel"
            )),
        }
    }
}

pub use parts::Parts;

/// What the FMUs of a manoeuvre mean for its figures.
pub fn notes(manoeuvre: &Manoeuvre) -> impl Iterator<Item = String> + '_ {
    manoeuvre.foreign.values().map(|own| {
        format!(
            "`{}` makes steps of {} ms with the vehicle, or its own where `fixedInternalStepSize` is longer; its outputs are held between them",
            own.file,
            1e3 * manoeuvre.step.0
        )
    })
}
