//! The truck of the demonstration: its compiled declaration, its oracle, and the positions of its outputs.

use wishbone_compiler::diag::to_text;
use wishbone_compiler::pipeline::{Compiled, compile_text};
use wishbone_oracle::Oracle;
use wishbone_vehicles::Hmmwv;

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
        let compiled = compile_text(declaration).map_err(|d| to_text::render(&d, "Hmmwv", declaration))?;
        let oracle = Oracle::new(&compiled.model);
        Ok(Self { compiled, oracle })
    }

    /// Its weight [N].
    pub fn weight(&self) -> f64 {
        let model = &self.compiled.model;
        let bodies: f64 = model.bodies[1..].iter().map(|body| *body.mass).sum();
        let wheels: f64 = model.wheels.iter().map(|wheel| *wheel.mass).sum();
        model.gravity.norm() * (bodies + wheels)
    }
}

/// One corner of the truck: its positions among wheels and outputs.
#[derive(Clone, Copy)]
pub struct Corner {
    /// `front left`
    pub name: &'static str,
    /// Position among the wheels.
    pub wheel: usize,
    /// Position of its camber among the outputs.
    pub camber: usize,
    /// Position of its toe among the outputs.
    pub toe: usize,
    /// Position of the height of the wheel centre in the chassis among the outputs.
    pub wheel_z: usize,
    /// Position of the spring length among the outputs.
    pub spring_length: usize,
}

/// The four corners, in the order of all lists and drawings.
pub const CORNERS: [Corner; 4] = [
    Corner {
        name: "front left",
        wheel: Hmmwv::WHEEL_FRONT_LEFT_TYRE,
        camber: Hmmwv::OUTPUT_FRONT_LEFT_CAMBER,
        toe: Hmmwv::OUTPUT_FRONT_LEFT_TOE,
        wheel_z: Hmmwv::OUTPUT_FRONT_LEFT_WHEEL_Z,
        spring_length: Hmmwv::OUTPUT_FRONT_LEFT_SPRING_LENGTH,
    },
    Corner {
        name: "front right",
        wheel: Hmmwv::WHEEL_FRONT_RIGHT_TYRE,
        camber: Hmmwv::OUTPUT_FRONT_RIGHT_CAMBER,
        toe: Hmmwv::OUTPUT_FRONT_RIGHT_TOE,
        wheel_z: Hmmwv::OUTPUT_FRONT_RIGHT_WHEEL_Z,
        spring_length: Hmmwv::OUTPUT_FRONT_RIGHT_SPRING_LENGTH,
    },
    Corner {
        name: "rear left",
        wheel: Hmmwv::WHEEL_REAR_LEFT_TYRE,
        camber: Hmmwv::OUTPUT_REAR_LEFT_CAMBER,
        toe: Hmmwv::OUTPUT_REAR_LEFT_TOE,
        wheel_z: Hmmwv::OUTPUT_REAR_LEFT_WHEEL_Z,
        spring_length: Hmmwv::OUTPUT_REAR_LEFT_SPRING_LENGTH,
    },
    Corner {
        name: "rear right",
        wheel: Hmmwv::WHEEL_REAR_RIGHT_TYRE,
        camber: Hmmwv::OUTPUT_REAR_RIGHT_CAMBER,
        toe: Hmmwv::OUTPUT_REAR_RIGHT_TOE,
        wheel_z: Hmmwv::OUTPUT_REAR_RIGHT_WHEEL_Z,
        spring_length: Hmmwv::OUTPUT_REAR_RIGHT_SPRING_LENGTH,
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use wishbone_vehicles::manoeuvres;

    #[test]
    fn at_rest_the_tyres_carry_the_weight() {
        let truck = Truck::new().expect("the library's truck compiles");
        let rest = manoeuvres::settle().expect("the truck settles");
        let carried: f64 = rest.inputs.wheels.iter().map(|wheel| wheel.force[2]).sum();
        assert!((carried / truck.weight() - 1.0).abs() < 1e-9);
        let sideways = rest
            .inputs
            .wheels
            .iter()
            .flat_map(|wheel| [wheel.force[0], wheel.force[1]]);
        assert!(sideways.fold(0.0, |largest: f64, f| largest.max(f.abs())) < 1e-4);
    }
}
