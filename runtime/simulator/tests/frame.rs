//! A frame around a mass on a spring: latency, clock, overruns, pause, snapshots, recording.

#[path = "../../tests/runtime/solvers/oscillator.rs"]
#[allow(dead_code, reason = "shared with the tests of the run time")]
mod oscillator;

use oscillator::Oscillator;
use std::time::Duration;
use wishbone::integrate::AdamsBashforth3;
use wishbone::ports::InputPorts;
use wishbone::simulation::Simulation;
use wishbone::solver::Solver;
use wishbone::subsystem::Subsystem;
use wishbone_simulator::frame::{
    Clock, Frame, Grid, ManualClock, Mode, Overrun, Recorder, Simulated, Slip, SystemClock, Vehicle,
};
use wishbone_simulator::shared::Port;

/// A base that the inputs move.
#[derive(Clone, Debug)]
struct Base(f64);

impl<S: Solver> Subsystem<S> for Base {
    type State = ();

    fn drive(&mut self, _time: f64, _state: &(), inputs: &mut S::Inputs) {
        inputs.drives()[0].position = self.0;
    }
}

type Moved = Simulation<Oscillator, Base>;

fn latch(simulation: &mut Moved, inputs: &[f64]) {
    simulation.surroundings.0 = inputs[0];
}

fn publish(simulation: &mut Moved, outputs: &mut [f64]) {
    outputs.copy_from_slice(&[simulation.state().q[0], simulation.state().v[0]]);
}

fn vehicle() -> impl Vehicle<Snapshot: Clone, Refused = wishbone::refused::Refused> {
    let simulation = Simulation::new(Oscillator::damped(20.0, 0.1), Base(0.0), AdamsBashforth3::new());
    Simulated::new(simulation, latch, publish)
}

fn frame(steps: u32) -> Frame<impl Vehicle<Snapshot: Clone, Refused = wishbone::refused::Refused>, ManualClock> {
    Frame::new(vehicle(), ManualClock::default(), [1000, steps], 2, Overrun::Hold).expect("possible")
}

/// A change of an input before the beginning of a frame is visible in the outputs at its end, and not before: the
/// latency is one frame. By the Adams-Bashforth formula the speed changes by 23/12 of the new acceleration times the
/// step.
#[test]
fn a_change_of_input_acts_in_the_next_step() {
    for steps in [1, 5] {
        let mut frame = frame(steps);
        for n in 0..20 {
            let base = if n >= 7 { 0.01 } else { 0.0 };
            frame.wait();
            let _ = frame.step(&[base]);
            assert_eq!(frame.outputs()[1] != 0.0, n >= 7, "frame {n}");
            if n == 7 && steps == 1 {
                let expected = 23.0 / 12.0 * 20.0 * 20.0 * 0.01 * 1e-3;
                assert!(
                    (frame.outputs()[1] / expected - 1.0).abs() < 1e-9,
                    "{:?}",
                    frame.outputs()
                );
            }
        }
        assert!((frame.vehicle.time() - 0.02).abs() < 1e-12);
    }
}

#[test]
fn the_grid_does_not_drift() {
    for rate in [3, 60, 100, 1000, 3000, 44_100, 99_999] {
        let grid = Grid::new(rate, Duration::from_millis(7)).expect("possible");
        for frame in [0, 1, 2, 59, 1_000_000, 24 * 3600 * u64::from(rate) + 1] {
            let exact = u128::from(frame) * 1_000_000_000 / u128::from(rate) + 7_000_000;
            assert_eq!(grid.time(frame).as_nanos(), exact);
            assert_eq!(grid.frame(grid.time(frame)), frame, "{rate}");
            assert_eq!(
                grid.frame(grid.time(frame + 1) - Duration::from_nanos(1)),
                frame,
                "{rate}"
            );
        }
    }
    assert!(Grid::new(0, Duration::ZERO).is_err() && Grid::new(100_001, Duration::ZERO).is_err());
}

/// A vehicle whose work takes a given time in each frame; it advances the clock by this time.
struct Slow<'a> {
    clock: &'a ManualClock,
    work: Vec<u64>,
    frames: usize,
}

impl Vehicle for Slow<'_> {
    type Snapshot = ();
    type Refused = String;

    fn latch(&mut self, _inputs: &[f64]) {
        let work = self.work.get(self.frames).copied().unwrap_or(100);
        self.clock.pass(Duration::from_micros(work));
        self.frames += 1;
    }

    fn advance(&mut self, _h: f64) -> Result<(), String> {
        Ok(())
    }

    fn publish(&mut self, _outputs: &mut [f64]) {}

    fn time(&self) -> f64 {
        self.frames as f64
    }

    fn save(&self) {}

    fn restore(&mut self, _snapshot: &()) {}
}

/// Beginnings of ten frames [µs], number of frames left out, and the last mode, for given times of work.
fn overrun(policy: Overrun, work: &[u64]) -> (Vec<u64>, u64, Mode) {
    let clock = ManualClock::default();
    let slow = Slow {
        clock: &clock,
        work: work.to_vec(),
        frames: 0,
    };
    let mut frame = Frame::new(slow, &clock, [1000, 1], 0, policy).expect("possible");
    let (mut begins, mut left_out, mut late, mut ran) = (Vec::new(), 0, 0, 0);
    for _ in 0..10 {
        frame.wait();
        begins.push(clock.now().as_micros() as u64);
        let runs = frame.mode() == Mode::Running;
        let report = frame.step(&[]);
        left_out += report.slip.left_out;
        // A frame is late by its work, or because it began late.
        late += u64::from(runs && report.latency > Duration::from_micros(1000));
        ran += u64::from(runs);
    }
    assert_eq!((frame.missed(), frame.times().steps()), (late, ran));
    let long = work.iter().filter(|work| **work > 1000).count() as u64;
    assert_eq!(frame.times().missed(), long);
    (begins, left_out, frame.mode())
}

/// After a long frame, those that catch up end late as well. A paused frame has no work.
#[test]
fn frames_that_begin_late_are_missed_and_paused_ones_do_not_count() {
    let clock = ManualClock::default();
    let slow = Slow {
        clock: &clock,
        work: vec![3500, 100, 100],
        frames: 0,
    };
    let mut frame = Frame::new(slow, &clock, [1000, 1], 0, Overrun::CatchUp(20)).expect("possible");
    for _ in 0..4 {
        frame.wait();
        let _ = frame.step(&[]);
    }
    // They end at 3.5, 3.6 and 3.7 ms instead of 1, 2 and 3 ms.
    assert_eq!(
        (frame.missed(), frame.times().missed(), frame.times().steps()),
        (3, 1, 4)
    );
    frame.pause();
    frame.wait();
    let _ = frame.step(&[]);
    assert_eq!((frame.missed(), frame.times().steps()), (3, 4));
}

#[test]
fn an_overrun_is_followed_by_what_was_chosen() {
    let work = [100, 100, 100, 5500];
    let (begins, left_out, mode) = overrun(Overrun::Hold, &work);
    assert_eq!(
        begins,
        [0, 1000, 2000, 3000, 9000, 10_000, 11_000, 12_000, 13_000, 14_000]
    );
    assert_eq!((left_out, mode), (5, Mode::Running));
    // Five frames are due at once, and all are made up for.
    let (begins, left_out, mode) = overrun(Overrun::CatchUp(10), &work);
    assert_eq!(begins, [0, 1000, 2000, 3000, 8500, 8600, 8700, 8800, 8900, 9000]);
    assert_eq!((left_out, mode), (0, Mode::Running));
    // Two frames are made up for, and three are left out.
    let (begins, left_out, _) = overrun(Overrun::CatchUp(2), &work);
    assert_eq!(begins, [0, 1000, 2000, 3000, 8500, 8600, 9000, 10_000, 11_000, 12_000]);
    assert_eq!(left_out, 3);
    let (.., mode) = overrun(Overrun::Stop(2), &work);
    assert_eq!(mode, Mode::Running);
    let clock = ManualClock::default();
    let slow = Slow {
        clock: &clock,
        work: vec![1500; 10],
        frames: 0,
    };
    let mut frame = Frame::new(slow, &clock, [1000, 1], 0, Overrun::Stop(2)).expect("possible");
    let modes = [0, 1].map(|_| {
        frame.wait();
        frame.step(&[]).mode
    });
    assert_eq!(modes, [Mode::Running, Mode::Stopped]);
    // In the mode `Stopped` frames pass, but the vehicle does not move.
    let _ = frame.step(&[]);
    assert_eq!(frame.vehicle.time(), 2.0);
}

/// After a stop the program waits for its user without frames. The vehicle then runs again, on the grid, and the pause
/// does not count as an overrun.
#[test]
fn a_pause_without_frames_is_no_overrun() {
    for policy in [Overrun::Stop(2), Overrun::CatchUp(20), Overrun::Hold] {
        let clock = ManualClock::default();
        let slow = Slow {
            clock: &clock,
            work: vec![1500, 1500, 100, 100, 100],
            frames: 0,
        };
        let mut frame = Frame::new(slow, &clock, [1000, 1], 0, policy).expect("possible");
        for _ in 0..2 {
            frame.wait();
            let _ = frame.step(&[]);
        }
        frame.reset();
        clock.wait_until(Duration::from_micros(2_000_300));
        frame.go_on();
        for _ in 0..3 {
            frame.wait();
            let report = frame.step(&[]);
            assert_eq!(
                (report.mode, report.slip),
                (Mode::Running, Slip::default()),
                "{policy:?}"
            );
        }
    }
}

/// Frames during a pause may begin and end late: they stop no vehicle, and the vehicle runs on at the next time on the grid. The
/// first frame afterwards may begin in the middle of its time.
#[test]
fn late_frames_of_a_pause_are_no_overruns() {
    for policy in [Overrun::Stop(1), Overrun::CatchUp(20), Overrun::Hold] {
        let clock = ManualClock::default();
        let slow = Slow {
            clock: &clock,
            work: vec![100, 700, 100, 1500, 100],
            frames: 0,
        };
        let mut frame = Frame::new(slow, &clock, [1000, 1], 0, policy).expect("possible");
        let _ = frame.step(&[]);
        frame.pause();
        // Begins of the frames of the pause [µs]: in time, six frames late, at once afterwards, in time.
        for (wanted, late) in [(1000, 0), (2000, 6300), (9000, 1200), (11_000, 0)] {
            frame.wait();
            assert_eq!(clock.now(), Duration::from_micros(wanted), "{policy:?}");
            clock.pass(Duration::from_micros(late));
            let report = frame.step(&[]);
            assert_eq!(
                (report.mode, report.slip),
                (Mode::Paused, Slip::default()),
                "{policy:?}"
            );
        }
        // The user ends the pause when 0.8 ms of the next frame have passed, and its work takes 0.7 ms.
        frame.wait();
        clock.pass(Duration::from_micros(800));
        frame.go_on();
        let report = frame.step(&[]);
        assert_eq!(
            (report.mode, report.slip),
            (Mode::Running, Slip::default()),
            "{policy:?}"
        );
        frame.wait();
        assert_eq!(clock.now(), Duration::from_micros(14_000), "{policy:?}");
        assert_eq!(frame.step(&[]).slip, Slip::default());
        assert_eq!((frame.missed(), frame.times().missed()), (0, 0));
        // Later frames are judged as ever.
        frame.wait();
        let report = frame.step(&[]);
        assert!(report.slip.late && frame.missed() == 1, "{policy:?}: {report:?}");
        assert_eq!(report.slip.stop, policy == Overrun::Stop(1));
    }
}

/// A stopped vehicle has no work, so that its frames are not late, either.
#[test]
fn late_frames_of_a_stopped_vehicle_are_no_overruns() {
    let clock = ManualClock::default();
    let slow = Slow {
        clock: &clock,
        work: vec![100],
        frames: 0,
    };
    let mut frame = Frame::new(slow, &clock, [1000, 1], 0, Overrun::CatchUp(20)).expect("possible");
    frame.stop();
    clock.pass(Duration::from_micros(5500));
    let report = frame.step(&[]);
    assert_eq!((report.mode, report.slip), (Mode::Stopped, Slip::default()));
    frame.wait();
    assert_eq!(clock.now(), Duration::from_millis(6));
}

#[test]
fn a_paused_vehicle_stands_still_and_can_be_moved_frame_by_frame() {
    let mut frame = frame(2);
    let _ = frame.step(&[0.1]);
    let (time, outputs) = (frame.vehicle.time(), frame.outputs().to_vec());
    frame.pause();
    for _ in 0..10 {
        frame.wait();
        assert_eq!(frame.step(&[0.5]).mode, Mode::Paused);
    }
    assert_eq!((frame.vehicle.time(), frame.outputs()), (time, outputs.as_slice()));
    frame.single(&[0.1]).expect("a step");
    assert!((frame.vehicle.time() - time - 1e-3).abs() < 1e-15);
    frame.go_on();
    let _ = frame.step(&[0.1]);
    assert!((frame.vehicle.time() - time - 2e-3).abs() < 1e-15);
    frame.reset();
    assert_eq!(
        (frame.vehicle.time(), frame.outputs(), frame.mode()),
        (0.0, [0.0; 2].as_slice(), Mode::Paused)
    );
}

/// The simulation continues from a snapshot with equal results, to the last bit, because the snapshot contains the
/// integrator's memory.
#[test]
fn a_snapshot_goes_on_to_the_last_bit() {
    let mut frame = frame(3);
    let run = |frame: &mut Frame<_, _>, begin: usize, end: usize| -> Vec<[u64; 2]> {
        let of = |n: usize| 0.01 * (0.1 * n as f64).sin();
        let mut bits = Vec::new();
        for n in begin..end {
            let _ = Frame::step(frame, &[of(n)]);
            bits.push([frame.outputs()[0].to_bits(), frame.outputs()[1].to_bits()]);
        }
        bits
    };
    run(&mut frame, 0, 57);
    let snapshot = frame.save();
    let first = run(&mut frame, 57, 300);
    frame.restore(&snapshot);
    frame.go_on();
    assert_eq!(run(&mut frame, 57, 300), first);
}

#[test]
fn a_refused_step_stops_the_vehicle_and_is_told() {
    let mut frame = frame(1);
    let _ = frame.step(&[0.1]);
    let time = frame.vehicle.time();
    let report = frame.step(&[f64::NAN]);
    let refused = report.refused.expect("no number").to_string();
    assert!(refused.contains("rack"), "{refused}");
    assert_eq!((report.mode, frame.vehicle.time()), (Mode::Stopped, time));
    frame.go_on();
    assert_eq!(frame.step(&[0.1]).mode, Mode::Stopped);
    frame.reset();
    frame.go_on();
    assert_eq!(frame.step(&[0.1]).mode, Mode::Running);
}

/// `SOAK` is the number of frames; a million without it.
#[test]
fn frames_do_not_allocate() {
    let frames: u64 = std::env::var("SOAK")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(1_000_000);
    let mut frame = frame(1);
    let counted = allocation_counter::measure(|| {
        for n in 0..frames {
            frame.wait();
            let report = frame.step(&[0.01 * (1e-3 * n as f64).sin()]);
            assert!(report.refused.is_none());
        }
    });
    println!("tried: {frames} frames");
    assert_eq!(counted.count_total, 0);
    assert_eq!(frame.times().steps(), frames);
}

#[test]
fn frames_begin_at_their_time() {
    let clock = SystemClock::start();
    let mut frame = Frame::new(vehicle(), clock, [1000, 1], 2, Overrun::Hold).expect("possible");
    let begin = clock.now();
    let (mut left_out, frames) = (0, 200);
    for _ in 0..frames {
        frame.wait();
        let report = frame.step(&[0.0]);
        assert!(report.latency >= report.work, "{report:?}");
        left_out += report.slip.left_out;
    }
    let expected = Duration::from_millis(frames - 1 + left_out);
    let passed = clock.now() - begin;
    assert!(
        passed >= expected - Duration::from_millis(1) && passed < expected + Duration::from_millis(200),
        "{passed:?}"
    );
}

#[test]
fn a_recording_has_all_rows_or_says_how_many_are_missing() {
    let path = std::env::temp_dir().join(format!("wishbone-recording-{}.csv", std::process::id()));
    let columns = [Port::new("x", "m"), Port::new("v", "m/s")];
    for (room, total) in [(4096, 2000_u64), (1, 20_000)] {
        let mut recorder = Recorder::start(&path, &columns, room).expect("a file");
        let counted = allocation_counter::measure(|| {
            for n in 0..total {
                recorder.record(&[n as f64, -0.5 * n as f64]);
            }
        });
        assert_eq!(counted.count_total, 0);
        let recorded = recorder.finish().expect("written");
        assert_eq!(recorded.rows + recorded.left_out, total);
        assert!(
            if room > 1 {
                recorded.left_out == 0
            } else {
                recorded.left_out > 0
            },
            "{recorded:?}"
        );
        let text = std::fs::read_to_string(&path).expect("a file");
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("x [m],v [m/s]"));
        let mut before = -1.0;
        for line in lines.clone() {
            let numbers: Vec<f64> = line.split(',').map(|text| text.parse().expect("a number")).collect();
            assert!(numbers[0] > before && numbers[1] == -0.5 * numbers[0]);
            before = numbers[0];
        }
        assert_eq!(lines.count() as u64, recorded.rows);
    }
    let _ = std::fs::remove_file(&path);
    assert!(Recorder::start("/no/such/folder/file.csv", &columns, 10).is_err());
}

/// A recorder that goes out of scope leaves all rows in its file.
#[test]
fn a_recorder_that_is_dropped_leaves_its_rows() {
    let path = std::env::temp_dir().join(format!("wishbone-dropped-{}.csv", std::process::id()));
    let mut recorder = Recorder::start(&path, &[Port::new("x", "m")], 64).expect("a file");
    for n in 0..50 {
        recorder.record(&[f64::from(n)]);
    }
    drop(recorder);
    let text = std::fs::read_to_string(&path).expect("a file");
    let _ = std::fs::remove_file(&path);
    assert_eq!(text.lines().count(), 51);
}

/// A file that accepts no data: a full pipe without a reader. The frame continues and counts the rows that it leaves out. The
/// recorded rows are complete when the pipe is read later.
#[cfg(target_os = "linux")]
#[test]
fn a_recorder_never_waits_for_its_file() {
    use std::io::Read;
    let path = std::env::temp_dir().join(format!("wishbone-pipe-{}", std::process::id()));
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.is_ok_and(|status| status.success()), "a pipe");
    let mut reader = std::fs::File::options()
        .read(true)
        .write(true)
        .open(&path)
        .expect("a pipe");
    let (total, room) = (100_000_u64, 1000);
    let mut recorder = Recorder::start(&path, &[Port::new("x", "m")], room).expect("a pipe");
    for n in 0..total {
        recorder.record(&[n as f64]);
    }
    let mut begin = [0; 4096];
    let reading = std::thread::spawn(move || {
        let mut text = Vec::new();
        while !text.ends_with(b"end\n") {
            let count = reader.read(&mut begin).expect("a pipe");
            text.extend_from_slice(&begin[..count]);
        }
        String::from_utf8(text).expect("numbers")
    });
    let recorded = recorder.finish().expect("written");
    std::fs::write(&path, "end\n").expect("a pipe");
    let text = reading.join().expect("no panic");
    let _ = std::fs::remove_file(&path);
    assert_eq!(recorded.rows + recorded.left_out, total);
    // The pipe holds 64 KiB and the recorder's buffer 8 KiB; a row has two characters at least.
    assert!(recorded.left_out > total / 2, "{recorded:?}");
    let numbers: Vec<f64> = text.lines().skip(1).filter_map(|line| line.parse().ok()).collect();
    assert_eq!(numbers.len() as u64, recorded.rows);
    assert!(numbers.is_sorted(), "in order");
}

#[test]
fn frames_that_cannot_be_are_refused() {
    let refused = |rate, steps| Frame::new(vehicle(), ManualClock::default(), [rate, steps], 2, Overrun::Hold).is_err();
    assert!(refused(0, 1) && refused(200_000, 1) && refused(1000, 0) && refused(1000, 1001) && !refused(5000, 4));
}
