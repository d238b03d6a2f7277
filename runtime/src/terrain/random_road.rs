//! A road of random roughness by ISO 8608.
//!
//! # Spectrum
//!
//! ISO 8608:2016 describes a road by the one-sided power spectral density of its height over the spatial frequency `n`,
//! `Gd(n) = Gd(n0) (n / n0)^-2` with `n0 = 0.1 1/m`. The road here is a sum of `N` sine waves (Shinozuka & Jan 1972, Digital
//! simulation of random processes and its applications, J. Sound and Vibration 25). The frequencies from 0.011 1/m to
//! 2.83 1/m are divided into `N` bands of equal ratio. Each band has one wave, at the geometric mean of its ends. The mean
//! square of the wave, half of its amplitude squared, is the integral of `Gd` over the band.
//!
//! # Tracks
//!
//! The two tracks follow from isotropy: the road is as rough in every direction (Dodds & Robson 1973, The description
//! of road surface roughness, J. Sound and Vibration 31). A spectrum `n^-2` along every line belongs to a spectrum of
//! the surface that falls with the third power of the wave vector. For waves with the frequency `n` along X, the
//! lateral frequency is then `n tan p` with `sin p` uniform between -1 and 1. The coherence of two tracks at the
//! distance `b` is
//!
//! `g(n) = z K1(z)`, `z = 2 pi n b`, with the modified Bessel function `K1`,
//!
//! the integral over `p` in closed form. It is 1 for long waves, and for short waves the tracks are independent; `g^2`
//! is the magnitude-squared coherence. The waves here end at `|sin p| = 0.9575`, for two reasons. Waves that run nearly
//! across would be much shorter than 2.83 1/m allows. With this limit the mean square of the slope along X equals the
//! mean square along Y. The coherence then differs from the closed form by less than 0.06.
//!
//! # Numbers
//!
//! Phases come from SplitMix64 (`crate::random`). Directions are spread evenly: `sin p` goes through
//! the fractional parts of the multiples of the golden ratio, from a random start. Waves and heights are computed by
//! [`crate::math`] alone. So a seed gives equal roads, to the last bit, on every machine, up to 50 km from the origin.

use super::{Ground, Terrain};
use crate::math::{exp, floor, ln, sin_cos, sqrt};
use crate::random::SplitMix64;
use core::f64::consts::TAU;

/// Class of roughness, ISO 8608.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoadClass {
    /// Very good: a new motorway.
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

impl RoadClass {
    /// Geometric mean of `Gd(n0)` in the class [m^3], at `n0 = 0.1 1/m`: 16e-6 in class A, and four times as much in
    /// each following class. A road belongs to the class if its value is between half and twice this mean.
    pub fn roughness(self) -> f64 {
        16e-6 * (1_u32 << (2 * self as u32)) as f64
    }
}

/// Reference frequency `n0` [1/m].
const REFERENCE: f64 = 0.1;

/// Lowest and highest spatial frequency [1/m].
const RANGE: [f64; 2] = [0.011, 2.83];

/// Largest sine of the angle between X and the direction of a wave.
const STEEPEST: f64 = 0.9575;

/// Fractional part of the golden ratio.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// One wave: `amplitude sin(k . (x, y) + phase)`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Wave {
    /// Wave numbers along X and Y [rad/m].
    numbers: [f64; 2],
    /// Amplitude [m].
    amplitude: f64,
    /// Phase [rad].
    phase: f64,
}

/// A road of random roughness by ISO 8608, the sum of `N` waves.
///
/// Slopes are the exact derivatives of the height. The mean height is zero. The time of an evaluation grows with `N`;
/// 128 waves are 16 waves an octave. The road does not repeat itself. See [the module](self) for the model of the two
/// tracks.
///
/// ```
/// use wishbone::terrain::{RandomRoad, RoadClass, Terrain};
/// let road = RandomRoad::<128>::new(RoadClass::B, 1);
/// assert!(road.at(12.0, 0.75, 0.0).height.abs() < 0.1);
/// assert_eq!(road, RandomRoad::new(RoadClass::B, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomRoad<const N: usize> {
    waves: [Wave; N],
}

impl<const N: usize> RandomRoad<N> {
    /// A road of the mean roughness of a class. Every seed gives another road.
    pub fn new(class: RoadClass, seed: u64) -> Self {
        Self::with_roughness(class.roughness(), seed)
    }

    /// A road with this `Gd(n0)` [m^3] at `n0 = 0.1 1/m`.
    pub fn with_roughness(roughness: f64, seed: u64) -> Self {
        const { assert!(N > 0, "a road needs at least one wave") };
        let mut random = SplitMix64(seed);
        let start = random.next();
        // Ratio of the half of a band.
        let half = exp(ln(RANGE[1] / RANGE[0]) / (2.0 * N as f64));
        let mut frequency = RANGE[0] * half;
        let waves = core::array::from_fn(|k| {
            let wave = wave(
                roughness,
                frequency,
                half,
                fraction(start + GOLDEN * k as f64),
                random.next(),
            );
            frequency *= half * half;
            wave
        });
        Self { waves }
    }
}

/// The wave of the band around a frequency [1/m]; the band extends from `frequency / half` to `frequency half`.
/// `direction` and `phase` are between 0 and 1.
fn wave(roughness: f64, frequency: f64, half: f64, direction: f64, phase: f64) -> Wave {
    // The integral of Gd from a to b is Gd(n0) n0^2 (1/a - 1/b).
    let square = roughness * REFERENCE * REFERENCE * (half - 1.0 / half) / frequency;
    let sine = STEEPEST * (2.0 * direction - 1.0);
    let along = TAU * frequency;
    Wave {
        numbers: [along, along * sine / sqrt(1.0 - sine * sine)],
        amplitude: sqrt(2.0 * square),
        phase: TAU * phase,
    }
}

fn fraction(x: f64) -> f64 {
    x - floor(x)
}

impl<const N: usize> Terrain for RandomRoad<N> {
    fn at(&self, x: f64, y: f64, _time: f64) -> Ground {
        let (mut height, mut slope) = (0.0, [0.0; 2]);
        for wave in &self.waves {
            let [along, across] = wave.numbers;
            let (sine, cosine) = sin_cos(along * x + across * y + wave.phase);
            height += wave.amplitude * sine;
            let steepness = wave.amplitude * cosine;
            slope = [slope[0] + along * steepness, slope[1] + across * steepness];
        }
        Ground::sloping(height, slope)
    }
}
