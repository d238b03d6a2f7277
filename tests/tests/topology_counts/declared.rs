//! No declaration is lost: every part of every vehicle is in the model, in the topology, and in the programs.

use crate::{compiled, folder};
use std::fs;
use wishbone_compiler::formulation::method::Choice;
use wishbone_compiler::front::dsl::parse_text;
use wishbone_compiler::front::syntax::{Element, Item, Value};
use wishbone_compiler::ir::{Op, Program};
use wishbone_compiler::kinematics::Mechanism;
use wishbone_compiler::model::{BodyId, Curve, JointId, Method, Model, Spring};
use wishbone_compiler::pipeline::{Compiled, compile_text_with};
use wishbone_compiler::programs::calls::Call;
use wishbone_compiler::programs::ports::{Array, Kind, Port};
use wishbone_compiler::programs::{Extent, Traceable, trace};
use wishbone_vehicles::{FourBar, Hmmwv, QuarterCar};

/// A declared part: its keyword, its expected name in the model, and the input that drives it.
struct Part {
    keyword: String,
    name: String,
    drive: Option<String>,
}

/// All declarations of this package and some of the library, by name.
pub fn declarations() -> Vec<(String, String)> {
    let mut all = vec![
        ("FourBar".to_owned(), FourBar::DECLARATION.to_owned()),
        ("Hmmwv".to_owned(), Hmmwv::DECLARATION.to_owned()),
        ("QuarterCar".to_owned(), QuarterCar::DECLARATION.to_owned()),
    ];
    for folder in ["vehicles", "topologies"].map(folder) {
        for entry in fs::read_dir(&folder).expect("the folder is there") {
            let path = entry.expect("it can be read").path();
            all.push((
                path.display().to_string(),
                fs::read_to_string(&path).expect("it is text"),
            ));
        }
    }
    all
}

/// All parts of `items`. Parts of a mirrored group count once with the group's name and once with the image's name; parts of a subsystem
/// of `vehicle` count once for each side of each place.
fn parts(items: &[Item], prefix: &str, vehicle: &[Item]) -> Vec<Part> {
    let mut parts_found = Vec::new();
    for item in items {
        match item {
            Item::Element(element) => parts_found.push(part(element, prefix)),
            Item::Mirror { group, image, items } => {
                for side in [group, image] {
                    parts_found.extend(parts(items, &format!("{prefix}{}.", side.text), vehicle));
                }
            }
            Item::Place {
                subsystem,
                group,
                image,
                items,
                ..
            } => {
                for side in [Some(group), image.as_ref()].into_iter().flatten() {
                    let prefix = format!("{prefix}{}.", side.text);
                    let mut placed = parts(subsystem_items(&subsystem.text, vehicle), &prefix, vehicle);
                    let is_there =
                        |part: &Part| placed.iter().any(|p| p.name == part.name && p.keyword == part.keyword);
                    let added: Vec<Part> = parts(items, &prefix, vehicle)
                        .into_iter()
                        .filter(|p| !is_there(p))
                        .collect();
                    placed.extend(added);
                    parts_found.extend(placed);
                }
            }
            Item::Include(_) | Item::Setting(_) | Item::Points(_) | Item::Subsystem { .. } => {}
        }
    }
    parts_found
}

/// The items of a subsystem of the vehicle.
fn subsystem_items<'v>(wanted: &str, vehicle: &'v [Item]) -> &'v [Item] {
    let mut found = vehicle.iter().filter_map(|item| match item {
        Item::Subsystem { name, items, .. } if name.text == wanted => Some(items.as_slice()),
        _ => None,
    });
    found.next().expect("the subsystem is declared")
}

fn part(element: &Element, prefix: &str) -> Part {
    let drive = element.attributes.iter().find(|a| a.key.text == "drive");
    Part {
        keyword: element.keyword.text.clone(),
        name: format!("{prefix}{}", element.name.text),
        drive: drive.map(|attribute| match &attribute.value {
            Value::Name(path) => format!("{prefix}{}", path.text),
            other => panic!("a drive is a name, not {other:?}"),
        }),
    }
}

#[test]
fn whatever_is_declared_is_there() {
    for (file, text) in declarations() {
        let items = parse_text(&text).expect("it can be read").items;
        let declared = parts(&items, "", &items);
        let compiled = compiled(&text);
        counted(&compiled.model, &declared, &file);
        // Other methods and the passes remove forces that move nothing, since loops hold their bodies; this method keeps them.
        let whole = compile_text_with(&text, &Choice::Uniform(Method::Recursive)).expect("it compiles");
        let signals = 0..compiled.model.signals.len();
        let unread = signals.filter(|&s| !uses(&whole.programs[Call::Evaluation], Kind::Signal.at(s)));
        assert_eq!(unread.collect::<Vec<usize>>(), [], "{file}: signals");
        for part in &declared {
            assert!(
                is_there(&compiled, &whole, part),
                "{file}: {} `{}` is lost",
                part.keyword,
                part.name
            );
        }
    }
}

/// Keywords of force elements that are no spring-dampers.
const FORCES: [&str; 10] = [
    "air_spring",
    "bushing",
    "friction",
    "ground_contact",
    "leaf_spring",
    "limit",
    "load",
    "marker",
    "roll_bar",
    "torsion",
];

/// Keywords of equipment.
const EQUIPMENT: [&str; 6] = ["air", "brakes", "driver", "powertrain", "steering", "tyre"];

/// Asserts that the model has exactly as many parts of each kind as declared.
fn counted(model: &Model, declared: &[Part], file: &str) {
    let of = |keywords: &[&str]| {
        declared
            .iter()
            .filter(|p| keywords.contains(&p.keyword.as_str()))
            .count()
    };
    let drives = declared.iter().filter(|p| p.drive.is_some()).count();
    // A body without mass and its two joints are one link with the name of the body.
    let is_gone = |part: &&Part| part.keyword == "body" && model.bodies.iter().all(|b| b.name != part.name);
    let gone: Vec<&Part> = declared.iter().filter(is_gone).collect();
    let links = gone.len();
    let is_link = |part: &Part| model.joints.iter().any(|j| j.name == part.name);
    assert!(gone.into_iter().all(is_link), "{file}: bodies");
    assert_eq!(model.moving_bodies().count() + links, of(&["body"]), "{file}: bodies");
    assert_eq!(
        model.joints.len() + links,
        of(&["joint", "link", "gear"]),
        "{file}: joints and links"
    );
    assert_eq!(model.springs.len(), of(&["spring"]), "{file}: springs");
    assert_eq!(model.forces.len(), of(&FORCES), "{file}: other force elements");
    assert_eq!(model.equipment.len(), of(&EQUIPMENT), "{file}: equipment");
    assert_eq!(model.wheels.len(), of(&["wheel"]), "{file}: wheels");
    assert_eq!(model.outputs.len(), of(&["output"]), "{file}: outputs");
    assert_eq!(model.drives.len(), drives, "{file}: drives");
}

fn is_there(compiled: &Compiled, whole: &Compiled, part: &Part) -> bool {
    let model = &compiled.model;
    let named = |name: &String| *name == part.name;
    match part.keyword.as_str() {
        "body" => model.bodies.iter().position(|b| named(&b.name)).map_or_else(
            // A body without mass has become a link.
            || model.joints.iter().any(|j| named(&j.name)),
            |b| body(compiled, b),
        ),
        "joint" | "link" | "gear" => {
            let joint = model.joints.iter().position(|j| named(&j.name));
            joint.map_or_else(
                // Its two joints are contained in the link; `counted` checks their number.
                || part.drive.is_none() && model.joints.iter().any(|j| j.kind.is_link()),
                |j| is_tree_joint_or_cut(compiled, j) && is_driven(compiled, j, part.drive.as_deref()),
            )
        }
        "spring" => model
            .springs
            .iter()
            .position(|s| named(&s.name))
            .is_some_and(|s| spring(compiled, s)),
        keyword if FORCES.contains(&keyword) => model
            .forces
            .iter()
            .position(|f| named(&f.name))
            .is_some_and(|f| force(compiled, f)),
        "wheel" => model
            .wheels
            .iter()
            .position(|w| named(&w.name))
            .is_some_and(|w| wheel(whole, w)),
        keyword if EQUIPMENT.contains(&keyword) => model.equipment.iter().any(|piece| named(&piece.name)),
        "output" => model
            .outputs
            .iter()
            .position(|o| named(&o.name))
            .is_some_and(|o| output(compiled, o)),
        other => panic!("`{other}` is not tested"),
    }
}

/// Whether the body is in the tree once, and its motion is an output.
fn body(compiled: &Compiled, body: usize) -> bool {
    let places = compiled.topology.order.iter().filter(|b| b.index() == body);
    let moving = |port: &Port| port.array() == Array::Bodies && port.index + 1 == body;
    places.count() == 1 && compiled.programs[Call::BodyMotion].outputs.iter().any(moving)
}

fn is_tree_joint_or_cut(compiled: &Compiled, joint: usize) -> bool {
    let topology = &compiled.topology;
    let is = |id: JointId| id.index() == joint;
    let branches = topology
        .order
        .iter()
        .filter_map(|&b: &BodyId| topology.joint(b).declared);
    let cuts = topology.loops.iter().map(|l| l.cut);
    branches.chain(cuts).filter(|&id| is(id)).count() == 1
}

/// Whether the input drives this joint. Its position, velocity and acceleration must be read for the accelerations. If
/// they have no effect there (the position of a slide on the ground), they must be read for the motion of the bodies.
fn is_driven(compiled: &Compiled, joint: usize, input: Option<&str>) -> bool {
    let drives = &compiled.model.drives;
    let Some(drive) = compiled.model.joints[joint].drive else {
        return input.is_none();
    };
    let own = drives[drive.index()].joint.index() == joint && input == Some(drives[drive.index()].name.as_str());
    let programs = [
        &compiled.programs[Call::Evaluation],
        &compiled.programs[Call::BodyMotion],
    ];
    own && Kind::DRIVE
        .iter()
        .all(|kind| programs.iter().any(|p| uses(p, kind.at(drive.index()))))
}

/// Whether an operation of the traced program reads this input.
fn uses(traceable: &Traceable, port: Port) -> bool {
    let read = |op: Op| matches!(op, Op::Input(i) if traceable.inputs[i as usize] == port);
    traceable.traced.nodes.iter().any(|node| read(node.op))
}

/// Whether the tyre's force acts if the carrier can move, the torques act if the wheel spins, and the wheel's motion is an output.
fn wheel(compiled: &Compiled, wheel: usize) -> bool {
    let evaluation = &compiled.programs[Call::Evaluation];
    let topology = &compiled.topology;
    let mut inward = topology.to_ground(compiled.model.wheels[wheel].carrier);
    let is_held = !inward.any(|b| b != BodyId::GROUND && topology.joint(b).speeds() > 0);
    let force = is_held || (0..3).any(|k| uses(evaluation, Kind::WheelForce.component(wheel, k)));
    let torques = [Kind::DriveTorque.at(wheel), Kind::BrakeTorque.at(wheel)];
    let spins = compiled.state.spins[wheel].is_some();
    let told = |port: &Port| port.array() == Array::Wheels && port.index == wheel;
    force && (!spins || torques.into_iter().all(|port| uses(evaluation, port))) && evaluation.outputs.iter().any(told)
}

fn output(compiled: &Compiled, output: usize) -> bool {
    let told = |port: &&Port| **port == Kind::Named.at(output);
    compiled.programs[Call::Outputs].outputs.iter().filter(told).count() == 1
}

/// Whether a changed spring changes the program of the evaluation; if the spring moves nothing, the program of the
/// energy.
fn spring(compiled: &Compiled, spring: usize) -> bool {
    let mut model = compiled.model.clone();
    alter(&mut model.springs[spring]);
    let mechanism = Mechanism::new(&model, &compiled.topology).aligned(compiled.mobility.steps());
    let altered = trace(
        &mechanism,
        &compiled.mobility,
        &compiled.plan,
        &compiled.state,
        Extent::Text,
    );
    let differs = |a: &Program, b: &Program| {
        a.nodes.iter().map(|n| n.op).ne(b.nodes.iter().map(|n| n.op)) || a.tables != b.tables
    };
    differs(
        &altered[Call::Evaluation].program,
        &compiled.programs[Call::Evaluation].program,
    ) || differs(&altered[Call::Energy].program, &compiled.programs[Call::Energy].program)
}

/// Whether the evaluation changes without the force element.
fn force(compiled: &Compiled, force: usize) -> bool {
    let mut model = compiled.model.clone();
    model.forces.remove(force);
    model.outputs.clear();
    let mechanism = Mechanism::new(&model, &compiled.topology).aligned(compiled.mobility.steps());
    let without = &trace(
        &mechanism,
        &compiled.mobility,
        &compiled.plan,
        &compiled.state,
        Extent::Text,
    )[Call::Evaluation]
        .program;
    let whole = &compiled.programs[Call::Evaluation].program;
    without.nodes.iter().map(|n| n.op).ne(whole.nodes.iter().map(|n| n.op))
}

fn alter(spring: &mut Spring) {
    let curve = match &mut spring.damping {
        _ if spring.elastic.is_some() => spring.elastic.as_mut(),
        Some(damping) => Some(&mut damping.curve),
        None => None,
    };
    match curve {
        Some(Curve::Linear(slope)) => *slope = slope.map(|x| 1.25 * x),
        Some(Curve::Split { negative, positive }) => {
            *negative = negative.map(|x| 1.25 * x);
            *positive = positive.map(|x| 1.25 * x);
        }
        Some(Curve::Degressive { slope, .. }) => *slope = slope.map(|x| 1.25 * x),
        Some(Curve::Polynomial(polynomial)) => polynomial.abscissa = polynomial.abscissa.map(|x| 1.25 * x),
        Some(Curve::Table(table)) => table.y.iter_mut().for_each(|y| *y *= 1.25),
        None => spring.preload = (*spring.preload + 1.0).into(),
    }
}
