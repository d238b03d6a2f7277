//! Derivatives at the start of a run, where the states follow from the inputs.

use super::Car;
use super::exchange::DIFFERENCE;
use crate::outside::variable::Kind;
use crate::problem::Problem;

/// Factor on the changes for differences: a start is found by iteration, which has fewer correct digits than a rate.
const WIDER: f64 = 10.0;

impl Car {
    /// Slopes of unknowns at the start with respect to a known: a continuous input, the start speed or a tunable
    /// parameter. The unknowns are states, rates and outputs. They are differences of two starts, each of which is
    /// found anew. At a bound of the known, they are differences on its inner side.
    ///
    /// # Errors
    /// Returns an error if no run has begun, no start is found beside the present start, or a variable is of another
    /// kind.
    pub fn slopes_of_start(&mut self, unknowns: &[usize], known: usize) -> Result<Vec<f64>, Problem> {
        let is_unknown = |kind: &Kind| matches!(kind, Kind::State(_) | Kind::Rate(_) | Kind::Output(_));
        if !self.kinds(unknowns)?.iter().all(is_unknown) {
            return Err(Problem::Misuse(
                "derivatives at the start are of states, rates and outputs alone".to_owned(),
            ));
        }
        let known = self.kinds(&[known])?[0];
        let (value, step) = self.at(known)?;
        let [low, high] = self.bounds(known);
        let middle = match value {
            value if value - step < low => low + step,
            value if value + step > high => high - step,
            value => value,
        };
        let (kept, time) = (self.keep(), self.origin);
        let mut beside = |value: f64| {
            let found = self.start_with(known, value, time).and_then(|()| {
                let each = unknowns.iter().map(|unknown| self.get(*unknown));
                each.collect::<Result<Vec<f64>, Problem>>()
            });
            self.go_back(&kept)?;
            found
        };
        let [up, down] = [middle + step, middle - step].map(&mut beside);
        let (up, down) = (up?, down?);
        let each = up.iter().zip(&down);
        Ok(each.map(|(up, down)| (up - down) / (2.0 * step)).collect())
    }

    /// Value of a known at the start, and its change for differences.
    fn at(&self, known: Kind) -> Result<(f64, f64), Problem> {
        let of_size = |value: f64| (value, WIDER * DIFFERENCE * if value == 0.0 { 1.0 } else { value.abs() });
        match known {
            Kind::Input(input) if !input.is_whole() => {
                Ok((self.acting.signals.get(input), WIDER * input.difference()))
            }
            Kind::StartSpeed if self.speed == 0.0 => Err(Problem::Misuse(
                "at rest there is no derivative by the start speed: a vehicle at rest and a vehicle in steady motion start in different ways".to_owned(),
            )),
            Kind::StartSpeed => Ok(of_size(self.speed)),
            Kind::Tunable(place) => Ok(of_size(self.running.engine.parameter_values()[place])),
            _ => Err(Problem::Misuse(
                "derivatives at the start are by continuous inputs, the start speed and tunable parameters alone: the states follow from them"
                    .to_owned(),
            )),
        }
    }

    /// Least and greatest value of a known.
    fn bounds(&self, known: Kind) -> [f64; 2] {
        let bounds = match known {
            Kind::Input(input) => input.bounds(),
            Kind::Tunable(place) => Some(self.running.engine.parameters()[place].range),
            _ => None,
        };
        bounds.unwrap_or([f64::NEG_INFINITY, f64::INFINITY])
    }

    /// Begins anew with another value of a known.
    fn start_with(&mut self, known: Kind, value: f64, time: f64) -> Result<(), Problem> {
        match known {
            Kind::Input(input) => self.acting.signals.set(input, value),
            Kind::StartSpeed => self.speed = value,
            Kind::Tunable(place) => {
                let mut tuned = self.running.engine.parameter_values().to_vec();
                tuned[place] = value;
                self.running.engine.set_parameters_unchecked(&tuned);
            }
            _ => {}
        }
        self.begin(time)
    }
}
