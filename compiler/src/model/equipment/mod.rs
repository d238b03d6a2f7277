//! Equipment: the parts that act on a vehicle, declared with it. Tyres, powertrain, brakes, steering, air, driver,
//! one a file.
//!
//! The laws themselves belong to `wishbone_laws`; this module reads their numbers. Equipment has no part in the
//! mechanism: it refers to wheels by position, and to joints, inputs and markers by name. None of its numbers is a
//! parameter of the solver: the subsystems of the runtime give access to their own numbers.

mod air;
mod brakes;
mod by_numbers;
mod check;
mod compliance;
mod course;
mod doubtful;
mod driver;
mod entry;
mod envelope;
mod idle;
mod powertrain;
mod read;
mod script;
mod steering;
mod step;
mod tables;
mod tyre;
mod way;
mod wind;

pub use air::{Air, Coefficient};
pub use brakes::{Brakes, SlipControl};
pub use by_numbers::{ByNumbers, with_law};
pub use check::unlike_radii;
pub use compliance::Compliant;
pub use course::Course;
pub use driver::{Cruise, Driver, Follow, Hands, Pace, Pedals, Shift};
pub use entry::{Entry, Noted};
pub use idle::{Idle, idle};
pub use powertrain::Powertrain;
pub use script::{Controls, Event, When};
pub use steering::{Column, Steering};
pub use tables::{MOST_INCLINATIONS, Tables, UseCarpet};
pub use tyre::{Tyre, TyreLaw};
pub use way::{Stretch, Way};
pub use wind::{WAVES, Wind};

pub(super) use check::check;

use super::parts::Parts;
use super::reading::context::Context;
use crate::diag::{SourceSpan, catalogue};
use crate::front::syntax::Element;
use crate::front::units::Quantity;
use read::Reader;

/// A piece of equipment.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its name.
    pub name: String,
    /// Its kind and numbers.
    pub kind: Device,
    /// All declared equipment, in the order in which it was read.
    pub entries: Vec<Entry>,
    /// Where it was declared.
    pub span: SourceSpan,
}

/// Kind of a piece of equipment.
#[derive(Clone, Debug)]
pub enum Device {
    /// Tyres of one kind.
    Tyre(Box<Tyre>),
    /// Engine to wheels.
    Powertrain(Box<Powertrain>),
    /// Brakes.
    Brakes(Box<Brakes>),
    /// Steering wheel to joint.
    Steering(Steering),
    /// Forces of the air.
    Air(Box<Air>),
    /// The driver.
    Driver(Box<Driver>),
}

/// The driver, if there is one.
pub fn driver(pieces: &[Piece]) -> Option<&Driver> {
    pieces.iter().find_map(|piece| match &piece.kind {
        Device::Driver(driver) => Some(&**driver),
        Device::Tyre(_) | Device::Powertrain(_) | Device::Brakes(_) | Device::Steering(_) | Device::Air(_) => None,
    })
}

/// The steering, if there is one.
pub fn steering(pieces: &[Piece]) -> Option<&Steering> {
    pieces.iter().find_map(|piece| match &piece.kind {
        Device::Steering(steering) => Some(steering),
        Device::Tyre(_) | Device::Powertrain(_) | Device::Brakes(_) | Device::Air(_) | Device::Driver(_) => None,
    })
}

/// Whether a piece couples wheels: its torque on a wheel depends on the spins of other wheels.
pub fn joins_wheels(pieces: &[Piece]) -> bool {
    pieces.iter().any(|piece| match &piece.kind {
        Device::Powertrain(_) => true,
        Device::Tyre(_) | Device::Brakes(_) | Device::Steering(_) | Device::Air(_) | Device::Driver(_) => false,
    })
}

/// Reads the kind and the numbers of a piece.
///
/// # Panics
/// If the language has a piece of equipment that nothing reads.
fn read(keyword: &str, reader: &mut Reader) -> Option<Device> {
    Some(match keyword {
        "tyre" => Device::Tyre(Box::new(tyre::read(reader)?)),
        "powertrain" => Device::Powertrain(Box::new(powertrain::read(reader)?)),
        "brakes" => Device::Brakes(Box::new(brakes::read(reader)?)),
        "steering" => Device::Steering(steering::read(reader)?),
        "air" => Device::Air(Box::new(air::read(reader)?)),
        "driver" => Device::Driver(Box::new(driver::read(reader)?)),
        other => unreachable!("the language has equipment `{other}` that nothing reads"),
    })
}

/// Reads a piece of equipment.
pub(super) fn resolve<'a>(element: &'a Element, context: &mut Context<'a>, parts: &Parts) -> Option<Piece> {
    let keyword = element.keyword.text.as_str();
    if context.group.is_some() {
        let message = format!("{keyword} `{}` stands in a group", element.name.text);
        let problem = context.ledger.error(&catalogue::MISPLACED, element.name.span, message);
        problem.help("declare equipment for the whole vehicle; it names the wheels of groups as `front_left.wheel`");
        return None;
    }
    let form = context.kind(element)?;
    let names = form.arguments.iter().map(|path| path.text.as_str());
    let kind = format!("{}({})", form.kind.text, names.collect::<Vec<_>>().join(", "));
    let mut reader = match keyword {
        "powertrain" => Reader::of_named(element, context, parts),
        _ => Reader::new(element, context, parts),
    };
    reader.note("kind", Noted::Words(kind));
    let kind = read(keyword, &mut reader);
    let entries = reader.finish();
    Some(Piece {
        name: element.name.text.clone(),
        kind: kind?,
        entries: entries?,
        span: element.name.span,
    })
}

/// Reads one attribute of a piece as a course; `None` if it cannot be read, which is reported.
pub(super) fn course_of<'a>(
    element: &'a Element,
    key: &'static str,
    quantity: &'static Quantity,
    context: &mut Context<'a>,
    parts: &Parts,
) -> Option<Course> {
    let mut reader = Reader::new(element, context, parts);
    let course = course::read(&mut reader, key, quantity);
    let sound = reader.finish().is_some();
    course.filter(|_| sound)
}

/// Separates the equipment in use from the equipment that is kept for other runs: all powertrains after the first.
pub(super) fn fitted(pieces: Vec<Piece>) -> (Vec<Piece>, Vec<Piece>) {
    let mut has_one = false;
    pieces.into_iter().partition(|piece| match piece.kind {
        Device::Powertrain(_) => !std::mem::replace(&mut has_one, true),
        Device::Tyre(_) | Device::Brakes(_) | Device::Steering(_) | Device::Air(_) | Device::Driver(_) => true,
    })
}

impl Device {
    /// Its keyword, where a vehicle has only one of it.
    pub(super) fn only(&self) -> Option<&'static str> {
        match self {
            Device::Tyre(_) | Device::Powertrain(_) => None,
            Device::Brakes(_) | Device::Steering(_) | Device::Air(_) | Device::Driver(_) => Some(self.word()),
        }
    }

    /// Its kind in a few words.
    pub fn describe(&self) -> String {
        match self {
            Device::Tyre(tyre) => tyre.describe(),
            Device::Powertrain(powertrain) => powertrain.describe(),
            Device::Brakes(brakes) => brakes.describe(),
            Device::Steering(steering) => steering.describe(),
            Device::Air(air) => format!("forces at `{}`", air.marker),
            Device::Driver(driver) => driver.describe(),
        }
    }

    /// Notes on it, none of which is a mistake.
    pub fn notes(&self) -> &[String] {
        match self {
            Device::Tyre(tyre) => tyre.notes(),
            Device::Powertrain(_) | Device::Brakes(_) | Device::Steering(_) | Device::Air(_) | Device::Driver(_) => &[],
        }
    }

    /// The joint that a steering column moves, and where it is named.
    pub fn steered_joint(&self) -> Option<(&str, SourceSpan)> {
        match self {
            Device::Steering(Steering::Column(column)) => Some((&column.joint, column.span)),
            Device::Steering(Steering::Driven { .. })
            | Device::Tyre(_)
            | Device::Powertrain(_)
            | Device::Brakes(_)
            | Device::Air(_)
            | Device::Driver(_) => None,
        }
    }

    /// Its keyword.
    pub fn word(&self) -> &'static str {
        match self {
            Device::Tyre(_) => "tyre",
            Device::Powertrain(_) => "powertrain",
            Device::Brakes(_) => "brakes",
            Device::Steering(_) => "steering",
            Device::Air(_) => "air",
            Device::Driver(_) => "driver",
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::diag::to_text::render_sources;
    use crate::front::{
        file,
        language::{self, Class},
    };
    use crate::pipeline;
    use crate::report::summary;

    const PAGE: &str = include_str!("../../../../docs/equipment.md");

    fn keywords() -> impl Iterator<Item = &'static str> {
        let parts = language::PARTS.iter().filter(|part| part.class == Class::Equipment);
        parts.map(|part| part.keyword)
    }

    /// The example of the page is a sound vehicle with a piece of each kind.
    #[test]
    fn the_example_of_the_page_compiles() {
        let example = PAGE.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
        let compiled = pipeline::compile_text(example.expect("the page has an example")).expect("it is sound");
        let words: Vec<&str> = compiled.model.equipment.iter().map(|piece| piece.kind.word()).collect();
        assert_eq!(words, keywords().collect::<Vec<&str>>());
    }

    /// All mistakes of a property file are reported at their lines. The summary of the vehicle lists what the file
    /// leaves out.
    #[test]
    fn mistakes_of_a_property_file_are_told_at_their_lines() {
        const FILE: &str = include_str!("../../../../runtime/laws/tests/data/mf52.tir");
        let told = |tir: &str| {
            let declaration = "Cart {
                body frame { mass: 400 kg, com: [0, 0, 0.5] m, inertia: [50, 60, 40] kg*m^2 }
                joint motion: free(ground, frame)
                wheel wheel: on(frame) { centre: [0, 0.6, 0.4] m, radius: 0.4 m, spin_inertia: 1 kg*m^2 }
                tyre road: magic_formula(wheel) { file: \"tyres/a.tir\" }
            }";
            let mut asked = Vec::new();
            let reading = file::read_text("cars/cart.txt", declaration, &mut |path| {
                asked.push(path.to_owned());
                Ok(tir.to_owned())
            });
            let vehicle = reading.vehicle.expect("it can be read");
            assert_eq!(asked, ["cars/tyres/a.tir"]);
            match pipeline::compile(&vehicle) {
                Ok(compiled) => {
                    assert!(compiled.warnings.is_empty());
                    summary::text(&compiled)
                }
                Err(found) => render_sources(&found, &reading.sources),
            }
        };
        assert!(told(FILE).contains("left out, and taken as the format says"));
        let damaged = FILE
            .replace("FNOMIN = 9416.6", "FNOMIN = much")
            .replace("FITTYP = 6", "FITTYP = 7");
        let report = told(&damaged);
        for line in ["FNOMIN = ", "FITTYP = "] {
            let number = 1 + damaged
                .lines()
                .position(|text| text.starts_with(line))
                .expect("it is there");
            assert!(
                report.contains(&format!("cars/tyres/a.tir:{number}:")),
                "{line}: {report}"
            );
        }
    }

    /// Functions that are read are words of the language.
    #[test]
    fn every_function_is_in_the_language() {
        let lists = [
            ("powertrain", super::powertrain::FUNCTIONS),
            ("driver", super::course::FUNCTIONS),
            ("driver", super::way::FUNCTIONS),
            ("driver", super::way::PIECES),
            ("air", super::wind::FUNCTIONS),
        ];
        for (keyword, functions) in lists {
            let part = language::part(keyword).expect("it is in the language");
            for word in functions {
                let is_there = part.functions.iter().any(|function| function.word == *word);
                assert!(is_there, "`{keyword}` has no row for `{word}`");
            }
        }
    }

    /// Whatever the language knows of equipment is explained.
    #[test]
    fn the_page_has_every_word() {
        for keyword in keywords() {
            let part = language::part(keyword).expect("it is in the language");
            let keys = part.attributes.iter().map(|attribute| attribute.key);
            let functions = part.functions.iter().map(|function| function.word);
            for word in part.words().chain(keys).chain(functions) {
                let is_there = [format!("`{word}"), format!(": {word}(")]
                    .iter()
                    .any(|text| PAGE.contains(text));
                assert!(is_there, "docs/equipment.md does not explain `{word}` of `{keyword}`");
            }
        }
    }
}
