//! A linearly implicit two-step method, with the Jacobian of all numbers or of a fast part of them.

use super::equation::{jacobian, put_at, rate};
use super::{Equation, Integrator, NotConverged, Remembers, Room, Slopes, is_same, remembers};
use crate::math::abs;
use crate::state::{Vector, count};

/// The second-order backward differentiation formula with the extrapolated rate, and a correction by a Jacobian `J`. A step needs one
/// evaluation and no iteration.
///
/// ```text
/// (a I - h J) d = b d₋ + h ((1 + ρ) f₀ - ρ f₋) - h ρ J d₋,   a = (1 + 2 ρ) / (1 + ρ),   b = ρ² / (1 + ρ)
/// ```
///
/// `d` and `d₋` are the changes of the state by this step and by the last step. `f₀` and `f₋` are the rates at the
/// beginnings of these steps, and `ρ` is the ratio of their lengths. In equal steps `a` is 3/2 and `b` is 1/2. Without
/// `J` the method is then SBDF2, the semi-implicit BDF of Ascher, Ruuth & Wetton (1995, SIAM J. Numer. Anal. 32,
/// 797-823, (28)). `a d - b d₋` is the left side of BDF2 with variable steps (Hairer, Nørsett & Wanner 1993, Solving
/// Ordinary Differential Equations I, III.5). The terms with `J` are the difference between `h J x` at the end of the
/// step and its extrapolation, and vanish with `h³`. So the order is two for *any* bounded `J`: an old Jacobian, a
/// Jacobian without the slopes of equipment, or a Jacobian in which only a block is not zero.
///
/// A state that jumps between two steps, such as shaft speeds in a gear change, needs no restart: `d₋` is the change by the step alone.
///
/// With the exact Jacobian of a linear equation it is BDF2: L-stable. Slopes that `J` leaves out are treated explicitly, and limit
/// the step ([`Method::Sbdf2`](crate::stability::Method::Sbdf2)): up to `h l` of 4/3 on the real axis.
///
/// For modes that are much faster than the step, an old Jacobian is sufficient if it has at least three quarters of the eigenvalue
/// `λ`. With `(1 - δ) λ` in place of `λ` the characteristic polynomial becomes `(1 - δ) r² + 2 δ r - δ`, whose roots are inside the
/// unit circle up to `δ = 1/4`.
///
/// **Hybrid scheme.** With [`implicit`](Sbdf2::implicit) `J` has only the rows of the listed numbers, such as the
/// coordinates and speeds of arms on bushings. All other numbers are explicit and are computed first, so that the
/// linear system has the size of the list. The method is unstable if a stiff part is not in the list:
/// `wishbone_studies::stiff` proposes a list, and gives the largest step.
///
/// The method restarts in the first step, after a restart of the simulation, and in a step that is more than 2.4 times as long as the last step. Such
/// a step is `(3/2 I - h J) d = 3/2 h f₀`, of first order in itself. BDF2 is stable for any sequence of steps whose ratios are below `1 + √2`
/// (Grigorieff 1983).
#[derive(Clone, Debug, PartialEq)]
pub struct Sbdf2<X, R> {
    /// Change of the state by the last step, and rate at the beginning of this step. The same two numbers of the step
    /// before are kept to take a step back.
    past: [(X, X); 2],
    memory: Memory,
    /// Status before the last step.
    before: Memory,
    slopes: Slopes,
    /// Steps for which a Jacobian is used.
    every: usize,
    /// Whether an outdated Jacobian is renewed at once.
    renews: bool,
    /// Positions of the implicit numbers, in any order; `None` if all numbers are implicit.
    listed: Option<R>,
    /// Rows of the Jacobian for the implicit numbers. Its first places are their positions, in ascending order.
    jacobian: R,
    /// `a I - h J` of the implicit numbers, factored.
    system: R,
    /// `h` [s] and `a` for which the system is factored; zero if it is not factored.
    factored: [f64; 2],
}

/// Ratio of `c` and `d - d₋` ([`Sbdf2::renewed_early`]); above this ratio, a Jacobian may be outdated.
const OUTDATED: f64 = 0.25;
/// Growth of this ratio since the Jacobian was new; above this growth, the Jacobian is outdated.
const WORSE: f64 = 2.0;
/// Ratio of a step to the last step above which the method restarts.
const GROWTH: f64 = 2.4;
/// `a` for equal steps.
const EQUAL: f64 = 1.5;
/// Change of a state from one step to the next, relative to the state or to one; below this limit, the change may be
/// rounding.
const ROUNDING: f64 = 1e-10;

/// Status between two steps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Memory {
    /// Whether change and rate of the last step are known.
    is_started: bool,
    /// Length of that step [s].
    h: f64,
    /// Steps since the Jacobian was computed; zero if it has to be computed in the next step.
    age: usize,
    /// Square of the ratio of `c` and `d - d₋` when the Jacobian was new.
    fresh: f64,
}

impl<X: Vector, R: Room> Sbdf2<X, R> {
    /// The method with all numbers implicit, and a new Jacobian in every step.
    ///
    /// The first step panics if a state has more numbers than there is room for.
    pub fn new() -> Self {
        Self::of(None)
    }

    /// The method with the numbers of the state at these positions implicit. Positions count coordinates first, then
    /// speeds, then states of the subsystems, as [`Description`](crate::description::Description) names them. Repeated
    /// positions count once.
    ///
    /// # Panics
    /// If there is no room for this number of numbers. The first step panics if there is no room for the state, or if the state
    /// has no number at a position.
    pub fn implicit(places: &[usize]) -> Self {
        let mut listed = R::of(places.len());
        listed.parts().places.copy_from_slice(places);
        Self::of(Some(listed))
    }

    fn of(listed: Option<R>) -> Self {
        Self {
            past: core::array::from_fn(|_| (X::zero(), X::zero())),
            memory: Memory::default(),
            before: Memory::default(),
            slopes: Slopes::default(),
            every: 1,
            renews: false,
            listed,
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

    /// This method with a new Jacobian and factorisation only every `steps` steps. The order stays the same. The largest stable
    /// step then depends on how much the Jacobian changes in these steps.
    ///
    /// # Panics
    /// If the number is zero.
    #[must_use]
    pub fn every(mut self, steps: usize) -> Self {
        assert!(steps > 0, "a Jacobian serves for one step at least");
        self.every = steps;
        self
    }

    /// This method, but a Jacobian is renewed as soon as it describes the motion much worse than at first, for example
    /// when a wheel lands or a stop engages. The price is a product and a solution of the linear system in each step,
    /// and steps of unequal length in real time.
    ///
    /// The last step has used `p = 2 f₀ - f₋ + J (d - d₋)` as the rate at its end. This rate is now known: `f₁`. BDF2
    /// would have moved further by `c = (3/2 I - h J)⁻¹ h (f₁ - p)`. In a mode for which the Jacobian has `(1 - δ) λ`,
    /// this is `-δ / (1 - δ) (d - d₋)` if `h λ` is large. So a new Jacobian is needed from `c = 1/4 (d - d₋)` on, that
    /// is from `δ = 1/5` on, before the method is unstable.
    #[must_use]
    pub fn renewed_early(mut self) -> Self {
        self.renews = true;
        self
    }

    /// Whether the Jacobian describes the motion much worse than at first, at a state with this rate after two steps of length `h`.
    fn is_outdated(&mut self, state: &X, rate: &X, h: f64) -> bool {
        let [wrong, turned] = self.correction(state, rate, h);
        // A motion that is steady but for rounding says nothing.
        if turned <= ROUNDING * ROUNDING {
            return false;
        }
        let ratio = wrong / turned;
        if self.memory.age <= 1 {
            self.memory.fresh = ratio;
        }
        ratio > OUTDATED * OUTDATED && ratio > WORSE * WORSE * self.memory.fresh
    }

    /// Squares of the sizes of `c` and of `d - d₋`, relative to the state, or to one.
    fn correction(&mut self, state: &X, rate: &X, h: f64) -> [f64; 2] {
        let [(change, begin_rate), (past, past_rate)] = &self.past;
        let (jacobian, system) = (self.jacobian.parts(), &mut self.system.parts());
        let places = &jacobian.places[..system.line.len()];
        let (mut place, mut next) = (0, 0);
        X::side_by_side([change, past, rate, begin_rate, past_rate], &mut |[
            change,
            past,
            rate,
            begin_rate,
            past_rate,
        ]| {
            jacobian.line[place] = -(change - past);
            if places.get(next) == Some(&place) {
                system.line[next] = h * (rate - 2.0 * begin_rate + past_rate);
                next += 1;
            }
            place += 1;
        });
        jacobian.add_product(h, system.line);
        system.solve();
        let mut sizes = [0.0; 2];
        (place, next) = (0, 0);
        X::side_by_side([state], &mut |[x]| {
            if places.get(next) == Some(&place) {
                let relative = [system.line[next], jacobian.line[place]].map(|change| change / abs(x).max(1.0));
                sizes = [0, 1].map(|k| sizes[k] + relative[k] * relative[k]);
                next += 1;
            }
            place += 1;
        });
        sizes
    }

    /// Makes room once the size of the state is known.
    fn make_room(&mut self, state: &X) {
        let count = count(state);
        if self.jacobian.parts().places.len() == count {
            return;
        }
        self.jacobian = R::of(count);
        let places = self.jacobian.parts().places;
        let mut size = 0;
        for place in 0..count {
            if self
                .listed
                .as_mut()
                .is_none_or(|listed| listed.parts().places.contains(&place))
            {
                places[size] = place;
                size += 1;
            }
        }
        let beyond = self
            .listed
            .as_mut()
            .and_then(|listed| listed.parts().places.iter().max().copied());
        if let Some(beyond) = beyond.filter(|&place| place >= count) {
            panic!("a state has {count} numbers, and none at position {beyond}");
        }
        self.system = R::of(size);
        self.memory.age = 0;
    }

    /// Factors the matrix of the implicit numbers for `h` and `a` at `time`, unless it is factored already.
    fn factor(&mut self, [h, a]: [f64; 2], time: f64, is_new: bool) {
        if !is_new && is_same(h, self.factored[0], time) && a == self.factored[1] {
            return;
        }
        let (jacobian, mut system) = (self.jacobian.parts(), self.system.parts());
        let (count, size) = (jacobian.line.len(), system.line.len());
        for row in 0..size {
            for column in 0..size {
                let slope = jacobian.matrix[row * count + jacobian.places[column]];
                system.matrix[row * size + column] = if row == column { a } else { 0.0 } - h * slope;
            }
        }
        system.factor();
        self.factored = [h, a];
    }

    /// Ratio of a step from `time` to the last step; `None` if the method restarts.
    fn ratio(&self, h: f64, time: f64) -> Option<f64> {
        let Memory {
            is_started, h: last, ..
        } = self.memory;
        if is_same(h, last, time) {
            return is_started.then_some(1.0);
        }
        (is_started && h <= GROWTH * last).then(|| h / last)
    }
}

impl<X: Vector, R: Room> Default for Sbdf2<X, R> {
    fn default() -> Self {
        Self::new()
    }
}

impl<X: Vector, R: Room> Integrator<X> for Sbdf2<X, R> {
    const ORDER: usize = 2;

    fn advance(
        &mut self,
        equation: &mut impl Equation<X>,
        time: f64,
        begin: &X,
        end: &mut X,
        h: f64,
    ) -> Result<(), NotConverged> {
        let first = rate(equation, time, begin);
        self.make_room(begin);
        let ratio = self.ratio(h, time);
        let a = ratio.map_or(EQUAL, |ratio| (1.0 + 2.0 * ratio) / (1.0 + ratio));
        let mut age = self.memory.age;
        let before = core::mem::replace(&mut self.before, self.memory);
        let has_two = ratio == Some(1.0) && before.is_started && is_same(before.h, h, time);
        let has_system = is_same(h, self.factored[0], time) && self.factored[1] == EQUAL;
        if self.renews && age > 0 && has_two && has_system && self.is_outdated(begin, &first, h) {
            age = 0;
        }
        let size = self.system.parts().line.len();
        if age == 0 {
            let own = self.jacobian.parts();
            let rows = &mut own.matrix[..size * own.line.len()];
            jacobian(equation, self.slopes, (time, begin, &first), &own.places[..size], rows);
        }
        self.factor([h, a], time, age == 0);
        self.memory = Memory {
            is_started: true,
            h,
            age: (age + 1) % self.every,
            fresh: self.memory.fresh,
        };
        // What J multiplies, and the right-hand side without J.
        let (mut known, mut right) = (X::zero(), X::zero());
        if let Some(ratio) = ratio {
            let (last, last_rate) = &self.past[0];
            known.add_scaled(ratio, last);
            right.add_all([
                (ratio / (1.0 + ratio), &known),
                (h * (1.0 + ratio), &first),
                (-h * ratio, last_rate),
            ]);
        } else {
            right.add_scaled(EQUAL * h, &first);
        }
        let (jacobian, mut system) = (self.jacobian.parts(), self.system.parts());
        let places = &jacobian.places[..size];
        let (mut place, mut next) = (0, 0);
        // Explicit changes are known already. The line of the Jacobian takes the vector that J multiplies.
        X::side_by_side([&right, &known], &mut |[right, known]| {
            jacobian.line[place] = -known;
            if places.get(next) == Some(&place) {
                system.line[next] = right;
                next += 1;
            } else {
                jacobian.line[place] += right / a;
            }
            place += 1;
        });
        jacobian.add_product(h, system.line);
        system.solve();
        let mut change = right;
        change.each(&mut |number| *number /= a);
        put_at(&mut change, places, system.line);
        end.sum_from(begin, [(1.0, &change)]);
        self.past.swap(0, 1);
        self.past[0] = (change, first);
        Ok(())
    }

    fn restart(&mut self) {
        self.memory.is_started = false;
        self.memory.age = 0;
    }

    fn take_back(&mut self) {
        self.past.swap(0, 1);
        self.memory = self.before;
        // The last but one step is lost: the refused step has taken its place.
        self.before.is_started = false;
    }
}

impl<X: Vector, R: Room> Remembers<X> for Sbdf2<X, R> {
    fn memories(&mut self, like: &X, lend: &mut dyn FnMut(&mut f64)) {
        self.make_room(like);
        for memory in [&mut self.memory, &mut self.before] {
            remembers::truth(&mut memory.is_started, lend);
            lend(&mut memory.h);
            remembers::whole(&mut memory.age, self.every - 1, lend);
            lend(&mut memory.fresh);
        }
        for (state, rate) in &mut self.past {
            remembers::vector(state, like, lend);
            remembers::vector(rate, like, lend);
        }
        self.factored.iter_mut().for_each(&mut *lend);
        remembers::room(&mut self.jacobian, lend);
        remembers::room(&mut self.system, lend);
    }
}
