//! A trial of a step: two runs begin with a small difference. If the step is too long for the method, the difference grows from
//! step to step without bound. In reality nothing grows a thousandfold in such a short time.

use crate::integrators::{Chosen, WithIntegrator, with};
use crate::vehicle::Running;
use wishbone::prelude::*;
use wishbone::state::{StateVector, Vector};
use wishbone_engine::Engine;
use wishbone_engine::equipment::Fitted;
use wishbone_studies::manoeuvre::Method;
use wishbone_studies::memories::state_names;

/// Disturbance of the speeds [m/s or rad/s], and a growth that is impossible for a stable vehicle.
const APART: f64 = 1e-7;
const GROWTH: f64 = 1e3;
/// Longest time of a trial [s], and bounds of the number of steps.
const LONGEST: f64 = 0.3;
const STEPS: [f64; 2] = [10.0, 200.0];
/// Factor on a step in the trial that shows whether the step is near the limit, and the growth that shows it.
const NEAR: f64 = 1.5;
const NOTICED: f64 = 10.0;
/// Largest number of steps of a trial with a shorter step, and number of halvings of the range of the limit.
const MOST_STEPS: f64 = 12_800.0;
const REFINED: usize = 3;

/// A disturbance that grows.
struct Growth {
    /// State with the fastest growth.
    part: String,
    /// Time in which it grows, or a run is refused [s].
    time: f64,
}

/// A step that is too long.
pub struct Beyond {
    /// State with the fastest growth.
    pub part: String,
    /// The largest stable step [s], to about a tenth.
    pub limit: f64,
}

/// A vehicle that is about to run with a method.
pub struct Trial<'a> {
    /// The vehicle.
    pub running: &'a Running,
    /// What acts on it.
    pub fitted: &'a Fitted,
    /// Its state.
    pub state: &'a StateOf<Engine, Fitted>,
    /// The method.
    pub method: Method,
}

impl Trial<'_> {
    /// Whether a step [s] is too long for the vehicle; `None` if it is not too long, or if shorter steps also fail.
    ///
    /// If a step is too long to be tried within the longest time, the longest step that can be tried is tried instead:
    /// if it is too long, the step counts as too long. Over a longer time a vehicle may fail for other reasons, and
    /// halving such a step does not reach stable steps.
    pub fn beyond(&self, step: f64) -> Option<Beyond> {
        let longest = LONGEST / STEPS[0];
        let short = (step > longest).then(|| self.beyond(longest)).flatten();
        short.or_else(|| self.tried(step))
    }

    /// Whether a step [s] is near the largest stable step: a disturbance grows with a step that is longer by a half.
    /// With a step that is slightly too long, the disturbance grows too slowly for a trial.
    pub fn is_near(&self, step: f64) -> bool {
        let longer = NEAR * step;
        let time = longer * (LONGEST / longer).clamp(STEPS[0], STEPS[1]);
        self.growing(longer, time, NOTICED).is_some()
    }

    fn tried(&self, step: f64) -> Option<Beyond> {
        let longest = step * (LONGEST / step).clamp(STEPS[0], STEPS[1]);
        // One time for all steps: an event in this time that does not depend on the step stops a vehicle at every step.
        let Growth { part, time } = self.growing(step, longest, GROWTH)?;
        let mut low = 0.5 * step;
        while time / low <= MOST_STEPS {
            if self.growing(low, time, GROWTH).is_none() {
                let mut high = 2.0 * low;
                for _ in 0..REFINED {
                    let middle = 0.5 * (low + high);
                    match self.growing(middle, time, GROWTH) {
                        None => low = middle,
                        Some(_) => high = middle,
                    }
                }
                return Some(Beyond { part, limit: low });
            }
            low *= 0.5;
        }
        None
    }

    /// The growth of a disturbance in at most this time [s]; `None` if it does not grow by this factor.
    fn growing(&self, step: f64, time: f64, factor: f64) -> Option<Growth> {
        let mut count = (time / step).round() as usize;
        let mut is_refused = false;
        while count > 0 {
            let runs = [0.0, APART].map(|apart| self.run(step, count, apart));
            if let [Some(one), Some(other)] = runs {
                let far = one.iter().zip(&other).map(|(one, other)| (one - other).abs());
                let (place, most) = far.enumerate().max_by(|(_, a), (_, b)| a.total_cmp(b))?;
                return (is_refused || most.is_nan() || most > factor * APART).then(|| Growth {
                    part: self.name(place),
                    // A run of twice as many steps is refused.
                    time: step * (if is_refused { 2 * count + 1 } else { count }) as f64,
                });
            }
            (is_refused, count) = (true, count / 2);
        }
        is_refused.then(|| Growth {
            part: String::new(),
            time: step,
        })
    }

    /// Speeds and states of the equipment after `count` steps from a state with the disturbance `apart`; `None` if a step is
    /// refused.
    fn run(&self, step: f64, count: usize, apart: f64) -> Option<Vec<f64>> {
        let run = Run {
            trial: self,
            step,
            count,
            apart,
        };
        with(&Chosen::plain(self.method), run)
    }

    fn name(&self, place: usize) -> String {
        let description = self.running.engine.description();
        let mut names: Vec<String> = description.speeds.iter().map(ToString::to_string).collect();
        names.extend(state_names::<Engine, _>(
            self.fitted,
            &self.state.subsystems,
            description.wheels,
        ));
        names.get(place).cloned().unwrap_or_default()
    }
}

struct Run<'a> {
    trial: &'a Trial<'a>,
    step: f64,
    count: usize,
    apart: f64,
}

impl WithIntegrator<Fitted> for Run<'_> {
    type Result = Option<Vec<f64>>;

    fn run<I: Integrator<StateOf<Engine, Fitted>>>(self, integrator: I) -> Self::Result {
        let Trial {
            running, fitted, state, ..
        } = self.trial;
        let mut simulation = Simulation::new(running.engine.clone(), (*fitted).clone(), integrator);
        let mut disturbed = state.vehicle.clone();
        for (place, speed) in disturbed.speeds_mut().iter_mut().enumerate() {
            *speed += self.apart * if place % 2 == 0 { 1.0 } else { -0.7 };
        }
        simulation.set_state(disturbed);
        simulation.set_subsystems(state.subsystems.clone());
        let _ = simulation.assemble().ok()?;
        for _ in 0..self.count {
            let _ = simulation.step(self.step).ok()?;
        }
        let mut numbers = simulation.state().speeds().to_vec();
        simulation.subsystems().clone().each(&mut |own| numbers.push(*own));
        Some(numbers)
    }
}
