//! Gearboxes: ratios, and when they change.

/// Largest number of forward gears.
pub const MOST_GEARS: usize = 16;

/// A gearbox between its input and an output shaft. In neutral nothing is transmitted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gearbox {
    /// Number of forward gears.
    count: usize,
    /// Speed of the input divided by the speed of the output, for each gear from the first.
    forward: [f64; MOST_GEARS],
    /// The ratio in reverse, below zero.
    reverse: f64,
    /// Inertia of the input [kg m²].
    pub inertia: f64,
    /// Fraction of the torque that is transmitted when the engine drives, above 0 up to 1. When the output drives, the
    /// input gets that part of its torque.
    pub efficiency: f64,
    /// Who changes gears.
    pub shifting: Shifting,
    /// Gear that is engaged.
    gear: i8,
    /// Time from which gears may be changed again [s].
    rest_until: f64,
}

/// Who changes gears.
#[allow(clippy::large_enum_variant, reason = "there is one, and nothing is allocated")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shifting {
    /// The driver: the gear of the controls is engaged at once.
    Manual,
    /// The gearbox shifts by the speed of the engine that turns with its input; the driver chooses forward, neutral or reverse by the sign of the
    /// gear.
    Automatic {
        /// Speed above which the next gear is engaged [rad/s], by gear.
        up: [f64; MOST_GEARS],
        /// Speed below which the gear before is engaged [rad/s], by gear.
        down: [f64; MOST_GEARS],
        /// Shortest time between two changes [s].
        latency: f64,
    },
}

impl Gearbox {
    /// A manual gearbox without losses and without inertia, in neutral. It has forward ratios (input speed divided by
    /// output speed), from the first gear, and the magnitude of the reverse ratio. `None` if there are no forward gears
    /// or more than [`MOST_GEARS`], or if a ratio is not above zero.
    pub fn new(forward: &[f64], reverse: f64) -> Option<Self> {
        let is_sound = |ratio: &f64| *ratio > 0.0 && ratio.is_finite();
        let count = forward.len();
        if !((1..=MOST_GEARS).contains(&count) && forward.iter().all(is_sound) && is_sound(&reverse)) {
            return None;
        }
        let mut ratios = [0.0; MOST_GEARS];
        ratios[..count].copy_from_slice(forward);
        Some(Self {
            count,
            forward: ratios,
            reverse: -reverse,
            inertia: 0.0,
            efficiency: 1.0,
            shifting: Shifting::Manual,
            gear: 0,
            rest_until: f64::NEG_INFINITY,
        })
    }

    /// As [`Gearbox::new`], of ratios that are known to be sound, as a constant.
    ///
    /// # Panics
    /// Where [`Gearbox::new`] is none: in a constant, when that is compiled.
    pub const fn of<const N: usize>(ratios: [f64; N], reverse: f64) -> Self {
        assert!(
            1 <= N && N <= MOST_GEARS,
            "a gearbox has at least one forward gear and not too many"
        );
        assert!(reverse > 0.0 && reverse.is_finite(), "ratios are above zero");
        let mut forward = [0.0; MOST_GEARS];
        let mut gear = 0;
        while gear < N {
            assert!(ratios[gear] > 0.0 && ratios[gear].is_finite(), "ratios are above zero");
            forward[gear] = ratios[gear];
            gear += 1;
        }
        Self {
            count: N,
            forward,
            reverse: -reverse,
            inertia: 0.0,
            efficiency: 1.0,
            shifting: Shifting::Manual,
            gear: 0,
            rest_until: f64::NEG_INFINITY,
        }
    }

    /// Ratios of the forward gears, from the first, and the magnitude of the reverse ratio.
    pub fn ratios(&self) -> (&[f64], f64) {
        (&self.forward[..self.count], -self.reverse)
    }

    /// This gearbox as an automatic gearbox: it shifts up above the first engine speeds and down below the second
    /// [rad/s], with one speed for each gear or one for all. It does not shift again before `latency` [s] has passed.
    ///
    /// # Errors
    /// The first gear from which the gearbox would shift up and at once down again, or whose speeds are missing.
    pub fn automatic(mut self, up: &[f64], down: &[f64], latency: f64) -> Result<Self, usize> {
        let at = |speeds: &[f64], gear: usize| {
            speeds
                .get(gear)
                .or(speeds.first().filter(|_| speeds.len() == 1))
                .copied()
        };
        let (mut ups, mut downs) = ([f64::INFINITY; MOST_GEARS], [0.0; MOST_GEARS]);
        for gear in 0..self.count {
            let (Some(above), Some(below)) = (at(up, gear), at(down, gear)) else {
                return Err(gear + 1);
            };
            (ups[gear], downs[gear]) = (above, below);
        }
        for gear in 1..self.count {
            let arrives = ups[gear - 1] * self.forward[gear] / self.forward[gear - 1];
            if arrives <= downs[gear] {
                return Err(gear);
            }
        }
        self.shifting = Shifting::Automatic {
            up: ups,
            down: downs,
            latency,
        };
        Ok(self)
    }

    /// This gearbox with a gear engaged: 0 is neutral, -1 reverse. One that it does not have is neutral.
    pub fn in_gear(mut self, gear: i8) -> Self {
        self.gear = self.known(gear);
        self
    }

    /// Gear that is engaged.
    pub fn gear(&self) -> i8 {
        self.gear
    }

    /// Speed of the input divided by the speed of the output; zero in neutral.
    #[inline]
    pub fn ratio(&self) -> f64 {
        match usize::try_from(self.gear) {
            Err(_) => self.reverse,
            Ok(0) => 0.0,
            Ok(gear) => self.forward[(gear - 1).min(MOST_GEARS - 1)],
        }
    }

    /// Torque on the output of a torque on the input [N m].
    #[inline]
    pub fn handed_on(&self, torque: f64) -> f64 {
        let loss = if torque > 0.0 {
            self.efficiency
        } else {
            1.0 / self.efficiency
        };
        self.ratio() * torque * loss
    }

    /// Decides on the gear at the end of a step, and returns whether it changes. `time` [s]; `asked`: the requested gear;
    /// `engine`: the speed of the engine [rad/s].
    pub fn decide(&mut self, time: f64, asked: i8, engine: f64) -> bool {
        let before = self.gear;
        let wanted = match &self.shifting {
            Shifting::Manual => self.known(asked),
            Shifting::Automatic { up, down, .. } => {
                let (asked, gear) = (asked.signum(), before);
                if asked <= 0 || gear <= 0 {
                    asked
                } else if time < self.rest_until {
                    gear
                } else {
                    let place = gear as usize - 1;
                    let faster = engine > up[place] && place + 1 < self.count;
                    let slower = engine < down[place] && place > 0;
                    gear + i8::from(faster) - i8::from(slower)
                }
            }
        };
        self.gear = wanted;
        if let (Shifting::Automatic { latency, .. }, true) = (&self.shifting, wanted != before) {
            self.rest_until = time + latency;
        }
        wanted != before
    }

    /// Gives access to the memory of [`Gearbox::decide`] as numbers: the gear, and the time from which gears may be
    /// changed again [s].
    pub fn memories(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        let mut gear = f64::from(self.gear);
        lend(&mut gear);
        self.gear = self.known(gear as i8);
        lend(&mut self.rest_until);
    }

    fn known(&self, gear: i8) -> i8 {
        let exists = gear < 0 || usize::try_from(gear).is_ok_and(|gear| gear <= self.count);
        if exists { gear.max(-1) } else { 0 }
    }
}
