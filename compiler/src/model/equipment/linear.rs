//! The linear tyre.

use super::read::{Reader, Sign};
use super::tyre::rolling_resistance;
use crate::front::syntax::Value;
use wishbone_laws::tyre::LinearTyre;

/// Reads a linear tyre on wheels of a radius [m].
pub(super) fn read(reader: &mut Reader, radius: f64) -> LinearTyre {
    use Sign::{NotNegative, Positive};
    LinearTyre {
        radius,
        stiffness: reader.declared("stiffness", Positive),
        damping: reader.declared("damping", NotNegative),
        longitudinal_stiffness: reader.declared("longitudinal_stiffness", NotNegative),
        cornering_stiffness: reader.declared("cornering_stiffness", NotNegative),
        camber_stiffness: reader.declared("camber_stiffness", NotNegative),
        friction: friction(reader),
        pneumatic_trail: reader.declared("pneumatic_trail", NotNegative),
        rolling_resistance: rolling_resistance(reader),
        low_speed: reader.declared("low_speed", Positive),
    }
}

/// `friction: 0.9` or `friction: [1.1, 0.9]`
fn friction(reader: &mut Reader) -> [f64; 2] {
    match reader.optional("friction") {
        Some(Value::List { .. }) => reader.declared_array("friction", Sign::Positive),
        Some(_) | None => [reader.declared("friction", Sign::Positive); 2],
    }
}
