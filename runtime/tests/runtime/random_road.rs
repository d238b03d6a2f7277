//! Random roads: spectrum, coherence of the tracks, slopes, reproducibility.

use super::terrain::assert_consistent;
use core::f64::consts::{PI, TAU};
use wishbone::terrain::{RandomRoad, RoadClass, Terrain};

/// Distance between samples [m] and their number: 9.8 km of road, and frequencies up to 3.3 1/m.
const STEP: f64 = 0.15;
const SAMPLES: usize = 65_536;

/// Discrete Fourier transform, Cooley & Tukey.
fn transform(x: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let n = x.len();
    if n == 1 {
        return x.to_vec();
    }
    let half = |first: usize| transform(&x.iter().skip(first).step_by(2).copied().collect::<Vec<_>>());
    let (even, odd) = (half(0), half(1));
    let mut all = vec![[0.0; 2]; n];
    for k in 0..n / 2 {
        let (s, c) = (-TAU * k as f64 / n as f64).sin_cos();
        let turned = [c * odd[k][0] - s * odd[k][1], s * odd[k][0] + c * odd[k][1]];
        for i in 0..2 {
            all[k][i] = even[k][i] + turned[i];
            all[k + n / 2][i] = even[k][i] - turned[i];
        }
    }
    all
}

/// Spectrum of the heights along a track, in a Hann window whose mean square is 1.
fn spectrum(road: &impl Terrain, y: f64) -> Vec<[f64; 2]> {
    let sample = |k: usize| {
        let window = (1.0 - (TAU * k as f64 / SAMPLES as f64).cos()) * (2.0_f64 / 3.0).sqrt();
        [window * road.at(STEP * k as f64, y, 0.0).height, 0.0]
    };
    transform(&(0..SAMPLES).map(sample).collect::<Vec<_>>())
}

/// Ends of the eight octaves of the road [1/m].
fn octaves() -> impl Iterator<Item = [f64; 2]> {
    (0..8).map(|k| [1, 2].map(|end| 0.011 * f64::from(end << k)))
}

/// Real part of the one-sided cross spectral density of two tracks, averaged over a band [m^3].
fn density(one: &[[f64; 2]], other: &[[f64; 2]], [low, high]: [f64; 2]) -> f64 {
    let width = 1.0 / (STEP * SAMPLES as f64);
    let product = |k: usize| one[k][0] * other[k][0] + one[k][1] * other[k][1];
    let bins = (low / width).round() as usize..(high / width).round() as usize;
    let sum: f64 = bins.clone().map(product).sum();
    2.0 * sum * STEP / SAMPLES as f64 / bins.len() as f64
}

/// Mean of `Gd` over a band [m^3]: its integral divided by the width.
fn wanted(roughness: f64, [low, high]: [f64; 2]) -> f64 {
    roughness * 0.01 / (low * high)
}

/// In every octave the estimate is within the limits of the class, which are half and twice its mean; it is even within a tenth of
/// the mean. The slope of the spectrum is -2.
#[test]
fn the_spectrum_is_that_of_the_class() {
    for (class, roughness, seed) in [(RoadClass::A, 16e-6, 1), (RoadClass::D, 1024e-6, 2)] {
        let road = RandomRoad::<128>::new(class, seed);
        let heights = spectrum(&road, 0.7);
        let mut points = Vec::new();
        for octave in octaves() {
            let found = density(&heights, &heights, octave);
            let ratio = found / wanted(roughness, octave);
            println!("{class:?} {octave:.3?}: {ratio:.3}");
            assert!((ratio - 1.0).abs() < 0.1, "{class:?} {octave:?}: {ratio}");
            points.push([octave[0].ln(), found.ln()]);
        }
        let slope = fit(&points);
        println!("slope {slope:.4}");
        assert!((slope + 2.0).abs() < 0.05, "{slope}");
    }
}

/// Slope of the least-squares line.
fn fit(points: &[[f64; 2]]) -> f64 {
    let mean = |i: usize| points.iter().map(|point| point[i]).sum::<f64>() / points.len() as f64;
    let (x, y) = (mean(0), mean(1));
    let product: f64 = points.iter().map(|point| (point[0] - x) * (point[1] - y)).sum();
    product / points.iter().map(|point| (point[0] - x).powi(2)).sum::<f64>()
}

#[test]
fn classes_are_a_factor_of_four_apart() {
    use RoadClass::{A, B, C, D, E, F, G, H};
    let table = [16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144];
    for (class, micro) in [A, B, C, D, E, F, G, H].into_iter().zip(table) {
        assert!((class.roughness() / (1e-6 * f64::from(micro)) - 1.0).abs() < 1e-15);
    }
}

/// `z K1(z)` by the integral `K1(z) = ∫ exp(-z cosh t) cosh t dt`, beginning at zero.
fn isotropic(z: f64) -> f64 {
    let (h, mut sum) = (1e-3, 0.5 * (-z).exp());
    for k in 1.. {
        let cosh = (h * f64::from(k)).cosh();
        if z * cosh > 50.0 {
            break;
        }
        sum += (-z * cosh).exp() * cosh;
    }
    z * h * sum
}

/// Two tracks have the coherence of an isotropic road, at the distances of twin tyres and of a car's tracks. An octave has few waves,
/// therefore four roads are averaged.
#[test]
fn tracks_are_coherent_like_those_of_an_isotropic_road() {
    for distance in [0.3, 1.5] {
        let tracks = [1, 2, 3, 4].map(|seed| {
            let road = RandomRoad::<256>::new(RoadClass::C, seed);
            [0.5, -0.5].map(|side| spectrum(&road, side * distance))
        });
        for octave in octaves() {
            let sum = |one: usize, other: usize| -> f64 {
                tracks
                    .iter()
                    .map(|tracks| density(&tracks[one], &tracks[other], octave))
                    .sum()
            };
            let found = sum(0, 1) / (sum(0, 0) * sum(1, 1)).sqrt();
            // Mean of the model over the octave with the weight of the spectrum, n^-2: even steps of 1/n.
            let [low, high] = octave;
            let inverse = |k: i32| 1.0 / high + (f64::from(k) + 0.5) / 50.0 * (1.0 / low - 1.0 / high);
            let model = (0..50).map(|k| isotropic(TAU * distance / inverse(k))).sum::<f64>() / 50.0;
            println!("{distance} m, {octave:.3?}: {found:.3}, model {model:.3}");
            assert!((found - model).abs() < 0.08, "{distance} {octave:?}: {found}, {model}");
        }
    }
}

/// The mean square of the slope is equal along and across the road, and is the integral of `(2 pi n)^2 Gd`.
#[test]
fn the_road_is_as_steep_across_as_along() {
    let road = RandomRoad::<256>::new(RoadClass::B, 3);
    let (mut squares, count) = ([0.0; 2], 20_000);
    for k in 0..count {
        let slope = road.at(0.71 * f64::from(k), 0.13 * f64::from(k % 97), 0.0).slope();
        squares = [0, 1].map(|i| squares[i] + slope[i] * slope[i] / f64::from(count));
    }
    let wanted = 4.0 * PI * PI * 64e-6 * 0.01 * (2.83 - 0.011);
    println!("{squares:?} {wanted}");
    assert!((squares[0] / wanted - 1.0).abs() < 0.05, "{squares:?} {wanted}");
    assert!((squares[1] / wanted - 1.0).abs() < 0.1, "{squares:?} {wanted}");
}

#[test]
fn slopes_are_the_derivatives_of_the_height() {
    let road = RandomRoad::<64>::new(RoadClass::C, 5);
    for k in 0..100 {
        assert_consistent(&road, -20.0 + 0.7 * f64::from(k), 2.0 - 0.05 * f64::from(k), 0.0);
    }
}

/// The bits for a seed are listed here, because they are equal on every machine.
#[test]
fn a_seed_gives_the_same_road_everywhere() {
    let road = RandomRoad::<32>::new(RoadClass::C, 42);
    assert_eq!(road, RandomRoad::new(RoadClass::C, 42));
    let bits = [[0.0, 0.0], [12.5, -0.75], [4000.0, 3.0]].map(|[x, y]| road.at(x, y, 0.0).height.to_bits());
    assert_eq!(bits, BITS, "{bits:#x?}");
    let other = RandomRoad::<32>::new(RoadClass::C, 43);
    assert_ne!(other.at(0.0, 0.0, 0.0).height.to_bits(), bits[0]);
}

const BITS: [u64; 3] = [4581304124537979905, 4582286921926537421, 13789728482802309784];
