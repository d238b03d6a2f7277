//! Moments that are kept, written down and gone back to.

use crate::loaded::{Loaded, messages};
use crate::packed::{CAR, Packed, QUARTER, car, packed, quarter, with, with_ports};
use wishbone_workbench::outside::{Asked, Kind, Port};
use wishbone_workbench::studies::manoeuvre::Method;

/// Steps with a pedal that moves; all outputs at the end.
pub fn go_on(own: &Loaded, packed: &Packed, from: f64, steps: usize) -> Vec<u64> {
    let throttle = packed.variables.iter().position(|own| own.name == "driver.throttle");
    let mut time = from;
    for k in 0..steps {
        if let Some(throttle) = throttle {
            assert_eq!(own.set(throttle as u32, 0.1 + 0.01 * k as f64), 0);
        }
        assert_eq!(own.step(time, 1e-3), 0, "{}", messages());
        time += 1e-3;
    }
    outputs(own, packed)
}

pub fn outputs(own: &Loaded, packed: &Packed) -> Vec<u64> {
    let names = packed.variables.iter().enumerate();
    let computed = names.filter(|(_, own)| matches!(own.kind, Kind::Output(_)));
    let references: Vec<u32> = computed.map(|(place, _)| place as u32).collect();
    let values = own.all(&references).expect("outputs");
    values.into_iter().map(f64::to_bits).collect()
}

/// From a saved moment, and from its bytes in another instance, the run continues with the same bits. This holds at the
/// start, and in the first steps of the multistep method.
#[test]
fn a_run_goes_on_from_a_kept_moment() {
    let loaded = with_ports(CAR, &[], &[Port::Wheels]);
    for packed in [car(), quarter(), &loaded] {
        for (version, before) in [(2, 1), (3, 40)] {
            let own = Loaded::begun(version, packed, false, &[]);
            if let Some(force) = packed.variables.iter().position(|own| own.name.ends_with(".force.x")) {
                assert_eq!(own.set(force as u32, 700.0), 0);
            }
            let _ = go_on(&own, packed, 0.0, before);
            let time = own.get(0).expect("time");
            let (state, present) = (own.keep(), outputs(&own, packed));
            let bytes = own.bytes(state);
            let first = go_on(&own, packed, time, 30);
            assert_eq!(own.go_back(state), 0);
            assert_eq!(outputs(&own, packed), present);
            assert_eq!(go_on(&own, packed, time, 30), first);
            // As another process would: an instance that has not begun.
            let other = Loaded::new(version, packed, &packed.token, false).expect("an instance");
            let read = other.read(&bytes).unwrap_or_else(|| panic!("{}", messages()));
            assert_eq!(other.go_back(read), 0, "{}", messages());
            assert_eq!(outputs(&other, packed), present);
            assert_eq!(go_on(&other, packed, time, 30), first);
            other.free(read);
            own.free(state);
        }
    }
}

/// A function that returns a single result gives an error and a message if there is no room for the result; the
/// instance continues.
#[test]
fn a_result_without_room_is_an_error() {
    let packed = quarter();
    for version in [2, 3] {
        let own = Loaded::begun(version, packed, false, &[]);
        let state = own.keep();
        let bytes = own.bytes(state);
        for (name, status) in own.without_room(state, &bytes) {
            assert_eq!(status, 3, "{name}");
            assert!(messages().contains(&format!("{name}: a pointer is null")), "{name}");
        }
        let _ = go_on(&own, packed, 0.0, 2);
        own.free(state);
    }
}

/// With each method of integration.
#[test]
fn a_run_goes_on_by_every_method() {
    for (name, method, _) in Method::NAMED {
        let packed = packed(
            QUARTER,
            &Asked {
                method: Some(name.to_owned()),
                ports: [Port::Road].into(),
                step: method.is_implicit().then_some(2e-3),
                ..Asked::default()
            },
        );
        let (own, other) = (
            Loaded::begun(3, &packed, false, &[]),
            Loaded::new(3, &packed, &packed.token, false),
        );
        assert_eq!(own.set(packed.reference("road_front.height"), 0.01), 0);
        let _ = go_on(&own, &packed, 0.0, 7);
        let state = own.keep();
        let bytes = own.bytes(state);
        let first = go_on(&own, &packed, 7e-3, 30);
        assert_eq!(own.go_back(state), 0);
        assert_eq!(go_on(&own, &packed, 7e-3, 30), first, "{name}");
        let other = other.expect("an instance");
        let read = other.read(&bytes).unwrap_or_else(|| panic!("{}", messages()));
        assert_eq!(other.go_back(read), 0, "{}", messages());
        assert_eq!(go_on(&other, &packed, 7e-3, 30), first, "{name}");
        other.free(read);
        own.free(state);
    }
}

/// A saved moment is restored without a search for a start, because during a run a load may act under which the vehicle
/// cannot rest.
#[test]
fn no_start_is_searched_for_a_kept_moment() {
    const MASS: &str = "parameters.chassis.mass";
    let packed = with(QUARTER, &["chassis.mass = tune 400 kg"]);
    let fresh = || Loaded::new(3, &packed, &packed.token, false).expect("an instance");
    let overloaded = fresh();
    assert_eq!(overloaded.set(packed.reference(MASS), 1e6), 0);
    assert_eq!(overloaded.enter_initialization(0.0), 0);
    assert_eq!(
        overloaded.simple("ExitInitializationMode"),
        3,
        "it rests under this load"
    );
    let own = Loaded::begun(3, &packed, false, &[]);
    assert_eq!(own.set(packed.reference(MASS), 1e6), 0, "{}", messages());
    let _ = go_on(&own, &packed, 0.0, 5);
    let state = own.keep();
    let bytes = own.bytes(state);
    let first = go_on(&own, &packed, 5e-3, 5);
    let (other, third) = (fresh(), fresh());
    assert_eq!(other.go_back(state), 0, "{}", messages());
    assert_eq!(go_on(&other, &packed, 5e-3, 5), first);
    let read = third.read(&bytes).unwrap_or_else(|| panic!("{}", messages()));
    assert_eq!(third.go_back(read), 0, "{}", messages());
    assert_eq!(go_on(&third, &packed, 5e-3, 5), first);
    third.free(read);
    own.free(state);
}

/// Bytes of another FMU are refused.
#[test]
fn foreign_bytes_are_refused() {
    let (car, quarter) = (car(), quarter());
    let own = Loaded::begun(3, quarter, false, &[]);
    let state = own.keep();
    let bytes = own.bytes(state);
    own.free(state);
    let other = Loaded::begun(3, car, false, &[]);
    assert!(other.read(&bytes).is_none());
    assert!(own.read(&bytes[..bytes.len() - 1]).is_none());
    assert!(own.read(&[]).is_none());
    let exchange = Loaded::begun(3, quarter, true, &[]);
    assert!(exchange.read(&bytes).is_none());
    assert!(messages().contains("no state of this FMU"));
    assert!(own.read(&bytes).is_some());
}
