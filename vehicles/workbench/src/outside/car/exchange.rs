//! A vehicle that a foreign integrator advances: states, rates, derivatives, events.

use super::{Car, begun, numbers, unknown, whole};
use crate::outside::input::Input;
use crate::outside::kinks;
use crate::outside::variable::Kind;
use crate::problem::Problem;
use wishbone::prelude::*;
use wishbone::state::{StateVector, Vector};
use wishbone_engine::Engine;
use wishbone_engine::equipment::Fitted;

/// Change of a state or a parameter for central differences, as a fraction of its size.
pub(super) const DIFFERENCE: f64 = 1e-5;

/// What is found of a vehicle at its present state.
type Find = fn(&mut Car) -> Result<Vec<f64>, Problem>;

impl Car {
    /// Reason why no foreign integrator can advance it; none where one can.
    ///
    /// # Errors
    /// If no run has begun.
    pub fn not_exchanged(&mut self) -> Result<Option<String>, Problem> {
        let name = self.name().to_owned();
        let simulation = &mut self.run()?.simulation;
        let (state, inputs) = (simulation.state().clone(), simulation.inputs.clone());
        let mut solver = simulation.solver().clone();
        for place in 0..state.v.len() {
            let mut moving = state.clone();
            moving.v.fill(0.0);
            moving.v[place] = 1.0;
            let mut wanted = inputs.clone();
            wanted.drives.iter_mut().for_each(|drive| drive.velocity = 0.0);
            let before = moving.clone();
            let _ = solver.correct_velocity(&mut moving, &wanted);
            if moving.v != before.v {
                let speed = solver.description().speeds[place];
                return Ok(Some(format!(
                    "vehicle `{name}`: its speed `{speed}` depends on others by loops that are closed after each step, which a foreign \
                     integrator does not do: use co-simulation"
                )));
            }
        }
        Ok(None)
    }

    /// Number of the continuous states.
    pub fn state_count(&self) -> usize {
        self.table
            .iter()
            .filter(|own| matches!(own.kind, Kind::State(_)))
            .count()
    }

    /// Continuous states, in the order of the table.
    ///
    /// # Errors
    /// If no run has begun.
    pub fn states(&mut self) -> Result<Vec<f64>, Problem> {
        Ok(numbers(&mut whole(&self.run()?.simulation)))
    }

    /// Sets the vehicle to a time of the importing tool [s] and to these states.
    ///
    /// # Errors
    /// If no run has begun, or a state is not finite.
    pub fn place(&mut self, time: f64, states: &[f64]) -> Result<(), Problem> {
        if !time.is_finite() || !states.iter().all(|state| state.is_finite()) {
            return Err(Problem::Misuse("time and states have to be finite numbers".to_owned()));
        }
        let origin = self.origin;
        let run = self.run()?;
        let mut state = whole(&run.simulation);
        let mut given = states.iter();
        state.each(&mut |own| *own = given.next().copied().unwrap_or(*own));
        oriented(
            run.simulation.solver().description().coordinates,
            state.vehicle.coordinates(),
        )?;
        run.simulation.place(time - origin, state);
        run.changed();
        Ok(())
    }

    /// Rates of the continuous states.
    ///
    /// # Errors
    /// If no run has begun, or a rate is not finite.
    pub fn rates(&mut self) -> Result<Vec<f64>, Problem> {
        let simulation = &mut self.run()?.simulation;
        let mut rate = simulation.at_present(wishbone::subsystem::rate);
        let rates = numbers(&mut rate);
        match rates.iter().all(|rate| rate.is_finite()) {
            true => Ok(rates),
            false => Err(Problem::Finding("a rate of the states is not finite".to_owned())),
        }
    }

    /// Number of the event indicators.
    pub fn indicator_count(&self) -> usize {
        self.kinks.len()
    }

    /// Event indicators at the present state, divided by their nominal values: each indicator changes its sign at a
    /// kink of a force. The zero of each indicator is offset a little, away from the side stored by [`Car::note_sides`]
    /// or, without it, from the side of the present state. So no indicator is zero there.
    ///
    /// # Errors
    /// If no run has begun, or an indicator is not finite.
    pub fn indicators(&mut self) -> Result<Vec<f64>, Problem> {
        let distances = self.distances()?;
        let side =
            |place: usize, distance: f64| self.sides.get(place).copied().unwrap_or_else(|| kinks::side(distance));
        let each = distances.iter().enumerate();
        let indicators: Vec<f64> = each
            .map(|(place, distance)| kinks::scaled(*distance, side(place, *distance)))
            .collect();
        match indicators.iter().all(|own| own.is_finite()) {
            true => Ok(indicators),
            false => Err(Problem::Finding("an event indicator is not finite".to_owned())),
        }
    }

    /// Notes on which side of each kink the vehicle is: continuous time begins.
    ///
    /// # Errors
    /// If no run has begun.
    pub fn note_sides(&mut self) -> Result<(), Problem> {
        self.sides = self.distances()?.into_iter().map(kinks::side).collect();
        Ok(())
    }

    /// Distances of the present state from the kinks [m, m/s, rad].
    fn distances(&mut self) -> Result<Vec<f64>, Problem> {
        let Self {
            running,
            acting,
            run,
            kinks,
            ..
        } = self;
        Ok(kinks::distances(kinks, &mut begun(run)?.simulation, (running, acting)))
    }

    /// Slopes of unknowns (rates or outputs) with respect to a known: a state, an input or a tunable parameter. The
    /// slopes of the rates are exact for the vehicle and for tyres by formulas; all other slopes are central
    /// differences of the equipment alone. Those of outputs are central differences. At a bound of an input, for
    /// example a pedal that is not pressed, they are differences on the inner side of the bound.
    ///
    /// # Errors
    /// Returns an error if no run has begun, the vehicle was made without derivatives, or a variable is of another
    /// kind.
    pub fn slopes(&mut self, unknowns: &[usize], known: usize) -> Result<Vec<f64>, Problem> {
        let kinds = [unknowns, &[known]].map(|own| self.kinds(own));
        let [unknowns, known] = kinds;
        let (unknowns, known) = (unknowns?, known?[0]);
        let by_rates = match known {
            Kind::State(place) => self.by_state(place)?,
            Kind::Input(input) if !input.is_whole() => self.by_input(input)?,
            Kind::Tunable(place) => match self.by_parameter(place, self.step_of(place))? {
                Some(slopes) => slopes,
                None => self.differences(known, Self::rates)?,
            },
            _ => {
                return Err(Problem::Misuse(
                    "derivatives are by states, continuous inputs and tunable parameters alone".to_owned(),
                ));
            }
        };
        let has_outputs = unknowns.iter().any(|kind| matches!(kind, Kind::Output(_)));
        let by_outputs = if has_outputs {
            self.differences(known, |own| own.outputs().map(<[f64]>::to_vec))?
        } else {
            Vec::new()
        };
        let each = unknowns.into_iter().map(|kind| match kind {
            Kind::Rate(place) => Ok(by_rates[place]),
            Kind::Output(column) => Ok(by_outputs[column]),
            _ => Err(Problem::Misuse("derivatives are of rates and outputs alone".to_owned())),
        });
        each.collect()
    }

    pub(super) fn kinds(&self, variables: &[usize]) -> Result<Vec<Kind>, Problem> {
        let kind = |&place: &usize| self.table.get(place).map(|own| own.kind).ok_or_else(|| unknown(place));
        variables.iter().map(kind).collect()
    }

    /// Change of a parameter for differences.
    fn step_of(&self, parameter: usize) -> f64 {
        match self.running.engine.parameter_values()[parameter].abs() {
            0.0 => DIFFERENCE,
            size => DIFFERENCE * size,
        }
    }

    /// Slopes of all rates by a state.
    fn by_state(&mut self, place: usize) -> Result<Vec<f64>, Problem> {
        let count = self.state_count();
        let run = self.run()?;
        if run.slopes.is_none() {
            let mut columns = vec![vec![0.0; count]; count];
            let is_told = run
                .simulation
                .slopes(&mut |row, column, slope| columns[column][row] += slope);
            run.slopes = Some(columns).filter(|_| is_told);
        }
        let columns = run.slopes.as_ref().ok_or_else(no_derivatives)?;
        Ok(columns[place].clone())
    }

    /// Slopes of all rates by an input.
    fn by_input(&mut self, input: Input) -> Result<Vec<f64>, Problem> {
        let mut slopes = vec![0.0; self.state_count()];
        let signals = self.acting.signals.clone();
        let value = signals.get(input);
        let middle = value + input.inward(value);
        let is_told = self.run()?.simulation.slopes_by(
            input.difference(),
            &mut |_, by| signals.set(input, middle + by),
            &mut |row, slope| slopes[row] += slope,
        );
        self.acting.signals.set(input, value);
        is_told.then_some(slopes).ok_or_else(no_derivatives)
    }

    /// Slopes of numbers by a known, by differences. The run goes on with the same bits as without them.
    fn differences(&mut self, known: Kind, find: Find) -> Result<Vec<f64>, Problem> {
        let (time, states) = (self.time(), self.states()?);
        let (step, middle) = match known {
            Kind::State(place) => (DIFFERENCE * states[place].abs().max(1.0), 0.0),
            Kind::Input(input) => (input.difference(), input.inward(self.acting.signals.get(input))),
            Kind::Tunable(place) => (self.step_of(place), 0.0),
            _ => (DIFFERENCE, 0.0),
        };
        let kept = self.keep();
        let run = self.run()?;
        let (outputs, slopes) = (run.outputs.take(), run.slopes.take());
        let mut beside = |by: f64| {
            let found = self.beside((time, &states), (known, middle + by), find);
            self.go_back(&kept)?;
            found
        };
        let [up, down] = [step, -step].map(&mut beside);
        let run = self.run()?;
        (run.outputs, run.slopes) = (outputs, slopes);
        let (up, down) = (up?, down?);
        let each = up.iter().zip(&down);
        Ok(each.map(|(up, down)| (up - down) / (2.0 * step)).collect())
    }

    /// Numbers where a known is other by so much. The vehicle stays moved.
    fn beside(
        &mut self,
        (time, states): (f64, &[f64]),
        (known, by): (Kind, f64),
        find: Find,
    ) -> Result<Vec<f64>, Problem> {
        let mut moved = states.to_vec();
        match known {
            Kind::State(place) => moved[place] += by,
            Kind::Input(input) => {
                let signals = &self.acting.signals;
                signals.set(input, signals.get(input) + by);
            }
            Kind::Tunable(place) => {
                let mut tuned = self.running.engine.parameter_values().to_vec();
                tuned[place] += by;
                self.run()?.simulation.solver_mut().set_parameters_unchecked(&tuned);
            }
            _ => {}
        }
        self.place(time, &moved)?;
        find(self)
    }

    /// Whether the end of a step of a foreign integrator changes memories or states, for example at a gear change. They
    /// change in [`Car::jump`] alone.
    ///
    /// # Errors
    /// If no run has begun.
    pub fn jumps(&mut self) -> Result<bool, Problem> {
        let kept = self.keep();
        let before = self.memories()?;
        let after = self.jump().and_then(|()| self.memories());
        self.go_back(&kept)?;
        Ok(after? != before)
    }

    /// Ends a step of a foreign integrator: memories and states change.
    ///
    /// # Errors
    /// If no run has begun.
    pub fn jump(&mut self) -> Result<(), Problem> {
        let (now, h) = (self.time() - self.origin, self.time() - self.completed);
        let run = self.run()?;
        let _ = run.simulation.evaluate();
        let mut state = whole(&run.simulation);
        run.simulation.surroundings.stepped(now, h, &mut state.subsystems);
        run.simulation.place(now, state);
        run.changed();
        Ok(())
    }

    /// Largest change of a coordinate by which Euler parameters have unit norm again. A foreign integrator does not keep their norm.
    ///
    /// # Errors
    /// If no run has begun.
    pub fn norm_error(&mut self) -> Result<f64, Problem> {
        let (before, mut after) = (self.states()?, self.normalised()?);
        let changes = before
            .iter()
            .zip(numbers(&mut after))
            .map(|(before, after)| (before - after).abs());
        Ok(changes.fold(0.0, f64::max))
    }

    /// Gives Euler parameters unit norm.
    ///
    /// # Errors
    /// If no run has begun.
    pub fn normalise(&mut self) -> Result<(), Problem> {
        let normalised = self.normalised()?;
        let run = self.run()?;
        let now = run.simulation.time();
        run.simulation.place(now, normalised);
        run.changed();
        Ok(())
    }

    /// All states, with Euler parameters of unit norm. A vehicle that a foreign integrator advances has no loops that
    /// this function would close ([`Car::not_exchanged`]).
    fn normalised(&mut self) -> Result<StateOf<Engine, Fitted>, Problem> {
        let simulation = &self.run()?.simulation;
        let mut state = whole(simulation);
        let _ = simulation
            .solver()
            .clone()
            .correct_position(&mut state.vehicle, &simulation.inputs);
        Ok(state)
    }

    /// Notes that a step of a foreign integrator is complete.
    pub fn complete(&mut self) {
        self.completed = self.time();
    }

    /// Memories and states.
    fn memories(&mut self) -> Result<Vec<u64>, Problem> {
        let simulation = &mut self.run()?.simulation;
        let mut numbers: Vec<u64> = numbers(&mut whole(simulation)).into_iter().map(f64::to_bits).collect();
        simulation.surroundings.memories(&mut |own| numbers.push(own.to_bits()));
        Ok(numbers)
    }
}

fn no_derivatives() -> Problem {
    Problem::Finding("the vehicle has no derivatives".to_owned())
}

/// Least norm of Euler parameters that tell an orientation.
const NORM: f64 = 0.5;

/// Returns an error if Euler parameters are no orientation.
fn oriented(names: &[&str], coordinates: &[f64]) -> Result<(), Problem> {
    for place in (0..names.len()).filter(|&place| names[place].ends_with(".e0")) {
        let norm = coordinates[place..place + 4].iter().map(|e| e * e).sum::<f64>().sqrt();
        if norm < NORM {
            return Err(Problem::Misuse(format!(
                "`{}` to `{}` have the norm {norm}: the Euler parameters of an orientation have the norm 1",
                names[place],
                names[place + 3]
            )));
        }
    }
    Ok(())
}
