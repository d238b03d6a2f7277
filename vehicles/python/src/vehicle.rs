//! Vehicles, and the questions about them.

use crate::findings::Found;
use crate::linear::Linear;
use crate::problem::{Told, misuse, told};
use crate::simulation::Simulation;
use crate::text::{is_text, with_text};
use crate::working::worked;
use numpy::PyArray1;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use wishbone_workbench::designs::Designs;
use wishbone_workbench::files::{Disk, Files};
use wishbone_workbench::fmu::{Exchange, Exported, Library, Standard, exported};
use wishbone_workbench::loads::Question;
use wishbone_workbench::manoeuvre::find;
use wishbone_workbench::outside::{Asked, ByNumbers, Car, Hands, Port};
use wishbone_workbench::report::{self, Content};
use wishbone_workbench::rig::kc::{At, Travel, steers_by_length};
use wishbone_workbench::rig::sensitivity;
use wishbone_workbench::steady::{Motion, response};
use wishbone_workbench::studies::findings::Findings;
use wishbone_workbench::studies::manoeuvre::{Manoeuvre, Method, Overrides};
use wishbone_workbench::studies::trim::Bend;
use wishbone_workbench::vehicle::{Declaration, Source, Vehicle as Workbench};
use wishbone_workbench::{Problem, manoeuvre as manoeuvres, unit};

/// A declared vehicle.
#[pyclass(frozen, module = "wishbone._wishbone")]
pub struct Vehicle(Arc<Workbench>);

/// A bend in which a vehicle moves: its kind, `lateral`, `radius` or `steering`, and its number [SI].
type GivenBend = (String, f64);

/// Speed [m/s] and bend of a motion.
type GivenMotion = (Option<f64>, Option<GivenBend>);

fn motion((speed, bend): GivenMotion) -> Result<Motion, Problem> {
    let bend = bend.map(|(kind, number)| match kind.as_str() {
        "lateral" => Ok(Bend::Lateral(number)),
        "radius" if number != 0.0 => Ok(Bend::Curvature(1.0 / number)),
        "radius" => Err(Problem::Misuse(
            "`radius` has to be another number than zero".to_owned(),
        )),
        _ => Ok(Bend::Steering(number)),
    });
    Ok(Motion {
        speed,
        bend: bend.transpose()?,
    })
}

/// Version of the standard and content of each FMU, and notes.
type Fmus = (Vec<(u8, Vec<u8>)>, Vec<String>);

/// Numbers in the place of those of a manoeuvre [SI].
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct GivenNumbers {
    speed: Option<f64>,
    angle: Option<f64>,
    frequency: Option<f64>,
    duration: Option<f64>,
    step: Option<f64>,
    method: Option<String>,
}

impl GivenNumbers {
    fn overrides(self) -> Result<Overrides, Problem> {
        let method = self
            .method
            .map(|name| Method::named(&name).map_err(|reason| Problem::Misuse(format!("`{name}` is {reason}"))));
        Ok(Overrides {
            speed: self.speed,
            angle: self.angle,
            frequency: self.frequency,
            duration: self.duration,
            step: self.step,
            method: method.transpose()?,
            baumgarte: None,
        })
    }
}

/// A manoeuvre by name or path, or its text.
fn manoeuvre(word: &str) -> Result<Manoeuvre, Problem> {
    match is_text(word) {
        true => Manoeuvre::read("manoeuvre", word).map_err(Problem::Misuse),
        false => find(word, &Disk),
    }
}

#[pymethods]
impl Vehicle {
    /// The vehicle at a path, or with a name of the library, with changes.
    #[staticmethod]
    fn load(py: Python<'_>, name: String, vehicle: Option<String>, changes: Vec<String>) -> PyResult<Self> {
        worked(py, |_| {
            let source = Source {
                name,
                vehicle,
                parameters: None,
                changes,
            };
            Self::read(Declaration::of(&source, &Disk)?)
        })
    }

    /// The vehicle of a text, with changes; TOML where the name ends so.
    #[staticmethod]
    fn of_text(py: Python<'_>, name: String, text: String, changes: Vec<String>) -> PyResult<Self> {
        worked(py, |_| {
            Self::read(Declaration::of_text(&name, &text, &Disk).changed(&changes)?)
        })
    }

    /// The vehicle with changes.
    fn changed(&self, py: Python<'_>, changes: Vec<String>) -> PyResult<Self> {
        worked(py, |_| Self::read(self.0.declaration().clone().changed(&changes)?))
    }

    /// Name of the vehicle.
    #[getter]
    fn name(&self) -> &str {
        self.0.declaration().name().unwrap_or("vehicle")
    }

    /// Text of the declaration: TOML after a change.
    #[getter]
    fn text(&self) -> &str {
        self.0.declaration().text()
    }

    /// Paths of the files that were read.
    fn files(&self) -> Vec<String> {
        let files = self.0.declaration().files().into_iter();
        files.map(|path| path.to_string_lossy().into_owned()).collect()
    }

    /// What the compiler found, the plausibility of its figures, and its warnings.
    fn check(&self, py: Python<'_>) -> PyResult<(String, Vec<Told>)> {
        let (text, warnings) = worked(py, |_| self.0.check())?;
        Ok((text, warnings.list.iter().map(told).collect()))
    }

    /// How it rests.
    fn settle(&self, py: Python<'_>) -> PyResult<Found> {
        worked(py, |_| self.0.settle()).map(|found| self.found(found))
    }

    /// A steady motion.
    fn trim(&self, py: Python<'_>, at: GivenMotion) -> PyResult<Found> {
        worked(py, |_| self.0.trim(&motion(at)?)).map(|found| self.found(found))
    }

    /// Modes and largest steps.
    fn modes(&self, py: Python<'_>, at: GivenMotion) -> PyResult<Found> {
        worked(py, |_| self.0.modes(&motion(at)?)).map(|found| self.found(found))
    }

    /// The linear system about a steady motion.
    fn linear(&self, py: Python<'_>, at: GivenMotion) -> PyResult<Linear> {
        worked(py, |_| self.0.linear(&motion(at)?)).map(Linear)
    }

    /// A frequency response in a range [Hz].
    fn response(
        &self,
        py: Python<'_>,
        at: GivenMotion,
        input: String,
        outputs: Vec<String>,
        range: [f64; 2],
    ) -> PyResult<Found> {
        let found = worked(py, |_| {
            self.0.response(&response::Asked {
                motion: motion(at)?,
                input,
                outputs,
                range,
            })
        });
        found.map(|found| self.found(found))
    }

    /// Names of inputs and outputs of a frequency response, as text.
    fn response_names(&self, py: Python<'_>, at: GivenMotion) -> PyResult<String> {
        worked(py, |_| {
            let running = self.0.running()?;
            response::names(running, &motion(at)?)
        })
    }

    /// Kinematics and compliance.
    #[allow(clippy::too_many_arguments, reason = "they are called by name in Python")]
    fn kc(
        &self,
        py: Python<'_>,
        at: String,
        travel: f64,
        steps: u16,
        steer: Option<String>,
        force: f64,
        moment: f64,
        bodies: Vec<String>,
    ) -> PyResult<Vec<Found>> {
        let found = worked(py, |told| {
            let travel = Travel {
                at: at
                    .parse::<At>()
                    .map_err(|reason| Problem::Misuse(format!("`at`: {reason}")))?,
                steer: steer.map(|range| self.steered(&range)).transpose()?,
                travel,
                steps,
                force,
                moment,
                bodies,
            };
            self.0.kc(&travel, told)
        })?;
        Ok(found.into_iter().map(|found| self.found(found)).collect())
    }

    /// Derivatives of a suspension's figures with respect to coordinates of its hardpoints, within a travel to both
    /// sides [m].
    fn sensitivity(&self, py: Python<'_>, wheel: Option<String>, points: Vec<String>, travel: f64) -> PyResult<Found> {
        let asked = sensitivity::Asked {
            wheel,
            points,
            travel,
            tolerance: None,
        };
        let found = worked(py, |told| {
            let found = self.0.sensitivity(&asked, told)?;
            Ok(found.sensitivities.findings(found.design.names()))
        })?;
        Ok(self.found(found))
    }

    /// A manoeuvre, by name, path or text.
    fn drive(&self, py: Python<'_>, word: String, numbers: GivenNumbers, loads: bool) -> PyResult<Found> {
        let driven = worked(py, |told| {
            let manoeuvre = manoeuvre(&word)?.with(&numbers.overrides()?).map_err(Problem::Misuse)?;
            match loads {
                true => self.0.drive_with_loads(&manoeuvre, told),
                false => self.0.drive(&manoeuvre, told),
            }
        })?;
        Ok(self.found(driven.findings))
    }

    /// Forces and moments at every hardpoint: as JSON, as CSV, as text.
    fn loads(
        &self,
        py: Python<'_>,
        at: String,
        cases: Option<String>,
        bodies: Vec<String>,
    ) -> PyResult<(String, String, String)> {
        let found = worked(py, |told| {
            let at = at
                .parse::<At>()
                .map_err(|reason| Problem::Misuse(format!("`at`: {reason}")))?;
            self.0.loads(&Question { at, cases, bodies }, told)
        })?;
        let json = serde_json::to_string(&found).map_err(|reason| misuse(py, reason.to_string()))?;
        Ok((json, found.csv(), found.text(&[])))
    }

    /// A page about this design and others, in HTML, and the studies that are left out.
    fn report(
        &self,
        py: Python<'_>,
        others: Vec<Py<Self>>,
        words: Vec<String>,
        travel: f64,
    ) -> PyResult<(String, Vec<String>)> {
        let mut all = vec![self.0.clone()];
        all.extend(others.iter().map(|own| own.get().0.clone()));
        worked(py, |told| {
            let (designs, texts) = Texts::of(&all);
            let content = Content {
                travel: Travel {
                    travel,
                    ..Travel::default()
                },
                manoeuvres: manoeuvres::all(&words, &Disk)?,
            };
            let page = report::page(&designs, &texts, &content, told)?;
            Ok((wishbone_report::html(&page.report()), page.left_out))
        })
    }

    /// FMUs: the version of the standard and the content of each, and notes. `shell` is the library that runs them, and whether machine code is made.
    #[allow(clippy::too_many_arguments, reason = "they are called by name in Python")]
    fn fmu(
        &self,
        py: Python<'_>,
        shell: (Vec<u8>, bool),
        asked: GivenAsked,
        standards: Vec<u8>,
        exchange: Option<bool>,
    ) -> PyResult<Fmus> {
        let (content, is_native) = shell;
        let version = |standard: Standard| match standard {
            Standard::Two => 2,
            Standard::Three => 3,
        };
        let both = [Standard::Two, Standard::Three].into_iter();
        let standards: Vec<Standard> = both.filter(|own| standards.contains(&version(*own))).collect();
        let exchange = match exchange {
            None => Exchange::WhereSound,
            Some(true) => Exchange::Always,
            Some(false) => Exchange::Never,
        };
        let (fmus, notes) = worked(py, |_| {
            let library = Library::of("the library", content, is_native)?;
            let declaration = self.0.declaration();
            let (asked, files) = with_text(asked.asked()?);
            exported(declaration, &asked, (&standards, exchange), &library, &files)
        })?;
        let each = fmus
            .into_iter()
            .map(|Exported { standard, archive }| (version(standard), archive));
        Ok((each.collect(), notes))
    }

    /// A simulation that begins at rest or in steady motion.
    fn simulation(&self, py: Python<'_>, asked: GivenAsked, with_slopes: bool) -> PyResult<Simulation> {
        let car = worked(py, |_| {
            let asked = asked.asked()?;
            let start = asked.manoeuvre.as_deref().map(manoeuvre).transpose()?;
            let mut car = Car::new(self.0.declaration().clone(), &asked, start, with_slopes)?;
            car.begin(0.0)?;
            Ok(car)
        })?;
        Ok(Simulation::of(car))
    }

    /// Derivatives of the rates of a simulation's states with respect to declared numbers, number by number.
    fn slopes<'py>(
        &self,
        py: Python<'py>,
        simulation: &Simulation,
        asked: GivenAsked,
        numbers: Vec<String>,
    ) -> PyResult<Vec<Column<'py>>> {
        let present = simulation.present(py)?;
        let slopes = worked(py, |_| {
            let asked = asked.asked()?;
            let by = ByNumbers {
                declaration: self.0.declaration(),
                manoeuvre: asked.manoeuvre.as_deref().map(manoeuvre).transpose()?,
                asked: &asked,
                present: &present,
            };
            by.slopes(&numbers)
        })?;
        Ok(slopes.into_iter().map(|own| PyArray1::from_vec(py, own)).collect())
    }
}

/// A column of numbers.
type Column<'py> = Bound<'py, PyArray1<f64>>;

/// How a vehicle is stepped from outside.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct GivenAsked {
    manoeuvre: Option<String>,
    speed: Option<f64>,
    step: Option<f64>,
    method: Option<String>,
    by_torque: bool,
    ports: Vec<String>,
    outputs: Vec<String>,
    arrays: bool,
}

impl GivenAsked {
    /// # Errors
    /// If there is no such port.
    fn asked(self) -> Result<Asked, Problem> {
        let port = |name: &String| {
            let known = Port::ALL.map(Port::name).join("`, `");
            let told = || Problem::Misuse(format!("`ports`: there is no port `{name}`; there are `{known}`"));
            Port::of(name).ok_or_else(told)
        };
        Ok(Asked {
            ports: self.ports.iter().map(port).collect::<Result<_, _>>()?,
            manoeuvre: self.manoeuvre,
            speed: self.speed,
            step: self.step,
            method: self.method,
            hands: match self.by_torque {
                true => Hands::Torque,
                false => Hands::Angle,
            },
            outputs: self.outputs,
            arrays: self.arrays,
        })
    }
}

impl Vehicle {
    /// The vehicle of a declaration without mistakes of its text.
    fn read(declaration: Declaration) -> Result<Self, Problem> {
        drop(declaration.resolved()?);
        Ok(Self(Arc::new(Workbench::of(declaration))))
    }

    fn found(&self, findings: Findings) -> Found {
        Found::of(self.name(), findings)
    }

    /// Range of the steering joint, `20 mm` or `15 deg`, as the rig takes it [mm or deg].
    fn steered(&self, range: &str) -> Result<f64, Problem> {
        let wanted = match steers_by_length(self.0.running()?) {
            true => ("m", 1e3),
            false => ("rad", 1f64.to_degrees()),
        };
        let found = unit::si(range, wanted.0).map_err(|reason| Problem::Misuse(format!("`steer`: {reason}")))?;
        Ok(found * wanted.1)
    }
}

/// Declarations that are read again, under separate paths beside the files that they name.
struct Texts(BTreeMap<String, String>);

impl Texts {
    fn of(vehicles: &[Arc<Workbench>]) -> (Designs, Self) {
        let text = |(place, vehicle): (usize, &Arc<Workbench>)| {
            let declaration = vehicle.declaration();
            let name = declaration.name().unwrap_or("vehicle");
            let ending = if declaration.is_toml() { "toml" } else { "vehicle" };
            let file = format!("{name}_{}.{ending}", place + 1);
            let path = match declaration.folder() {
                "" => file,
                folder => format!("{folder}/{file}"),
            };
            (path, declaration.text().to_owned())
        };
        let texts: Vec<(String, String)> = vehicles.iter().enumerate().map(text).collect();
        let designs = Designs {
            sources: texts.iter().map(|(path, _)| path.clone()).collect(),
            ..Designs::default()
        };
        (designs, Self(texts.into_iter().collect()))
    }
}

impl Files for Texts {
    fn text(&self, path: &str) -> Result<String, String> {
        self.0
            .get(path)
            .map_or_else(|| Disk.text(path), |text| Ok(text.clone()))
    }

    fn bytes(&self, path: &str) -> Result<Vec<u8>, String> {
        Disk.bytes(path)
    }

    fn exists(&self, path: &str) -> bool {
        self.0.contains_key(path) || Disk.exists(path)
    }
}
