//! Event indicators are compared with distances from kinks that are computed by hand, and their zeros with the zeros
//! that a co-simulation reaches.

use crate::exchange::{runge_kutta_of, state_count, through_event};
use crate::loaded::{Loaded, messages};
use crate::packed::{Packed, QUARTER, TRUCK, quarter, text};
use wishbone_workbench::files::NoFiles;
use wishbone_workbench::outside::{Asked, Kind, Port};
use wishbone_workbench::vehicle::Declaration;

/// Step of the integration [s].
const H: f64 = 5e-4;

/// A vehicle of the library with replaced parts of its text and further parts, advanced by steps of the Runge-Kutta
/// method.
fn replaced(vehicle: &str, changes: &[(&str, String)], parts: &str, asked: Asked) -> Packed {
    let mut own = text(vehicle, parts).text().to_owned();
    for (before, after) in changes {
        assert!(own.contains(before), "{before}");
        own = own.replace(before, after);
    }
    let asked = Asked {
        method: Some("rk4".to_owned()),
        step: Some(H),
        ..asked
    };
    Packed::of(&Declaration::of_text("vehicle.toml", &own, &NoFiles), &asked)
}

/// Distance from the nearest of several increasing places: it rises and falls between two neighbouring places, and its
/// sign changes at each place.
fn zigzag(places: &[f64], x: f64) -> f64 {
    let next = places.iter().position(|place| x < *place);
    let sign = |passed: usize| if passed.is_multiple_of(2) { -1.0 } else { 1.0 };
    match next {
        Some(0) => x - places[0],
        Some(k) => sign(k) * (x - places[k - 1]).min(places[k] - x),
        None => sign(places.len()) * (x - places[places.len() - 1]),
    }
}

/// Positions of the indicators by name.
fn indicator(packed: &Packed, name: &str) -> usize {
    let of = |own: &&wishbone_workbench::outside::Variable| matches!(own.kind, Kind::Indicator(_));
    let place = packed.variables.iter().filter(of).position(|own| own.name == name);
    place.unwrap_or_else(|| panic!("there is no {name}"))
}

fn names(packed: &Packed) -> Vec<&str> {
    let each = packed.variables.iter();
    let each = each.filter(|own| matches!(own.kind, Kind::Indicator(_)));
    each.map(|own| own.name.trim_start_matches("indicators.")).collect()
}

/// Distances from the kinks, from indicators whose zeros are offset to the side opposite to the value in `begin`.
fn distances(own: &Loaded, begin: &[f64]) -> Vec<f64> {
    let found = own.indicators(begin.len()).unwrap_or_else(|| panic!("{}", messages()));
    let each = found.iter().zip(begin);
    each.map(|(now, begin)| 0.1 * now - 1e-6 * begin.signum()).collect()
}

/// An instance of model exchange in continuous time, and its indicators at the beginning.
fn continuous(packed: &Packed, start: &[(&str, f64)]) -> (Loaded, Vec<f64>) {
    let own = Loaded::begun(3, packed, true, start);
    through_event(&own);
    let begin = own.indicators(names(packed).len()).expect("indicators");
    (own, begin)
}

fn set(own: &Loaded, packed: &Packed, inputs: &[(&str, f64)]) {
    for (name, value) in inputs {
        assert_eq!(own.set(packed.reference(name), *value), 0, "{name}: {}", messages());
    }
}

/// Time at which a number changes its sign, found by halving the step of the change. `step` advances from a time by a
/// length; `back` returns to the beginning of the step.
fn halved(
    value: &dyn Fn() -> f64,
    step: &dyn Fn(f64, f64),
    (keep, back): (&dyn Fn(), &dyn Fn(f64)),
    until: f64,
) -> f64 {
    let is_above = value() > 0.0;
    for k in 0..(until / H) as usize {
        let time = H * k as f64;
        keep();
        step(time, H);
        if (value() > 0.0) == is_above {
            continue;
        }
        let (mut low, mut high) = (0.0, H);
        for _ in 0..40 {
            let middle = 0.5 * (low + high);
            back(time);
            step(time, middle);
            match (value() > 0.0) == is_above {
                true => low = middle,
                false => high = middle,
            }
        }
        return time + low;
    }
    panic!("no change of its sign until {until} s");
}

/// Time at which an output of a co-simulation passes a value.
fn in_co_simulation(packed: &Packed, start: &[(&str, f64)], inputs: &[(&str, f64)], (output, at): (&str, f64)) -> f64 {
    let own = Loaded::begun(3, packed, false, start);
    set(&own, packed, inputs);
    let kept = std::cell::Cell::new(own.keep());
    let value = || own.get(packed.reference(output)).expect("an output") - at;
    let step = |time: f64, h: f64| assert_eq!(own.step(time, h), 0, "{}", messages());
    let keep = || own.free(kept.replace(own.keep()));
    let back = |_: f64| assert_eq!(own.go_back(kept.get()), 0);
    halved(&value, &step, (&keep, &back), 1.0)
}

/// Time at which an indicator changes its sign.
fn in_exchange(packed: &Packed, start: &[(&str, f64)], inputs: &[(&str, f64)], name: &str) -> f64 {
    let (own, begin) = continuous(packed, start);
    set(&own, packed, inputs);
    let (place, count) = (indicator(packed, &format!("indicators.{name}")), state_count(packed));
    let kept = std::cell::RefCell::new(Vec::new());
    let value = || distances(&own, &begin)[place];
    let step = |time: f64, h: f64| runge_kutta_of(&own, time, h, count, false);
    let keep = || *kept.borrow_mut() = own.states(count).expect("states");
    let back = |time: f64| {
        assert_eq!(own.set_time(time), 0);
        assert_eq!(own.set_states(&kept.borrow()), 0);
    };
    halved(&value, &step, (&keep, &back), 1.0)
}

/// Time at which an indicator changes its sign after a time [s].
fn in_exchange_from(packed: &Packed, start: &[(&str, f64)], inputs: &[(&str, f64)], name: &str, after: f64) -> f64 {
    let (own, begin) = continuous(packed, start);
    set(&own, packed, inputs);
    let (place, count) = (indicator(packed, &format!("indicators.{name}")), state_count(packed));
    let mut before = None;
    for k in 0..(1.0 / H) as usize {
        let time = H * k as f64;
        let kept = own.states(count).expect("states");
        runge_kutta_of(&own, time, H, count, false);
        let value = distances(&own, &begin)[place];
        let is_passed = before
            .replace(value)
            .is_some_and(|before: f64| (before > 0.0) != (value > 0.0));
        if time < after || !is_passed {
            continue;
        }
        let side = value > 0.0;
        let (mut low, mut high) = (0.0, H);
        for _ in 0..40 {
            let middle = 0.5 * (low + high);
            assert_eq!((own.set_time(time), own.set_states(&kept)), (0, 0));
            runge_kutta_of(&own, time, middle, count, false);
            match (distances(&own, &begin)[place] > 0.0) == side {
                false => low = middle,
                true => high = middle,
            }
        }
        return time + low;
    }
    panic!("no change of its sign");
}

/// Springs, dampers and stops of straight lines, a torsion spring, and a point that meets the ground. Each indicator is
/// the distance from the nearest kink by the vehicle's outputs, and changes its sign when a co-simulation passes the
/// kink.
#[test]
fn curves_and_contacts_are_indicated() {
    let rest = {
        let own = Loaded::begun(3, quarter(), true, &[]);
        own.get(quarter().reference("strut_length")).expect("a length")
    };
    let bend = rest - 0.005;
    let [low, high] = [bend - 0.525179, -0.2].map(|x| 1e3 * x);
    let changes = [
        (
            "rate = \"75 kN/m\"",
            format!(
                "rate = \"table(deflection: [{high}, {low}, 100] mm, force: [{}, {}, 7.5] kN)\"",
                75e-3 * low - 90e-3 * (low - high),
                75e-3 * low
            ),
        ),
        (
            "damping = \"4500 N*s/m\"",
            "damping = \"table(speed: [-1, -0.1, 0.2, 1] m/s, force: [-6, -0.45, 0.9, 2] kN)\"\n\
             bump_stop = \"stop(length: 420 mm, overtravel: [0, 5, 20] mm, force: [0, 500, 4000] N)\""
                .to_owned(),
        ),
    ];
    let parts = r#"
angle = "coordinate(lower_pivot)"
turning = "speed(lower_pivot)"
strut_rate = "length_rate(strut)"
point_z = { kind = "z(knuckle)", at = "[0, 0.75, 0.01] m" }

[torsion.bush]
kind = "on(lower_pivot)"
damping = "table(speed: [-10, -0.3, 10] rad/s, torque: [-100, -3, 50] N*m)"

[ground_contact.skid]
kind = "on(knuckle)"
at = "[0, 0.75, 0.01] m"
rate = "200 kN/m"
"#;
    let asked = Asked {
        ports: [Port::Road].into(),
        ..Asked::default()
    };
    let packed = replaced(QUARTER, &changes, parts, asked);
    assert_eq!(
        names(&packed),
        [
            "strut.length",
            "strut.bump_stop",
            "strut.rate",
            "bush.rate",
            "skid.ground",
            "front.road"
        ]
    );
    let (own, begin) = continuous(&packed, &[]);
    let count = state_count(&packed);
    let mut sides = [[false; 2]; 5];
    for (k, height) in [0.04, -0.06, 0.0].into_iter().enumerate() {
        set(&own, &packed, &[("road_front.height", height)]);
        for step in 0..100 {
            let time = 1e-3 * (100 * k + step) as f64;
            runge_kutta_of(&own, time, 1e-3, count, false);
            let found = distances(&own, &begin);
            let value = |name: &str| own.get(packed.reference(name)).expect("an output");
            let length = value("strut_length");
            let wanted = [
                length - bend,
                zigzag(&[-0.005, 0.0], length - 0.42),
                zigzag(&[-0.1, 0.2], value("strut_rate")),
                value("turning") + 0.3,
                -value("point_z"),
            ];
            for (place, (found, wanted)) in found.iter().zip(wanted).enumerate() {
                let name = names(&packed)[place];
                assert!((found - wanted).abs() < 1e-9, "{name} at {time} s: {found} {wanted}");
                sides[place][usize::from(wanted > 0.0)] = true;
            }
        }
    }
    assert!(sides.iter().all(|sides| *sides == [true; 2]), "{sides:?}");
    let up = [("road_front.height", 0.04)];
    let down = [("road_front.height", -0.06)];
    for (inputs, output, at, name) in [
        (up, "strut_length", bend, "strut.length"),
        (up, "strut_rate", -0.1, "strut.rate"),
        (up, "turning", -0.3, "bush.rate"),
        (up, "strut_length", 0.42, "strut.bump_stop"),
        (down, "point_z", 0.0, "skid.ground"),
    ] {
        agree_in_time(&packed, inputs, (output, at), name);
    }
}

/// Asserts that the indicator is zero when a co-simulation's output has this value, to 1e-8 s.
fn agree_in_time(packed: &Packed, inputs: [(&str, f64); 1], of: (&str, f64), name: &str) {
    let wanted = in_co_simulation(packed, &[], &inputs, of);
    let found = in_exchange(packed, &[], &inputs, name);
    println!("{name}: {found} {wanted}");
    assert!((found - wanted).abs() < 1e-8, "{name}: {found} {wanted}");
}

/// Bushings, an anti-roll bar and an air spring. Each indicator is the distance from the nearest kink by the vehicle's
/// outputs, and changes its sign when a co-simulation passes the kink. A bushing turns with the pivot of the arm; the
/// direction of the pivot's axis follows from the two points on it.
#[test]
fn elements_of_straight_lines_are_indicated() {
    let parts = r#"
strut_rate = "length_rate(strut)"
angle = "coordinate(lower_pivot)"
seat_z = { kind = "z(lower_arm)", at = "spring_seat", in = "chassis" }
ball_z = { kind = "z(knuckle)", at = "lca_outer", in = "chassis" }
seat_vz = { kind = "vz(lower_arm)", at = "spring_seat" }
body_z = "z(chassis)"

[bushing.pad]
kind = "between(chassis, lower_arm)"
at = "spring_seat"
stiffness = "[0, 0, 1] kN/m"
along_z = "table(deflection: [-50, -3, 4, 50] mm, force: [-100, -3, 4, 100] N)"
about_x = "table(deflection: [-1, -0.02, 1] rad, torque: [-30, -0.2, 10] N*m)"

[roll_bar.bar]
kind = "between(lower_arm, knuckle)"
from = "spring_seat"
to = "lca_outer"
via = "chassis"
rate = "table(deflection: [-50, 2, 50] mm, force: [-50, 2, 100] N)"

[air_spring.bellows]
kind = "between(chassis, lower_arm)"
from = "spring_top"
to = "spring_seat"
area = "1 cm^2"
volume = "1 L"
pressure = "2 bar"
damping = "table(speed: [-1, 0.05, 1] m/s, force: [-10, 0.5, 30] N)"
"#;
    let asked = Asked {
        ports: [Port::Road].into(),
        ..Asked::default()
    };
    let packed = replaced(QUARTER, &[], parts, asked);
    let told = ["bellows.rate", "pad.along_z", "pad.about_x", "bar.twist", "front.road"];
    let mut names = names(&packed);
    names.sort_unstable();
    let mut wanted = told;
    wanted.sort_unstable();
    assert_eq!(names, wanted);
    let places = told.map(|name| indicator(&packed, &format!("indicators.{name}")));
    // Of the design.
    let (seat, ball) = (0.2, 0.185);
    let along = [0.35_f64, -0.01, -0.015];
    let turned = along[0] / along.iter().map(|x| x * x).sum::<f64>().sqrt();
    let (own, begin) = continuous(&packed, &[]);
    let count = state_count(&packed);
    let mut sides = [[false; 2]; 4];
    for (k, height) in [0.04, -0.06, 0.0].into_iter().enumerate() {
        set(&own, &packed, &[("road_front.height", height)]);
        for step in 0..100 {
            let time = 1e-3 * (100 * k + step) as f64;
            runge_kutta_of(&own, time, 1e-3, count, false);
            let found = distances(&own, &begin);
            let value = |name: &str| own.get(packed.reference(name)).expect("an output");
            let twist = (value("seat_z") - value("ball_z")) - (seat - ball);
            let wanted = [
                value("strut_rate") - 0.05,
                zigzag(&[-0.003, 0.004], value("seat_z") - seat),
                2.0 * (0.5 * value("angle")).sin() * turned + 0.02,
                twist - 0.002,
            ];
            for (place, wanted) in wanted.into_iter().enumerate() {
                let (found, name) = (found[places[place]], told[place]);
                assert!((found - wanted).abs() < 1e-9, "{name} at {time} s: {found} {wanted}");
                sides[place][usize::from(wanted > 0.0)] = true;
            }
        }
    }
    assert!(sides.iter().all(|sides| *sides == [true; 2]), "{sides:?}");
    let up = [("road_front.height", 0.04)];
    let down = [("road_front.height", -0.06)];
    for (inputs, output, at, name) in [
        (down, "strut_rate", 0.05, "bellows.rate"),
        (up, "angle", 2.0 * (-0.01 / turned).asin(), "pad.about_x"),
    ] {
        agree_in_time(&packed, inputs, (output, at), name);
    }
}

/// Points of an engine's maps, and the torque at which a limited slip begins to slide on a road that is slippery on one side. In co-simulation its torque then
/// is what its plates bear.
#[test]
fn engines_and_limited_slips_are_indicated() {
    let declaration = text(TRUCK, "");
    let mark = "[brakes.service]";
    assert!(declaration.text().contains(mark));
    let lock = format!(
        "rear_lock = \"limited_slip(outputs: [rear_left_side, rear_right_side], preload: 200 N*m, bias: 0.2, loads: [rear_left_shaft, rear_right_shaft])\"\n\n{mark}"
    );
    let asked = Asked {
        ports: [Port::Road].into(),
        ..Asked::default()
    };
    let packed = replaced(TRUCK, &[(mark, lock)], "", asked);
    let start = [("start.speed", 3.0)];
    let inputs = [("driver.throttle", 1.0), ("road_rear_left.tyre.friction", 0.05)];
    // At 2300 rpm the map with the pedal pressed has a torque of 628 N m, and the losses are 76 N m.
    let wanted = in_co_simulation(&packed, &start, &inputs, ("powertrain.engine", 552.0));
    let (own, begin) = continuous(&packed, &start);
    set(&own, &packed, &inputs);
    let (place, count) = (indicator(&packed, "indicators.equipment.engine"), state_count(&packed));
    let states = packed.variables.iter().filter(|own| matches!(own.kind, Kind::State(_)));
    let crankshaft = states
        .map(|own| &own.name)
        .position(|name| name.ends_with("_crankshaft"));
    let crankshaft = crankshaft.expect("a crankshaft");
    let rpm = [
        -100.0, -50.0, 0.0, 50.0, 700.0, 800.0, 900.0, 1000.0, 1100.0, 1200.0, 1300.0, 1400.0, 1500.0, 1600.0, 1700.0,
        1800.0, 1900.0, 2000.0, 2100.0, 2200.0, 2300.0, 2400.0, 2500.0, 2700.0, 3000.0,
    ];
    let knots = rpm.map(|own| own * std::f64::consts::TAU / 60.0);
    let mut fastest: f64 = 0.0;
    for k in 0..200 {
        runge_kutta_of(&own, 1e-3 * f64::from(k), 1e-3, count, false);
        let speed = own.states(count).expect("states")[crankshaft];
        let found = distances(&own, &begin)[place];
        assert!((found - zigzag(&knots, speed)).abs() < 1e-9, "{speed}: {found}");
        fastest = fastest.max(speed);
    }
    assert!(fastest > 2000.0 * std::f64::consts::TAU / 60.0, "up to {fastest} rad/s");
    let found = in_exchange_from(&packed, &start, &inputs, "equipment.engine", wanted - 0.01);
    println!("2300 rpm: {found} {wanted}");
    assert!((found - wanted).abs() < 1e-6, "{found} {wanted}");
    let own = Loaded::begun(3, &packed, false, &start);
    set(&own, &packed, &inputs);
    let value = |name: &str| {
        own.get(packed.reference(&format!("powertrain.{name}")))
            .expect("a torque")
    };
    let spare = || {
        let mean = 0.5 * (value("rear_left_shaft") + value("rear_right_shaft"));
        200.0 + 0.2 * mean.abs() - value("rear_lock").abs() - 1e-6
    };
    let kept = std::cell::Cell::new(own.keep());
    let step = |time: f64, h: f64| assert_eq!(own.step(time, h), 0, "{}", messages());
    let keep = || own.free(kept.replace(own.keep()));
    let back = |_: f64| assert_eq!(own.go_back(kept.get()), 0);
    let wanted = halved(&spare, &step, (&keep, &back), 1.0);
    let found = in_exchange(&packed, &start, &inputs, "equipment.rear_lock");
    println!("the lock slides: {found} {wanted}");
    assert!((found - wanted).abs() < 1e-6, "{found} {wanted}");
}

/// Brakes take hold in the other direction where a wheel stops. Above 4 rad/s they slide in full. The indicator changes its sign when the spin of a co-simulation does.
#[test]
fn wheels_that_stop_are_indicated() {
    let packed = replaced(TRUCK, &[], "", Asked::default());
    let start = [("start.speed", 1.5)];
    let inputs = [("driver.brake", 1.0)];
    let found = in_exchange(&packed, &start, &inputs, "equipment.brake.front_left.tyre");
    let wanted = in_co_simulation(&packed, &start, &inputs, ("front_left.tyre.spin", 0.0));
    println!("{found} {wanted}");
    assert!((found - wanted).abs() < 1e-6, "{found} {wanted}");
}

/// The sides of a clutch reach the same speed: the indicator is their relative speed, from the states of the shafts and
/// the ratios of the gears.
#[test]
fn a_clutch_that_takes_hold_is_indicated() {
    let declaration = text(TRUCK, "");
    let (begin, rest) = declaration
        .text()
        .split_once("torque_converter = \"\"\"")
        .expect("a converter");
    let (converter, _) = rest.split_once("\"\"\"").expect("its end");
    let own = format!("torque_converter = \"\"\"{converter}\"\"\"");
    assert!(begin.contains("crankshaft"));
    let clutch = "clutch = \"clutch(from: crankshaft, to: gearbox, capacity: 900 N*m)\"".to_owned();
    let packed = replaced(TRUCK, &[(&own, clutch)], "", Asked::default());
    let (own, begin) = continuous(&packed, &[("start.speed", 10.0), ("driver.clutch", 1.0)]);
    set(&own, &packed, &[("driver.throttle", 1.0)]);
    let count = state_count(&packed);
    let place = indicator(&packed, "indicators.equipment.clutch");
    let states: Vec<&str> = packed
        .variables
        .iter()
        .filter(|own| matches!(own.kind, Kind::State(_)))
        .map(|own| own.name.as_str())
        .collect();
    let state = |end: &str| {
        states
            .iter()
            .position(|own| own.ends_with(end))
            .unwrap_or_else(|| panic!("{end}: {states:?}"))
    };
    let [crankshaft, propeller] = ["_crankshaft", "_propeller_shaft"].map(state);
    let gear = own.get(packed.reference("powertrain.gear")).expect("a gear");
    let ratio = [5.0, 2.5, 1.25][gear as usize - 1];
    let mut signs = [false; 2];
    for k in 0..1000 {
        if k == 500 {
            set(&own, &packed, &[("driver.clutch", 0.0), ("driver.throttle", 0.0)]);
        }
        runge_kutta_of(&own, 1e-3 * f64::from(k), 1e-3, count, false);
        let now = own.states(count).expect("states");
        let sliding = now[crankshaft] - ratio * now[propeller];
        let (found, wanted) = (
            distances(&own, &begin)[place],
            zigzag(&[-FASTEST, 0.0, FASTEST], sliding),
        );
        assert!(
            (found - wanted).abs() < 1e-9 * (1.0 + sliding.abs()),
            "{k}: {found} {wanted}"
        );
        signs[usize::from(sliding > 0.0)] = true;
    }
    assert_eq!(signs, [true; 2]);
}

/// Relative speed above which a clutch slides without a limit on the rate of its deflection [rad/s].
const FASTEST: f64 = 10.0;
