//! Roads of manoeuvres.

use super::formula::Formula;
use super::laid::{BEGIN, Contents, CrgRoad, FrictionGrid, Laid, Patch};
use super::quantity::Grade;
use super::surface::Surface;
use serde::Deserialize;
use wishbone::terrain::{Ground, RandomRoad, Terrain};

/// The road of a manoeuvre.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Road {
    /// Its shape.
    pub surface: Surface,
    /// A height by a formula over X and Y, on top of the shape.
    pub height: Option<Formula>,
    /// A road from an OpenCRG file, on top of the shape.
    pub crg: Option<Laid<CrgRoad>>,
    /// Factor on the friction of the tyres; 1 on the nominal road.
    pub friction: f64,
    /// Rectangles with a further factor; where they overlap, the last rectangle counts.
    pub patches: Vec<Patch>,
    /// Further factors from a file.
    pub friction_grid: Option<Laid<FrictionGrid>>,
    /// Rise along X.
    pub along: Grade,
    /// Rise along Y, to the left.
    pub across: Grade,
}

impl Default for Road {
    fn default() -> Self {
        Self {
            surface: Surface::Flat,
            height: None,
            crg: None,
            friction: 1.0,
            patches: Vec::new(),
            friction_grid: None,
            along: Grade(0.0),
            across: Grade(0.0),
        }
    }
}

/// Number of waves of a random road; 16 per octave.
const WAVES: usize = 128;
/// Distance over which a random road grows from level ground to its full height [m].
pub const RUN_IN: f64 = 20.0;
/// Largest distance of a wheel from the chassis' centre of mass [m].
pub(super) const ROOM: f64 = 10.0;

/// Places at which a formula is examined: every 20 mm along the path, up to two kilometres.
const SPACING: f64 = 0.02;
const MOST_PLACES: f64 = 1e5;
/// Across [m]: the middle, both tracks of cars and trucks, and beyond.
const ACROSS: [f64; 7] = [0.0, 0.75, -0.75, 1.0, -1.0, 3.0, -3.0];
/// Steepest slope that is ground and no wall: 84 deg.
const STEEPEST: f64 = 10.0;

impl Road {
    /// The ground of the road.
    ///
    /// # Panics
    /// If it names files that were not read. Reading a manoeuvre reads them.
    pub fn ground(&self) -> impl Terrain + Clone + Send + Sync + use<> {
        let (road, rough) = (self.clone(), self.rough());
        let crg = self.crg.as_ref().map(|laid| laid.held().clone());
        let friction = self.friction_at();
        move |x: f64, y: f64, time: f64| {
            let shape = road.surface.at(x, y, time);
            let (height, [dx, dy]) = match &rough {
                Some((begin, rough)) => {
                    let full = rough.at(x, y, time);
                    grown(x - begin, full.height, slopes(&full))
                }
                None => (shape.height, slopes(&shape)),
            };
            let (own, [own_dx, own_dy]) = road
                .height
                .as_ref()
                .map_or((0.0, [0.0; 2]), |formula| laid(formula, x, y));
            let (laid, [laid_dx, laid_dy]) = crg.as_ref().map_or((0.0, [0.0; 2]), |crg| crg.at(x, y));
            let (along, across) = (road.along.0, road.across.0);
            Ground {
                friction: friction(x, y),
                ..Ground::sloping(
                    height + own + laid + along * x + across * y,
                    [dx + own_dx + laid_dx + along, dy + own_dy + laid_dy + across],
                )
            }
        }
    }

    /// Factor on the friction of the tyres at each place: the factor of the road, of the last patch there and of the
    /// grid.
    ///
    /// # Panics
    /// If the road names a grid that was not read. Reading a manoeuvre reads it.
    pub fn friction_at(&self) -> impl Fn(f64, f64) -> f64 + Clone + Send + Sync + use<> {
        let (own, patches) = (self.friction, self.patches.clone());
        let grid = self.friction_grid.as_ref().map(|laid| laid.held().clone());
        move |x, y| {
            let patch = patches.iter().rev().find(|patch| patch.holds(x, y));
            own * (patch.map_or(1.0, |patch| patch.friction) * grid.as_ref().map_or(1.0, |grid| grid.at(x, y)))
        }
    }

    /// Reads the files that the road names. Returns the mistakes.
    pub(super) fn read(&mut self, contents: &mut Contents<'_>) -> Vec<String> {
        let crg = self.crg.as_mut().map(|laid| laid.read(contents));
        let grid = self.friction_grid.as_mut().map(|laid| laid.read(contents));
        [crg, grid].into_iter().flatten().filter_map(Result::err).collect()
    }

    /// Whether its height changes from place to place.
    pub(super) fn is_uneven(&self) -> bool {
        self.surface != Surface::Flat || self.height.is_some() || self.crg.is_some()
    }

    /// Begin and shape of a random road.
    fn rough(&self) -> Option<(f64, RandomRoad<WAVES>)> {
        match self.surface {
            Surface::Random(rough) => Some((rough.begin.0, RandomRoad::new(rough.class.runtime(), rough.seed))),
            _ => None,
        }
    }

    /// Whether the road has its full height under all wheels of a vehicle at this place. A random road, a road by a
    /// formula and a road from a file grow to their full height. Waves have it from their begin on, and single bumps
    /// and ramps everywhere.
    pub fn is_full(&self, x: f64, y: f64) -> bool {
        let (random, waves) = match self.surface {
            Surface::Random(rough) => (Some(rough.begin.0), None),
            Surface::Sine(waves) => (None, Some(waves.begin.0)),
            _ => (None, None),
        };
        let laid = self.height.as_ref().map(|_| BEGIN);
        let mut begins = random.into_iter().chain(laid);
        let file = self.crg.as_ref().map(Laid::held);
        begins.all(|begin| x >= begin + RUN_IN + ROOM)
            && waves.is_none_or(|begin| x >= begin + ROOM)
            && file.is_none_or(|file| file.is_full(x, y))
    }

    /// Whether the road of a file leads back over the ground on which the vehicle starts.
    pub fn is_crossed(&self) -> bool {
        self.crg.as_ref().is_some_and(|laid| laid.held().is_crossed())
    }

    /// Whether its height is zero everywhere.
    pub fn is_level(&self) -> bool {
        let laid = self.height.is_some() || self.crg.is_some();
        let grades = [self.along, self.across].iter().all(|grade| grade.0 == 0.0);
        self.surface == Surface::Flat && !laid && grades
    }

    /// Whether it is level ground at rest with nominal friction everywhere, as [`Flat`](wishbone::terrain::Flat).
    pub fn is_nominal(&self) -> bool {
        self.is_level() && self.friction == 1.0 && self.patches.is_empty() && self.friction_grid.is_none()
    }

    /// `random road of class B`, `flat road, friction 0.4`
    pub fn describe(&self) -> String {
        let mut text = match self.surface {
            Surface::Flat => "flat road".to_owned(),
            Surface::CosineBumps(bumps) | Surface::HalfSineBumps(bumps) => format!(
                "{} of {} mm, {} m long",
                if bumps.count == 1 { "a bump" } else { "bumps" },
                1e3 * bumps.height.0,
                bumps.length.0
            ),
            Surface::Trapezoid(ramps) => format!("a trapezoid of {} mm", 1e3 * ramps.height.0),
            Surface::Sine(waves) => format!("waves of {} mm, {} m long", 1e3 * waves.amplitude.0, waves.wavelength.0),
            Surface::Random(rough) => format!("random road of class {:?} (ISO 8608), seed {}", rough.class, rough.seed),
        };
        let growing = format!("growing from {BEGIN} to {} m", BEGIN + RUN_IN);
        let by_formula = self
            .height
            .as_ref()
            .map(|formula| format!("height {formula}, {growing}"));
        let by_file = self.crg.as_ref().map(|laid| format!("road of {}", laid.file));
        let own: Vec<String> = by_formula.into_iter().chain(by_file).collect();
        if !own.is_empty() {
            let shape = (self.surface != Surface::Flat).then_some(text);
            text = shape.into_iter().chain(own).collect::<Vec<String>>().join(", ");
        }
        if self.friction != 1.0 {
            text += &format!(", friction {}", self.friction);
        }
        match self.patches.len() {
            0 => {}
            1 => text += ", a patch of another friction",
            count => text += &format!(", {count} patches of other friction"),
        }
        if let Some(laid) = &self.friction_grid {
            text += &format!(", friction of {}", laid.file);
        }
        for (grade, words) in [(self.along, "along"), (self.across, "across")] {
            if grade.0 != 0.0 {
                text += &format!(", slope of {} % {words}", 100.0 * grade.0);
            }
        }
        text
    }

    /// Places at which the formula has no value, or no slope that a wheel could roll over, along the path of a vehicle
    /// that drives this distance [m].
    ///
    /// The formula is examined every 20 mm along the path and at seven lateral places; an isolated gap between these
    /// places is not found.
    pub(super) fn gap(&self, distance: f64) -> Option<String> {
        let formula = self.height.as_ref()?;
        let places = (distance / SPACING).clamp(0.0, MOST_PLACES);
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between zero and the most"
        )]
        let along = (0..=places as u32).map(|place| BEGIN + f64::from(place) * SPACING);
        let mut all = along.flat_map(|x| ACROSS.map(|y| (x, y)));
        all.find_map(|(x, y)| {
            let (height, slopes) = formula.at(x, y);
            let steepest = slopes.into_iter().fold(0.0, |most: f64, slope| most.max(slope.abs()));
            let place = format!("at x = {x:.2} m, y = {y} m");
            if !height.is_finite() || slopes.into_iter().any(f64::is_nan) {
                return Some(format!("`road.height` has no value {place}: `{formula}`"));
            }
            let is_wall = steepest > STEEPEST;
            is_wall.then(|| format!("`road.height` is as steep as a wall {place}, {steepest:.3e} m per m: `{formula}`"))
        })
    }

    /// Mistakes that no single number shows.
    pub(super) fn mistakes(&self) -> Vec<String> {
        let mut mistakes = Vec::new();
        let mut above_zero = |value: f64, name: &str| {
            if value.is_nan() || value <= 0.0 {
                mistakes.push(format!("`road.{name}` has to be above zero"));
            }
        };
        above_zero(self.friction, "friction");
        let (friction, slopes) = (self.friction, [(self.along, "along"), (self.across, "across")]);
        let (mut is_crowded, mut is_backward) = (false, false);
        let patches = self.patches.iter().enumerate();
        let of_patches: Vec<String> = patches.flat_map(|(place, patch)| patch.mistakes(place)).collect();
        match self.surface {
            Surface::Flat | Surface::Random(_) => {}
            Surface::CosineBumps(bumps) | Surface::HalfSineBumps(bumps) => {
                above_zero(bumps.length.0, "surface.length");
                above_zero(f64::from(bumps.count), "surface.count");
                if bumps.count > 1 {
                    above_zero(bumps.spacing.0, "surface.spacing");
                    is_crowded = bumps.length.0 > MOST_AT_ONCE * bumps.spacing.0;
                }
            }
            Surface::Trapezoid(ramps) => {
                above_zero(ramps.up.0, "surface.up");
                above_zero(ramps.down.0, "surface.down");
                is_backward = ramps.top.0 < 0.0;
            }
            Surface::Sine(waves) => above_zero(waves.wavelength.0, "surface.wavelength"),
        }
        if is_crowded {
            mistakes.push(format!(
                "`road.surface.spacing` has to be at least a {MOST_AT_ONCE}th of `length`: so many bumps grow on each other"
            ));
        }
        if is_backward {
            mistakes.push("`road.surface.top` has to be zero or more".to_owned());
        }
        mistakes.extend(of_patches);
        if friction > MOST_FRICTION {
            mistakes.push(format!("`road.friction` is a factor, of {MOST_FRICTION} at most"));
        }
        let steep = slopes.into_iter().filter(|(grade, _)| grade.0.abs() > STEEPEST_GRADE);
        mistakes.extend(steep.map(|(_, name)| format!("`road.{name}` has to be a grade from -100 to 100 %")));
        mistakes
    }
}

/// Largest factor on the friction of the tyres.
pub(super) const MOST_FRICTION: f64 = 10.0;
/// Steepest grade: 45 degrees.
const STEEPEST_GRADE: f64 = 1.0;
/// Largest number of bumps that lie on each other at one place.
const MOST_AT_ONCE: f64 = 16.0;

/// Slopes along X and Y.
pub(super) fn slopes(ground: &Ground) -> [f64; 2] {
    [0, 1].map(|k| -ground.normal[k] / ground.normal[2])
}

/// Height [m] and slopes of a road that grows from level ground along the cubic `3 s² - 2 s³`, at a distance behind its
/// beginning [m].
fn grown(distance: f64, height: f64, [dx, dy]: [f64; 2]) -> (f64, [f64; 2]) {
    let s = (distance / RUN_IN).clamp(0.0, 1.0);
    let (part, rise) = (s * s * (3.0 - 2.0 * s), 6.0 * s * (1.0 - s) / RUN_IN);
    (part * height, [part * dx + rise * height, part * dy])
}

/// Height [m] and slopes of a formula: the vehicle begins on level ground, and the formula grows on it from [`BEGIN`]
/// on.
fn laid(formula: &Formula, x: f64, y: f64) -> (f64, [f64; 2]) {
    if x <= BEGIN {
        return (0.0, [0.0; 2]);
    }
    let (height, slopes) = formula.at(x, y);
    grown(x - BEGIN, height, slopes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manoeuvre::quantity::Length;
    use crate::manoeuvre::surface::{Bumps, Side};
    use wishbone::terrain::{CosineBump, HalfSineBump, row};

    #[derive(Deserialize)]
    struct Whole {
        road: Road,
    }

    /// Slopes are the differences of the heights.
    #[test]
    fn slopes_are_those_of_the_height() {
        let bumps = "begin = \"6 m\", length = \"2 m\", height = \"50 mm\", count = 2, spacing = \"7 m\"";
        for surface in [
            "random = { class = \"D\", seed = 4 }".to_owned(),
            format!("cosine_bumps = {{ {bumps} }}"),
            format!("half_sine_bumps = {{ {bumps}, side = \"left\" }}"),
            "sine = { begin = \"4 m\", wavelength = \"3 m\", amplitude = \"20 mm\" }".to_owned(),
        ] {
            let text = format!("road = {{ along = \"4 %\", across = \"-2 %\", surface = {{ {surface} }} }}");
            let whole: Whole = toml::from_str(&text).expect("a road");
            let (ground, h) = (whole.road.ground(), 1e-5);
            for k in 1..120 {
                let (x, y) = (0.3712 * f64::from(k), 0.6);
                let height = |x: f64, y: f64| ground.at(x, y, 0.0).height;
                let differences = [
                    (height(x + h, y) - height(x - h, y)) / (2.0 * h),
                    (height(x, y + h) - height(x, y - h)) / (2.0 * h),
                ];
                let own = slopes(&ground.at(x, y, 0.0));
                for (own, difference) in own.into_iter().zip(differences) {
                    assert!((own - difference).abs() < 1e-5, "{surface} at {x}: {own}, {difference}");
                }
            }
        }
    }

    /// Heights of a formula behind its run-in, slopes also within the run-in, and the text that describes the formula.
    #[test]
    fn a_formula_is_laid_before_the_vehicle() {
        let text = "road = { height = \"0.02 * sin(2*pi*x/5) * step(y)\" }";
        let Whole { road } = toml::from_str(text).expect("a road");
        let (ground, h) = (road.ground(), 1e-6);
        assert_eq!(ground.at(4.9, 1.0, 0.0).height, 0.0);
        assert!((ground.at(26.25, 1.0, 0.0).height - 0.02).abs() < 1e-15);
        assert_eq!(ground.at(26.25, -1.0, 0.0).height, 0.0);
        for k in 1..60 {
            let x = 0.731 * f64::from(k);
            let height = |x: f64| ground.at(x, 1.0, 0.0).height;
            let difference = (height(x + h) - height(x - h)) / (2.0 * h);
            let [dx, dy] = slopes(&ground.at(x, 1.0, 0.0));
            assert!((dx - difference).abs() < 1e-7 && dy == 0.0, "{x}: {dx} {difference}");
        }
        assert_eq!(
            road.describe(),
            "height 0.02 * sin(2*pi*x/5) * step(y), growing from 5 to 25 m"
        );
        // Comfort is computed for the road at its full height, with ten metres for the wheelbase.
        assert!(road.is_full(35.0, 40.0) && !road.is_full(34.9, 0.0) && !road.is_full(-30.0, 40.0));
        assert_eq!(road.gap(200.0), None);
    }

    #[test]
    fn formulas_without_a_value_or_with_a_wall_are_refused() {
        for (formula, words) in [
            ("0.01 / (x - 30)", "steep as a wall at x = 29.98 m"),
            ("0.1 * sqrt(x - 12)", "no value at x = 5.00 m"),
            ("0.5 * sqrt(abs(x - 12))", "wall at x = 12.00 m"),
            ("ln(y)", "no value at x = 5.00 m, y = 0 m"),
            ("11 * x", "wall at x = 5.00 m"),
        ] {
            let Whole { road } = toml::from_str(&format!("road = {{ height = \"{formula}\" }}")).expect("a road");
            let told = road.gap(100.0).expect(formula);
            assert!(told.contains(words), "{told}");
        }
        let wrong = toml::from_str::<Whole>("road = { height = \"0.1 * sine(x)\" }")
            .err()
            .expect("a mistake");
        let told = wrong.to_string();
        assert!(
            told.contains("there is no `sine`") && told.contains("\n        ^"),
            "{told}"
        );
    }

    #[test]
    fn bumps_stand_at_their_places() {
        let bumps = Bumps {
            begin: Length(6.0),
            length: Length(2.0),
            height: Length(0.05),
            count: 3,
            spacing: Length(7.0),
            side: Side::Both,
        };
        let road = Road {
            surface: Surface::CosineBumps(bumps),
            ..Road::default()
        };
        let height = |x: f64| road.ground().at(x, 0.0, 0.0).height;
        assert_eq!([7.0, 14.0, 21.0, 28.0, 10.0].map(height), [0.05, 0.05, 0.05, 0.0, 0.0]);
    }

    /// The heights of overlapping bumps add up, without a wall: the bumps are the row of the run time.
    #[test]
    fn overlapping_bumps_are_added() {
        let bumps = Bumps {
            begin: Length(6.0),
            length: Length(2.0),
            height: Length(0.05),
            count: 4,
            spacing: Length(0.7),
            side: Side::Both,
        };
        for (surface, row) in [
            (
                Surface::HalfSineBumps(bumps),
                Box::new(row::<_, 4>(HalfSineBump::across(6.0, 2.0, 0.05), 0.7)) as Box<dyn Terrain>,
            ),
            (
                Surface::CosineBumps(bumps),
                Box::new(row::<_, 4>(CosineBump::across(6.0, 2.0, 0.05), 0.7)) as Box<dyn Terrain>,
            ),
        ] {
            let road = Road {
                surface,
                ..Road::default()
            };
            let at = |x: f64| road.ground().at(x, 0.0, 0.0);
            for k in 0..5000 {
                let x = 5.0 + 1e-3 * f64::from(k);
                let (found, wanted) = (at(x), row.at(x, 0.0, 0.0));
                assert!((found.height - wanted.height).abs() < 1e-12, "{x}");
                assert!((at(x + 1e-3).height - found.height).abs() < 3e-4, "a wall at {x}");
                let slope = (at(x + 1e-6).height - at(x - 1e-6).height) / 2e-6;
                let is_at_an_edge = (0..4).any(|k| {
                    let begin = 6.0 + 0.7 * f64::from(k);
                    [begin, begin + 2.0].iter().any(|edge| (x - edge).abs() < 1e-5)
                });
                assert!(is_at_an_edge || (slope - found.slope()[0]).abs() < 1e-6, "{x}");
            }
        }
        let crowded = Road {
            surface: Surface::CosineBumps(Bumps {
                spacing: Length(0.1),
                ..bumps
            }),
            ..Road::default()
        };
        assert_eq!(crowded.mistakes().len(), 1);
    }
}
