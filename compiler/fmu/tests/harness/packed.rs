//! Vehicles packed for tests: their resources are in a folder, in the form in which an importing tool unpacks them.

use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use wishbone_workbench::files::Disk;
use wishbone_workbench::fmu::Package;
use wishbone_workbench::outside::{Asked, Port, Variable};
use wishbone_workbench::vehicle::{Declaration, Source};

/// An FMU without its archive.
pub struct Packed {
    pub package: Package,
    pub folder: PathBuf,
    pub token: String,
    pub variables: Vec<Variable>,
}

/// A quarter car on a linear tyre: the smallest vehicle that stands on a road, without equipment except its tyre.
pub const QUARTER: &str = "quarter_car";
/// A car with everything: powertrain, brakes, steering.
pub const CAR: &str = "macpherson_car";

/// A car with all kinds of equipment, and with a suspension that is solved in closed form, so that a foreign integrator
/// can advance the car.
pub const TRUCK: &str = "hmmwv";

static COUNT: AtomicUsize = AtomicUsize::new(0);

/// A vehicle of the library.
pub fn packed(vehicle: &str, asked: &Asked) -> Packed {
    changed(vehicle, &[], asked)
}

/// A vehicle of the library with changes.
pub fn with(vehicle: &str, changes: &[&str]) -> Packed {
    changed(vehicle, changes, &Asked::default())
}

/// A vehicle of the library with changes and ports.
pub fn with_ports(vehicle: &str, changes: &[&str], ports: &[Port]) -> Packed {
    let asked = Asked {
        ports: ports.iter().copied().collect(),
        ..Asked::default()
    };
    changed(vehicle, changes, &asked)
}

/// A vehicle of the library, with changes.
pub fn source(vehicle: &str, changes: &[&str]) -> Source {
    Source {
        name: vehicle.to_owned(),
        changes: changes.iter().map(ToString::to_string).collect(),
        ..Source::default()
    }
}

/// A vehicle of the library with further parts.
pub fn text(vehicle: &str, parts: &str) -> Declaration {
    let declaration = Declaration::of(&source(vehicle, &[]), &Disk).expect("a vehicle of the library");
    Declaration::of_text("vehicle.toml", &format!("{}{parts}", declaration.text()), &Disk)
}

fn changed(vehicle: &str, changes: &[&str], asked: &Asked) -> Packed {
    let declaration = Declaration::of(&source(vehicle, changes), &Disk).expect("a vehicle of the library");
    Packed::of(&declaration, asked)
}

impl Packed {
    pub fn of(declaration: &Declaration, asked: &Asked) -> Self {
        let package = Package::of(declaration, asked, &Disk).unwrap_or_else(|problem| panic!("{}", problem.message()));
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("fmu_{}_{number}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        for (name, content) in package.resources() {
            fs::write(folder.join(name), content).expect("it is written");
        }
        Self {
            token: package.token(),
            variables: package.car(false).expect("a car").table().to_vec(),
            package,
            folder,
        }
    }

    /// Value reference of a variable.
    pub fn reference(&self, name: &str) -> u32 {
        let place = self.variables.iter().position(|own| own.name == name);
        place.unwrap_or_else(|| panic!("there is no `{name}`")) as u32
    }
}

impl Drop for Packed {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The car at 20 m/s, packed once for all tests.
pub fn car() -> &'static Packed {
    static CAR_PACKED: OnceLock<Packed> = OnceLock::new();
    CAR_PACKED.get_or_init(|| {
        packed(
            CAR,
            &Asked {
                speed: Some(20.0),
                ..Asked::default()
            },
        )
    })
}

/// The truck at 20 m/s, packed once for all tests.
pub fn truck() -> &'static Packed {
    static TRUCK_PACKED: OnceLock<Packed> = OnceLock::new();
    TRUCK_PACKED.get_or_init(|| {
        packed(
            TRUCK,
            &Asked {
                speed: Some(20.0),
                ..Asked::default()
            },
        )
    })
}

/// The quarter car, packed once for all tests.
pub fn quarter() -> &'static Packed {
    static QUARTER_PACKED: OnceLock<Packed> = OnceLock::new();
    QUARTER_PACKED.get_or_init(|| packed(QUARTER, &Asked::default()))
}
