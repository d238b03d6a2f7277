//! Forces of a tyre over slip, slip angle, load and inclination.

use wishbone::tyre::{Slip, TyreForce};
use wishbone_studies::findings::{Figure, Findings};
use wishbone_studies::panels::{Panel, Scale, line};
use wishbone_studies::table::{Column, Table};

/// Largest slip angle [deg], slip [-] and inclination [deg] of the curves, and number of points on each side of zero.
const ANGLE: f64 = 15.0;
const SLIP: f64 = 0.3;
const INCLINATION: f64 = 8.0;
const SIDE: i32 = 60;
/// Slip angles of the curves of combined slip, and inclinations of the curves over the slip angle [deg].
const COMBINED: [f64; 4] = [0.0, 2.0, 4.0, 8.0];
const INCLINED: [f64; 5] = [-8.0, -4.0, 0.0, 4.0, 8.0];
/// Half step of differences in slip [-], slip angle and inclination [rad].
const SLIGHT: f64 = 1e-5;
/// Number of points among which a peak is searched, and number of refinements around it.
const LOOKED_AT: i32 = 200;
const NARROWINGS: usize = 40;
/// Largest slip [-] and slip angle [rad] up to which a peak is searched.
const WIDEST: f64 = 0.5;

/// A tyre that is evaluated under several loads.
pub(super) struct Tried {
    /// Force and moment under a load [N], at an inclination [rad] and slips.
    pub(super) force: Box<dyn Fn(f64, f64, Slip) -> TyreForce>,
    /// Effective rolling radius under a load [m].
    pub(super) radius: Box<dyn Fn(f64) -> f64>,
    /// Loads [N].
    pub(super) loads: Vec<f64>,
    /// Load for the curves over inclination and of combined slip [N].
    pub(super) nominal: f64,
    /// Greatest load for which the tyre is known [N].
    pub(super) greatest: Option<f64>,
}

/// Relative difference between the frictions to both sides above which both are printed.
const LOPSIDED: f64 = 1e-6;

/// Subject of the figures under a load [N].
fn subject(load: f64) -> String {
    format!("{load:.0} N")
}

/// A component of a force or moment.
type Part = fn(&TyreForce) -> f64;

const LONGITUDINAL: Part = |force| force.force[0];
const LATERAL: Part = |force| force.force[1];
const ALIGNING: Part = |force| force.moment[2];

impl Tried {
    /// Slopes and peaks under each load, then curves.
    pub(super) fn findings(&self, conditions: &str) -> Vec<Findings> {
        let mut first = Findings {
            name: "tyre".to_owned(),
            conditions: conditions.to_owned(),
            ..Findings::default()
        };
        let (is_beyond, is_lopsided) = (self.is_beyond(), self.is_lopsided());
        for load in &self.loads {
            first.figures.extend(self.figures(*load));
            if is_lopsided {
                first.figures.extend(self.to_the_right(*load));
            }
            if let Some(greatest) = self.greatest.filter(|_| is_beyond) {
                first.figures.push(Figure::new(
                    &subject(*load),
                    "load / greatest load of the data",
                    "",
                    load / greatest,
                    "load divided by FZMAX of the property file, or by the last load of tables; above 1, forces and moments are those at this load in proportion to the load",
                ));
            }
        }
        first.notes.extend(self.notes());
        vec![
            first,
            self.over_slip_angle(),
            self.over_slip(),
            self.over_load(),
            self.over_inclination(),
            self.combined(),
        ]
    }

    fn at(&self, load: f64, inclination: f64, longitudinal: f64, angle: f64) -> TyreForce {
        (self.force)(load, inclination, Slip { longitudinal, angle })
    }

    /// Whether one of the loads is beyond the greatest load for which the tyre is known.
    fn is_beyond(&self) -> bool {
        let is_beyond = |greatest: f64| self.loads.iter().any(|load| *load > greatest);
        self.greatest.is_some_and(is_beyond)
    }

    /// Largest lateral force to the left, with its slip angle against it [rad].
    fn leftward(&self, load: f64) -> Option<[f64; 2]> {
        peak(&|angle| LATERAL(&self.at(load, 0.0, 0.0, -angle)))
    }

    /// Largest lateral force to the right, with its slip angle [rad].
    fn rightward(&self, load: f64) -> Option<[f64; 2]> {
        peak(&|angle| -LATERAL(&self.at(load, 0.0, 0.0, angle)))
    }

    /// Whether the friction to the right differs from the friction to the left, under one of the loads.
    fn is_lopsided(&self) -> bool {
        self.loads
            .iter()
            .any(|load| match (self.leftward(*load), self.rightward(*load)) {
                (Some([_, left]), Some([_, right])) => (right / left - 1.0).abs() > LOPSIDED,
                (left, right) => left.is_some() != right.is_some(),
            })
    }

    /// The friction to the right.
    fn to_the_right(&self, load: f64) -> [Figure; 2] {
        let subject = subject(load);
        let [angle, force] = self.rightward(load).unwrap_or([f64::NAN; 2]);
        [
            Figure::new(
                &subject,
                "lateral friction to the right",
                "",
                force / load,
                "largest lateral force to the right, divided by the load",
            ),
            Figure::new(
                &subject,
                "slip angle of friction to the right",
                "deg",
                angle.to_degrees(),
                "slip angle of the largest lateral force to the right; none where it grows up to 0.5 rad",
            ),
        ]
    }

    /// Loads above the loads of the data, and loads under which the tyre pushes in the direction of its slip, a line
    /// each.
    fn notes(&self) -> Vec<String> {
        let named = |is: &dyn Fn(f64) -> bool| {
            let loads = self.loads.iter().filter(|load| is(**load));
            loads.map(|load| subject(*load)).collect::<Vec<String>>().join(", ")
        };
        let beyond = self.greatest.filter(|_| self.is_beyond()).map(|greatest| {
            format!(
                "{}: beyond the data, which end at {greatest:.0} N, so that forces and moments are those at {greatest:.0} N in proportion to the load",
                named(&|load| load > greatest)
            )
        });
        let reversed = |what: &str, slope: &dyn Fn(&Slopes) -> f64| {
            let loads = named(&|load| slope(&self.slopes(load)) < 0.0);
            let message =
                format!("{loads}: the {what} is below zero; by the coefficients the tyre pushes along its slip there");
            (!loads.is_empty()).then_some(message)
        };
        let along = reversed("slip stiffness", &|slopes| slopes.slip);
        let across = reversed("cornering stiffness", &|slopes| slopes.cornering);
        beyond.into_iter().chain(along).chain(across).collect()
    }

    /// Slopes at zero slip.
    fn slopes(&self, load: f64) -> Slopes {
        let slope =
            |part: Part, of: &dyn Fn(f64) -> TyreForce| (part(&of(SLIGHT)) - part(&of(-SLIGHT))) / (2.0 * SLIGHT);
        Slopes {
            cornering: -slope(LATERAL, &|angle| self.at(load, 0.0, 0.0, angle)),
            aligning: slope(ALIGNING, &|angle| self.at(load, 0.0, 0.0, angle)),
            camber: slope(LATERAL, &|inclination| self.at(load, inclination, 0.0, 0.0)),
            slip: slope(LONGITUDINAL, &|slip| self.at(load, 0.0, slip, 0.0)),
        }
    }

    fn figures(&self, load: f64) -> Vec<Figure> {
        let subject = subject(load);
        let slopes = self.slopes(load);
        let per_degree = 1f64.to_radians();
        let lateral = self.leftward(load);
        let driving = peak(&|slip| LONGITUDINAL(&self.at(load, 0.0, slip, 0.0)));
        let braking = peak(&|slip| -LONGITUDINAL(&self.at(load, 0.0, -slip, 0.0)));
        let at = |peak: Option<[f64; 2]>, k: usize, factor: f64| peak.map_or(f64::NAN, |peak| factor * peak[k]);
        let each = [
            (
                "cornering stiffness",
                "N/deg",
                per_degree * slopes.cornering,
                "slope of the lateral force over the slip angle at zero slip, positive against it",
            ),
            (
                "cornering stiffness / load",
                "1/rad",
                slopes.cornering / load,
                "cornering stiffness divided by the load",
            ),
            (
                "aligning stiffness",
                "N m/deg",
                per_degree * slopes.aligning,
                "slope of the aligning moment over the slip angle at zero slip",
            ),
            (
                "pneumatic trail",
                "mm",
                slopes.trail_mm(load),
                "aligning stiffness divided by cornering stiffness",
            ),
            (
                "camber stiffness",
                "N/deg",
                per_degree * slopes.camber,
                "slope of the lateral force over the inclination, top to the right",
            ),
            (
                "slip stiffness",
                "kN",
                1e-3 * slopes.slip,
                "slope of the longitudinal force over the slip at zero slip",
            ),
            (
                "rolling resistance / load",
                "",
                -self.at(load, 0.0, 0.0, 0.0).moment[1] / ((self.radius)(load) * load),
                "moment against the rolling divided by effective rolling radius and load, at 20 m/s without slip",
            ),
            (
                "lateral friction",
                "",
                at(lateral, 1, 1.0 / load),
                "largest lateral force to the left, divided by the load",
            ),
            (
                "its slip angle",
                "deg",
                at(lateral, 0, -1f64.to_degrees()),
                "slip angle of the largest lateral force; none where it grows up to 0.5 rad",
            ),
            (
                "driving friction",
                "",
                at(driving, 1, 1.0 / load),
                "largest driving force divided by the load",
            ),
            (
                "its slip",
                "",
                at(driving, 0, 1.0),
                "slip of the largest driving force; none where it grows up to 0.5",
            ),
            (
                "braking friction",
                "",
                at(braking, 1, 1.0 / load),
                "largest braking force divided by the load",
            ),
            (
                "its braking slip",
                "",
                at(braking, 0, -1.0),
                "slip of the largest braking force; none where it grows up to 0.5",
            ),
        ];
        each.into_iter()
            .map(|(name, unit, value, definition)| Figure::new(&subject, name, unit, value, definition))
            .collect()
    }

    fn over_slip_angle(&self) -> Findings {
        let angles = places(ANGLE.to_radians());
        let curves = self.loads.iter().flat_map(|load| {
            let at = |part: Part| {
                angles
                    .iter()
                    .map(|angle| part(&self.at(*load, 0.0, 0.0, *angle)))
                    .collect()
            };
            [
                Curve::new("force_y", *load, "N", at(LATERAL)),
                Curve::new("moment_z", *load, "N m", at(ALIGNING)),
            ]
        });
        let x = Over::new(
            "slip_angle",
            "rad",
            ("slip angle [deg]", 1f64.to_degrees()),
            angles.clone(),
        );
        study(
            "slip angle",
            "upright, no longitudinal slip",
            x,
            curves.collect(),
            &[
                ("force_y", "lateral force [kN]", 1e-3),
                ("moment_z", "aligning moment [N m]", 1.0),
            ],
        )
    }

    fn over_slip(&self) -> Findings {
        let slips = places(SLIP);
        let curves = self.loads.iter().map(|load| {
            let at = slips.iter().map(|slip| LONGITUDINAL(&self.at(*load, 0.0, *slip, 0.0)));
            Curve::new("force_x", *load, "N", at.collect())
        });
        let x = Over::new("slip", "", ("slip", 1.0), slips.clone());
        study(
            "slip",
            "upright, no slip angle",
            x,
            curves.collect(),
            &[("force_x", "longitudinal force [kN]", 1e-3)],
        )
    }

    fn over_load(&self) -> Findings {
        let most = self.loads.iter().copied().fold(self.nominal, f64::max);
        let loads: Vec<f64> = (1..=SIDE).map(|k| most * f64::from(k) / f64::from(SIDE)).collect();
        let slopes: Vec<Slopes> = loads.iter().map(|load| self.slopes(*load)).collect();
        let lateral = |load: &f64| {
            peak(&|angle| LATERAL(&self.at(*load, 0.0, 0.0, -angle))).map_or(f64::NAN, |peak| peak[1] / load)
        };
        let braking = |load: &f64| {
            peak(&|slip| -LONGITUDINAL(&self.at(*load, 0.0, -slip, 0.0))).map_or(f64::NAN, |peak| peak[1] / load)
        };
        let curves = vec![
            Curve::named(
                "cornering_stiffness",
                "N/rad",
                slopes.iter().map(|own| own.cornering).collect(),
            ),
            Curve::named("slip_stiffness", "N", slopes.iter().map(|own| own.slip).collect()),
            Curve::named("lateral_friction", "", loads.iter().map(lateral).collect()),
            Curve::named("braking_friction", "", loads.iter().map(braking).collect()),
        ];
        let x = Over::new("load", "N", ("load [kN]", 1e-3), loads.clone());
        study(
            "load",
            "upright",
            x,
            curves,
            &[
                ("cornering_stiffness", "cornering stiffness [kN/rad]", 1e-3),
                ("slip_stiffness", "slip stiffness [kN]", 1e-3),
                ("lateral_friction", "lateral friction", 1.0),
                ("braking_friction", "braking friction", 1.0),
            ],
        )
    }

    fn over_inclination(&self) -> Findings {
        let inclinations = places(INCLINATION.to_radians());
        let thrust = self.loads.iter().map(|load| {
            let at = inclinations
                .iter()
                .map(|inclination| LATERAL(&self.at(*load, *inclination, 0.0, 0.0)));
            Curve::new("force_y", *load, "N", at.collect())
        });
        let x = Over::new(
            "inclination",
            "rad",
            ("inclination [deg]", 1f64.to_degrees()),
            inclinations.clone(),
        );
        let mut found = study(
            "inclination",
            "no slip; positive with the top to the right",
            x,
            thrust.collect(),
            &[("force_y", "lateral force [kN]", 1e-3)],
        );
        let angles = places(ANGLE.to_radians());
        let curves = INCLINED.iter().enumerate().map(|(place, inclination)| {
            let at = angles.iter().map(|angle| {
                let force = LATERAL(&self.at(self.nominal, inclination.to_radians(), 0.0, *angle));
                (angle.to_degrees(), 1e-3 * force)
            });
            line(place, &format!("{inclination} deg"), at.collect())
        });
        found.panels.push(Panel {
            title: format!("lateral force [kN] at {:.0} N", self.nominal),
            x: "slip angle [deg]".to_owned(),
            curves: curves.collect(),
            scale: Scale::Linear,
        });
        found
    }

    fn combined(&self) -> Findings {
        let slips = places(SLIP);
        let curves = COMBINED.iter().flat_map(|angle| {
            let at = |part: Part| {
                slips
                    .iter()
                    .map(|slip| part(&self.at(self.nominal, 0.0, *slip, angle.to_radians())))
                    .collect()
            };
            let named = |name: &str, values| Curve {
                column: format!("{name}.{angle}deg"),
                name: format!("{angle} deg"),
                unit: "N",
                values,
            };
            [named("force_x", at(LONGITUDINAL)), named("force_y", at(LATERAL))]
        });
        let x = Over::new("slip", "", ("slip", 1.0), slips.clone());
        let conditions = format!("upright, {:.0} N; slip angles of 0 to 8 deg", self.nominal);
        let names = [
            ("force_x", "longitudinal force [kN]", 1e-3),
            ("force_y", "lateral force [kN]", 1e-3),
        ];
        study("combined slip", &conditions, x, curves.collect(), &names)
    }
}

/// Slopes of the forces at zero slip.
struct Slopes {
    /// Slope of the lateral force with respect to the slip angle [N/rad]; positive if the force opposes the slip.
    cornering: f64,
    /// Slope of the aligning moment with respect to the slip angle [N m/rad].
    aligning: f64,
    /// Slope of the lateral force with respect to the inclination [N/rad].
    camber: f64,
    /// Slope of the longitudinal force with respect to the slip [N].
    slip: f64,
}

/// Cornering stiffness by load below which a tyre has no side force [1/rad].
const NO_FORCE: f64 = 1e-6;

impl Slopes {
    /// Pneumatic trail under a load [N], in millimetres; NaN without a side force.
    fn trail_mm(&self, load: f64) -> f64 {
        match self.cornering.abs() > NO_FORCE * load {
            true => 1e3 * self.aligning / self.cornering,
            false => f64::NAN,
        }
    }
}

/// A curve of a study.
struct Curve {
    column: String,
    name: String,
    unit: &'static str,
    values: Vec<f64>,
}

impl Curve {
    fn new(name: &str, load: f64, unit: &'static str, values: Vec<f64>) -> Self {
        Self {
            column: format!("{name}.{load:.0}N"),
            name: format!("{load:.0} N"),
            unit,
            values,
        }
    }

    fn named(name: &str, unit: &'static str, values: Vec<f64>) -> Self {
        Self {
            column: name.to_owned(),
            name: String::new(),
            unit,
            values,
        }
    }
}

/// Abscissae of the curves of a study.
struct Over {
    column: Column,
    /// Axis label and unit factor in the picture.
    shown: (&'static str, f64),
    places: Vec<f64>,
}

impl Over {
    fn new(name: &str, unit: &'static str, shown: (&'static str, f64), places: Vec<f64>) -> Self {
        Self {
            column: Column {
                name: name.to_owned(),
                unit,
            },
            shown,
            places,
        }
    }
}

/// A study of curves with a panel for each name, given with its title and the factor of its unit.
fn study(name: &str, conditions: &str, over: Over, curves: Vec<Curve>, panels: &[(&str, &str, f64)]) -> Findings {
    let (label, factor) = over.shown;
    let panel = |(own, title, scale): &(&str, &str, f64)| {
        let mine = curves
            .iter()
            .filter(|curve| curve.column.split('.').next() == Some(own));
        let curve = |(place, curve): (usize, &Curve)| {
            let points = over.places.iter().zip(&curve.values).filter(|(_, y)| y.is_finite());
            line(
                place,
                &curve.name,
                points.map(|(x, y)| (factor * x, scale * y)).collect(),
            )
        };
        Panel {
            title: (*title).to_owned(),
            x: label.to_owned(),
            curves: mine.enumerate().map(curve).collect(),
            scale: Scale::Linear,
        }
    };
    let panels = panels.iter().map(panel).collect();
    let columns = curves.iter().map(|curve| Column {
        name: curve.column.clone(),
        unit: curve.unit,
    });
    let mut table = Table::of(std::iter::once(over.column).chain(columns).collect());
    for (row, place) in over.places.iter().enumerate() {
        table.rows.push(
            std::iter::once(*place)
                .chain(curves.iter().map(|curve| curve.values[row]))
                .collect(),
        );
    }
    Findings {
        name: name.to_owned(),
        conditions: conditions.to_owned(),
        table,
        panels,
        ..Findings::default()
    }
}

/// Points on both sides of zero.
fn places(most: f64) -> Vec<f64> {
    (-SIDE..=SIDE).map(|k| most * f64::from(k) / f64::from(SIDE)).collect()
}

/// Fraction of the greatest force above which a force counts as the greatest: a law with a limit of friction has this
/// force, up to rounding, over a range.
const GREATEST: f64 = 1.0 - 1e-9;

/// Place and value of the maximum of a force, or of the beginning of its plateau; `None` if the force grows up to the
/// largest slip, or if there is no force.
fn peak(force: &dyn Fn(f64) -> f64) -> Option<[f64; 2]> {
    let step = WIDEST / f64::from(LOOKED_AT);
    let forces: Vec<f64> = (1..=LOOKED_AT).map(|k| force(step * f64::from(k))).collect();
    let most = forces.iter().copied().fold(0.0, f64::max);
    let first = forces.iter().position(|own| *own >= GREATEST * most)?;
    let greatest = 1 + first as i32;
    if most == 0.0 || greatest == LOOKED_AT {
        return None;
    }
    let (mut low, mut high) = (step * f64::from(greatest - 1), step * f64::from(greatest + 1));
    for _ in 0..NARROWINGS {
        let third = (high - low) / 3.0;
        match force(low + third) < force(high - third) {
            true => low += third,
            false => high -= third,
        }
    }
    let place = 0.5 * (low + high);
    Some([place, force(place)])
}
