//! The truck with its driveline and Magic Formula tyres in real time, a thousand frames a second. Two partners drive
//! the truck through shared memory, each in its own process: one in C, one in Python. Prints the account of the frames,
//! and the time of each subsystem.
//!
//! The first argument is the number of seconds for each partner; 10 by default.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use wishbone::prelude::*;
use wishbone::timing::StepTimes;
use wishbone::tyre::magic_formula::{PropertyFile, Side};
use wishbone::tyre::{FourOnRoad, Relaxed};
use wishbone_simulator::frame::{Frame, LiveDriver, Mode, Overrun, Recorded, Recorder, Simulated, SystemClock};
use wishbone_simulator::shared::{Action, Layout, Link, Policy, Port};
use wishbone_vehicles::{Hmmwv, manoeuvres};

/// Frames a second.
const RATE: u32 = 1000;
/// Forward speed at the start [m/s], at which the engine runs well in first gear.
const START: f64 = 4.0;
/// Speed that the partners drive to [m/s].
const SPEED: f64 = 12.0;
/// Travel of the rack to the left, divided by the angle of the steering wheel [m/rad]. Negative, as a turn to the left
/// moves the rack to the right.
const RATIO: f64 = -0.0085;

fn layout() -> Result<Layout, Box<dyn Error>> {
    let inputs = [
        Port::new("throttle", ""),
        Port::new("brake", ""),
        Port::new("gear", "").with_neutral(1.0),
        Port::new("steering_wheel_angle", "rad"),
        Port::new("steering_wheel_rate", "rad/s"),
        Port::new("steering_wheel_acceleration", "rad/s^2"),
    ];
    Ok(Layout::new("car", inputs, outputs())?)
}

fn outputs() -> [Port; 3] {
    [
        Port::new("time", "s"),
        Port::new("speed", "m/s"),
        Port::new("yaw_rate", "rad/s"),
    ]
}

/// Hands the inputs of a frame to the driver.
fn latch(driver: &mut LiveDriver<1>, numbers: &[f64]) {
    let &[throttle, brake, gear, angle, rate, acceleration] = numbers else {
        return;
    };
    let [position, velocity, acceleration] = [angle, rate, acceleration].map(|x| RATIO * x);
    driver.latch(&[position, velocity, acceleration, throttle, brake, 0.0, 0.0, gear]);
}

/// Creates a folder with the texts for the partners, and the compiled partner in C.
fn partners(layout: &Layout) -> Result<PathBuf, Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("wishbone-in-the-loop-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("car_shared.h"), layout.c_header())?;
    fs::write(folder.join("car_shared.py"), layout.python())?;
    fs::write(folder.join("car_shared.json"), layout.json())?;
    Ok(folder)
}

fn example(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../runtime/simulator/partners");
    folder.join(name)
}

fn in_c(folder: &Path, frames: &str) -> Result<Child, Box<dyn Error>> {
    let program = folder.join("steady");
    let built = Command::new("cc")
        .args(["-std=c11", "-O2", "-D_POSIX_C_SOURCE=200809L", "-I"])
        .arg(folder)
        .arg(example("steady.c"))
        .arg("-o")
        .arg(&program)
        .status()?;
    if !built.success() {
        return Err("the partner in C cannot be compiled".into());
    }
    let mut command = Command::new(program);
    command.arg(folder.join("memory")).args([&SPEED.to_string(), frames]);
    Ok(command.stdout(Stdio::null()).spawn()?)
}

fn in_python(folder: &Path, frames: &str) -> Result<Child, Box<dyn Error>> {
    let mut command = Command::new("python3");
    command.arg(example("steady.py")).arg(folder).arg(folder.join("memory"));
    command.args([&SPEED.to_string(), frames]);
    Ok(command.stdout(Stdio::null()).spawn()?)
}

/// Account of a drive.
struct Account {
    /// Durations of the work of all frames.
    times: StepTimes,
    /// Time spent in each piece of the equipment.
    spent: [(&'static str, Duration); 6],
    /// Numbers of frames with new inputs, of frames in which the partner had a fault, and of frames left out.
    fresh: u64,
    faults: u64,
    left_out: u64,
    /// Number of frames that ended after their deadline.
    missed: u64,
    recorded: Recorded,
    /// Outputs of the last frame.
    outputs: Vec<f64>,
}

/// Drives for as long as the partner lives.
fn drive(folder: &Path, mut partner: Child, link: &mut Link) -> Result<Account, Box<dyn Error>> {
    let mut file = PropertyFile::read(include_str!("../../../runtime/laws/tests/data/mf61.tir"))
        .map_err(|mistakes| format!("{mistakes:?}"))?;
    // The truck's own radius.
    file.coefficients.unloaded_radius = 0.4699;
    let tyre = Relaxed {
        law: file.mounted(Side::Left),
    };
    let rpm = std::f64::consts::PI / 30.0;
    let equipment = Hmmwv::equipment()
        .with_driver(LiveDriver::<1>::default())
        .with_steering(Still);
    let equipment = equipment.with_tyres(FourOnRoad::new([tyre; 4], Flat));
    let turning = equipment.powertrain.rolling(START / 0.465, 1500.0 * rpm);
    let states = ((), ((), (turning, ((0.0, ([0.0; 4], [0.0; 4])), ((), [[0.0; 2]; 4])))));
    let mut truck = Simulation::new(Hmmwv::new(), equipment.timed(), AdamsBashforth3::new());
    truck.set_state(manoeuvres::rolling(&manoeuvres::settle()?.state, START));
    truck.set_subsystems(states);

    let vehicle = Simulated::new(
        truck,
        |truck, numbers| latch(&mut truck.surroundings.driver.subsystem, numbers),
        |truck, outputs| {
            let speed = forward_speed(truck.solver().wheels());
            outputs.copy_from_slice(&[truck.time(), speed, truck.state().v[Hmmwv::V_MOTION_WZ]]);
        },
    );
    let mut frame = Frame::new(vehicle, SystemClock::start(), [RATE, 1], 3, Overrun::CatchUp(20))?;
    let mut recorder = Recorder::start(folder.join("drive.csv"), &outputs(), 10_000)?;
    let (mut inputs, mut faults, mut fresh, mut left_out) = ([0.0; 6], 0, 0, 0);
    link.tell_state(1);
    let ended = loop {
        if let Some(ended) = partner.try_wait()? {
            break ended;
        }
        frame.wait();
        let found = link.receive(&mut inputs);
        if found.action == Some(Action::Stop) {
            frame.stop();
        }
        let report = frame.step(&inputs);
        link.publish(frame.outputs());
        recorder.record(frame.outputs());
        (faults, fresh) = (
            faults + u64::from(found.fault.is_some()),
            fresh + u64::from(found.is_new),
        );
        left_out += report.slip.left_out;
        if let Some(refused) = report.refused {
            return Err(refused.into());
        }
        if frame.mode() == Mode::Stopped {
            return Err("the partner's fault has stopped the truck".into());
        }
    };
    if !ended.success() {
        return Err(format!("the partner has failed: {ended}").into());
    }
    Ok(Account {
        times: frame.times().clone(),
        spent: frame.vehicle.simulation.surroundings.times(),
        fresh,
        faults,
        left_out,
        missed: frame.missed(),
        recorded: recorder.finish()?,
        outputs: frame.outputs().to_vec(),
    })
}

fn print(account: &Account) {
    let Account {
        times,
        fresh,
        faults,
        left_out,
        missed,
        recorded,
        outputs,
        ..
    } = account;
    let micro = |time: Duration| 1e6 * time.as_secs_f64();
    println!(
        "  {} frames, {fresh} with new inputs, {faults} with a fault, {left_out} left out, {missed} beyond their deadline",
        times.steps()
    );
    println!(
        "  work of a frame: mean {:.1} us, half within {:.1}, 99 % within {:.1}, 99.9 % within {:.1}, worst {:.1}; {:.2} % of the time",
        micro(times.mean()),
        micro(times.percentile(50.0)),
        micro(times.percentile(99.0)),
        micro(times.percentile(99.9)),
        micro(times.worst()),
        100.0 * times.mean().as_secs_f64() * f64::from(RATE)
    );
    let each = account.spent.iter().map(|(name, spent)| {
        let mean = micro(*spent) / times.steps().max(1) as f64;
        format!("{name} {mean:.2}")
    });
    println!(
        "  of it, with the clocks, in us: {}",
        each.collect::<Vec<_>>().join(", ")
    );
    println!(
        "  recorded {} rows, {} left out; at last {outputs:?}",
        recorded.rows, recorded.left_out
    );
}

/// A function that starts a partner in a folder and gives it the path of the layout.
type Start = fn(&Path, &str) -> Result<Child, Box<dyn Error>>;

const STARTS: [(&str, Start); 2] = [("C", in_c), ("Python", in_python)];

fn main() -> Result<(), Box<dyn Error>> {
    let seconds: u32 = std::env::args().nth(1).map_or(Ok(10), |text| text.parse())?;
    let frames = (seconds * RATE).to_string();
    let layout = layout()?;
    let folder = partners(&layout)?;
    let memory = folder.join("memory");
    for (name, start) in STARTS {
        let mut link = Link::create(&memory, &layout, Policy::GO_ON)?;
        println!("a partner in {name} drives to {SPEED} m/s:");
        let partner = start(&folder, &frames)?;
        print(&drive(&folder, partner, &mut link)?);
    }
    fs::remove_dir_all(&folder)?;
    Ok(())
}

/// Each partner is a separate process and drives the truck for a second. The truck gains speed, no frame is refused,
/// and every row is in the file or counted.
#[test]
fn partners_drive_the_truck() -> Result<(), Box<dyn Error>> {
    let layout = layout()?;
    let folder = partners(&layout)?;
    for (name, start) in STARTS {
        let mut link = Link::create(folder.join("memory"), &layout, Policy::GO_ON)?;
        let partner = match start(&folder, &RATE.to_string()) {
            Ok(partner) => partner,
            Err(why) => {
                println!("skipped: no partner in {name} here: {why}");
                continue;
            }
        };
        let account = drive(&folder, partner, &mut link)?;
        print(&account);
        let (steps, speed) = (account.times.steps(), account.outputs[1]);
        assert!(
            account.fresh > 50 && steps > 100,
            "{name}: {} of {steps} frames",
            account.fresh
        );
        assert!(speed > START + 0.5, "{name}: {speed}");
        assert_eq!(account.recorded.rows + account.recorded.left_out, steps);
        assert!(
            account
                .spent
                .iter()
                .any(|(piece, spent)| *piece == "tyres" && !spent.is_zero())
        );
    }
    fs::remove_dir_all(&folder)?;
    Ok(())
}
