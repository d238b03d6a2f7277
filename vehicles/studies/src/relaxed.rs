//! States of equipment at rest while the vehicle continues to move: shafts, engine and converter of a vehicle at speed.
//!
//! The motion of the wheels is constant. The states `y` follow their rates `y' = f(y)` by the implicit Euler method, `y = y₀ + h
//! f(y)`, which damps oscillations. With steps of 0.05 s an automatic gearbox can choose its gear. At the end Newton's method
//! solves `f(y) = 0`.
//!
//! While a lock holds both sides of a differential, nothing decides how the half-shafts share the torque. Wheels of slightly different speeds
//! twist the shafts against each other without end. On the road the tyres give way: for shafts of stiffness `k`, wheels of radius `R` and slip
//! stiffness `C` settle at the speed `v` within `C R² / (v k)`, some hundredths of a second. So an undecided share follows its rate for a tenth
//! of a second, and then stays: `uᵀ f` is taken out of the rates for each left null vector `u` of the slopes. A rate that depends on no state is
//! no share, and stays in the equations. An example is the rate of a crank under the constant torque of a clutch that slips.

use nalgebra::{DMatrix, DVector};
use wishbone::control::Controls;
use wishbone::ports::{MarkerMotion, WheelMotion};
use wishbone::prelude::*;
use wishbone::state::Vector;
use wishbone::subsystem::Joints;

/// Step [s], and longest time [s].
const STEP: f64 = 0.05;
const LONGEST: f64 = 20.0;
/// Time without a change after which the equipment is at rest [s].
const STILL: f64 = 2.5;
/// Time in which shares follow their rates that no slope decides [s].
const DRIFTING: f64 = 0.1;
/// Speed below which the wheels stand [m/s].
const STANDSTILL: f64 = 0.01;
/// Largest rate at rest, and largest rate that Newton's method may leave [SI].
const AT_REST: f64 = 1e-7;
/// Largest number of iterations of one step, and of the last one.
const ITERATIONS: usize = 12;
/// Largest correction after which a step counts as solved, relative to the largest number; absolute for numbers below
/// one.
const SOLVED: f64 = 1e-9;
/// Largest number of halvings of a step that is not solved: released friction has kinks.
const HALVINGS: usize = 7;
/// Step of a difference, relative to the size of a number; absolute for numbers below one.
const DIFFERENCE: f64 = 1e-7;
/// Part of the largest singular value below which another one counts as zero.
const ROUNDING: f64 = 1e-13;
/// Slope of a rate below which it depends on no state within the longest time [SI]. Differences leave smaller slopes by rounding.
const NO_SLOPE: f64 = 1e-4;
/// Part of the largest singular value of scaled slopes below which no state has an influence, and rounds of scaling.
const UNDECIDED: f64 = 1e-7;
const SCALINGS: usize = 4;

/// The motion of a vehicle as seen by its equipment.
#[derive(Clone, Debug)]
pub struct Seen<X> {
    /// Motion of the wheels.
    pub wheels: Vec<WheelMotion>,
    /// Motion of the markers.
    pub markers: Vec<MarkerMotion>,
    /// Coordinates and speeds.
    pub vehicle: X,
    /// Demands of the driver.
    pub controls: Controls,
}

/// States of equipment that stay constant in this motion of the vehicle, found from the initial states. If the
/// equipment does not come to rest, for example a limited slip that sticks and slips: the states after 20 s.
///
/// Where the wheels stand, a gearbox decides once. With full throttle against held wheels, a gearbox that shifts by the speed of the
/// engine would shift up to its last gear. No vehicle pulls away in the last gear.
pub fn relaxed<S, E>(equipment: &mut E, seen: &Seen<S::State>, inputs: &S::Inputs) -> E::State
where
    S: Solver,
    E: Subsystem<S>,
{
    let mut system = Relaxing {
        state: equipment.initial(),
        equipment,
        seen,
        inputs: inputs.clone(),
        held: None,
    };
    if system.numbers().is_empty() {
        return system.state;
    }
    let stands = forward_speed(&seen.wheels).abs() < STANDSTILL;
    let (mut time, mut still, mut decides) = (-LONGEST, 0.0, true);
    while time < 0.0 && still < STILL {
        let before = system.numbers();
        system.advance(STEP, HALVINGS);
        time += STEP;
        if time >= DRIFTING - LONGEST {
            system.hold();
        }
        if decides {
            system.equipment.stepped(time, STEP, &mut system.state);
        }
        decides = !stands;
        let moved = (system.numbers() - before).amax() / STEP;
        still = if moved < AT_REST { still + STEP } else { 0.0 };
    }
    let reached = system.state.clone();
    let left = system.rate().amax();
    system.step(f64::INFINITY, ITERATIONS);
    let rate = system.rate().amax();
    match rate.is_finite() && rate <= left.max(AT_REST) {
        true => system.state,
        false => reached,
    }
}

struct Relaxing<'a, S: Solver, E: Subsystem<S>> {
    equipment: &'a mut E,
    seen: &'a Seen<S::State>,
    inputs: S::Inputs,
    state: E::State,
    /// What is left out of the rates.
    held: Option<Undecided>,
}

impl<S: Solver, E: Subsystem<S>> Relaxing<'_, S, E> {
    fn numbers(&self) -> DVector<f64> {
        let mut numbers = Vec::new();
        self.state.clone().each(&mut |x| numbers.push(*x));
        DVector::from_vec(numbers)
    }

    fn set(&mut self, numbers: &DVector<f64>) {
        let mut next = numbers.iter();
        self.state.each(&mut |x| *x = *next.next().unwrap_or(x));
    }

    /// Rates of the states; zero for states whose rate has no numbers.
    fn rate(&mut self) -> DVector<f64> {
        let now = Now {
            time: 0.0,
            state: &self.state,
            wheels: &self.seen.wheels,
            markers: &self.seen.markers,
            joints: Joints::of(&self.seen.vehicle),
            controls: self.seen.controls,
        };
        let mut rate = self.equipment.load(&now, &mut self.inputs);
        let mut numbers = Vec::new();
        rate.each(&mut |x| numbers.push(*x));
        numbers.resize(self.numbers().len(), 0.0);
        let rate = DVector::from_vec(numbers);
        match &self.held {
            Some(held) => held.without(&rate),
            None => rate,
        }
    }

    /// Slopes of the rates at these states, by differences from their rates.
    fn slopes(&mut self, at: &DVector<f64>, rate: &DVector<f64>) -> DMatrix<f64> {
        let size = at.len();
        let mut slopes = DMatrix::zeros(size, size);
        for column in 0..size {
            let by = DIFFERENCE * at[column].abs().max(1.0);
            let mut moved = at.clone();
            moved[column] += by;
            self.set(&moved);
            slopes.set_column(column, &((self.rate() - rate) / by));
        }
        self.set(at);
        slopes
    }

    /// Leaves out the parts of the rates on which no state has an influence here.
    fn hold(&mut self) {
        self.held = None;
        let (at, rate) = (self.numbers(), self.rate());
        let slopes = self.slopes(&at, &rate);
        if !slopes.iter().all(|slope| slope.is_finite()) {
            return;
        }
        self.held = Undecided::of(slopes);
    }

    /// A step of length `h`, or two of half its length if its equation is not solved. The shortest step then takes one iteration, which is linearly
    /// implicit: further iterations may lead anywhere.
    fn advance(&mut self, h: f64, halvings: usize) {
        let from = self.numbers();
        if self.step(h, ITERATIONS) {
            return;
        }
        self.set(&from);
        if halvings == 0 {
            self.step(h, 1);
            return;
        }
        self.advance(0.5 * h, halvings - 1);
        self.advance(0.5 * h, halvings - 1);
    }

    /// A step of length `h`; returns whether its equation is solved. An infinite step searches for a state with zero
    /// rates.
    fn step(&mut self, h: f64, iterations: usize) -> bool {
        let from = self.numbers();
        let size = from.len();
        let (mut at, mut is_solved) = (from.clone(), false);
        for _ in 0..iterations {
            self.set(&at);
            let rate = self.rate();
            // `y - y₀ - h f(y) = 0`, divided by `h`.
            let left = (&at - &from) / h - &rate;
            let matrix = DMatrix::from_diagonal_element(size, size, 1.0 / h) - self.slopes(&at, &rate);
            let parts = matrix.svd(true, true);
            let Ok(change) = parts.solve(&left, ROUNDING * parts.singular_values.max()) else {
                break;
            };
            if !change.iter().all(|x| x.is_finite()) {
                break;
            }
            at -= &change;
            is_solved = change.amax() <= SOLVED * at.amax().max(1.0);
            if change.amax() <= 1e-12 * at.amax().max(1.0) {
                break;
            }
        }
        self.set(&at);
        is_solved
    }
}

/// Parts of rates on which no state has an influence.
struct Undecided {
    /// Factors that give all rates and states the same size.
    rows: DVector<f64>,
    /// Left null vectors of the slopes with these factors, as columns.
    directions: DMatrix<f64>,
}

impl Undecided {
    fn of(all: DMatrix<f64>) -> Option<Self> {
        let count = all.nrows();
        let own: Vec<usize> = (0..count).filter(|&row| all.row(row).amax() > NO_SLOPE).collect();
        let mut slopes = all.select_rows(&own);
        if own.is_empty() {
            return None;
        }
        let mut rows = DVector::from_element(own.len(), 1.0);
        let factor = |largest: f64| if largest > 0.0 { 1.0 / largest } else { 1.0 };
        for _ in 0..SCALINGS {
            for (place, mut row) in slopes.row_iter_mut().enumerate() {
                let scale = factor(row.amax());
                row *= scale;
                rows[place] *= scale;
            }
            for mut column in slopes.column_iter_mut() {
                column *= factor(column.amax());
            }
        }
        let parts = slopes.svd(true, false);
        let sizes = &parts.singular_values;
        let null: Vec<usize> = (0..sizes.len())
            .filter(|&place| sizes[place] <= UNDECIDED * sizes.max())
            .collect();
        let directions = parts.u?.select_columns(&null);
        let mut found = Self {
            rows: DVector::from_element(count, 1.0),
            directions: DMatrix::zeros(count, null.len()),
        };
        for (place, &row) in own.iter().enumerate() {
            found.rows[row] = rows[place];
            found.directions.set_row(row, &directions.row(place));
        }
        Some(found)
    }

    /// The rates without these parts.
    fn without(&self, rate: &DVector<f64>) -> DVector<f64> {
        let scaled = rate.component_mul(&self.rows);
        let left = &self.directions * self.directions.tr_mul(&scaled);
        rate - left.component_div(&self.rows)
    }
}
