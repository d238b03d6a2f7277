//! Inputs, parameters and states of a vehicle that are set from outside.

use super::{Car, unknown};
use crate::outside::driver::Demand;
use crate::outside::input::Input;
use crate::outside::variable::Kind;
use crate::problem::Problem;
use wishbone::parameters::check;

impl Car {
    /// Sets one variable ([`Car::set_all`]).
    ///
    /// # Errors
    /// As [`Car::set_all`].
    pub fn set(&mut self, variable: usize, value: f64) -> Result<(), Problem> {
        self.set_all(&[(variable, value)])
    }

    /// Sets inputs, parameters and continuous states, by position and value. A start value counts at the next begin.
    /// Parameters of the running vehicle act at once, and its loops are closed again. They are checked together. Before
    /// a run has begun, each parameter is checked alone, and [`Car::begin`] checks all of them.
    ///
    /// # Errors
    /// Returns an error if a variable cannot be set, a value is not finite, or the values are impossible for a vehicle.
    /// Then nothing is set.
    pub fn set_all(&mut self, values: &[(usize, f64)]) -> Result<(), Problem> {
        values.iter().try_for_each(|own| self.judged(*own))?;
        let of = |(variable, value): &(usize, f64)| (self.table[*variable].kind, *value);
        let values: Vec<(Kind, f64)> = values.iter().map(of).collect();
        let tuned = values.iter().filter_map(|(kind, value)| match kind {
            Kind::Tunable(place) => Some((*place, *value)),
            _ => None,
        });
        let tuned: Vec<(usize, f64)> = tuned.collect();
        if !tuned.is_empty() {
            self.tune(&tuned)?;
        }
        if values.iter().any(|(kind, _)| matches!(kind, Kind::State(_))) {
            let mut states = self.states()?;
            for (kind, value) in &values {
                if let Kind::State(place) = kind {
                    states[*place] = *value;
                }
            }
            self.place(self.time(), &states)?;
        }
        for (kind, value) in &values {
            match kind {
                Kind::Input(input) => {
                    self.acting.signals.set(*input, *value);
                    self.has_gear |= *input == Input::Driver(Demand::Gear);
                }
                Kind::StartSpeed => self.speed = *value,
                _ => {}
            }
        }
        let is_input = |(kind, _): &(Kind, f64)| matches!(kind, Kind::Input(_));
        if values.iter().any(is_input) && self.run.is_some() {
            self.hold_anew()?;
        }
        if let Some(run) = &mut self.run {
            match values.iter().all(is_input) {
                true => run.heard(),
                false => run.changed(),
            }
        }
        Ok(())
    }

    /// Refuses a variable that cannot be set, and a value that is impossible for this variable alone.
    fn judged(&self, (variable, value): (usize, f64)) -> Result<(), Problem> {
        let Some(own) = self.table.get(variable) else {
            return Err(unknown(variable));
        };
        let name = &own.name;
        let wrong = |range: &str| Err(Problem::Misuse(format!("`{name}` has to be {range}, and is {value}")));
        if !value.is_finite() {
            return wrong("a finite number");
        }
        match own.kind {
            Kind::Input(input) => input.refused(value).map_or(Ok(()), wrong),
            Kind::StartSpeed if value < 0.0 => wrong("zero or more"),
            Kind::StartSpeed | Kind::Tunable(_) | Kind::State(_) => Ok(()),
            Kind::Time | Kind::Output(_) | Kind::Rate(_) | Kind::Indicator(_) => Err(Problem::Misuse(format!(
                "`{name}` is neither input nor parameter nor state, and cannot be set"
            ))),
        }
    }

    /// Sets parameters by position and value.
    fn tune(&mut self, changes: &[(usize, f64)]) -> Result<(), Problem> {
        let engine = &mut self.running.engine;
        let before = engine.parameter_values().to_vec();
        let mut values = before.clone();
        for (place, value) in changes {
            values[*place] = *value;
        }
        let names: Vec<String> = changes
            .iter()
            .map(|(place, _)| format!("`{}`", engine.parameters()[*place].name))
            .collect();
        let names = match names.len() {
            1 => format!("parameter {}", names[0]),
            _ => format!("parameters {}", names.join(", ")),
        };
        let misuse = |reason: &dyn std::fmt::Display| Problem::Misuse(format!("{names}: {reason}"));
        let Some(run) = &mut self.run else {
            let each_alone = check(engine.parameters(), &[], |index| values.get(index).copied());
            each_alone.map_err(|reason| misuse(&reason))?;
            engine.set_parameters_unchecked(&values);
            return Ok(());
        };
        let named: Vec<(&str, f64)> = changes
            .iter()
            .map(|(place, value)| (engine.parameters()[*place].name, *value))
            .collect();
        engine.set_parameters(&named).map_err(|reason| misuse(&reason))?;
        run.simulation.solver_mut().set_parameters_unchecked(&values);
        run.changed();
        if let Err(reason) = run.simulation.assemble() {
            // The values before are known to be sound.
            engine.set_parameters_unchecked(&before);
            run.simulation.solver_mut().set_parameters_unchecked(&before);
            let _ = run.simulation.assemble();
            return Err(Problem::Finding(format!("{names}: {reason}")));
        }
        Ok(())
    }
}
