//! Equal subsystems in lanes, and several vehicles in a batch, give the same bits as scalar computation.
//! Trajectories are pinned by a hash, for each vehicle and level.
//!
//! For all vehicles, `against_oracle.rs` proves that the evaluation in lanes agrees with the oracle. It also proves
//! bit-for-bit agreement with the interpreter, which computes one lane after the other.

use fastrand::Rng;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};
use wishbone::batch::{BatchSolver, InLanes, LANES};
use wishbone::integrate::{AdamsBashforth3, Integrator};
use wishbone::level::Level;
use wishbone::parameters::Parameters;
use wishbone::ports::InputPorts;
use wishbone::solver::Solver;
use wishbone::stabilise::Projection;
use wishbone::state::{StateVector, Vector};
use wishbone_compiler::ir::{Op, interpret, unroll};
use wishbone_compiler::pipeline::compile_text;
use wishbone_compiler::programs::calls::Call;
use wishbone_compiler::programs::ports::{Kind, Port};
use wishbone_tests::{Emitted, Scatter, derived, random_state, vehicles};
use wishbone_vehicles::bare::{Hmmwv14, Hmmwv14Batch, QuarterSla, QuarterSlaBatch, Semitrailer12, Semitrailer12Batch};
use wishbone_vehicles::{FourBar, Hmmwv, QuarterCar};

/// Levels that this processor has.
fn levels() -> impl Iterator<Item = Level> {
    let all = [Level::Baseline, Level::V3, Level::V4];
    all.into_iter().filter(|level| *level <= Level::detect())
}

#[test]
fn the_corners_of_the_truck_are_four_lanes_though_only_two_are_steered() {
    let compiled = compile_text(Hmmwv::DECLARATION).unwrap_or_else(|_| panic!("it has been compiled before"));
    let lanes = compiled
        .programs
        .in_lanes(Call::Evaluation)
        .expect("it has equal corners");
    let wide = lanes
        .program
        .nodes
        .iter()
        .filter(|node| node.lanes == 4 && node.op.is_computed());
    assert!(wide.clone().count() > 700);
    let fused = |op: Op| matches!(op, Op::MulAdd(..) | Op::MulSub(..) | Op::NegMulAdd(..));
    assert!(wide.filter(|node| fused(node.op)).count() > 300);
    let scalar = compiled.programs[Call::Evaluation].program.count().total();
    assert!(
        3 * lanes.program.count_at_once().total() < scalar + scalar / 3,
        "{}",
        lanes.program.count_at_once().total()
    );
    // Unrolled, the lanes cost little more than the scalar program of each corner.
    let unrolled = lanes.unrolled.program.count().total();
    assert!(unrolled < scalar + scalar / 10, "{unrolled}");
}

/// Axles go into lanes if their leaf springs bend in the same direction: along a declared axis, or perpendicular to the
/// line of the eyes.
#[test]
fn leaf_springs_of_two_kinds_are_not_equal() {
    let lanes = |[front, rear]: [&str; 2]| {
        let axle = |name: &str, x: f64, axis: &str| {
            format!(
                "body {name} {{ mass: 60 kg, com: [{}, 0, 0.3] m, inertia: [8, 1, 8] kg*m^2 }}
                joint {name}_pivot: revolute(chassis, {name}) {{ axis: y, at: [{}, 0, 0.4] m }}
                leaf_spring {name}_leaf: between(chassis, {name}) {{
                    fixed_eye: [{}, 0.5, 0.45] m, seat: [{}, 0.5, 0.3] m, shackle_eye: [{}, 0.5, 0.35] m,
                    shackle: [{}, 0.5, 0.45] m, rate: 20 kN/m, free_camber: 180 mm, longitudinal: 2 kN/mm,
                    lateral: 500 N/mm, twist: 500 N*m/rad {axis}
                }}",
                x,
                x + 1.0,
                x + 0.6,
                x,
                x - 0.6,
                x - 0.62
            )
        };
        let text = format!(
            "Axles {{ method: synthesis  lanes: accept  levels: v3
            body chassis {{ mass: 1000 kg, com: [-1.3, 0, 0.5] m, inertia: [300, 1200, 1300] kg*m^2 }}
            joint motion: free(ground, chassis) {} {} }}",
            axle("front", 0.0, front),
            axle("rear", -3.0, rear)
        );
        let compiled = compile_text(&text).unwrap_or_else(|_| panic!("{text}"));
        compiled.programs.in_lanes(Call::Evaluation).is_some()
    };
    assert!(lanes([", axis: z", ", axis: z"]) && lanes(["", ""]));
    assert!(!lanes([", axis: z", ""]) && !lanes(["", ", axis: z"]));
}

/// The passes optimise one program for all lanes; the result computes the values of the traced program.
#[test]
fn the_program_in_lanes_computes_what_was_traced() {
    for declaration in [Hmmwv::DECLARATION, Hmmwv14::DECLARATION] {
        let compiled = compile_text(declaration).unwrap_or_else(|_| panic!("it has been compiled before"));
        let lanes = compiled
            .programs
            .in_lanes(Call::Evaluation)
            .expect("it has equal corners");
        let ports: Vec<usize> = lanes.outputs.iter().map(Vec::len).collect();
        assert_eq!(unroll(&lanes.program, &ports), lanes.unrolled.program);
        let mut rng = Rng::with_seed(3);
        // Near the design position the loops can be closed.
        let design = compiled.state.design(&compiled.layout);
        let value = |port: &Port, rng: &mut Rng| match port.kind {
            Kind::Coordinate => design[port.index] + 0.02 * rng.f64(),
            Kind::DrivePosition => 0.02 * rng.f64(),
            _ => rng.f64(),
        };
        for _ in 0..20 {
            let inputs: Vec<f64> = lanes.unrolled.inputs.iter().map(|port| value(port, &mut rng)).collect();
            let (before, after) = (
                interpret(&lanes.unrolled.traced, &inputs),
                interpret(&lanes.unrolled.program, &inputs),
            );
            let size = before.iter().fold(1.0_f64, |size, x| size.max(x.abs()));
            for (old, new) in before.iter().zip(&after) {
                assert!((old - new).abs() < 1e-10 * size, "{old} is now {new}");
            }
        }
    }
}

fn bits(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|x| x.to_bits()).collect()
}

/// Compares eight vehicles with random states and inputs, in a batch and singly.
fn alike<B: BatchSolver>(mut batch: B, single: impl Fn(usize) -> B::Single)
where
    B::Single: Clone,
{
    for level in levels() {
        batch.set_level(level);
        let mut rng = Rng::with_seed(11);
        let mut subject = Emitted(single(0));
        let mut state = B::State::zero();
        let mut inputs = B::Inputs::default();
        let mut expected = Vec::new();
        for lane in 0..LANES {
            let (q, v, acting) = std::iter::repeat_with(|| random_state(&mut subject, &Scatter::default(), &mut rng))
                .flatten()
                .next()
                .expect("loops close now and then");
            let mut own_state = <B::Single as Solver>::State::zero();
            own_state.coordinates_mut().copy_from_slice(&q);
            own_state.speeds_mut().copy_from_slice(&v);
            let mut own_inputs = batch.single().no_inputs();
            own_inputs.drives().copy_from_slice(&acting.drives);
            own_inputs.wheels().copy_from_slice(&acting.wheels);
            own_inputs.signals().copy_from_slice(&acting.signals);
            state.set_lane(lane, &own_state);
            inputs.set_lane(lane, &own_inputs);
            let mut alone = single(lane).at_level(level);
            alone.kinematics(&own_state, &own_inputs);
            let wheels = alone.wheels().to_vec();
            let rate = alone.accelerations(&own_inputs);
            let slopes = alone.slopes(&own_state, &own_inputs).to_vec();
            let mut closed = own_state.clone();
            let closure = alone.close(&mut closed, &own_inputs, &Projection::ONCE);
            let closure = closure.expect("it does not refuse");
            let gaps = [
                alone.correct_position(&mut own_state, &own_inputs),
                alone.correct_velocity(&mut own_state, &own_inputs),
            ];
            expected.push((wheels, rate, slopes, (own_state, gaps), (closed, closure)));
        }
        batch.kinematics(&state, &inputs);
        let wheels: Vec<_> = batch.wheels().to_vec();
        // The computation of derivatives does not change what `kinematics` left for `accelerations`.
        let slopes = batch.slopes(&state, &inputs).to_vec();
        let rates = batch.accelerations(&inputs).clone();
        let mut closed = state.clone();
        let closures = batch.close(&mut closed, &inputs);
        let gaps = [
            batch.correct_position(&mut state, &inputs),
            batch.correct_velocity(&mut state, &inputs),
        ];
        for (lane, (own_wheels, own_rate, own_slopes, corrected, at_once)) in expected.into_iter().enumerate() {
            let lane_wheels: Vec<_> = wheels.iter().map(|wheel| wheel.lane(lane)).collect();
            assert_eq!(lane_wheels, own_wheels, "{level:?}");
            let lane_slopes: Vec<f64> = slopes.iter().map(|all| all[lane]).collect();
            assert_eq!(bits(&lane_slopes), bits(&own_slopes), "slopes at {level:?}");
            let found = [
                (rates.lane(lane), own_rate),
                (state.lane(lane), corrected.0),
                (closed.lane(lane), at_once.0),
            ];
            for (together, alone) in found {
                assert_eq!(bits(together.coordinates()), bits(alone.coordinates()), "{level:?}");
                assert_eq!(bits(together.speeds()), bits(alone.speeds()), "{level:?}");
            }
            assert_eq!(gaps.map(|all| all[lane]), corrected.1, "{level:?}");
            assert_eq!(closures[lane], Ok(at_once.1), "{level:?}");
        }
    }
}

#[test]
fn each_of_a_batch_is_what_it_is_alone() {
    alike(vehicles::BatchedBatch::new(), |_| vehicles::Batched::new());
    alike(Hmmwv14Batch::new(), |_| Hmmwv14::new());
    alike(Semitrailer12Batch::new(), |_| Semitrailer12::new());
    alike(QuarterSlaBatch::new(), |_| QuarterSla::new());
}

/// Derivatives of equal subsystems in a loop, derivatives of several inputs in a loop, and derivatives of neither kind.
#[test]
fn derivatives_of_each_of_a_batch_are_what_they_are_alone() {
    let counts = [
        derived::Batched::DESCRIPTION.slopes,
        derived::Top::DESCRIPTION.slopes,
        derived::QuarterSla::DESCRIPTION.slopes,
    ];
    assert!(counts.iter().all(|rows| rows.len() > 3));
    alike(derived::BatchedBatch::new(), |_| derived::Batched::new());
    alike(derived::TopBatch::new(), |_| derived::Top::new());
    alike(derived::QuarterSlaBatch::new(), |_| derived::QuarterSla::new());
}

#[test]
fn each_of_a_batch_has_parameters_of_its_own() {
    let parameters = |lane: usize| {
        let mut parameters = vehicles::TunedCornerParameters::default();
        for i in 0..vehicles::TunedCornerParameters::TABLE.len() {
            let parameter = parameters.get_mut(i).expect("it is one of them");
            *parameter *= 1.0 + 1e-3 * lane as f64;
        }
        parameters
    };
    let mut batch = vehicles::TunedCornerBatch::new();
    for lane in 0..LANES {
        let set = batch.set_parameters(lane, parameters(lane));
        set.expect("they are near their defaults");
    }
    alike(batch, |lane| vehicles::TunedCorner::with(parameters(lane)));
}

/// Steps of a trajectory, and their length [s].
const STEPS: usize = 200;
const STEP: f64 = 1e-3;

/// Inputs at a time: smooth drives and loads of all kinds.
fn acting<I: InputPorts>(time: f64) -> I {
    let mut inputs = I::default();
    let wave = |k: usize, rate: f64| (rate * time + k as f64).sin();
    for (k, drive) in inputs.drives().iter_mut().enumerate() {
        (drive.position, drive.velocity) = (0.01 * wave(k, 5.0), 0.05 * (5.0 * time + k as f64).cos());
        drive.acceleration = -0.25 * wave(k, 5.0);
    }
    for (k, wheel) in inputs.wheels().iter_mut().enumerate() {
        wheel.force = [
            300.0 * wave(k, 3.0),
            500.0 * wave(k, 7.0),
            5000.0 + 1000.0 * wave(k, 11.0),
        ];
        wheel.moment = [10.0, 20.0 * wave(k, 2.0), 5.0];
        wheel.drive_torque = 100.0 * wave(k, 1.0);
    }
    inputs
}

/// FNV-1a (Fowler, Noll & Vo 1991) of the bits of all states.
struct Hash(u64);

impl Hash {
    fn add(&mut self, numbers: &[f64]) {
        for byte in numbers.iter().flat_map(|x| x.to_bits().to_le_bytes()) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

fn trajectory<S: Solver + Default>(mut solver: S) -> u64 {
    let mut integrator = AdamsBashforth3::new();
    let mut state = S::default().design_state();
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    for step in 0..STEPS {
        let rate = |time: f64, state: &S::State| {
            let inputs = acting(time);
            solver.kinematics(state, &inputs);
            solver.accelerations(&inputs)
        };
        integrator
            .step(rate, STEP * step as f64, &mut state, STEP)
            .expect("it iterates nothing");
        let inputs = acting(STEP * (step + 1) as f64);
        let _ = solver.close(&mut state, &inputs, &Projection::ONCE);
        hash.add(state.coordinates());
        hash.add(state.speeds());
    }
    assert!(
        state.coordinates().iter().all(|x| x.is_finite()),
        "{} got lost",
        S::default().description().name
    );
    hash.0
}

/// The trajectory of one vehicle of a batch.
fn trajectory_in_batch<B: BatchSolver>(mut batch: B, lane: usize) -> u64 {
    let all = |time: f64| {
        let mut inputs = B::Inputs::default();
        (0..LANES).for_each(|lane| inputs.set_lane(lane, &acting(time)));
        inputs
    };
    let mut integrator = AdamsBashforth3::new();
    let mut state = B::State::zero();
    (0..LANES).for_each(|lane| state.set_lane(lane, &batch.single().design_state()));
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    for step in 0..STEPS {
        let rate = |time: f64, state: &B::State| {
            let inputs = all(time);
            batch.kinematics(state, &inputs);
            batch.accelerations(&inputs).clone()
        };
        integrator
            .step(rate, STEP * step as f64, &mut state, STEP)
            .expect("it iterates nothing");
        let inputs = all(STEP * (step + 1) as f64);
        let _ = batch.close(&mut state, &inputs);
        let own = state.lane(lane);
        hash.add(own.coordinates());
        hash.add(own.speeds());
    }
    hash.0
}

fn batch_at<B: BatchSolver>(mut batch: B, level: Level) -> B {
    batch.set_level(level);
    batch
}

/// One line for each vehicle and level. Levels differ because sums of products are rounded once or twice; v3 and v4 agree.
fn hashes() -> Vec<(String, u64)> {
    let mut hashes = Vec::new();
    let mut add = |name: &str, level: Level, hash: u64| hashes.push((format!("{name} {level:?}"), hash));
    for level in levels() {
        add("FourBar", level, trajectory(FourBar::new().at_level(level)));
        add("QuarterCar", level, trajectory(QuarterCar::new().at_level(level)));
        add("Hmmwv", level, trajectory(Hmmwv::new().at_level(level)));
        add("Hmmwv14", level, trajectory(Hmmwv14::new().at_level(level)));
        add("Semitrailer12", level, trajectory(Semitrailer12::new().at_level(level)));
        add("QuarterSla", level, trajectory(QuarterSla::new().at_level(level)));
    }
    hashes
}

/// An intended or unintended change of the emitted arithmetic shows here. `BLESS=1 cargo test -p wishbone-tests --test lanes`
/// rewrites the table; levels that the processor lacks keep their lines.
#[test]
fn trajectories_are_what_they_were() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/trajectories.txt");
    let committed = fs::read_to_string(&path).unwrap_or_default();
    let found = hashes();
    let known = |name: &str| committed.lines().find(|line| line.starts_with(&format!("{name} ")));
    if env::var_os("BLESS").is_some() {
        let kept = committed
            .lines()
            .filter(|line| !found.iter().any(|(name, _)| line.starts_with(&format!("{name} "))));
        let mut table: String = kept.map(|line| format!("{line}\n")).collect();
        for (name, hash) in &found {
            writeln!(table, "{name} {hash:016x}").expect("text can be written to");
        }
        fs::write(&path, table).expect("the table can be written");
        return;
    }
    for (name, hash) in found {
        assert_eq!(known(&name), Some(format!("{name} {hash:016x}").as_str()));
    }
}

#[test]
fn a_trajectory_is_the_same_alone_in_a_batch_and_on_another_thread() {
    for level in levels() {
        let alone = trajectory(vehicles::Batched::new().at_level(level));
        assert_eq!(
            trajectory_in_batch(batch_at(vehicles::BatchedBatch::new(), level), 5),
            alone,
            "{level:?}"
        );
        let alone = trajectory(Hmmwv::new().at_level(level));
        let elsewhere = std::thread::spawn(move || trajectory(Hmmwv::new().at_level(level)));
        assert_eq!(elsewhere.join().expect("it does not panic"), alone, "{level:?}");
        let alone = trajectory(QuarterSla::new().at_level(level));
        assert_eq!(
            trajectory_in_batch(batch_at(QuarterSlaBatch::new(), level), 0),
            alone,
            "{level:?}"
        );
    }
    if Level::detect() >= Level::V4 {
        // The operations are the same, so that wider registers change nothing.
        assert_eq!(
            trajectory(Hmmwv::new().at_level(Level::V3)),
            trajectory(Hmmwv::new().at_level(Level::V4))
        );
    }
}
