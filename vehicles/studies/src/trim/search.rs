//! Search for a steady motion.

use super::newton::Newton;
use super::rolling::Rolling;
use super::{Bend, Controlled, Controls, FASTER, LEAST_FASTER, NotTrimmed, SHORTEST, SLOW, Trim, Wanted};
use crate::ground_motion::GroundMotion;
use crate::linear::own_names;
use crate::whole::{Free, System};
use nalgebra::{DVector, Vector3};
use wishbone::prelude::*;
use wishbone::stabilise::Projection;
use wishbone::state::{StateVector, Vector, Whole};

/// Largest displacement in one step [m or rad].
const LONGEST: f64 = 0.05;
/// Largest remaining correction, in scaled unknowns.
const FOUND: f64 = 1e-11;
/// Largest remaining rate [SI].
const STEADY: f64 = 1e-6;
/// Steps after which the search is given up.
const STEPS: usize = 40;
/// Number of evaluations on the way to a bend after which implicit steps are tried at once.
const MOST: usize = 3000;
/// Largest number of halvings of one step.
const HALVINGS: usize = 8;
/// Largest number of times that wheels in the air get their spins again.
const HOLDS: usize = 8;
/// Near a known motion: ratio of two successive corrections above which the matrix is computed again, and largest
/// number of matrices.
const SHRINKS: f64 = 0.2;
const MATRICES: usize = 8;
/// Correction, in scaled unknowns, after which a matrix hardly changes: the next corrections use the same matrix.
const NEAR: f64 = 1e-3;
/// Largest number of implicit steps towards a motion, and the rates of the first and the last step [1/s].
const APPROACHES: usize = 200;
const FASTEST: f64 = 1e3;
const SLOWEST: f64 = 1.0;
/// Largest displacement in an implicit step [m or rad], and the fraction of it below which the next step is longer.
const APPROACHED: f64 = 0.02;
const SMALL: f64 = 0.3;
/// Factor on the rate if a step is repeated, and divisor of the rate if the next step is longer.
const SHORTER: f64 = 1.5;
const LONGER: f64 = 1.3;

/// The unknowns.
#[derive(Clone)]
pub(super) struct At<X, Y> {
    pub(super) state: Whole<X, Y>,
    pub(super) motion: Vector3<f64>,
    pub(super) controls: Controls,
}

pub(super) struct Search<'a, S: Solver, E: Subsystem<S>, F> {
    pub(super) vehicle: &'a mut Controlled<S, E, F>,
    pub(super) at: At<S::State, E::State>,
    /// Positions of the coordinates with a rate of their own, which are unknowns.
    pub(super) relaxing: Vec<usize>,
    /// Positions, among the speeds, of the spins that are not unknowns while their wheels are in the air.
    pub(super) held_spins: Vec<usize>,
    /// The wheels in straight driving.
    pub(super) rolling: Rolling,
    pub(super) evaluations: usize,
}

/// Matrices that depend on the position.
pub(super) struct Place {
    pub(super) free: Free,
    pub(super) ground: GroundMotion,
}

impl<S, E, F> Search<'_, S, E, F>
where
    S: Solver,
    E: Subsystem<S>,
    F: FnMut(&mut E, &Controls),
{
    /// Moves from the present state to a steady motion at this speed, and returns its bend. It is the straight one if
    /// Newton's method finds this motion. Otherwise it is the motion with the steering held at its present angle. If
    /// Newton's method does not find this motion either, implicit steps in time are made first.
    pub(super) fn begin(&mut self, speed: f64, wanted: Bend) -> Result<Bend, NotTrimmed> {
        let before = self.at.clone();
        let reason = match self.balance(speed, wanted.with(0.0), None) {
            Ok(()) => return Ok(wanted.with(0.0)),
            Err(reason) if reason.is_of_the_way() => reason,
            Err(reason) => return Err(reason),
        };
        self.at = before.clone();
        let held = Bend::Steering(self.at.controls.steering.position);
        if self.balance(speed, held, None).is_err() {
            self.approach_from(before, (speed, held, None)).map_err(|_| reason)?;
        }
        Ok(wanted.of(&self.at.motion, &self.at.controls))
    }

    /// Moves from the motion in a bend to the wanted bend by Newton's method, in parts that are halved if it fails.
    /// Where the shortest part fails, implicit steps in time come first.
    pub(super) fn walk(&mut self, wanted: &Wanted, begin: Bend) -> Result<(), NotTrimmed> {
        let (mut done, mut step): (f64, f64) = (0.0, 1.0);
        let last = self.evaluations + MOST;
        while begin != wanted.bend && done < 1.0 {
            let part = (done + step).min(1.0);
            let (next, reached) = (begin.towards(wanted.bend, part), begin.towards(wanted.bend, done));
            if let Bend::Steering(angle) = next {
                self.at.controls.steering.position = angle;
            }
            let before = self.at.clone();
            let is_last = step <= SHORTEST || self.evaluations >= last;
            match self.balance(wanted.speed, next, Some(reached)) {
                Ok(()) => done = part,
                Err(reason) if reason.is_of_the_way() && !is_last => {
                    self.at = before;
                    step /= 2.0;
                }
                Err(reason) if reason.is_of_the_way() => {
                    let approached = self.approach_from(before, (wanted.speed, next, Some(reached)));
                    approached.map_err(|_| reason)?;
                    done = part;
                }
                Err(reason) => return Err(reason),
            }
        }
        Ok(())
    }

    /// Moves from a slow motion to the wanted speed by Newton's method, in steps that are shortened if it fails, and
    /// returns the bend. The bend stays as it was found at the slow speed.
    pub(super) fn accelerate(&mut self, wanted: &Wanted) -> Result<Bend, NotTrimmed> {
        let mut speed = SLOW;
        self.scale_speeds(SLOW / wanted.speed);
        let bend = self.begin(speed, wanted.bend)?;
        let mut factor = FASTER;
        while speed < wanted.speed {
            let (before, next) = (self.at.clone(), (factor * speed).min(wanted.speed));
            self.scale_speeds(next / speed);
            match self.balance(next, bend, Some(bend)) {
                Ok(()) => speed = next,
                Err(reason) if reason.is_of_the_way() && factor > LEAST_FASTER => {
                    self.at = before;
                    factor = factor.sqrt();
                }
                Err(reason) => return Err(reason),
            }
        }
        Ok(bend)
    }

    /// Multiplies the motion and all speeds, spins among them, by a factor.
    fn scale_speeds(&mut self, factor: f64) {
        self.at.motion *= factor;
        self.at
            .state
            .vehicle
            .speeds_mut()
            .iter_mut()
            .for_each(|speed| *speed *= factor);
    }

    /// Moves from a state to a steady motion by implicit steps in time, then by Newton's method. A wheel that lifts on
    /// the way keeps its spin in this state, because in the air the steps would spin it up without limit.
    fn approach_from(
        &mut self,
        begin: At<S::State, E::State>,
        (speed, bend, reached): (f64, Bend, Option<Bend>),
    ) -> Result<(), NotTrimmed> {
        let speeds = begin.state.vehicle.speeds().to_vec();
        self.at = begin;
        self.approach(speed, bend)?;
        let idle = self.iterate(speed, bend, reached)?;
        self.hold(&speeds, &idle, (speed, bend, reached))
    }

    /// Goes to a neighbouring motion by Newton's method. The matrix is kept while corrections shrink fast.
    pub(super) fn track(&mut self, speed: f64, bend: Bend) -> Result<(), NotTrimmed> {
        let begin = self.at.state.vehicle.speeds().to_vec();
        let mut place = self.settle()?;
        let mut residual = self.residual(&place, speed, bend);
        let mut newton = self.newton(&place, bend, 0.0);
        let (mut last, mut matrices) = (f64::INFINITY, 1);
        for _ in 0..STEPS {
            self.finite(&place, &residual, Some(bend))?;
            let mut correction = -newton.scaled(&residual);
            if correction.amax() > SHRINKS * last && matrices < MATRICES {
                newton = self.newton(&place, bend, 0.0);
                correction = -newton.scaled(&residual);
                matrices += 1;
            } else if correction.amax() > SHRINKS * last {
                break;
            }
            last = correction.amax();
            (place, residual) = self.step(&correction, &newton, speed, bend)?;
            if last < FOUND {
                break;
            }
        }
        self.balanced(&place, &residual, Some(bend))?;
        let idle = match self.vehicle.system.in_the_air(&self.at.state).contains(&true) {
            true => self.newton(&place, bend, 0.0).idle,
            false => Vec::new(),
        };
        self.hold(&begin, &idle, (speed, bend, Some(bend)))
    }

    /// Runs Newton's method. Wheels in the air then spin as at the beginning.
    fn balance(&mut self, speed: f64, bend: Bend, reached: Option<Bend>) -> Result<(), NotTrimmed> {
        let begin = self.at.state.vehicle.speeds().to_vec();
        let idle = self.iterate(speed, bend, reached)?;
        self.hold(&begin, &idle, (speed, bend, reached))
    }

    /// Gives these spins their initial values, and balances the vehicle without them as unknowns. As unknowns of
    /// Newton's method they help to find a motion, but they balance the vehicle by gyroscopic moments that no wheel
    /// has. Further wheels may then lift. A wheel that touches down on the way, and lifts again with a different spin,
    /// starts again.
    fn hold(
        &mut self,
        begin: &[f64],
        idle: &[usize],
        (speed, bend, reached): (f64, Bend, Option<Bend>),
    ) -> Result<(), NotTrimmed> {
        let mut idle = idle.to_vec();
        let mut found = Ok(());
        for _ in 0..HOLDS {
            let speeds = self.at.state.vehicle.speeds();
            let is_held = |spin: &usize| self.held_spins.contains(spin) && is_alike(speeds[*spin], begin[*spin]);
            if found.is_err() || idle.iter().all(is_held) {
                self.held_spins.clear();
                return found.and_then(|()| self.rolls(speed));
            }
            for &spin in &idle {
                self.at.state.vehicle.speeds_mut()[spin] = begin[spin];
            }
            self.held_spins.extend(&idle);
            found = self.iterate(speed, bend, reached).map(|lifted| idle = lifted);
        }
        self.held_spins.clear();
        found.and(match idle.first() {
            Some(&spin) => Err(NotTrimmed::Bounces(self.speed(spin))),
            None => Ok(()),
        })
    }

    /// Returns an error if a wheel spins off.
    fn rolls(&mut self, speed: f64) -> Result<(), NotTrimmed> {
        let system = &mut self.vehicle.system;
        match self.rolling.spun(system, &self.at.state, speed) {
            Some(wheel) => Err(NotTrimmed::SpinsOff(system.solver.description().wheels[wheel])),
            None => Ok(()),
        }
    }

    /// Iterates Newton's method, and returns the spins of wheels in the air on which no torque acts.
    fn iterate(&mut self, speed: f64, bend: Bend, reached: Option<Bend>) -> Result<Vec<usize>, NotTrimmed> {
        let mut place = self.settle()?;
        let mut residual = self.residual(&place, speed, bend);
        let (mut newton, mut last, mut is_kept) = (self.newton(&place, bend, 0.0), f64::INFINITY, true);
        for _ in 0..STEPS {
            self.finite(&place, &residual, reached)?;
            let mut correction = -newton.scaled(&residual);
            is_kept =
                last.is_infinite() || (last < NEAR && correction.amax() < SHRINKS * last && newton.idle.is_empty());
            if !is_kept {
                newton = self.newton(&place, bend, 0.0);
                correction = -newton.scaled(&residual);
            }
            last = correction.amax();
            (place, residual) = self.step(&correction, &newton, speed, bend)?;
            if last < FOUND {
                break;
            }
        }
        let Newton { pushes, mut idle, .. } = newton;
        if is_kept && self.vehicle.system.in_the_air(&self.at.state).contains(&true) {
            idle = self.newton(&place, bend, 0.0).idle;
        }
        match self.balanced(&place, &residual, reached) {
            Err(_) if !pushes => Err(NotTrimmed::NotPushed),
            found => found.map(|()| idle),
        }
    }

    /// Approaches a stable motion by implicit steps in time (pseudo-transient continuation: Kelley & Keyes 1998). A
    /// step that moves the vehicle far is repeated with a shorter time, so that the search follows a linkage that snaps
    /// over.
    fn approach(&mut self, speed: f64, bend: Bend) -> Result<(), NotTrimmed> {
        let mut place = self.settle()?;
        let mut rate = FASTEST;
        for _ in 0..APPROACHES {
            let residual = self.residual(&place, speed, bend);
            self.finite(&place, &residual, None)?;
            let newton = self.newton(&place, bend, rate);
            let change = -newton.scaled(&residual).component_mul(&newton.columns);
            let longest = newton.longest(&change);
            if longest > APPROACHED {
                rate *= SHORTER;
                continue;
            }
            let from = self.at.clone();
            self.move_by(&from, &change, &newton);
            place = self.settle()?;
            if longest < SMALL * APPROACHED {
                rate /= LONGER;
            }
            if rate < SLOWEST {
                break;
            }
        }
        Ok(())
    }

    /// Returns an error if a residual is not a number.
    fn finite(&mut self, place: &Place, residual: &DVector<f64>, reached: Option<Bend>) -> Result<(), NotTrimmed> {
        match residual.iter().all(|left| left.is_finite()) {
            true => Ok(()),
            false => self.balanced(place, residual, reached),
        }
    }

    /// Returns an error if a residual is too large.
    fn balanced(&mut self, place: &Place, residual: &DVector<f64>, reached: Option<Bend>) -> Result<(), NotTrimmed> {
        if residual.iter().all(|left| left.abs() < STEADY) {
            return Ok(());
        }
        let worst = (0..residual.len())
            .find(|&row| !residual[row].is_finite())
            .unwrap_or_else(|| residual.iamax());
        let mut names: Vec<String> = place
            .free
            .speeds
            .iter()
            .map(|&speed| self.speed(speed).to_owned())
            .collect();
        names.extend(own_names(&self.vehicle.system, &self.at.state.subsystems));
        let coordinates = self.vehicle.system.solver.description().coordinates;
        names.extend(self.relaxing.iter().map(|&place| coordinates[place].to_owned()));
        names.extend(["the wanted speed".to_owned(), "the wanted bend".to_owned()]);
        Err(NotTrimmed::NotBalanced {
            equation: names.swap_remove(worst),
            left: residual[worst],
            reached,
        })
    }

    fn speed(&self, place: usize) -> &'static str {
        self.vehicle.system.solver.description().speeds[place]
    }

    /// Moves along a correction or a part of it.
    fn step(
        &mut self,
        correction: &DVector<f64>,
        newton: &Newton,
        speed: f64,
        bend: Bend,
    ) -> Result<(Place, DVector<f64>), NotTrimmed> {
        let from = self.at.clone();
        let change = correction.component_mul(&newton.columns);
        let longest = newton.longest(&change);
        let mut part = if longest > LONGEST { LONGEST / longest } else { 1.0 };
        for _ in 0..HALVINGS {
            self.move_by(&from, &(&change * part), newton);
            if let Ok(place) = self.settle_as(newton) {
                let residual = self.residual(&place, speed, bend);
                // This is false if a rate is not a number.
                if newton.scaled(&residual).norm() <= (1.0 - part / 4.0) * correction.norm() {
                    return Ok((place, residual));
                }
            }
            part /= 2.0;
        }
        self.move_by(&from, &(&change * part), newton);
        let place = self.settle_as(newton)?;
        let residual = self.residual(&place, speed, bend);
        Ok((place, residual))
    }

    /// Changes all unknowns. The speeds of the ground motion follow in [`Search::settle`].
    fn move_by(&mut self, from: &At<S::State, E::State>, change: &DVector<f64>, newton: &Newton) {
        self.at = from.clone();
        let (placed, spins) = (newton.placed, newton.spins.len());
        let moved = &newton.motion * change.rows(0, placed);
        let coordinates = self.at.state.vehicle.coordinates_mut().iter_mut();
        coordinates.zip(moved.iter()).for_each(|(own, change)| *own += change);
        self.at.motion += change.fixed_rows::<3>(placed);
        for (k, &spin) in newton.spins.iter().enumerate() {
            self.at.state.vehicle.speeds_mut()[spin] += change[placed + 3 + k];
        }
        let mut next = placed + 3 + spins;
        self.at.state.subsystems.each(&mut |own| {
            *own += change[next];
            next += 1;
        });
        for &place in &self.relaxing {
            self.at.state.vehicle.coordinates_mut()[place] += change[next];
            next += 1;
        }
        self.at.controls.torque += change[next];
        if next + 1 < change.len() {
            let angle = change[next + 1];
            self.at.controls.steering.position += angle;
            let coordinates = self.at.state.vehicle.coordinates_mut().iter_mut();
            coordinates
                .zip(newton.steered.iter())
                .for_each(|(own, rate)| *own += angle * rate);
        }
    }

    /// [`Search::settle`] at a position with the freedoms of a linear problem.
    fn settle_as(&mut self, newton: &Newton) -> Result<Place, NotTrimmed> {
        let place = self.settle()?;
        match place.free.speeds.len() == newton.placed + newton.spins.len() {
            true => Ok(place),
            false => Err(NotTrimmed::Singular),
        }
    }

    /// Closes the loops and gives all bodies the ground motion; the spins stay.
    fn settle(&mut self) -> Result<Place, NotTrimmed> {
        let vehicle = &mut *self.vehicle;
        (vehicle.set)(&mut vehicle.system.surroundings, &self.at.controls);
        let mut inputs = vehicle.system.solver.no_inputs();
        let System {
            solver,
            surroundings,
            time,
        } = &mut vehicle.system;
        surroundings.drive(*time, &self.at.state.subsystems, &mut inputs);
        let spun = self.at.state.vehicle.speeds().to_vec();
        let closed = solver.close(&mut self.at.state.vehicle, &inputs, &Projection::ASSEMBLY);
        let _ = closed.map_err(NotTrimmed::NotClosed)?;
        // Closed once more to rounding, because springs turn the remaining gaps of the loops into accelerations.
        let _ = solver.correct_position(&mut self.at.state.vehicle, &inputs);
        let free = vehicle.system.free(&self.at.state);
        let ground = GroundMotion::of(&mut vehicle.system, &self.at.state, &free, vehicle.chassis);
        let ground = ground.map_err(NotTrimmed::Held)?;
        let mut own = ground.speeds(&self.at.motion);
        for spin in spins(&ground) {
            own[spin] = spun[free.speeds[spin]];
        }
        let speeds = &free.basis * own;
        self.at.state.vehicle.speeds_mut().copy_from_slice(speeds.as_slice());
        Ok(Place { free, ground })
    }

    /// Rates of the free speeds and of the states of the equipment, and the errors of speed and bend.
    fn residual(&mut self, place: &Place, speed: f64, bend: Bend) -> DVector<f64> {
        self.evaluations += 1;
        let mut rate = self.vehicle.system.rate(&self.at.state);
        let speeds = rate.vehicle.speeds();
        let mut residual: Vec<f64> = place.free.speeds.iter().map(|&k| speeds[k]).collect();
        let mut own = Vec::new();
        rate.subsystems.each(&mut |rate| own.push(*rate));
        own.resize(count(&self.at.state.subsystems), 0.0);
        residual.extend(own);
        residual.extend(self.relaxing.iter().map(|&place| rate.vehicle.coordinates()[place]));
        let c = &self.at.motion;
        residual.push(c[0].hypot(c[1]) - speed);
        if self.vehicle.is_steered {
            residual.push(match bend {
                Bend::Lateral(wanted) => c[2] * c[0] - wanted,
                Bend::Curvature(wanted) => c[2] - wanted * c[0].hypot(c[1]),
                Bend::Steering(wanted) => self.at.controls.steering.position - wanted,
            });
        }
        DVector::from_vec(residual)
    }

    /// The steady motion found. Returns an error if speeds are along fixed axes.
    pub(super) fn end(mut self) -> Result<Trim<S::State, E::State>, NotTrimmed> {
        let place = self.settle()?;
        let rate = self.vehicle.system.rate(&self.at.state);
        if self.at.motion[2] != 0.0 {
            self.moves_along(&place, &rate)?;
        }
        let mut residual = 0.0_f64;
        place
            .free
            .speeds
            .iter()
            .for_each(|&speed| residual = residual.max(rate.vehicle.speeds()[speed].abs()));
        let mut own = rate.subsystems.clone();
        own.each(&mut |rate| residual = residual.max(rate.abs()));
        Ok(Trim {
            state: self.at.state,
            motion: self.at.motion.into(),
            controls: self.at.controls,
            evaluations: self.evaluations,
            residual,
        })
    }

    /// Returns an error if speeds change while the vehicle moves on rigidly.
    fn moves_along(&mut self, place: &Place, rate: &Whole<S::State, E::State>) -> Result<(), NotTrimmed> {
        const STEP: f64 = 1e-4;
        let mut later = self.at.state.clone();
        let coordinates = later.vehicle.coordinates_mut().iter_mut();
        coordinates
            .zip(rate.vehicle.coordinates())
            .for_each(|(own, rate)| *own += STEP * rate);
        let Controlled { system, chassis, .. } = &mut *self.vehicle;
        let ground = GroundMotion::of(system, &later, &place.free, *chassis).map_err(NotTrimmed::Held)?;
        let changed = ground.speeds(&self.at.motion) - place.ground.speeds(&self.at.motion);
        let (fastest, bound) = (
            changed.iamax(),
            1e-3 * STEP * self.at.motion.xy().norm() * self.at.motion[2].abs().max(1e-6),
        );
        match changed[fastest].abs() > bound {
            true => Err(NotTrimmed::FixedAxes(self.speed(place.free.speeds[fastest]))),
            false => Ok(()),
        }
    }
}

/// Whether two speeds differ by rounding only.
fn is_alike(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * other.abs().max(1.0)
}

/// Positions of the free speeds that move no body.
fn spins(ground: &GroundMotion) -> Vec<usize> {
    let is_spin = |column: &usize| ground.twists.column(*column).amax() == 0.0;
    (0..ground.twists.ncols()).filter(is_spin).collect()
}

/// Number of states.
fn count<Y: Vector>(own: &Y) -> usize {
    let mut count = 0;
    own.clone().each(&mut |_| count += 1);
    count
}
