//! Frequency responses, at rest or in steady motion.

use super::growth::Growth;
use super::motion::{Analysis, Motion, analysed, friction, kink, wind};
use crate::problem::Problem;
use crate::vehicle::Running;
use nalgebra::Complex;
use std::f64::consts::FRAC_1_SQRT_2;
use wishbone::prelude::*;
use wishbone_compiler::front::suggest;
use wishbone_studies::findings::{Figure, Findings, Outcome, Verdict, to_read};
use wishbone_studies::frequency::{Excitation, phases, response, spaced};
use wishbone_studies::linear::Linear;
use wishbone_studies::panels::{Panel, Scale, line};
use wishbone_studies::table::{Column, Table};

/// Number of frequencies of a curve.
const COUNT: usize = 200;
/// Name of the study.
const STUDY: &str = "frequency response";
/// Input of the road under all wheels.
const ROAD: &str = "road";

/// Settings of a frequency response.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// The motion about which the vehicle is excited.
    pub motion: Motion,
    /// Name of the input: `steering`, `road`, or one from [`names`].
    pub input: String,
    /// Names of the outputs.
    pub outputs: Vec<String>,
    /// Lowest and highest frequency [Hz].
    pub range: [f64; 2],
}

/// The names of inputs and outputs, as text.
///
/// # Errors
/// If the vehicle has no such motion.
pub fn names(running: &Running, motion: &Motion) -> Result<String, Problem> {
    Ok(list(&analysed(running, motion)?.linear))
}

fn list(linear: &Linear) -> String {
    let mut inputs = vec![ROAD.to_owned()];
    inputs.extend(Excitation::names(linear));
    let outputs = linear.outputs.iter().map(|output| match output.unit {
        "" => output.name.clone(),
        unit => format!("{} [{unit}]", output.name),
    });
    let each = |names: Vec<String>| names.iter().map(|name| format!("  {name}\n")).collect::<String>();
    format!("inputs\n{}outputs\n{}", each(inputs), each(outputs.collect()))
}

/// The input with this name.
fn excitation(running: &Running, linear: &Linear, options: &Asked) -> Result<Excitation, Problem> {
    let name = options.input.as_str();
    let found = match name {
        ROAD => road(running, linear, options.motion.moving().unwrap_or(0.0)),
        _ => Excitation::of(linear, name),
    };
    found.ok_or_else(|| {
        let names = Excitation::names(linear);
        let mut known: Vec<&str> = names.iter().map(String::as_str).collect();
        known.push(ROAD);
        let advice = match name {
            "steering" => "it declares no steering, or is at rest: add `steering` (docs/equipment.md) and `--speed`, or choose `--input road`",
            _ => "`--input help` lists them",
        };
        let near = suggest::advice(name, &known).map_or(String::new(), |near| format!("; {near}"));
        misuse(running, &format!("there is no input `{name}`: {advice}{near}"))
    })
}

/// Unit of an input, SI; the unit of a signal follows from the declared parts that use it. Empty if it is unknown.
fn unit_of(running: &Running, input: &Excitation) -> &'static str {
    let mut signals = running.compiled.model.signals.iter();
    match signals
        .find(|signal| signal.name == input.name)
        .map(|signal| signal.gives)
    {
        Some("force") => "N",
        Some("torque") => "N m",
        _ => input.unit,
    }
}

/// A name that the vehicle does not have.
fn misuse(running: &Running, told: &str) -> Problem {
    Problem::Misuse(running.finding(told).message())
}

/// The road under all wheels. The input reaches each wheel with a delay that follows from the wheel's distance behind
/// the foremost wheel.
fn road(running: &Running, linear: &Linear, speed: f64) -> Option<Excitation> {
    let (mut engine, inputs) = (running.engine.clone(), running.engine.no_inputs());
    engine.kinematics(&running.engine.design_state(), &inputs);
    let along: Vec<f64> = engine.wheels().iter().map(|wheel| wheel.centre[0]).collect();
    let foremost = along.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let delay = |x: &f64| if speed > 0.0 { (foremost - x) / speed } else { 0.0 };
    let names = running.engine.description().wheels.iter();
    let wheels: Vec<(&str, f64)> = names.zip(&along).map(|(name, x)| (*name, delay(x))).collect();
    Excitation::road(linear, &wheels)
}

/// Frequency responses of a vehicle. There are none about an unstable motion, and the verdict says so.
///
/// # Errors
/// If the vehicle has no such motion, input or output.
pub fn found(running: &Running, options: &Asked) -> Result<Findings, Problem> {
    let [from, to] = options.range;
    let is_range = 0.0 < from && from < to && to.is_finite();
    if !is_range {
        return Err(Problem::Misuse(
            "`--from` has to be above zero and below `--to`".to_owned(),
        ));
    }
    let Analysis {
        linear,
        yaw_rate,
        needle,
        ..
    } = analysed(running, &options.motion)?;
    let input = excitation(running, &linear, options)?;
    let mut places = Vec::new();
    for name in &options.outputs {
        let place = linear.outputs.iter().position(|output| output.name == *name);
        places.push(place.ok_or_else(|| {
            let known: Vec<&str> = linear.outputs.iter().map(|output| output.name.as_str()).collect();
            let near = suggest::advice(name, &known).map_or(String::new(), |near| format!("; {near}"));
            let told = match (name.as_str(), options.motion.moving()) {
                ("sideslip", None) => {
                    format!("`{name}` has no derivative at rest: add `--speed`, or choose another output")
                }
                _ if linear.by_place.contains(name) => format!(
                    "`{name}` has no response: it depends on the place or the heading, as in a wind, or its differences are too rough to tell; \
                     choose another output"
                ),
                _ => format!("there is no output `{name}`: `--output help` lists them{near}"),
            };
            misuse(running, &told)
        })?);
    }
    let conditions = format!("to {}, {}", input.name, options.motion.describe());
    if let Some(growth) = Growth::of(&linear) {
        let outcome = match options.motion.moving() {
            Some(_) => Outcome::SteadyUnstably,
            None => Outcome::RestsUnstably,
        };
        let words = format!("unstable, so that no response becomes steady: {growth}");
        return Ok(Findings {
            name: STUDY.to_owned(),
            conditions,
            verdict: Verdict::new(outcome, words).by(growth.state),
            ..Findings::default()
        });
    }
    let frequencies = spaced(options.range[0], options.range[1], COUNT);
    let mut curves: Vec<Vec<Complex<f64>>> = vec![Vec::new(); places.len()];
    for &frequency in &frequencies {
        let seen = response(&linear, &input, frequency)
            .ok_or_else(|| running.finding(format!("the response is not finite at {frequency} Hz")))?;
        for (curve, &place) in curves.iter_mut().zip(&places) {
            curve.push(seen[place]);
        }
    }
    let mut found = Findings {
        name: STUDY.to_owned(),
        conditions,
        notes: kink(&linear)
            .into_iter()
            .chain(friction(running))
            .chain(wind(running, yaw_rate))
            .chain(needle)
            .collect(),
        ..Findings::default()
    };
    found.table.columns.push(Column {
        name: "frequency".to_owned(),
        unit: "Hz",
    });
    found.table.rows = frequencies.iter().map(|frequency| vec![*frequency]).collect();
    let unit = unit_of(running, &input);
    for (curve, &place) in curves.iter().zip(&places) {
        add(
            &mut found,
            &frequencies,
            curve,
            &linear.outputs[place].name,
            [linear.outputs[place].unit, unit],
        );
    }
    Ok(found)
}

/// Unit of a gain, with the factor from SI to this unit; `SI` if one of the two units is unknown.
fn gain_unit([output, input]: [&'static str; 2]) -> (&'static str, f64) {
    // The output's unit, and its form above a fraction line.
    macro_rules! by {
        ($($unit:literal $above:literal),*) => {
            match (to_read(output).0, to_read(input).0) {
                $(($unit, "deg") => concat!($above, "/deg"),
                ($unit, "m") => concat!($above, "/m"),
                ($unit, "N") => concat!($above, "/N"),
                ($unit, "N m") => concat!($above, "/(N m)"),)*
                _ => return ("SI", 1.0),
            }
        };
    }
    let unit = by!(
        "deg" "deg", "deg/s" "(deg/s)", "m" "m", "m/s" "(m/s)", "m/s^2" "(m/s^2)", "N" "N", "N m" "(N m)", "J" "J"
    );
    (unit, to_read(output).1 / to_read(input).1)
}

/// Figures, curves and columns of one output.
fn add(found: &mut Findings, frequencies: &[f64], curve: &[Complex<f64>], name: &str, units: [&'static str; 2]) {
    let (unit, scale) = gain_unit(units);
    let gains: Vec<f64> = curve.iter().map(|number| scale * number.norm()).collect();
    let phases: Vec<f64> = phases(curve).into_iter().map(f64::to_degrees).collect();
    let peak = (0..gains.len())
        .max_by(|&a, &b| gains[a].total_cmp(&gains[b]))
        .unwrap_or(0);
    let bound = FRAC_1_SQRT_2 * gains[0];
    let fallen = (1..gains.len()).find(|&k| gains[k] < bound && gains[k - 1] >= bound);
    let bandwidth = fallen.map_or(f64::NAN, |k| {
        let part = (gains[k - 1] - bound) / (gains[k - 1] - gains[k]);
        frequencies[k - 1] + part * (frequencies[k] - frequencies[k - 1])
    });
    let of = |figure: &str, unit, value, definition| Figure::new(name, figure, unit, value, definition);
    found.figures.extend([
        of("gain", unit, gains[0], "at the lowest frequency"),
        of("largest gain", unit, gains[peak], "in the range"),
        of("frequency of the largest gain", "Hz", frequencies[peak], "in the range"),
        of(
            "bandwidth",
            "Hz",
            bandwidth,
            "at which the gain has fallen to 0.707 of that at the lowest frequency",
        ),
    ]);
    let points = |numbers: &[f64]| frequencies.iter().copied().zip(numbers.iter().copied()).collect();
    let panel = |title: String, numbers: &[f64]| Panel {
        title,
        x: "frequency [Hz]".to_owned(),
        curves: vec![line(0, "", points(numbers))],
        scale: Scale::Logarithmic,
    };
    found.panels.push(panel(format!("{name}: gain [{unit}]"), &gains));
    found.panels.push(panel(format!("{name}: phase [deg]"), &phases));
    let table: &mut Table = &mut found.table;
    table.columns.push(Column {
        name: format!("{name}.gain"),
        unit,
    });
    table.columns.push(Column {
        name: format!("{name}.phase"),
        unit: "deg",
    });
    for (row, (gain, phase)) in table.rows.iter_mut().zip(gains.iter().zip(&phases)) {
        row.extend([*gain, *phase]);
    }
}
