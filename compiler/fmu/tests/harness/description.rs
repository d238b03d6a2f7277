//! Model descriptions by the rules of the standards.

use crate::packed::{CAR, QUARTER, TRUCK, packed, with_ports};
use quick_xml::Reader;
use quick_xml::events::Event;
use std::collections::{BTreeMap, BTreeSet};
use wishbone_workbench::fmu::{Standard, description};
use wishbone_workbench::outside::{Asked, Kind, Port};

/// An element: its name, that of the element around it, and its attributes.
pub struct Element {
    pub name: String,
    pub within: String,
    pub attributes: BTreeMap<String, String>,
}

pub fn elements(text: &[u8]) -> Vec<Element> {
    let text = std::str::from_utf8(text).expect("UTF-8");
    let (mut reader, mut around, mut found) = (Reader::from_str(text), Vec::new(), Vec::new());
    loop {
        let event = reader.read_event().expect("sound XML");
        let (start, is_open) = match &event {
            Event::Start(start) => (start, true),
            Event::Empty(start) => (start, false),
            Event::End(_) => {
                around.pop();
                continue;
            }
            Event::Eof => return found,
            _ => continue,
        };
        let name = start.name().as_ref().to_owned();
        let attributes = start.attributes().map(|own| {
            let own = own.expect("an attribute");
            let value = own.value.into_owned();
            (own.key.as_ref().to_owned(), value)
        });
        found.push(Element {
            name: name.clone(),
            within: around.last().cloned().unwrap_or_default(),
            attributes: attributes.collect(),
        });
        if is_open {
            around.push(name);
        }
    }
}

/// Names are unique, units are declared without `^`, and the structure names every unknown once and in order.
#[test]
fn descriptions_keep_the_rules() {
    let arrays = Asked {
        arrays: true,
        ports: [Port::Wheels].into(),
        ..Asked::default()
    };
    for (vehicle, asked) in [(CAR, Asked::default()), (QUARTER, Asked::default()), (QUARTER, arrays)] {
        let packed = packed(vehicle, &asked);
        let mut car = packed.package.car(true).expect("a car");
        car.begin(0.0).expect("it begins");
        for (standard, is_exchanged) in [
            (Standard::Two, false),
            (Standard::Two, true),
            (Standard::Three, false),
            (Standard::Three, true),
        ] {
            car.find_dependencies(is_exchanged).expect("dependencies");
            let text = description(&car, &packed.package, standard, is_exchanged).expect("a description");
            let elements = elements(&text);
            let of = |within: &str| -> Vec<&Element> { elements.iter().filter(|own| own.within == within).collect() };
            let units: BTreeSet<&str> = of("UnitDefinitions")
                .iter()
                .map(|own| &*own.attributes["name"])
                .collect();
            assert!(
                units.iter().all(|unit| !unit.contains('^') && !unit.contains(' ')),
                "{units:?}"
            );
            let variables = of("ModelVariables");
            let names: BTreeSet<&str> = variables.iter().map(|own| &*own.attributes["name"]).collect();
            assert_eq!(names.len(), variables.len());
            for typed in elements.iter().filter(|own| own.attributes.contains_key("unit")) {
                assert!(
                    units.contains(&*typed.attributes["unit"]),
                    "{}",
                    typed.attributes["unit"]
                );
            }
            // By position from one in 2.0, by value reference in 3.0.
            let key = |place: usize| match standard {
                Standard::Two => (place + 1).to_string(),
                Standard::Three => variables[place].attributes["valueReference"].clone(),
            };
            let having = |is: &dyn Fn(&BTreeMap<String, String>) -> bool| -> Vec<String> {
                let each = variables.iter().enumerate();
                each.filter(|(_, own)| is(&own.attributes))
                    .map(|(place, _)| key(place))
                    .collect()
            };
            let outputs = having(&|own| own["causality"] == "output");
            let computed = having(&|own| own.get("initial").is_some_and(|initial| initial == "calculated"));
            let rates = having(&|own| own["name"].starts_with("der("));
            assert_eq!(rates.is_empty(), !is_exchanged);
            let told = |group: &str, name: &str| -> Vec<String> {
                let is = |own: &&Element| match standard {
                    Standard::Two => own.within == group,
                    Standard::Three => own.name == name && own.within == "ModelStructure",
                };
                let attribute = if standard == Standard::Two {
                    "index"
                } else {
                    "valueReference"
                };
                elements
                    .iter()
                    .filter(is)
                    .map(|own| own.attributes[attribute].clone())
                    .collect()
            };
            assert_eq!(told("Outputs", "Output"), outputs);
            assert_eq!(told("Derivatives", "ContinuousStateDerivative"), rates);
            assert_eq!(told("InitialUnknowns", "InitialUnknown"), computed);
            assert!(outputs.len() > 10);
            // Unknowns depend on inputs and states that are told, and on nothing else.
            let knowns = having(&|own| {
                let is_tuned = standard == Standard::Three && own["name"].starts_with("parameters.");
                own["causality"] == "input" || own["name"].starts_with("states.") || is_tuned
            });
            let lists = elements.iter().filter_map(|own| own.attributes.get("dependencies"));
            let lists: Vec<&String> = lists.collect();
            assert!(lists.len() > 10);
            for known in lists.iter().flat_map(|list| list.split_whitespace()) {
                assert!(knowns.iter().any(|own| own == known), "{known}");
            }
        }
    }
}

/// A dependency that is found at one state exists in motion: an output whose difference quotient by a state is not zero
/// lists that state. The motion of a front wheel does not depend on the rear suspensions, and no motion depends on
/// pedals and forces.
#[test]
fn dependencies_are_true() {
    let packed = with_ports(TRUCK, &[], &[Port::Wheels]);
    let mut car = packed.package.car(true).expect("a car");
    car.begin(0.0).expect("it begins");
    car.find_dependencies(true).expect("dependencies");
    let table = car.table().clone();
    let told = |car: &wishbone_workbench::outside::Car, place: usize| car.dependencies(place).map(<[usize]>::to_vec);
    let unknowns: Vec<usize> = (0..table.len())
        .filter(|place| matches!(table[*place].kind, Kind::Output(_)) && told(&car, *place).is_some())
        .collect();
    assert!(unknowns.len() > 100, "{}", unknowns.len());
    let (count, step) = car.divide(0.1).expect("a step");
    (0..count).for_each(|_| car.step(step).expect("it falls"));
    let mut checked = 0;
    for state in (0..table.len()).filter(|place| matches!(table[*place].kind, Kind::State(_))) {
        let slopes = car.slopes(&unknowns, state).expect("slopes");
        for (unknown, slope) in unknowns.iter().zip(slopes).filter(|(_, slope)| slope.abs() > 1e-9) {
            let (unknown, names) = (*unknown, (&table[*unknown].name, &table[state].name));
            assert!(
                told(&car, unknown).expect("a list").contains(&state),
                "{names:?}: {slope}"
            );
            checked += 1;
        }
    }
    assert!(checked > 500, "{checked}");
    let place = |name: &str| {
        table
            .iter()
            .position(|own| own.name == name)
            .unwrap_or_else(|| panic!("{name}"))
    };
    let wheel = table
        .iter()
        .find(|own| own.name.starts_with("wheel_front_left") && own.name.ends_with("pos.z"));
    let list = told(&car, place(&wheel.expect("a wheel").name)).expect("a list");
    let names: Vec<&str> = list.iter().map(|place| &*table[*place].name).collect();
    assert!(
        names
            .iter()
            .all(|name| !name.contains("rear") && !name.contains("force") && !name.contains("throttle")),
        "{names:?}"
    );
    assert!(
        names.iter().all(|name| !name.starts_with("states.v.")),
        "a position depends on no speed: {names:?}"
    );
    assert!(told(&car, place("vertical_acceleration")).is_none());
}
