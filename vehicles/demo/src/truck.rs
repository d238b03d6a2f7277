//! The truck: its declaration, compiled once more at run time for the reports, and the oracle that reads it.

use wishbone_compiler::diag::to_text;
use wishbone_compiler::model::equipment::{Steering, steering};
use wishbone_compiler::pipeline::{Compiled, compile_text};
use wishbone_oracle::Oracle;
use wishbone_studies::manoeuvre::Facts;
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

    /// The drive that the steering wheel moves, by position, and its travel by angle [m/rad].
    pub fn steering(&self) -> Option<(usize, f64)> {
        match steering(&self.compiled.model.equipment)? {
            Steering::Driven { drive, ratio } => {
                let place = Hmmwv::DRIVES.iter().position(|own| own == drive)?;
                Some((place, *ratio))
            }
            Steering::Column(_) => None,
        }
    }

    /// Facts that figures of manoeuvres need.
    pub fn facts(&self, rest: &Rest) -> Facts {
        let loads = rest.inputs.wheels.iter().map(|wheel| wheel.force[2]).collect();
        Facts::of(
            &Hmmwv::new(),
            &rest.inputs,
            &rest.state,
            Hmmwv::BODY_CHASSIS,
            self.steering(),
            loads,
        )
    }
}
