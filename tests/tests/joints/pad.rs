//! A driven plane that lifts a point, such as the pad of a rig under a wheel.

use crate::{JOINTS, LINKS, agrees, compiled};
use fastrand::Rng;
use wishbone::batch::{BatchSolver, InLanes, LANES};
use wishbone::level::Level;
use wishbone::ports::{Drive, InputPorts};
use wishbone::solver::Solver;
use wishbone::state::{StateVector, Vector};
use wishbone_compiler::emit;
use wishbone_compiler::formulation::method::Method;
use wishbone_compiler::front::file;
use wishbone_compiler::front::toml::convert;
use wishbone_compiler::pipeline::{Compiled, compile, compile_text};
use wishbone_compiler::programs::calls::Call;
use wishbone_oracle::Oracle;
use wishbone_tests::{Acting, Disagreement, Emitted, Interpreted, Scatter, Subject, compare, random_state};

/// A quarter car with its wheel on a pad.
const PAD: &str = "link pad: point_on_plane(ground, knuckle) { at: contact, normal: z, drive: lift }";

/// The same pad as a body that a driven joint carries.
const PLATE: &str = "
    body plate { mass: 7 kg, com: [0, 0.7, -0.1] m, inertia: [0.1, 0.2, 0.3] kg*m^2 }
    joint guide: prismatic(ground, plate) { axis: z, drive: lift }
    link pad: point_on_plane(plate, knuckle) { at: contact, normal: z }
";

wishbone::vehicle! {
    Lifted {
        points {
            contact: [0, 0.75, 0] m,
            lower_ball: [0, 0.7, 0.18] m, upper_ball: [-0.02, 0.66, 0.5] m, seat: [0, 0.55, 0.2] m,
        }
        body chassis { mass: 320 kg, com: [0.1, 0.1, 0.5] m, inertia: [20, 30, 25, 1, 0.5, -0.7] kg*m^2 }
        body lower_arm { mass: 6 kg, com: [0, 0.5, 0.2] m, inertia: [0.1, 0.15, 0.2] kg*m^2 }
        body upper_arm { mass: 3 kg, com: [0, 0.5, 0.48] m, inertia: [0.04, 0.05, 0.06] kg*m^2 }
        body knuckle { mass: 25 kg, com: [0, 0.73, 0.3] m, inertia: [0.8, 0.9, 0.7] kg*m^2 }
        joint heave: prismatic(ground, chassis) { axis: z }
        joint lower: revolute(chassis, lower_arm) { through: [[0.15, 0.35, 0.2] m, [-0.2, 0.36, 0.22] m] }
        joint upper: revolute(chassis, upper_arm) { through: [[0.1, 0.4, 0.46] m, [-0.2, 0.4, 0.5] m] }
        joint lower_ball: spherical(lower_arm, knuckle) { at: lower_ball }
        joint upper_ball: spherical(upper_arm, knuckle) { at: upper_ball }
        link tie_rod: distance(chassis, knuckle) { from: [-0.15, 0.36, 0.24] m, to: [-0.14, 0.68, 0.22] m }
        link pad: point_on_plane(ground, knuckle) { at: contact, normal: z, drive: lift }
        spring strut: between(chassis, lower_arm) {
            from: [0.02, 0.45, 0.7] m, to: seat, rate: 40 kN/m, free_length: 600 mm, damping: 3 kN*s/m,
        }
        output height: z(knuckle) { at: contact }
        output rise: vz(knuckle) { at: contact }
        output lifted: az(knuckle) { at: contact }
        output push: fz(pad)
    }
}

/// The declaration with other parts instead of the pad.
fn quarter(pad: &str) -> String {
    let text = Lifted::DECLARATION;
    let start = text.find("link pad").expect("it has a pad");
    let end = start + text[start..].find('}').expect("it ends");
    format!("{}{pad}{}", &text[..start], &text[end + 1..])
}

/// The driven plane closes a ring. Either the plane is on the base and the point on the moving body, or the point is on
/// the base and the plane on the moving body.
#[test]
fn a_driven_plane_closes_a_ring() {
    let plane = LINKS
        .iter()
        .find(|kind| kind.word == "point_on_plane")
        .expect("it is one");
    for ends in ["base, h", "h, base"] {
        let closing = plane.link("closing", ends, "-0.1, -0.5, 0.3");
        let driven = closing.replace("] m }", "] m, drive: lift }");
        agrees(&JOINTS[0].in_a_ring(&driven), 6 + 7 - 1);
    }
}

/// Driven and held planes close loops in an open chain, beside a driven joint.
#[test]
fn a_driven_plane_stands_beside_a_driven_joint() {
    let text = "Chain {
        body a { mass: 3 kg, com: [0.2, 0.1, 0.3] m, inertia: [0.2, 0.3, 0.4, 0.01, 0.02, -0.03] kg*m^2 }
        body b { mass: 2 kg, com: [0.6, 0.3, 0.2] m, inertia: [0.1, 0.2, 0.2] kg*m^2 }
        body c { mass: 1 kg, com: [0.9, 0.2, 0.1] m, inertia: [0.1, 0.1, 0.2] kg*m^2 }
        joint one: revolute(ground, a) { axis: [0.1, 1, 0.2], at: [0, 0, 0] m, drive: motor }
        joint two: spherical(a, b) { at: [0.4, 0.2, 0.3] m }
        joint three: universal(b, c) { axes: [x, z], at: [0.8, 0.3, 0.1] m }
        link under: point_on_plane(a, c) { at: [1, 0.3, 0] m, normal: [0.2, 0.1, 1], drive: lift }
        link beside: point_on_plane(ground, b) { at: [0.7, 0.4, 0.1] m, normal: [0.1, 1, 0] }
    }";
    agrees(text, 3 + 2 - 2);
}

#[test]
fn a_quarter_car_is_lifted() {
    agrees(&quarter(PAD), 1);
    agrees(&quarter(PLATE), 1);
}

/// States with closed loops.
fn states(subject: &mut dyn Subject, count: usize) -> Vec<(Vec<f64>, Vec<f64>, Acting)> {
    let mut rng = Rng::with_seed(41);
    let drawn = std::iter::repeat_with(|| random_state(subject, &Scatter::default(), &mut rng));
    drawn.take(20 * count).flatten().take(count).collect()
}

/// The point has the position, velocity and acceleration of the drive. The named outputs that show this do not know the drive.
#[test]
fn the_point_follows_the_drive() {
    for method in Method::ALL {
        let compiled = compiled(&quarter(PAD), method);
        let mut subject = Interpreted::new(&compiled);
        let all = states(&mut subject, 6);
        assert_eq!(all.len(), 6);
        for (q, v, acting) in &all {
            let lift = acting.drives[0];
            let outputs = subject.outputs(q, v, acting);
            let found = &outputs[..3];
            for (found, due) in found.iter().zip([lift.position, lift.velocity, lift.acceleration]) {
                assert!(
                    (found - due).abs() < 1e-9 * due.abs().max(1.0),
                    "{method}: {outputs:?}, {lift:?}"
                );
            }
        }
    }
}

/// Emitted and interpreted code give the same bits, and agree with the oracle.
#[test]
fn the_emitted_quarter_car_is_lifted() {
    let compiled = compile_text(Lifted::DECLARATION).expect("it has been compiled before");
    let oracle = Oracle::new(&compiled.model);
    let mut emitted = Emitted(Lifted::new().at_level(Level::Baseline));
    let mut worst = Disagreement::default();
    for state in states(&mut emitted, 6) {
        worst = worst.worst(compare(&oracle, &mut emitted, &compiled.state.spins, &state));
        let (q, v, acting) = &state;
        let mut interpreted = Interpreted::new(&compiled);
        assert_eq!(emitted.rates(q, v, acting), interpreted.rates(q, v, acting));
    }
    assert!(
        worst.acceleration() < 1e-9 && worst.position < 1e-10 && worst.velocity < 1e-10,
        "{worst:?}"
    );
}

/// Drive over a smooth bump of the road.
fn bump(time: f64) -> Acting {
    let (size, rate) = (0.03, 9.0);
    let (sin, cos) = (rate * time).sin_cos();
    Acting {
        drives: vec![Drive {
            position: size * (1.0 - cos),
            velocity: size * rate * sin,
            acceleration: size * rate * rate * cos,
        }],
        ..Acting::default()
    }
}

/// States after each step of the classical fourth-order method; the loops are closed after each step.
fn run(compiled: &Compiled, step: f64, steps: usize) -> Vec<(Vec<f64>, Vec<f64>, Acting)> {
    let mut subject = Interpreted::new(compiled);
    let (mut q, mut v) = (subject.design(), vec![0.0; subject.speeds()]);
    let mut passed = Vec::new();
    let add = |x: &[f64], rate: &[f64], h: f64| -> Vec<f64> { x.iter().zip(rate).map(|(x, r)| x + h * r).collect() };
    for k in 0..steps {
        let time = k as f64 * step;
        let mut stages = vec![subject.rates(&q, &v, &bump(time))];
        for part in [0.5, 0.5, 1.0] {
            let before = stages.last().expect("the first is there");
            let (q, v) = (add(&q, &before.q, part * step), add(&v, &before.v, part * step));
            stages.push(subject.rates(&q, &v, &bump(time + part * step)));
        }
        for (stage, weight) in stages.iter().zip([1.0, 2.0, 2.0, 1.0]) {
            q = add(&q, &stage.q, weight * step / 6.0);
            v = add(&v, &stage.v, weight * step / 6.0);
        }
        let acting = bump(time + step);
        for _ in 0..3 {
            subject.correct_position(&mut q, &acting);
        }
        subject.correct_velocity(&q, &mut v, &acting);
        passed.push((q.clone(), v.clone(), acting));
    }
    passed
}

/// A run over a bump. The oracle agrees at each compared step, and the pad as a driven body moves the car in the same way.
#[test]
fn a_run_over_a_bump() {
    const STEP: f64 = 2e-3;
    const STEPS: usize = 250;
    for method in Method::ALL {
        let [link, plate] = [PAD, PLATE].map(|pad| compiled(&quarter(pad), method));
        assert_eq!(link.layout.coordinates, plate.layout.coordinates);
        let [passed, expected] = [&link, &plate].map(|compiled| run(compiled, STEP, STEPS));
        let oracle = Oracle::new(&link.model);
        let mut subject = Interpreted::new(&link);
        let mut travel = 0.0_f64;
        for (state, (q, v, _)) in passed.iter().zip(&expected).step_by(10) {
            let off = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert!(
                off(&state.0, q) < 1e-8 && off(&state.1, v) < 1e-7,
                "{method}: {state:?} {q:?} {v:?}"
            );
            let found = compare(&oracle, &mut subject, &link.state.spins, state);
            assert!(
                found.acceleration() < 1e-9 && found.position < 1e-9 && found.velocity < 1e-9,
                "{found:?}"
            );
            travel = travel.max(state.2.drives[0].position);
        }
        assert!(travel > 0.05, "{travel}");
    }
}

wishbone::vehicle! {
    Legs {
        levels: all
        lanes: accept
        batch: accept
        singular: accept
        method: synthesis
        body frame { mass: 50 kg, com: [0, 0, 1] m, inertia: [4, 5, 6] kg*m^2 }
        joint held: fixed(ground, frame)
        mirror left as right {
            body thigh { mass: 4 kg, com: [0.1, 0.5, 0.8] m, inertia: [0.1, 0.2, 0.2, 0.01, 0, 0] kg*m^2 }
            body shin { mass: 2 kg, com: [0.3, 0.9, 0.5] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
            joint hip: universal(frame, thigh) { axes: [x, z], at: [0, 0.3, 1] m }
            joint knee: revolute(thigh, shin) { axis: [1, 0.1, 0.2], at: [0.2, 0.7, 0.6] m }
            spring muscle: between(frame, shin) {
                from: [0.2, 0.2, 0.9] m, to: [0.3, 0.9, 0.5] m, rate: 2 kN/m, damping: 50 N*s/m, free_length: 0.7 m,
            }
            link pad: point_on_plane(frame, shin) { at: [0.4, 1.1, 0] m, normal: [0.1, 0.05, 1], drive: lift }
        }
    }
}

fn most_lanes(compiled: &Compiled) -> u32 {
    let why = compiled.programs.why_no_lanes;
    let lanes = compiled.programs.lanes.as_ref().unwrap_or_else(|| panic!("{why:?}"));
    let widths = lanes.calls[&Call::Evaluation]
        .program
        .nodes
        .iter()
        .map(|node| node.lanes);
    widths.max().unwrap_or(1)
}

/// Two equal legs on pads are computed in lanes, with a different motion of each pad.
#[test]
fn equal_subsystems_on_pads_stand_side_by_side() {
    let compiled = compile_text(Legs::DECLARATION).expect("it has been compiled before");
    assert_eq!((compiled.model.drives.len(), most_lanes(&compiled)), (2, 2));
    let oracle = Oracle::new(&compiled.model);
    let mut worst = Disagreement::default();
    for level in [Level::Baseline, Level::V3] {
        let mut subject = Interpreted::new(&compiled).at_level(level);
        let all = states(&mut subject, 6);
        assert_eq!(all.len(), 6);
        for state in &all {
            worst = worst.worst(compare(&oracle, &mut subject, &compiled.state.spins, state));
        }
    }
    assert!(worst.acceleration() < 1e-9 && worst.position < 1e-10, "{worst:?}");
}

/// At every level, emitted code gives the same bits as interpreted code, and a batch gives the same bits as single
/// vehicles.
#[test]
fn the_emitted_legs_stand_side_by_side() {
    let compiled = compile_text(Legs::DECLARATION).expect("it has been compiled before");
    for level in [Level::Baseline, Level::V3, Level::V4] {
        if level > Level::detect() {
            continue;
        }
        let mut emitted = Emitted(Legs::new().at_level(level));
        let mut interpreted = Interpreted::new(&compiled).at_level(level);
        let mut batch = LegsBatch::new();
        batch.set_level(level);
        let mut state = <LegsBatch as BatchSolver>::State::zero();
        let mut inputs = <LegsBatch as BatchSolver>::Inputs::default();
        let all = states(&mut emitted, LANES);
        assert_eq!(all.len(), LANES);
        let mut alone = Vec::new();
        for (lane, (q, v, acting)) in all.iter().enumerate() {
            let rates = emitted.rates(q, v, acting);
            assert_eq!(rates, interpreted.rates(q, v, acting), "{level:?}");
            let mut own = <Legs as Solver>::State::zero();
            own.coordinates_mut().copy_from_slice(q);
            own.speeds_mut().copy_from_slice(v);
            let mut inputs_alone = <Legs as Solver>::Inputs::default();
            inputs_alone.drives().copy_from_slice(&acting.drives);
            state.set_lane(lane, &own);
            inputs.set_lane(lane, &inputs_alone);
            alone.push(rates.v);
        }
        batch.kinematics(&state, &inputs);
        let rates = batch.accelerations(&inputs);
        for (lane, alone) in alone.iter().enumerate() {
            assert_eq!(rates.lane(lane).speeds(), alone.as_slice(), "{level:?}");
        }
    }
}

/// A leg on a pad and a leg on a plane at rest are not equal subsystems.
#[test]
fn a_driven_plane_is_unlike_one_that_stays() {
    let leg = |name: &str, x: f64, drive: &str| {
        format!(
            "body {name} {{ mass: 4 kg, com: [{x}, 0.5, 0.8] m, inertia: [0.1, 0.2, 0.2] kg*m^2 }}
            joint {name}_hip: universal(ground, {name}) {{ axes: [x, z], at: [{x}, 0.3, 1] m }}
            link {name}_pad: point_on_plane(ground, {name}) {{ at: [{x}, 0.8, 0] m, normal: z{drive} }}\n"
        )
    };
    for (drive, alike) in [("", 1), (", drive: lift", 0)] {
        let text = format!("Legs {{ {} {} }}", leg("one", 0.0, ""), leg("other", 1.0, drive));
        let compiled = compile_text(&text).unwrap_or_else(|_| panic!("{text}"));
        let classes = compiled.topology.alike.subsystems.iter();
        assert_eq!(
            classes.filter(|class| class.members.len() > 1).count(),
            alike,
            "{drive}"
        );
    }
}

#[test]
fn both_doors_lead_to_the_pad() {
    let text = quarter(PAD);
    let in_toml = convert::from_grammar(&text).unwrap_or_else(|_| panic!("{text}")).text;
    assert!(
        in_toml.contains("drive = \"lift\"") || in_toml.contains("drive = 'lift'"),
        "{in_toml}"
    );
    let reading = file::read_text("lifted.toml", &in_toml, &mut file::no_files);
    let by_toml = reading.vehicle.and_then(|vehicle| compile(&vehicle));
    let by_toml = by_toml.unwrap_or_else(|_| panic!("{in_toml}"));
    let by_grammar = compile_text(&text).unwrap_or_else(|_| panic!("{text}"));
    assert!(emit::text(&by_toml, "") == emit::text(&by_grammar, ""));
}

/// Codes and messages of a refused declaration.
fn refused(text: &str) -> Vec<String> {
    let found = compile_text(text).err().unwrap_or_else(|| panic!("{text}"));
    found
        .iter()
        .map(|problem| format!("{} {}", problem.code.id, problem.message))
        .collect()
}

#[test]
fn what_cannot_be_driven_is_refused() {
    for (pad, message) in [
        (
            "link pad: distance(ground, knuckle) { from: [0, 0.75, -1] m, to: contact, drive: lift }",
            "W0206 a distance joint cannot be driven",
        ),
        (
            "link pad: spherical_translational(ground, knuckle) { at: contact, axis: x, drive: lift }",
            "W0206 a spherical_translational joint cannot be driven",
        ),
        (
            "link pad: point_on_plane(ground, knuckle) { at: contact, normal: z, drive: lift, tree: keep }",
            "W0313 `pad` is a link and cannot be kept in the tree",
        ),
        (
            "link pad: point_on_plane(ground, knuckle) { at: contact, normal: z, drive: lift }
             joint stand: fixed(ground, knuckle) { at: contact }
             redundant: accept",
            "W0301 `pad` is driven, but the other joints of its loop leave it no freedom",
        ),
    ] {
        let found = refused(&quarter(pad));
        assert!(found.iter().any(|told| told == message), "{found:?}");
    }
    let cut = PAD.replace("lift }", "lift, tree: cut }");
    assert!(compile_text(&quarter(&cut)).is_ok());
}
