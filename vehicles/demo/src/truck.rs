//! The truck: its declaration, compiled once more at run time for the reports, and the oracle that reads it.

use wishbone_compiler::diag::to_text;
use wishbone_compiler::model::equipment::{Steering, steering};
use wishbone_compiler::pipeline::{Compiled, compile_text};
use wishbone_oracle::Oracle;
use wishbone_studies::manoeuvre::Facts;
use wishbone_studies::rig::{Rig, Steering as Motion};
use wishbone_vehicles::Hmmwv;
use wishbone_vehicles::manoeuvres::Rest;

/// The truck's declaration, compiled once more at run time for the reports, and the oracle that reads it.
pub struct Truck {
    /// The result of every stage.
    pub compiled: Compiled,
    /// The referee.
    pub oracle: Oracle,
}

impl Truck {
    /// Compiles the declaration that the solver carries with it.
    pub fn new() -> Result<Self, String> {
        let declaration = Hmmwv::DECLARATION;
        let compiled = compile_text(declaration).map_err(|d| to_text::render(&d, Hmmwv::NAME, declaration))?;
        let oracle = Oracle::new(&compiled.model);
        Ok(Self { compiled, oracle })
    }

    /// The drive that the steering wheel moves, with its travel per angle of the steering wheel [m/rad].
    pub fn steering(&self) -> Option<(Motion, f64)> {
        match steering(&self.compiled.model.equipment)? {
            Steering::Driven { drive, ratio } => {
                let place = Hmmwv::DRIVES.iter().position(|own| own == drive)?;
                Some((Motion::Drive(place), *ratio))
            }
            Steering::Column(_) => None,
        }
    }

    /// Facts that figures of manoeuvres need.
    pub fn facts(&self, rest: &Rest) -> Result<Facts, String> {
        let loads: Vec<f64> = rest.inputs.wheels.iter().map(|wheel| wheel.force[2]).collect();
        let radii: Vec<f64> = self.compiled.model.wheels.iter().map(|wheel| wheel.radius).collect();
        let rig = Rig::new(Hmmwv::new(), &[Hmmwv::BODY_CHASSIS], &[], &radii);
        let rig = rig.and_then(|rig| rig.standing(&rest.state, &rest.inputs));
        let rig = rig.map_err(|reason| reason.to_string())?;
        let units = vec![0; loads.len()];
        Ok(Facts::of(rig, Hmmwv::BODY_CHASSIS, &units, self.steering(), loads))
    }
}
