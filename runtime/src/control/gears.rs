//! Gears by the speed of the vehicle.

use super::Controls;
use super::pedals::{Driven, Plan};
use crate::driveline::MOST_GEARS;
use crate::math::clamp;
use crate::subsystem::Quantity;

/// A driver's choice among forward gears by the speed of the vehicle, for a manual gearbox of any engine.
///
/// The next higher gear is chosen above a speed, and the next lower gear below a second, lower speed. Gears are chosen at the end of
/// a step, one gear at a time, and only after a pause since the end of the last change. A change takes the times of
/// [`Gears::with_clutch`]: the clutch pedal goes down along a straight line, stays down, and comes up along a straight line. The gear
/// is engaged at the end of the first step in the second half of the time in which the pedal is down. Without these times the gear
/// changes at once, and the pedal is not pressed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gears {
    /// Number of gears.
    count: usize,
    /// Speed above which the next higher gear is engaged, for each gear from the first [m/s].
    up: [f64; MOST_GEARS],
    /// Speed below which the next lower gear is engaged, for each gear from the second [m/s].
    down: [f64; MOST_GEARS],
    /// Shortest time between two changes [s].
    pause: f64,
    /// Times in which the clutch pedal goes down, stays down and comes up [s].
    clutch: [f64; 3],
    gear: i8,
    /// Gear that was chosen last; it may not be engaged yet.
    chosen: i8,
    /// Time at which it was chosen [s].
    since: f64,
}

impl Gears {
    /// Gears that begin with the first. `up` are the speeds [m/s] at which the driver changes up from the first, second, .. gear.
    /// `down` are the speeds [m/s] at which he changes down from the second, third, .. gear. `pause` is the shortest time between two
    /// changes [s]. There is one gear more than speeds in each list.
    ///
    /// # Errors
    /// The position, from zero, of the first wrong pair of speeds. A pair is wrong if a speed is missing, not
    /// increasing or not finite, or if the gears would change back and forth between its two speeds. It is also wrong
    /// beyond [`MOST_GEARS`] gears. Zero for a pause that is NaN or negative.
    pub fn new(up: &[f64], down: &[f64], pause: f64) -> Result<Self, usize> {
        if pause.is_nan() || pause < 0.0 {
            return Err(0);
        }
        if up.len() != down.len() {
            return Err(up.len().min(down.len()));
        }
        let (mut ups, mut downs) = ([f64::INFINITY; MOST_GEARS], [f64::NEG_INFINITY; MOST_GEARS]);
        for (k, (&above, &below)) in up.iter().zip(down).enumerate() {
            let rises = k == 0 || (above > up[k - 1] && below > down[k - 1]);
            let is_sound = above.is_finite() && below.is_finite() && below < above && rises;
            if !is_sound || k + 1 >= MOST_GEARS {
                return Err(k);
            }
            (ups[k], downs[k]) = (above, below);
        }
        Ok(Self {
            count: up.len() + 1,
            up: ups,
            down: downs,
            pause,
            clutch: [0.0; 3],
            gear: 1,
            chosen: 1,
            since: f64::NEG_INFINITY,
        })
    }

    /// As [`Gears::new`], for speeds that are known to be sound; usable in constants.
    ///
    /// # Panics
    /// If [`Gears::new`] has an error; in a constant, at compile time.
    pub const fn of<const N: usize>(up: [f64; N], down: [f64; N], pause: f64) -> Self {
        assert!(N < MOST_GEARS, "there are not too many gears");
        assert!(pause >= 0.0, "a pause is zero or more");
        let (mut ups, mut downs) = ([f64::INFINITY; MOST_GEARS], [f64::NEG_INFINITY; MOST_GEARS]);
        let mut k = 0;
        while k < N {
            assert!(
                up[k].is_finite() && down[k].is_finite() && down[k] < up[k],
                "gears do not change to and fro"
            );
            assert!(k == 0 || (up[k] > up[k - 1] && down[k] > down[k - 1]), "speeds rise");
            (ups[k], downs[k]) = (up[k], down[k]);
            k += 1;
        }
        Self {
            count: N + 1,
            up: ups,
            down: downs,
            pause,
            clutch: [0.0; 3],
            gear: 1,
            chosen: 1,
            since: f64::NEG_INFINITY,
        }
    }

    /// These gears, with a clutch pedal that goes down, stays down and comes up in the given times [s]. A negative or NaN time
    /// counts as zero.
    #[must_use]
    pub const fn with_clutch(mut self, times: [f64; 3]) -> Self {
        let mut k = 0;
        while k < times.len() {
            self.clutch[k] = if times[k] > 0.0 { times[k] } else { 0.0 };
            k += 1;
        }
        self
    }

    /// These gears in the gear for a speed [m/s]: the lowest gear from which the driver does not change up at this
    /// speed.
    pub fn at_speed(mut self, speed: f64) -> Self {
        let left = self.up.iter().take(self.count - 1).filter(|&&up| speed > up).count();
        self.gear = left as i8 + 1;
        self.chosen = self.gear;
        self
    }

    /// Gear that is engaged, from 1.
    pub fn gear(&self) -> i8 {
        self.gear
    }

    /// Clutch pedal at `time` [s], from 0 to 1, fully pressed.
    pub fn pedal(&self, time: f64) -> f64 {
        let [press, hold, release] = self.clutch;
        let past = time - self.since;
        let left = press + hold + release - past;
        let down = if press > 0.0 { past / press } else { 1.0 };
        let up = if release > 0.0 {
            left / release
        } else {
            f64::from(u8::from(left > 0.0))
        };
        clamp(down.min(up), 0.0, 1.0)
    }

    /// Chooses and engages gears at the end of a step, at `time` [s], at a forward speed [m/s].
    pub(super) fn decide(&mut self, time: f64, speed: f64) {
        if time - self.since >= self.clutch.iter().sum::<f64>() + self.pause {
            self.choose(time, speed);
        }
        let [press, hold, _] = self.clutch;
        if time - self.since >= press + 0.5 * hold {
            self.gear = self.chosen;
        }
    }

    /// Lends each memory as a number.
    pub(super) fn memories(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        for gear in [&mut self.gear, &mut self.chosen] {
            let mut number = f64::from(*gear);
            lend(&mut number);
            *gear = clamp(number, 1.0, self.count as f64) as i8;
        }
        lend(&mut self.since);
    }

    fn choose(&mut self, time: f64, speed: f64) {
        let place = self.gear as usize - 1;
        let faster = place + 1 < self.count && speed > self.up[place];
        let slower = place > 0 && speed < self.down[place - 1];
        if faster || slower {
            self.chosen = self.gear + i8::from(faster) - i8::from(slower);
            self.since = time;
        }
    }
}

/// A plan of pedals whose gears are replaced by gears that depend on the speed of the vehicle. The accelerator pedal is
/// released as far as the clutch pedal is pressed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Geared<P> {
    /// The plan.
    pub plan: P,
    /// The gears.
    pub gears: Gears,
}

impl<P: Plan> Plan for Geared<P> {
    fn controls(&self, time: f64) -> Controls {
        let (planned, clutch) = (self.plan.controls(time), self.gears.pedal(time));
        Controls {
            throttle: (1.0 - clutch) * planned.throttle,
            clutch: clutch.max(planned.clutch),
            gear: self.gears.gear(),
            ..planned
        }
    }

    fn stepped(&mut self, now: Driven, h: f64) {
        self.plan.stepped(now, h);
        self.gears.decide(now.time, now.speed);
    }

    fn memories(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        self.plan.memories(lend);
        self.gears.memories(lend);
    }

    fn outputs(&self, tell: &mut dyn FnMut(Quantity)) {
        self.plan.outputs(tell);
    }
}
