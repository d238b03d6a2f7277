//! A glTF file has the motion that the solver computes. An independent reader reads the file: its nodes, channels and
//! accessors are those of the vehicle, and its poses are the poses of a second run.

use gltf::animation::Property;
use gltf::animation::util::ReadOutputs;
use gltf::{Accessor, Gltf, Node, Semantic};
use nalgebra::{Matrix3, Quaternion, UnitQuaternion, Vector3};
use serde_json::Value;
use std::collections::BTreeMap;
use wishbone::prelude::*;
use wishbone::state::StateVector;
use wishbone_compiler::pipeline::{Compiled, compile_text};
use wishbone_engine::Engine;
use wishbone_engine::equipment::{Fitted, Road, fitted, radii};
use wishbone_report::{Fixed, Geometry, Line, Look, Part, Replay, Run, Wheel, gltf as written};
use wishbone_studies::manoeuvre::{Judge, Manoeuvre, Plan, library, record};

const CART: &str = "pub Cart {
    body frame { mass: 800 kg, com: [0, 0, 0.8] m, inertia: [300, 900, 1000] kg*m^2 }
    joint motion: free(ground, frame)
    subsystem Arm(frame) {
        points { pivot_in: [0.3, 0.4, 0.4] m, pivot_out: [0.3, 0.6, 0.4] m, centre: [-0.2, 0.8, 0.35] m, top: [-0.1, 0.5, 0.8] m, seat: [-0.1, 0.5, 0.4] m }
        body arm { mass: 30 kg, com: [0, 0.55, 0.38] m, inertia: [1, 3, 3.5] kg*m^2 }
        joint pivot: revolute(frame, arm) { through: [pivot_out, pivot_in] }
        spring spring: between(frame, arm) { from: top, to: seat, rate: 60 kN/m, damping: 3 kN*s/m, free_length: 450 mm }
        wheel tyre: on(arm) { centre: centre, radius: 0.35 m, spin_inertia: 1.2 kg*m^2 }
    }
    place Arm(frame) as left mirrored right
    place Arm(frame) as rear_left mirrored rear_right {
        points { pivot_in: [-1.7, 0.4, 0.4] m, pivot_out: [-1.7, 0.6, 0.4] m, centre: [-2.2, 0.8, 0.35] m, top: [-2.1, 0.5, 0.8] m, seat: [-2.1, 0.5, 0.4] m }
        body arm { com: [-2, 0.55, 0.38] m }
    }
    tyre all: linear(all) { stiffness: 200 kN/m, damping: 500 N*s/m, cornering_stiffness: 60 kN/rad }
    output length: length(left.spring)
}";

/// Distance between two times in the file, and duration [s].
const FRAME: f64 = 0.01;
const DURATION: f64 = 0.5;

type Rolling = Simulation<Engine, Fitted>;

/// The cart is thrown onto the road with a forward speed and a yaw rate.
fn rolling(compiled: &Compiled) -> Rolling {
    let engine = Engine::new(compiled);
    let start = wishbone::start::lifted(&engine, &radii(compiled)).expect("it is lifted");
    let mut start =
        wishbone::start::rolling_on(&engine, &radii(compiled), (&start, &engine.no_inputs()), 12.0).expect("it rolls");
    let names = engine.description();
    let yaw = names
        .speeds
        .iter()
        .position(|name| *name == "motion.wz")
        .expect("a free body");
    start.speeds_mut()[yaw] = 0.6;
    let equipment = fitted(compiled, names, &Road::new(Flat)).expect("there is room");
    let mut simulation = Simulation::new(engine, equipment, AdamsBashforth3::new());
    simulation.set_state(start);
    simulation
}

fn fixed(compiled: &Compiled, body: usize, point: [f64; 3]) -> Fixed {
    let com = *compiled.model.bodies[body + 1].com;
    Fixed {
        body: Some(body),
        place: (Vector3::from(point) - com).into(),
    }
}

/// A frame, the left arm, its spring, and all wheels.
fn geometry(compiled: &Compiled) -> Geometry {
    let part = |name: &str, look: Look, points: Vec<Fixed>| Part {
        line: Line {
            name: name.to_owned(),
            ink: "#0072b2",
            look,
        },
        points,
    };
    let wheels = compiled.model.wheels.iter().map(|wheel| Wheel {
        name: wheel.name.clone(),
        centre: fixed(compiled, wheel.carrier.index() - 1, (*wheel.centre).into()),
        axis: (*wheel.axis).into(),
        radius: wheel.radius,
    });
    let corners = [[0.3, 0.6, 0.4], [0.3, -0.6, 0.4], [-1.7, 0.6, 0.4], [-2.1, 0.5, 0.8]];
    Geometry {
        parts: vec![
            part(
                "frame",
                Look::Points,
                corners.map(|point| fixed(compiled, 0, point)).to_vec(),
            ),
            part(
                "left.arm",
                Look::Bar,
                vec![
                    fixed(compiled, 1, [0.3, 0.5, 0.4]),
                    fixed(compiled, 1, [-0.2, 0.8, 0.35]),
                ],
            ),
            part(
                "left.spring",
                Look::Spring,
                vec![
                    fixed(compiled, 0, [-0.1, 0.5, 0.8]),
                    fixed(compiled, 1, [-0.1, 0.5, 0.4]),
                ],
            ),
        ],
        wheels: wheels.collect(),
        ..Geometry::default()
    }
}

fn straight() -> Manoeuvre {
    library::find("straight")
        .expect("in the library")
        .expect("without mistakes")
}

fn replay(compiled: &Compiled, designs: &[&str]) -> Replay {
    replay_every(compiled, designs, FRAME)
}

/// Runs with rows at this distance [s].
fn replay_every(compiled: &Compiled, designs: &[&str], every: f64) -> Replay {
    let run = |design: &&str| {
        let mut simulation = rolling(compiled);
        let plan = Plan {
            chassis: 0,
            step: 1e-3,
            every,
            duration: DURATION,
            until: None,
            anyway: false,
            is_shown: true,
        };
        let recorded = record(&mut simulation, &plan, &Judge::default(), |_, _| 0.0, &mut |_| {});
        assert!(recorded.verdict.is_as_asked(), "{:?}", recorded.verdict);
        Run {
            design: (*design).to_owned(),
            bodies: simulation
                .solver()
                .description()
                .bodies
                .iter()
                .map(ToString::to_string)
                .collect(),
            geometry: geometry(compiled),
            chassis: 0,
            ground: straight().strip(&recorded.motion, 0, false),
            motion: recorded.motion,
        }
    };
    Replay {
        name: "throw".to_owned(),
        runs: designs.iter().map(run).collect(),
    }
}

fn compiled() -> Compiled {
    compile_text(CART).expect("a cart")
}

/// Values of a channel: three or four numbers for each time.
type Values = Vec<Vec<f64>>;

/// Channels by the name of their node and the property that they move.
fn channels(file: &Gltf) -> BTreeMap<(String, &'static str), Values> {
    let bytes = file.blob.as_deref().expect("bytes");
    let animation = file.animations().next().expect("an animation");
    assert_eq!((file.animations().count(), animation.name()), (1, Some("throw")));
    let each = animation.channels().map(|channel| {
        let reader = channel.reader(|_| Some(bytes));
        let times: Vec<f32> = reader.read_inputs().expect("times").collect();
        assert_eq!(times.len(), 51);
        assert!(
            times
                .iter()
                .enumerate()
                .all(|(k, time)| (f64::from(*time) - FRAME * k as f64).abs() < 1e-6)
        );
        let wide = |values: Vec<f32>| values.into_iter().map(f64::from).collect::<Vec<f64>>();
        let (property, values): (_, Values) = match reader.read_outputs().expect("values") {
            ReadOutputs::Translations(values) => ("translation", values.map(|own| wide(own.to_vec())).collect()),
            ReadOutputs::Rotations(values) => {
                let values = values.into_f32();
                ("rotation", values.map(|own| wide(own.to_vec())).collect())
            }
            ReadOutputs::Scales(values) => ("scale", values.map(|own| wide(own.to_vec())).collect()),
            ReadOutputs::MorphTargetWeights(_) => panic!("nothing is morphed"),
        };
        assert_eq!(values.len(), times.len());
        let target = channel.target();
        assert_eq!(
            property,
            match target.property() {
                Property::Translation => "translation",
                Property::Rotation => "rotation",
                Property::Scale => "scale",
                Property::MorphTargetWeights => "weights",
            }
        );
        ((target.node().name().expect("a name").to_owned(), property), values)
    });
    each.collect()
}

fn rotation(values: &[f64]) -> UnitQuaternion<f64> {
    let quaternion = Quaternion::new(values[3], values[0], values[1], values[2]);
    assert!((quaternion.norm() - 1.0).abs() < 1e-6, "{quaternion}");
    UnitQuaternion::new_normalize(quaternion)
}

#[test]
fn poses_are_those_of_the_solver() {
    let compiled = compiled();
    let file = written::file(&replay(&compiled, &["cart"])).expect("it is written");
    let file = Gltf::from_slice(&file).expect("it is valid");
    let channels = channels(&file);
    // Two channels for each of five bodies, one for each of four wheels, and three for the spring.
    assert_eq!(channels.len(), 2 * 5 + 4 + 3);
    let mut simulation = rolling(&compiled);
    let names = simulation.solver().description();
    let channel = |name: &str, property: &'static str| &channels[&(name.to_owned(), property)];
    let mut turned = 0.0;
    for k in 0..=50 {
        let bodies = simulation.bodies().to_vec();
        for (name, body) in names.bodies.iter().zip(&bodies) {
            let translation = &channel(name, "translation")[k];
            assert_eq!(
                *translation,
                body.com.map(|x| f64::from(x as f32)),
                "{name} at frame {k}"
            );
            let own = rotation(&channel(name, "rotation")[k]).to_rotation_matrix();
            let wanted = Matrix3::from_fn(|row, column| body.rotation[row][column]);
            assert!((own.matrix() - wanted).amax() < 1e-6, "{name} at frame {k}");
        }
        let length = simulation.outputs()[0];
        let stretched = channel("left.spring", "scale")[k][2];
        assert!((stretched - length).abs() < 1e-6, "{stretched}, {length}");
        // The wheel turns about its axis, which points to the left, by the integral of its spin.
        let wheel = rotation(&channel("left.tyre", "rotation")[k]);
        let difference = wheel.angle_to(&UnitQuaternion::from_axis_angle(&Vector3::y_axis(), turned));
        assert!(difference < 1e-2, "{difference} at frame {k}");
        for _ in 0..10 {
            let spin = simulation.solver().wheels()[0].spin;
            let _ = simulation.step(1e-3).expect("a step");
            turned += 5e-4 * (spin + simulation.solver().wheels()[0].spin);
        }
    }
    assert!(turned > 10.0, "{turned}");
}

/// Rows are so far apart that a wheel turns by more than half a turn between them. Between keys, the shorter way is the
/// wheel's true way; the total is the integral of its spin, and the angle is linear between two rows.
#[test]
fn wheels_turn_the_right_way_at_any_distance_of_rows() {
    let compiled = compiled();
    let rolled = replay_every(&compiled, &["cart"], 0.125);
    let moments = &rolled.runs[0].motion.moments;
    assert_eq!(moments.len(), 5);
    let file = written::file(&rolled).expect("it is written");
    let file = Gltf::from_slice(&file).expect("it is valid");
    let bytes = file.blob.as_deref().expect("bytes");
    let animation = file.animations().next().expect("an animation");
    let channel = animation
        .channels()
        .find(|channel| channel.target().node().name() == Some("left.tyre"));
    let reader = channel.expect("a wheel that turns").reader(|_| Some(bytes));
    let times: Vec<f32> = reader.read_inputs().expect("times").collect();
    let Some(ReadOutputs::Rotations(values)) = reader.read_outputs() else {
        panic!("a wheel has rotations");
    };
    let keys: Vec<_> = values.into_f32().map(|own| rotation(&own.map(f64::from))).collect();
    assert!(times.len() == keys.len() && times.is_sorted_by(|one, next| one < next));
    let (mut turned, mut row) = (0.0, 0);
    for (place, key) in keys.iter().enumerate() {
        if let Some(before) = place.checked_sub(1) {
            // The wheel's axis points to the left.
            turned += (keys[before].inverse() * key).scaled_axis().y;
        }
        let time = f64::from(times[place]);
        while row + 2 < moments.len() && time > moments[row + 1].time + 1e-6 {
            row += 1;
        }
        let [from, to] = [&moments[row], &moments[row + 1]];
        let part = (time - from.time) / (to.time - from.time);
        let expected = from.turned[0] + part * (to.turned[0] - from.turned[0]);
        assert!((turned - expected).abs() < 1e-4, "{time}: {turned}, {expected}");
    }
    assert!(turned > 12.0, "{turned}");
    assert!(moments[1].turned[0] > std::f64::consts::PI, "{:?}", moments[1].turned);
}

/// The root alone turns X (forward) to Z, Y (left) to X, and Z (up) to Y.
#[test]
fn the_root_turns_z_up_into_y_up() {
    let file = written::file(&replay(&compiled(), &["cart"])).expect("it is written");
    let file = Gltf::from_slice(&file).expect("it is valid");
    let scene = file.default_scene().expect("a scene");
    let roots: Vec<Node> = scene.nodes().collect();
    assert_eq!(roots.len(), 1);
    let (_, root, _) = roots[0].transform().decomposed();
    let root = rotation(&root.map(f64::from));
    for (vehicle, gltf) in [
        (Vector3::x(), Vector3::z()),
        (Vector3::y(), Vector3::x()),
        (Vector3::z(), Vector3::y()),
    ] {
        assert!((root * vehicle - gltf).norm() < 1e-6, "{vehicle}");
    }
}

/// Every accessor lies within its bytes, and its bounds are the bounds of its numbers.
#[test]
fn accessors_have_counts_and_bounds() {
    has_counts_and_bounds(&replay(&compiled(), &["cart"]));
}

/// This also holds for a vehicle whose points lie in a plane along its axes, on ground without a height on its right
/// side.
#[test]
fn flat_vehicles_have_counts_and_bounds() {
    let compiled = compiled();
    let mut flat = replay(&compiled, &["cart"]);
    for section in &mut flat.runs[0].ground.sections {
        section[0][2] = f64::NAN;
    }
    for axis in 0..3 {
        for point in &mut flat.runs[0].geometry.parts[0].points {
            point.place[axis] = 0.0;
        }
        has_counts_and_bounds(&flat);
    }
}

fn has_counts_and_bounds(replay: &Replay) {
    let content = written::file(replay).expect("it is written");
    let file = Gltf::from_slice(&content).expect("it is valid");
    let bytes = file.blob.as_deref().expect("bytes");
    let mut checked = 0;
    for accessor in file.accessors() {
        let view = accessor.view().expect("bytes");
        let length = accessor.count() * accessor.size();
        assert!(accessor.count() > 0 && length == view.length() && view.offset() % 4 == 0);
        assert!(view.offset() + view.length() <= bytes.len());
        let own = &bytes[view.offset()..view.offset() + view.length()];
        let Some(bounds) = bounds(&accessor) else {
            continue;
        };
        let width = accessor.dimensions().multiplicity();
        let numbers: Vec<f32> = own
            .as_chunks::<4>()
            .0
            .iter()
            .map(|bytes| f32::from_le_bytes(*bytes))
            .collect();
        assert!(numbers.iter().all(|x| x.is_finite()));
        for component in 0..width {
            let along = numbers.iter().skip(component).step_by(width);
            let found = along.fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], x| {
                [low.min(*x), high.max(*x)]
            });
            assert_eq!(found, bounds.each_ref().map(|bound| bound[component]));
        }
        checked += 1;
    }
    assert!(checked > 20, "{checked}");
    for mesh in file.meshes() {
        for primitive in mesh.primitives() {
            let reader = primitive.reader(|_| Some(bytes));
            let corners = primitive.get(&Semantic::Positions).expect("positions").count() as u32;
            let indices: Vec<u32> = reader.read_indices().expect("indices").into_u32().collect();
            assert!(indices.len().is_multiple_of(3) && indices.iter().all(|index| *index < corners));
        }
    }
}

/// Lower and upper bounds, if the accessor has any.
fn bounds(accessor: &Accessor) -> Option<[Vec<f32>; 2]> {
    let numbers = |value: Option<Value>| -> Option<Vec<f32>> {
        let numbers = value?;
        numbers
            .as_array()?
            .iter()
            .map(|x| x.as_f64().map(|x| x as f32))
            .collect()
    };
    Some([numbers(accessor.min())?, numbers(accessor.max())?])
}

/// Designs are children of the root. There is one ground only, and each design has its own colour.
#[test]
fn designs_stand_beside_each_other() {
    let file = written::file(&replay(&compiled(), &["one", "other"])).expect("it is written");
    let file = Gltf::from_slice(&file).expect("it is valid");
    let root = file
        .default_scene()
        .and_then(|scene| scene.nodes().next())
        .expect("a root");
    let names: Vec<String> = root
        .children()
        .filter_map(|node| node.name().map(str::to_owned))
        .collect();
    assert_eq!(names, ["one", "other"]);
    let grounds = file.nodes().filter(|node| node.name() == Some("ground"));
    assert_eq!(grounds.count(), 1);
    let arms = file
        .nodes()
        .filter(|node| node.name() == Some("left.arm") && node.mesh().is_some());
    let colours: Vec<[f32; 4]> = arms
        .filter_map(|node| {
            node.mesh()?
                .primitives()
                .next()
                .map(|primitive| primitive.material().pbr_metallic_roughness().base_color_factor())
        })
        .collect();
    assert!(colours.len() == 2 && colours[0] != colours[1], "{colours:?}");
}
