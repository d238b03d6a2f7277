//! Steady motions of a vehicle on level ground: straight on, and in a bend.
//!
//! In a frame that moves with the vehicle nothing changes: every coordinate but position and heading is constant, every speed (those of a
//! free body are along its own axes), and every state of the equipment. The whole vehicle moves as one rigid body, and only its wheels
//! spin: with the free speeds `v` by [`GroundMotion`],
//!
//! ```text
//! v = R(q) c + spins,   v'(q, v, y, p) = 0,   y'(q, v, y, p) = 0
//! ```
//!
//! The unknowns are displacements `δz` along the free speeds, the ground motion `c = (v_X, v_Y, Ω)`, the spins, the states `y` of the
//! equipment, and the controls `p`: the angle of the steering wheel, and a torque that is the same at all wheels. It balances what slows the
//! vehicle down: rolling resistance, the drag of the tyres' side forces, the air. Two equations more tell what is wanted: the speed `V`,
//! and one of lateral acceleration, curvature and steering angle:
//!
//! ```text
//! √(v_X² + v_Y²) = V;   Ω v_X = a_y,   or  Ω = κ V,   or  δ = δ_0
//! ```
//!
//! Newton's method uses the Jacobian of [`System`]. A displaced vehicle that moves on rigidly has the speeds
//! `δv = R (δc - M δz) - K δz`, with `M` of [`GroundMotion`] and `K = N⁺ (∂(N v)/∂z - N')`: a displacement that moves along must not
//! grow, `δz' = δv + K δz` (see [`crate::linear`]). All rows and columns are scaled to equal size, and of all corrections the smallest is
//! taken; place and heading stay where they are. A step is halved as in [`crate::equilibrium`].
//!
//! The way goes from straight driving to the bend: at once if Newton's method converges, in smaller steps if not.

use crate::ground_motion::{GroundMotion, Held};
use crate::linear::{Kinematics, Linear, NotLinear, own_names};
use crate::whole::{Free, System};
use core::fmt;
use nalgebra::{DMatrix, DVector, Vector3};
use wishbone::prelude::*;
use wishbone::state::{Vector, Whole};

/// Largest displacement in one step [m or rad].
const LONGEST: f64 = 0.05;
/// Largest correction that is left, by the scales of the unknowns.
const FOUND: f64 = 1e-11;
/// Largest rate that is left [SI].
const STEADY: f64 = 1e-6;
/// Steps after which the search is given up.
const STEPS: usize = 40;
/// Halvings of one step.
const HALVINGS: usize = 8;
/// Singular values below this part of the largest count as zero.
const RANK: f64 = 1e-11;
/// Entries of a row, its largest being one, below which it does not depend on an unknown.
const NOTHING: f64 = 1e-10;
/// Shortest step from straight driving to the bend, as part of the way.
const SHORTEST: f64 = 1.0 / 64.0;
/// Steps of central differences by the controls [rad, N m].
const BY_CONTROLS: [f64; 2] = [1e-4, 1.0];

/// Controls set from outside.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Controls {
    /// Angle of the steering wheel [rad], its rate and acceleration.
    pub steering: Drive,
    /// Torque at each wheel [N m].
    pub torque: f64,
}

/// The same torque at every wheel [N m].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EqualTorques(pub f64);

impl<S: Solver> Subsystem<S> for EqualTorques {
    type State = ();

    fn load(&mut self, _now: &Now<()>, inputs: &mut S::Inputs) {
        inputs.wheels().iter_mut().for_each(|wheel| wheel.drive_torque = self.0);
    }
}

/// A vehicle whose controls can be set.
pub struct Controlled<S: Solver, E: Subsystem<S>, F> {
    /// The vehicle and what acts on it.
    pub system: System<S, E>,
    /// Position of the chassis among its bodies.
    pub chassis: usize,
    /// Whether it has a steering.
    pub is_steered: bool,
    /// Writes controls into what acts on the vehicle.
    pub set: F,
}

/// A steady motion that is wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wanted {
    /// Horizontal speed of the chassis' centre of mass [m/s], above zero.
    pub speed: f64,
    /// The bend.
    pub bend: Bend,
}

/// A bend; positive to the left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bend {
    /// Lateral acceleration: that of the chassis' centre of mass across the heading [m/s²]; zero goes straight on.
    Lateral(f64),
    /// Curvature of the path of the chassis' centre of mass [1/m].
    Curvature(f64),
    /// Angle of the steering wheel [rad].
    Steering(f64),
}

impl Bend {
    fn part(self, part: f64) -> Self {
        match self {
            Self::Lateral(number) => Self::Lateral(part * number),
            Self::Curvature(number) => Self::Curvature(part * number),
            Self::Steering(number) => Self::Steering(part * number),
        }
    }

    /// Its number and unit in words.
    fn describe(self) -> String {
        match self {
            Self::Lateral(number) => format!("{number:.3} m/s^2 of lateral acceleration"),
            Self::Curvature(number) => format!("a curvature of {number:.5} 1/m"),
            Self::Steering(number) => format!("{:.2} deg of the steering wheel", number.to_degrees()),
        }
    }
}

/// A steady motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Trim<X, Y> {
    /// Coordinates, speeds, and states of the equipment.
    pub state: Whole<X, Y>,
    /// `v_X`, `v_Y` and `Ω` of the chassis [m/s, rad/s].
    pub motion: [f64; 3],
    /// The controls, which are set in the system.
    pub controls: Controls,
    /// Evaluations of the vehicle, each evaluation of its derivatives counted as one more.
    pub evaluations: usize,
    /// Largest rate of a speed or of a state of the equipment that is left [SI].
    pub residual: f64,
}

/// Reason why there is no steady motion.
#[derive(Clone, Debug, PartialEq)]
pub enum NotTrimmed {
    /// The ground holds the vehicle.
    Held(Held),
    /// A bend is wanted of a vehicle without steering.
    NotSteered,
    /// Its loops do not close on the way.
    NotClosed(NotClosed),
    /// Its speeds are not along its own axes, and change in a bend: name of the speed that changes fastest.
    FixedAxes(&'static str),
    /// Something does not balance: the equation, what is left of it, and the bend that was reached, if any.
    NotBalanced {
        /// Name of the speed, of the state, or of the condition.
        equation: String,
        /// Its residual [SI].
        left: f64,
        /// The sharpest bend for which a steady motion was found.
        reached: Option<Bend>,
    },
}

impl fmt::Display for NotTrimmed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Held(reason) => write!(f, "{reason}"),
            Self::NotSteered => write!(
                f,
                "a bend needs a steering, which it does not declare: add `steering` (docs/equipment.md)"
            ),
            Self::NotClosed(reason) => write!(f, "no steady motion is found: {reason}"),
            Self::FixedAxes(speed) => write!(
                f,
                "its speed `{speed}` is along fixed axes and changes in every bend: a bend needs a chassis that a `free` joint holds"
            ),
            Self::NotBalanced {
                equation,
                left,
                reached,
            } => {
                write!(
                    f,
                    "no steady motion is found: nothing balances `{equation}`, of which {left:.3e} is left"
                )?;
                match reached {
                    Some(bend) => write!(f, "; the search came as far as {}", bend.describe()),
                    None => write!(f, "; not even straight driving at this speed is steady"),
                }
            }
        }
    }
}

impl core::error::Error for NotTrimmed {}

impl<S, E, F> Controlled<S, E, F>
where
    S: Solver,
    E: Subsystem<S>,
    F: FnMut(&mut E, &Controls),
{
    /// The steady motion that is wanted, from a state near straight driving: its spins and its coordinates are the first guess.
    ///
    /// # Errors
    /// If the vehicle cannot move so, or nothing balances.
    pub fn trim(
        &mut self,
        from: &Whole<S::State, E::State>,
        wanted: &Wanted,
    ) -> Result<Trim<S::State, E::State>, NotTrimmed> {
        let is_bend = match wanted.bend {
            Bend::Lateral(number) | Bend::Curvature(number) | Bend::Steering(number) => number != 0.0,
        };
        if is_bend && !self.is_steered {
            return Err(NotTrimmed::NotSteered);
        }
        let mut search = Search {
            at: At {
                state: from.clone(),
                motion: Vector3::new(wanted.speed, 0.0, 0.0),
                controls: Controls::default(),
            },
            vehicle: self,
            evaluations: 0,
        };
        let (mut done, mut step): (f64, f64) = (0.0, 1.0);
        search.run(wanted.speed, wanted.bend.part(0.0), None)?;
        while is_bend && done < 1.0 {
            let part = (done + step).min(1.0);
            let before = search.at.clone();
            match search.run(wanted.speed, wanted.bend.part(part), Some(wanted.bend.part(done))) {
                Ok(()) => done = part,
                Err(NotTrimmed::NotBalanced { .. } | NotTrimmed::NotClosed(_)) if step > SHORTEST => {
                    search.at = before;
                    step /= 2.0;
                }
                Err(reason) => return Err(reason),
            }
        }
        search.end()
    }

    /// The linear system about a steady motion, with the controls among its inputs (`steering.position`, `steering.velocity`,
    /// `steering.acceleration`, `torque`) and with outputs ([`Linear::observed`]).
    ///
    /// # Errors
    /// If a speed changes.
    pub fn linear(&mut self, about: &Trim<S::State, E::State>) -> Result<Linear, NotLinear> {
        let mut linear = Linear::about(&mut self.system, &about.state)?;
        let controls = about.controls;
        let steering: [(&str, &'static str, Change); 3] = [
            ("steering.position", "rad", |controls, by| {
                controls.steering.position += by
            }),
            ("steering.velocity", "rad/s", |controls, by| {
                controls.steering.velocity += by
            }),
            ("steering.acceleration", "rad/s^2", |controls, by| {
                controls.steering.acceleration += by
            }),
        ];
        let torque: (&str, &'static str, Change) = ("torque", "N m", |controls, by| controls.torque += by);
        let steering = steering.into_iter().filter(|_| self.is_steered);
        for (name, unit, change) in steering.chain([torque]).collect::<Vec<_>>() {
            let step = BY_CONTROLS[usize::from(name == "torque")];
            let set = &mut self.set;
            let (inputs, own) = self.system.slopes_by(&about.state, step, |surroundings, by| {
                let mut changed = controls;
                change(&mut changed, by);
                set(surroundings, &changed);
            });
            linear = linear.with_input(name, unit, &inputs, &own);
        }
        Ok(linear.observed(&mut self.system, &about.state, self.chassis))
    }

    /// The ground motion in a steady motion.
    ///
    /// # Errors
    /// If the ground holds the vehicle.
    pub fn ground(&mut self, at: &Trim<S::State, E::State>) -> Result<GroundMotion, Held> {
        let free = self.system.free(&at.state);
        GroundMotion::of(&mut self.system, &at.state, &free, self.chassis)
    }
}

/// A change of one of the controls.
type Change = fn(&mut Controls, f64);

/// The unknowns.
#[derive(Clone)]
struct At<X, Y> {
    state: Whole<X, Y>,
    motion: Vector3<f64>,
    controls: Controls,
}

struct Search<'a, S: Solver, E: Subsystem<S>, F> {
    vehicle: &'a mut Controlled<S, E, F>,
    at: At<S::State, E::State>,
    evaluations: usize,
}

/// Matrices that depend on the position.
struct Place {
    free: Free,
    ground: GroundMotion,
}

/// The correction for any residual.
struct Newton {
    /// Of the scaled matrix.
    inverse: DMatrix<f64>,
    /// Factors of the rows and of the columns.
    rows: DVector<f64>,
    columns: DVector<f64>,
    /// Coordinates by displacements along the placed free speeds.
    motion: DMatrix<f64>,
    /// Number of these displacements.
    placed: usize,
    /// Positions of the spins among the speeds.
    spins: Vec<usize>,
}

impl Newton {
    /// The correction by the scales of the unknowns.
    fn scaled(&self, residual: &DVector<f64>) -> DVector<f64> {
        &self.inverse * residual.component_mul(&self.rows)
    }
}

impl<S, E, F> Search<'_, S, E, F>
where
    S: Solver,
    E: Subsystem<S>,
    F: FnMut(&mut E, &Controls),
{
    /// From where it is to the steady motion at this speed in this bend.
    fn run(&mut self, speed: f64, bend: Bend, reached: Option<Bend>) -> Result<(), NotTrimmed> {
        if let Bend::Steering(angle) = bend {
            self.at.controls.steering.position = angle;
        }
        let mut place = self.settle()?;
        let mut residual = self.residual(&place, speed, bend);
        for _ in 0..STEPS {
            let newton = self.newton(&place, bend);
            let correction = -newton.scaled(&residual);
            (place, residual) = self.step(&correction, &newton, speed, bend)?;
            if correction.amax() < FOUND {
                break;
            }
        }
        self.balanced(&place, &residual, reached)
    }

    /// Refuses a state in which something is left.
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

    /// Goes along a correction, or a part of it.
    fn step(
        &mut self,
        correction: &DVector<f64>,
        newton: &Newton,
        speed: f64,
        bend: Bend,
    ) -> Result<(Place, DVector<f64>), NotTrimmed> {
        let from = self.at.clone();
        let change = correction.component_mul(&newton.columns);
        let longest = change.rows(0, newton.placed).amax();
        let mut part = if longest > LONGEST { LONGEST / longest } else { 1.0 };
        for _ in 0..HALVINGS {
            self.move_by(&from, &(&change * part), newton);
            if let Ok(place) = self.settle() {
                let residual = self.residual(&place, speed, bend);
                // Not so where a rate is no number.
                if newton.scaled(&residual).norm() <= (1.0 - part / 4.0) * correction.norm() {
                    return Ok((place, residual));
                }
            }
            part /= 2.0;
        }
        self.move_by(&from, &(&change * part), newton);
        let place = self.settle()?;
        let residual = self.residual(&place, speed, bend);
        Ok((place, residual))
    }

    /// Changes all unknowns; the speeds of the ground motion follow in [`Search::settle`].
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
        self.at.controls.torque += change[next];
        if next + 1 < change.len() {
            self.at.controls.steering.position += change[next + 1];
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
        // Once more, to rounding: springs turn what is left of the loops into accelerations.
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

    /// Rates of the free speeds and of the states of the equipment, and what is missing of speed and bend.
    fn residual(&mut self, place: &Place, speed: f64, bend: Bend) -> DVector<f64> {
        self.evaluations += 1;
        let mut rate = self.vehicle.system.rate(&self.at.state);
        let speeds = rate.vehicle.speeds();
        let mut residual: Vec<f64> = place.free.speeds.iter().map(|&k| speeds[k]).collect();
        let mut own = Vec::new();
        rate.subsystems.each(&mut |rate| own.push(*rate));
        own.resize(count(&self.at.state.subsystems), 0.0);
        residual.extend(own);
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

    /// The correction at this place, for any residual.
    fn newton(&mut self, place: &Place, bend: Bend) -> Newton {
        self.evaluations += 4;
        let Place { free, ground } = place;
        let jacobian = self.vehicle.system.jacobian(&self.at.state);
        let turning = self.vehicle.system.turning(&self.at.state);
        let kinematics = Kinematics::of(&jacobian, &turning, free);
        let spins: Vec<usize> = (0..free.speeds.len())
            .filter(|k| !kinematics.placed.contains(k))
            .collect();
        let of_free = |matrix: &DMatrix<f64>| matrix.select_rows(&free.speeds);
        let (v_v, y_v) = (of_free(&(&jacobian.v_v * &free.basis)), &jacobian.y_v * &free.basis);
        let along = free.basis.select_columns(&kinematics.placed);
        let seen = ground.seen(&self.at.motion).select_columns(&kinematics.placed);
        // Speeds by displacements that move along rigidly.
        let mut carried = -(&ground.rigid * seen);
        for (row, &speed) in kinematics.placed.iter().enumerate() {
            let mut own = carried.row_mut(speed);
            own -= kinematics.carried.row(row);
        }
        let (v, y, z) = (free.speeds.len(), jacobian.y_y.nrows(), along.ncols());
        let controls: Vec<(DVector<f64>, DVector<f64>)> = (0..if self.vehicle.is_steered { 2 } else { 1 })
            .map(|control| self.by_control(control, &jacobian))
            .collect();
        let rows = v + y + controls.len();
        let mut matrix = DMatrix::zeros(rows, z + 3 + spins.len() + y + controls.len());
        let columns = [
            (
                0,
                of_free(&(&jacobian.v_z * &along)) + &v_v * &carried,
                &jacobian.y_z * &along + &y_v * &carried,
            ),
            (z, &v_v * &ground.rigid, &y_v * &ground.rigid),
            (z + 3, v_v.select_columns(&spins), y_v.select_columns(&spins)),
            (z + 3 + spins.len(), of_free(&jacobian.v_y), jacobian.y_y.clone()),
        ];
        for (column, of_speeds, of_own) in &columns {
            matrix.view_mut((0, *column), of_speeds.shape()).copy_from(of_speeds);
            matrix.view_mut((v, *column), of_own.shape()).copy_from(of_own);
        }
        // Place and heading stay: nothing depends on them but rounding.
        for column in ground.pivots(&kinematics.placed) {
            matrix.column_mut(column).fill(0.0);
        }
        let first = z + 3 + spins.len() + y;
        for (place, (of_speeds, of_own)) in controls.iter().enumerate() {
            matrix
                .view_mut((0, first + place), (v, 1))
                .copy_from(&of_free(&DMatrix::from_columns(std::slice::from_ref(of_speeds))));
            matrix.view_mut((v, first + place), (y, 1)).copy_from(of_own);
        }
        let (c, speed) = (self.at.motion, self.at.motion.xy().norm().max(f64::MIN_POSITIVE));
        matrix[(v + y, z)] = c[0] / speed;
        matrix[(v + y, z + 1)] = c[1] / speed;
        if self.vehicle.is_steered {
            match bend {
                Bend::Lateral(_) => {
                    matrix[(v + y + 1, z)] = c[2];
                    matrix[(v + y + 1, z + 2)] = c[0];
                }
                Bend::Curvature(wanted) => {
                    matrix[(v + y + 1, z)] = -wanted * c[0] / speed;
                    matrix[(v + y + 1, z + 1)] = -wanted * c[1] / speed;
                    matrix[(v + y + 1, z + 2)] = 1.0;
                }
                Bend::Steering(_) => matrix[(v + y + 1, first + 1)] = 1.0,
            }
        }
        let spins = spins.iter().map(|&spin| free.speeds[spin]).collect();
        scaled(matrix, &jacobian.motion * along, spins)
    }

    /// Rates of the speeds and of the states of the equipment by a control: torque (0), angle of the steering wheel (1).
    fn by_control(&mut self, control: usize, jacobian: &crate::whole::Jacobian) -> (DVector<f64>, DVector<f64>) {
        let controls = self.at.controls;
        let Controlled { system, set, .. } = &mut *self.vehicle;
        let step = BY_CONTROLS[1 - control];
        let (inputs, own) = system.slopes_by(&self.at.state, step, |surroundings, by| {
            let mut changed = controls;
            match control {
                0 => changed.torque += by,
                _ => changed.steering.position += by,
            }
            set(surroundings, &changed);
        });
        (&jacobian.v_u * &inputs, own + &jacobian.y_u * inputs)
    }

    /// The steady motion found; refused where speeds are along fixed axes.
    fn end(mut self) -> Result<Trim<S::State, E::State>, NotTrimmed> {
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

    /// Refuses speeds that change while the vehicle moves on rigidly.
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

/// Free speeds that no body takes part in.
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

/// The pseudo-inverse of a matrix whose rows and columns are brought to equal size.
fn scaled(mut matrix: DMatrix<f64>, motion: DMatrix<f64>, spins: Vec<usize>) -> Newton {
    let inverse_of = |size: f64| if size > 0.0 { 1.0 / size } else { 0.0 };
    let rows = DVector::from_fn(matrix.nrows(), |row, _| inverse_of(matrix.row(row).amax()));
    for (mut row, factor) in matrix.row_iter_mut().zip(rows.iter()) {
        row *= *factor;
    }
    // Rounding is not to be made large.
    let columns = DVector::from_fn(matrix.ncols(), |column, _| match matrix.column(column).amax() {
        size if size > NOTHING => 1.0 / size,
        _ => 0.0,
    });
    for (mut column, factor) in matrix.column_iter_mut().zip(columns.iter()) {
        column *= *factor;
    }
    let empty = DMatrix::zeros(matrix.ncols(), matrix.nrows());
    let svd = matrix.svd(true, true);
    let bound = RANK * svd.singular_values.max();
    Newton {
        inverse: svd.pseudo_inverse(bound).unwrap_or(empty),
        rows,
        columns,
        placed: motion.ncols(),
        motion,
        spins,
    }
}
