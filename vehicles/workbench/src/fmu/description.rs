//! `modelDescription.xml`, for both standards printed from one table.
//!
//! FMI 2.0.4, section 2.2; FMI 3.0.2, section 2.4. An unknown without dependencies may depend on all knowns.

use super::{Arrays, CATEGORIES, Package};
use crate::outside::{BASE, Car, Kind, Unit, Variable};
use quick_xml::Writer;
use std::collections::BTreeMap;
use std::io;
use wishbone_foreign::Standard;

/// What an importing tool reads of a vehicle.
pub(super) struct Described<'a> {
    standard: Standard,
    name: &'a str,
    identifier: String,
    token: String,
    step: f64,
    /// Whether a foreign integrator may advance it.
    is_exchanged: bool,
    variables: Vec<(usize, &'a Variable)>,
    arrays: Arrays,
    car: &'a Car,
}

/// An element with its attributes.
type Element<'e> = (&'e str, Vec<(&'e str, String)>);

/// The model description of a vehicle; with model exchange, if a foreign integrator may advance the vehicle.
///
/// # Errors
/// None that a memory without limits has.
pub fn description(car: &Car, package: &Package, standard: Standard, is_exchanged: bool) -> io::Result<Vec<u8>> {
    let is_told = |variable: &Variable| match variable.kind {
        Kind::State(_) | Kind::Rate(_) => is_exchanged,
        // In 2.0 they are no variables.
        Kind::Indicator(_) => is_exchanged && standard == Standard::Three,
        _ => true,
    };
    let arrays = Arrays::of(car.table(), standard == Standard::Three && package.asked().arrays);
    let is_within = |place: usize| arrays.count(place) == Some(0);
    let variables = car.table().iter().enumerate();
    let variables = variables
        .filter(|(place, own)| is_told(own) && !is_within(*place))
        .collect();
    let described = Described {
        standard,
        car,
        name: car.name(),
        identifier: identifier(car.name()),
        token: package.token(),
        step: car.largest_step(),
        is_exchanged,
        variables,
        arrays,
    };
    described.print()
}

/// A name as an identifier of C, which names the library in the archive.
pub(super) fn identifier(name: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    let name: String = name.chars().map(plain).collect();
    match name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
        true => name,
        false => format!("vehicle_{name}"),
    }
}

impl Described<'_> {
    fn print(&self) -> io::Result<Vec<u8>> {
        let mut text = br#"<?xml version="1.0" encoding="UTF-8"?>"#.to_vec();
        text.push(b'\n');
        let mut writer = Writer::new_with_indent(text, b' ', 2);
        let (version, token) = match self.standard {
            Standard::Two => ("2.0", "guid"),
            Standard::Three => ("3.0", "instantiationToken"),
        };
        let mut attributes = vec![
            ("fmiVersion", version.to_owned()),
            ("modelName", self.name.to_owned()),
            (token, self.token.clone()),
            ("description", format!("Vehicle `{}`, ISO 8855, SI units", self.name)),
            ("generationTool", format!("wishbone {}", env!("CARGO_PKG_VERSION"))),
            ("variableNamingConvention", "structured".to_owned()),
        ];
        if self.standard == Standard::Two {
            let count = if self.is_exchanged {
                self.car.indicator_count()
            } else {
                0
            };
            attributes.push(("numberOfEventIndicators", count.to_string()));
        }
        let root = element(&mut writer, "fmiModelDescription", &attributes);
        root.write_inner_content(|writer| {
            for kind in self.kinds() {
                empty(writer, kind)?;
            }
            self.units(writer)?;
            within(writer, "LogCategories", |writer| {
                CATEGORIES.into_iter().try_for_each(|(name, words)| {
                    let attributes = vec![("name", name.to_owned()), ("description", words.to_owned())];
                    empty(writer, ("Category", attributes))
                })
            })?;
            let experiment = vec![
                ("startTime", "0".to_owned()),
                ("stopTime", "10".to_owned()),
                ("stepSize", number(self.step)),
            ];
            empty(writer, ("DefaultExperiment", experiment))?;
            within(writer, "ModelVariables", |writer| {
                self.variables.iter().try_for_each(|own| self.variable(writer, own))
            })?;
            within(writer, "ModelStructure", |writer| self.structure(writer))
        })?;
        let mut text = writer.into_inner();
        text.push(b'\n');
        Ok(text)
    }

    /// What the library offers by each kind of FMU.
    fn kinds(&self) -> Vec<Element<'static>> {
        let yes = || "true".to_owned();
        let own = || {
            let mut own = vec![("modelIdentifier", self.identifier.clone())];
            if self.standard == Standard::Two {
                own.push(("canNotUseMemoryManagementFunctions", yes()));
            }
            own
        };
        let (keeps, serialises, directional, adjoint) = match self.standard {
            Standard::Two => (
                "canGetAndSetFMUstate",
                "canSerializeFMUstate",
                "providesDirectionalDerivative",
                None,
            ),
            Standard::Three => (
                "canGetAndSetFMUState",
                "canSerializeFMUState",
                "providesDirectionalDerivatives",
                Some("providesAdjointDerivatives"),
            ),
        };
        let mut kinds = Vec::new();
        if self.is_exchanged {
            let mut attributes = own();
            attributes.extend([(keeps, yes()), (serialises, yes()), (directional, yes())]);
            attributes.extend(adjoint.map(|adjoint| (adjoint, yes())));
            if self.standard == Standard::Three {
                // Gears change, and Euler parameters get unit norm, in events that a completed step asks for. In 2.0 this is the default.
                attributes.push(("needsCompletedIntegratorStep", yes()));
            }
            kinds.push(("ModelExchange", attributes));
        }
        let mut attributes = own();
        attributes.extend([(keeps, yes()), (serialises, yes())]);
        attributes.push(("canHandleVariableCommunicationStepSize", yes()));
        if self.standard == Standard::Three {
            attributes.push(("providesIntermediateUpdate", yes()));
            attributes.push(("canReturnEarlyAfterIntermediateUpdate", yes()));
        }
        kinds.push(("CoSimulation", attributes));
        kinds
    }

    /// The units with their exponents, and what else they are shown in.
    fn units(&self, writer: &mut Writer<Vec<u8>>) -> io::Result<()> {
        let units: BTreeMap<&str, &Unit> = self
            .variables
            .iter()
            .map(|(_, variable)| (variable.unit.name.as_str(), &variable.unit))
            .filter(|(name, _)| !name.is_empty())
            .collect();
        within(writer, "UnitDefinitions", |writer| {
            units.into_values().try_for_each(|unit| {
                let attributes = [("name", unit.name.clone())];
                let own = element(writer, "Unit", &attributes);
                own.write_inner_content(|writer| {
                    let powers = BASE.into_iter().zip(unit.exponents).filter(|(_, power)| *power != 0);
                    let powers = powers.map(|(base, power)| (base, power.to_string())).collect();
                    empty(writer, ("BaseUnit", powers))?;
                    shown(&unit.name).into_iter().try_for_each(|(name, factor)| {
                        let attributes = vec![("name", name.to_owned()), ("factor", number(factor))];
                        empty(writer, ("DisplayUnit", attributes))
                    })
                })
                .map(|_| ())
            })
        })
    }

    fn variable(&self, writer: &mut Writer<Vec<u8>>, (reference, own): &(usize, &Variable)) -> io::Result<()> {
        let (causality, variability, initial) = roles(own.kind);
        let numbers = self.numbers(*reference);
        let name = self.arrays.name(self.car.table(), *reference).unwrap_or_default();
        let words = match numbers.len() {
            1 => own.words.clone(),
            _ => format!("{}; an array of all of them", own.words),
        };
        let mut attributes = vec![
            ("name", name.to_owned()),
            ("valueReference", reference.to_string()),
            ("description", words),
            ("causality", causality.to_owned()),
            ("variability", variability.to_owned()),
        ];
        attributes.extend(initial.map(|initial| ("initial", initial.to_owned())));
        let typed = self.typed(own);
        match self.standard {
            Standard::Two => {
                let name = if own.kind.is_whole() { "Integer" } else { "Real" };
                let scalar = element(writer, "ScalarVariable", &attributes);
                scalar.write_inner_content(|writer| empty(writer, (name, typed)))?;
                Ok(())
            }
            Standard::Three => {
                attributes.extend(typed);
                if matches!(own.kind, Kind::Output(_)) {
                    attributes.push(("intermediateUpdate", "true".to_owned()));
                }
                let name = if own.kind.is_whole() { "Int32" } else { "Float64" };
                if numbers.len() == 1 {
                    return empty(writer, (name, attributes));
                }
                let starts: Option<Vec<String>> = numbers.iter().map(|own| own.start.map(number)).collect();
                attributes.retain(|(key, _)| *key != "start");
                attributes.extend(starts.map(|starts| ("start", starts.join(" "))));
                let array = element(writer, name, &attributes);
                let size = vec![("start", numbers.len().to_string())];
                array.write_inner_content(|writer| empty(writer, ("Dimension", size)))?;
                Ok(())
            }
        }
    }

    /// The numbers of the variable with a reference: several of an array.
    fn numbers(&self, reference: usize) -> &[Variable] {
        let count = self.arrays.count(reference).unwrap_or(1);
        &self.car.table()[reference..reference + count]
    }

    /// Unit, range, start, and the state of which it is the rate.
    fn typed(&self, own: &Variable) -> Vec<(&'static str, String)> {
        let told = |value: f64| match own.kind.is_whole() {
            true => format!("{value:.0}"),
            false => number(value),
        };
        let mut attributes = Vec::new();
        if !own.unit.name.is_empty() && !own.kind.is_whole() {
            attributes.push(("unit", own.unit.name.clone()));
            // Angles are shown in degrees.
            let shown = shown(&own.unit.name).filter(|(name, _)| name.starts_with("deg"));
            attributes.extend(shown.map(|(name, _)| ("displayUnit", name.to_owned())));
        }
        if let Some([least, greatest]) = own.range {
            let bounds = [("min", least), ("max", greatest)].into_iter();
            let bounds = bounds.filter(|(_, bound)| bound.is_finite());
            attributes.extend(bounds.map(|(name, bound)| (name, told(bound))));
        }
        attributes.extend(own.start.map(|start| ("start", told(start))));
        if matches!(own.kind, Kind::State(_)) && self.is_exchanged && jumps(&own.name) {
            attributes.push(("reinit", "true".to_owned()));
        }
        if let Kind::Rate(state) = own.kind {
            let of = self
                .variables
                .iter()
                .position(|(_, other)| other.kind == Kind::State(state));
            attributes.extend(of.map(|place| ("derivative", self.reference(place))));
        }
        attributes
    }

    /// Reference to the variable at a position in the model structure: in 2.0 the position from one, in 3.0 its value
    /// reference.
    fn reference(&self, place: usize) -> String {
        match self.standard {
            Standard::Two => (place + 1).to_string(),
            Standard::Three => self.variables[place].0.to_string(),
        }
    }

    /// Whether every unknown may depend on a variable. In 3.0 parameters are knowns; in 2.0 they are not.
    fn is_known_beside(&self, own: &Variable) -> bool {
        self.standard == Standard::Three && matches!(own.kind, Kind::Tunable(_))
    }

    /// The variables on which the variable at a position depends, as a list; `None` if it may depend on all.
    fn dependencies(&self, place: usize) -> Option<String> {
        let first = self.variables[place].0;
        let numbers = first..first + self.numbers(first).len();
        let of: Option<Vec<&[usize]>> = numbers.map(|own| self.car.dependencies(own)).collect();
        let of = of?.concat();
        // If states are not published, they are no variables of the FMU.
        let places = self.variables.iter().enumerate().filter(|(_, (reference, own))| {
            let mut numbers = *reference..*reference + self.numbers(*reference).len();
            numbers.any(|own| of.contains(&own)) || self.is_known_beside(own)
        });
        let each: Vec<String> = places.map(|(place, _)| self.reference(place)).collect();
        Some(each.join(" "))
    }

    fn structure(&self, writer: &mut Writer<Vec<u8>>) -> io::Result<()> {
        let places = |is: fn(Kind) -> bool| -> Vec<usize> {
            let each = self.variables.iter().enumerate();
            each.filter(|(_, (_, own))| is(own.kind))
                .map(|(place, _)| place)
                .collect()
        };
        let groups = [
            ("Outputs", "Output", places(|kind| matches!(kind, Kind::Output(_)))),
            (
                "Derivatives",
                "ContinuousStateDerivative",
                places(|kind| matches!(kind, Kind::Rate(_))),
            ),
            (
                "InitialUnknowns",
                "InitialUnknown",
                places(|kind| matches!(kind, Kind::Output(_) | Kind::State(_) | Kind::Rate(_))),
            ),
            (
                "EventIndicators",
                "EventIndicator",
                places(|kind| matches!(kind, Kind::Indicator(_))),
            ),
        ];
        for (group, name, places) in groups {
            let each = |writer: &mut Writer<Vec<u8>>, name, key: &'static str| {
                places.iter().try_for_each(|place| {
                    let mut attributes = vec![(key, self.reference(*place))];
                    // At the start, the known values are start values.
                    let told = self.dependencies(*place).filter(|_| group != "InitialUnknowns");
                    attributes.extend(told.map(|told| ("dependencies", told)));
                    empty(writer, (name, attributes))
                })
            };
            match self.standard {
                Standard::Two if places.is_empty() => {}
                Standard::Two => within(writer, group, |writer| each(writer, "Unknown", "index"))?,
                Standard::Three => each(writer, name, "valueReference")?,
            }
        }
        Ok(())
    }
}

/// Whether a state with this name may change in an event: speeds of shafts change at a gear change, and Euler
/// parameters get unit norm.
fn jumps(name: &str) -> bool {
    let is_parameter = [".e0", ".e1", ".e2", ".e3"].iter().any(|end| name.ends_with(end));
    name.starts_with("states.equipment.") || name.starts_with("states.q.") && is_parameter
}

/// Causality, variability and the kind of the initial value.
fn roles(kind: Kind) -> (&'static str, &'static str, Option<&'static str>) {
    match kind {
        Kind::Time => ("independent", "continuous", None),
        Kind::Input(_) if kind.is_whole() => ("input", "discrete", None),
        Kind::Input(_) => ("input", "continuous", None),
        Kind::StartSpeed => ("parameter", "fixed", Some("exact")),
        Kind::Tunable(_) => ("parameter", "tunable", Some("exact")),
        Kind::Output(_) => ("output", "continuous", Some("calculated")),
        Kind::State(_) | Kind::Rate(_) => ("local", "continuous", Some("calculated")),
        // It is no initial unknown.
        Kind::Indicator(_) => ("local", "continuous", None),
    }
}

/// What else a unit is shown in, with the factor to it.
fn shown(unit: &str) -> Option<(&'static str, f64)> {
    match unit {
        "rad" => Some(("deg", 1f64.to_degrees())),
        "rad/s" => Some(("deg/s", 1f64.to_degrees())),
        "m/s" => Some(("km/h", 3.6)),
        _ => None,
    }
}

/// A number in as many digits as it takes to read it again.
fn number(value: f64) -> String {
    format!("{value:?}")
}

pub(super) fn element<'w>(
    writer: &'w mut Writer<Vec<u8>>,
    name: &str,
    attributes: &[(&str, String)],
) -> quick_xml::writer::ElementWriter<'w, Vec<u8>> {
    let attributes = attributes.iter().map(|(key, value)| (*key, value.as_str()));
    writer.create_element(name.to_owned()).with_attributes(attributes)
}

pub(super) fn empty(writer: &mut Writer<Vec<u8>>, (name, attributes): Element<'_>) -> io::Result<()> {
    element(writer, name, &attributes).write_empty().map(|_| ())
}

fn within(
    writer: &mut Writer<Vec<u8>>,
    name: &str,
    content: impl FnOnce(&mut Writer<Vec<u8>>) -> io::Result<()>,
) -> io::Result<()> {
    writer.create_element(name).write_inner_content(content).map(|_| ())
}
