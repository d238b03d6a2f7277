//! A study of a parameter: how the roll of a steady bend follows the forces of the springs.
//!
//! `cargo run -p wishbone-workbench --example parameter_study`

use wishbone_workbench::Problem;
use wishbone_workbench::files::NoFiles;
use wishbone_workbench::steady::Motion;
use wishbone_workbench::studies::trim::Bend;
use wishbone_workbench::vehicle::Vehicle;

fn main() -> Result<(), Problem> {
    let car = Vehicle::load("hmmwv", &NoFiles)?;
    let bend = Motion {
        speed: Some(15.0),
        bend: Some(Bend::Lateral(3.0)),
    };
    let mut before = f64::INFINITY;
    for factor in [0.8, 1.0, 1.2] {
        let change = format!("DoubleWishbone.spring.rate.force *= {factor}");
        let found = car.changed(&[&change])?.trim(&bend)?;
        let roll = found
            .figure("", "roll")
            .and_then(|figure| figure.value)
            .unwrap_or(f64::NAN);
        println!("{factor} of the rate: {roll:.4} deg of roll");
        assert!(roll.abs() < before, "stiffer springs roll less");
        before = roll.abs();
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), Problem> {
    main()
}
