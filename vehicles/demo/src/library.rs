//! Declarations to compile: those of the library, or a file.

use clap::{Args, ValueEnum};
use std::fs;
use std::io::IsTerminal;
use std::path::PathBuf;
use wishbone_compiler::diag::to_text;
use wishbone_compiler::front::file;
use wishbone_compiler::pipeline::{Compiled, compile};
use wishbone_compiler::report::{counts, summary, tasks};
use wishbone_vehicles::{FourBar, Hmmwv, QuarterCar};

/// A vehicle of the library.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum Vehicle {
    /// Truck on four double wishbones.
    Hmmwv,
    /// One corner on a short-long-arm suspension.
    QuarterCar,
    /// Parallelogram with redundant loops.
    FourBar,
}

/// Selection of a declaration.
#[derive(Args, Clone, Debug)]
#[group(required = true, multiple = false)]
pub struct Source {
    /// A vehicle of the library
    pub vehicle: Option<Vehicle>,
    /// A file with a declaration, as it stands between the braces of `vehicle! { .. }`
    #[arg(long, value_name = "PATH")]
    pub file: Option<PathBuf>,
}

impl Source {
    /// Its text, and its name in messages.
    fn read(&self) -> Result<(String, String), String> {
        let library = |text: &str, name: &str| Ok((text.to_owned(), name.to_owned()));
        match (self.vehicle, &self.file) {
            (_, Some(path)) => fs::read_to_string(path)
                .map(|text| (text, path.display().to_string()))
                .map_err(|reason| format!("cannot read {}: {reason}", path.display())),
            (Some(Vehicle::QuarterCar), _) => library(QuarterCar::DECLARATION, "quarter_car"),
            (Some(Vehicle::FourBar), _) => library(FourBar::DECLARATION, "four_bar"),
            (Some(Vehicle::Hmmwv) | None, _) => library(Hmmwv::DECLARATION, "hmmwv"),
        }
    }

    /// Compiles it; mistakes are reported with excerpts of the text.
    pub fn compile(&self) -> Result<(Compiled, String), String> {
        let (text, name) = self.read()?;
        let mut files = |path: &str| fs::read_to_string(path).map_err(|reason| reason.to_string());
        let reading = file::read_text(&name, &text, &mut files);
        let render = match std::io::stderr().is_terminal() {
            true => to_text::render_styled,
            false => to_text::render_sources,
        };
        let compiled = reading.vehicle.and_then(|vehicle| compile(&vehicle));
        let compiled = compiled.map_err(|found| render(&found, &reading.sources))?;
        Ok((compiled, text))
    }
}

/// Description of a vehicle, operations of its solver, and tasks that may run in parallel.
pub fn described(compiled: &Compiled) -> String {
    [
        summary::text(compiled),
        counts::text(&counts::stages(compiled)),
        tasks::text(&tasks::tasks(compiled)),
    ]
    .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_compiles() {
        for vehicle in [Vehicle::QuarterCar, Vehicle::FourBar] {
            let source = Source {
                vehicle: Some(vehicle),
                file: None,
            };
            assert!(source.compile().is_ok(), "{vehicle:?}");
        }
    }

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let source = Source {
            vehicle: None,
            file: Some("no/such/file.txt".into()),
        };
        let message = source.compile().expect_err("there is no such file");
        assert!(message.starts_with("cannot read no/such/file.txt: "), "{message}");
    }
}
