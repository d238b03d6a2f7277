//! TMeasy.

use super::read::{Reader, Sign};
use super::tyre::rolling_resistance;
use crate::front::units;
use wishbone_laws::tyre::Tmeasy;
use wishbone_laws::tyre::tmeasy::{Characteristic, Trail};

/// Reads a TMeasy tyre on wheels of a radius [m]; `None` after a report.
pub(super) fn read(reader: &mut Reader, radius: f64) -> Option<Tmeasy> {
    use Sign::{Any, NotNegative, Positive};
    let [longitudinal, lateral] = ["longitudinal", "lateral"].map(|key| {
        let value = reader.needed(key)?;
        reader.call(key, value, &["characteristic"], |reader, _| characteristic(reader))
    });
    let trail = reader.needed("trail").and_then(|value| {
        reader.call("trail", value, &["trail"], |reader, _| {
            Some(Trail {
                at_zero: reader.array("at_zero", &units::PLAIN, NotNegative, "[0.17, 0.2]"),
                zero_slip: reader.array("zero_slip", &units::PLAIN, Positive, "[0.2, 0.2]"),
                end_slip: reader.array("end_slip", &units::PLAIN, Positive, "[0.4, 0.4]"),
            })
        })
    });
    let nominal_load = reader.declared("nominal_load", Positive);
    let bottoming = reader.optional("bottoming").and_then(|value| {
        reader.call("bottoming", value, &["rim"], |reader, _| {
            Some([
                reader.number("deflection", &units::LENGTH, Positive, "80 mm"),
                reader.number("stiffness", &units::STIFFNESS, NotNegative, "1 MN/m"),
            ])
        })
    });
    let width = reader.declared("width", Positive);
    let stiffness = reader.declared("stiffness", Positive);
    let progression = reader.declared("progression", Any);
    let damping = reader.declared("damping", NotNegative);
    let greatest_load = reader.declared_or("greatest_load", Positive, 3.5 * nominal_load);
    let camber = reader.declared("camber", NotNegative);
    let rolling_resistance = rolling_resistance(reader);
    let carcass = reader.declared_array("carcass", Positive);
    Some(Tmeasy {
        radius,
        width,
        stiffness,
        progression,
        damping,
        bottoming: bottoming.unwrap_or([radius, 0.0]),
        nominal_load,
        greatest_load,
        longitudinal: longitudinal?,
        lateral: lateral?,
        trail: trail?,
        camber,
        rolling_resistance,
        carcass,
    })
}

/// `characteristic(slope: [..] N, peak: [..] N, peak_slip: [..], sliding: [..] N, sliding_slip: [..])`
fn characteristic(reader: &mut Reader) -> Option<Characteristic> {
    let force = |reader: &mut Reader, key| reader.array(key, &units::FORCE, Sign::Positive, "[4000, 7000] N");
    let slip = |reader: &mut Reader, key| reader.array(key, &units::PLAIN, Sign::Positive, "[0.1, 0.12]");
    let found = Characteristic {
        slope: force(reader, "slope"),
        peak: force(reader, "peak"),
        peak_slip: slip(reader, "peak_slip"),
        sliding: force(reader, "sliding"),
        sliding_slip: slip(reader, "sliding_slip"),
    };
    for load in 0..2 {
        let at = ["the nominal load", "twice the nominal load"][load];
        if found.sliding[load] > found.peak[load] {
            let place = reader.place_of("sliding");
            let message = format!("`sliding` is greater than `peak` at {at}");
            reader.refuse(place, message, "the peak is the greatest force");
        }
        if found.sliding_slip[load] <= found.peak_slip[load] {
            let place = reader.place_of("sliding_slip");
            let message = format!("`sliding_slip` is not above `peak_slip` at {at}");
            reader.refuse(place, message, "a tyre slides at a greater slip than that of its peak");
        }
    }
    Some(found)
}
