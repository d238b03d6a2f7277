//! Calls in any order: refused or done, never a crash.

use crate::loaded::{Loaded, messages};
use crate::packed::{Packed, QUARTER, quarter, with_ports};
use wishbone_workbench::outside::{Kind, Port};

/// Number of random sequences; `SOAK` asks for another one.
fn count() -> usize {
    let asked = std::env::var("SOAK").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(200)
}

/// One call of any kind; its status.
fn call(own: &Loaded, packed: &Packed, random: &mut fastrand::Rng) -> i32 {
    let states = packed
        .variables
        .iter()
        .filter(|own| matches!(own.kind, Kind::State(_)))
        .count();
    let number = |random: &mut fastrand::Rng| match random.u8(..) % 8 {
        0 => f64::NAN,
        1 => f64::INFINITY,
        2 => -1e300,
        3 => 0.0,
        _ => random.f64() - 0.3,
    };
    let reference = random.u32(..packed.variables.len() as u32 + 3);
    let done = |is: bool| if is { 0 } else { 3 };
    match random.u8(..) % 23 {
        0 => own.enter_initialization(number(random)),
        1 | 2 => own.enter_initialization(0.0),
        3..=5 => own.simple("ExitInitializationMode"),
        6 => own.simple("Terminate"),
        7 => own.simple("EnterEventMode"),
        8 => own.simple("EnterContinuousTimeMode"),
        9 => own.update_discrete(),
        10 => own.set(reference, number(random)),
        11 => own.set_whole(reference, random.i32(..)),
        12 => own.get(reference).err().unwrap_or(0),
        13 => own.step(number(random), number(random)),
        14 | 15 => {
            let time = own.get(0).unwrap_or(0.0);
            own.step(time, 2e-3)
        }
        16 => done(own.states(states).is_some()),
        17 => done(own.rates(random.usize(..2 * states)).is_some()),
        18 => own.set_time(number(random)),
        19 => own.set_states(&vec![number(random); states]),
        20 => done(own.indicators(random.usize(..3)).is_some()),
        21 => own.completed_step().err().unwrap_or(0),
        _ => {
            let state = own.keep();
            let bytes = own.bytes(state);
            let read = own.read(&bytes);
            let status = read.map_or(3, |read| {
                let status = own.go_back(read);
                own.free(read);
                status
            });
            own.free(state);
            status
        }
    }
}

/// After any sequence of calls an instance is sound: after a reset it runs like a new instance.
#[test]
fn any_calls_leave_an_instance_sound() {
    let packed = with_ports(QUARTER, &[], &[Port::Road]);
    let height = packed
        .variables
        .iter()
        .position(|own| matches!(own.kind, Kind::Output(_)));
    let height = height.expect("an output") as u32;
    let mut random = fastrand::Rng::with_seed(7);
    for (version, is_exchange) in [(2, false), (2, true), (3, false), (3, true)] {
        let own = Loaded::new(version, &packed, &packed.token, is_exchange).expect("an instance");
        let ordered = || {
            assert_eq!(own.simple("Reset"), 0);
            assert_eq!(own.enter_initialization(0.0), 0, "{}", messages());
            assert_eq!(own.simple("ExitInitializationMode"), 0, "{}", messages());
            own.get(height).expect("an output").to_bits()
        };
        let first = ordered();
        for _ in 0..count() / 4 {
            assert_eq!(own.simple("Reset"), 0);
            for _ in 0..random.usize(3..25) {
                let status = call(&own, &packed, &mut random);
                assert!((0..=3).contains(&status), "{status}: {}", messages());
            }
        }
        assert_eq!(ordered(), first);
    }
    assert!(!messages().contains("defect"), "{}", messages());
    println!("tried: {} sequences of calls", count() / 4 * 4);
}

/// Calls out of order are refused with a word on where they belong.
#[test]
fn calls_out_of_order_are_told() {
    let packed = quarter();
    for version in [2, 3] {
        let own = Loaded::new(version, packed, &packed.token, false).expect("an instance");
        assert_eq!(own.step(0.0, 1e-3), 3);
        assert_eq!(own.simple("ExitInitializationMode"), 3);
        assert_eq!(own.enter_initialization(0.0), 0);
        assert_eq!(own.enter_initialization(0.0), 3);
        assert_eq!(own.simple("ExitInitializationMode"), 0);
        assert_eq!(own.step(0.0, 1e-3), 0);
        assert_eq!(own.simple("EnterEventMode"), 3);
        assert_eq!(own.simple("Terminate"), 0);
        assert_eq!(own.step(1e-3, 1e-3), 3);
        assert_eq!(own.simple("Reset"), 0);
    }
    let told = messages();
    assert!(
        told.contains("a step is not allowed in the state `instantiated`: it belongs to step mode"),
        "{told}"
    );
    assert!(
        told.contains("event mode belongs to model exchange, and this is co-simulation"),
        "{told}"
    );
}
