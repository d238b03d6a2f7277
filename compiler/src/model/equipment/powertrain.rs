//! Powertrains: a graph of shafts, from engines to wheels.

use super::doubtful::{self, Doubt};
use super::read::{Reader, Sign, step_ms};
use super::step;
use crate::diag::{SourceSpan, catalogue};
use crate::front::suggest;
use crate::front::syntax::{Attribute, Path, Value};
use crate::front::units;
use crate::model::namespace::Kind;
use crate::model::quantity;
use crate::model::{Wheel, WheelId};
use std::collections::BTreeMap;
use wishbone_laws::curve::Samples;
use wishbone_laws::driveline::{Capacity, Converter, End, Engine, Gearbox, Graph, Losses, MOST_GEARS, Shaft, Solved};

/// A powertrain, gears and differentials eliminated.
#[derive(Clone, Debug)]
pub struct Powertrain {
    /// Its shafts, engines, couplings and gearbox.
    pub solved: Solved<String>,
    /// By engine: losses, where they are known.
    pub losses: Vec<Option<Losses>>,
    /// Largest stable step of the third-order Adams-Bashforth method [s].
    pub step: f64,
}

impl Powertrain {
    /// `free shafts: 5; couplings: 8; engines: 1; forward gears: 3; steps up to 2.13 ms`
    pub(super) fn describe(&self) -> String {
        let Solved {
            shafts,
            couplings,
            engines,
            gearbox,
            ..
        } = &self.solved;
        let gears = gearbox.as_ref().map_or(0, |(gearbox, _)| gearbox.ratios().0.len());
        format!(
            "free shafts: {}; couplings: {}; engines: {}; forward gears: {gears}; steps up to {} ms",
            shafts.len(),
            couplings.len(),
            engines.len(),
            step_ms(self.step)
        )
    }
}

/// Functions that make a part of a powertrain.
pub(super) const FUNCTIONS: &[&str] = &[
    "shaft",
    "engine",
    "gear",
    "differential",
    "gearbox",
    "clutch",
    "converter",
    "half_shaft",
    "limited_slip",
];

/// What has been read.
#[derive(Default)]
struct Drawn {
    graph: Graph<String>,
    /// Of motors, by name.
    losses: BTreeMap<String, Losses>,
}

/// Parts that others refer to.
#[derive(Default)]
struct Parts {
    shafts: BTreeMap<String, Shaft>,
    gearbox: Option<String>,
}

pub(super) fn read(reader: &mut Reader) -> Option<Powertrain> {
    let element = reader.element;
    if let Some(surplus) = element.form.as_ref().and_then(|form| form.arguments.first()) {
        let help = "leave the parentheses empty: half-shafts name the wheels";
        reader.refuse(surplus.span, "`shafts` takes no name".to_owned(), help);
    }
    let (mut drawn, mut parts) = (Drawn::default(), Parts::default());
    let mut first: BTreeMap<&str, SourceSpan> = BTreeMap::new();
    for Attribute { key, .. } in &element.attributes {
        if let Some(place) = first.insert(&key.text, key.span) {
            reader.spoil();
            let message = format!("powertrain `{}` has `{}` twice", element.name.text, key.text);
            let problem = reader
                .context
                .ledger
                .error(&catalogue::DUPLICATE_ATTRIBUTE, key.span, message);
            problem.label("given again here").also(place, "first given here");
        }
    }
    // Shafts and gearboxes come first, for all other parts refer to them.
    for Attribute { key, value } in &element.attributes {
        match value {
            Value::Call { function, .. } if function.text == "shaft" => {
                let inertia = reader.call(&key.text, value, FUNCTIONS, |reader, _| {
                    Some(reader.number_or("inertia", &units::INERTIA, Sign::NotNegative, 0.0))
                });
                let shaft = drawn.graph.shaft(key.text.clone(), inertia.unwrap_or(0.0));
                parts.shafts.insert(key.text.clone(), shaft);
            }
            Value::Call { function, .. } if function.text == "gearbox" => parts.gearbox = Some(key.text.clone()),
            _ => {}
        }
    }
    for Attribute { key, value } in &element.attributes {
        let is_shaft = matches!(value, Value::Call { function, .. } if function.text == "shaft");
        if !is_shaft {
            let name = key.text.clone();
            reader.call(&key.text, value, FUNCTIONS, |reader, function| {
                part(reader, function, name, &parts, &mut drawn)
            });
        }
    }
    let solved = solved(reader, &drawn.graph)?;
    warn_of_doubts(reader, &solved);
    let wheels = reader.parts.wheels.iter();
    // A wheel without its own spin does not turn.
    let all = &reader.parts.wheels;
    let own = |wheel: &Wheel| {
        wheel
            .spin_inertia
            .as_ref()
            .map_or(0.0, |own| **own + *wheel.shaft_inertia)
    };
    // Twins turn together.
    let inertia = |wheel: &Option<Wheel>| {
        let first = match wheel.as_ref()?.twin_of {
            Some(twin) => twin.index(),
            None => all
                .iter()
                .position(|other| other.as_ref().map(|o| &o.name) == wheel.as_ref().map(|w| &w.name))?,
        };
        let is_beside = |(w, other): &(usize, &Wheel)| *w == first || other.twin_of.map(WheelId::index) == Some(first);
        let known = all
            .iter()
            .enumerate()
            .filter_map(|(w, other)| Some((w, other.as_ref()?)));
        Some(known.filter(is_beside).map(|(_, wheel)| own(wheel)).sum::<f64>()).filter(|inertia| *inertia > 0.0)
    };
    let wheels: Vec<f64> = wheels.map(|wheel| inertia(wheel).unwrap_or(f64::MAX)).collect();
    let step = step::largest(&solved, &wheels);
    let what = format!("powertrain `{}`", element.name.text);
    let help = "give the shafts at both ends of stiff or strongly damped half-shafts, clutches and converters more inertia, or damp them less";
    reader.warn_of(step, &what, element.name.span, help);
    let losses = solved.engines.iter();
    let losses = losses.map(|(name, ..)| drawn.losses.get(name).copied()).collect();
    Some(Powertrain { solved, losses, step })
}

/// Warns of numbers that are probably mistakes, at the parts to which the numbers belong.
fn warn_of_doubts(reader: &mut Reader, solved: &Solved<String>) {
    for Doubt { engine, message, help } in doubtful::found(solved) {
        let is_it = |own: &&Attribute| match (&engine, &own.value) {
            (Some(name), _) => own.key.text == *name,
            (None, Value::Call { function, .. }) => function.text == "gearbox",
            (None, _) => false,
        };
        let found = reader.element.attributes.iter().find(is_it);
        let place = found.map_or(reader.element.name.span, |own| own.key.span);
        let problem = reader.context.ledger.warning(&catalogue::EQUIPMENT, place, message);
        problem.help(help);
    }
}

/// Solves the graph, and reports its mistakes where their parts stand.
fn solved(reader: &mut Reader, graph: &Graph<String>) -> Option<Solved<String>> {
    let element = reader.element;
    let mistakes = match graph.solve(reader.context.scope.count(Kind::Wheel)) {
        Ok(solved) => return Some(solved),
        Err(mistakes) => mistakes.0,
    };
    // If a part could not be read, the graph is incomplete.
    if reader.is_sound() {
        for mistake in mistakes {
            let part = mistake.part.as_ref().and_then(|part| part.split('.').next());
            let place = element
                .attributes
                .iter()
                .find(|attribute| Some(attribute.key.text.as_str()) == part);
            let place = place.map_or(element.name.span, |attribute| attribute.key.span);
            reader.refuse(place, mistake.message, "");
        }
    }
    None
}

/// Reads a part and adds it.
fn part(reader: &mut Reader, function: &str, name: String, parts: &Parts, drawn: &mut Drawn) -> Option<()> {
    use Sign::{NotNegative, Positive};
    let graph = &mut drawn.graph;
    match function {
        "engine" => {
            let shaft = shaft(reader, "on", parts);
            let engine = engine(reader);
            if let Some(losses) = losses(reader) {
                if let Some(engine) = &engine {
                    check_reach(reader, engine, &losses);
                }
                drawn.losses.insert(name.clone(), losses);
            }
            graph.engine(name, shaft?, engine?);
        }
        "gear" => {
            let [driving, driven] = ["driving", "driven"].map(|key| shaft(reader, key, parts));
            let ratio = reader.number("ratio", &units::PLAIN, Sign::Any, "3.9");
            graph.gear(name, driving?, driven?, ratio);
        }
        "differential" => {
            let case = shaft(reader, "case", parts);
            let outputs = outputs(reader, parts);
            let share = reader.number_or("share", &units::PLAIN, Positive, 0.5);
            if share >= 1.0 {
                let place = reader.place_of("share");
                reader.refuse(
                    place,
                    "`share` is not below 1".to_owned(),
                    "it is the first output's part of the torque",
                );
            }
            graph.differential(name, case?, outputs?, share);
        }
        "gearbox" => {
            let output = shaft(reader, "output", parts);
            let gearbox = gearbox(reader);
            graph.gearbox(output?, gearbox?);
        }
        "clutch" => {
            let [from, to] = ends(reader, ["from", "to"], parts);
            let capacity = reader.number("capacity", &units::TORQUE, Positive, "350 N*m");
            graph.clutch(name, from?, to?, capacity);
        }
        "converter" => {
            let [pump, turbine] = ends(reader, ["pump", "turbine"], parts);
            let converter = converter(reader);
            graph.converter(name, pump?, turbine?, converter?);
        }
        "half_shaft" => {
            let [from, to] = ends(reader, ["from", "to"], parts);
            let stiffness = reader.number("stiffness", &units::TORSIONAL_STIFFNESS, Positive, "6 kN*m/rad");
            let damping = reader.number_or("damping", &units::TORSIONAL_DAMPING, NotNegative, 0.0);
            let elements = reader.count_or("elements", MOST_ELEMENTS, 0);
            let inertia = reader.number_or("inertia", &units::INERTIA, NotNegative, 0.0);
            check_elements(reader, elements, inertia);
            let (from, to) = (from?, to?);
            if elements == 0 {
                graph.elastic(name, from, to, stiffness, damping);
            } else {
                let names: Vec<String> = (1..=elements).map(|k| format!("{name}.element{k}")).collect();
                let springs: Vec<String> = (1..=elements + 1).map(|k| format!("{name}.spring{k}")).collect();
                graph.torsion_shaft(names, &springs, [from, to], [inertia, stiffness, damping]);
            }
        }
        _ => {
            let outputs = outputs(reader, parts);
            let preload = reader.number_or("preload", &units::TORQUE, NotNegative, 0.0);
            let bias = reader.number_or("bias", &units::PLAIN, NotNegative, 0.0);
            let loads = reader.optional("loads");
            let loads = loads.map_or(Vec::new(), |value| reader.names("loads", value, None));
            let loads: Vec<String> = loads.into_iter().map(|path| path.text.clone()).collect();
            graph.limited_slip(name, outputs?, preload, bias, &loads);
        }
    }
    Some(())
}

/// Largest number of elements of a half-shaft.
const MOST_ELEMENTS: usize = 32;

/// The elements of a half-shaft and the half-shaft's inertia are either all given or all left out.
fn check_elements(reader: &mut Reader, elements: usize, inertia: f64) {
    let (there, missing) = match (elements > 0, inertia > 0.0) {
        (true, false) => ("elements", "inertia"),
        (false, true) => ("inertia", "elements"),
        (true, true) | (false, false) => return,
    };
    let place = reader.place_of(there);
    let help = "a shaft of several elements has an inertia, which is spread over them; a shaft without is a spring";
    reader.refuse(place, format!("`{there}` means nothing without `{missing}`"), help);
}

fn engine(reader: &mut Reader) -> Option<Engine> {
    let is_gross = reader.has("torque") || reader.has("losses");
    let maps = if is_gross {
        ["torque", "losses"]
    } else {
        ["full", "closed"]
    };
    let [full, closed] = maps.map(|key| {
        let example = "table(speed: [1000, 4000, 6000] rpm, torque: [150, 220, 180] N*m)";
        let value = reader.required(key, example)?;
        reader.table(
            key,
            value,
            [("speed", &units::ANGULAR_SPEED), ("torque", &units::TORQUE)],
        )
    });
    let mut band = |key| {
        reader
            .optional(key)
            .is_some()
            .then(|| reader.array(key, &units::ANGULAR_SPEED, Sign::NotNegative, "[700, 800] rpm"))
    };
    let (idle, limit) = (band("idle"), band("limit"));
    let (full, closed) = (full?, closed?);
    Some(Engine {
        full: if is_gross { sum(&full, &closed, reader)? } else { full },
        closed,
        idle,
        limit,
    })
}

/// `power_loss: map(speed: [..] rpm, torque: [..] N*m, power: [..] kW)`: all losses at the first speed over the
/// torques, then all losses at the second speed, and so on. `None` if it is not given, or after a report.
fn losses(reader: &mut Reader) -> Option<Losses> {
    let given = reader.optional("power_loss")?;
    reader.call("power_loss", given, &["map"], |reader, _| {
        let place = reader.place_of("power");
        let speeds = reader.list("speed", &units::ANGULAR_SPEED, Sign::NotNegative, "[0, 4000, 8000] rpm");
        let torques = reader.list("torque", &units::TORQUE, Sign::Any, "[0, 100, 200] N*m");
        let powers = reader.list("power", &units::POWER, Sign::NotNegative, "[..] kW");
        let (speeds, torques, powers) = (speeds?, torques?, powers?);
        if torques.is_empty() || powers.len() != speeds.len() * torques.len() {
            let (s, t, own) = (speeds.len(), torques.len(), powers.len());
            let message = format!("`power` has {own} values, and {t} torques at {s} speeds are {}", s * t);
            let help = "give the losses at the first speed over all torques, then those at the second";
            reader.refuse(place, message, help);
            return None;
        }
        let made = Losses::new(&speeds, &torques, powers.chunks(torques.len()));
        if let Err(unsound) = &made {
            reader.refuse(place, format!("`power_loss` describes no losses: {unsound}"), "");
        }
        made.ok()
    })
}

/// Warns if a motor's torque leaves the map of its losses; the losses are constant outside of the map.
fn check_reach(reader: &mut Reader, engine: &Engine, losses: &Losses) {
    let (speeds, torques) = (losses.speeds(), losses.torques());
    let [slowest, fastest] = [speeds[0], speeds[speeds.len() - 1]];
    // At the points of both curves, and at the ends of the map between them.
    let places = [&engine.full, &engine.closed].into_iter().flat_map(Samples::points);
    let places = places.map(|[speed, _]| speed).chain([slowest, fastest]);
    let made: Vec<f64> = places
        .filter(|speed| (slowest..=fastest).contains(&speed.abs()))
        .flat_map(|speed| [&engine.full, &engine.closed].map(|curve| curve.at(speed)))
        .collect();
    let least = if torques[0] < 0.0 {
        torques[0]
    } else {
        -torques[torques.len() - 1]
    };
    let most = torques[torques.len() - 1];
    let place = reader.place_of("power_loss");
    let mut warn = |message: String| {
        let problem = reader.context.ledger.warning(&catalogue::EQUIPMENT, place, message);
        problem
            .label("beyond its map a loss is that at the edge")
            .help("let the map reach as far as the motor does");
    };
    for torque in [
        made.iter().copied().fold(0.0, f64::min),
        made.iter().copied().fold(0.0, f64::max),
    ] {
        if !(least..=most).contains(&torque) {
            let [made, ends] = [torque, if torque < 0.0 { least } else { most }].map(quantity::digits);
            warn(format!(
                "the motor makes {made} N m, and the map of its losses ends at {ends} N m"
            ));
        }
    }
    let top = step::top_speed(engine);
    if top > fastest {
        let [top, ends] = [top, fastest].map(quantity::digits);
        warn(format!(
            "the motor turns to {top} rad/s, and the map of its losses ends at {ends} rad/s"
        ));
    }
}

/// The sum of two maps: at the points of both, between which it is straight.
fn sum(one: &Samples, other: &Samples, reader: &mut Reader) -> Option<Samples> {
    let ([xs, _], [others, _]) = (one.coordinates(), other.coordinates());
    let mut all: Vec<f64> = xs.iter().chain(others).copied().collect();
    all.sort_by(f64::total_cmp);
    all.dedup();
    let sums: Vec<f64> = all.iter().map(|&x| one.at(x) + other.at(x)).collect();
    let sum = Samples::new(&all, &sums);
    if let Err(unsound) = &sum {
        let place = reader.place_of("torque");
        let message = format!("`torque` and `losses` cannot be added: {unsound}");
        reader.refuse(place, message, "give both over the same speeds, or fewer of them");
    }
    sum.ok()
}

/// Marks those attributes of an automatic gearbox as known that cannot be read without sound ratios.
fn left_unread(reader: &mut Reader) -> Option<Gearbox> {
    for key in ["up", "down", "latency"] {
        let _ = reader.optional(key);
    }
    None
}

fn gearbox(reader: &mut Reader) -> Option<Gearbox> {
    let place = reader.place_of("ratios");
    let ratios = reader.list("ratios", &units::PLAIN, Sign::Positive, "[3.6, 2.1, 1.4, 1]");
    let reverse = reader.number("reverse", &units::PLAIN, Sign::Positive, "3.5");
    let inertia = reader.number_or("inertia", &units::INERTIA, Sign::NotNegative, 0.0);
    let efficiency = reader.number_or("efficiency", &units::PLAIN, Sign::Positive, 1.0);
    let Some(ratios) = ratios else {
        return left_unread(reader);
    };
    if ratios.windows(2).any(|pair| pair[0] < pair[1]) {
        let message = "the ratios of the gearbox do not fall from gear to gear".to_owned();
        let problem = reader.context.ledger.warning(&catalogue::EQUIPMENT, place, message);
        problem.help("a ratio is the speed of the input by that of the output, the greatest that of the first gear");
    }
    let Some(mut gearbox) = Gearbox::new(&ratios, reverse) else {
        let message = format!("a gearbox has 1 to {MOST_GEARS} forward gears, not {}", ratios.len());
        if reverse > 0.0 {
            reader.refuse(place, message, "");
        }
        return left_unread(reader);
    };
    (gearbox.inertia, gearbox.efficiency) = (inertia, efficiency);
    if !reader.has("up") && !reader.has("down") {
        return Some(gearbox);
    }
    let speeds = |reader: &mut Reader, key| {
        let value = reader.required(key, "2500 rpm")?;
        reader.each(key, &units::ANGULAR_SPEED, value, ratios.len())
    };
    let up = speeds(reader, "up");
    let down = speeds(reader, "down");
    let latency = reader.number_or("latency", &units::TIME, Sign::NotNegative, 1.0);
    match gearbox.automatic(&up?, &down?, latency) {
        Ok(gearbox) => Some(gearbox),
        Err(gear) => {
            let place = reader.place_of("up");
            let message = format!("the gearbox would shift up from gear {gear} and at once down again");
            reader.refuse(
                place,
                message,
                "let `down` be below `up` times the step between the two ratios",
            );
            None
        }
    }
}

fn converter(reader: &mut Reader) -> Option<Converter> {
    let capacity = reader.required("capacity", "table(ratio: [0, 0.8, 1], torque: [160, 150, 0] N*m)");
    let ratio = reader.required("ratio", "table(ratio: [0, 0.9, 1], factor: [2.1, 1, 1])");
    let (Some(capacity), Some(ratio)) = (capacity, ratio) else {
        let _ = reader.optional("at");
        return None;
    };
    let plain = |key| (key, &units::PLAIN);
    let over_speeds = plain("ratio");
    let is_by_torque =
        matches!(capacity, Value::Call { arguments, .. } if arguments.iter().any(|each| each.key.text == "torque"));
    let place = capacity.span();
    let capacity = match is_by_torque {
        true => {
            let at = reader.number("at", &units::ANGULAR_SPEED, Sign::Positive, "2000 rpm");
            let torques = reader.table("capacity", capacity, [over_speeds, ("torque", &units::TORQUE)]);
            torques.map(|torques| Capacity::Torques { torques, at })
        }
        false => reader
            .table("capacity", capacity, [over_speeds, plain("factor")])
            .map(Capacity::Factors),
    };
    let (capacity, ratios) = (capacity?, reader.table("ratio", ratio, [over_speeds, plain("factor")])?);
    check_capacity(reader, &capacity, place);
    let (Capacity::Factors(table) | Capacity::Torques { torques: table, .. }) = &capacity;
    warn_of_unused(reader, "capacity", table, place);
    warn_of_unused(reader, "ratio", &ratios, ratio.span());
    Some(Converter {
        capacity,
        ratio: ratios,
    })
}

/// Refuses a table of the capacity with a value that no converter has.
fn check_capacity(reader: &mut Reader, capacity: &Capacity, place: SourceSpan) {
    let Some([ratio, value]) = capacity.unsound() else {
        return;
    };
    let [at, told] = [ratio, value].map(quantity::digits);
    let (message, help) = match capacity {
        Capacity::Factors(_) => (
            format!("`capacity` has the factor {told} at the ratio {at}"),
            "factors are above zero: the torque of the pump is `(speed / factor)^2`; give `torque` and `at` if the torque ends in zero",
        ),
        Capacity::Torques { .. } if value < 0.0 => (
            format!("`capacity` has the torque {told} N m at the ratio {at}"),
            "the pump takes a torque of zero or more while it is faster than the turbine: below the ratio 1",
        ),
        Capacity::Torques { .. } => (
            "`capacity` has no torque at the ratio 0".to_owned(),
            "give the torque of the pump over the speed of the turbine by that of the pump: the greatest is usually that where the turbine stands",
        ),
    };
    reader.refuse(place, message, help);
}

/// Warns of points that change nothing, because the converter is a fluid coupling while the turbine is faster.
fn warn_of_unused(reader: &mut Reader, key: &str, table: &Samples, place: SourceSpan) {
    let [ratios, _] = table.coordinates();
    let used = ratios.partition_point(|ratio| *ratio < 1.0) + 1;
    if let Some(first) = ratios.get(used) {
        let message = format!(
            "`{key}` has points from the ratio {} on that are not used",
            quantity::digits(*first)
        );
        let problem = reader.context.ledger.warning(&catalogue::EQUIPMENT, place, message);
        problem.help("a turbine that is faster than the pump drives it with the torque of the inverse ratio, which is not multiplied: end the table at the ratio 1");
    }
}

/// A shaft that must be given.
fn shaft(reader: &mut Reader, key: &'static str, parts: &Parts) -> Option<Shaft> {
    let path = reader.name(key, "crankshaft")?;
    known(reader, path, parts)
}

fn outputs(reader: &mut Reader, parts: &Parts) -> Option<[Shaft; 2]> {
    let value = reader.required("outputs", "[left, right]")?;
    let names = reader.names("outputs", value, Some(2));
    let shafts: Vec<Option<Shaft>> = names.into_iter().map(|path| known(reader, path, parts)).collect();
    shafts.into_iter().collect::<Option<Vec<_>>>()?.try_into().ok()
}

/// The shaft with a name.
fn known(reader: &mut Reader, path: &Path, parts: &Parts) -> Option<Shaft> {
    let shaft = parts.shafts.get(&path.text).copied();
    if shaft.is_none() {
        let names: Vec<&str> = parts.shafts.keys().map(String::as_str).collect();
        unknown(reader, path, "shaft", &names);
    }
    shaft
}

/// Both ends of a coupling: shafts, the gearbox, wheels, the `housing`.
fn ends(reader: &mut Reader, keys: [&'static str; 2], parts: &Parts) -> [Option<End>; 2] {
    keys.map(|key| {
        let path = reader.name(key, "crankshaft")?;
        if let Some(shaft) = parts.shafts.get(&path.text) {
            return Some(End::Shaft(*shaft));
        }
        if parts.gearbox.as_ref() == Some(&path.text) {
            return Some(End::Gearbox);
        }
        if path.text == "housing" {
            return Some(End::Housing);
        }
        let count = reader.context.scope.count(Kind::Wheel);
        let wheel = (0..count).find(|&wheel| reader.context.scope.name(Kind::Wheel, wheel) == path.text);
        let found = wheel.and_then(|wheel| reader.parts.wheels[wheel].as_ref());
        if found.is_some_and(|wheel| wheel.spin_inertia.is_none() && wheel.twin_of.is_none()) {
            let message = format!("the wheel `{}` does not spin, and cannot be driven", path.text);
            reader.refuse(path.span, message, "give it a `spin_inertia`");
        }
        if wheel.is_none() {
            let scope = reader.context.scope;
            let wheels = (0..count).map(|wheel| scope.name(Kind::Wheel, wheel));
            let own = parts.shafts.keys().chain(&parts.gearbox).map(String::as_str);
            let names: Vec<&str> = own.chain(wheels).chain(["housing"]).collect();
            unknown(reader, path, "shaft, gearbox or wheel", &names);
        }
        wheel.map(End::Wheel)
    })
}

fn unknown(reader: &mut Reader, path: &Path, what: &str, names: &[&str]) {
    reader.spoil();
    let message = format!("there is no {what} `{}`", path.text);
    let problem = reader
        .context
        .ledger
        .error(&catalogue::UNKNOWN_NAME, path.span, message);
    problem.help = suggest::advice(&path.text, names);
}
