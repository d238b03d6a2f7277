//! Times of steps on one thread and on two.
//!
//! Times are wall-clock times: the least and the median of many short calls. A program that takes a core for a while
//! slows few of the calls.

use std::io;
use std::time::Instant;
use wishbone::team::Team;

/// Steps in a call.
pub const STEPS: usize = 200;
/// Timed calls, after a tenth as many that are not.
const CALLS: usize = 500;

/// Runs this function on a thread of its own, which may be bound to a core.
///
/// # Errors
/// Those of what is run.
///
/// # Panics
/// If what is run does.
pub fn alone<R: Send>(run: impl FnOnce() -> io::Result<R> + Send) -> io::Result<R> {
    std::thread::scope(|scope| scope.spawn(run).join().expect("it does not panic"))
}

/// Prints the time from one thread to another and back.
///
/// # Errors
/// If the system cannot start a thread.
pub fn tell_hand_off() -> io::Result<()> {
    let hand_off = alone(|| {
        let mut team = Team::new(2)?;
        team.pin();
        Ok(team.hand_off().as_secs_f64())
    })?;
    println!("Hand-off: {:.2} us there and back.\n", hand_off * 1e6);
    Ok(())
}

/// Least and median time of a step in calls of [`STEPS`], each after a preparation that is not timed [us].
pub fn times_of<T>(of: &mut T, mut prepare: impl FnMut(&mut T), mut call: impl FnMut(&mut T)) -> [f64; 2] {
    let mut timed = || {
        prepare(of);
        let begin = Instant::now();
        call(of);
        begin.elapsed().as_secs_f64() * 1e6 / STEPS as f64
    };
    (0..CALLS / 10).for_each(|_| _ = timed());
    let mut times: Vec<f64> = (0..CALLS).map(|_| timed()).collect();
    times.sort_by(f64::total_cmp);
    [times[0], times[CALLS / 2]]
}

/// Times of one thread and of two, and their ratio: of the least, and of the medians.
pub fn compared(one: [f64; 2], two: [f64; 2]) -> String {
    let cell = |[least, median]: [f64; 2]| format!("{least:.2} ({median:.2})");
    let ratio = [0, 1].map(|k| one[k] / two[k]);
    [one, two, ratio].map(cell).join(" | ")
}
