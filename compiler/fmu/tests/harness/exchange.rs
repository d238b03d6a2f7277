//! Model exchange: rates against runs of the workbench, derivatives against differences.

use crate::cosimulation::{common, driven};
use crate::loaded::{Loaded, messages};
use crate::packed::{Packed, QUARTER, TRUCK, car, packed, quarter, text, truck, with};
use wishbone_workbench::files::NoFiles;
use wishbone_workbench::outside::{Asked, Kind, Port};
use wishbone_workbench::studies::manoeuvre::{Manoeuvre, Steering};
use wishbone_workbench::vehicle::Declaration;

/// A bend under power by the method of Runge and Kutta.
const BEND: &str = r#"
doc = "A bend under power."
speed = "20 m/s"
duration = "0.3 s"
every = "0.1 s"
method = "rk4"
[steering.step]
start = "-1 s"
rise = "0 s"
angle = "12 deg"
[pace.pedals]
time = ["0 s"]
throttle = [0.4]
"#;

pub fn state_count(packed: &Packed) -> usize {
    packed
        .variables
        .iter()
        .filter(|own| matches!(own.kind, Kind::State(_)))
        .count()
}

/// Ends an event: what changes in it, and continuous time again.
pub fn through_event(own: &Loaded) {
    assert_eq!(own.update_discrete(), 0, "{}", messages());
    assert_eq!(own.simple("EnterContinuousTimeMode"), 0, "{}", messages());
}

/// A step by the method of Runge and Kutta, of fourth order (Kutta 1901), as a foreign integrator makes it.
fn runge_kutta(own: &Loaded, time: f64, h: f64, count: usize) {
    runge_kutta_of(own, time, h, count, true);
}

/// A step of the Runge-Kutta method, by a tool that reports completed steps, or does not report them.
pub fn runge_kutta_of(own: &Loaded, time: f64, h: f64, count: usize, tells: bool) {
    let begin = own.states(count).expect("states");
    let rate = |part: f64, along: &[f64]| {
        let there: Vec<f64> = begin.iter().zip(along).map(|(x, k)| x + part * h * k).collect();
        assert_eq!(own.set_time(time + part * h), 0, "{}", messages());
        assert_eq!(own.set_states(&there), 0, "{}", messages());
        own.rates(count).unwrap_or_else(|| panic!("{}", messages()))
    };
    let k1 = rate(0.0, &vec![0.0; count]);
    let k2 = rate(0.5, &k1);
    let k3 = rate(0.5, &k2);
    let k4 = rate(1.0, &k3);
    let end = (0..count).map(|k| begin[k] + h / 6.0 * (k1[k] + 2.0 * k2[k] + 2.0 * k3[k] + k4[k]));
    let end: Vec<f64> = end.collect();
    assert_eq!(own.set_time(time + h), 0);
    assert_eq!(own.set_states(&end), 0);
    if tells && own.completed_step().expect("a step") {
        assert_eq!(own.simple("EnterEventMode"), 0);
        through_event(own);
    }
}

/// A foreign integrator of the same method reaches the state of `wishbone drive`, except for rounding and for the
/// closing of loops after each step.
#[test]
fn a_foreign_integrator_comes_to_the_same_motion() {
    let manoeuvre = Manoeuvre::read("bend", BEND).expect("a manoeuvre");
    let Steering::Step(step) = &manoeuvre.steering else {
        panic!("a step");
    };
    let (table, packed) = (driven(TRUCK, &manoeuvre), truck());
    let (common, count) = (common(&table, packed), state_count(packed));
    for version in [2, 3] {
        let start = [
            ("driver.steering_wheel_angle", step.angle.expect("an angle").0),
            ("driver.throttle", 0.4),
        ];
        let own = Loaded::begun(version, packed, true, &start);
        through_event(&own);
        for (place, row) in table.rows.iter().enumerate() {
            for k in 0..if place == 0 { 0 } else { 100 } {
                runge_kutta(&own, 1e-3 * (100 * (place - 1) + k) as f64, 1e-3, count);
            }
            for (column, reference) in &common {
                let (value, wanted) = (own.get(*reference).expect("an output"), row[*column]);
                let name = &table.columns[*column].name;
                let most = 1e-8 * wanted.abs().max(1.0);
                assert!((value - wanted).abs() < most, "{name}: {value} {wanted}");
            }
        }
    }
}

/// Derivatives of all rates by states and inputs are compared with central differences of the rates, and adjoint
/// derivatives with directional derivatives.
#[test]
fn derivatives_are_those_of_differences() {
    let on_told_road = {
        let asked = Asked {
            ports: [Port::Road].into(),
            speed: Some(20.0),
            ..Asked::default()
        };
        packed(TRUCK, &asked)
    };
    // A road from outside is tilted in both directions.
    let value = |name: &str| match name.rsplit('.').next() {
        Some("height") => 0.0,
        Some("z" | "friction") => 1.0,
        _ => 0.05,
    };
    for packed in [truck(), quarter(), &on_told_road] {
        let count = state_count(packed);
        let of = |is: fn(Kind) -> bool| -> Vec<u32> {
            let each = packed.variables.iter().enumerate();
            each.filter(|(_, own)| is(own.kind))
                .map(|(place, _)| place as u32)
                .collect()
        };
        let rates = of(|kind| matches!(kind, Kind::Rate(_)));
        let states = of(|kind| matches!(kind, Kind::State(_)));
        let inputs = of(|kind| matches!(kind, Kind::Input(_)) && !kind.is_whole());
        let own = Loaded::begun(3, packed, true, &[]);
        let value = |input: u32| value(&packed.variables[input as usize].name);
        for input in &inputs {
            assert_eq!(own.set(*input, value(*input)), 0);
        }
        through_event(&own);
        // In motion: at rest the dampers are at the kink between bump and rebound, where there is no derivative.
        let mut at = own.states(count).expect("states");
        for (place, (own, state)) in at.iter_mut().zip(&states).enumerate() {
            if packed.variables[*state as usize].name.starts_with("states.v.") {
                *own += 0.1 * (place as f64).sin();
            }
        }
        assert_eq!(own.set_states(&at), 0);
        // Of fourth order: from central differences of two sizes (Richardson 1911).
        let differences = |move_by: &dyn Fn(f64)| -> Vec<f64> {
            const H: f64 = 1e-5;
            let [far_up, up, down, far_down] = [2.0 * H, H, -H, -2.0 * H].map(|h| {
                move_by(h);
                own.rates(count).expect("rates")
            });
            move_by(0.0);
            let of = |k: usize| 8.0 * (up[k] - down[k]) - (far_up[k] - far_down[k]);
            (0..count).map(|k| of(k) / (12.0 * H)).collect()
        };
        let mut columns = Vec::new();
        for (place, state) in states.iter().enumerate() {
            let moved = |h: f64| {
                let mut there = at.clone();
                there[place] += h;
                assert_eq!(own.set_states(&there), 0);
            };
            columns.push((*state, differences(&moved)));
        }
        for input in &inputs {
            columns.push((
                *input,
                differences(&|h| assert_eq!(own.set(*input, value(*input) + h), 0)),
            ));
        }
        let mut largest = 0.0_f64;
        for (known, wanted) in &columns {
            let found = own.directional(&rates, &[*known], &[1.0]);
            let found = found.unwrap_or_else(|| panic!("{}", messages()));
            let size = wanted.iter().fold(1.0_f64, |most, own| most.max(own.abs()));
            for (row, (found, wanted)) in found.iter().zip(wanted).enumerate() {
                let far = (found - wanted).abs() / size;
                largest = largest.max(far);
                let names = [*known as usize, rates[row] as usize].map(|place| &packed.variables[place].name);
                assert!(far < 1e-5, "{names:?}: {found} {wanted}");
            }
        }
        println!("largest difference of a derivative: {largest:e}");
        let knowns: Vec<u32> = columns.iter().map(|(known, _)| *known).collect();
        let seed: Vec<f64> = (0..knowns.len()).map(|k| (k as f64).sin()).collect();
        let back: Vec<f64> = (0..rates.len()).map(|k| (k as f64).cos()).collect();
        let along = own.directional(&rates, &knowns, &seed).expect("derivatives");
        let against = own.adjoint(&rates, &knowns, &back).expect("derivatives");
        let dot = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
        let (one, other) = (dot(&along, &back), dot(&against, &seed));
        assert!((one - other).abs() < 1e-9 * one.abs().max(1.0), "{one} {other}");
    }
}

/// In initialization mode states follow from the inputs, so derivatives are derivatives of the start. They are compared
/// with differences of starts with other values, of fourth order from two step sizes (Richardson 1911). The instance
/// stays unchanged (FMI 2.0.4, section 2.1.9; FMI 3.0.2, section 2.2.11).
#[test]
fn derivatives_at_the_start_are_those_of_starts() {
    let packed = with(TRUCK, &["chassis.mass = tune 2000 kg"]);
    let [speed, angle, mass] =
        ["start.speed", "driver.steering_wheel_angle", "parameters.chassis.mass"].map(|own| packed.reference(own));
    let is_unknown = |kind: Kind| matches!(kind, Kind::State(_) | Kind::Rate(_) | Kind::Output(_));
    let unknowns = packed
        .variables
        .iter()
        .enumerate()
        .filter(|(_, own)| is_unknown(own.kind));
    let unknowns: Vec<u32> = unknowns.map(|(place, _)| place as u32).collect();
    let yaw_rate = unknowns
        .iter()
        .position(|own| *own == packed.reference("yaw_rate"))
        .expect("an output");
    for version in [2, 3] {
        let own = Loaded::new(version, &packed, &packed.token, true).expect("an instance");
        assert_eq!(own.enter_initialization(0.0), 0);
        let begin = [(angle, 0.2, 1e-2), (speed, 20.0, 0.1), (mass, 2000.0, 10.0)];
        begin
            .iter()
            .for_each(|(known, value, _)| assert_eq!(own.set(*known, *value), 0));
        let before = own.all(&unknowns).expect("a start");
        // Both standards have the same numbers.
        let tried = if version == 3 { begin.len() } else { 1 };
        for (known, value, h) in begin.into_iter().take(tried) {
            let found = own.directional(&unknowns, &[known], &[1.0]);
            let found = found.unwrap_or_else(|| panic!("{}", messages()));
            assert_eq!(own.all(&unknowns).expect("a start"), before);
            let [far_up, up, down, far_down] = [2.0, 1.0, -1.0, -2.0].map(|part| {
                assert_eq!(own.set(known, value + part * h), 0);
                own.all(&unknowns).expect("a start")
            });
            assert_eq!(own.set(known, value), 0);
            for (place, found) in found.iter().enumerate() {
                let wanted = (8.0 * (up[place] - down[place]) - (far_up[place] - far_down[place])) / (12.0 * h);
                let name = &packed.variables[unknowns[place] as usize].name;
                let far = (found - wanted).abs() / (1.0 + wanted.abs());
                assert!(far < 1e-4, "{name} by {known}: {found} {wanted}");
            }
            println!(
                "yaw rate by {}: {}",
                packed.variables[known as usize].name, found[yaw_rate]
            );
        }
        // States are no knowns of a start.
        let state = packed
            .variables
            .iter()
            .position(|own| matches!(own.kind, Kind::State(_)))
            .expect("a state");
        assert_eq!(own.directional(&unknowns, &[state as u32], &[1.0]), None);
        assert!(messages().contains("the states follow from them"), "{}", messages());
        // Through the bend in steady motion the yaw rate grows with the angle; with the states held it would not change.
        let found = own
            .directional(&[unknowns[yaw_rate]], &[angle], &[1.0])
            .expect("a derivative");
        assert!(found[0] > 0.1, "{found:?}");
    }
}

/// Euler parameters keep unit norm by events, which a completed step requests; tested in a bend, with explicit steps of
/// Euler's method. A looser tolerance of the tool asks for fewer events.
#[test]
fn euler_parameters_keep_their_norm() {
    const H: f64 = 1e-3;
    let packed = truck();
    let count = state_count(packed);
    let states = packed.variables.iter().filter(|own| matches!(own.kind, Kind::State(_)));
    let parameters: Vec<usize> = states
        .enumerate()
        .filter(|(_, own)| [".e0", ".e1", ".e2", ".e3"].iter().any(|end| own.name.ends_with(end)))
        .map(|(place, _)| place)
        .collect();
    assert_eq!(parameters.len(), 4);
    let norm = |states: &[f64]| {
        parameters
            .iter()
            .map(|place| states[*place].powi(2))
            .sum::<f64>()
            .sqrt()
    };
    for (version, tolerance, most) in [(2, None, 1e-8), (3, None, 1e-8), (3, Some(1e-6), 3e-6)] {
        let own = Loaded::new(version, packed, &packed.token, true).expect("an instance");
        assert_eq!(own.set(packed.reference("driver.steering_wheel_angle"), 0.3), 0);
        assert_eq!(own.enter_with(tolerance), 0, "{}", messages());
        assert_eq!(own.simple("ExitInitializationMode"), 0, "{}", messages());
        through_event(&own);
        let (mut largest, mut events) = (0.0_f64, 0);
        for k in 0..5000 {
            let mut there = own.states(count).expect("states");
            let rates = own.rates(count).unwrap_or_else(|| panic!("{}", messages()));
            there.iter_mut().zip(rates).for_each(|(state, rate)| *state += H * rate);
            assert_eq!(own.set_time(H * f64::from(k + 1)), 0);
            assert_eq!(own.set_states(&there), 0);
            if own.completed_step().expect("a step") {
                events += 1;
                assert_eq!(own.simple("EnterEventMode"), 0);
                assert_eq!(own.updated(), Ok(true), "states have changed");
                assert_eq!(own.simple("EnterContinuousTimeMode"), 0);
            }
            largest = largest.max((norm(&own.states(count).expect("states")) - 1.0).abs());
        }
        println!("FMI {version}.0, tolerance {tolerance:?}: {events} events, norm within {largest:e}");
        assert!(largest < most && events > 0, "{largest} {events}");
        assert!(tolerance.is_none() || events < 10, "{events}");
    }
}

/// Derivatives of rates and outputs by a tunable parameter, compared with differences of runs with other parameters.
/// The parameter keeps its value.
#[test]
fn derivatives_by_tunable_parameters_are_those_of_differences() {
    const NAME: &str = "parameters.chassis.mass";
    let packed = with(TRUCK, &["chassis.mass = tune 2000 kg"]);
    let mass = packed.reference(NAME);
    let own = Loaded::begun(3, &packed, true, &[("start.speed", 20.0)]);
    let is_told = |kind: Kind| matches!(kind, Kind::Rate(_) | Kind::Output(_));
    let told = packed.variables.iter().enumerate().filter(|(_, own)| is_told(own.kind));
    let unknowns: Vec<u32> = told.map(|(place, _)| place as u32).collect();
    let before = own.all(&unknowns).expect("rates and outputs");
    let found = own.directional(&unknowns, &[mass], &[1.0]);
    let found = found.unwrap_or_else(|| panic!("{}", messages()));
    assert_eq!(own.get(mass), Ok(2000.0));
    assert_eq!(own.all(&unknowns).expect("rates and outputs"), before);
    let [up, down] = [2001.0, 1999.0].map(|value| {
        assert_eq!(own.set(mass, value), 0, "{}", messages());
        own.all(&unknowns).expect("rates and outputs")
    });
    let largest = found.iter().fold(0.0_f64, |most, own| most.max(own.abs()));
    assert!(largest > 1e-4, "the mass changes nothing");
    for (place, found) in found.iter().enumerate() {
        let wanted = 0.5 * (up[place] - down[place]);
        let name = &packed.variables[unknowns[place] as usize].name;
        assert!((found - wanted).abs() < 1e-4 * largest, "{name}: {found} {wanted}");
    }
}

/// Derivatives of rates by a mass and by the height of a hardpoint, which moves the wheel on its tyre; compared with
/// differences of the fourth order. The solver and the tyres give exact slopes; loads of other equipment do not depend
/// on these numbers.
#[test]
fn derivatives_of_rates_by_parameters_are_exact() {
    for (change, name, step) in [
        ("chassis.mass = tune 2000 kg", "parameters.chassis.mass", 4.0),
        (
            "front_left.tie_outer.z = tune -16.3322 mm",
            "parameters.front_left.tie_outer.z",
            2e-4,
        ),
    ] {
        let packed = with(TRUCK, &[change]);
        let tuned = packed.reference(name);
        let own = Loaded::begun(3, &packed, true, &[("start.speed", 20.0)]);
        // A tyre that is at rest in its bend tells little: the vehicle turns.
        assert_eq!(
            own.set(packed.reference("driver.steering_wheel_angle"), 0.3),
            0,
            "{}",
            messages()
        );
        let each = packed.variables.iter().enumerate();
        let rates: Vec<u32> = each
            .filter(|(_, own)| matches!(own.kind, Kind::Rate(_)))
            .map(|(place, _)| place as u32)
            .collect();
        let found = own.directional(&rates, &[tuned], &[1.0]);
        let found = found.unwrap_or_else(|| panic!("{}", messages()));
        let value = own.get(tuned).expect("a parameter");
        let [two, one, minus_one, minus_two] = [2.0, 1.0, -1.0, -2.0].map(|by| {
            assert_eq!(own.set(tuned, value + by * step), 0, "{}", messages());
            own.all(&rates).expect("rates")
        });
        let largest = found.iter().fold(0.0_f64, |most, own| most.max(own.abs()));
        assert!(largest > 1e-4, "{name} changes nothing");
        let mut most = 0.0_f64;
        for (k, found) in found.iter().enumerate() {
            let wanted = (8.0 * (one[k] - minus_one[k]) - (two[k] - minus_two[k])) / (12.0 * step);
            let far = (found - wanted).abs() / largest;
            let rate = &packed.variables[rates[k] as usize].name;
            assert!(far < 1e-9, "{rate} by {name}: {found} {wanted}");
            most = most.max(far);
        }
        println!("{name}: {most:e} of {largest}");
    }
}

/// Model exchange is refused with the reason if loops are closed after each step.
#[test]
fn model_exchange_is_refused_where_loops_are_closed_after_steps() {
    let packed = car();
    let own = Loaded::new(3, packed, &packed.token, true).expect("an instance");
    assert_eq!(own.enter_initialization(0.0), 0);
    assert_eq!(own.simple("ExitInitializationMode"), 3);
    assert!(
        messages().contains("depends on others by loops that are closed after each step"),
        "{}",
        messages()
    );
}

/// Event indicators are zero where forces have kinks: at the stop of a spring, whose length is tuned, and where the tyre leaves the road.
#[test]
fn indicators_are_zero_at_kinks() {
    let own = "free_length = \"525.179 mm\"";
    let declaration = text(QUARTER, "");
    let stopped = declaration.text().replace(
        own,
        &format!("{own}\nbump_stop = \"stop(length: tune 450 mm, rate: 60 kN/m)\""),
    );
    let declaration = Declaration::of_text("vehicle.toml", &stopped, &NoFiles);
    let asked = Asked {
        ports: [Port::Road].into(),
        ..Asked::default()
    };
    let packed = Packed::of(&declaration, &asked);
    let indicators: Vec<(&str, u32)> = (0..)
        .zip(&packed.variables)
        .filter(|(_, own)| matches!(own.kind, Kind::Indicator(_)))
        .map(|(place, own)| (&*own.name, place))
        .collect();
    let names: Vec<&str> = indicators.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["indicators.strut.bump_stop", "indicators.front.road"]);
    let value = |own: &Loaded, name: &str| {
        own.get(packed.reference(name))
            .unwrap_or_else(|_| panic!("{}", messages()))
    };
    for version in [2, 3] {
        let own = Loaded::begun(version, &packed, true, &[]);
        let [stop, road] = own.indicators(2).expect("indicators")[..] else {
            panic!("two")
        };
        let near = |indicator: f64, distance: f64| (0.1 * indicator - distance).abs() < 1.1e-6;
        assert!(near(stop, value(&own, "strut_length") - 0.45), "{stop}");
        let road = 0.1 * road;
        // The force of the declared tyre: 200 kN/m and 150 N s/m.
        let (force, rising) = (value(&own, "front.force_z"), value(&own, "front.velocity_z"));
        assert!(
            (200e3 * road - 150.0 * rising - force).abs() < 0.3 && road > 0.01,
            "{road} {rising} {force}"
        );
        let tuned = packed
            .variables
            .iter()
            .position(|own| own.name.contains("bump_stop.length"));
        assert_eq!(own.set(tuned.expect("a parameter") as u32, 0.46), 0, "{}", messages());
        let changed = own.indicators(2).expect("indicators")[0];
        assert!((changed - (stop - 0.1)).abs() < 1e-12, "{changed}");
        through_event(&own);
        let lowered = |height: f64| {
            assert_eq!(
                own.set(packed.reference("road_front.height"), height),
                0,
                "{}",
                messages()
            );
            0.1 * own.indicators(2).expect("indicators")[1]
        };
        // The deflection is along the inclined wheel, and linear in the height.
        let zero = -road * road / (road - lowered(-road));
        for (above, is_loaded) in [(1e-5, true), (-1e-5, false)] {
            let indicator = lowered(zero + above);
            assert!((indicator - above).abs() < 1.1e-6, "{indicator}");
            let loaded = value(&own, "front.force_z");
            assert!(if is_loaded { loaded > 0.1 } else { loaded == 0.0 }, "{loaded}");
        }
        assert_eq!(own.indicators(3), None);
    }
}
