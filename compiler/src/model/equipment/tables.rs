//! A tyre by tables over load, slip and inclination, such as tables from a test stand.

use super::read::{Reader, Sign};
use crate::front::units::{self, Quantity};
use wishbone_laws::curve::Samples;
use wishbone_laws::tyre::Carpet;
use wishbone_laws::tyre::carpet::Sheet;

/// Largest number of inclinations.
pub const MOST_INCLINATIONS: usize = 5;

/// The numbers of a [`Carpet`], with a sheet for each inclination.
#[derive(Clone, Debug, PartialEq)]
pub struct Tables {
    /// Unloaded radius [m].
    pub radius: f64,
    /// Normal force over deflection [N over m].
    pub vertical: Samples,
    /// Vertical damping [N s/m].
    pub damping: f64,
    /// Inclinations [rad]: 1 to [`MOST_INCLINATIONS`].
    pub inclinations: Vec<f64>,
    /// Longitudinal force over longitudinal slip [N].
    pub longitudinal: Vec<Sheet>,
    /// Lateral force over slip angle [N over rad].
    pub lateral: Vec<Sheet>,
    /// Aligning moment over slip angle [N m over rad].
    pub aligning: Vec<Sheet>,
    /// Slip angle per inclination with an equal effect, beyond the tables [-].
    pub camber: f64,
    /// Rolling resistance per normal force [-].
    pub rolling_resistance: f64,
    /// Relaxation lengths along and across [m].
    pub relaxation: [f64; 2],
}

/// Use of a law whose number of inclinations is a constant.
pub trait UseCarpet {
    /// Its result.
    type Result;

    /// Uses the law.
    fn of<const C: usize>(self, carpet: Carpet<C>) -> Self::Result;
}

impl Tables {
    /// Hands the law to its use.
    ///
    /// # Panics
    /// If there are too many inclinations or none.
    pub fn with<U: UseCarpet>(&self, user: U) -> U::Result {
        match self.inclinations.len() {
            1 => user.of(self.carpet::<1>()),
            2 => user.of(self.carpet::<2>()),
            3 => user.of(self.carpet::<3>()),
            4 => user.of(self.carpet::<4>()),
            MOST_INCLINATIONS => user.of(self.carpet::<MOST_INCLINATIONS>()),
            count => unreachable!("{count} inclinations are refused where they are read"),
        }
    }

    fn carpet<const C: usize>(&self) -> Carpet<C> {
        let each = |sheets: &[Sheet]| std::array::from_fn(|k| sheets[k]);
        Carpet {
            radius: self.radius,
            vertical: self.vertical,
            damping: self.damping,
            inclinations: std::array::from_fn(|k| self.inclinations[k]),
            longitudinal: each(&self.longitudinal),
            lateral: each(&self.lateral),
            aligning: each(&self.aligning),
            camber: self.camber,
            rolling_resistance: self.rolling_resistance,
            relaxation: self.relaxation,
        }
    }
}

/// Reads the tables of a tyre on wheels of a radius [m].
pub(super) fn read(reader: &mut Reader, radius: f64) -> Option<Tables> {
    use Sign::{Any, NotNegative, Positive};
    let vertical = reader.needed("vertical").and_then(|value| {
        let axes = [("deflection", &units::LENGTH), ("force", &units::FORCE)];
        let own = reader.table("vertical", value, axes)?;
        if own.points().next() != Some([0.0, 0.0]) {
            let message = "the vertical force of a tyre does not begin at no deflection and no force".to_owned();
            reader.refuse(value.span(), message, "let the first point be `0 mm` and `0 N`");
        }
        Some(own)
    });
    let loads = reader.declared_list("loads", Positive);
    let inclinations = reader.declared_list("inclinations", Any);
    if let Some(count) = inclinations.as_ref().map(Vec::len)
        && !(1..=MOST_INCLINATIONS).contains(&count)
    {
        let place = reader.place_of("inclinations");
        let message = format!("a tyre has tables for 1 to {MOST_INCLINATIONS} inclinations, not for {count}");
        reader.refuse(
            place,
            message,
            "leave some of them out: between two of them all is interpolated",
        );
    }
    let measured = (loads.as_deref(), inclinations.as_ref().map(Vec::len));
    let slip = ("slip", &units::PLAIN);
    let angle = ("angle", &units::ANGLE);
    let longitudinal = sheets(reader, "longitudinal", [slip, ("force", &units::FORCE)], measured);
    let lateral = sheets(reader, "lateral", [angle, ("force", &units::FORCE)], measured);
    let aligning = sheets(reader, "aligning", [angle, ("moment", &units::TORQUE)], measured);
    let damping = reader.declared("damping", NotNegative);
    let camber = reader.declared("camber", NotNegative);
    let rolling_resistance = super::tyre::rolling_resistance(reader);
    let relaxation = reader.declared_array("relaxation", Positive);
    Some(Tables {
        radius,
        vertical: vertical?,
        damping,
        inclinations: inclinations?,
        longitudinal: longitudinal?,
        lateral: lateral?,
        aligning: aligning?,
        camber,
        rolling_resistance,
        relaxation,
    })
}

/// `sheet(slip: [..], force: [..] N)`: the values at the first load over all slips, then the values at the second load,
/// and so on. All loads of the first inclination come first, then all loads of the second.
fn sheets(
    reader: &mut Reader,
    key: &'static str,
    [(slip, of_slip), (value, of_value)]: [(&'static str, &'static Quantity); 2],
    (loads, inclinations): (Option<&[f64]>, Option<usize>),
) -> Option<Vec<Sheet>> {
    let given = reader.needed(key)?;
    reader.call(key, given, &["sheet"], |reader, _| {
        let place = reader.place_of(value);
        let slips = reader.list(slip, of_slip, Sign::Any, "[..]");
        let values = reader.list(value, of_value, Sign::Any, "[..]");
        let (slips, values, loads, inclinations) = (slips?, values?, loads?, inclinations?);
        let wanted = slips.len() * loads.len() * inclinations;
        if values.len() != wanted {
            let (s, l) = (slips.len(), loads.len());
            let message = format!(
                "`{key}` has {} values, and {s} slips at {l} loads and {inclinations} inclinations are {wanted}",
                values.len()
            );
            let help = "give the values at the first load over all slips, then those at the second";
            reader.refuse(place, message, help);
            return None;
        }
        let rows: Vec<&[f64]> = values.chunks(slips.len()).collect();
        let each = rows.chunks(loads.len()).map(|rows| Sheet::new(loads, &slips, rows));
        match each.collect::<Result<Vec<Sheet>, _>>() {
            Ok(sheets) => is_whole(reader, key, slip, &sheets).then_some(sheets),
            Err(unsound) => {
                reader.refuse(place, format!("`{key}` describes no surface: {unsound}"), "");
                None
            }
        }
    })
}

/// Refuses tables over slips that all have one sign, and forces with the signs of other axes.
fn is_whole(reader: &mut Reader, key: &'static str, slip: &'static str, sheets: &[Sheet]) -> bool {
    if let Some(sign) = sheets.iter().find_map(Sheet::missing) {
        let place = reader.place_of(slip);
        let (word, side) = if sign < 0.0 {
            ("below", "first")
        } else {
            ("above", "last")
        };
        let message = format!("`{key}` has no {slip} {word} zero, and would keep the value of its {side} one there");
        let help = match key {
            "longitudinal" => {
                "braking has slips below zero, driving above; a tyre without own measurements does both alike, with opposite signs"
            }
            _ => "give both signs; for a tyre that is alike on both sides, repeat the values with the opposite signs",
        };
        reader.refuse(place, message, help);
        return false;
    }
    let place = reader.place_of(if key == "aligning" { "moment" } else { "force" });
    if key == "longitudinal" && sheets.iter().any(Sheet::falls) {
        let message = "`longitudinal` falls over the slip: it would push a braked wheel forward".to_owned();
        reader.refuse(
            place,
            message,
            "a slip above zero drives, with a force above zero; change the signs of the slips",
        );
        return false;
    }
    if key == "aligning" && sheets.iter().any(Sheet::falls_at_zero) {
        let message =
            "`aligning` falls over the angle at zero: such a moment would turn the wheel away from its path".to_owned();
        let help =
            "with the axes of ISO 8855 a positive angle has a positive moment about Z; change the signs of the moments";
        reader.refuse(place, message, help);
        return false;
    }
    if key == "lateral" && sheets.iter().any(Sheet::rises) {
        let message = "`lateral` rises over the angle, as in adapted SAE axes of some test stands: in those of ISO 8855, a positive angle gives a negative force";
        let help = "change the signs of the forces, and of the aligning moments if they are of the same axes";
        reader.refuse(place, message.to_owned(), help);
        return false;
    }
    let sign = if key == "lateral" { -1.0 } else { 1.0 };
    if key != "aligning" && sheets.iter().any(|sheet| sheet.turns_at_zero(sign)) {
        let way = if key == "lateral" { "fall" } else { "rise" };
        let message = format!(
            "`{key}` does not {way} over the {slip} beside zero at one of the loads: it would push the tyre along its slip"
        );
        reader.refuse(place, message, "look for a single force with a wrong sign");
        return false;
    }
    true
}
