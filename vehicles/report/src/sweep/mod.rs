//! The page of a sweep: outcomes of the variants, quantiles and histograms of the figures, main effects, a scatter matrix.

mod choice;
mod data;
mod page;

pub use page::html;

/// Content of the page.
#[derive(Clone, Debug, Default)]
pub struct Sweep {
    /// Heading.
    pub title: String,
    /// Number of variants.
    pub variants: usize,
    /// Outcomes of the variants that did not go as asked.
    pub failures: Vec<Failure>,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The figures.
    pub figures: Vec<Figure>,
    /// Variants that are drawn as dots: all, or some of many.
    pub dots: Vec<Dot>,
}

/// An outcome of variants that did not go as asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// `rolled_over`
    pub verdict: String,
    /// Number of variants.
    pub count: usize,
    /// The first of them, in words.
    pub example: String,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Name with unit: `chassis.mass += [kg]`.
    pub label: String,
    /// Least and greatest value of all variants.
    pub ends: [f64; 2],
}

/// A figure, over the variants that have it.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Name with unit: `drive.yaw_rate.overshoot [%]`.
    pub label: String,
    /// Number of variants that have it.
    pub count: usize,
    /// Mean; `None` without a variant.
    pub mean: Option<f64>,
    /// Standard deviation; `None` for fewer than two variants.
    pub deviation: Option<f64>,
    /// Least value, 5 %, median, 95 % and greatest value; `None` without a variant.
    pub quantiles: Option<[f64; 5]>,
    /// Histogram.
    pub histogram: Histogram,
    /// Effects of the parameters, the largest first.
    pub effects: Vec<Effect>,
}

/// Numbers of variants in bins of equal width.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Histogram {
    /// Begin of the first bin.
    pub from: f64,
    /// Width of a bin.
    pub width: f64,
    /// Number of variants in each bin.
    pub counts: Vec<usize>,
}

/// Effect of a parameter on a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// Position of the parameter.
    pub parameter: usize,
    /// Part of the variance that the parameter explains alone.
    pub share: Option<f64>,
    /// Rank correlation.
    pub rank: Option<f64>,
    /// Mean of the figure along the parameter.
    pub means: Vec<(f64, f64)>,
}

impl Effect {
    /// Size by which effects are ordered: share of variance, or size of the rank correlation; zero if neither exists.
    pub fn size(&self) -> f64 {
        self.share.or(self.rank.map(f64::abs)).unwrap_or(0.0)
    }
}

/// A variant that is drawn as a dot.
#[derive(Clone, Debug, PartialEq)]
pub struct Dot {
    /// Index of the variant.
    pub index: u64,
    /// Verdict in words; empty for a variant that went as asked.
    pub failure: String,
    /// Values of the parameters.
    pub parameters: Vec<f64>,
    /// Figures; `None` for one that is not there.
    pub figures: Vec<Option<f64>>,
}
