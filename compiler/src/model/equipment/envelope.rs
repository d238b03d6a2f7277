//! Envelope of a tyre over short unevenness.

use super::read::{Reader, Sign};
use crate::front::units;
use wishbone_laws::tyre::Cams;

/// Reads `envelope: cams(spacing: .., length: .., height: .., order: ..)` of tyres with this radius [m]; `None` if the
/// attribute is not given.
pub(super) fn read(reader: &mut Reader, radius: f64) -> Option<Cams> {
    let value = reader.optional("envelope")?;
    reader.call("envelope", value, &["cams"], |reader, _| {
        let spacing = reader.number("spacing", &units::LENGTH, Sign::Positive, "100 mm");
        let [length, height] =
            ["length", "height"].map(|key| reader.number_or(key, &units::LENGTH, Sign::Positive, radius));
        let order = reader.number_or("order", &units::PLAIN, Sign::Positive, 1.8);
        let cams = Cams {
            spacing,
            length,
            height,
            order,
        };
        if reader.is_sound() && radius.is_finite() {
            cams.check(&mut |unfit| {
                let place = reader.place;
                reader.refuse(place, unfit.to_string(), "");
            });
        }
        Some(cams)
    })
}
