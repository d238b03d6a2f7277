//! A driver that holds the speed.

use crate::batch::{LANES, Lanes, NowInLanes};
use crate::math::{abs, clamp, sqrt};
use crate::ports::{InputPorts, WheelLoad, WheelMotion};
use crate::solver::Solver;
use crate::subsystem::{Now, Quantity, Subsystem, one_each};

/// A proportional-integral controller of the forward speed, which sets the drive torque of the driven wheels.
///
/// With the error `e = target - speed`, each driven wheel gets the torque `proportional e + integral ∫e dt`, limited to
/// `limit`. The integral does not grow while the torque is at its limit and the error would increase it further
/// (conditional integration). So a long acceleration does not end in an overshoot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpeedHold<const W: usize> {
    /// Speed to hold [m/s].
    pub target: f64,
    /// Torque per error [N m / (m/s)].
    pub proportional: f64,
    /// Torque per accumulated error [N m / m].
    pub integral: f64,
    /// Largest torque of one wheel, forward or backward [N m].
    pub limit: f64,
    /// Whether each wheel is driven, in the order of the solver's `WHEELS`.
    pub driven: [bool; W],
    /// Torque of the integral part [N m].
    accumulated: f64,
    /// Speed at the last evaluation [m/s].
    speed: f64,
}

impl<const W: usize> SpeedHold<W> {
    /// A driver who holds `target` [m/s] with the `driven` wheels, with the given gains and limit.
    pub fn new(target: f64, proportional: f64, integral: f64, limit: f64, driven: [bool; W]) -> Self {
        Self {
            target,
            proportional,
            integral,
            limit,
            driven,
            accumulated: 0.0,
            speed: 0.0,
        }
    }

    /// Torque of one driven wheel at the speed of the last evaluation [N m].
    pub fn torque(&self) -> f64 {
        clamp(self.demand(), -self.limit, self.limit)
    }

    fn error(&self) -> f64 {
        self.target - self.speed
    }

    fn demand(&self) -> f64 {
        self.proportional * self.error() + self.accumulated
    }
}

impl<S: Solver, const W: usize> Subsystem<S> for SpeedHold<W> {
    type State = ();

    fn load(&mut self, now: &Now<()>, inputs: &mut S::Inputs) {
        one_each::<S, W>(now.wheels);
        self.speed = forward_speed(now.wheels);
        let torque = self.torque();
        for (wheel, driven) in inputs.wheels().iter_mut().zip(self.driven) {
            wheel.drive_torque = if driven { torque } else { 0.0 };
        }
    }

    fn prepare_lanes(_: [&mut Self; LANES]) -> bool {
        true
    }

    fn load_in_lanes(
        each: [&mut Self; LANES],
        now: &NowInLanes<'_, ()>,
        loads: &mut [WheelLoad<Lanes>],
        _: [&mut (); LANES],
    ) -> bool {
        one_each::<S, W>(now.wheels);
        let speeds = forward_speeds(now.wheels);
        for (lane, own) in each.into_iter().enumerate() {
            own.speed = speeds[lane];
            let torque = own.torque();
            for (wheel, driven) in loads.iter_mut().zip(own.driven) {
                wheel.drive_torque[lane] = if driven { torque } else { 0.0 };
            }
        }
        true
    }

    fn stepped(&mut self, _time: f64, h: f64, (): &mut ()) {
        let (demand, error) = (self.demand(), self.error());
        let beyond = abs(demand) > self.limit && demand * error > 0.0;
        if !beyond {
            self.accumulated += self.integral * error * h;
        }
    }

    fn memories(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        lend(&mut self.accumulated);
    }

    fn outputs(&self, tell: &mut dyn FnMut(Quantity)) {
        tell(Quantity::new("speed", "m/s", self.speed));
        tell(Quantity::new("torque_of_a_driven_wheel", "N m", self.torque()));
    }

    fn parameters(&mut self, lend: &mut dyn FnMut(Quantity<&mut f64>)) {
        lend(Quantity::new("target", "m/s", &mut self.target));
        lend(Quantity::new("proportional", "N m s/m", &mut self.proportional));
        lend(Quantity::new("integral", "N m/m", &mut self.integral));
        lend(Quantity::new("limit", "N m", &mut self.limit));
    }
}

/// Mean speed of the wheel centres along the wheels' headings in the plane [m/s]; zero without wheels.
///
/// The heading of a wheel with the spin axis `s` is `s × Z = (s_y, -s_x, 0)`, normalised.
pub fn forward_speed(wheels: &[WheelMotion]) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for wheel in wheels {
        let [x, y, _] = wheel.axis;
        let length = sqrt(x * x + y * y);
        if length > 0.0 {
            sum += (wheel.velocity[0] * y - wheel.velocity[1] * x) / length;
            count += 1.0;
        }
    }
    if count > 0.0 { sum / count } else { 0.0 }
}

/// [`forward_speed`] of each vehicle.
pub(super) fn forward_speeds(wheels: &[WheelMotion<Lanes>]) -> Lanes {
    let (mut sums, mut counts) = ([0.0; LANES], [0.0; LANES]);
    for wheel in wheels {
        let ([x, y, _], [along, across, _]) = (&wheel.axis, &wheel.velocity);
        for lane in 0..LANES {
            let length = sqrt(x[lane] * x[lane] + y[lane] * y[lane]);
            let (is_upright, speed) = (length > 0.0, (along[lane] * y[lane] - across[lane] * x[lane]) / length);
            sums[lane] = if is_upright { sums[lane] + speed } else { sums[lane] };
            counts[lane] += if is_upright { 1.0 } else { 0.0 };
        }
    }
    core::array::from_fn(|lane| {
        if counts[lane] > 0.0 {
            sums[lane] / counts[lane]
        } else {
            0.0
        }
    })
}
