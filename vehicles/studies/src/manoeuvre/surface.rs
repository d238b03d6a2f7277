//! Shapes of roads.

use super::quantity::{Angle, Length};
use serde::Deserialize;
use wishbone::terrain::{CosineBump, Ground, HalfSineBump, RoadClass, Sine, Terrain, Trapezoid};

/// Shape of a road.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum Surface {
    /// Level.
    #[default]
    Flat,
    /// Smooth bumps of one period of a cosine.
    CosineBumps(Bumps),
    /// Bumps of half a period of a sine.
    HalfSineBumps(Bumps),
    /// A bump with two ramps and a flat top.
    Trapezoid(Ramps),
    /// Sine waves without end.
    Sine(Waves),
    /// Random roughness by ISO 8608.
    Random(Roughness),
}

/// Equal bumps one behind the other.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Bumps {
    /// Begin of the first bump.
    pub begin: Length,
    /// Length of a bump.
    pub length: Length,
    /// Height of a bump.
    pub height: Length,
    /// Number of bumps.
    #[serde(default = "one")]
    pub count: u8,
    /// Distance from one bump to the next.
    #[serde(default)]
    pub spacing: Length,
    /// Tracks on which the bumps lie.
    #[serde(default)]
    pub side: Side,
}

/// A bump with two ramps and a flat top.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Ramps {
    /// Begin of the ramp up.
    pub begin: Length,
    /// Length of the ramp up.
    pub up: Length,
    /// Length of the top.
    pub top: Length,
    /// Length of the ramp down.
    pub down: Length,
    /// Height.
    pub height: Length,
    /// Tracks on which the bump lies.
    #[serde(default)]
    pub side: Side,
}

/// Sine waves along X.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Waves {
    /// Begin of the waves.
    pub begin: Length,
    /// Wavelength.
    pub wavelength: Length,
    /// Amplitude.
    pub amplitude: Length,
    /// Phase angle by which the left track lags.
    #[serde(default)]
    pub left_lag: Angle,
}

/// Random roughness by ISO 8608.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Roughness {
    /// Class.
    pub class: Class,
    /// Seed of the random road.
    #[serde(default = "seed")]
    pub seed: u64,
    /// Begin of the roughness. It has its full height [`RUN_IN`](super::RUN_IN) later.
    #[serde(default = "rough_from")]
    pub begin: Length,
}

/// Class of ISO 8608.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
pub enum Class {
    /// Very good.
    A,
    /// Good.
    B,
    /// Average.
    C,
    /// Poor.
    D,
    /// Very poor.
    E,
    /// Off road.
    F,
    /// Rough off road.
    G,
    /// The roughest.
    H,
}

/// Tracks of a road.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Both.
    #[default]
    Both,
    /// The left one.
    Left,
    /// The right one.
    Right,
}

fn one() -> u8 {
    1
}

fn seed() -> u64 {
    1
}

fn rough_from() -> Length {
    Length(5.0)
}

impl Surface {
    /// X from which on the road is not level [m]; `None` if the road is flat.
    pub fn begin(&self) -> Option<f64> {
        match self {
            Self::Flat => None,
            Self::CosineBumps(bumps) | Self::HalfSineBumps(bumps) => Some(bumps.begin.0),
            Self::Trapezoid(ramps) => Some(ramps.begin.0),
            Self::Sine(waves) => Some(waves.begin.0),
            Self::Random(rough) => Some(rough.begin.0),
        }
    }
}

impl Terrain for Surface {
    fn at(&self, x: f64, y: f64, time: f64) -> Ground {
        match self {
            Self::Flat | Self::Random(_) => Ground::level(0.0),
            Self::CosineBumps(bumps) => bumps.at(x, |begin, length, height, lateral| {
                let bump = CosineBump {
                    lateral,
                    ..CosineBump::across(begin, length, height)
                };
                bump.at(x, y, time)
            }),
            Self::HalfSineBumps(bumps) => bumps.at(x, |begin, length, height, lateral| {
                let bump = HalfSineBump {
                    lateral,
                    ..HalfSineBump::across(begin, length, height)
                };
                bump.at(x, y, time)
            }),
            Self::Trapezoid(ramps) => {
                let lengths = [ramps.up.0, ramps.top.0, ramps.down.0];
                let trapezoid = Trapezoid {
                    lateral: ramps.side.lateral(),
                    ..Trapezoid::across(ramps.begin.0, lengths, ramps.height.0)
                };
                trapezoid.at(x, y, time)
            }
            Self::Sine(waves) => {
                let sine = Sine {
                    left_lag: waves.left_lag.0,
                    ..Sine::across(waves.begin.0, waves.wavelength.0, waves.amplitude.0)
                };
                sine.at(x, y, time)
            }
        }
    }
}

impl Bumps {
    /// The ground of the bumps at X, or level ground between bumps. Bumps that overlap are added, as in
    /// [`row`](wishbone::terrain::row).
    fn at(&self, x: f64, bump: impl Fn(f64, f64, f64, [f64; 2]) -> Ground) -> Ground {
        let spacing = self.spacing.0;
        let last = f64::from(self.count.saturating_sub(1));
        let begin = |place: f64| self.begin.0 + place * spacing;
        let ground = |place: f64| bump(begin(place), self.length.0, self.height.0, self.side.lateral());
        if last == 0.0 || spacing <= 0.0 {
            return ground(0.0);
        }
        let newest = ((x - self.begin.0) / spacing).floor().clamp(0.0, last);
        let mut sum = ground(newest);
        let mut place = newest - 1.0;
        while place >= 0.0 && x < begin(place) + self.length.0 {
            let older = ground(place);
            let slope = [0, 1].map(|k| sum.slope()[k] + older.slope()[k]);
            sum = Ground::sloping(sum.height + older.height, slope);
            place -= 1.0;
        }
        sum
    }
}

impl Side {
    /// Right and left end along Y [m].
    fn lateral(self) -> [f64; 2] {
        match self {
            Self::Both => [f64::NEG_INFINITY, f64::INFINITY],
            Self::Left => [0.0, f64::INFINITY],
            Self::Right => [f64::NEG_INFINITY, 0.0],
        }
    }
}

impl Class {
    /// The class as a type of the run time.
    pub(super) fn runtime(self) -> RoadClass {
        match self {
            Self::A => RoadClass::A,
            Self::B => RoadClass::B,
            Self::C => RoadClass::C,
            Self::D => RoadClass::D,
            Self::E => RoadClass::E,
            Self::F => RoadClass::F,
            Self::G => RoadClass::G,
            Self::H => RoadClass::H,
        }
    }
}
