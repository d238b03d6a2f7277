//! Linear analysis about a steady motion, such as rest, straight rolling or a bend: `x' = A x + B u`, `w = C x + D u`.
//!
//! The state `x` has displacements along the free speeds, the speeds, and the states of the equipment. Displacements are relative
//! to the vehicle, whose axes turn with it. With `q' = N v` and `δq = N δz`, this gives
//!
//! ```text
//! δz' = δv + K δz,   K = N⁺ (∂(N v)/∂z - N')
//! ```
//!
//! where `N'` is the change of `N` along the steady motion. A car that is turned by a small angle drifts sideways in
//! proportion to its speed, and in a bend the position of a displaced vehicle turns about the original position. All
//! coefficients are constant if speeds are along the vehicle's own axes.
//!
//! Place and heading on level ground have no influence, and [`Linear::moving`] leaves them out. It drops the three displacements
//! that the ground motion ([`GroundMotion`]) changes most. The others then count relative to the ground motion.

mod implicit;
mod observer;
mod signal;

pub use signal::Signal;

use crate::decomposition::pseudo_inverse;
use crate::ground_motion::GroundMotion;
use crate::locus::Locus;
use crate::modes::{self, Mode};
use crate::steps::{Method, largest};
use crate::whole::{Free, Jacobian, NUMBERS_OF_A_DRIVE, Sides, System};
use core::fmt;
use nalgebra::{Complex, DMatrix, DVector};
use observer::Observer;
use signal::{SIDESLIP, inputs_of, outputs_of};
use wishbone::description::Description;
use wishbone::prelude::*;
use wishbone::state::{StateVector, Vector, Whole};

/// Largest acceleration in a motion that counts as steady [m/s² or rad/s²].
const STEADY: f64 = 1e-3;
/// The slopes at both sides have a kink if their difference is above this fraction of the largest slope of the row by
/// states of this kind.
const KINK: f64 = 1e-3;
/// A difference below this fraction of the largest slope of the row is rounding.
const ROUNDING: f64 = 1e-10;
/// Number of steps in which eigenvalues are followed from the mean of a kink to one side.
const STEPS_ASIDE: u32 = 100;
/// A direction counts as free if it changes the accelerations by less than this fraction of the largest change by any
/// direction.
const FREE: f64 = 1e-7;
/// Slopes below this are rounding.
const NOTHING: f64 = 1e-6;
/// Largest slope of an output with respect to place or heading that counts as zero, relative to the terms that add up
/// to it. The terms of an acceleration cancel each other, and may be a thousand times as large as an output.
const PLACELESS: f64 = 1e-6;

/// The linear system.
#[derive(Clone, Debug)]
pub struct Linear {
    /// State matrix. At a kink of a force it is the mean of both sides.
    pub a: DMatrix<f64>,
    /// State matrix at each side of the kinks ([`System::sides`]). Without a kink both are equal to rounding.
    pub sides: [DMatrix<f64>; 2],
    /// Input matrix.
    pub b: DMatrix<f64>,
    /// Output matrix, which has no rows before [`observed`](Linear::observed).
    pub c: DMatrix<f64>,
    /// Feed-through.
    pub d: DMatrix<f64>,
    /// Name of each state: a speed is `body.vx`, its displacement `body.vx displacement`.
    pub states: Vec<String>,
    /// Numbers of displacements and of speeds. The states begin with the displacements; the speeds follow.
    pub counts: [usize; 2],
    /// Matrix from the speeds among the states to all speeds.
    pub basis: DMatrix<f64>,
    /// Positions, among the speeds of the states, of the speeds that belong to the displacements.
    pub placed: Vec<usize>,
    /// Each input.
    pub inputs: Vec<Signal>,
    /// Each output.
    pub outputs: Vec<Signal>,
    /// Names of the outputs that were left out because, by their differences, they depend on the place or the heading.
    pub by_place: Vec<String>,
    /// Number of displacements that were dropped because nothing depends on them.
    pub dropped: usize,
    /// Positions, among the speeds of the states, of speeds without a displacement: spins of wheels.
    spins: Vec<usize>,
    /// `K`, and the speeds of its displacements, place and heading included.
    kinematics: Kinematics,
    columns: Columns,
    /// See [`Jacobian::is_exact`].
    is_exact: Vec<bool>,
    /// See [`Jacobian::relaxing`].
    relaxing: Vec<usize>,
}

/// Derivatives of a solver's arguments with respect to states and inputs. Columns are in the order of the states, then
/// of the inputs.
#[derive(Clone, Debug)]
struct Columns {
    /// Coordinates.
    z: DMatrix<f64>,
    /// Speeds.
    v: DMatrix<f64>,
    /// Inputs of the solver.
    u: DMatrix<f64>,
    /// Rates of all speeds.
    rate: DMatrix<f64>,
}

/// Displacements along the free speeds, and their change with the steady motion.
#[derive(Clone, Debug)]
pub(crate) struct Kinematics {
    /// Positions, among the free speeds, of the speeds that change coordinates. A spin changes none.
    pub placed: Vec<usize>,
    /// `K`, for the displacements along these speeds.
    pub carried: DMatrix<f64>,
}

impl Kinematics {
    pub(crate) fn of(jacobian: &Jacobian, turning: &DMatrix<f64>, free: &Free) -> Self {
        let motion = &jacobian.motion * &free.basis;
        let placed: Vec<usize> = (0..motion.ncols()).filter(|&k| motion.column(k).amax() > 0.0).collect();
        let inverse = pseudo_inverse(&jacobian.motion, 1e-9);
        let inverse = inverse.unwrap_or_else(|| DMatrix::zeros(jacobian.motion.ncols(), motion.nrows()));
        let of_placed: Vec<usize> = placed.iter().map(|&k| free.speeds[k]).collect();
        let carried = inverse * (&jacobian.carried - turning) * free.basis.select_columns(&placed);
        Self {
            carried: carried.select_rows(&of_placed),
            placed,
        }
    }
}

/// Reason why a state is not linearised.
#[derive(Clone, Debug, PartialEq)]
pub enum NotLinear {
    /// A speed changes: its name and rate [m/s² or rad/s²].
    NotSteady(&'static str, f64),
}

impl fmt::Display for NotLinear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotSteady(speed, rate) => write!(
                f,
                "the motion is not steady: `{speed}` changes by {rate:.3e} per second; find an equilibrium first"
            ),
        }
    }
}

impl core::error::Error for NotLinear {}

impl Linear {
    /// The linear system about a steady motion. Inputs are the inputs of the solver, then the height and the vertical
    /// velocity of the road under each wheel. The ground stays level and moves up and down, as on a rig with a post
    /// under each wheel. States of the surroundings have to be steady as well: their rates are not checked, because
    /// some of them count turns or distances.
    ///
    /// # Errors
    /// If a speed of the vehicle changes.
    pub fn about<S: Solver, E: Subsystem<S>>(
        system: &mut System<S, E>,
        state: &Whole<S::State, E::State>,
    ) -> Result<Self, NotLinear> {
        let names = system.solver.description();
        let rate = system.rate(state);
        let free = system.free(state);
        let fastest = |largest: usize, &speed: &usize| {
            let rates = rate.vehicle.speeds();
            if rates[speed].abs() > rates[largest].abs() {
                speed
            } else {
                largest
            }
        };
        let fastest = free.speeds.iter().fold(free.speeds[0], fastest);
        let fastest_rate = rate.vehicle.speeds()[fastest];
        if fastest_rate.is_nan() || fastest_rate.abs() > STEADY {
            return Err(NotLinear::NotSteady(names.speeds[fastest], fastest_rate));
        }
        Ok(Self::held(system, state))
    }

    /// The linear system about a state in which the vehicle rests, or nearly so. Accelerations that are left count as constants, and the result then
    /// depends on the coordinates of the solver. Where forces from outside hold the vehicle, add them to the surroundings.
    pub fn held<S: Solver, E: Subsystem<S>>(system: &mut System<S, E>, state: &Whole<S::State, E::State>) -> Self {
        let (names, free) = (system.solver.description(), system.free(state));
        let sides = system.sides(state);
        let kinematics = Kinematics::of(&sides.mean, &system.turning(state), &free);
        let mut outside = own_names(system, &state.subsystems);
        let relaxing = sides.mean.relaxing.iter();
        outside.extend(relaxing.map(|&place| names.coordinates[place].to_owned()));
        Self::of(names, &sides, &free, kinematics, outside)
    }

    fn of(names: &Description, sides: &Sides, free: &Free, kinematics: Kinematics, outside: Vec<String>) -> Self {
        let jacobian = &sides.mean;
        let own_kinematics = kinematics.clone();
        let a = state_matrix(jacobian, free, &kinematics);
        let each = sides.each.each_ref().map(|side| state_matrix(side, free, &kinematics));
        let placed = kinematics.placed;
        let basis = &free.basis;
        let along = basis.select_columns(&placed);
        let (z, v, own) = (placed.len(), basis.ncols(), outside.len());
        let of_free = |matrix: &DMatrix<f64>| matrix.select_rows(&free.speeds);
        let [of_z, of_v] = [&jacobian.v_z * &along, &jacobian.v_v * basis];
        let road = |matrix: &DMatrix<f64>| under_wheels(names, matrix);
        let v_u = beside(&[&jacobian.v_u, &road(&jacobian.v_wheels)]);
        let y_u = beside(&[&jacobian.y_u, &road(&jacobian.y_wheels)]);
        let mut b = DMatrix::zeros(z + v + own, v_u.ncols());
        b.view_mut((z, 0), (v, v_u.ncols())).copy_from(&of_free(&v_u));
        b.view_mut((z + v, 0), y_u.shape()).copy_from(&y_u);
        let displaced = placed
            .iter()
            .map(|&k| format!("{} displacement", names.speeds[free.speeds[k]]));
        let speeds = free.speeds.iter().map(|&speed| names.speeds[speed].to_owned());
        let (size, inputs) = (basis.nrows(), v_u.ncols());
        let mut moved = DMatrix::zeros(jacobian.motion.nrows(), inputs);
        for (drive, column) in jacobian.displaced.column_iter().enumerate() {
            moved.set_column(NUMBERS_OF_A_DRIVE * drive, &column);
        }
        let mut dragged = DMatrix::zeros(size, inputs);
        for (drive, column) in jacobian.dragged.column_iter().enumerate() {
            dragged.set_column(NUMBERS_OF_A_DRIVE * drive + 1, &column);
        }
        let mut of_own = DMatrix::zeros(jacobian.motion.nrows(), own);
        for (place, &coordinate) in jacobian.relaxing.iter().enumerate() {
            of_own[(coordinate, own - jacobian.relaxing.len() + place)] = 1.0;
        }
        let none = |columns: usize| DMatrix::zeros(size, columns);
        let columns = Columns {
            z: beside(&[
                &(&jacobian.motion * &along),
                &DMatrix::zeros(jacobian.motion.nrows(), v),
                &of_own,
                &moved,
            ]),
            v: beside(&[&none(z), basis, &none(own), &dragged]),
            u: beside(&[
                &(&jacobian.u_z * &along),
                &(&jacobian.u_v * basis),
                &jacobian.u_y,
                &jacobian.u_u,
                &road(&jacobian.u_wheels),
            ]),
            rate: beside(&[&of_z, &of_v, &jacobian.v_y, &v_u]),
        };
        Self {
            c: DMatrix::zeros(0, a.ncols()),
            d: DMatrix::zeros(0, b.ncols()),
            a,
            sides: each,
            b,
            states: displaced.chain(speeds).chain(outside).collect(),
            counts: [z, v],
            basis: basis.clone(),
            kinematics: own_kinematics,
            spins: (0..v).filter(|speed| !placed.contains(speed)).collect(),
            placed,
            inputs: inputs_of(names),
            outputs: Vec::new(),
            by_place: Vec::new(),
            dropped: 0,
            columns,
            is_exact: jacobian.is_exact.clone(),
            relaxing: jacobian.relaxing.clone(),
        }
    }

    /// Adds an input. Per unit of the number, the inputs of the solver change by `inputs`, and the rates of the states
    /// of the equipment change by `own` ([`System::slopes_by`]).
    #[must_use]
    pub fn with_input(mut self, name: &str, unit: &'static str, inputs: &DVector<f64>, own: &DVector<f64>) -> Self {
        let count = inputs.len();
        let of_inputs = |matrix: &DMatrix<f64>, first: usize| matrix.columns(first, count) * inputs;
        let first_row = self.counts.iter().sum();
        let mut column = of_inputs(&self.b, 0);
        let mut rows = column.rows_mut(first_row, own.len());
        rows += own;
        let states = self.a.ncols();
        let more = |matrix: &DMatrix<f64>| beside(&[matrix, &DMatrix::from_columns(&[of_inputs(matrix, states)])]);
        self.columns = Columns {
            z: more(&self.columns.z),
            v: more(&self.columns.v),
            u: more(&self.columns.u),
            rate: more(&self.columns.rate),
        };
        self.b = beside(&[&self.b, &DMatrix::from_columns(&[column])]);
        self.d = DMatrix::zeros(0, self.b.ncols());
        self.inputs.push(Signal::new(name, unit));
        self
    }

    /// Adds outputs: longitudinal and lateral motion of the chassis, vertical accelerations of all bodies, and loads of the wheels,
    /// all by central differences. The outputs that the vehicle declares follow, with exact slopes. Speed and longitudinal acceleration are along
    /// the heading. A vehicle that stands has no sideslip: it has no slopes.
    ///
    /// # Panics
    /// If there is no body at the position of the chassis.
    #[must_use]
    pub fn observed<S: Solver, E: Subsystem<S>>(
        mut self,
        system: &mut System<S, E>,
        state: &Whole<S::State, E::State>,
        chassis: usize,
    ) -> Self {
        let mut observer = Observer::new(system, state, chassis);
        let count = self.columns.z.ncols();
        let columns: Vec<DVector<f64>> = (0..count).map(|column| observer.slope(&self.columns, column)).collect();
        let slopes = DMatrix::from_columns(&columns);
        let states = self.a.ncols();
        self.c = slopes.columns(0, states).into_owned();
        self.d = slopes.columns(states, count - states).into_owned();
        self.outputs = outputs_of(observer.system.solver.description(), chassis);
        if observer.stands() {
            let has_slope = |output: &usize| self.outputs[*output].name != SIDESLIP;
            let kept: Vec<usize> = (0..self.outputs.len()).filter(has_slope).collect();
            self.c = self.c.select_rows(&kept);
            self.d = self.d.select_rows(&kept);
            self.outputs = kept.iter().map(|&output| self.outputs[output].clone()).collect();
        }
        self
    }

    /// Leaves out place and heading, and outputs that depend on them.
    #[must_use]
    pub fn moving(mut self, ground: &GroundMotion) -> Self {
        let [z, _] = self.counts;
        let whole = ground.rigid.select_rows(&self.placed);
        let pivots = ground.pivots(&self.placed);
        let Some(inverse) = whole.select_rows(&pivots).try_inverse() else {
            return self;
        };
        let share = &whole * inverse;
        let size = self.a.nrows();
        let kept: Vec<usize> = (0..size).filter(|state| !pivots.contains(state)).collect();
        let from = |matrix: &DMatrix<f64>| {
            let mut left = matrix.clone();
            let moved = &share * matrix.select_rows(&pivots);
            let mut rows = left.rows_mut(0, z);
            rows -= moved;
            left.select_rows(&kept)
        };
        let by_place = self.c.columns(0, z) * &whole;
        let terms = self.c.columns(0, z).abs() * whole.abs();
        let is_placeless = |row: &usize| {
            let slopes = by_place.row(*row).into_owned();
            slopes
                .iter()
                .zip(terms.row(*row).iter())
                .all(|(slope, term)| slope.abs() < PLACELESS * term.max(1.0))
        };
        let (seen, others): (Vec<usize>, Vec<usize>) = (0..self.c.nrows()).partition(is_placeless);
        self.by_place = others.iter().map(|&row| self.outputs[row].name.clone()).collect();
        self.a = from(&self.a).select_columns(&kept);
        self.sides = self.sides.map(|side| from(&side).select_columns(&kept));
        self.b = from(&self.b);
        self.c = self.c.select_rows(&seen).select_columns(&kept);
        self.d = self.d.select_rows(&seen);
        self.outputs = seen.iter().map(|&row| self.outputs[row].clone()).collect();
        self.states = kept.iter().map(|&state| self.states[state].clone()).collect();
        self.placed = (0..z).filter(|k| !pivots.contains(k)).map(|k| self.placed[k]).collect();
        self.counts[0] -= pivots.len();
        self.dropped = pivots.len();
        let inputs: Vec<usize> = (size..self.columns.z.ncols()).collect();
        let columns: Vec<usize> = kept.into_iter().chain(inputs).collect();
        self.columns = Columns {
            z: self.columns.z.select_columns(&columns),
            v: self.columns.v.select_columns(&columns),
            u: self.columns.u.select_columns(&columns),
            rate: self.columns.rate.select_columns(&columns),
        };
        self
    }

    /// Number of independent displacements and spins that no force brings back, including the [dropped](Linear::moving)
    /// displacements.
    ///
    /// They change no acceleration, neither at once nor through the states of the equipment, such as the deflections of tyres. For
    /// displacements and spins `d`, these states follow `y' = Y_y y + Y_d d`, and the accelerations are `V_d d + V_y y`.
    pub fn free_motions(&self) -> usize {
        let [z, v] = self.counts;
        let columns: Vec<usize> = (0..z).chain(self.spins.iter().map(|spin| z + spin)).collect();
        let own = self.a.nrows() - z - v;
        let by = self.a.select_columns(&columns);
        let by_own = self.a.view((z, z + v), (v, own)).into_owned();
        let among = self.a.view((z + v, z + v), (own, own));
        let later = by.rows(z + v, own).into_owned();
        let blocks = [
            by.rows(0, z).into_owned(),
            by.rows(z, v).into_owned(),
            &by_own * &later,
            by_own * among * later,
        ];
        // Each block is scaled by its own size.
        let sized = blocks
            .iter()
            .filter(|block| !block.is_empty() && block.amax() > NOTHING);
        let rows: Vec<_> = sized
            .flat_map(|block| {
                (block / block.amax())
                    .row_iter()
                    .map(|row| row.into_owned())
                    .collect::<Vec<_>>()
            })
            .collect();
        let held = match rows.is_empty() {
            true => 0,
            false => DMatrix::from_rows(&rows).rank(FREE),
        };
        self.dropped + columns.len() - held
    }

    /// Displacements in a mode along the speeds of the states, including place and heading: `λ δz = δv + K δz`. Spins
    /// have none. They are measured along the axes of the steady motion, which turn with the motion in a bend. `None`
    /// for a mode whose displacements have no bound.
    pub fn displacements(&self, mode: &Mode) -> Option<DVector<Complex<f64>>> {
        let [z, v] = self.counts;
        let Kinematics { placed, carried } = &self.kinematics;
        let speeds = DVector::from_iterator(placed.len(), placed.iter().map(|speed| mode.vector[z + speed]));
        let shifted =
            DMatrix::from_diagonal_element(placed.len(), placed.len(), mode.eigenvalue) - carried.map(Complex::from);
        let along = shifted.lu().solve(&speeds)?;
        let mut found = DVector::zeros(v);
        for (speed, own) in placed.iter().zip(along.iter()) {
            found[*speed] = *own;
        }
        found.iter().all(|own| own.is_finite()).then_some(found)
    }

    /// Modes of the system, the fastest last; one for each conjugate pair.
    pub fn modes(&self) -> Vec<Mode> {
        modes::of(&self.a)
    }

    /// The largest step with which a method is stable for every mode that does not grow [s], on both sides of a kink.
    /// `None` if there is no such bound.
    pub fn largest_step(&self, method: Method) -> Option<f64> {
        let all = self.sides.iter().chain([&self.a]).flat_map(modes::eigenvalues);
        all.filter_map(|eigenvalue| largest(method, eigenvalue))
            .reduce(f64::min)
    }

    /// Names of the states whose rates have different slopes on both sides of a kink; empty without a kink. Slopes by
    /// displacements, by speeds and by states of equipment have different units. Each kind is compared only with slopes
    /// of its own kind.
    pub fn kinked(&self) -> Vec<&str> {
        let ([z, v], [one, two]) = (self.counts, &self.sides);
        let kinds = [(0, z), (z, v), (z + v, self.a.ncols() - z - v)];
        let rows = self.states.iter().enumerate().filter(|(row, _)| {
            let (all, apart) = (self.a.row(*row).into_owned(), one.row(*row) - two.row(*row));
            let differs = |(first, count)| {
                let [own, apart] = [&all, &apart].map(|row| row.columns(first, count).amax());
                apart > KINK * own && apart > ROUNDING * all.amax()
            };
            kinds.into_iter().filter(|(_, count)| *count > 0).any(differs)
        });
        rows.map(|(_, name)| name.as_str()).collect()
    }

    /// Eigenvalues at each side of a kink, in the order of [`Linear::modes`]. Each eigenvalue is followed from the mean
    /// to the side; `None` if it was lost on the way.
    pub fn modes_aside(&self) -> [Vec<Option<Complex<f64>>>; 2] {
        let own = modes::eigenvalues(&self.a);
        self.sides.each_ref().map(|side| {
            let mut locus = Locus::default();
            for step in 0..=STEPS_ASIDE {
                let part = f64::from(step) / f64::from(STEPS_ASIDE);
                let found = modes::eigenvalues(&(&self.a * (1.0 - part) + side * part));
                locus.add(part, &found);
            }
            let branches = locus.branches.iter().take(own.len());
            branches.map(|branch| branch.last().copied().flatten()).collect()
        })
    }
}

/// The state matrix.
fn state_matrix(jacobian: &Jacobian, free: &Free, kinematics: &Kinematics) -> DMatrix<f64> {
    let Kinematics { placed, carried } = kinematics;
    let basis = &free.basis;
    let along = basis.select_columns(placed);
    let (z, v, own) = (placed.len(), basis.ncols(), jacobian.y_y.nrows());
    let mut a = DMatrix::zeros(z + v + own, z + v + own);
    a.view_mut((0, 0), (z, z)).copy_from(carried);
    for (row, &speed) in placed.iter().enumerate() {
        a[(row, z + speed)] = 1.0;
    }
    for (column, of_speeds, of_own) in [
        (0, &jacobian.v_z * &along, &jacobian.y_z * &along),
        (z, &jacobian.v_v * basis, &jacobian.y_v * basis),
        (z + v, jacobian.v_y.clone(), jacobian.y_y.clone()),
    ] {
        let of_free = of_speeds.select_rows(&free.speeds);
        a.view_mut((z, column), of_free.shape()).copy_from(&of_free);
        a.view_mut((z + v, column), of_own.shape()).copy_from(&of_own);
    }
    a
}

/// Puts matrices with equal numbers of rows side by side.
fn beside(matrices: &[&DMatrix<f64>]) -> DMatrix<f64> {
    let columns = matrices.iter().flat_map(|matrix| matrix.column_iter());
    let columns: Vec<_> = columns.collect();
    match columns.is_empty() {
        true => DMatrix::zeros(matrices[0].nrows(), 0),
        false => DMatrix::from_columns(&columns),
    }
}

/// Columns for the road under each wheel (height and vertical velocity), computed from the columns of the wheels'
/// motion. A rising road is equivalent to a sinking wheel.
fn under_wheels(names: &Description, matrix: &DMatrix<f64>) -> DMatrix<f64> {
    let count = names.wheels.len();
    let numbers = matrix.ncols() / count.max(1);
    // Vertical components of centre and velocity, the first and the third field of three numbers each.
    let (height, velocity) = (2, 8);
    DMatrix::from_fn(matrix.nrows(), 2 * count, |row, column| {
        let component = if column % 2 == 0 { height } else { velocity };
        -matrix[(row, numbers * (column / 2) + component)]
    })
}

/// Names of the states of the equipment, with their positions if several have equal names.
pub(crate) fn own_names<S: Solver, E: Subsystem<S>>(system: &System<S, E>, own: &E::State) -> Vec<String> {
    let mut names = Vec::new();
    system.surroundings.states(own, &mut |quantity| {
        let name = quantity.name;
        names.push(
            quantity
                .index
                .map_or_else(|| name.to_owned(), |index| format!("{name}[{index}]")),
        );
    });
    let mut count = 0;
    own.clone().each(&mut |_| count += 1);
    match names.len() == count {
        true => names,
        false => (0..count).map(|k| format!("state {k} of what acts")).collect(),
    }
}
