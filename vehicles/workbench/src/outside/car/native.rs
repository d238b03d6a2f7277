//! A vehicle that runs by machine code.

use super::Car;
use crate::problem::Problem;
use std::sync::Arc;
use wishbone_compiler::pipeline::Compiled;
use wishbone_engine::native::{Library, Width};

impl Car {
    /// The compiled vehicle.
    pub fn compiled(&self) -> &Compiled {
        &self.running.compiled
    }

    /// Runs the vehicle's programs by machine code from the beginning of the next run on, with equal bits.
    ///
    /// # Errors
    /// If the library is not that of this vehicle.
    pub fn run_natively(&mut self, library: &Arc<dyn Library>) -> Result<(), Problem> {
        let taken = self
            .running
            .engine
            .run_natively(&self.running.compiled, library, Width::One);
        taken.map_err(|lacks| Problem::Misuse(lacks.to_string()))
    }
}
