//! Equipment: what acts on a vehicle, declared with it. Tyres, powertrain, brakes, steering, air, driver, one a file.
//!
//! The laws themselves are those of `wishbone_laws`; what is read here are their numbers. Equipment has no part in the
//! mechanism: it refers to wheels by position, and to joints, inputs and markers by name. None of its numbers is a parameter of
//! the solver: subsystems of the run time lend theirs.

mod air;
mod brakes;
mod by_numbers;
mod compliance;
mod course;
mod doubtful;
mod driver;
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
pub use compliance::Compliant;
pub use course::Course;
pub use driver::{Cruise, Driver, Follow, Hands, Pace, Pedals, Shift};
pub use idle::{Idle, idle};
pub use powertrain::Powertrain;
pub use script::{Controls, Event, When};
pub use steering::{Column, Steering};
pub use tables::{MOST_INCLINATIONS, Tables, UseCarpet};
pub use tyre::{Tyre, TyreLaw, unlike_radii};
pub use way::{Stretch, Way};
pub use wind::{WAVES, Wind};

use super::resolve::Context;
use crate::diag::{SourceSpan, catalogue};
use crate::front::syntax::Element;
use crate::front::units::Quantity;
use read::Reader;
use wishbone_laws::driveline::Shifting;

/// A piece of equipment.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its name.
    pub name: String,
    /// Its kind and numbers.
    pub kind: Device,
    /// All that was declared of it, in the order in which it was read.
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

/// An attribute as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its name, behind those around it: `longitudinal.peak`.
    pub attribute: String,
    /// Its value.
    pub value: Noted,
}

/// Value of an attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum Noted {
    /// Numbers, SI.
    Numbers {
        /// The numbers.
        values: Vec<f64>,
        /// Their unit; empty for plain numbers.
        unit: &'static str,
    },
    /// Words and names.
    Words(String),
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

/// Whether a piece joins wheels: its torque on a wheel depends on the spins of others.
pub fn joins_wheels(pieces: &[Piece]) -> bool {
    pieces.iter().any(|piece| match &piece.kind {
        Device::Powertrain(_) => true,
        Device::Tyre(_) | Device::Brakes(_) | Device::Steering(_) | Device::Air(_) | Device::Driver(_) => false,
    })
}

/// How a piece of equipment is read.
type Read = fn(&mut Reader) -> Option<Device>;

/// All kinds, by keyword.
const KINDS: [(&str, Read); 6] = [
    ("tyre", tyre::read),
    ("powertrain", powertrain::read),
    ("brakes", brakes::read),
    ("steering", steering::read),
    ("air", air::read),
    ("driver", driver::read),
];

/// Keywords of equipment.
pub(super) fn keywords() -> [&'static str; 6] {
    KINDS.map(|(keyword, _)| keyword)
}

/// Reads a piece of equipment.
pub(super) fn resolve<'a>(element: &'a Element, context: &mut Context<'a>) -> Option<Piece> {
    let keyword = element.keyword.text.as_str();
    let (_, read) = KINDS.iter().find(|(known, _)| *known == keyword)?;
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
        "powertrain" => Reader::of_named(element, context),
        _ => Reader::new(element, context),
    };
    reader.note("kind", Noted::Words(kind));
    let kind = read(&mut reader);
    let entries = reader.finish();
    Some(Piece {
        name: element.name.text.clone(),
        kind: kind?,
        entries: entries?,
        span: element.name.span,
    })
}

/// Reads one attribute of a piece as a course; none where it cannot be read, which is reported.
pub(super) fn course_of<'a>(
    element: &'a Element,
    key: &'static str,
    quantity: &'static Quantity,
    context: &mut Context<'a>,
) -> Option<Course> {
    let mut reader = Reader::new(element, context);
    let course = course::read(&mut reader, key, quantity);
    let sound = reader.finish().is_some();
    course.filter(|_| sound)
}

/// Parts what acts on the vehicle from what is kept for other runs: the powertrains behind the first one.
pub(super) fn fitted(pieces: Vec<Piece>) -> (Vec<Piece>, Vec<Piece>) {
    let mut has_one = false;
    pieces.into_iter().partition(|piece| match piece.kind {
        Device::Powertrain(_) => !std::mem::replace(&mut has_one, true),
        Device::Tyre(_) | Device::Brakes(_) | Device::Steering(_) | Device::Air(_) | Device::Driver(_) => true,
    })
}

/// Checks the pieces together: one tyre for each wheel, any number of powertrains, and every other kind once.
pub(super) fn check(pieces: &[Option<Piece>], context: &mut Context) {
    let sound: Vec<&Piece> = pieces.iter().flatten().collect();
    tyre::check(&sound, pieces.iter().any(Option::is_none), context);
    check_hands(&sound, context);
    check_gears(&sound, context);
    check_highest_gear(&sound, context);
    for (place, piece) in sound.iter().enumerate() {
        let Some(word) = piece.kind.only() else { continue };
        if let Some(first) = sound[..place].iter().find(|first| first.kind.only() == Some(word)) {
            let message = format!("a vehicle has one {word}, and `{}` is its second", piece.name);
            let problem = context.ledger.error(&catalogue::EQUIPMENT, piece.span, message);
            problem
                .label("declared again here")
                .also(first.span, "first declared here");
        }
    }
}

/// Reports a driver who follows a way without a driven joint to steer by.
fn check_hands(pieces: &[&Piece], context: &mut Context) {
    let way = pieces.iter().find_map(|piece| match &piece.kind {
        Device::Driver(driver) => driver.follows(),
        Device::Tyre(_) | Device::Powertrain(_) | Device::Brakes(_) | Device::Steering(_) | Device::Air(_) => None,
    });
    let is_driven = |piece: &&Piece| match &piece.kind {
        Device::Steering(steering) => steering.is_driven(),
        Device::Tyre(_) | Device::Powertrain(_) | Device::Brakes(_) | Device::Air(_) | Device::Driver(_) => false,
    };
    if let Some(place) = way.filter(|_| !pieces.iter().any(is_driven)) {
        let message = "a driver who follows a path steers a driven joint, and there is none";
        let problem = context.ledger.error(&catalogue::EQUIPMENT, place, message);
        problem.help("declare `steering NAME: driven(input) { per_turn: .. }`");
    }
}

/// Reports a driver who chooses gears that the powertrain does not have, or that it chooses itself.
fn check_gears(pieces: &[&Piece], context: &mut Context) {
    let shift = pieces.iter().find_map(|piece| match &piece.kind {
        Device::Driver(driver) => driver.shift(),
        Device::Tyre(_) | Device::Powertrain(_) | Device::Brakes(_) | Device::Steering(_) | Device::Air(_) => None,
    });
    let (Some(shift), Some((piece, powertrain))) = (shift, powertrain(pieces)) else {
        return;
    };
    let wanted = shift.up.len() + 1;
    let (problem, help) = match &powertrain.solved.gearbox {
        None => ("has no gearbox".to_owned(), "leave `shift` out"),
        Some((gearbox, _)) if gearbox.shifting != Shifting::Manual => (
            "changes gears by itself".to_owned(),
            "leave `shift` out, or `up` and `down` of the gearbox",
        ),
        Some((gearbox, _)) if gearbox.ratios().0.len() < wanted => {
            let count = gearbox.ratios().0.len();
            (
                format!("has {count} forward gears"),
                "there is one speed of `up`, and one of `down`, between two gears",
            )
        }
        Some(_) => return,
    };
    let message = format!(
        "the driver shifts through {wanted} gears, and `{}` {problem}",
        piece.name
    );
    let report = context.ledger.error(&catalogue::EQUIPMENT, shift.span, message);
    report.also(piece.span, "the powertrain").help(help);
}

/// Reports a driver who asks for a gear that the gearbox does not have: it would be in neutral.
fn check_highest_gear(pieces: &[&Piece], context: &mut Context) {
    let driver = pieces.iter().find_map(|piece| match &piece.kind {
        Device::Driver(driver) => Some((piece, driver.asks_for())),
        Device::Tyre(_) | Device::Powertrain(_) | Device::Brakes(_) | Device::Steering(_) | Device::Air(_) => None,
    });
    let (Some((driver, highest)), Some((piece, powertrain))) = (driver, powertrain(pieces)) else {
        return;
    };
    let Some((gearbox, _)) = &powertrain.solved.gearbox else {
        return;
    };
    let count = gearbox.ratios().0.len();
    if gearbox.shifting == Shifting::Manual && highest > count as f64 {
        let message = format!(
            "`{}` asks for gear {highest}, and `{}` has {count}",
            driver.name, piece.name
        );
        let report = context.ledger.error(&catalogue::EQUIPMENT, driver.span, message);
        report.also(piece.span, "the powertrain");
    }
}

fn powertrain<'p>(pieces: &[&'p Piece]) -> Option<(&'p Piece, &'p Powertrain)> {
    pieces.iter().find_map(|piece| match &piece.kind {
        Device::Powertrain(powertrain) => Some((*piece, &**powertrain)),
        Device::Tyre(_) | Device::Brakes(_) | Device::Steering(_) | Device::Air(_) | Device::Driver(_) => None,
    })
}

impl Device {
    /// Its keyword, where a vehicle has only one of it.
    fn only(&self) -> Option<&'static str> {
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

    /// Things to know of it, none of which is a mistake.
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
    use super::keywords;
    use crate::diag::to_text::render_sources;
    use crate::front::{file, language};
    use crate::pipeline;
    use crate::report::summary;

    const PAGE: &str = include_str!("../../../../docs/equipment.md");

    /// The example of the page is a sound vehicle with a piece of each kind.
    #[test]
    fn the_example_of_the_page_compiles() {
        let example = PAGE.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
        let compiled = pipeline::compile_text(example.expect("the page has an example")).expect("it is sound");
        let words: Vec<&str> = compiled.model.equipment.iter().map(|piece| piece.kind.word()).collect();
        assert_eq!(words, keywords());
    }

    /// All mistakes of a property file are told at their lines, and what it leaves out in the summary of the vehicle.
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

    /// Whatever the language knows of equipment is explained.
    #[test]
    fn the_page_has_every_word() {
        for keyword in keywords() {
            let part = language::part(keyword).expect("it is in the language");
            let keys = part.attributes.iter().map(|attribute| attribute.key);
            let words = part.words().chain(keys);
            let functions = super::powertrain::FUNCTIONS
                .iter()
                .chain(super::course::FUNCTIONS)
                .chain(super::way::FUNCTIONS)
                .chain(super::way::PIECES)
                .chain(super::wind::FUNCTIONS);
            for word in words.chain(functions.copied()) {
                let is_there = [format!("`{word}"), format!(": {word}(")]
                    .iter()
                    .any(|text| PAGE.contains(text));
                assert!(is_there, "docs/equipment.md does not explain `{word}` of `{keyword}`");
            }
        }
    }
}
