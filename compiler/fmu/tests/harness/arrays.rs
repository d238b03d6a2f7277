//! Arrays of FMI 3.0 against the scalars of the same vehicle.

use crate::description::elements;
use crate::exchange::through_event;
use crate::loaded::{Loaded, messages};
use crate::packed::{Packed, QUARTER, packed};
use wishbone_workbench::fmu::{Standard, description};
use wishbone_workbench::outside::{Asked, Port};

fn quarter(arrays: bool) -> Packed {
    let asked = Asked {
        arrays,
        ports: [Port::Wheels].into(),
        ..Asked::default()
    };
    packed(QUARTER, &asked)
}

/// References of the numbers of a vector.
fn each(packed: &Packed, name: &str, ends: &[&str]) -> Vec<u32> {
    ends.iter()
        .map(|end| packed.reference(&format!("{name}{end}")))
        .collect()
}

const AXES: [&str; 3] = [".x", ".y", ".z"];

/// A run by arrays equals the run by scalars, to the last bit; derivatives are equal, too. FMI 2.0 has scalars alone.
#[test]
fn arrays_have_the_numbers_of_scalars() {
    let [scalars, arrays] = [false, true].map(quarter);
    let (force, place) = (
        each(&scalars, "wheel_front.force", &AXES),
        each(&scalars, "wheel_front.pos", &AXES),
    );
    let turned = each(&scalars, "wheel_front.rot", &[".e0", ".e1", ".e2", ".e3"]);
    let run = |version: u8, packed: &Packed, is_array: bool| {
        let own = Loaded::begun(version, packed, false, &[]);
        let chosen = |all: &[u32]| if is_array { all[..1].to_vec() } else { all.to_vec() };
        let mut found = Vec::new();
        for k in 0..50 {
            let pushed = [0.0, 10.0, 4000.0 + 20.0 * f64::from(k)];
            assert_eq!(own.set_all(&chosen(&force), &pushed), 0, "{}", messages());
            assert_eq!(own.step(1e-3 * f64::from(k), 1e-3), 0, "{}", messages());
            let references = [chosen(&place), chosen(&turned)].concat();
            found.extend(own.all_of(&references, 7).unwrap_or_else(|_| panic!("{}", messages())));
        }
        found.into_iter().map(f64::to_bits).collect::<Vec<u64>>()
    };
    let wanted = run(3, &scalars, false);
    assert_eq!(run(3, &arrays, true), wanted);
    assert_eq!(run(2, &arrays, false), wanted);
    let slopes = |packed: &Packed, is_array: bool| {
        let own = Loaded::begun(3, packed, true, &[]);
        through_event(&own);
        let rates: Vec<u32> = (0..)
            .zip(&packed.variables)
            .filter(|(_, own)| own.name.starts_with("der("))
            .map(|(place, _)| place)
            .collect();
        let count = if is_array { 1 } else { 3 };
        let seed = [0.3, -0.2, 1.0];
        let along = own
            .directional(&rates, &force[..count], &seed)
            .unwrap_or_else(|| panic!("{}", messages()));
        let known = [packed.reference("states.q.heave")];
        let of_array = own
            .directional_of(&place[..count], 3, &known, &[1.0])
            .unwrap_or_else(|| panic!("{}", messages()));
        [along, of_array].concat()
    };
    let found = slopes(&arrays, true);
    assert_eq!(found, slopes(&scalars, false));
    assert!(found.iter().any(|slope| slope.abs() > 1e-3), "{found:?}");
}

/// An array is described once, with its dimension and its start value. Numbers within it are no variables, and calls
/// with fewer or more values are refused.
#[test]
fn arrays_are_described_and_guarded() {
    let packed = quarter(true);
    let mut car = packed.package.car(true).expect("a car");
    car.begin(0.0).expect("it begins");
    car.find_dependencies(true).expect("dependencies");
    let text = description(&car, &packed.package, Standard::Three, true).expect("a description");
    let elements = elements(&text);
    let force = packed.reference("wheel_front.force.x");
    let at = elements
        .iter()
        .position(|own| {
            own.attributes
                .get("name")
                .is_some_and(|name| name == "wheel_front.force")
        })
        .expect("an array");
    assert_eq!(elements[at].attributes["valueReference"], force.to_string());
    assert_eq!(elements[at].attributes["start"], "0.0 0.0 0.0");
    assert_eq!(
        (&*elements[at + 1].name, &*elements[at + 1].attributes["start"]),
        ("Dimension", "3")
    );
    let is_number = |name: &str| name.starts_with("wheel_front.force.");
    assert!(
        !elements
            .iter()
            .any(|own| own.attributes.get("name").is_some_and(|name| is_number(name)))
    );
    let two = description(&car, &packed.package, Standard::Two, true).expect("a description");
    assert!(String::from_utf8_lossy(&two).contains("wheel_front.force.x"));
    let own = Loaded::begun(3, &packed, false, &[]);
    assert_ne!(own.set_all(&[force + 1], &[1.0]), 0);
    assert!(
        messages().contains("`wheel_front.force.y` is a number of an array"),
        "{}",
        messages()
    );
    assert!(own.all_of(&[force], 1).is_err() && own.all_of(&[force], 4).is_err());
    assert!(
        messages().contains("4 values for variables that have 3 values"),
        "{}",
        messages()
    );
    assert_eq!(own.all_of(&[force], 3), Ok(vec![0.0; 3]));
}
