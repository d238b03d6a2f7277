//! Drivelines against closed forms: gears, differentials, clutches, converters, half-shafts.

use super::solvers::wheelset::{INERTIA, Wheelset};
use wishbone::control::Controls;
use wishbone::curve::Samples;
use wishbone::driveline::{
    Capacity, Converter, Driveline, End, Engine, Gearbox, Graph, Losses, Mistakes, Shaft, TOGETHER,
};
use wishbone::integrate::AdamsBashforth;
use wishbone::prelude::*;

/// An engine with this torque at every speed and pedal position.
fn constant(torque: f64) -> Engine {
    Engine {
        full: Samples::constant(torque),
        closed: Samples::constant(torque),
        idle: None,
        limit: None,
    }
}

/// An engine whose torque is this torque multiplied by the pedal position.
fn throttled(torque: f64) -> Engine {
    Engine {
        closed: Samples::constant(0.0),
        ..constant(torque)
    }
}

/// A driver with constant controls.
#[derive(Clone, Copy, Debug)]
pub struct Feet(pub Controls);

impl<S: Solver> Subsystem<S> for Feet {
    type State = ();

    fn controls(&self) -> Option<Controls> {
        Some(self.0)
    }
}

fn in_first() -> Controls {
    Controls {
        gear: 1,
        ..Controls::default()
    }
}

type On<D, I> = Simulation<Wheelset, (Feet, D), I>;

fn run<D: Subsystem<Wheelset>>(driveline: D, controls: Controls) -> On<D, RungeKutta4> {
    Simulation::new(Wheelset::default(), (Feet(controls), driveline), RungeKutta4)
}

fn advance<D: Subsystem<Wheelset>>(simulation: &mut On<D, RungeKutta4>, time: f64, h: f64) {
    let steps = (time / h).round() as usize;
    for _ in 0..steps {
        let _ = simulation.step(h).expect("a sound step");
    }
}

pub fn assert_close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} instead of {expected}");
}

fn shafts<const N: usize>(graph: &mut Graph, each: [(&'static str, f64); N]) -> [Shaft; N] {
    each.map(|(name, inertia)| graph.shaft(name, inertia))
}

/// Two inertias on a spring, a flywheel and a wheel, oscillate at `√(k (1/I + 1/J))`.
#[test]
fn a_half_shaft_swings_at_its_frequency() {
    let (inertia, stiffness) = (0.8, 500.0);
    let mut graph = Graph::new();
    let shaft = graph.shaft("shaft", inertia);
    graph.elastic("spring", shaft.into(), End::Wheel(1), stiffness, 0.0);
    let driveline = graph.build::<1, 1, 4>().expect("a sound graph");
    let frequency = (stiffness * (1.0 / inertia + 1.0 / INERTIA)).sqrt();
    assert!(driveline.fastest() >= (stiffness / inertia).sqrt() * (1.0 - 1e-12));

    let mut simulation = run(driveline, in_first());
    simulation.set_subsystems(((), ([0.0], [0.1])));
    advance(&mut simulation, 1.0, 1e-4);
    let (_, (_, [twist])) = *simulation.subsystems();
    assert_close(twist, 0.1 * frequency.cos(), 1e-8);
}

/// With `w_a = r w_b` the driven shaft has the inertia `I_a r² + I_b`, and the torque `r T`.
#[test]
fn gears_multiply_torque_and_inertia() {
    let mut graph = Graph::new();
    let [fast, slow] = shafts(&mut graph, [("fast", 0.3), ("slow", 1.1)]);
    graph.gear("gears", fast, slow, 4.0);
    graph.engine("motor", fast, constant(7.0));
    graph.elastic("half-shaft", slow.into(), End::Wheel(0), 900.0, 30.0);
    let mut simulation = run(graph.build::<1, 1, 4>().expect("a sound graph"), in_first());
    advance(&mut simulation, 4.0, 1e-3);
    // When the oscillation has decayed, all inertias accelerate together.
    let acceleration = 4.0 * 7.0 / (0.3 * 16.0 + 1.1 + INERTIA);
    let rate = simulation.evaluate();
    assert_close(rate.v[0], acceleration, 1e-6);
    let (_, (_, [twist])) = *simulation.subsystems();
    assert_close(900.0 * twist, INERTIA * acceleration, 1e-5);
}

/// Two motors accelerate their rotors. The energy that they take from the battery is the energy of the rotors plus
/// their losses. At a constant torque the losses are parabolas over speed, and the integrals of both have closed forms.
#[test]
fn motors_take_the_energy_of_their_rotors_and_their_losses() {
    let (inertia, torque, duration) = (0.05, 20.0, 0.5);
    let mut graph = Graph::new();
    let rotors = shafts(&mut graph, [("left_rotor", inertia), ("right_rotor", inertia)]);
    for (rotor, name) in rotors.into_iter().zip(["left_motor", "right_motor"]) {
        graph.engine(name, rotor, constant(torque));
    }
    let losses = Losses::of([0.0, 400.0], [0.0, 40.0], [[100.0, 300.0], [500.0, 1500.0]]);
    let driveline = graph.build::<2, 0, 4>().expect("a sound graph");
    assert_eq!(driveline.battery_power(), None);
    let driveline = driveline
        .with_losses(0, "left_motor.power", losses)
        .with_losses(1, "right_motor.power", losses);
    let mut simulation = run(driveline, in_first());
    let mut taken = 0.0;
    let h = 1e-3;
    for _ in 0..500 {
        // The trapezium rule is exact for a power that is straight over time.
        for _ in 0..2 {
            let _ = simulation.evaluate();
            let power = simulation.surroundings.1.battery_power().expect("losses are known");
            taken += 0.25 * h * power;
            advance(&mut simulation, 0.5 * h, 0.5 * h);
            let _ = simulation.evaluate();
            taken += 0.25 * h * simulation.surroundings.1.battery_power().expect("losses are known");
        }
    }
    let speed = torque / inertia * duration;
    // Half-way between the torques of the map: 200 W at rest, and 1000 W at 400 rad/s.
    let lost = duration * (200.0 + 800.0 / 400.0 * 0.5 * speed);
    let expected = 2.0 * (0.5 * inertia * speed * speed + lost);
    assert_close(taken, expected, 1e-9 * expected);
}

/// A planetary differential splits `T` by its share, for any motion of the outputs, and its case turns at the mean of
/// their speeds.
#[test]
fn a_differential_splits_torque_by_its_share() {
    for share in [0.5, 0.35] {
        let mut graph = Graph::new();
        let [case, left, right] = shafts(&mut graph, [("case", 0.0), ("left", 0.2), ("right", 0.2)]);
        graph.differential("differential", case, [left, right], share);
        graph.engine("motor", case, constant(100.0));
        graph.elastic("left_shaft", left.into(), End::Wheel(0), 4000.0, 40.0);
        graph.elastic("right_shaft", right.into(), End::Wheel(1), 4000.0, 40.0);
        let mut simulation = run(graph.build::<2, 2, 4>().expect("a sound graph"), in_first());
        let mut start = Wheelset::design_state();
        start.v = [3.0, -1.0, 0.0, 0.0];
        simulation.set_state(start);
        simulation.set_subsystems(((), ([3.0, -1.0], [0.0; 2])));
        advance(&mut simulation, 3.0, 1e-3);
        let rate = simulation.evaluate();
        for (wheel, part) in [(0, share), (1, 1.0 - share)] {
            assert_close(rate.v[wheel], 100.0 * part / (INERTIA + 0.2), 1e-4);
        }
    }
}

/// A closing clutch brings both sides to the speed that conserves the momentum, after `t = w / (T (1/I + 1/J))`; then it holds.
#[test]
fn a_clutch_slips_and_sticks() {
    let (engine, capacity, start) = (0.5, 40.0, 100.0);
    let mut graph = Graph::new();
    let [crank, shaft] = shafts(&mut graph, [("crank", engine), ("shaft", 0.1)]);
    graph.clutch("clutch", crank.into(), shaft.into(), capacity);
    graph.elastic("stiff", shaft.into(), End::Wheel(0), 20e3, 60.0);
    let driveline = graph.build::<2, 2, 4>().expect("a sound graph");
    let mut simulation = run(driveline, in_first());
    simulation.set_subsystems(((), ([start, 0.0], [0.0; 2])));
    let driven = INERTIA + 0.1;
    let duration = start / (capacity * (1.0 / engine + 1.0 / driven));
    // Halfway in time it slips at half of the difference, except for the time in which the disc engages.
    advance(&mut simulation, 0.5 * duration, 1e-4);
    let (_, ([crank, shaft], _)) = *simulation.subsystems();
    assert_close(crank - shaft, 0.5 * start, 0.02 * start);
    advance(&mut simulation, 6.0 * duration, 1e-4);
    let (_, ([crank, shaft], _)) = *simulation.subsystems();
    assert_close(crank - shaft, 0.0, 1e-6);
    assert_close(shaft, start * engine / (engine + driven), 1e-6);
}

/// A clutch that holds does not creep, in a minute under nine tenths of its capacity.
#[test]
fn a_clutch_holds_without_creep() {
    let mut graph = Graph::new();
    let shaft = graph.shaft("shaft", 0.5);
    graph.engine("motor", shaft, constant(36.0));
    graph.clutch("clutch", shaft.into(), End::Housing, 40.0);
    let mut simulation = Simulation::new(
        Wheelset::default(),
        (Feet(in_first()), graph.build::<1, 1, 4>().expect("a sound graph")),
        AdamsBashforth3::new(),
    );
    let mut turned = 0.0;
    for step in 0..90_000 {
        let _ = simulation.step(1e-3).expect("a sound step");
        let (_, ([speed], _)) = *simulation.subsystems();
        if step > 30_000 {
            turned += 1e-3 * speed;
        }
    }
    assert_close(turned, 0.0, 1e-9);
}

fn converter() -> Converter {
    let factors = Samples::new(&[0.0, 0.25, 0.5, 0.75, 0.9, 1.0], &[15.0, 15.0, 15.0, 16.0, 18.0, 35.0]);
    Converter {
        capacity: Capacity::Factors(factors.expect("rising")),
        ratio: Samples::new(&[0.0, 0.25, 0.5, 0.75, 1.0], &[2.0, 1.8, 1.5, 1.15, 1.0]).expect("rising"),
    }
}

/// Against a held turbine, the engine settles at `K √T`, and the turbine gets twice its torque.
#[test]
fn a_stalled_converter_multiplies_the_torque() {
    let mut graph = Graph::new();
    let [crank, turbine] = shafts(&mut graph, [("crank", 1.0), ("turbine", 0.5)]);
    graph.engine("engine", crank, constant(400.0));
    graph.converter("converter", crank.into(), turbine.into(), converter());
    graph.elastic("lock", turbine.into(), End::Housing, 10e3, 200.0);
    let mut simulation = run(graph.build::<2, 2, 4>().expect("a sound graph"), in_first());
    advance(&mut simulation, 20.0, 1e-3);
    let (_, ([crank, _], twists)) = *simulation.subsystems();
    assert_close(crank, 15.0 * 20.0, 1e-6);
    assert_close(10e3 * twists[0], 800.0, 1e-4);
}

/// A converter with these torques of its pump at 200 rad/s, over the speed ratios.
fn by_torque(ratios: &[f64], torques: &[f64]) -> Converter {
    Converter {
        capacity: Capacity::Torques {
            torques: Samples::new(ratios, torques).expect("rising"),
            at: 200.0,
        },
        ratio: Samples::new(&[0.0, 0.8, 1.0], &[2.0, 1.0, 1.0]).expect("rising"),
    }
}

/// A converter never gives more power than it takes, in either direction, and no torque jumps when the turbine overtakes the pump.
#[test]
fn a_converter_takes_power_and_does_not_jump() {
    let measured = by_torque(&[0.0, 0.8, 1.0], &[160.0, 150.0, 0.0]);
    let held = by_torque(&[0.0, 0.8], &[160.0, 50.0]);
    for converter in [converter(), measured, held] {
        let mut last: Option<[f64; 2]> = None;
        for k in 0..=40_000 {
            let (pump, turbine) = (150.0, 0.01 * f64::from(k));
            let found = converter.transmit(pump, turbine);
            assert!(found.pump * pump - found.turbine * turbine >= -1e-9, "{pump} {turbine}");
            let torques = [found.pump, found.turbine];
            if let Some(last) = last {
                assert!(
                    (0..2).all(|i| (torques[i] - last[i]).abs() < 0.4),
                    "{turbine}: {torques:?} {last:?}"
                );
            }
            last = Some(torques);
        }
        let still = converter.transmit(0.0, 0.0);
        assert_eq!((still.pump, still.turbine), (0.0, 0.0));
    }
}

/// Between the points of a table of torques, the torque is on straight lines, also where it ends in zero. It grows with the square of
/// the speed. A faster turbine has the torque of the inverse ratio.
#[test]
fn torques_of_a_pump_are_straight_between_their_points() {
    let line = |[x0, y0]: [f64; 2], [x1, y1]: [f64; 2], x: f64| y0 + (y1 - y0) * (x - x0) / (x1 - x0);
    for last in [0.0, 20.0] {
        let converter = by_torque(&[0.0, 0.8, 1.0], &[160.0, 150.0, last]);
        for k in 0..=980 {
            let ratio = 0.001 * f64::from(k);
            let written = match ratio < 0.8 {
                true => line([0.0, 160.0], [0.8, 150.0], ratio),
                false => line([0.8, 150.0], [1.0, last], ratio),
            };
            for speed in [100.0, 200.0, 500.0] {
                let wanted = written * (speed / 200.0) * (speed / 200.0);
                let found = converter.transmit(speed, ratio * speed);
                assert_close(found.pump, wanted, 1e-12);
                let gain = line([0.0, 2.0], [0.8, 1.0], ratio.min(0.8));
                assert_close(found.turbine, gain * wanted, 1e-12);
                let back = converter.transmit(ratio * speed, speed);
                assert_close(back.pump, -wanted, 1e-12);
                assert_close(back.turbine, -wanted, 1e-12);
            }
        }
        // Within two percent of slip the torque goes to zero on a straight line. For a table that ends in zero it is the table.
        let edge = line([0.8, 150.0], [1.0, last], 0.98);
        for slip in [0.0, 0.003, 0.01, 0.019] {
            let found = converter.transmit(200.0, 200.0 * (1.0 - slip)).pump;
            assert_close(found, edge * slip / 0.02, 1e-10);
            if last == 0.0 {
                assert_close(found, 750.0 * slip, 1e-10);
            }
        }
    }
    assert_close(
        by_torque(&[0.0, 0.8, 1.0], &[160.0, 150.0, 20.0])
            .transmit(200.0, 180.0)
            .pump,
        85.0,
        1e-12,
    );
}

/// A pump is driven by a constant torque `E`, and a flywheel keeps the turbine at the speed `t`. On one line `T(v) = a (1 - v)` at the
/// speed `p0`, the pump obeys the Riccati equation `J p' = E - b p (p - t)` with `b = a / p0²`, which has a closed form.
#[test]
fn a_pump_before_a_turning_flywheel_follows_the_closed_form() {
    let (inertia, drive, turbine) = (0.4, 60.0, 150.0);
    let slope: f64 = 750.0 / (200.0 * 200.0);
    let mut graph = Graph::new();
    let [crank, flywheel] = shafts(&mut graph, [("crank", inertia), ("flywheel", 1e14)]);
    graph.engine("engine", crank, constant(drive));
    let converter = by_torque(&[0.0, 0.8, 1.0], &[160.0, 150.0, 0.0]);
    graph.converter("converter", crank.into(), flywheel.into(), converter);
    let mut simulation = run(graph.build::<2, 1, 4>().expect("a sound graph"), in_first());
    let begin = 155.0;
    simulation.set_subsystems(((), ([begin, turbine], [0.0])));
    // Roots of `b p² - b t p - E = 0`.
    let root = (turbine * turbine + 4.0 * drive / slope).sqrt();
    let [low, high] = [-1.0, 1.0].map(|sign| 0.5 * (turbine + sign * root));
    let share = |time: f64| (begin - high) / (begin - low) * (-slope * root / inertia * time).exp();
    for k in 1..=1000 {
        let _ = simulation.step(1e-3).expect("a sound step");
        let share = share(1e-3 * f64::from(k));
        let wanted = (high - low * share) / (1.0 - share);
        let (_, ([speed, _], _)) = *simulation.subsystems();
        assert_close(speed, wanted, 1e-9);
    }
}

/// Torques below zero at a slower turbine, or of zero where the turbine stands, are refused with their place.
#[test]
fn torques_that_no_pump_takes_are_refused() {
    let refused = |ratios: &[f64], torques: &[f64]| {
        let mut graph = Graph::new();
        let [crank, turbine] = shafts(&mut graph, [("crank", 1.0), ("turbine", 0.5)]);
        graph.converter("conv", crank.into(), turbine.into(), by_torque(ratios, torques));
        let built = graph.build::<2, 1, 4>();
        built.err().map(|mistakes| mistakes.to_string())
    };
    let says = |found: Option<String>, what: &str| {
        let found = found.unwrap_or_default();
        assert!(found.contains(what), "{found}");
    };
    says(
        refused(&[0.0, 0.9, 1.0], &[160.0, -5.0, 0.0]),
        "is -5 N m at the speed ratio 0.9",
    );
    says(
        refused(&[0.0, 0.9, 1.1], &[160.0, 5.0, -15.0]),
        "N m at the speed ratio 1;",
    );
    says(
        refused(&[0.0, 0.9, 1.0], &[0.0, 5.0, 0.0]),
        "zero where the turbine stands",
    );
    // Measured curves go through zero at the ratio 1, and on to torques of the turbine.
    assert_eq!(refused(&[0.0, 0.9, 1.1], &[160.0, 10.0, -10.0]), None);
    assert_eq!(refused(&[0.0, 0.9, 1.0], &[160.0, 10.0, 0.0]), None);
}

/// If one wheel is held and the other can slip, the held wheel gets `(1 + b) / (1 - b)` times the torque of the other wheel.
#[test]
fn limited_slip_biases_the_torque() {
    let bias = 0.4;
    let mut graph = Graph::new();
    let [case, left, right] = shafts(&mut graph, [("case", 0.05), ("left", 0.2), ("right", 0.2)]);
    graph.differential("differential", case, [left, right], 0.5);
    graph.engine("motor", case, constant(300.0));
    graph.elastic("left_shaft", left.into(), End::Housing, 8e3, 200.0);
    graph.elastic("right_shaft", right.into(), End::Wheel(1), 8e3, 100.0);
    graph.limited_slip("plates", [left, right], 0.0, bias, &["left_shaft", "right_shaft"]);
    let mut simulation = run(graph.build::<2, 3, 4>().expect("a sound graph"), in_first());
    advance(&mut simulation, 2.0, 2e-4);
    let _ = simulation.evaluate();
    let mut torques = Vec::new();
    Subsystem::<Wheelset>::outputs(&simulation.surroundings.1, &mut |output| {
        torques.push((output.name, output.value))
    });
    let torque = |name: &str| torques.iter().find(|(other, _)| *other == name).expect("it is told").1;
    let [held, slipping] = ["left_shaft", "right_shaft"].map(torque);
    // The right side accelerates: its inertia and a quarter of the case's inertia need the difference of the torques.
    let acceleration = simulation.evaluate().v[1];
    let at_differential = slipping + (0.2 + 0.25 * 0.05) * acceleration;
    assert!(acceleration > 1.0, "it slips");
    assert_close(torque("plates"), -0.5 * bias * (held + slipping), 1e-6 * held);
    let plates = -torque("plates");
    assert_close(held - plates, at_differential + plates, 0.02 * held);
}

/// Random numbers between 0 and 1.
fn random(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// A spring with its ends in one order or in the other.
fn half_shaft(graph: &mut Graph, name: &'static str, ends: [End; 2], is_turned: bool) {
    let [from, to] = if is_turned { [ends[1], ends[0]] } else { ends };
    graph.elastic(name, from, to, 2e3, 10.0);
}

/// Torque of the plates of `lock` after a motor on wheels with a resistance has reached its final speed.
fn settled<const S: usize, const C: usize>(graph: &Graph) -> f64 {
    let driveline = graph.build::<S, C, 4>().expect("a sound graph");
    let surroundings = (Feet(in_first()), (driveline, Resistance(8.0)));
    let mut simulation = Simulation::new(Wheelset::default(), surroundings, RungeKutta4);
    for _ in 0..16_000 {
        let _ = simulation.step(2.5e-4).expect("a sound step");
    }
    let _ = simulation.evaluate();
    told(&simulation.surroundings.1.0)("lock").abs()
}

/// Gears of any ratio are between outputs and half-shafts, and the ends of the half-shafts are in any order. One output
/// is held, and the other turns at a constant speed. So the torques of the outputs add up to the motor's torque on the
/// case, and the plates carry their share of half of this torque.
#[test]
fn plates_feel_the_torque_of_the_outputs() {
    let mut random = random(5);
    for draw in 0..12 {
        let (bias, motor) = (0.1 + 0.5 * random(), 100.0 + 200.0 * random());
        let mut graph = Graph::new();
        let each = [
            ("case", 0.05),
            ("left", 0.2),
            ("right", 0.2),
            ("left_hub", 0.1),
            ("right_hub", 0.1),
        ];
        let [case, left, right, left_hub, right_hub] = shafts(&mut graph, each);
        graph.differential("differential", case, [left, right], 0.5);
        graph.engine("motor", case, constant(motor));
        let mut ratio = || (0.5 + 2.0 * random()) * if random() < 0.5 { -1.0 } else { 1.0 };
        let ratios = [ratio(), ratio()];
        graph.gear("left_gear", left, left_hub, ratios[0]);
        graph.gear("right_gear", right, right_hub, ratios[1]);
        let mut toss = || random() < 0.5;
        half_shaft(&mut graph, "left_shaft", [left_hub.into(), End::Housing], toss());
        half_shaft(&mut graph, "right_shaft", [right_hub.into(), End::Wheel(0)], toss());
        let outputs = if toss() { [left, right] } else { [right, left] };
        graph.limited_slip("lock", outputs, 0.0, bias, &["left_shaft", "right_shaft"]);
        let (plates, expected) = (settled::<2, 3>(&graph), bias * 0.5 * motor);
        assert!(
            (plates / expected - 1.0).abs() < 1e-4,
            "{draw}, {ratios:?}: {plates}, {expected}"
        );
    }
}

/// A lock between two driven axles with different ratios gets the torques of both axles from their half-shafts, even if
/// one axle has its own lock. The plates of a differential can also be declared through gears behind its outputs.
#[test]
fn plates_between_axles_feel_all_half_shafts() {
    let (bias, motor, ratios) = (0.3, 240.0, [3.1, 2.4]);
    let build = |front_bias: f64| {
        let mut graph = Graph::new();
        let [centre, front, rear] = shafts(&mut graph, [("centre", 0.05), ("front", 0.1), ("rear", 0.1)]);
        graph.differential("middle", centre, [front, rear], 0.5);
        graph.engine("motor", centre, constant(motor));
        let each = [
            ("front_case", 0.1),
            ("rear_case", 0.1),
            ("fl", 0.1),
            ("fr", 0.1),
            ("rl", 0.1),
            ("rr", 0.1),
        ];
        let [front_case, rear_case, fl, fr, rl, rr] = shafts(&mut graph, each);
        graph.gear("front_drive", front, front_case, ratios[0]);
        graph.gear("rear_drive", rear, rear_case, ratios[1]);
        graph.differential("front_axle", front_case, [fl, fr], 0.5);
        graph.differential("rear_axle", rear_case, [rl, rr], 0.4);
        half_shaft(&mut graph, "fl_shaft", [fl.into(), End::Housing], true);
        half_shaft(&mut graph, "fr_shaft", [fr.into(), End::Housing], false);
        half_shaft(&mut graph, "rl_shaft", [rl.into(), End::Wheel(0)], true);
        half_shaft(&mut graph, "rr_shaft", [rr.into(), End::Wheel(0)], false);
        graph.limited_slip("front_lock", [fl, fr], 20.0, front_bias, &["fl_shaft", "fr_shaft"]);
        graph.limited_slip(
            "lock",
            [front, rear],
            0.0,
            bias,
            &["fl_shaft", "fr_shaft", "rl_shaft", "rr_shaft"],
        );
        graph
    };
    for front_bias in [0.0, 0.5] {
        assert_close(settled::<4, 6>(&build(front_bias)), bias * 0.5 * motor, 1e-4);
    }
}

/// Refused are loads that do not carry the torque of one output, loads that carry the torque of one output alone, and
/// plates between shafts that are no outputs.
#[test]
fn loads_that_are_not_those_of_the_outputs_are_refused() {
    let told = |outputs: fn([Shaft; 4]) -> [Shaft; 2], loads: &[&'static str]| {
        let mut graph = Graph::new();
        let each = [
            ("drive", 0.1),
            ("case", 0.05),
            ("left", 0.2),
            ("right", 0.2),
            ("hub", 0.1),
        ];
        let [drive, case, left, right, hub] = shafts(&mut graph, each);
        graph.differential("differential", case, [left, right], 0.5);
        graph.elastic("propeller_shaft", drive.into(), case.into(), 1e4, 10.0);
        graph.elastic("left_shaft", left.into(), hub.into(), 1e4, 10.0);
        graph.elastic("hub_shaft", hub.into(), End::Wheel(0), 1e4, 10.0);
        graph.elastic("right_shaft", right.into(), End::Wheel(1), 1e4, 10.0);
        graph.elastic("second_shaft", right.into(), End::Wheel(2), 1e4, 10.0);
        graph.elastic("between", right.into(), left.into(), 1e4, 10.0);
        graph.limited_slip("lock", outputs([case, left, right, hub]), 0.0, 0.3, loads);
        let found: Result<Driveline<4, 7, 4>, Mistakes> = graph.build();
        found.err().map_or(String::new(), |mistakes| mistakes.to_string())
    };
    let own: fn([Shaft; 4]) -> [Shaft; 2] = |[_, left, right, _]| [left, right];
    assert_eq!(told(own, &["left_shaft", "right_shaft", "second_shaft"]), "");
    for (outputs, loads, words) in [
        (
            own,
            ["left_shaft", "propeller_shaft"],
            "`propeller_shaft`, which does not begin",
        ),
        (own, ["hub_shaft", "right_shaft"], "`hub_shaft`, which does not begin"),
        (own, ["between", "right_shaft"], "`between`, which does not begin"),
        (own, ["second_shaft", "right_shaft"], "at one of its outputs alone"),
        (
            |[case, left, ..]| [case, left],
            ["left_shaft", "right_shaft"],
            "are not those of the differential",
        ),
    ] {
        let told = told(outputs, &loads);
        assert!(told.contains(words) && told.contains("`lock`"), "{words}: {told}");
    }
}

/// Torques by the names that a driveline reports, at its last evaluation.
fn told<const S: usize, const C: usize>(driveline: &Driveline<S, C, 4>) -> impl Fn(&str) -> f64 + use<S, C> {
    let mut torques = Vec::new();
    Subsystem::<Wheelset>::outputs(driveline, &mut |output| torques.push((output.name, output.value)));
    move |name| torques.iter().find(|(other, _)| *other == name).expect("it is told").1
}

/// A motor with this torque on a differential whose outputs are light, with plates between the outputs.
pub fn light_outputs(torque: f64, preload: f64, bias: f64, right: End) -> Driveline<2, 3, 4> {
    let mut graph = Graph::new();
    let [case, left, right_side] = shafts(&mut graph, [("case", 0.05), ("left", 0.02), ("right", 0.02)]);
    graph.differential("differential", case, [left, right_side], 0.5);
    graph.engine("motor", case, throttled(torque));
    graph.elastic("left_shaft", left.into(), End::Wheel(0), 2e3, 6.0);
    graph.elastic("right_shaft", right_side.into(), right, 2e3, 6.0);
    graph.limited_slip(
        "plates",
        [left, right_side],
        preload,
        bias,
        &["left_shaft", "right_shaft"],
    );
    graph.build().expect("a sound graph")
}

/// With a large torque, a large bias and light outputs, steps of 1 ms neither chatter nor creep. Below the locking
/// torque both sides turn at one speed, and the plates carry the torque that follows from the difference of the
/// resistances.
#[test]
fn a_limited_slip_holds_light_outputs_at_steps_of_a_millisecond() {
    let controls = Controls {
        throttle: 1.0,
        ..in_first()
    };
    let driveline = light_outputs(600.0, 0.0, 0.9, End::Wheel(1));
    let surroundings = (Feet(controls), (driveline, Resistance(0.2)));
    let mut simulation = Simulation::new(Wheelset::default(), surroundings, AdamsBashforth3::new());
    let (mut last, mut rough) = (f64::NAN, 0.0_f64);
    for step in 0..4000 {
        let _ = simulation.step(1e-3).expect("a sound step");
        let plates = told(&simulation.surroundings.1.0)("plates");
        if step > 2000 {
            rough = rough.max((plates - last).abs());
        }
        last = plates;
    }
    assert!(rough < 0.2, "the torque of the plates goes to and fro by {rough} N m");
    let (left, right) = (simulation.state().v[0], simulation.state().v[1]);
    assert_close(left / right, 1.0, 1e-3);
    // Only the left wheel has a resistance: half of it goes through the plates.
    let of = told(&simulation.surroundings.1.0);
    assert_close(
        of("plates"),
        -0.5 * (of("left_shaft") - of("right_shaft")),
        0.01 * of("left_shaft"),
    );
}

/// While the sides slide, their relative speed decreases at the rate `T (1/I + 1/J)`, and the power loss is `T` times the relative
/// speed. Then they turn as one and stay so.
#[test]
fn a_limited_slip_slides_then_sticks() {
    let (preload, [left, right]) = (12.0, [0.8, 0.5]);
    let mut graph = Graph::new();
    let sides = shafts(&mut graph, [("left", left), ("right", right)]);
    graph.limited_slip("plates", sides, preload, 0.0, &[]);
    let mut simulation = run(graph.build::<2, 1, 4>().expect("a sound graph"), in_first());
    simulation.set_subsystems(((), ([40.0, -10.0], [0.0])));
    let slows = preload * (1.0 / left + 1.0 / right);
    let duration = 50.0 / slows;
    let energy = |simulation: &On<Driveline<2, 1, 4>, RungeKutta4>| {
        simulation.surroundings.1.energy(&simulation.subsystems().1)[0]
    };
    let before = energy(&simulation);
    advance(&mut simulation, 0.6, 1e-3);
    let (_, ([one, other], _)) = *simulation.subsystems();
    let slip = 50.0 - 0.6 * slows;
    assert_close(one - other, slip, 1e-9);
    assert_close(before - energy(&simulation), preload * 0.6 * 0.5 * (50.0 + slip), 1e-8);
    advance(&mut simulation, duration, 1e-3);
    let (_, ([one, other], twist)) = *simulation.subsystems();
    assert_close(one, (left * 40.0 - right * 10.0) / (left + right), 1e-9);
    assert_close(one - other, 0.0, 1e-9);
    assert_eq!(twist, [0.0]);
}

/// Preload and bias are torques of the same plates, with `M = preload + bias (T1 + T2) / 2`. While the outputs slide, they get the
/// mean torque plus and minus `M`. The heat of the plates is `M` times the relative speed of the outputs, and equals the power of the
/// engine that the shafts do not keep.
#[test]
fn preload_and_bias_are_torques_of_the_plates() {
    let (preload, bias, motor) = (25.0, 0.3, 300.0);
    let mut graph = Graph::new();
    let [case, left, right] = shafts(&mut graph, [("case", 0.05), ("left", 0.2), ("right", 0.2)]);
    graph.differential("differential", case, [left, right], 0.5);
    graph.engine("motor", case, constant(motor));
    graph.elastic("left_shaft", left.into(), End::Housing, 8e3, 200.0);
    graph.elastic("right_shaft", right.into(), End::Wheel(1), 8e3, 100.0);
    graph.limited_slip("plates", [left, right], preload, bias, &["left_shaft", "right_shaft"]);
    let mut simulation = run(graph.build::<2, 3, 4>().expect("a sound graph"), in_first());
    advance(&mut simulation, 2.0, 2e-4);
    let acceleration = simulation.evaluate().v[1];
    let of = told(&simulation.surroundings.1);
    let (held, driven, plates) = (of("left_shaft"), of("right_shaft"), of("plates").abs());
    assert_close(plates, preload + bias * 0.5 * (held + driven), 1e-6 * held);
    // The held output does not turn, and the case turns at half of the speed of the other output. The mean torque is half of the
    // engine's torque minus the torque that accelerates the case. The plates add to it on the held side and subtract from it on the
    // other side.
    let mean = 0.5 * (motor - 0.05 * 0.5 * acceleration);
    assert_close(held, mean + plates, 0.02 * mean);
    assert_close(driven + 0.2 * acceleration, mean - plates, 0.02 * mean);
    // The heat of the plates is the engine's power at the case, minus the power that accelerates case and shaft, minus the power of
    // the wheel.
    let turning = simulation.state().v[1];
    let heat =
        motor * 0.5 * turning - 0.05 * 0.25 * acceleration * turning - 0.2 * acceleration * turning - driven * turning;
    assert_close(heat, plates * turning, 0.02 * heat);
}

/// Below its preload a limited slip holds any torque. Above the preload it slides, with the acceleration `(T - preload) / I`.
#[test]
fn a_limited_slip_holds_up_to_its_preload() {
    for (torque, acceleration) in [(24.9, 24.9 / 1.3), (200.0, (200.0 - 40.0) / 0.8)] {
        let mut graph = Graph::new();
        let sides = shafts(&mut graph, [("driven", 0.8), ("carried", 0.5)]);
        graph.engine("motor", sides[0], constant(torque));
        graph.limited_slip("plates", sides, 40.0, 0.0, &[]);
        let mut simulation = run(graph.build::<2, 1, 4>().expect("a sound graph"), in_first());
        advance(&mut simulation, 0.5, 1e-3);
        let (_, ([driven, _], _)) = *simulation.subsystems();
        assert_close(driven, 0.5 * acceleration, 1e-8);
    }
}

/// Plates between sliding sides only take energy, even if light shafts oscillate strongly through equal speeds.
#[test]
fn a_limited_slip_never_drives_the_sliding() {
    let driveline = light_outputs(0.0, 50.0, 0.1, End::Wheel(1));
    let mut simulation = run(driveline, in_first());
    simulation.set_subsystems(((), ([0.0; 2], [0.15, -0.15, 0.0])));
    let (mut slides, mut holds) = (0, 0);
    for _ in 0..3000 {
        let _ = simulation.step(1e-4).expect("a sound step");
        let _ = simulation.evaluate();
        let (_, ([case, left], _)) = *simulation.subsystems();
        let (slip, torque) = (2.0 * (left - case), told(&simulation.surroundings.1)("plates"));
        if slip.abs() > TOGETHER {
            slides += 1;
            assert!(torque * slip >= 0.0, "{torque} N m drive {slip} rad/s");
        } else {
            holds += 1;
        }
    }
    assert!(slides > 100 && holds > 100, "{slides}, {holds}");
}

/// Three differentials with different inertias, which all hold, behind a gearbox with its own inertia: all shafts turn
/// at one speed.
#[test]
fn several_limited_slips_hold_together() {
    let mut graph = Graph::new();
    let [output, front, rear] = shafts(&mut graph, [("output", 0.3), ("front", 0.02), ("rear", 0.2)]);
    let [one, two] = shafts(&mut graph, [("one", 0.4), ("two", 0.03)]);
    let [three, four] = shafts(&mut graph, [("three", 0.05), ("four", 0.7)]);
    let motor = graph.shaft("motor", 0.1);
    graph.engine("engine", motor, constant(20.0));
    graph.elastic("mount", motor.into(), End::Gearbox, 400.0, 2.0);
    let mut gearbox = Gearbox::new(&[3.0], 3.0).expect("sound ratios").in_gear(1);
    gearbox.inertia = 0.06;
    graph.gearbox(output, gearbox);
    graph.differential("centre", output, [front, rear], 0.35);
    graph.differential("ahead", front, [one, two], 0.5);
    graph.differential("behind", rear, [three, four], 0.6);
    for (name, sides) in [("c", [front, rear]), ("a", [one, two]), ("b", [three, four])] {
        graph.limited_slip(name, sides, 900.0, 0.0, &[]);
    }
    let driveline = graph.build::<5, 4, 4>().expect("a sound graph");
    let names = driveline.layout().shafts;
    let mut simulation = Simulation::new(
        Wheelset::default(),
        (Feet(in_first()), driveline),
        AdamsBashforth3::new(),
    );
    for _ in 0..2000 {
        let _ = simulation.step(1e-3).expect("a sound step");
    }
    let (_, (speeds, _)) = *simulation.subsystems();
    let inertia = 0.3 + 0.02 + 0.2 + 0.4 + 0.03 + 0.05 + 0.7 + 9.0 * (0.06 + 0.1);
    let expected = 2.0 * 3.0 * 20.0 / inertia;
    for (name, speed) in names.iter().zip(speeds) {
        let ratio = if *name == "motor" { 3.0 } else { 1.0 };
        assert_close(speed, ratio * expected, 1e-3 * expected);
    }
    let sides = names.iter().zip(speeds).filter(|(name, _)| **name != "motor");
    let [first, ..] = sides.clone().map(|(_, speed)| speed).collect::<Vec<_>>()[..] else {
        panic!("there are shafts");
    };
    sides.for_each(|(_, speed)| assert_close(speed, first, 1e-6 * first));
}

/// Without dissipation, the sum of kinetic and elastic energy is conserved to the order of the integrator.
#[test]
fn energy_stays_where_nothing_takes_it() {
    let drift = |h: f64| {
        let mut graph = Graph::new();
        let [propeller, front, rear] = shafts(&mut graph, [("propeller", 0.5), ("front", 0.0), ("rear", 0.0)]);
        let sides = shafts(&mut graph, [("a", 0.3), ("b", 0.4), ("c", 0.5), ("d", 0.6)]);
        let [cases_front, cases_rear] = shafts(&mut graph, [("case_front", 0.6), ("case_rear", 0.6)]);
        graph.differential("centre", propeller, [front, rear], 0.4);
        graph.gear("front_final", front, cases_front, 3.0);
        graph.gear("rear_final", rear, cases_rear, 3.0);
        graph.differential("front_differential", cases_front, [sides[0], sides[1]], 0.5);
        graph.differential("rear_differential", cases_rear, [sides[2], sides[3]], 0.5);
        for (wheel, name) in ["one", "two", "three", "four"].into_iter().enumerate() {
            graph.elastic(
                name,
                sides[wheel].into(),
                End::Wheel(wheel),
                900.0 + 100.0 * wheel as f64,
                0.0,
            );
        }
        let mut simulation = run(graph.build::<4, 4, 4>().expect("a sound graph"), in_first());
        let mut start = Wheelset::design_state();
        start.v = [10.0, 12.0, -3.0, 5.0];
        simulation.set_state(start);
        simulation.set_subsystems(((), ([9.0, 14.0, 1.0, 2.0], [0.05, -0.02, 0.1, 0.0])));
        let total = |simulation: &mut On<Driveline<4, 4, 4>, RungeKutta4>| {
            let own = simulation.surroundings.1.energy(&simulation.subsystems().1);
            own[0] + own[1] + simulation.energy().kinetic
        };
        let before = total(&mut simulation);
        advance(&mut simulation, 1.0, h);
        (total(&mut simulation) - before) / before
    };
    let [coarse, fine] = [2e-3, 1e-3].map(|h| drift(h).abs());
    assert!(fine < 1e-7 && (coarse / fine).log2() > 3.8, "{coarse} {fine}");
}

/// States of a driveline converge with the order of the integrator.
#[test]
fn states_converge_with_the_order_of_the_integrator() {
    let end = |steps: u32| {
        let mut graph = Graph::new();
        let [crank, output] = shafts(&mut graph, [("crank", 0.5), ("output", 0.4)]);
        let engine = Engine {
            full: Samples::new(&[0.0, 500.0], &[300.0, 100.0]).expect("rising"),
            ..constant(0.0)
        };
        graph.engine("engine", crank, engine);
        graph.elastic("mount", crank.into(), End::Gearbox, 600.0, 3.0);
        graph.gearbox(output, Gearbox::new(&[2.5], 3.0).expect("sound ratios").in_gear(1));
        graph.elastic("half-shaft", output.into(), End::Wheel(0), 400.0, 2.0);
        let controls = Controls {
            throttle: 0.7,
            ..in_first()
        };
        let subsystems = (Feet(controls), graph.build::<2, 2, 4>().expect("a sound graph"));
        let mut simulation = Simulation::new(Wheelset::default(), subsystems, AdamsBashforth::<_, 3>::new());
        for _ in 0..steps {
            let _ = simulation.step(0.5 / f64::from(steps)).expect("a sound step");
        }
        simulation.state().v[0]
    };
    let [coarse, fine, finest] = [400, 800, 6400].map(end);
    let order = ((coarse - finest) / (fine - finest)).log2();
    assert!((order - 3.0).abs() < 0.3, "order {order}");
}

/// In steady motion the power of the engine arrives at the wheels, multiplied by the efficiency if there is one.
#[test]
fn power_arrives_in_steady_motion() {
    for efficiency in [1.0, 0.9] {
        let mut graph = Graph::new();
        let [crank, output, case] = shafts(&mut graph, [("crank", 0.5), ("output", 0.1), ("case", 0.2)]);
        graph.engine("engine", crank, constant(50.0));
        graph.clutch("clutch", crank.into(), End::Gearbox, 400.0);
        let mut gearbox = Gearbox::new(&[2.0], 3.0).expect("sound ratios").in_gear(1);
        (gearbox.efficiency, gearbox.inertia) = (efficiency, 0.07);
        graph.gearbox(output, gearbox);
        graph.gear("final", output, case, 4.0);
        graph.elastic("half-shaft", case.into(), End::Wheel(0), 5e3, 50.0);
        let driveline = graph.build::<2, 2, 4>().expect("a sound graph");
        let brake = Resistance(30.0);
        let mut simulation = Simulation::new(Wheelset::default(), (Feet(in_first()), (driveline, brake)), RungeKutta4);
        for _ in 0..40_000 {
            let _ = simulation.step(1e-3).expect("a sound step");
        }
        let spin = simulation.state().v[0];
        let (_, (([_, crank], _), ())) = *simulation.subsystems();
        let crank = crank.max(simulation.subsystems().1.0.0[0]);
        assert_close(crank, 8.0 * spin, 1e-6);
        assert_close(30.0 * spin * spin, efficiency * 50.0 * crank, 1e-4 * crank);
    }
}

/// A torque against the first wheel in proportion to its spin [N m s/rad].
#[derive(Clone, Copy, Debug)]
struct Resistance(f64);

impl<S: Solver> Subsystem<S> for Resistance {
    type State = ();

    fn load(&mut self, now: &Now<()>, inputs: &mut S::Inputs) {
        inputs.wheels()[0].brake_torque = -self.0 * now.wheels[0].spin;
    }
}

/// The synchroniser changes the speed of the input's inertia: with free shafts, `J w' + I s² w' = J w + I r s w`.
#[test]
fn a_change_of_gear_keeps_the_momentum() {
    let (inertia, output) = (0.05, 0.8);
    let mut graph = Graph::new();
    let shaft = graph.shaft("output", output);
    let mut gearbox = Gearbox::new(&[4.0, 2.0], 3.0).expect("sound ratios").in_gear(1);
    gearbox.inertia = inertia;
    graph.gearbox(shaft, gearbox);
    let controls = Controls {
        gear: 2,
        ..Controls::default()
    };
    let mut simulation = run(graph.build::<1, 0, 4>().expect("a sound graph"), controls);
    simulation.set_subsystems(((), ([30.0], [])));
    let _ = simulation.step(1e-3).expect("a sound step");
    let (_, ([speed], _)) = *simulation.subsystems();
    assert_close(speed, 30.0 * (output + inertia * 8.0) / (output + inertia * 4.0), 1e-12);
    assert_eq!(simulation.surroundings.1.gear(), 2);
}

/// An automatic gearbox shifts up through its gears while the engine pulls, with one change per latency, and down again when the
/// vehicle brakes. It never shifts to and fro.
#[test]
fn an_automatic_gearbox_shifts_by_the_speed_of_the_engine() {
    let build = || {
        let mut graph = Graph::new();
        let [crank, output] = shafts(&mut graph, [("crank", 0.6), ("output", 0.3)]);
        graph.engine("engine", crank, throttled(300.0));
        graph.converter("converter", crank.into(), End::Gearbox, converter());
        let gearbox = Gearbox::new(&[4.0, 2.5, 1.5, 1.0], 4.0).expect("sound ratios");
        graph.gearbox(
            output,
            gearbox.automatic(&[260.0], &[110.0], 0.5).expect("it does not hunt"),
        );
        graph.elastic("half-shaft", output.into(), End::Wheel(0), 5e3, 60.0);
        graph.build::<2, 2, 4>().expect("a sound graph")
    };
    let controls = |throttle: f64| Controls { throttle, ..in_first() };
    let mut simulation = Simulation::new(
        Wheelset::default(),
        (Feet(controls(0.6)), (build(), Resistance(0.6))),
        RungeKutta4,
    );
    let mut gears = vec![(0.0, 0)];
    let mut drive = |simulation: &mut Simulation<_, (Feet, (Driveline<2, 2, 4>, Resistance)), _>, time: f64| {
        let end = simulation.time() + time;
        while simulation.time() < end {
            let _ = simulation.step(1e-3).expect("a sound step");
            let gear = simulation.surroundings.1.0.gear();
            if gears.last().is_none_or(|(_, last)| *last != gear) {
                gears.push((simulation.time(), gear));
            }
        }
    };
    drive(&mut simulation, 20.0);
    simulation.surroundings.0 = Feet(controls(0.0));
    drive(&mut simulation, 40.0);
    let order: Vec<i8> = gears.iter().map(|(_, gear)| *gear).collect();
    assert_eq!(order, [0, 1, 2, 3, 4, 3, 2, 1]);
    assert!(
        gears.windows(2).skip(1).all(|pair| pair[1].0 - pair[0].0 > 0.499),
        "{gears:?}"
    );
}

/// Checks which gears an automatic gearbox engages. An engine turns with the input of the gearbox, a generator turns
/// three times as fast, and a motor drives a different wheel. The order of their declarations does not change the
/// gears.
#[test]
fn an_automatic_gearbox_shifts_by_the_engine_at_its_input() {
    let shifts = |order: [usize; 3]| {
        let mut graph = Graph::new();
        let each = [("crank", 0.6), ("output", 0.3), ("belt", 0.01), ("rotor", 0.05)];
        let [crank, output, belt, rotor] = shafts(&mut graph, each);
        for place in order {
            match place {
                0 => graph.engine("engine", crank, throttled(300.0)),
                1 => graph.engine("generator", belt, throttled(10.0)),
                _ => graph.engine("motor", rotor, throttled(40.0)),
            }
        }
        graph.gear("pulley", belt, crank, 3.0);
        graph.converter("converter", crank.into(), End::Gearbox, converter());
        let gearbox = Gearbox::new(&[4.0, 2.5, 1.5, 1.0], 4.0).expect("sound ratios");
        let gearbox = gearbox.automatic(&[260.0], &[110.0], 0.5).expect("it does not hunt");
        graph.gearbox(output, gearbox);
        graph.elastic("shaft", output.into(), End::Wheel(0), 5e3, 60.0);
        graph.elastic("half_shaft", rotor.into(), End::Wheel(1), 1e3, 5.0);
        let driveline = graph.build::<3, 3, 4>().expect("a sound graph");
        let controls = Controls {
            throttle: 0.6,
            ..in_first()
        };
        let surroundings = (Feet(controls), (driveline, Resistance(0.6)));
        let mut simulation = Simulation::new(Wheelset::default(), surroundings, RungeKutta4);
        let mut gears = Vec::new();
        for _ in 0..20_000 {
            let _ = simulation.step(1e-3).expect("a sound step");
            let gear = simulation.surroundings.1.0.gear();
            if gears.last().is_none_or(|(_, last)| *last != gear) {
                gears.push(((1e3 * simulation.time()).round(), gear));
            }
        }
        gears
    };
    let gears = shifts([0, 1, 2]);
    assert!(gears.len() == 4, "{gears:?}");
    assert!(gears[1].0 > 1000.0, "the engine has to speed up: {gears:?}");
    for order in [[1, 0, 2], [2, 1, 0], [2, 0, 1]] {
        assert_eq!(shifts(order), gears, "{order:?}");
    }
}

/// Without an engine at its input a gearbox cannot shift by itself.
#[test]
fn an_automatic_gearbox_without_an_engine_is_refused() {
    let mut graph = Graph::new();
    let [output, rotor] = shafts(&mut graph, [("output", 0.3), ("rotor", 0.05)]);
    graph.engine("motor", rotor, throttled(40.0));
    graph.elastic("half_shaft", rotor.into(), End::Wheel(1), 1e3, 5.0);
    graph.elastic("shaft", output.into(), End::Wheel(0), 5e3, 60.0);
    let gearbox = Gearbox::new(&[4.0, 2.0], 4.0).expect("sound ratios");
    let gearbox = gearbox.automatic(&[260.0], &[110.0], 0.5).expect("it does not hunt");
    graph.gearbox(output, gearbox);
    assert!(refused::<2, 2>(&graph).contains("none turns with its input"));
}

/// A shaft in several elements twists as far as the whole shaft, and oscillates at the frequency of a chain of springs between walls:
/// `2 √(k/I) sin(π / (2 (n + 1)))` with the spring and inertia of one element.
#[test]
fn a_shaft_in_elements_is_as_stiff_as_the_whole() {
    let (inertia, stiffness) = (0.4, 1000.0);
    let mut graph = Graph::new();
    graph.torsion_shaft(
        ["one", "two", "three"],
        &["s1", "s2", "s3", "s4"],
        [End::Housing, End::Housing],
        [inertia, stiffness, 0.0],
    );
    let mut simulation = run(graph.build::<3, 4, 4>().expect("a sound graph"), in_first());
    let (spring, element) = (4.0 * stiffness, inertia / 3.0);
    let frequency = 2.0 * (spring / element).sqrt() * (core::f64::consts::PI / 8.0).sin();
    // The lowest mode is half a sine over the three elements.
    let shape = [1.0, 2.0, 3.0].map(|k: f64| (k * core::f64::consts::PI / 4.0).sin());
    simulation.set_subsystems(((), (shape, [0.0; 4])));
    advance(&mut simulation, 0.25, 1e-5);
    let (_, (speeds, _)) = *simulation.subsystems();
    for (speed, shape) in speeds.into_iter().zip(shape) {
        assert_close(speed, shape * (0.25 * frequency).cos(), 1e-6);
    }
}

/// In neutral the engine does not drive the wheels.
#[test]
fn nothing_is_transmitted_in_neutral() {
    let mut graph = Graph::new();
    let [crank, output] = shafts(&mut graph, [("crank", 0.5), ("output", 0.1)]);
    graph.engine("engine", crank, constant(5.0));
    graph.clutch("clutch", crank.into(), End::Gearbox, 400.0);
    graph.gearbox(output, Gearbox::new(&[2.0], 3.0).expect("sound ratios"));
    graph.elastic("half-shaft", output.into(), End::Wheel(0), 5e3, 50.0);
    let mut simulation = run(graph.build::<2, 2, 4>().expect("a sound graph"), Controls::default());
    advance(&mut simulation, 1.0, 1e-3);
    let (_, ([crank, output], _)) = *simulation.subsystems();
    assert_close(crank, 10.0, 1e-9);
    assert_eq!((output, simulation.state().v[0]), (0.0, 0.0));
}

/// An engine drives one wheel through a gearbox, a motor drives another without it, and a third motor turns with the
/// engine. In reverse the motor of the wheel pushes backward, as a mirror image of its forward drive; in neutral it has
/// no torque. The motor before the gearbox turns forward, as the engine does.
#[test]
fn a_motor_beside_the_gearbox_follows_the_selected_direction() {
    let run_in = |gear: i8| {
        let mut graph = Graph::new();
        let [crank, output, rotor, middle] = shafts(
            &mut graph,
            [("crank", 0.2), ("output", 0.1), ("rotor", 0.05), ("middle", 0.1)],
        );
        graph.engine("engine", crank, throttled(100.0));
        graph.engine("motor", rotor, throttled(30.0));
        graph.engine("assistant", middle, throttled(20.0));
        graph.gearbox(output, Gearbox::new(&[3.0, 1.0], 3.0).expect("sound ratios"));
        graph.elastic("damper", crank.into(), middle.into(), 1e3, 1.0);
        graph.clutch("clutch", middle.into(), End::Gearbox, 1e3);
        graph.elastic("shaft", output.into(), End::Wheel(0), 1e3, 5.0);
        graph.elastic("half_shaft", rotor.into(), End::Wheel(1), 1e3, 5.0);
        let driveline: Driveline<4, 4, 4> = graph.build().expect("sound");
        let controls = Controls {
            throttle: 1.0,
            gear,
            ..Controls::default()
        };
        let mut simulation = run(driveline, controls);
        advance(&mut simulation, 0.5, 1e-3);
        let (_, (speeds, _)) = *simulation.subsystems();
        let v = simulation.state().v;
        // Speeds are in the order of the free shafts: crank, output, rotor, middle.
        (0.05 * speeds[2] + INERTIA * v[1], speeds[0], v)
    };
    let [forward, neutral, reverse] = [1, 0, -1].map(run_in);
    // Angular momentum of rotor and wheel: torque times time.
    assert_close(forward.0, 30.0 * 0.5, 1e-9);
    assert_close(reverse.0, -30.0 * 0.5, 1e-9);
    assert_eq!(neutral.0, 0.0);
    assert!(forward.2[0] > 1.0 && reverse.2[0] < -1.0, "{forward:?} {reverse:?}");
    assert!(forward.1 > 1.0 && reverse.1 > 1.0, "{forward:?} {reverse:?}");
}

/// Idle governor and speed limiter, and the pedal between them.
#[test]
fn an_engine_idles_and_is_limited() {
    let engine = Engine {
        full: Samples::constant(200.0),
        closed: Samples::constant(-30.0),
        idle: Some([70.0, 90.0]),
        limit: Some([600.0, 620.0]),
    };
    assert_eq!(engine.torque(300.0, 0.5), 85.0);
    assert_eq!(engine.torque(60.0, 0.0), 200.0);
    assert_eq!(engine.torque(80.0, 0.0), 85.0);
    assert_eq!(engine.torque(95.0, 0.0), -30.0);
    assert_eq!(engine.torque(610.0, 1.0), 85.0);
    assert_eq!(engine.torque(700.0, 1.0), -30.0);
    assert_eq!(engine.torque(300.0, 7.0), 200.0);
}

fn refused<const S: usize, const C: usize>(graph: &Graph) -> String {
    let found: Result<Driveline<S, C, 4>, Mistakes> = graph.build();
    found.expect_err("a mistake").to_string()
}

/// Each mistake names the part, and all mistakes are reported at once.
#[test]
fn mistakes_are_named() {
    let mut graph = Graph::new();
    let [a, b] = shafts(&mut graph, [("a", 1.0), ("b", -1.0)]);
    graph.elastic("soft", a.into(), End::Wheel(7), 0.0, -1.0);
    graph.clutch("slipping", b.into(), End::Gearbox, f64::NAN);
    graph.limited_slip("plates", [a, b], 1.0, 1.5, &["nothing"]);
    let told = refused::<2, 3>(&graph);
    for part in [
        "the inertia of `b` is -1",
        "`soft` drives wheel 7",
        "the stiffness of `soft` is 0",
        "the damping of `soft` is -1",
        "`slipping` ends at the gearbox, and there is none",
        "the capacity of `slipping` is NaN",
        "the bias of `plates` is 1.5",
        "`plates` is loaded by `nothing`",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }

    let mut graph = Graph::new();
    let [a, b] = shafts(&mut graph, [("a", 1.0), ("b", 1.0)]);
    graph.gear("first", a, b, 2.0);
    graph.gear("second", a, b, 3.0);
    assert!(refused::<1, 0>(&graph).contains("turn in no way"));
    let mut graph = Graph::new();
    let [a, b] = shafts(&mut graph, [("a", 1.0), ("b", 1.0)]);
    graph.gear("first", a, b, 2.0);
    graph.gear("again", b, a, 0.5);
    assert!(refused::<1, 0>(&graph).contains("`again` says again"));

    let mut graph = Graph::new();
    let [case, left, right] = shafts(&mut graph, [("case", 1.0), ("left", 0.0), ("right", 0.0)]);
    graph.differential("differential", case, [left, right], 0.5);
    assert!(refused::<2, 0>(&graph).contains("without moving any inertia"));

    let mut graph = Graph::new();
    graph.torsion_shaft(["one"], &["half"], [End::Housing, End::Wheel(0)], [1.0, 1e3, 0.0]);
    assert!(refused::<1, 1>(&graph).contains("a shaft of 1 elements has 2 springs, and 1 names were given"));
    let mut graph = Graph::new();
    let shaft = graph.shaft("shaft", 1.0);
    graph.elastic("twin", shaft.into(), End::Wheel(0), 1e3, 0.0);
    graph.elastic("twin", shaft.into(), End::Wheel(1), 1e3, 0.0);
    assert!(refused::<1, 2>(&graph).contains("two couplings are called `twin`"));

    // Plates with a bias, which nothing presses, or one output alone.
    for (loads, words) in [
        (&[][..], Some("`plates` has a bias, and no `loads`")),
        (&["left_shaft"], Some("`plates` is loaded by `left_shaft` alone")),
        (
            &["left_shaft", "left_shaft"],
            Some("`plates` is loaded by `left_shaft` alone"),
        ),
        (&["left_shaft", "right_shaft"], None),
    ] {
        let mut graph = Graph::new();
        let [left, right] = shafts(&mut graph, [("left", 1.0), ("right", 1.0)]);
        graph.elastic("left_shaft", left.into(), End::Wheel(0), 1e3, 1.0);
        graph.elastic("right_shaft", right.into(), End::Wheel(1), 1e3, 1.0);
        graph.limited_slip("plates", [left, right], 10.0, 0.3, loads);
        let found: Result<Driveline<2, 3, 4>, Mistakes> = graph.build();
        let told = found.err().map(|mistakes| mistakes.to_string());
        assert_eq!(told.is_some(), words.is_some(), "{told:?}");
        assert!(told.unwrap_or_default().contains(words.unwrap_or_default()));
    }

    let mut graph = Graph::new();
    let _ = graph.shaft("alone", 1.0);
    assert!(refused::<3, 1>(&graph).contains("build it as `Driveline<1, 0, 4>`"));
}

/// At the start of a rolling vehicle no shaft is twisted, and all shafts turn with the wheels.
#[test]
fn a_rolling_start_has_no_torque() {
    let mut graph = Graph::new();
    let [case, left, right] = shafts(&mut graph, [("case", 1.0), ("left", 0.1), ("right", 0.1)]);
    graph.differential("differential", case, [left, right], 0.5);
    graph.elastic("left_shaft", left.into(), End::Wheel(0), 1e3, 1.0);
    graph.elastic("right_shaft", right.into(), End::Wheel(1), 1e3, 1.0);
    let driveline = graph.build::<2, 2, 4>().expect("a sound graph");
    let (speeds, twists) = driveline.rolling(33.0, 90.0);
    assert!(speeds.iter().all(|speed| (speed - 33.0).abs() < 1e-9), "{speeds:?}");
    assert_eq!(twists, [0.0; 2]);
}
