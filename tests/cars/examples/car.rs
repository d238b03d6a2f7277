//! Prints the declaration of a random car: `cargo run -p wishbone-cars --example car 137 > car.txt`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let seed = std::env::args().nth(1).and_then(|seed| seed.parse().ok());
    let Some(seed) = seed else {
        eprintln!("usage: car SEED");
        return ExitCode::FAILURE;
    };
    print!("{}", wishbone_cars::random(seed).text);
    ExitCode::SUCCESS
}
