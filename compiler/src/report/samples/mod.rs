//! Vehicles for the tests of the views.

use crate::diag::to_text;
use crate::pipeline::{Compiled, compile_text};

const QUARTER_CAR: &str = include_str!("../../../tests/quarter_car.txt");
const TRUCK: &str = include_str!("truck.txt");
const FOUR_BAR: &str = include_str!("four_bar.txt");
const ODD: &str = include_str!("odd.txt");

/// One corner on a chassis that only heaves.
pub fn quarter_car() -> Compiled {
    compiled(QUARTER_CAR)
}

/// Fourteen bodies, two mirrored pairs of subsystems, a driven rack.
pub fn truck() -> Compiled {
    compiled(TRUCK)
}

/// A closed loop on the ground, with redundant closures.
pub fn four_bar() -> Compiled {
    compiled(FOUR_BAR)
}

/// All elements that the other vehicles do not have.
pub fn odd() -> Compiled {
    compiled(ODD)
}

/// All sample vehicles.
pub fn all() -> [Compiled; 4] {
    [quarter_car(), truck(), four_bar(), odd()]
}

fn compiled(declaration: &str) -> Compiled {
    compile_text(declaration).unwrap_or_else(|found| panic!("{}", to_text::render(&found, "sample", declaration)))
}
