//! A driver who holds a speed with pedals and gears.

use super::gears::Gears;
use super::pedals::tell_controls;
use super::{Controls, forward_speed};
use crate::math::clamp;
use crate::profile::Profile;
use crate::solver::Solver;
use crate::subsystem::{Now, Quantity, Subsystem};

/// A proportional-integral controller of the forward speed that acts on accelerator and brake pedal. It is the first of
/// a pair of subsystems, before the subsystems that read the controls.
///
/// With the error `e = target - speed` and the target's acceleration `a`, the demand is `u = k_p e + k_a a + i`. It is
/// limited to `±(1 + d)`, and the pedals are
///
/// throttle `= u - d` if `u > d`, brake `= -u - d` if `u < -d`, and no pedal otherwise: `d` is half of the dead band.
///
/// While the driver changes [`Gears`] with the clutch, the integral part does not change. The accelerator pedal is
/// released in proportion to the position `c` of the clutch pedal. The throttle above and the first term of the rate of
/// `i` are multiplied by `1 - c`.
///
/// The integral part `i` is a continuous state. Its rate is `i' = k_i e + (limited u - u) / T`. The second term reduces
/// the integral part while a pedal is at its limit (anti-windup by back-calculation; Åström & Hägglund 1995, section
/// 3.5). Under a constant error, `u` then comes to rest at the limit plus `k_i T e`: with a short time `T` the pedal
/// leaves its limit early.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cruise<P> {
    /// The speed over time: its position is the speed [m/s], and its velocity the acceleration [m/s²].
    pub target: P,
    /// Pedal per error `k_p` [s/m].
    pub proportional: f64,
    /// Pedal per accumulated error `k_i` [1/m].
    pub integral: f64,
    /// Time constant `T` with which the integral part is reduced at a limit [s]; with infinity it is not reduced. With
    /// zero, the integral part is NaN, which a step refuses.
    pub tracking: f64,
    /// Pedal per acceleration of the target `k_a` [s²/m].
    pub feedforward: f64,
    /// Demand `d` up to which no pedal is pressed, on both sides of zero; zero or more.
    pub dead_band: f64,
    /// Gears of a manual gearbox. With `None` the driver stays in gear 1, which means forward for an automatic gearbox.
    pub gears: Option<Gears>,
    /// Demands at the last evaluation.
    controls: Controls,
    /// Forward speed at the last evaluation [m/s].
    speed: f64,
}

impl<P: Profile> Cruise<P> {
    /// A driver who follows `target` with these gains, without feedforward, without dead band, and without gears. The
    /// integral part is drawn back in a quarter of `k_p / k_i`.
    pub fn new(target: P, proportional: f64, integral: f64) -> Self {
        Self {
            target,
            proportional,
            integral,
            tracking: 0.25 * proportional / integral,
            feedforward: 0.0,
            dead_band: 0.0,
            gears: None,
            controls: Controls::default(),
            speed: 0.0,
        }
    }

    /// Forward speed at the last evaluation [m/s].
    pub fn speed(&self) -> f64 {
        self.speed
    }
}

impl<S: Solver, P: Profile> Subsystem<S> for Cruise<P> {
    type State = f64;

    fn load(&mut self, now: &Now<'_, f64>, _inputs: &mut S::Inputs) -> f64 {
        self.speed = forward_speed(now.wheels);
        let target = self.target.at(now.time);
        let error = target.position - self.speed;
        let demand = self.proportional * error + self.feedforward * target.velocity + now.state;
        let most = 1.0 + self.dead_band;
        let limited = clamp(demand, -most, most);
        let clutch = self.gears.map_or(0.0, |gears| gears.pedal(now.time));
        self.controls = Controls {
            throttle: (1.0 - clutch) * clamp(limited - self.dead_band, 0.0, 1.0),
            brake: clamp(-limited - self.dead_band, 0.0, 1.0),
            clutch,
            gear: self.gears.map_or(1, |gears| gears.gear()),
            ..Controls::default()
        };
        (1.0 - clutch) * self.integral * error + (limited - demand) / self.tracking
    }

    fn stepped(&mut self, time: f64, _h: f64, _state: &mut f64) {
        if let Some(gears) = &mut self.gears {
            gears.decide(time, self.speed);
        }
    }

    fn memories(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        if let Some(gears) = &mut self.gears {
            gears.memories(lend);
        }
    }

    fn controls(&self) -> Option<Controls> {
        Some(self.controls)
    }

    fn states(&self, integral: &f64, tell: &mut dyn FnMut(Quantity)) {
        tell(Quantity::new("integral_part", "", *integral));
    }

    fn outputs(&self, tell: &mut dyn FnMut(Quantity)) {
        tell(Quantity::new("speed", "m/s", self.speed));
        tell_controls(&self.controls, tell);
    }

    fn parameters(&mut self, lend: &mut dyn FnMut(Quantity<&mut f64>)) {
        lend(Quantity::new("proportional", "s/m", &mut self.proportional));
        lend(Quantity::new("integral", "1/m", &mut self.integral));
        lend(Quantity::new("tracking", "s", &mut self.tracking));
        lend(Quantity::new("feedforward", "s^2/m", &mut self.feedforward));
        lend(Quantity::new("dead_band", "", &mut self.dead_band));
    }
}
