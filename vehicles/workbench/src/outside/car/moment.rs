//! Moments of a vehicle, to which it can go back.

use super::{Car, Integration, Run};
use crate::problem::Problem;
use wishbone::simulation;
use wishbone_engine::Engine;
use wishbone_engine::equipment::Fitted;

/// A moment of a [`Car`], to which it can go back.
#[derive(Clone)]
pub struct Moment {
    run: Option<simulation::Moment<Engine, Fitted, Integration>>,
    /// All numbers of the inputs.
    inputs: Vec<f64>,
    parameters: Vec<f64>,
    speed: f64,
    origin: f64,
    completed: f64,
    /// 1 if the importing tool has told a gear, 0 otherwise.
    has_gear: f64,
    /// Sides of the kinks, 1 or -1, or 0 where none is noted.
    sides: Vec<f64>,
}

impl Car {
    /// The present moment.
    pub fn keep(&self) -> Moment {
        Moment {
            run: self.run.as_ref().map(|run| run.simulation.keep()),
            inputs: self.acting.signals.all(),
            parameters: self.running.engine.parameter_values().to_vec(),
            speed: self.speed,
            origin: self.origin,
            completed: self.completed,
            has_gear: f64::from(u8::from(self.has_gear)),
            sides: match self.sides.is_empty() {
                true => vec![0.0; self.kinks.len()],
                false => self.sides.clone(),
            },
        }
    }

    /// Restores a moment of this vehicle, or of another vehicle of the same package. Where no run has begun, no start
    /// is searched.
    ///
    /// # Errors
    /// Returns an error if no run has begun here and the vehicle cannot be equipped; the vehicle then stays in its
    /// earlier state.
    pub fn go_back(&mut self, moment: &Moment) -> Result<(), Problem> {
        if moment.run.is_some() && self.run.is_none() {
            self.run = Some(Box::new(Run::of(self.idle()?)));
        }
        self.put_around(moment);
        if moment.run.is_none() {
            self.run = None;
        }
        if let (Some(run), Some(kept)) = (&mut self.run, &moment.run) {
            run.simulation.go_back(kept);
            // Equipment that was kept reads the signals of the vehicle that kept it.
            self.acting.equip(&self.running, &mut run.simulation.surroundings);
            if run.simulation.solver().parameter_values() != moment.parameters {
                run.simulation.solver_mut().set_parameters_unchecked(&moment.parameters);
            }
            run.changed();
        }
        Ok(())
    }

    /// Puts back all numbers of a moment but those of the run.
    fn put_around(&mut self, moment: &Moment) {
        self.acting.signals.set_all(&moment.inputs);
        (self.speed, self.origin, self.completed) = (moment.speed, moment.origin, moment.completed);
        self.has_gear = moment.has_gear != 0.0;
        self.sides.clone_from(&moment.sides);
        if self.sides.contains(&0.0) {
            self.sides.clear();
        }
        if self.running.engine.parameter_values() != moment.parameters {
            self.running.engine.set_parameters_unchecked(&moment.parameters);
        }
    }

    /// A moment of this vehicle whose numbers are to be replaced by saved numbers ([`Moment::each`]).
    ///
    /// # Errors
    /// If it is to have a run, and the vehicle cannot be equipped.
    pub fn blank(&self, has_run: bool) -> Result<Moment, Problem> {
        let present = self.keep();
        let run = match (has_run, present.run) {
            (false, _) => None,
            (true, Some(run)) => Some(run),
            (true, None) => Some(self.idle()?.keep()),
        };
        Ok(Moment { run, ..present })
    }
}

impl Moment {
    /// Whether a run had begun.
    pub fn has_run(&self) -> bool {
        self.run.is_some()
    }

    /// Gives access to each number of the moment, always in one order, to save it or to replace it by a saved number.
    pub fn each(&mut self, lend: &mut dyn FnMut(&mut f64)) {
        self.inputs.iter_mut().for_each(&mut *lend);
        self.parameters.iter_mut().for_each(&mut *lend);
        let around = [
            &mut self.speed,
            &mut self.origin,
            &mut self.completed,
            &mut self.has_gear,
        ];
        around.into_iter().for_each(&mut *lend);
        self.sides.iter_mut().for_each(&mut *lend);
        if let Some(run) = &mut self.run {
            run.each(lend);
        }
    }
}
