//! A parameter study: roll in a steady bend over the height of the centre of mass.
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
    let mut before = 0.0;
    for raised in [0.0, 50.0, 100.0] {
        let change = format!("chassis.com.z += {raised} mm");
        let found = car.changed(&[&change])?.trim(&bend)?;
        let roll = found
            .figure("", "roll")
            .and_then(|figure| figure.value)
            .unwrap_or(f64::NAN);
        println!("{raised} mm higher: {roll:.4} deg of roll");
        assert!(roll.abs() > before, "what is higher rolls more");
        before = roll.abs();
    }
    Ok(())
}

#[test]
fn runs() -> Result<(), Problem> {
    main()
}
