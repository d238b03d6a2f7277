//! Radius and static camber of a wheel, from its centre and the tyre's contact with the ground.

use super::matching::Placed;
use super::place::digits;
use super::sheet::Side;

/// Name of the tyre's contact among the points of a table.
pub(super) const CONTACT: &str = "contact";

/// Largest static camber of a table [rad]. Beyond it one of the points is wrong.
const MOST_CAMBER: f64 = 10.0 * std::f64::consts::PI / 180.0;
/// Largest usual static camber [rad].
const USUAL_CAMBER: f64 = 6.0 * std::f64::consts::PI / 180.0;
/// Largest usual distance of the contact in front of the wheel centre or behind it, as a fraction of the radius.
const USUAL_AHEAD: f64 = 0.1;
/// Distances up to this count as none [m].
const NONE: f64 = 1e-6;

/// A wheel as its contact tells it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stance {
    /// Distance of the contact from the wheel centre in the plane of the wheel [m].
    pub radius: f64,
    /// Camber, negative if the top of the wheel leans inward (ISO 8855) [rad].
    pub camber: f64,
    /// Distance of the contact in front of the wheel centre [m] that is impossible for a wheel.
    ahead: f64,
}

impl Stance {
    /// The contact lies in the plane of the wheel: `camber = -atan(outward / below)`, `radius = hypot(outward, below)`.
    ///
    /// # Errors
    /// If no wheel has this centre and this contact. The message has the place of the contact in the table.
    pub fn of(centre: [f64; 3], contact: &Placed, side: Side) -> Result<Self, String> {
        let sign = if side == Side::Right { -1.0 } else { 1.0 };
        let [ahead, outward, below] = [
            contact.at[0] - centre[0],
            sign * (contact.at[1] - centre[1]),
            centre[2] - contact.at[2],
        ];
        let mm = |length: f64| digits(1e3 * length);
        let wrong = |what: String| {
            let source = &contact.source;
            let name = &contact.row;
            Err(format!(
                "{source}: {what}; correct it, or leave it out by `--name '{name}='`"
            ))
        };
        if below <= NONE {
            return wrong(format!(
                "the tyre's contact lies {} mm above the wheel centre",
                mm(-below)
            ));
        }
        // Adding zero removes the sign of a zero.
        let camber = -outward.atan2(below) + 0.0;
        if camber.abs() > MOST_CAMBER {
            return wrong(format!(
                "the tyre's contact lies {} mm {} and {} mm below the wheel centre, which would be a camber of {:.1} deg",
                mm(outward.abs()),
                if outward > 0.0 { "outside of" } else { "inside of" },
                mm(below),
                camber.to_degrees()
            ));
        }
        let radius = outward.hypot(below);
        Ok(Self { radius, camber, ahead })
    }

    /// Notes about an unusual camber, and about the longitudinal distance, which is left out.
    pub fn notes(&self, contact: &Placed) -> Vec<String> {
        let source = &contact.source;
        let mut notes = Vec::new();
        if self.camber.abs() > USUAL_CAMBER {
            notes.push(format!(
                "warning: {source}: a camber of {:.1} deg is unusual: is `wheel centre` the middle of the wheel?",
                self.camber.to_degrees()
            ));
        }
        if self.ahead.abs() > NONE {
            let is_usual = self.ahead.abs() <= USUAL_AHEAD * self.radius;
            notes.push(format!(
                "{}{source}: the tyre's contact lies {} mm {} the wheel centre; this distance is left out",
                if is_usual { "" } else { "warning: " },
                digits(1e3 * self.ahead.abs()),
                if self.ahead > 0.0 { "in front of" } else { "behind" }
            ));
        }
        notes
    }

    /// The radius in a file: `313.6 mm`.
    pub fn radius_text(&self) -> String {
        format!("{} mm", digits(1e3 * self.radius))
    }
}

/// An angle in a file: `-1.909 deg`.
pub(super) fn angle_text(angle: f64) -> String {
    format!("{} deg", digits(angle.to_degrees()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contact(at: [f64; 3]) -> Placed {
        Placed {
            name: CONTACT.to_owned(),
            at,
            source: "line 11, \"contact patch\"".to_owned(),
            row: "contact patch".to_owned(),
        }
    }

    /// A wheel of radius 0.3 m that leans by an angle has its contact at the end of the turned radius.
    #[test]
    fn the_lean_is_the_camber_and_the_slant_is_the_radius() {
        for camber in [-3.0, -0.5, 0.0, 2.0_f64] {
            for (side, sign) in [(Side::Left, 1.0), (Side::Right, -1.0)] {
                let (sin, cos) = camber.to_radians().sin_cos();
                let centre = [1.2, sign * 0.7, 0.31];
                let at = [1.2, sign * (0.7 - 0.3 * sin), 0.31 - 0.3 * cos];
                let found = Stance::of(centre, &contact(at), side).expect("a wheel");
                assert!(
                    (found.camber.to_degrees() - camber).abs() < 1e-12,
                    "{camber}: {found:?}"
                );
                assert!((found.radius - 0.3).abs() < 1e-15, "{camber}: {found:?}");
                assert!(found.notes(&contact(at)).is_empty());
            }
        }
    }

    #[test]
    fn contacts_of_no_wheel_are_refused_with_their_place() {
        let centre = [0.0, 0.75, 0.3];
        for (at, words) in [
            ([0.0, 0.75, 0.32], "20 mm above the wheel centre"),
            (
                [0.0, 0.65, 0.0],
                "100 mm inside of and 300 mm below the wheel centre, which would be a camber of 18.4 deg",
            ),
            ([0.0, 0.85, 0.0], "100 mm outside of"),
        ] {
            let told = Stance::of(centre, &contact(at), Side::Left).expect_err(words);
            assert!(told.contains(words), "{words}\n{told}");
            assert!(
                told.starts_with("line 11") && told.ends_with("`--name 'contact patch='`"),
                "{told}"
            );
        }
    }

    /// The distance along the vehicle and an unusual camber are told.
    #[test]
    fn unusual_contacts_are_told() {
        for (at, wanted) in [
            ([0.0, 0.78, 0.0], None),
            (
                [0.004, 0.75, 0.0],
                Some("line 11, \"contact patch\": the tyre's contact lies 4 mm in front of the wheel centre"),
            ),
            (
                [-0.05, 0.75, 0.0],
                Some("warning: line 11, \"contact patch\": the tyre's contact lies 50 mm behind the wheel centre"),
            ),
            (
                [0.0, 0.79, 0.0],
                Some("warning: line 11, \"contact patch\": a camber of -7.6 deg is unusual"),
            ),
        ] {
            let contact = contact(at);
            let found = Stance::of([0.0, 0.75, 0.3], &contact, Side::Left).expect("a wheel");
            assert!((found.radius - (at[1] - 0.75).hypot(0.3)).abs() < 1e-12, "{found:?}");
            let notes = found.notes(&contact);
            assert_eq!(notes.len(), usize::from(wanted.is_some()), "{notes:?}");
            if let Some(words) = wanted {
                assert!(notes[0].starts_with(words), "{notes:?}");
            }
        }
    }
}
