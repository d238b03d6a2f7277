//! Names that live as long as the program, like the names of an emitted solver.
//!
//! Equal names are kept only once, so many engines of one vehicle take no more memory for names than one engine.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use wishbone::description::{Description, Entries, Place};
use wishbone::level::Level;
use wishbone::parameters::{Affine, Holds, Parameter, Rule};
use wishbone::stabilise::{Pivot, Places};
use wishbone_compiler::emit::watched;
use wishbone_compiler::model::{self, SignalId};
use wishbone_compiler::pipeline::Compiled;
use wishbone_compiler::programs::calls::Call;
use wishbone_compiler::programs::ports::Port;
use wishbone_compiler::programs::slopes::Slope;

/// Lists of words by their content.
static LISTS: Mutex<BTreeMap<Vec<String>, &'static [&'static str]>> = Mutex::new(BTreeMap::new());

/// Names with the lifetime of the program.
pub fn kept<'n>(names: impl IntoIterator<Item = &'n str>) -> &'static [&'static str] {
    let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
    let mut lists = LISTS.lock().unwrap_or_else(PoisonError::into_inner);
    lists.entry(names).or_insert_with_key(|names| {
        let words = names.iter().map(|name| &*name.clone().leak());
        words.collect::<Vec<&'static str>>().leak()
    })
}

/// A name with the lifetime of the program.
pub fn word(name: &str) -> &'static str {
    kept([name])[0]
}

/// All descriptions so far. Equal ones are kept once.
static DESCRIPTIONS: Mutex<Vec<&'static Description>> = Mutex::new(Vec::new());

/// The description of a vehicle.
pub fn description(compiled: &Compiled) -> &'static Description {
    let Compiled {
        model,
        layout,
        state,
        programs,
        ..
    } = compiled;
    let pivots = state.margins.iter().map(|&(_, speed)| pivot(compiled, speed));
    let place = |(name, signals): (&str, [SignalId; 6])| -> Place { (word(name), signals.map(|s| s.index())) };
    let contacts = model.contacts().map(|(name, contact)| place((name, contact.ground)));
    let markers = model.markers().map(|(name, marker)| place((name, marker.load)));
    let [slopes, output_slopes] = [Call::Slopes, Call::OutputSlopes].map(|call| rows(programs.slopes(call)));
    let pivots: Vec<Pivot> = pivots.collect();
    let (contacts, markers): (Vec<Place>, Vec<Place>) = (contacts.collect(), markers.collect());
    let mut named = Description {
        name: word(&model.name),
        gravity: (*model.gravity).into(),
        coordinates: kept(state.coordinate_names(layout).into_iter().map(String::as_str)),
        speeds: kept(state.speed_names(layout).into_iter().map(String::as_str)),
        joint_coordinates: kept(layout.coordinates.iter().map(String::as_str)),
        joint_speeds: kept(layout.speeds.iter().map(String::as_str)),
        drives: kept(model.inputs.iter().map(String::as_str)),
        signals: kept(model.signals.iter().map(|signal| signal.name.as_str())),
        wheels: kept(model.wheels.iter().map(|wheel| wheel.name.as_str())),
        bodies: kept(model.bodies[1..].iter().map(|body| body.name.as_str())),
        outputs: kept(model.outputs.iter().map(|output| output.name.as_str())),
        output_units: kept(model.outputs.iter().map(|output| output.measure.unit(model))),
        levels: &[Level::Baseline],
        ..Description::EMPTY
    };
    let is_same = |known: &&&'static Description| {
        let numbers = Description {
            pivots: known.pivots,
            contacts: known.contacts,
            markers: known.markers,
            slopes: known.slopes,
            output_slopes: known.output_slopes,
            ..named
        };
        numbers == ***known
            && known.pivots == pivots
            && known.contacts == contacts
            && known.markers == markers
            && is_the_same(known.slopes, &slopes)
            && is_the_same(known.output_slopes, &output_slopes)
    };
    let mut descriptions = DESCRIPTIONS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = descriptions.iter().find(is_same) {
        return known;
    }
    named.pivots = pivots.leak();
    named.contacts = contacts.leak();
    named.markers = markers.leak();
    named.slopes = entries(slopes);
    named.output_slopes = entries(output_slopes);
    let named: &'static Description = Box::leak(Box::new(named));
    descriptions.push(named);
    named
}

/// Columns of each row of slopes.
fn rows(slopes: &[Slope]) -> Vec<(usize, Vec<usize>)> {
    let rows = slopes.chunk_by(|one, next| one.row == next.row);
    rows.map(|row| (row[0].row, row.iter().map(|slope| slope.column).collect()))
        .collect()
}

fn is_the_same(known: Entries, rows: &[(usize, Vec<usize>)]) -> bool {
    let known = known.iter().map(|(row, columns)| (*row, *columns));
    known.eq(rows.iter().map(|(row, columns)| (*row, columns.as_slice())))
}

fn entries(rows: Vec<(usize, Vec<usize>)>) -> Entries {
    let rows = rows.into_iter().map(|(row, columns)| (row, &*columns.leak()));
    rows.collect::<Vec<(usize, &'static [usize])>>().leak()
}

/// Joint and loop of a margin.
fn pivot(compiled: &Compiled, speed: usize) -> Pivot {
    let [joint, closed_by] = watched::pivot(compiled, speed).map(word);
    Pivot { joint, closed_by }
}

/// Names of equations and margins of corrections. Equal ones are kept once.
static PLACES: Mutex<Vec<&'static Places>> = Mutex::new(Vec::new());

/// Names of the equations and margins of a correction with these outputs.
pub fn places(compiled: &Compiled, outputs: &[Port]) -> &'static Places {
    let equations = kept(watched::equations(compiled));
    let pivots: Vec<Pivot> = watched::margins(outputs).map(|speed| pivot(compiled, speed)).collect();
    let mut places = PLACES.lock().unwrap_or_else(PoisonError::into_inner);
    let is_same = |known: &&&'static Places| known.equations == equations && known.pivots == pivots;
    if let Some(known) = places.iter().find(is_same) {
        return known;
    }
    let new: &'static Places = Box::leak(Box::new(Places {
        equations,
        pivots: pivots.leak(),
    }));
    places.push(new);
    new
}

/// Parameters with the rules on combinations of them.
pub type Parameters = (&'static [Parameter], &'static [Rule]);

/// Parameters of vehicles. Equal ones are kept once.
static PARAMETERS: Mutex<Vec<Parameters>> = Mutex::new(Vec::new());

/// The parameters of a vehicle, with the rules on combinations of them.
pub fn parameters(compiled: &Compiled) -> Parameters {
    let (table, rules) = (&compiled.model.parameters, &compiled.model.rules);
    let table: Vec<Parameter> = table
        .iter()
        .map(|parameter| Parameter {
            name: word(&parameter.name),
            unit: parameter.unit,
            default: parameter.default,
            range: parameter.range,
        })
        .collect();
    let rules: Vec<(&'static str, Holds, Vec<Numbers>)> = rules
        .iter()
        .map(|rule| {
            (
                word(&rule.part),
                holds(rule.holds),
                rule.numbers.iter().map(affine).collect(),
            )
        })
        .collect();
    let mut known = PARAMETERS.lock().unwrap_or_else(PoisonError::into_inner);
    let is_same = |(known, ruled): &&Parameters| {
        *known == table
            && ruled.len() == rules.len()
            && ruled.iter().zip(&rules).all(|(one, other)| is_rule(one, other))
    };
    if let Some(same) = known.iter().find(is_same) {
        return *same;
    }
    let rules = rules.into_iter().map(|(part, holds, numbers)| {
        let numbers = numbers.into_iter().map(|(value, slopes)| Affine {
            value,
            slopes: slopes.leak(),
        });
        let numbers = numbers.collect::<Vec<Affine>>().leak();
        Rule { part, holds, numbers }
    });
    let new: Parameters = (table.leak(), rules.collect::<Vec<Rule>>().leak());
    known.push(new);
    new
}

/// A number with its slopes with respect to parameters.
type Numbers = (f64, Vec<(usize, f64)>);

fn affine(number: &model::Number) -> Numbers {
    let slopes = number.slopes().iter();
    (
        **number,
        slopes.map(|(parameter, slope)| (parameter.index(), *slope)).collect(),
    )
}

fn is_rule(rule: &Rule, (part, holds, numbers): &(&'static str, Holds, Vec<Numbers>)) -> bool {
    let own = rule.numbers.iter().map(|number| (number.value, number.slopes.to_vec()));
    rule.part == *part && rule.holds == *holds && own.eq(numbers.iter().cloned())
}

fn holds(holds: model::Holds) -> Holds {
    match holds {
        model::Holds::PositiveInertia => Holds::PositiveInertia,
        model::Holds::PhysicalInertia => Holds::PhysicalInertia,
        model::Holds::Rotor => Holds::Rotor,
        model::Holds::Apart => Holds::Apart,
        model::Holds::Increasing => Holds::Increasing,
        model::Holds::Passive => Holds::Passive,
    }
}
