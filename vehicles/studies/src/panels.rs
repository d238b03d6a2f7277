//! Curves in a grid of panels, as SVG.

mod axis;
mod draw;
mod sides;

pub use axis::round_step;
pub use draw::draw;
pub(crate) use draw::{FAINT, FONT, TEXT, UNIT, write};
pub use sides::{Side, side_of};

use plotters::style::RGBColor;

/// One set of axes with its curves.
#[derive(Clone, Debug, Default)]
pub struct Panel {
    /// Name of the quantity, with its unit in brackets: `toe [deg]`.
    pub title: String,
    /// Label of the horizontal axis, with its unit.
    pub x: String,
    /// Curves over that axis.
    pub curves: Vec<Curve>,
    /// Scales of both axes.
    pub scale: Scale,
}

/// Scales of both axes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Each axis has its own scale.
    #[default]
    Linear,
    /// Both axes have one scale, for paths and positions.
    Equal,
    /// The horizontal axis is logarithmic; its numbers are positive.
    Logarithmic,
}

/// A curve; a dot if it has a single point.
#[derive(Clone, Debug, Default)]
pub struct Curve {
    /// Name in the legend; empty without a legend.
    pub name: String,
    /// Its colour.
    pub ink: RGBColor,
    /// Number of its design, which determines its [`Stroke`].
    pub design: usize,
    /// Points.
    pub points: Vec<(f64, f64)>,
}

impl Panel {
    /// Unit in the brackets of the title; empty without brackets.
    pub fn unit(&self) -> &str {
        let inside = self.title.rsplit_once('[').and_then(|(_, rest)| rest.split_once(']'));
        inside.map_or("", |(unit, _)| unit)
    }

    /// Shortest range of the vertical axis in its unit. With this range, a constant value is drawn as a straight line,
    /// and its rounding stays invisible.
    pub fn least_range(&self) -> f64 {
        match self.unit() {
            "deg" | "m" | "kN" | "Hz" | "1/s" | "rad/s" => 0.1,
            "m/s²" | "m/s^2" => 0.5,
            "deg/s" | "m/s" | "N/mm" | "%" => 1.0,
            "mm" | "km/h" => 2.0,
            "N" | "N m" => 10.0,
            "" => 0.02,
            _ => 0.0,
        }
    }

    /// Whether the panel shows nothing: no finite point, or only values below a thousandth of the shortest range.
    pub fn is_empty(&self) -> bool {
        let zero = 1e-3 * self.least_range();
        let mut values = self.finite().map(|(_, y)| y.abs());
        values.all(|size| size <= zero)
    }

    /// Draws equal curves of both sides as one curve, `both sides`.
    #[must_use]
    pub fn tidy(self) -> Self {
        let (low, high) = self
            .finite()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (_, y)| {
                (low.min(y), high.max(y))
            });
        let alike = 2e-3 * (high - low).max(self.least_range()).max(0.0);
        Self {
            curves: sides::merged(self.curves, alike),
            ..self
        }
    }

    /// All points that are finite.
    fn finite(&self) -> impl Iterator<Item = (f64, f64)> {
        let all = self.curves.iter().flat_map(|curve| &curve.points).copied();
        all.filter(|(x, y)| x.is_finite() && y.is_finite())
    }
}

/// Stroke of a curve, which distinguishes the designs that are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stroke {
    /// Without gaps.
    #[default]
    Solid,
    /// Long strokes.
    Dashed,
    /// Short strokes.
    Dotted,
    /// Very long strokes.
    LongDashed,
    /// Long strokes with wide gaps.
    WideDashed,
    /// Short strokes with wide gaps.
    WideDotted,
}

impl Stroke {
    /// All strokes, in the order of the designs.
    pub const ALL: [Self; 6] = [
        Self::Solid,
        Self::Dashed,
        Self::Dotted,
        Self::LongDashed,
        Self::WideDashed,
        Self::WideDotted,
    ];

    /// The stroke of the design at a position; `None` beyond the number of strokes that can be distinguished.
    pub fn of(place: usize) -> Option<Self> {
        Self::ALL.get(place).copied()
    }

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Self::Solid => "solid",
            Self::Dashed => "dashed",
            Self::Dotted => "dotted",
            Self::LongDashed => "long dashes",
            Self::WideDashed => "dashes with wide gaps",
            Self::WideDotted => "dots with wide gaps",
        }
    }
}

/// Colours of curves, in turn, which colour-blind readers can distinguish (Okabe and Ito).
pub const INKS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(90, 90, 90),
];

/// The curve at a position in a panel, with the colour of that position.
pub fn line(place: usize, name: &str, points: Vec<(f64, f64)>) -> Curve {
    Curve {
        name: name.to_owned(),
        ink: INKS[place % INKS.len()],
        design: 0,
        points,
    }
}

/// Thins a long curve to at most about `most` points. The result keeps the first and the last point, and the lowest and
/// the highest point of each section, so that no peak is lost.
pub fn thinned(points: &[(f64, f64)], most: usize) -> Vec<(f64, f64)> {
    if points.len() <= most.max(4) {
        return points.to_vec();
    }
    let [first, inner @ .., last] = points else {
        return points.to_vec();
    };
    let mut kept = vec![*first];
    for stretch in inner.chunks(inner.len().div_ceil(most.max(4) / 2 - 1)) {
        let by_height = |a: &&(f64, f64), b: &&(f64, f64)| a.1.total_cmp(&b.1);
        let ends = [stretch.iter().min_by(by_height), stretch.iter().max_by(by_height)];
        let mut ends: Vec<(f64, f64)> = ends.into_iter().flatten().copied().collect();
        // In the order along the curve, which may run backwards.
        if ends.first() != stretch.iter().find(|point| ends.contains(point)) {
            ends.reverse();
        }
        ends.dedup();
        kept.extend(ends);
    }
    kept.push(*last);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thinned_curve_keeps_its_peaks() {
        let wave = |k: u32| (f64::from(k), if k == 5001 { 7.0 } else { (0.01 * f64::from(k)).sin() });
        let points: Vec<(f64, f64)> = (0..60_000).map(wave).collect();
        let few = thinned(&points, 500);
        assert!(few.len() <= 500 && few.contains(&(5001.0, 7.0)), "{}", few.len());
        assert_eq!((few.first(), few.last()), (points.first(), points.last()));
        assert!(few.is_sorted_by(|a, b| a.0 < b.0));
        assert_eq!(thinned(&points[..500], 500), points[..500]);
        assert_eq!(thinned(&[], 0), []);
    }

    /// A panel of zeros shows nothing. A constant value is shown over a range in which it is a straight line.
    #[test]
    fn panels_of_zeros_are_empty() {
        let panel = |y: f64| Panel {
            title: "speed [m/s]".to_owned(),
            curves: vec![line(0, "", vec![(0.0, y), (1.0, y + 1e-7)])],
            ..Panel::default()
        };
        assert!(panel(0.0).is_empty() && panel(f64::NAN).is_empty() && !panel(22.0).is_empty());
        assert_eq!((panel(22.0).unit(), panel(22.0).least_range()), ("m/s", 1.0));
    }
}
