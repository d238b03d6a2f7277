//! Vehicles that are stepped from outside.

use crate::problem::raised;
use crate::working::{PATIENCE, defect, locked, worked};
use numpy::PyArray1;
use pyo3::exceptions::PyRuntimeWarning;
use pyo3::prelude::*;
use std::convert::Infallible;
use std::ffi::CString;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;
use wishbone_workbench::Problem;
use wishbone_workbench::outside::{self, Car, Kind, Present};

/// A vehicle that runs. Calls of several threads come one after the other.
#[pyclass(frozen, module = "wishbone._wishbone")]
pub struct Simulation(Mutex<Car>);

/// A moment of a simulation, to which it can go back.
#[pyclass(frozen, module = "wishbone._wishbone")]
pub struct Moment(Mutex<outside::Moment>);

/// Name, meaning, unit, kind of a variable, and its position.
type Variable = (String, String, String, &'static str, usize);

/// Steps without a look at the clock: short beside [`PATIENCE`].
const BLIND: usize = 16;

impl Simulation {
    /// A simulation of a vehicle that has begun to run.
    pub fn of(car: Car) -> Self {
        Self(Mutex::new(car))
    }

    /// Present of the vehicle.
    pub fn present(&self, py: Python<'_>) -> PyResult<Present> {
        self.worked(py, |car| Ok(car.present()?))
    }

    /// Result of work on the vehicle without the interpreter's lock. Where it fails, the vehicle is as it was before.
    fn worked<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut Car) -> Result<T, Ended> + Send) -> PyResult<T> {
        let result = py.detach(|| {
            let mut look = || Python::attach(|py| py.check_signals()).map_err(Ended::Interrupt);
            match locked(&self.0, &mut look) {
                Ok(mut car) => undone(&mut car, work),
                Err(ended) => Ok(Err(ended)),
            }
        });
        match result {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(Ended::Problem(problem))) => Err(raised(py, &problem)),
            Ok(Err(Ended::Interrupt(signal))) => Err(signal),
            Err(panic) => Err(defect(py, panic.as_ref())),
        }
    }
}

impl Simulation {
    /// Result of long work on the vehicle in a separate thread, while the calling thread waits for an interrupt. Where
    /// it fails or is interrupted, the vehicle is as it was before.
    fn worked_long<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Car) -> Result<T, Problem> + Send,
    ) -> PyResult<T> {
        worked(py, |told| {
            let mut look = || {
                told(0.0, "");
                Ok::<(), Infallible>(())
            };
            let Ok(mut car) = locked(&self.0, &mut look);
            let done = undone(&mut car, |car| {
                let done = work(car);
                // An interrupt unwinds here.
                told(1.0, "");
                done
            });
            drop(car);
            done.unwrap_or_else(|panic| resume_unwind(panic))
        })
    }
}

/// Result of work on a vehicle. Where it fails or panics, the vehicle is as it was before.
fn undone<T, E>(car: &mut Car, work: impl FnOnce(&mut Car) -> Result<T, E>) -> thread::Result<Result<T, E>> {
    let before = car.keep();
    let result = catch_unwind(AssertUnwindSafe(|| work(car)));
    if !matches!(result, Ok(Ok(_))) {
        // The moment has a run where the vehicle has one: nothing begins anew.
        let _ = car.go_back(&before);
    }
    result
}

/// Warns of each of these.
fn warned(py: Python<'_>, found: Vec<String>) -> PyResult<()> {
    let mut found = found.into_iter().filter_map(|found| CString::new(found).ok());
    found.try_for_each(|found| PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &found, 1))
}

/// Reason why work ended early.
enum Ended {
    Problem(Problem),
    Interrupt(PyErr),
}

impl From<Problem> for Ended {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

#[pymethods]
impl Simulation {
    /// Its variables: name, meaning, unit, kind, position.
    fn variables(&self, py: Python<'_>) -> PyResult<Vec<Variable>> {
        let table = self.worked(py, |car| Ok(car.table().clone()))?;
        let of = |(place, own): (usize, &outside::Variable)| {
            let kind = match own.kind {
                Kind::Time => "time",
                Kind::Input(_) => "input",
                Kind::StartSpeed => "start",
                Kind::Tunable(_) => "parameter",
                Kind::Output(_) => "output",
                Kind::State(_) => "state",
                Kind::Rate(_) => "rate",
                Kind::Indicator(_) => "indicator",
            };
            (own.name.clone(), own.words.clone(), own.unit.name.clone(), kind, place)
        };
        Ok(table.iter().enumerate().map(of).collect())
    }

    /// Values of variables.
    fn get<'py>(&self, py: Python<'py>, places: Vec<usize>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let values = self.worked(py, |car| {
            let each = places.iter().map(|&place| car.get(place));
            Ok(each.collect::<Result<Vec<f64>, Problem>>()?)
        })?;
        Ok(PyArray1::from_vec(py, values))
    }

    /// Sets inputs or parameters.
    fn set(&self, py: Python<'_>, values: Vec<(usize, f64)>) -> PyResult<()> {
        self.worked(py, |car| {
            values
                .iter()
                .try_for_each(|&(place, value)| car.set(place, value))
                .map_err(Ended::from)
        })
    }

    /// Coordinates of the vehicle, a copy.
    #[getter]
    fn q<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let numbers = self.worked(py, |car| Ok(car.vehicle()?.1.q.to_vec()))?;
        Ok(PyArray1::from_vec(py, numbers))
    }

    /// Speeds of the vehicle, a copy.
    #[getter]
    fn v<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let numbers = self.worked(py, |car| Ok(car.vehicle()?.1.v.to_vec()))?;
        Ok(PyArray1::from_vec(py, numbers))
    }

    /// Names of the coordinates and of the speeds.
    fn names(&self, py: Python<'_>) -> PyResult<(Vec<&'static str>, Vec<&'static str>)> {
        self.worked(py, |car| {
            let (names, _) = car.vehicle()?;
            Ok((names.coordinates.to_vec(), names.speeds.to_vec()))
        })
    }

    /// Time [s].
    #[getter]
    fn time(&self, py: Python<'_>) -> PyResult<f64> {
        self.worked(py, |car| Ok(car.time()))
    }

    /// Largest step of the own integration [s].
    #[getter]
    fn largest_step(&self, py: Python<'_>) -> PyResult<f64> {
        self.worked(py, |car| Ok(car.largest_step()))
    }

    /// Makes `count` steps of `h` [s]; the inputs are held, and the steering wheel continues at its rate. Warns
    /// (`RuntimeWarning`) where a speed jumps back and forth from step to step.
    fn step(&self, py: Python<'_>, h: f64, count: usize) -> PyResult<()> {
        self.worked(py, |car| {
            let (parts, h) = car.divide(h)?;
            let mut looked = Instant::now();
            for step in 0..parts.saturating_mul(count) {
                if step % BLIND == BLIND - 1 && looked.elapsed() > PATIENCE {
                    Python::attach(|py| py.check_signals()).map_err(Ended::Interrupt)?;
                    looked = Instant::now();
                }
                car.step(h)?;
            }
            // A warning may be an error, which takes the steps back.
            let found = car.warnings();
            Python::attach(|py| warned(py, found)).map_err(Ended::Interrupt)
        })
    }

    /// Tells (`RuntimeWarning`) of a start that is not steady.
    fn tell(&self, py: Python<'_>) -> PyResult<()> {
        let found = self.worked(py, |car| Ok(car.warnings()))?;
        warned(py, found)
    }

    /// Notes on what its ports leave as it is, and on its equipment.
    fn notes(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.worked(py, |car| Ok(car.notes()))
    }

    /// All continuous states: of the vehicle, then of its equipment.
    #[getter]
    fn states<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let states = self.worked(py, |car| Ok(car.states()?))?;
        Ok(PyArray1::from_vec(py, states))
    }

    /// Rates of all continuous states.
    #[getter]
    fn rates<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let rates = self.worked(py, |car| Ok(car.rates()?))?;
        Ok(PyArray1::from_vec(py, rates))
    }

    /// Places the vehicle in other states at a time [s].
    fn place(&self, py: Python<'_>, time: f64, states: Vec<f64>) -> PyResult<()> {
        self.worked(py, |car| {
            let count = car.state_count();
            if states.len() != count {
                return Err(Ended::Problem(Problem::Misuse(format!(
                    "the vehicle has {count} states, and {} numbers are given",
                    states.len()
                ))));
            }
            let before = car.time();
            car.place(time, &states)?;
            // The steering wheel stays at its angle, however far the time jumps.
            if time != before {
                car.hold_anew()?;
            }
            Ok(())
        })
    }

    /// Slopes of variables by one of them.
    fn slopes<'py>(&self, py: Python<'py>, unknowns: Vec<usize>, known: usize) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let slopes = self.worked(py, |car| Ok(car.slopes(&unknowns, known)?))?;
        Ok(PyArray1::from_vec(py, slopes))
    }

    /// The present moment.
    fn keep(&self, py: Python<'_>) -> PyResult<Moment> {
        self.worked(py, |car| Ok(Moment(Mutex::new(car.keep()))))
    }

    /// Goes back to a moment.
    fn go_back(&self, py: Python<'_>, moment: &Moment) -> PyResult<()> {
        self.worked(py, |car| {
            let moment = moment.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
            Ok(car.go_back(&moment)?)
        })
    }

    /// Restarts at a time [s], with the present inputs and parameters; at a different speed [m/s] if a speed is given.
    fn restart(&self, py: Python<'_>, time: f64, speed: Option<f64>) -> PyResult<()> {
        self.worked_long(py, |car| {
            if let Some(speed) = speed {
                let place = car.table().iter().position(|own| own.kind == Kind::StartSpeed);
                place.map_or(Ok(()), |place| car.set(place, speed))?;
            }
            car.begin(time)
        })
    }
}
