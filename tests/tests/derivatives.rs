//! Exact derivatives of an evaluation and of the named outputs (`derivatives: accept`) agree with differences of eighth
//! order, for every result and every input. Derivatives that are left out are zero. Derivatives in lanes, of equal
//! subsystems or with respect to several inputs, agree with scalar derivatives.

use fastrand::Rng;
use std::fs;
use std::path::Path;
use wishbone::derivative::{Argument, Delivered, entries, output_entries};
use wishbone::level::Level;
use wishbone::ports::{Drive, InputPorts};
use wishbone::solver::Solver;
use wishbone::state::StateVector;
use wishbone_compiler::diag::to_text::render;
use wishbone_compiler::pipeline::{Compiled, compile_text};
use wishbone_compiler::programs::calls::Call;
use wishbone_engine::Engine;
use wishbone_tests::derived::Hmmwv;
use wishbone_tests::{Acting, Emitted, Interpreted, Scatter, Subject, random_state};

/// States per vehicle.
const STATES: usize = 1;
/// Number of inputs of a state whose derivatives are compared, drawn at random.
const COLUMNS: usize = 12;
/// A vehicle whose derivatives are all compared: reactions in a loop on a driven joint.
const ALL: &str = "driven_reaction";
/// Largest deviation, relative to the differences.
const TOLERANCE: f64 = 1e-9;
/// Rounding error of an evaluation, relative to its result.
const ROUNDING: f64 = 1e-12;

/// States so near to the design position that no loop is nearly singular: there, differences are inaccurate.
const SCATTER: Scatter = Scatter {
    position: 0.05,
    velocity: 1.0,
    drive: 0.01,
    load: 4000.0,
};

/// Vehicles whose derivatives take several seconds in the passes, and which have no feature that all other vehicles
/// lack.
const LEFT_OUT: [&str; 8] = [
    "five_link",
    "front_axle",
    "overrides",
    "random_02",
    "random_04",
    "random_09",
    "random_14",
    "random_15",
];

/// Compiles a vehicle with derivatives, and with equal subsystems in lanes if it has equal subsystems.
fn compiled(declaration: &str) -> Compiled {
    let (head, rest) = declaration.split_once('{').expect("a declaration has braces");
    let left_out = ["batch: accept", "lanes: accept", "levels: all", "derivatives: accept"];
    let rest = left_out
        .iter()
        .fold(rest.to_owned(), |rest, setting| rest.replace(setting, ""));
    let text = format!("{head}{{ derivatives: accept levels: all lanes: accept {rest}");
    compile_text(&text).unwrap_or_else(|d| panic!("\n{}", render(&d, "declaration", &text)))
}

/// A state with all inputs of the vehicle.
#[derive(Clone)]
struct Point {
    q: Vec<f64>,
    v: Vec<f64>,
    acting: Acting,
    /// Rates of the speeds, which named outputs read.
    v_rate: Vec<f64>,
    parameters: Vec<f64>,
}

impl Point {
    /// Every number that an evaluation or an output reads, in the order of the columns, with the step of its difference.
    fn numbers(&mut self) -> Vec<(&mut f64, f64)> {
        let mut numbers: Vec<(&mut f64, f64)> = Vec::new();
        numbers.extend(self.q.iter_mut().map(|x| (x, 2e-3)));
        numbers.extend(self.v.iter_mut().map(|x| (x, 2e-2)));
        for drive in &mut self.acting.drives {
            let Drive {
                position,
                velocity,
                acceleration,
            } = drive;
            numbers.extend([(position, 1e-3), (velocity, 2e-2), (acceleration, 1.0)]);
        }
        for wheel in &mut self.acting.wheels {
            let fields = wheel.fields_mut().into_iter().flat_map(|(_, numbers)| numbers);
            numbers.extend(fields.map(|x| (x, 50.0)));
        }
        numbers.extend(self.acting.signals.iter_mut().map(|x| (x, 0.01)));
        numbers.extend(self.v_rate.iter_mut().map(|x| (x, 1.0)));
        numbers.extend(self.parameters.iter_mut().map(|x| {
            let size = 1e-3 * x.abs().max(0.1);
            (x, size)
        }));
        numbers
    }

    fn delivered(&self, compiled: &Compiled) -> Vec<f64> {
        Interpreted::with(compiled, self.parameters.clone()).delivered(&self.q, &self.v, &self.acting, &self.v_rate)
    }

    /// Central differences of eighth order with respect to the number of a column, with the step multiplied by
    /// `factor`. Each difference comes with the largest value divided by the step, which is proportional to the
    /// rounding error of the difference.
    fn differences(&self, compiled: &Compiled, column: usize, factor: f64) -> Vec<(f64, f64)> {
        let weights = [4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0];
        let mut step = 0.0;
        let mut moved = |by: f64| {
            let mut point = self.clone();
            let mut numbers = point.numbers();
            step = numbers[column].1 * factor;
            *numbers[column].0 += by * step;
            point.delivered(compiled)
        };
        let pairs: Vec<[Vec<f64>; 2]> = [1.0, 2.0, 3.0, 4.0].map(|k| [moved(k), moved(-k)]).into();
        let difference = |row: usize| {
            let terms = pairs.iter().zip(weights);
            let sum: f64 = terms.map(|([up, down], weight)| weight * (up[row] - down[row])).sum();
            let size = pairs
                .iter()
                .flatten()
                .map(|values| values[row].abs())
                .fold(0.0, f64::max);
            (sum / step, size / step)
        };
        (0..pairs[0][0].len()).map(difference).collect()
    }
}

/// Compares all derivatives in random states. Returns how many derivatives agree, and how many could not be judged
/// because a kink of a curve lies between the points of the differences.
fn compare(name: &str, compiled: &Compiled, rng: &mut Rng) -> (usize, usize) {
    let (mut agreed, mut unjudged) = (0, 0);
    let mut interpreted = Interpreted::new(compiled);
    let mut states = 0;
    for _ in 0..20 * STATES {
        let Some((q, v, acting)) = random_state(&mut interpreted, &SCATTER, rng) else {
            continue;
        };
        let defaults = compiled.model.parameters.iter().map(|parameter| parameter.default);
        let mut point = Point {
            v_rate: v.iter().map(|_| 10.0 * (rng.f64() - 0.5)).collect(),
            q,
            v,
            acting,
            parameters: defaults.collect(),
        };
        let found = interpreted
            .slopes(&point.q, &point.v, &point.acting)
            .expect("it has derivatives");
        let mut fused = Interpreted::new(compiled).at_level(Level::V3);
        let in_lanes = fused.slopes(&point.q, &point.v, &point.acting);
        compare_levels(name, &found, &in_lanes.expect("it has derivatives"));
        let of_outputs = interpreted.output_slopes(&point.q, &point.v, &point.acting, &point.v_rate);
        let of_outputs = of_outputs.unwrap_or_default();
        let programs = &compiled.programs;
        let slope = |row: usize, column: usize| {
            let matrices = [(Call::Slopes, &found), (Call::OutputSlopes, &of_outputs)];
            let matrices = matrices.map(|(call, found)| (programs.slopes(call), found));
            let own = matrices.into_iter().find_map(|(slopes, found)| {
                let place = slopes.binary_search_by_key(&(row, column), |slope| (slope.row, slope.column));
                Some(found[place.ok()?])
            });
            own.unwrap_or(0.0)
        };
        let columns = point.numbers().len();
        let chosen = if name == ALL { columns } else { COLUMNS };
        for column in rng.choose_multiple(0..columns, chosen) {
            let all = [0.37, 0.1, 0.03].map(|factor| point.differences(compiled, column, factor));
            for row in 0..all[0].len() {
                let found = slope(row, column);
                let [coarse, middle, fine] = all.each_ref().map(|differences| differences[row]);
                let bound = |(value, size): (f64, f64)| TOLERANCE * value.abs() + ROUNDING * size + 1e-12;
                let is_near = |one: (f64, f64), other: (f64, f64)| (one.0 - other.0).abs() <= bound(one) + bound(other);
                if is_near(coarse, middle) && is_near(middle, fine) {
                    // The disagreement of differences with different steps is an estimate of their rounding error.
                    let apart = (coarse.0 - middle.0).abs() + (middle.0 - fine.0).abs();
                    assert!(
                        (found - coarse.0).abs() <= bound(coarse) + apart,
                        "{name}: row {row}, column {column}: {found}, {coarse:?}"
                    );
                    agreed += 1;
                } else {
                    unjudged += 1;
                }
            }
        }
        states += 1;
        if states == STATES {
            break;
        }
    }
    assert!(states > 0, "{name}: no state");
    (agreed, unjudged)
}

/// Compares fused derivatives in lanes with scalar ones; both have the same zeros.
fn compare_levels(name: &str, alone: &[f64], in_lanes: &[f64]) {
    let largest = alone.iter().fold(1.0, |largest: f64, x| largest.max(x.abs()));
    for (place, (alone, in_lanes)) in alone.iter().zip(in_lanes).enumerate() {
        let bound = TOLERANCE * alone.abs() + ROUNDING * largest;
        assert!(
            (alone - in_lanes).abs() <= bound,
            "{name}: slope {place}: {alone}, in lanes {in_lanes}"
        );
    }
}

#[test]
fn all_derivatives_are_those_of_differences() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vehicles");
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    files.sort();
    let texts = files.iter().map(|path| {
        let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
        (name, fs::read_to_string(path).expect("it is text"))
    });
    let few = |(name, _): &&(&str, &str)| ["hmmwv", "hmmwv14", "quarter_car"].contains(name);
    let library = wishbone_vehicles::DECLARATIONS.iter().filter(few);
    let library = library.map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    let mut rng = Rng::with_seed(18);
    let (mut agreed, mut unjudged, mut with_lanes, mut with_bundles) = (0, 0, 0, 0);
    let kept = texts
        .chain(library)
        .filter(|(name, _)| !LEFT_OUT.contains(&name.as_str()));
    for (name, text) in kept {
        let compiled = compiled(&text);
        let (own, doubtful) = compare(&name, &compiled, &mut rng);
        let programs = &compiled.programs;
        let (lanes, bundles) = (programs.lanes.is_some(), programs.bundled.contains_key(&Call::Slopes));
        println!("{name}: {own} agree, {doubtful} not judged, lanes {lanes}, bundles {bundles}");
        with_lanes += usize::from(lanes);
        with_bundles += usize::from(bundles);
        agreed += own;
        unjudged += doubtful;
    }
    assert!(50 * unjudged < agreed, "{unjudged} of {agreed} could not be judged");
    assert!(with_lanes >= 4 && with_bundles >= 20, "{with_lanes} {with_bundles}");
}

/// Emitted derivatives have the same bits as interpreted derivatives, and the positions that the runtime gives.
#[test]
fn emitted_derivatives_stand_in_their_places() {
    let compiled = compiled(wishbone_vehicles::Hmmwv::DECLARATION);
    let mut interpreted = Interpreted::new(&compiled);
    let (q, v, acting) =
        random_state(&mut interpreted, &SCATTER, &mut Rng::with_seed(3)).expect("it is near the design");

    let mut solver = Hmmwv::new().at_level(Level::Baseline);
    let mut state = Hmmwv::design_state();
    state.coordinates_mut().copy_from_slice(&q);
    state.speeds_mut().copy_from_slice(&v);
    let mut inputs = <Hmmwv as Solver>::Inputs::default();
    inputs.drives().copy_from_slice(&acting.drives);
    inputs.wheels().copy_from_slice(&acting.wheels);
    inputs.signals().copy_from_slice(&acting.signals);
    let levels = [Level::Baseline, Level::V3, Level::V4];
    for level in levels.into_iter().filter(|level| *level <= Level::detect()) {
        let mut interpreted = Interpreted::new(&compiled).at_level(level);
        let expected = interpreted.slopes(&q, &v, &acting).expect("it has derivatives");
        let mut solver = solver.clone().at_level(level);
        assert_eq!(solver.level(), level);
        solver.kinematics(&state, &inputs);
        let rate = solver.accelerations(&inputs);
        assert!(
            solver.slopes(&state, &inputs) == expected,
            "{level:?}: an emitted slope differs"
        );
        // The computation of derivatives does not change what `kinematics` left for `accelerations`.
        assert!(solver.accelerations(&inputs) == rate, "{level:?}");
    }
    let found = solver.slopes(&state, &inputs).to_vec();
    let by_engine = Emitted(Engine::new(&compiled)).slopes(&q, &v, &acting);
    assert!(found == by_engine, "the engine's slopes differ");
    let v_rate = interpreted.rates(&q, &v, &acting).v;
    let expected = interpreted
        .output_slopes(&q, &v, &acting, &v_rate)
        .expect("it has derivatives");
    let mut rate = Hmmwv::design_state();
    rate.speeds_mut().copy_from_slice(&v_rate);
    let of_outputs = solver.output_slopes(&state, &inputs, &rate).to_vec();
    assert!(of_outputs == expected, "an emitted slope of an output differs");
    // The height of the chassis equals its coordinate.
    let output = Delivered::Output(Hmmwv::OUTPUT_CHASSIS_Z).row(Hmmwv::DESCRIPTION);
    let height = Argument::Coordinate(Hmmwv::Q_MOTION_Z).column(Hmmwv::DESCRIPTION);
    let mut places = output_entries(Hmmwv::DESCRIPTION, &of_outputs);
    let found_there = places.find(|&(row, column, _)| (row, column) == (output, height));
    assert!(found_there.is_some_and(|(.., slope)| slope == 1.0), "{found_there:?}");

    // The load on a wheel has a linear effect: each newton adds the derivative.
    let force = Argument::Load(0, 2).column(Hmmwv::DESCRIPTION);
    let rate = Delivered::SpeedRate(0).row(Hmmwv::DESCRIPTION);
    let of_force = entries(Hmmwv::DESCRIPTION, &found).find(|&(row, column, _)| (row, column) == (rate, force));
    let (.., slope) = of_force.expect("the force moves it");
    let mut rate_under = |more: f64| {
        inputs.wheels()[0].force[2] = acting.wheels[0].force[2] + more;
        solver.kinematics(&state, &inputs);
        solver.accelerations(&inputs).v[0]
    };
    let difference = (rate_under(1000.0) - rate_under(0.0)) / 1000.0;
    assert!(
        (slope - difference).abs() < 1e-10 * slope.abs(),
        "{slope} and {difference}"
    );
    // The wheel rises with the chassis.
    let height = Delivered::Wheel(0, 2).row(Hmmwv::DESCRIPTION);
    let lift = Argument::Coordinate(Hmmwv::Q_MOTION_Z).column(Hmmwv::DESCRIPTION);
    let of_lift = entries(Hmmwv::DESCRIPTION, &found).find(|&(row, column, _)| (row, column) == (height, lift));
    assert!(of_lift.is_some_and(|(.., slope)| slope == 1.0), "{of_lift:?}");
    let rows = Hmmwv::DESCRIPTION
        .slopes
        .iter()
        .map(|(_, columns)| columns.len())
        .sum::<usize>();
    assert_eq!(rows, found.len());
}
