//! Rules of the standards that tools rely on, each with the section that states the rule.

use crate::description::elements;
use crate::exchange::{runge_kutta_of, state_count, through_event};
use crate::loaded::{Loaded, messages};
use crate::packed::{CAR, QUARTER, TRUCK, packed, quarter, truck, with, with_ports};
use wishbone_workbench::fmu::{Standard, description};
use wishbone_workbench::outside::{Asked, Kind, Port};

const DISCARD: i32 = 2;
const ERROR: i32 = 3;

/// An automatic gearbox changes its gears in model exchange, for a tool that calls `CompletedIntegratorStep` only if
/// the description asks for this call (FMI 3.0.2, 3.2.1; the flag of 2.0 is the inverse).
#[test]
fn gears_change_in_model_exchange() {
    let packed = packed(TRUCK, &Asked::default());
    let (gear, count) = (packed.reference("powertrain.gear"), state_count(&packed));
    let (brake, start) = (packed.reference("driver.brake"), [("start.speed", 14.0)]);
    let inside = Loaded::begun(3, &packed, false, &start);
    assert_eq!(inside.set(brake, 0.5), 0);
    let (before, mut time) = (inside.get(gear).expect("a gear"), 0.0);
    while inside.get(gear) == Ok(before) && time < 5.0 {
        assert_eq!(inside.step(time, 0.01), 0, "{}", messages());
        time += 0.01;
    }
    let after = inside.get(gear).expect("a gear");
    assert!(after < before && time > 0.1, "{before} {after} {time}");
    let car = packed.package.car(true).expect("a car");
    for (version, standard) in [(2, Standard::Two), (3, Standard::Three)] {
        let text = description(&car, &packed.package, standard, true).expect("a description");
        let elements = elements(&text);
        let kind = elements
            .iter()
            .find(|own| own.name == "ModelExchange")
            .expect("offered");
        let flag = |name: &str| kind.attributes.get(name).map(String::as_str) == Some("true");
        let is_called = match standard {
            Standard::Two => !flag("completedIntegratorStepNotNeeded"),
            Standard::Three => flag("needsCompletedIntegratorStep"),
        };
        let own = Loaded::begun(version, &packed, true, &start);
        through_event(&own);
        assert_eq!(own.set(brake, 0.5), 0);
        assert_eq!(own.get(gear), Ok(before));
        for k in 0..((time + 0.05) / 2e-3) as usize {
            runge_kutta_of(&own, 2e-3 * k as f64, 2e-3, count, is_called);
        }
        assert_eq!(own.get(gear), Ok(after), "FMI {version}.0");
    }
}

/// Every variable of the description is read in step mode, including the variables of model exchange (FMI 3.0.2, 4.2.1;
/// FMI 2.0.4, table of 4.2.4).
#[test]
fn all_variables_are_read_in_step_mode() {
    let packed = quarter();
    for version in [2, 3] {
        let own = Loaded::new(version, packed, &packed.token, false).expect("an instance");
        assert_eq!(own.enter_initialization(0.0), 0);
        let is_unknown = |kind: Kind| matches!(kind, Kind::State(_) | Kind::Rate(_) | Kind::Indicator(_));
        let each = || {
            packed
                .variables
                .iter()
                .enumerate()
                .filter(|(_, own)| is_unknown(own.kind))
        };
        assert!(each().count() > 4);
        for (place, variable) in each() {
            assert!(own.get(place as u32).is_ok(), "{}: {}", variable.name, messages());
        }
        assert_eq!(own.simple("ExitInitializationMode"), 0);
        for k in 0..10 {
            let all: Vec<u32> = (0..packed.variables.len() as u32)
                .filter(|own| !packed.variables[*own as usize].kind.is_whole())
                .collect();
            let values = own.all(&all).unwrap_or_else(|_| panic!("{}", messages()));
            assert!(values.iter().all(|value| value.is_finite()));
            assert_eq!(own.step(1e-3 * f64::from(k), 1e-3), 0);
        }
    }
}

/// `fmi3DoStep` discards a step only if the FMU is in its earlier state (FMI 3.0.2, 2.2.4 and 4.2.1); `fmi2DoStep`
/// stays at the point that it has reached.
#[test]
fn a_discarded_step_leaves_the_vehicle_as_it_was() {
    let packed = with_ports(CAR, &[], &[Port::Wheels]);
    let force = packed.variables.iter().position(|own| own.name.ends_with("force.z"));
    let outputs: Vec<u32> = (0..)
        .zip(&packed.variables)
        .filter(|(_, own)| matches!(own.kind, Kind::Output(_)))
        .map(|(place, _)| place)
        .collect();
    let pulled = |version: u8| {
        let own = Loaded::begun(version, &packed, false, &[]);
        assert_eq!(own.set(force.expect("a force") as u32, 1e6), 0);
        own
    };
    let own = pulled(2);
    let mut sound = 0;
    while own.step(1e-3 * f64::from(sound), 1e-3) == 0 {
        sound += 1;
    }
    assert!((2..200).contains(&sound), "{sound} steps");
    let end = 1e-3 * f64::from(sound);
    let (two, three) = (pulled(2), pulled(3));
    assert_eq!(two.step(0.0, end + 5e-3), DISCARD, "{}", messages());
    assert!((two.get(0).expect("time") - end).abs() < 1e-9);
    let before = three.all(&outputs).expect("outputs");
    assert_eq!(three.step(0.0, end + 5e-3), DISCARD, "{}", messages());
    assert_eq!(three.get(0), Ok(0.0));
    assert_eq!(three.all(&outputs).expect("outputs"), before);
    assert_eq!(three.step(0.0, end), 0, "{}", messages());
    let another = pulled(3);
    assert_eq!(another.step(0.0, end), 0, "{}", messages());
    assert_eq!(
        three.all(&outputs).expect("outputs"),
        another.all(&outputs).expect("outputs")
    );
}

/// A trial of the integrator that cannot be computed is discarded, and the integrator goes back (FMI 3.0.2, 3.2.1).
#[test]
fn a_trial_that_cannot_be_computed_is_discarded() {
    let (packed, count) = (truck(), state_count(truck()));
    let rate = packed
        .variables
        .iter()
        .position(|own| matches!(own.kind, Kind::Rate(_)));
    for version in [2, 3] {
        let own = Loaded::begun(version, packed, true, &[]);
        through_event(&own);
        let (states, rates) = (own.states(count).expect("states"), own.rates(count).expect("rates"));
        assert_eq!(own.set_states(&vec![f64::NAN; count]), DISCARD);
        assert_eq!(own.rates(count), Some(rates.clone()));
        let far: Vec<f64> = states.iter().map(|own| own + 1e200).collect();
        assert_eq!(own.set_states(&far), 0);
        assert_eq!(own.try_rates(count), Err(DISCARD));
        assert_eq!(own.get(rate.expect("a rate") as u32), Err(DISCARD));
        assert_eq!(own.set_states(&states), 0);
        assert_eq!(own.rates(count), Some(rates));
        // A call out of order stays an error.
        assert_eq!(own.try_rates(count + 1), Err(ERROR));
    }
}

/// In 3.0 parameters are knowns, and lists of dependencies contain the parameters that have an effect (FMI 3.0.2, table
/// of 2.4.8): the motion of a wheel's centre depends on a tuned hardpoint. In 2.0 they are no knowns.
#[test]
fn lists_of_dependencies_have_the_parameters() {
    let packed = with(QUARTER, &["chassis.mass = tune 400 kg"]);
    let mut car = packed.package.car(true).expect("a car");
    car.begin(0.0).expect("it begins");
    car.find_dependencies(true).expect("dependencies");
    let parameter = packed.reference("parameters.chassis.mass");
    for standard in [Standard::Two, Standard::Three] {
        let text = description(&car, &packed.package, standard, true).expect("a description");
        let elements = elements(&text);
        let lists: Vec<&String> = elements
            .iter()
            .filter(|own| own.name != "InitialUnknown")
            .filter_map(|own| own.attributes.get("dependencies"))
            .collect();
        assert!(!lists.is_empty());
        let key = match standard {
            Standard::Two => parameter + 1,
            Standard::Three => parameter,
        };
        let has = |list: &&&String| list.split_whitespace().any(|own| own == key.to_string());
        let count = lists.iter().filter(has).count();
        assert_eq!(count, if standard == Standard::Three { lists.len() } else { 0 });
    }
}

/// Parameters of one call are checked together. Parameters of several calls before the start are checked together at
/// the start.
#[test]
fn parameters_are_judged_together() {
    let inertia = "chassis.inertia = [tune 10, tune 10, tune 10] kg*m^2";
    let packed = with(QUARTER, &[inertia]);
    let references: Vec<u32> = (0..)
        .zip(&packed.variables)
        .filter(|(_, own)| matches!(own.kind, Kind::Tunable(_)))
        .map(|(place, _)| place)
        .collect();
    assert_eq!(references.len(), 3);
    for version in [2, 3] {
        // One by one before the start: no body has the moments in between.
        let own = Loaded::new(version, &packed, &packed.token, false).expect("an instance");
        for reference in &references {
            assert_eq!(own.set(*reference, 100.0), 0, "{}", messages());
        }
        assert_eq!(own.enter_initialization(0.0), 0);
        assert_eq!(own.set(references[0], 1000.0), 0);
        assert_eq!(own.simple("ExitInitializationMode"), ERROR);
        assert!(
            messages().contains("the parameters do not fit together"),
            "{}",
            messages()
        );
        assert_eq!(own.set(references[0], 100.0), 0);
        assert_eq!(own.simple("ExitInitializationMode"), 0, "{}", messages());
        // Together in a run; one that is refused leaves all as they were.
        assert_eq!(own.set_all(&references, &[30.0, 30.0, -1.0]), ERROR);
        assert_eq!(own.all(&references), Ok(vec![100.0; 3]));
        assert_eq!(own.set_all(&references, &[1e4; 3]), 0, "{}", messages());
        assert_eq!(own.all(&references), Ok(vec![1e4; 3]));
        assert_eq!(own.set(references[0], 1.0), 0, "{}", messages());
        assert_eq!(own.set(references[0], 1e6), ERROR, "{}", messages());
        assert_eq!(own.step(0.0, 1e-3), 0);
    }
}

/// In continuous time a state can also be set as a variable (FMI 2.0.4, rule 5 of the table of 3.2.3).
#[test]
fn a_state_is_set_as_a_variable() {
    let (packed, count) = (quarter(), state_count(quarter()));
    let place = packed
        .variables
        .iter()
        .position(|own| own.kind == Kind::State(1))
        .expect("a state") as u32;
    for version in [2, 3] {
        let own = Loaded::begun(version, packed, true, &[]);
        assert_eq!(own.set(place, 0.0), ERROR);
        through_event(&own);
        let mut wanted = own.states(count).expect("states");
        wanted[1] += 0.01;
        assert_eq!(own.set(place, wanted[1]), 0, "{}", messages());
        assert_eq!(own.states(count), Some(wanted.clone()));
        assert_eq!(own.get(place), Ok(wanted[1]));
        let stepping = Loaded::begun(version, packed, false, &[]);
        assert_eq!(stepping.set(place, 0.0), ERROR);
    }
}

/// No step goes beyond the stop time (FMI 2.0.4, 2.1.6; FMI 3.0.2, 2.3.2).
#[test]
fn no_step_goes_beyond_the_stop_time() {
    let packed = quarter();
    for version in [2, 3] {
        let own = Loaded::new(version, packed, &packed.token, false).expect("an instance");
        assert_eq!(own.enter_until(0.0, Some(-1.0)), ERROR);
        assert_eq!(own.enter_until(0.0, Some(0.01)), 0, "{}", messages());
        assert_eq!(own.simple("ExitInitializationMode"), 0);
        for k in 0..10 {
            assert_eq!(own.step(1e-3 * f64::from(k), 1e-3), 0, "{}", messages());
        }
        let state = own.keep();
        assert_eq!(own.step(0.01, 1e-3), ERROR);
        assert!(
            messages().contains("is behind the stop time of 0.01 s"),
            "{}",
            messages()
        );
        assert_eq!(own.simple("Reset"), 0);
        assert_eq!(own.enter_initialization(0.0), 0);
        assert_eq!(own.simple("ExitInitializationMode"), 0);
        assert_eq!(own.step(0.0, 0.1), 0);
        assert_eq!(own.go_back(state), 0);
        assert_eq!(own.step(0.01, 1e-3), ERROR);
        own.free(state);
    }
}

/// A tool that wants an event mode of co-simulation gets the message that there is no such mode (FMI 3.0.2, 2.3.1).
#[test]
fn an_event_mode_of_co_simulation_is_refused() {
    assert!(Loaded::with_event_mode(quarter()).is_none());
    assert!(messages().contains("`eventModeUsed` has to be false"), "{}", messages());
}

/// In an intermediate update outputs are read. The step ends at the requested time, even if only one update has
/// requested this time (FMI 3.0.2, 2.2.5).
#[test]
fn a_step_ends_at_the_early_return_time() {
    let packed = quarter();
    let car = packed.package.car(false).expect("a car");
    let text = description(&car, &packed.package, Standard::Three, false).expect("a description");
    for own in elements(&text).iter().filter(|own| own.within == "ModelVariables") {
        let is_output = own.attributes["causality"] == "output";
        assert_eq!(own.attributes.contains_key("intermediateUpdate"), is_output);
    }
    for (wanted, reached) in [(4.5e-3, 4e-3), (4e-3, 4e-3), (1e-3, 1e-3), (9.0, 10e-3)] {
        let (early, last, heard) = crate::loaded::early(packed, 10e-3, wanted);
        assert!((last - reached).abs() < 1e-12, "{wanted}: {last}");
        assert_eq!(early, reached < 10e-3);
        assert_eq!(heard, (reached * 1e3).round() as usize);
    }
}

/// Indicators are never zero at the start of continuous time, and are of the order of one. At rest, the indicators of
/// damper rates are zero except for rounding (FMI 2.0.4, 3.2.2; FMI 3.0.2, 3.1.1).
#[test]
fn indicators_are_not_zero_after_an_event() {
    let packed = packed(TRUCK, &Asked::default());
    let indicators: Vec<u32> = (0..)
        .zip(&packed.variables)
        .filter(|(_, own)| matches!(own.kind, Kind::Indicator(_)))
        .map(|(place, _)| place)
        .collect();
    let count = state_count(&packed);
    for version in [2, 3] {
        let own = Loaded::begun(version, &packed, true, &[]);
        through_event(&own);
        let first = own.indicators(indicators.len()).expect("indicators");
        assert!(first.iter().all(|own| own.abs() > 9e-6 && own.abs() < 1e2), "{first:?}");
        let rates = packed
            .variables
            .iter()
            .filter(|own| own.name.starts_with("indicators.") && own.name.ends_with(".rate"));
        assert!(rates.count() > 3);
        let state = own.keep();
        for k in 0..20 {
            runge_kutta_of(&own, 1e-3 * f64::from(k), 1e-3, count, true);
        }
        // The sides of the kinks are those of the kept moment.
        assert_eq!(own.go_back(state), 0);
        assert_eq!(own.indicators(indicators.len()), Some(first));
        own.free(state);
    }
}

/// A status that is not available is discarded: an error would end the run (FMI 2.0.4, 4.2.3).
#[test]
fn a_status_that_cannot_be_told_is_discarded() {
    let own = Loaded::begun(2, quarter(), false, &[]);
    for function in [
        "GetStatus",
        "GetIntegerStatus",
        "GetStringStatus",
        "GetRealStatus",
        "GetBooleanStatus",
    ] {
        assert_eq!(own.status(function, 0), DISCARD, "{function}");
    }
    assert_eq!(own.step(0.0, 1e-3), 0);
}

/// At a late time a step of a millisecond is not taken for rounding; a step that is left out is reported.
#[test]
fn a_step_that_is_left_out_is_told() {
    for version in [2, 3] {
        let own = Loaded::new(version, quarter(), &quarter().token, false).expect("an instance");
        assert_eq!(own.enter_initialization(2000.0), 0);
        assert_eq!(own.simple("ExitInitializationMode"), 0);
        assert_eq!(own.step(2000.001, 1e-3), ERROR);
        assert_eq!(own.step(2000.0, 1e-3), 0, "{}", messages());
    }
}

/// A state of the other kind is refused, and the instance can still be used.
#[test]
fn a_state_of_the_other_kind_is_refused() {
    for version in [2, 3] {
        let [exchange, simulation] =
            [true, false].map(|is_exchange| Loaded::begun(version, quarter(), is_exchange, &[]));
        let state = exchange.keep();
        assert_eq!(simulation.go_back(state), ERROR);
        assert_eq!(simulation.step(0.0, 1e-3), 0);
        exchange.free(state);
    }
}

/// Angles are shown in degrees, parameters have their ranges, and equipment states that jump with gears are declared as
/// such (FMI 2.0.4, 2.2.7; FMI 3.0.2, 2.4.7).
#[test]
fn descriptions_tell_units_of_display_ranges_and_jumps() {
    let packed = with(TRUCK, &["chassis.mass = tune 2100 kg"]);
    let car = packed.package.car(true).expect("a car");
    for standard in [Standard::Two, Standard::Three] {
        let text = description(&car, &packed.package, standard, true).expect("a description");
        let elements = elements(&text);
        let having = |key: &str| elements.iter().filter(|own| own.attributes.contains_key(key)).count();
        let angles = elements
            .iter()
            .filter(|own| own.attributes.get("unit").is_some_and(|unit| unit == "rad"));
        let shown = elements
            .iter()
            .filter(|own| own.attributes.get("displayUnit").is_some_and(|unit| unit == "deg"));
        assert_eq!(angles.count(), shown.count());
        assert!(having("reinit") > 0 && having("displayUnit") > 4);
        let is_mass =
            |own: &&crate::description::Element| own.attributes.get("start").is_some_and(|start| start == "2100.0");
        let masses: Vec<_> = elements.iter().filter(is_mass).collect();
        assert!(masses.len() == 1 && masses[0].attributes.contains_key("min"));
    }
}
