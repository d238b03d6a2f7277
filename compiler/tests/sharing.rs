//! An evaluation on several threads. The program of each thread is interpreted with only its own inputs and the messages
//! of the other threads; together they deliver the bits of the whole program.

#[path = "../examples/scaling/large.rs"]
#[allow(dead_code, reason = "the sizes are those of a table elsewhere")]
mod large;

use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fmt::Display;
use std::fs;
use wishbone_compiler::diag::catalogue;
use wishbone_compiler::front::file;
use wishbone_compiler::ir::{Op, Phase, Program, interpret, unroll, verify};
use wishbone_compiler::pipeline::{Compiled, compile, compile_text};
use wishbone_compiler::programs::calls::{Call, Corrected};
use wishbone_compiler::programs::ports::{Array, Kind, Port};
use wishbone_compiler::programs::sharing::{
    Assumptions, Closing, Correction, Finished, Portion, Sharing, Vehicle, shared,
};
use wishbone_compiler::programs::unfinished::Unfinished;

/// Vehicles with fewer than two subsystems, in lanes or without: a mechanism, two corners, cars whose four corners are
/// one group in lanes.
const ONE_SUBSYSTEM: [&str; 5] = ["four_bar", "hmmwv", "hmmwv14", "quarter_car", "quarter_sla"];

/// Vehicles of the library without these settings, computed by two threads.
fn library(without: &[&str]) -> Vec<Compiled> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../vehicles/workbench/files");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("a file").path())
        .collect();
    paths.sort();
    let vehicles = paths
        .iter()
        .filter(|path| path.extension().is_some_and(|end| end == "toml"));
    let compiled = vehicles.filter_map(|path| {
        let reading = file::read(&path.to_string_lossy(), &mut |path| {
            let text = fs::read_to_string(path).map_err(|reason| reason.to_string())?;
            let kept = text
                .lines()
                .filter(|line| !without.iter().any(|word| line.starts_with(word)));
            let kept = kept.collect::<Vec<&str>>().join("\n");
            Ok(kept.replacen("[vehicle]", "[vehicle]\nthreads = 2", 1))
        });
        match compile(&reading.vehicle.expect("a sound file")) {
            Ok(compiled) => Some(compiled),
            Err(refused) => {
                let stem = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
                assert!(ONE_SUBSYSTEM.contains(&stem), "{stem}: {refused:?}");
                assert!(refused.iter().all(|problem| problem.code == &catalogue::THREADS));
                None
            }
        }
    });
    compiled.collect()
}

/// Suspensions of the library, each with two flags: whether a side is placed twice, and whether it is steered.
const SUSPENSIONS: [(&str, &str, bool, bool); 11] = [
    ("double_wishbone", "DoubleWishbone", true, true),
    ("macpherson", "MacPherson", true, true),
    ("macpherson_massless", "MacPhersonMassless", true, true),
    ("five_link", "FiveLink", true, false),
    ("semi_trailing_arm", "SemiTrailingArm", true, false),
    ("trailing_arm", "TrailingArm", true, false),
    ("swing_axle", "SwingAxle", true, false),
    ("twist_beam", "TwistBeam", false, false),
    ("solid_axle_panhard", "SolidAxlePanhard", false, false),
    ("solid_axle_watt", "SolidAxleWatt", false, false),
    ("solid_axle_steered", "SolidAxleSteered", false, true),
];

/// A car with a suspension in front, and behind, on two threads.
fn car_on((file, name, is_side, is_steered): (&str, &str, bool, bool)) -> Compiled {
    let place = |axle: &str, origin: f64| {
        let bodies = if is_steered { "chassis, chassis" } else { "chassis" };
        let names = match is_side {
            true => format!("{axle}_left mirrored {axle}_right"),
            false => axle.to_owned(),
        };
        format!("place {name}({bodies}) as {names} {{ origin: [{origin}, 0, 0] m }}")
    };
    let text = format!(
        "Car {{
            threads: 2
            include \"wishbone/{file}.txt\"
            body chassis {{ mass: 1200 kg, com: [-1.3, 0, 0.2] m, inertia: [500, 2000, 2200] kg*m^2 }}
            joint motion: free(ground, chassis)
            {}
            {}
        }}",
        place("front", 0.0),
        place("rear", -2.7),
    );
    compile_text(&text).unwrap_or_else(|refused| panic!("{name}: {refused:?}"))
}

/// A truck or bus of this size.
fn large(family: &str, size: usize, threads: impl Display) -> Compiled {
    large_with(family, size, &format!("threads: {threads}"))
}

/// A truck or bus with equal subsystems in lanes.
fn in_lanes(family: &str, size: usize, threads: impl Display) -> Compiled {
    large_with(family, size, &format!("levels: v3 lanes: accept threads: {threads}"))
}

fn large_with(family: &str, size: usize, settings: &str) -> Compiled {
    let found = large::FAMILIES
        .iter()
        .find(|of| of.name.starts_with(family))
        .expect("a family");
    let text = (found.declare)(size).replacen('{', &format!("{{\n    {settings}"), 1);
    compile_text(&text).expect("a sound vehicle")
}

/// Value of an input port: near the design position, at moderate speeds and loads.
fn number(compiled: &Compiled, port: Port, rng: &mut Rng) -> f64 {
    match port.array() {
        Array::Coordinates => compiled.state.design(&compiled.layout)[port.index] + 0.01 * rng.f64(),
        Array::Drives => 0.01 * rng.f64(),
        _ => rng.f64(),
    }
}

/// The threads deliver the bits of the whole program, and read no numbers of another thread; lanes are computed one
/// after the other.
fn judge(compiled: &Compiled, whole: &Whole, portions: &[Portion], rng: &mut Rng) {
    let inputs: Vec<f64> = whole.inputs.iter().map(|port| number(compiled, *port, rng)).collect();
    let of = |port: Port| inputs[whole.inputs.iter().position(|own| *own == port).expect("an input")];
    let expected = interpret(&whole.program, &inputs);
    let name = &compiled.model.name;
    assert!(expected.iter().all(|x| x.is_finite()), "{name}");
    let count: usize = portions.iter().map(|portion| portion.messages).sum();
    let run = |portion: &Portion, messages: &[f64]| {
        let inputs = portion.inputs.iter().flatten().map(|port| match port.kind {
            Kind::Received => messages[port.index],
            _ => of(*port),
        });
        let lanes: Vec<usize> = portion.outputs.iter().map(Vec::len).collect();
        let results = interpret(&unroll(&portion.program, &lanes), &inputs.collect::<Vec<f64>>());
        portion
            .outputs
            .iter()
            .flatten()
            .copied()
            .zip(results)
            .collect::<Vec<(Port, f64)>>()
    };
    // Before the threads meet, all messages are unknown.
    let mut messages = Vec::new();
    for portion in portions {
        let results = run(portion, &vec![f64::NAN; count]).into_iter();
        let sent = results.filter(|(port, _)| port.kind == Kind::Sent);
        let first = messages.len();
        messages.resize(first + portion.messages, f64::NAN);
        sent.for_each(|(port, number)| messages[first + port.index] = number);
    }
    assert_eq!(messages.len(), count);
    let mut delivered = BTreeSet::new();
    for portion in portions {
        let results = run(portion, &messages).into_iter();
        for (port, number) in results.filter(|(port, _)| port.kind != Kind::Sent) {
            let place = whole.outputs.iter().position(|own| *own == port).expect("an output");
            assert_eq!(number.to_bits(), expected[place].to_bits(), "{name} {port}");
            delivered.insert(place);
        }
    }
    assert_eq!(delivered.len(), expected.len(), "every output is somebody's");
}

/// Asserts that a thread computes the rate of every state variable that it reads.
fn is_closed(portion: &Portion) {
    for port in portion.inputs.iter().flatten() {
        let held = match port.array() {
            Array::Coordinates => &portion.holdings.coordinates,
            Array::Speeds => &portion.holdings.speeds,
            Array::Loads => &portion.holdings.wheels,
            _ => continue,
        };
        assert!(held.contains(&port.index), "{port}");
    }
}

/// Whether each thread moves something that no other does.
fn have_work(portions: &[Portion]) -> bool {
    portions.iter().enumerate().all(|(thread, own)| {
        let others = portions.iter().enumerate().filter(|(other, _)| *other != thread);
        let all: BTreeSet<usize> = others.flat_map(|(_, other)| &other.holdings.speeds).copied().collect();
        own.holdings.speeds.iter().any(|speed| !all.contains(speed))
    })
}

/// Asserts that no part of a thread's program uses a later part, and that no part before the meeting uses a message.
fn is_in_order(portion: &Portion) {
    assert_eq!(verify(&portion.program), Vec::<String>::new());
    let phase = |region: u32| portion.regions[region as usize].0;
    for node in portion.program.nodes.iter().filter(|node| node.op.is_computed()) {
        let received = node
            .op
            .operands()
            .any(|operand| match portion.program.node(operand).op {
                Op::Input(i) => portion.inputs[i as usize][0].kind == Kind::Received,
                _ => false,
            });
        assert!(!received || phase(node.region) == Phase::After);
    }
    for (output, port) in portion.program.outputs.iter().zip(&portion.outputs) {
        assert_eq!(port[0].kind == Kind::Sent, phase(output.region) == Phase::Before);
    }
}

/// The corrections of the parts deliver the bits of one correction of the whole. A part reads nothing of another thread's.
fn judge_closing(
    compiled: &Compiled,
    whole: &[Correction],
    (closing, portions): (&Closing, &[Portion]),
    rng: &mut Rng,
) {
    let name = &compiled.model.name;
    for all in whole {
        let numbers: BTreeMap<Port, f64> = all
            .inputs
            .iter()
            .flatten()
            .map(|port| (*port, number(compiled, *port, rng)))
            .collect();
        let mut expected = corrected(all, |port| numbers[&port]);
        for (part, corrections) in closing.parts().enumerate() {
            let holders = match part {
                0 => portions,
                thread => &portions[thread - 1..thread],
            };
            let held = |port: Port| match port.array() {
                Array::Coordinates => holders.iter().all(|of| of.holdings.coordinates.contains(&port.index)),
                Array::Speeds => holders.iter().all(|of| of.holdings.speeds.contains(&port.index)),
                _ => true,
            };
            for own in corrections.iter().filter(|own| own.corrected == all.corrected) {
                let found = corrected(own, |port| if held(port) { numbers[&port] } else { f64::NAN });
                for (port, bits) in found {
                    assert_eq!(expected.remove(&port), Some(bits), "{name} {port} of part {part}");
                }
            }
        }
        assert_eq!(expected, BTreeMap::new(), "{name}: all is corrected by a part");
    }
}

/// Bits of a correction's outputs; margins are numbered in their order, and distinguished by their speeds.
fn corrected(correction: &Correction, number: impl Fn(Port) -> f64) -> BTreeMap<Port, u64> {
    let inputs: Vec<f64> = correction.inputs.iter().flatten().map(|port| number(*port)).collect();
    let lanes: Vec<usize> = correction.outputs.iter().map(Vec::len).collect();
    let results = interpret(&unroll(&correction.program, &lanes), &inputs);
    let ports = correction.outputs.iter().flatten().map(|port| match port.array() {
        Array::Margins => port.kind.at(0),
        _ => *port,
    });
    ports.zip(results.into_iter().map(f64::to_bits)).collect()
}

/// Judges the vehicles, each of which is shared as it is declared.
fn judged(vehicles: &[Compiled]) {
    for compiled in vehicles {
        let sharing = compiled.programs.sharing.as_ref().expect("it is not refused");
        judge_shared(compiled, &finished(compiled), sharing);
    }
}

/// Whether `threads: accept` would take two threads.
fn is_accepted(compiled: &Compiled) -> bool {
    let (finished, sharing) = (finished(compiled), compiled.programs.sharing.as_ref());
    let sharing = sharing.expect("it is not refused");
    sharing.pays(&finished, &compiled.programs.corrections(), Assumptions::CAUTIOUS)
}

/// The evaluations of one thread.
fn finished(compiled: &Compiled) -> Finished {
    let lanes = compiled.programs.in_lanes(Call::Evaluation);
    Finished {
        one_by_one: compiled.programs[Call::Evaluation].program.clone(),
        in_lanes: lanes.map(|lanes| lanes.program.clone()),
    }
}

/// The programs of the threads and of one thread, for subsystems one by one and in lanes.
fn judge_shared(compiled: &Compiled, finished: &Finished, sharing: &Sharing) {
    let mut rng = Rng::with_seed(1);
    let Unfinished { one_by_one, in_lanes } = &compiled.programs.unfinished;
    let evaluations = [
        (Some((one_by_one, &finished.one_by_one)), Some(&sharing.portions)),
        (
            in_lanes.as_ref().zip(finished.in_lanes.as_ref()),
            sharing.in_lanes.as_ref(),
        ),
    ];
    for (whole, portions) in evaluations {
        assert_eq!(whole.is_some(), portions.is_some());
        if let (Some((draft, program)), Some(portions)) = (whole, portions) {
            portions.iter().for_each(is_closed);
            portions.iter().for_each(is_in_order);
            assert!(have_work(portions), "{}", compiled.model.name);
            let whole = Whole {
                program: draft.recorded.unrolled(program),
                inputs: draft.recorded.inputs.concat(),
                outputs: draft.recorded.outputs.concat(),
            };
            (0..3).for_each(|_| judge(compiled, &whole, portions, &mut rng));
        }
    }
    let corrections = compiled.programs.corrections();
    let corrections = [
        (Some(&corrections.one_by_one), Some(&sharing.closing)),
        (corrections.in_lanes.as_ref(), sharing.closing_in_lanes.as_ref()),
    ];
    for (whole, closing) in corrections {
        assert_eq!(whole.is_some(), closing.is_some());
        if let (Some(whole), Some(closing)) = (whole, closing) {
            judge_closing(compiled, whole, (closing, &sharing.portions), &mut rng);
        }
    }
}

/// The evaluation of one thread, one lane after the other.
struct Whole {
    program: Program,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
}

#[test]
fn threads_deliver_the_bits_of_one() {
    let mut vehicles = library(&["lanes ", "batch ", "levels "]);
    vehicles.extend([large("truck", 2, 2), large("bus", 10, 2)]);
    judged(&vehicles);
    let iterates = |compiled: &&Compiled| compiled.programs.get(Call::VelocityCorrection).is_some();
    assert!(vehicles.iter().filter(iterates).count() >= 7);
    // Measured, none is faster by a quarter wherever the cores are: `docs/parallel.md`.
    assert_eq!(vehicles.iter().filter(|compiled| is_accepted(compiled)).count(), 0);
    let mut judged = [0; 2];
    for compiled in &vehicles {
        let vehicle = Vehicle {
            model: &compiled.model,
            topology: &compiled.topology,
            mobility: &compiled.mobility,
            layout: &compiled.layout,
            state: &compiled.state,
        };
        let programs = &compiled.programs;
        for (threads, judged) in [3, 4].into_iter().zip(&mut judged) {
            if let Ok((finished, sharing)) = shared(vehicle, &programs.unfinished, &programs.corrections(), threads) {
                judge_shared(compiled, &finished, &sharing);
                *judged += 1;
            }
        }
    }
    assert!(judged[0] >= 12 && judged[1] >= 7, "{judged:?} on three and on four");
}

/// Two threads share a car on any suspension of the library: each thread has the wheels of an axle, or of a side, and
/// closes the loops of these wheels.
#[test]
fn threads_share_cars_on_every_suspension() {
    let cars = SUSPENSIONS.map(car_on);
    judged(&cars);
    for (car, (_, name, ..)) in cars.iter().zip(SUSPENSIONS) {
        let sharing = car.programs.sharing.as_ref().expect("it is not refused");
        let wheels = sharing.portions.iter().map(|portion| portion.holdings.wheels.len());
        assert_eq!(wheels.collect::<Vec<usize>>(), [2, 2], "{name}");
        let iterates = |part: &[Correction]| part.iter().any(|own| own.corrected == Corrected::Velocity);
        let whole = iterates(&car.programs.corrections().one_by_one);
        assert!(!iterates(&sharing.closing.base), "{name}");
        assert!(
            sharing.closing.threads.iter().all(|own| iterates(own) == whole),
            "{name}"
        );
    }
}

/// With equal subsystems in lanes, each group of lanes belongs to one thread. The edition without lanes is divided in the same way.
#[test]
fn threads_in_lanes_deliver_the_bits_of_one() {
    let mut vehicles: Vec<Compiled> = library(&["batch "]);
    vehicles.extend([
        in_lanes("truck", 4, 2),
        in_lanes("truck", 5, 3),
        in_lanes("bus", 10, 2),
        in_lanes("bus", 13, 4),
    ]);
    judged(&vehicles);
    let has_lanes = |compiled: &&Compiled| compiled.programs.sharing.as_ref().is_ok_and(|s| s.in_lanes.is_some());
    let names: Vec<&String> = vehicles
        .iter()
        .filter(has_lanes)
        .map(|compiled| &compiled.model.name)
        .collect();
    assert!(names.len() >= 4, "{names:?}");
    for compiled in vehicles.iter().filter(has_lanes) {
        let sharing = compiled.programs.sharing.as_ref().expect("it is not refused");
        let holdings = |portions: &[Portion]| {
            portions
                .iter()
                .map(|portion| portion.holdings.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(holdings(&sharing.portions), holdings(sharing.at_levels()));
    }
}

/// Share of the work of each thread [%], with operations in lanes counted once, and the number of messages that the
/// thread sends.
fn shares(compiled: &Compiled) -> Vec<(usize, usize)> {
    let lanes = compiled.programs.in_lanes(Call::Evaluation).map(|lanes| &lanes.program);
    let whole = lanes.unwrap_or(&compiled.programs[Call::Evaluation].program);
    let sharing = compiled.programs.sharing.as_ref().expect("subsystems");
    let share = |portion: &Portion| {
        let cost = portion.program.count_at_once().cost();
        (100 * cost / whole.count_at_once().cost(), portion.messages)
    };
    sharing.at_levels().iter().map(share).collect()
}

/// The work is nearly halved: only a small part is computed by all threads. In lanes, five groups of four corners are
/// divided into three and two.
#[test]
fn a_truck_of_ten_axles_is_halved() {
    let halved = shares(&large("truck", 10, 2));
    assert!(
        halved.iter().all(|(share, told)| *share < 56 && *told <= 60),
        "{halved:?}"
    );
    let in_lanes = shares(&in_lanes("truck", 10, 2));
    assert!(
        in_lanes.iter().all(|(share, told)| *share < 65 && *told <= 60),
        "{in_lanes:?}"
    );
}

/// Two threads are chosen where they are predicted to be much faster. The program is then that of `threads: 2`.
#[test]
fn two_threads_are_accepted_where_they_pay() {
    let evaluation = |compiled: &Compiled| compiled.programs[Call::Evaluation].program.clone();
    let truck = large("truck", 10, "accept");
    assert!(truck.programs.sharing.is_ok());
    assert_eq!(evaluation(&truck), evaluation(&large("truck", 10, 2)));
    let bus = large("bus", 20, "accept");
    assert!(matches!(bus.programs.sharing, Err(Some(_))));
    assert_eq!(evaluation(&bus), evaluation(&large("bus", 20, 1)));
}

/// The text of RTRD's car, whose rack is driven and moves no other subsystem.
fn rtrd_car() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../vehicles/workbench/files/rtrd_car.toml");
    let text = fs::read_to_string(path).expect("a file");
    text.replacen("[vehicle]", "[vehicle]\nthreads = 2", 1)
}

fn compiled_text(text: &str) -> Compiled {
    let reading = file::read("car.toml", &mut |_| Ok(text.to_owned()));
    compile(&reading.vehicle.expect("a sound file")).expect("a sound vehicle")
}

/// By thread: names of the subsystems that it alone computes.
fn names_by_thread(compiled: &Compiled) -> BTreeSet<BTreeSet<&str>> {
    let sharing = compiled.programs.sharing.as_ref().expect("it is not refused");
    let of = |thread: usize| {
        let pairs = compiled.topology.subsystems.iter().zip(&sharing.subsystems);
        let own = pairs.filter(|(_, home)| **home == Some(thread));
        own.map(|(subsystem, _)| subsystem.name.as_str()).collect()
    };
    (0..sharing.portions.len()).map(of).collect()
}

/// A driven rack separates the front corners, wherever it is declared; every thread computes it.
#[test]
fn a_driven_rack_joins_no_corners() {
    let first = rtrd_car();
    let line = "steering = { kind = \"prismatic(chassis, rack)\", axis = \"y\", drive = \"rack\" }\n";
    let last = first.replacen(line, "", 1).replacen(
        "[joint.beam]",
        "[joint.steering]\nkind = \"prismatic(chassis, rack)\"\naxis = \"y\"\ndrive = \"rack\"\n\n[joint.beam]",
        1,
    );
    assert_ne!(first.replacen(line, "", 1), last);
    let [first, last] = [first, last].map(|text| compiled_text(&text));
    let expected = [&["front_right"][..], &["front_left", "track_bar"]].map(|names| names.iter().copied().collect());
    assert_eq!(names_by_thread(&first), BTreeSet::from(expected));
    assert_eq!(names_by_thread(&first), names_by_thread(&last));
    judged(&[first, last]);
}
