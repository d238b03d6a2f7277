//! FMUs of a manoeuvre among the equipment of a vehicle.

use crate::problem::Problem;
use crate::vehicle::Running;
use wishbone_engine::equipment::Fitted;
use wishbone_studies::manoeuvre::Manoeuvre;

/// Whether FMUs of a manoeuvre take the place of powertrain and brakes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Replaced {
    pub powertrain: bool,
    pub brakes: bool,
}

#[cfg(not(feature = "foreign"))]
mod parts {
    use super::{Fitted, Manoeuvre, Problem, Replaced, Running};

    /// FMUs of a manoeuvre: none here.
    pub struct Parts;

    impl Parts {
        /// Refuses all FMUs.
        pub fn of(running: &Running, manoeuvre: &Manoeuvre) -> Result<Self, Problem> {
            match manoeuvre.foreign.keys().next() {
                None => Ok(Self),
                Some(name) => Err(running.finding(format!(
                    "manoeuvre `{}`, `foreign.{name}`: FMUs are programs, and do not run here: use the command-line tool",
                    manoeuvre.name
                ))),
            }
        }

        pub fn replaced(&self) -> Replaced {
            Replaced::default()
        }

        pub fn place(self, _fitted: &mut Fitted) {}
    }
}

#[cfg(feature = "foreign")]
mod parts {
    use super::{Fitted, Manoeuvre, Problem, Replaced, Running};
    use wishbone::prelude::Solver;
    use wishbone_engine::equipment::Pieces;
    use wishbone_foreign::{Connections, Foreign, Place};
    use wishbone_studies::manoeuvre::Pace;

    /// FMUs of a manoeuvre.
    pub struct Parts(Vec<Foreign>);

    impl Parts {
        /// The FMUs of a manoeuvre, connected with the vehicle.
        ///
        /// # Errors
        /// If an FMU is none, does not fit the vehicle, or does not go with the manoeuvre's pace or method.
        pub fn of(running: &Running, manoeuvre: &Manoeuvre) -> Result<Self, Problem> {
            let told = |name: &str, reason: String| {
                running.finding(format!("manoeuvre `{}`, `foreign.{name}`: {reason}", manoeuvre.name))
            };
            let mut parts: Vec<Foreign> = Vec::new();
            for (name, own) in &manoeuvre.foreign {
                if !matches!(manoeuvre.pace, Pace::Pedals(_) | Pace::Coasting) {
                    let reason =
                        "parts from elsewhere act beside pedals: add `[pace.pedals]`, or `pace = \"coasting\"`";
                    return Err(told(name, reason.to_owned()));
                }
                if manoeuvre.method.is_implicit() {
                    let reason = "an implicit method iterates on the part, which is held within a step: choose an explicit method, such as `ab3`";
                    return Err(told(name, reason.to_owned()));
                }
                let connections = Connections {
                    inputs: own.inputs.clone(),
                    outputs: own.outputs.clone(),
                    start: own.start.clone(),
                };
                let part = Foreign::new(&own.file, &own.content, &connections, running.engine.description());
                let part = part.map_err(|reason| told(name, reason.to_string()))?;
                if part.place() != Place::Driver && parts.iter().any(|other| other.place() == part.place()) {
                    let reason = "another part writes torques of the same kind: write all of them by one part";
                    return Err(told(name, reason.to_owned()));
                }
                parts.push(part);
            }
            Ok(Self(parts))
        }

        /// What the FMUs take the place of.
        pub fn replaced(&self) -> Replaced {
            let has = |place: Place| self.0.iter().any(|own| own.place() == place);
            Replaced {
                powertrain: has(Place::Powertrain),
                brakes: has(Place::Brakes),
            }
        }

        /// Puts the FMUs among the equipment: those that press pedals act behind the driver.
        pub fn place(self, fitted: &mut Fitted) {
            for part in self.0 {
                match part.place() {
                    Place::Driver => fitted.driver = std::mem::take(&mut fitted.driver).and(part),
                    Place::Powertrain => fitted.powertrain = Pieces::of(part),
                    Place::Brakes => fitted.brakes = Pieces::of(part),
                }
            }
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
