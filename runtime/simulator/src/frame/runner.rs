//! The frame itself.

use crate::Unusable;
use crate::frame::overrun::Pace;
use crate::frame::{Clock, Grid, Overrun, Slip, Vehicle};
use core::time::Duration;
use std::vec::Vec;
use wishbone::timing::StepTimes;

/// Mode of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The vehicle runs.
    Running,
    /// Frames pass, but the time of the vehicle stands still.
    Paused,
    /// Like paused, after a refused step, too many overruns or a request. Only [`Frame::reset`] and [`Frame::restore`] end this mode.
    Stopped,
}

/// Report of a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report<R> {
    /// Number of the frame, from zero.
    pub frame: u64,
    /// Mode after the frame.
    pub mode: Mode,
    /// Time from the beginning of the frame on the grid to the end of its work.
    pub latency: Duration,
    /// Time of the work itself.
    pub work: Duration,
    /// Consequence if the frame of a running vehicle ended too late. A vehicle that stands still has no work, so its frames are never
    /// late.
    pub slip: Slip,
    /// Refusal of a step; the vehicle is then in the state before this step.
    pub refused: Option<R>,
}

/// A vehicle at a fixed rate of frames, with several steps in a frame. Inputs are taken at the start of a frame and are used for all
/// its steps. Outputs are written at its end. After construction nothing allocates.
///
/// A change of an input before the beginning of a frame acts in the first step of the frame, and is visible in the
/// outputs at its end: the latency is one frame.
#[derive(Clone, Debug)]
pub struct Frame<V: Vehicle, C> {
    /// The vehicle.
    pub vehicle: V,
    clock: C,
    grid: Grid,
    steps: u32,
    pace: Pace,
    mode: Mode,
    frames: u64,
    missed: u64,
    start: V::Snapshot,
    outputs: Vec<f64>,
    times: StepTimes,
}

impl<V: Vehicle, C: Clock> Frame<V, C> {
    /// A vehicle with `rate` frames a second, `steps` steps in a frame, and this number of outputs; it begins now. A
    /// reset leads back to the vehicle's present state.
    ///
    /// # Errors
    /// Returns an error if the rate is not from 1 to 100 000, or the steps are not from 1 to 1000.
    pub fn new(
        mut vehicle: V,
        clock: C,
        [rate, steps]: [u32; 2],
        outputs: usize,
        policy: Overrun,
    ) -> Result<Self, Unusable> {
        let grid = Grid::new(rate, clock.now())?;
        let possible = (1..=1000).contains(&steps);
        Unusable::unless(possible, "steps", f64::from(steps), "from 1 to 1000 in a frame")?;
        let mut numbers = std::vec![0.0; outputs];
        vehicle.publish(&mut numbers);
        Ok(Self {
            start: vehicle.save(),
            vehicle,
            clock,
            times: StepTimes::new(grid.deadline()),
            grid,
            steps,
            pace: Pace::new(policy),
            mode: Mode::Running,
            frames: 0,
            missed: 0,
            outputs: numbers,
        })
    }

    /// Waits for the beginning of the next frame on the grid. Inputs are best read after this call, just before
    /// [`Frame::step`].
    pub fn wait(&self) {
        self.clock.wait_until(self.grid.time(self.pace.next));
    }

    /// Does the work of a frame: takes the inputs, advances, writes the outputs. It does not wait.
    pub fn step(&mut self, inputs: &[f64]) -> Report<V::Refused> {
        let begin = self.clock.now();
        let runs = self.mode == Mode::Running;
        let refused = match self.mode {
            Mode::Running => self.advance(inputs).err(),
            Mode::Paused | Mode::Stopped => None,
        };
        if refused.is_some() {
            self.mode = Mode::Stopped;
        }
        let end = self.clock.now();
        let due = self.grid.time(self.pace.next);
        let slip = match runs {
            true => self.pace.pass(&self.grid, end),
            false => {
                self.pace.rest(&self.grid, end);
                Slip::default()
            }
        };
        if slip.stop {
            self.mode = Mode::Stopped;
        }
        let work = end.saturating_sub(begin);
        if runs {
            self.times.record(work);
            self.missed += u64::from(slip.late);
        }
        self.frames += 1;
        Report {
            frame: self.frames - 1,
            mode: self.mode,
            latency: end.saturating_sub(due),
            work,
            slip,
            refused,
        }
    }

    /// Advances by one frame in any mode except the stopped mode; meant for a paused vehicle.
    ///
    /// # Errors
    /// Returns an error if a step is refused; the vehicle is then in the state before this step, and stopped.
    pub fn single(&mut self, inputs: &[f64]) -> Result<(), V::Refused> {
        match self.mode {
            Mode::Stopped => Ok(()),
            Mode::Running | Mode::Paused => self.advance(inputs).inspect_err(|_| self.mode = Mode::Stopped),
        }
    }

    /// The steps of a frame.
    fn advance(&mut self, inputs: &[f64]) -> Result<(), V::Refused> {
        self.vehicle.latch(inputs);
        let h = self.grid.period() / f64::from(self.steps);
        let stepped = (0..self.steps).try_for_each(|_| self.vehicle.advance(h));
        self.vehicle.publish(&mut self.outputs);
        stepped
    }

    /// Outputs at the end of the last frame.
    pub fn outputs(&self) -> &[f64] {
        &self.outputs
    }

    /// Number of frames with a running vehicle that ended after the planned beginning of the next frame. A frame that
    /// begins late may miss its deadline with little work.
    pub fn missed(&self) -> u64 {
        self.missed
    }

    /// Durations of the work of all frames with a running vehicle; the deadline is the length of a frame. Frames that are late since
    /// they began late are counted by [`Frame::missed`] only.
    pub fn times(&self) -> &StepTimes {
        &self.times
    }

    /// The mode.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Pauses the vehicle from the next frame on, unless it is stopped.
    pub fn pause(&mut self) {
        if self.mode == Mode::Running {
            self.mode = Mode::Paused;
        }
    }

    /// Lets a paused vehicle run again. Frames that passed during the pause count neither as late nor as left out.
    pub fn go_on(&mut self) {
        if self.mode == Mode::Paused {
            self.mode = Mode::Running;
            self.pace.resume(&self.grid, self.clock.now());
        }
    }

    /// Stops the vehicle, for instance at a fault of a partner with [`Action::Stop`](crate::shared::Action::Stop).
    pub fn stop(&mut self) {
        self.mode = Mode::Stopped;
    }

    /// Returns to the vehicle's state at the start, paused.
    pub fn reset(&mut self) {
        let start = self.start.clone();
        self.restore(&start);
    }

    /// The vehicle's state.
    pub fn save(&self) -> V::Snapshot {
        self.vehicle.save()
    }

    /// Sets the vehicle's state, paused. The following frames equal the frames after the save, to the last bit.
    pub fn restore(&mut self, snapshot: &V::Snapshot) {
        self.vehicle.restore(snapshot);
        self.vehicle.publish(&mut self.outputs);
        self.mode = Mode::Paused;
    }
}
