//! Tyres whose slopes in a motion are valid for very small motions only.
//!
//! Forces of TMeasy are along its slip, with the slope of this direction. A wheel that rolls straight ahead against a resistance has a small
//! longitudinal slip and almost no lateral slip. So its lateral stiffness is the longitudinal slope. A lateral slip of 0.01 deg turns the
//! direction.

use crate::vehicle::Running;
use wishbone::ports::WheelMotion;
use wishbone::prelude::Solver;
use wishbone_engine::equipment::{Cornering, cornering};
use wishbone_studies::findings::number;

/// Relative difference of two cornering stiffnesses above which a note is printed.
const DIFFERENT: f64 = 0.05;

/// A note on tyres whose cornering stiffness in exactly this motion of the wheels differs from the stiffness in slightly larger motions; `None`
/// without such tyres.
pub fn note(running: &Running, wheels: &[WheelMotion]) -> Option<String> {
    let found = cornering(&running.compiled, wheels);
    let each = found.into_iter().zip(running.engine.description().wheels);
    let named = each.filter_map(|(found, name)| {
        let Cornering { near, wide } = found?;
        let differs = (near - wide).abs() > DIFFERENT * near.abs().max(wide.abs());
        let [near, wide] = [near, wide].map(|stiffness| number(1e-3 * stiffness.to_radians()));
        differs.then(|| format!("`{name}` {near} for {wide} kN/deg"))
    });
    let named: Vec<String> = named.collect();
    (!named.is_empty()).then(|| {
        format!(
            "stability and slopes hold for tiny motions only: in this very motion tyres have another cornering stiffness than over 0.1 deg of slip \
             angle ({}); `--lateral 0.1` asks beside it",
            named.join(", ")
        )
    })
}
