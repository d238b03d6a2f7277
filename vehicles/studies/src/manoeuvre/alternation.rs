//! Speeds that jump back and forth from step to step, which indicate a step that is too long for its method.
//!
//! Beyond the stability limit of a method a fast motion grows from step to step with alternating sign, until something
//! limits it, such as a tyre that slides. The run would go on with wrong numbers. A wheel that slows down becomes
//! unstable: its spin follows the slip faster at lower speed. No motion of a vehicle oscillates at half of the
//! frequency of the steps without decay.

use crate::findings::number;

/// Number of successive jumps after which the step is too long.
const JUMPS: usize = 16;
/// Least jump, the second difference of a speed, relative to the speed, or to 1 m/s or 1 rad/s.
const LEAST: f64 = 0.05;
/// Least ratio of a jump to the jump before it, and least ratio of the last jump to the first jump. Smaller ratios
/// belong to a stable method: its jumps fade.
const NEXT: f64 = 0.5;
const LAST: f64 = 0.7;

/// Watches all speeds of a vehicle.
#[derive(Clone, Debug, Default)]
pub struct Alternation {
    /// Speeds after the last step and after the step before it.
    past: [Vec<f64>; 2],
    watched: Vec<Watched>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Watched {
    jump: f64,
    /// Number of jumps with alternating sign, and the first of them.
    count: usize,
    first: f64,
}

impl Alternation {
    /// Notes the speeds after a step. Returns the position of a speed that has jumped back and forth.
    pub fn note(&mut self, speeds: &[f64]) -> Option<usize> {
        let mut found = None;
        let [last, before] = &self.past;
        if before.len() == speeds.len() {
            self.watched.resize(speeds.len(), Watched::default());
            for (place, watched) in self.watched.iter_mut().enumerate() {
                let jump = speeds[place] - 2.0 * last[place] + before[place];
                if watched.has_alternated(jump, LEAST * speeds[place].abs().max(1.0)) {
                    found = found.or(Some(place));
                }
            }
        }
        self.past.swap(0, 1);
        self.past[0].clear();
        self.past[0].extend_from_slice(speeds);
        found
    }
}

/// The finding that a speed has jumped back and forth at a time, with a step of this length [s].
pub fn too_long(speed: &str, time: f64, step: f64) -> String {
    format!(
        "a step of {} ms is too long at {time:.3} s: the speed `{speed}` jumps back and forth from step to step",
        number(1e3 * step)
    )
}

impl Watched {
    fn has_alternated(&mut self, jump: f64, least: f64) -> bool {
        let before = std::mem::replace(&mut self.jump, jump);
        if jump.abs() < least || jump * before >= 0.0 || jump.abs() < NEXT * before.abs() {
            self.count = 0;
            return false;
        }
        if self.count == 0 {
            self.first = before.abs();
        }
        self.count += 1;
        if self.count < JUMPS {
            return false;
        }
        self.count = 0;
        jump.abs() >= LAST * self.first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Step at which the alternation of `v' = λ v + cos(40 t)` is found with this product of rate and step. The method
    /// is the explicit Euler method, whose limit is 2.
    fn told(product: f64, noise: f64) -> Option<usize> {
        let (mut v, mut watch, mut random) = (1.0, Alternation::default(), fastrand::Rng::with_seed(3));
        (0..4000)
            .find(|&k| {
                let force = (40.0 * 1e-3 * f64::from(k)).cos() + noise * (random.f64() - 0.5);
                v += -product * v + 1e-3 * force;
                // Something bounds the motion.
                v = v.clamp(-3.0, 3.0);
                watch.note(&[0.0, v]) == Some(1)
            })
            .map(|k| k as usize)
    }

    #[test]
    fn a_step_beyond_the_limit_is_told_and_no_other() {
        for product in [2.05, 2.3, 3.0] {
            let step = told(product, 0.0);
            assert!(step.is_some_and(|step| step < 100), "{product}: {step:?}");
        }
        for product in [0.01, 0.5, 1.0, 1.5, 1.9] {
            assert_eq!(told(product, 0.0), None, "{product}");
            // Noise of a rough road, new in each step.
            assert_eq!(told(product.min(1.0), 50.0), None, "{product}");
        }
    }
}
