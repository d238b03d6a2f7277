//! The brush tyre.

use super::read::{Reader, Sign};
use super::tyre::rolling_resistance;
use crate::front::syntax::Value;
use wishbone_laws::tyre::Brush;

/// Reads a brush tyre on wheels of a radius [m].
pub(super) fn read(reader: &mut Reader, radius: f64) -> Brush {
    use Sign::{NotNegative, Positive};
    Brush {
        radius,
        stiffness: reader.declared("stiffness", Positive),
        damping: reader.declared("damping", NotNegative),
        nominal_load: reader.declared("nominal_load", Positive),
        longitudinal_stiffness: reader.declared("longitudinal_stiffness", Positive),
        cornering_stiffness: reader.declared("cornering_stiffness", Positive),
        half_length: reader.declared("half_length", Positive),
        friction: friction(reader),
        load_sensitivity: reader.declared("load_sensitivity", NotNegative),
        camber: reader.declared("camber", NotNegative),
        rolling_resistance: rolling_resistance(reader),
        carcass: reader.declared_array("carcass", Positive),
        low_speed: reader.declared("low_speed", Positive),
    }
}

/// One number: bristles slide in every direction with the same friction.
fn friction(reader: &mut Reader) -> f64 {
    if let Some(Value::List { .. }) = reader.optional("friction") {
        let place = reader.place_of("friction");
        let message = "`friction` of a tyre of the kind `brush` is one number, not one along and one across".to_owned();
        reader.refuse(place, message, "the kind `linear` takes two numbers");
        return f64::NAN;
    }
    reader.declared("friction", Sign::Positive)
}
