//! A car from a file: how it rests, and its kinematics.
//!
//! `cargo run -p wishbone-workbench --example car_from_file -- car.toml`; without a file, a car of the library.

use wishbone_workbench::Problem;
use wishbone_workbench::files::NoFiles;
use wishbone_workbench::progress::silent;
use wishbone_workbench::rig::kc::Travel;
use wishbone_workbench::vehicle::Vehicle;

fn main() -> Result<(), Problem> {
    let car = match std::env::args().nth(1).filter(|word| word.ends_with(".toml")) {
        Some(path) => {
            let text = std::fs::read_to_string(&path).map_err(|reason| Problem::Misuse(format!("{path}: {reason}")))?;
            Vehicle::of_text(&path, &text)
        }
        None => Vehicle::load("macpherson_car", &NoFiles)?,
    };
    for figure in &car.settle()?.figures {
        println!("{} {}: {:?} {}", figure.subject, figure.name, figure.value, figure.unit);
    }
    for study in car.kc(&Travel::default(), &silent)? {
        println!("{}: {} figures", study.name, study.figures.len());
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), Problem> {
    main()
}
