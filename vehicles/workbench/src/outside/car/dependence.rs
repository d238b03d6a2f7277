//! What the numbers of a vehicle depend on.
//!
//! Positions and velocities are functions of coordinates, speeds and prescribed motions alone. The dependence of a
//! number on coordinates and speeds is found by trial. In a state without symmetry a number is changed a little, and
//! every number whose bits then change depends on it. These functions are analytic, so one such state finds the
//! dependences of every state. Forces and accelerations have kinks, and count as functions of everything.

use super::{Car, begun};
use crate::outside::driver::Demand;
use crate::outside::input::Input;
use crate::outside::outputs;
use crate::outside::variable::Kind;
use crate::problem::Problem;
use wishbone::prelude::Solver;

/// Amounts by which a state without symmetry differs from the start, and by which a number is changed: for coordinates
/// [rad or m] and for speeds [rad/s or m/s].
const ASIDE: [f64; 2] = [0.01, 0.1];
const MOVED: f64 = 1e-4;

impl Car {
    /// Finds the numbers on which its variables depend ([`Car::dependencies`]); also for the continuous states, if a
    /// foreign integrator advances it.
    ///
    /// # Errors
    /// If no run has begun.
    pub fn find_dependencies(&mut self, by_states: bool) -> Result<(), Problem> {
        let Self {
            running, acting, run, ..
        } = self;
        let columns = outputs::all(&begun(run)?.simulation, running, acting);
        let coordinates = self.running.engine.description().coordinates.len();
        let steering: Vec<usize> = self.places(|kind| {
            let motions = [Demand::Angle, Demand::Rate, Demand::Acceleration];
            matches!(kind, Kind::Input(Input::Driver(demand)) if motions.contains(&demand))
        });
        let unknowns = self.places(|kind| match kind {
            Kind::Output(column) => columns[column].is_kinematic,
            Kind::Rate(place) => by_states && place < coordinates,
            _ => false,
        });
        let mut dependencies = vec![None; self.table.len()];
        let by_state = match by_states {
            true => self.by_each_state(&unknowns)?,
            false => Some(vec![Vec::new(); unknowns.len()]),
        };
        for (unknown, states) in unknowns.into_iter().zip(by_state.into_iter().flatten()) {
            dependencies[unknown] = Some([&steering[..], &states].concat());
        }
        self.dependencies = dependencies;
        Ok(())
    }

    /// Positions of the inputs and states on which the variable at a position depends, ascending; `None` if it may
    /// depend on all of them.
    pub fn dependencies(&self, variable: usize) -> Option<&[usize]> {
        self.dependencies.get(variable)?.as_deref()
    }

    fn places(&self, is: impl Fn(Kind) -> bool) -> Vec<usize> {
        let each = self.table.iter().enumerate();
        each.filter(|(_, own)| is(own.kind)).map(|(place, _)| place).collect()
    }

    /// States on which each unknown depends; `None` if the state without symmetry cannot be computed.
    fn by_each_state(&mut self, unknowns: &[usize]) -> Result<Option<Vec<Vec<usize>>>, Problem> {
        let kept = self.keep();
        let found = self.tried(unknowns);
        self.go_back(&kept)?;
        found
    }

    fn tried(&mut self, unknowns: &[usize]) -> Result<Option<Vec<Vec<usize>>>, Problem> {
        let names = self.running.engine.description();
        let (coordinates, speeds) = (names.coordinates.len(), names.speeds.len());
        let (time, mut base) = (self.time(), self.states()?);
        for (place, state) in base.iter_mut().take(coordinates + speeds).enumerate() {
            // Any numbers without a rule in them.
            *state += ASIDE[usize::from(place >= coordinates)] * (1.0 + 1.7 * place as f64).sin();
        }
        let bits = |car: &mut Self, states: &[f64]| -> Result<Option<Vec<u64>>, Problem> {
            car.place(time, states)?;
            let values = unknowns
                .iter()
                .map(|unknown| car.get(*unknown))
                .collect::<Result<Vec<f64>, _>>();
            let values = values
                .ok()
                .filter(|values| values.iter().all(|value| value.is_finite()));
            Ok(values.map(|values| values.into_iter().map(f64::to_bits).collect()))
        };
        let variables = self.places(|kind| matches!(kind, Kind::State(_)));
        let Some(still) = bits(self, &base)? else {
            return Ok(None);
        };
        let mut found = vec![Vec::new(); unknowns.len()];
        for (place, variable) in variables.into_iter().enumerate() {
            let mut states = base.clone();
            states[place] += MOVED * states[place].abs().max(1.0);
            let Some(moved) = bits(self, &states)? else {
                return Ok(None);
            };
            let others = found.iter_mut().zip(still.iter().zip(moved));
            others
                .filter(|(_, (still, moved))| **still != *moved)
                .for_each(|(own, _)| own.push(variable));
        }
        Ok(Some(found))
    }
}
