//! Spectra, and frequency responses from them.

use rustfft::FftPlanner;
use rustfft::num_complex::Complex;

/// Number of neighbouring lines on each side over which products of spectra are averaged.
const NEIGHBOURS: usize = 2;

/// The discrete Fourier transform of numbers, without scaling.
pub(super) fn spectrum(values: &[f64]) -> Vec<Complex<f64>> {
    let mut lines: Vec<Complex<f64>> = values.iter().map(|&x| Complex::new(x, 0.0)).collect();
    FftPlanner::new().plan_fft_forward(lines.len()).process(&mut lines);
    lines
}

/// A response over frequency.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Response {
    /// Frequencies, rising [Hz].
    pub frequency: Vec<f64>,
    /// Absolute value of the response.
    pub gain: Vec<f64>,
    /// Phase of the response, without jumps [rad].
    pub phase: Vec<f64>,
}

impl Response {
    /// Gain or phase at a frequency, with linear interpolation; NaN beyond the range.
    pub fn at(&self, values: &[f64], frequency: f64) -> f64 {
        let later = self.frequency.partition_point(|own| *own < frequency);
        match (later.checked_sub(1), self.frequency.get(later)) {
            (Some(k), Some(&end)) => {
                let begin = self.frequency[k];
                values[k] + (values[k + 1] - values[k]) * (frequency - begin) / (end - begin)
            }
            (None, Some(&end)) if end <= frequency => values[0],
            _ => f64::NAN,
        }
    }

    /// Frequency above which the gain stays below a level; NaN if it never falls below it.
    pub fn falls_to(&self, level: f64) -> f64 {
        let Some(last) = self.gain.iter().rposition(|gain| *gain >= level) else {
            return f64::NAN;
        };
        let Some(&below) = self.gain.get(last + 1) else {
            return f64::NAN;
        };
        let share = (self.gain[last] - level) / (self.gain[last] - below);
        self.frequency[last] + share * (self.frequency[last + 1] - self.frequency[last])
    }
}

/// Response of one history to another between two frequencies [Hz]. Both have equal steps and are at rest at begin and end.
///
/// The estimate is `H1 = Sxy / Sxx`, the cross spectrum divided by the spectrum of the input. Both are summed over a few
/// neighbouring lines (Bendat and Piersol 2010, Random Data, chapter 6).
pub fn response(time: &[f64], input: &[f64], output: &[f64], [from, to]: [f64; 2]) -> Response {
    let count = time.len();
    let mut response = Response::default();
    if count < 16 || to.partial_cmp(&from) != Some(std::cmp::Ordering::Greater) {
        return response;
    }
    let step = (time[count - 1] - time[0]) / (count - 1) as f64;
    let (x, y) = (spectrum(input), spectrum(output));
    let line = |frequency: f64| frequency * step * count as f64;
    let first = (line(from).ceil() as usize).max(NEIGHBOURS);
    let last = (line(to).floor() as usize).min((count / 2).saturating_sub(NEIGHBOURS + 1));
    let mut before = 0.0;
    for k in first..=last {
        let around = k - NEIGHBOURS..=k + NEIGHBOURS;
        let cross: Complex<f64> = around.clone().map(|j| x[j].conj() * y[j]).sum();
        let power: f64 = around.map(|j| x[j].norm_sqr()).sum();
        if power <= 0.0 {
            continue;
        }
        let own = cross / power;
        let turns = if response.phase.is_empty() {
            0.0
        } else {
            ((before - own.arg()) / std::f64::consts::TAU).round()
        };
        before = own.arg() + turns * std::f64::consts::TAU;
        response.frequency.push(k as f64 / (step * count as f64));
        response.gain.push(own.norm());
        response.phase.push(before);
    }
    response
}
