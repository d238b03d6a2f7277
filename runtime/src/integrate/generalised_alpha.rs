//! The generalised-α method for equations of first order.

use super::equation::{each_at, jacobian, put_at, rate};
use super::{Equation, Integrator, NotConverged, Remembers, Room, Slopes, StepControl, Tolerance, is_same, remembers};
use crate::math::abs;
use crate::state::{Vector, count};

/// The method of Jansen, Whiting & Hulbert (2000, Comput. Methods Appl. Mech. Engrg. 190, 305-319): order 2, A-stable, with
/// adjustable damping of high frequencies.
///
/// With the rates `a₀` and `a` of the state at the beginning and at the end of a step:
///
/// ```text
/// a₀ + α_m (a - a₀) = f(t + α_f h, x₀ + α_f (x - x₀)),   x = x₀ + h a₀ + γ h (a - a₀)
/// α_m = (3 - ρ) / (2 (1 + ρ)),   α_f = 1 / (1 + ρ),   γ = 1/2 + α_m - α_f in equal steps
/// ```
///
/// `a₀` is the rate at a time that is later than the beginning by `e`. In equal steps `e` is `(α_f - α_m) h`, and the order is two with this `γ`.
/// A change of step changes `e`. Then `γ` follows, and the order stays two:
///
/// ```text
/// e₁ = ((α_f - α_m) h - (1 - α_m) e) / α_m,   γ = (h / 2 - e) / (h + e₁ - e)
/// ```
///
/// `e₁` is the time by which the rate `a` is later than the end of the step. Both formulas follow from `a₀ = x' + e x''` at the beginning and
/// the formulas above, up to the second order in `h`.
///
/// `ρ`, from 0 to 1, is the factor by which a step multiplies an oscillation of infinite frequency: 0 removes it in one step, 1 keeps
/// it (the midpoint rule). The nearer `ρ` is to 1, the less slow motions are damped.
///
/// Newton's method finds `a`, with the matrix `α_m I - α_f γ h J`, until no number of the state changes by more than the tolerance. A
/// step needs two to four evaluations, one Jacobian and one factorisation. A Jacobian without the slopes of equipment needs some more
/// iterations.
#[derive(Clone, Debug, PartialEq)]
pub struct GeneralisedAlpha<X, R> {
    /// `ρ`.
    radius: f64,
    control: StepControl,
    slopes: Slopes,
    /// `a₀` of this step and of the step before. The latter is kept to take a step back.
    rates: [X; 2],
    /// Status now, and before the last step.
    memories: [Memory; 2],
    /// Number of steps for which a Jacobian is used, and number of steps since it was computed (`age`).
    every: usize,
    age: usize,
    jacobian: R,
    system: R,
    /// `h` [s] and `γ` for which the system is factored; zero if it is not.
    factored: [f64; 2],
}

/// Status between two steps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Memory {
    /// Whether `a₀` is known.
    is_started: bool,
    /// Length of the last step [s].
    h: f64,
    /// Difference between `e₁` of the last step and `e₁` of equal steps [s].
    excess: f64,
}

/// Largest number of iterations with one Jacobian.
const ITERATIONS: usize = 10;

impl<X: Vector, R: Room> GeneralisedAlpha<X, R> {
    /// The method with `radius` as `ρ`. It iterates until no number changes by more than the tolerance.
    ///
    /// The first step panics if a state has more numbers than there is room for.
    ///
    /// # Panics
    /// If `ρ` is not from 0 to 1.
    pub fn new(radius: f64, tolerance: Tolerance) -> Self {
        assert!(
            (0.0..=1.0).contains(&radius),
            "the factor of high frequencies is {radius}, and has to be from 0 to 1"
        );
        Self {
            radius,
            control: StepControl::new(tolerance),
            slopes: Slopes::default(),
            rates: [X::zero(), X::zero()],
            memories: [Memory::default(); 2],
            every: 1,
            age: 0,
            jacobian: R::of(0),
            system: R::of(0),
            factored: [0.0; 2],
        }
    }

    /// This method with the Jacobian from this source.
    #[must_use]
    pub fn with_slopes(mut self, slopes: Slopes) -> Self {
        self.slopes = slopes;
        self
    }

    /// This method, with a new Jacobian and factorisation only every `steps` steps, and when a step does not converge
    /// with the old Jacobian. It may need more iterations, which converge to an equal result.
    ///
    /// # Panics
    /// If the number is zero.
    #[must_use]
    pub fn every(mut self, steps: usize) -> Self {
        assert!(steps > 0, "a Jacobian serves for one step at least");
        self.every = steps;
        self
    }

    /// `α_m` and `α_f`.
    fn coefficients(&self) -> [f64; 2] {
        [
            (3.0 - self.radius) / (2.0 * (1.0 + self.radius)),
            1.0 / (1.0 + self.radius),
        ]
    }

    /// `γ` of a step of this length from `time`, and the difference of its `e₁` from the `e₁` of equal steps [s].
    fn weight(&self, h: f64, time: f64) -> [f64; 2] {
        let [of_rate, of_state] = self.coefficients();
        let lag = of_state - of_rate;
        let Memory {
            is_started,
            h: last,
            excess,
        } = self.memories[0];
        let before = match is_started {
            false => 0.0,
            true if is_same(h, last, time) => excess,
            true => excess + lag * (last - h),
        };
        if abs(before) <= 1e-9 * h + 4.0 * f64::EPSILON * abs(time) {
            return [0.5 - lag, 0.0];
        }
        let after = -(1.0 - of_rate) / of_rate * before;
        [((0.5 - lag) * h - before) / (h + after - before), after]
    }

    /// Makes room once the size of the state is known.
    fn make_room(&mut self, state: &X) {
        let size = count(state);
        if self.system.parts().places.len() != size {
            (self.jacobian, self.system) = (R::of(size), R::of(size));
            let places = self.jacobian.parts().places.iter_mut().enumerate();
            places.for_each(|(k, place)| *place = k);
        }
    }

    /// Computes the Jacobian, and factors the matrix.
    fn prepare(&mut self, equation: &mut impl Equation<X>, (time, state, rate): (f64, &X, &X), [h, weight]: [f64; 2]) {
        self.make_room(state);
        let size = count(state);
        let own = self.jacobian.parts();
        jacobian(equation, self.slopes, (time, state, rate), own.places, own.matrix);
        let [of_rate, of_state] = self.coefficients();
        let mut system = self.system.parts();
        let numbers = system.matrix.iter_mut().zip(&*self.jacobian.parts().matrix);
        numbers.for_each(|(number, slope)| *number = -of_state * weight * h * slope);
        system
            .matrix
            .iter_mut()
            .step_by(size + 1)
            .for_each(|own| *own += of_rate);
        system.factor();
        (self.age, self.factored) = (0, [h, weight]);
    }

    /// Finds the rate at the end of the step by iteration from the rate at its beginning, with a new Jacobian if `is_renewed`.
    fn iterate(
        &mut self,
        equation: &mut impl Equation<X>,
        (time, state, first): (f64, &X, &X),
        [h, weight]: [f64; 2],
        is_renewed: bool,
    ) -> Result<X, NotConverged> {
        let [of_rate, of_state] = self.coefficients();
        let mut end = first.clone();
        let mut last = NotConverged {
            place: 0,
            change: f64::INFINITY,
        };
        for iteration in 0..ITERATIONS {
            let mut probe = state.clone();
            let [own, other] = [1.0 - weight, weight].map(|part| of_state * h * part);
            probe.add_all([(own, first), (other, &end)]);
            let within = time + of_state * h;
            let found = rate(equation, within, &probe);
            if iteration == 0 && is_renewed {
                self.prepare(equation, (within, &probe, &found), [h, weight]);
            }
            let places = self.jacobian.parts().places;
            let mut system = self.system.parts();
            let mut next = 0;
            each_at(places, [&found, first, &end], |[found, first, end]| {
                system.line[next] = found - (1.0 - of_rate) * first - of_rate * end;
                next += 1;
            });
            system.solve();
            let mut correction = found;
            put_at(&mut correction, places, system.line);
            end.add_scaled(1.0, &correction);
            let mut change = X::zero();
            change.add_scaled(weight * h, &correction);
            let worst = self.control.worst(&change, state, &probe);
            last = NotConverged {
                place: worst.place,
                change: worst.error,
            };
            if worst.error <= 1.0 {
                return Ok(end);
            }
            if worst.error.is_infinite() {
                break;
            }
        }
        Err(last)
    }
}

impl<X: Vector, R: Room> Integrator<X> for GeneralisedAlpha<X, R> {
    const ORDER: usize = 2;

    fn advance(
        &mut self,
        equation: &mut impl Equation<X>,
        time: f64,
        begin: &X,
        end: &mut X,
        h: f64,
    ) -> Result<(), NotConverged> {
        let [weight, excess] = self.weight(h, time);
        self.memories[1] = self.memories[0];
        self.rates.swap(0, 1);
        let first = match self.memories[0].is_started {
            true => self.rates[1].clone(),
            false => rate(equation, time, begin),
        };
        let [factored, factored_weight] = self.factored;
        let is_renewed = self.age == 0 || !is_same(h, factored, time) || weight != factored_weight;
        let from = (time, begin, &first);
        let mut last = self.iterate(equation, from, [h, weight], is_renewed);
        if last.is_err() && !is_renewed {
            last = self.iterate(equation, from, [h, weight], true);
        }
        self.age = (self.age + 1) % self.every;
        let last = last?;
        end.sum_from(begin, [((1.0 - weight) * h, &first), (weight * h, &last)]);
        self.rates[0] = last;
        self.memories[0] = Memory {
            is_started: true,
            h,
            excess,
        };
        Ok(())
    }

    fn restart(&mut self) {
        self.memories[0].is_started = false;
        self.age = 0;
    }

    fn take_back(&mut self) {
        self.rates.swap(0, 1);
        self.memories[0] = self.memories[1];
        self.age = 0;
    }
}

impl<X: Vector, R: Room> Remembers<X> for GeneralisedAlpha<X, R> {
    fn memories(&mut self, like: &X, lend: &mut dyn FnMut(&mut f64)) {
        self.make_room(like);
        self.rates
            .iter_mut()
            .for_each(|rate| remembers::vector(rate, like, lend));
        for memory in &mut self.memories {
            remembers::truth(&mut memory.is_started, lend);
            lend(&mut memory.h);
            lend(&mut memory.excess);
        }
        remembers::whole(&mut self.age, self.every - 1, lend);
        self.factored.iter_mut().for_each(&mut *lend);
        remembers::room(&mut self.system, lend);
    }
}
