//! An evaluation on several threads: each thread's program, interpreted by itself with nothing but its own inputs and the
//! messages of the others, delivers the bits of the whole program.

#[path = "../examples/scaling/large.rs"]
#[allow(dead_code, reason = "the sizes are those of a table elsewhere")]
mod large;

use fastrand::Rng;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::fs;
use wishbone_compiler::diag::catalogue;
use wishbone_compiler::formulation::calls::Call;
use wishbone_compiler::formulation::ports::{Array, Kind, Port};
use wishbone_compiler::formulation::sharing::{Portion, Sharing};
use wishbone_compiler::front::file;
use wishbone_compiler::ir::{Op, Phase, interpret, verify};
use wishbone_compiler::pipeline::{Compiled, compile, compile_text};

/// Vehicles of the library that are computed one subsystem after the other, with the setting.
fn library(threads: usize) -> Vec<Compiled> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../vehicles/files");
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
            let kept = text.lines().filter(|line| {
                !["lanes ", "batch ", "levels "]
                    .iter()
                    .any(|word| line.starts_with(word))
            });
            let kept = kept.collect::<Vec<&str>>().join("\n");
            Ok(kept.replacen("[vehicle]", &format!("[vehicle]\nthreads = {threads}"), 1))
        });
        match compile(&reading.vehicle.expect("a sound file")) {
            Ok(compiled) => Some(compiled),
            // Loops that need iteration, or fewer subsystems than threads.
            Err(refused) => {
                assert!(
                    refused.iter().all(|problem| problem.code == &catalogue::THREADS),
                    "{refused:?}"
                );
                None
            }
        }
    });
    compiled.collect()
}

/// A truck or bus of this size.
fn large(family: &str, size: usize, threads: impl Display) -> Compiled {
    let found = large::FAMILIES
        .iter()
        .find(|of| of.name.starts_with(family))
        .expect("a family");
    let text = (found.declare)(size).replacen('{', &format!("{{\n    threads: {threads}"), 1);
    compile_text(&text).expect("a sound vehicle")
}

/// Number of every input: near the design position, at moderate speeds and loads.
fn number(compiled: &Compiled, port: Port, rng: &mut Rng) -> f64 {
    match port.array() {
        Array::Coordinates => compiled.state.design(&compiled.layout)[port.index] + 0.01 * rng.f64(),
        Array::Drives => 0.01 * rng.f64(),
        _ => rng.f64(),
    }
}

/// The threads deliver the bits of the whole program, and read nothing that is another's.
fn judge(compiled: &Compiled, sharing: &Sharing, rng: &mut Rng) {
    let whole = &compiled.programs[Call::Evaluation];
    let inputs: Vec<f64> = whole.inputs.iter().map(|port| number(compiled, *port, rng)).collect();
    let of = |port: Port| inputs[whole.inputs.iter().position(|own| *own == port).expect("an input")];
    let expected = interpret(&whole.program, &inputs);
    let name = &compiled.model.name;
    assert!(expected.iter().all(|x| x.is_finite()), "{name}");
    let count: usize = sharing.portions.iter().map(|portion| portion.messages).sum();
    let run = |portion: &Portion, messages: &[f64]| {
        let inputs = portion.inputs.iter().map(|port| match port.kind {
            Kind::Received => messages[port.index],
            _ => of(*port),
        });
        interpret(&portion.program, &inputs.collect::<Vec<f64>>())
    };
    // Before the meeting nobody knows a message.
    let mut messages = Vec::new();
    for portion in &sharing.portions {
        let results = run(portion, &vec![f64::NAN; count]);
        let sent = portion
            .outputs
            .iter()
            .zip(results)
            .filter(|(port, _)| port.kind == Kind::Sent);
        let mut sent: Vec<(usize, f64)> = sent.map(|(port, number)| (port.index, number)).collect();
        sent.sort_by_key(|(place, _)| *place);
        messages.extend(sent.into_iter().map(|(_, number)| number));
    }
    assert_eq!(messages.len(), count);
    let mut delivered = BTreeSet::new();
    for portion in &sharing.portions {
        let results = run(portion, &messages);
        for (port, number) in portion
            .outputs
            .iter()
            .zip(results)
            .filter(|(port, _)| port.kind != Kind::Sent)
        {
            let place = whole.outputs.iter().position(|own| own == port).expect("an output");
            assert_eq!(number.to_bits(), expected[place].to_bits(), "{port}");
            delivered.insert(place);
        }
    }
    assert_eq!(delivered.len(), expected.len(), "every output is somebody's");
}

/// A thread computes the rate of every number of the state that it reads.
fn is_closed(portion: &Portion) {
    for port in &portion.inputs {
        let held = match port.array() {
            Array::Coordinates => &portion.holdings.coordinates,
            Array::Speeds => &portion.holdings.speeds,
            Array::Loads => &portion.holdings.wheels,
            _ => continue,
        };
        assert!(held.contains(&port.index), "{port}");
    }
}

/// No part of a thread's program uses a later part, and none before the meeting a message.
fn is_in_order(portion: &Portion) {
    assert_eq!(verify(&portion.program), Vec::<String>::new());
    let phase = |region: u32| portion.regions[region as usize].0;
    for node in portion.program.nodes.iter().filter(|node| node.op.is_computed()) {
        let received = node
            .op
            .operands()
            .any(|operand| match portion.program.node(operand).op {
                Op::Input(i) => portion.inputs[i as usize].kind == Kind::Received,
                _ => false,
            });
        assert!(!received || phase(node.region) == Phase::After);
    }
    for (output, port) in portion.program.outputs.iter().zip(&portion.outputs) {
        assert_eq!(port.kind == Kind::Sent, phase(output.region) == Phase::Before);
    }
}

#[test]
fn threads_deliver_the_bits_of_one() {
    let mut rng = Rng::with_seed(1);
    let mut shared = 0;
    for threads in [2, 3, 4] {
        let trucks = [large("truck", 2, threads), large("bus", 10, threads)];
        for compiled in library(threads).iter().chain(&trucks) {
            let sharing = compiled.programs.sharing.as_ref().expect("it is not refused");
            shared += 1;
            sharing.portions.iter().for_each(is_closed);
            sharing.portions.iter().for_each(is_in_order);
            (0..3).for_each(|_| judge(compiled, sharing, &mut rng));
        }
    }
    assert!(shared >= 12, "{shared} vehicles");
}

/// The work is nearly halved: what all threads compute is a small part of it.
#[test]
fn a_truck_of_ten_axles_is_halved() {
    let compiled = large("truck", 10, 2);
    let whole = compiled.programs[Call::Evaluation].program.count().cost();
    let sharing = compiled.programs.sharing.as_ref().expect("subsystems");
    let costs: Vec<usize> = sharing
        .portions
        .iter()
        .map(|portion| portion.program.count().cost())
        .collect();
    let messages: Vec<usize> = sharing.portions.iter().map(|portion| portion.messages).collect();
    assert!(costs.iter().all(|cost| 100 * cost < 56 * whole), "{costs:?} of {whole}");
    assert!(messages.iter().all(|count| *count <= 60), "{messages:?}");
}

/// Two threads are taken where they are predicted to be much faster, and the program is then that of `threads: 2`.
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
