//! Curves in a grid of panels, as SVG.

use plotters::coord::Shift;
use plotters::prelude::*;
use std::error::Error;

/// One set of axes with its curves.
#[derive(Clone, Debug)]
pub struct Panel {
    /// Name of the quantity, with its unit.
    pub title: String,
    /// Label of the horizontal axis, with its unit.
    pub x: String,
    /// Curves over that axis.
    pub curves: Vec<Curve>,
    /// Whether both axes have the same scale.
    pub equal: bool,
}

/// A curve.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Name in the legend; empty without a legend.
    pub name: String,
    /// Its colour.
    pub ink: RGBColor,
    /// How it is drawn.
    pub stroke: Stroke,
    /// Points.
    pub points: Vec<(f64, f64)>,
}

/// How a curve is drawn: designs that are compared differ in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stroke {
    /// Without gaps.
    #[default]
    Solid,
    /// Long strokes.
    Dashed,
    /// Short strokes.
    Dotted,
}

impl Stroke {
    /// The stroke of the design at a position; after three designs they repeat.
    pub fn of(place: usize) -> Self {
        [Self::Solid, Self::Dashed, Self::Dotted][place % 3]
    }

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Self::Solid => "solid",
            Self::Dashed => "dashed",
            Self::Dotted => "dotted",
        }
    }

    /// Lengths of strokes and gaps [units].
    fn pattern(self) -> Option<(u32, u32)> {
        match self {
            Self::Solid => None,
            Self::Dashed => Some((10 * UNIT, 5 * UNIT)),
            Self::Dotted => Some((3 * UNIT, 3 * UNIT)),
        }
    }
}

/// Colours of curves, one after the other: those of Okabe and Ito, which the colour-blind tell apart.
const INKS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(90, 90, 90),
];

/// The curve at a position among those of a panel, in the colour of that position.
pub fn line(place: usize, name: &str, points: Vec<(f64, f64)>) -> Curve {
    Curve {
        name: name.to_owned(),
        ink: INKS[place % INKS.len()],
        stroke: Stroke::Solid,
        points,
    }
}

/// At most about so many points of a long curve: of each stretch the lowest and the highest, so that no peak is lost; first and last
/// point stay.
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
        // In the order of the curve, which may go backwards.
        if ends.first() != stretch.iter().find(|point| ends.contains(point)) {
            ends.reverse();
        }
        ends.dedup();
        kept.extend(ends);
    }
    kept.push(*last);
    kept
}

/// Points of a curve in a picture: some four for each pixel of a panel's width.
const MOST_POINTS: usize = 2000;

/// Units per pixel. The back end draws at integer coordinates; with several units per pixel, curves are smooth.
pub(crate) const UNIT: u32 = 8;
/// Width and height of a panel [units], like all that follow.
const PANEL: (u32, u32) = (560 * UNIT, 300 * UNIT);
const HEADING: u32 = 84 * UNIT;
const MARGIN: u32 = 20 * UNIT;
const COLUMNS: usize = 2;
pub(crate) const FONT: &str = "Helvetica, Arial, DejaVu Sans, sans-serif";
pub(crate) const TEXT: RGBColor = RGBColor(38, 44, 52);
pub(crate) const FAINT: RGBColor = RGBColor(110, 118, 128);
const GRID: RGBColor = RGBColor(226, 230, 235);

/// A picture of all panels, two in a row, under a heading.
pub fn draw(title: &str, subtitle: &str, panels: &[Panel]) -> Result<String, Box<dyn Error>> {
    let rows = panels.len().div_ceil(COLUMNS);
    let size = (
        2 * MARGIN + PANEL.0 * COLUMNS as u32,
        HEADING + MARGIN + PANEL.1 * rows as u32,
    );
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        root.fill(&WHITE).map_err(|e| e.to_string())?;
        write(&root, title, (28, 38), 28, TEXT)?;
        write(&root, subtitle, (28, 62), 17, FAINT)?;
        let grid = root
            .margin(HEADING, MARGIN, MARGIN, MARGIN)
            .split_evenly((rows, COLUMNS));
        for (panel, area) in panels.iter().zip(&grid) {
            draw_panel(panel, area)?;
        }
        root.present().map_err(|e| e.to_string())?;
    }
    let units = format!("width=\"{}\" height=\"{}\"", size.0, size.1);
    let pixels = format!("width=\"{}\" height=\"{}\"", size.0 / UNIT, size.1 / UNIT);
    Ok(svg.replacen(&units, &pixels, 1))
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn draw_panel(panel: &Panel, area: &Area) -> Result<(), Box<dyn Error>> {
    write(area, &panel.title, (8, 26), 18, TEXT)?;
    let below = legend(panel, area)?;
    let (x, y) = ranges(panel);
    let (wide, high) = (x.end - x.start, y.end - y.start);
    let mut chart = ChartBuilder::on(area)
        .margin_top((38 + below as u32) * UNIT)
        .margin_right(22 * UNIT)
        .x_label_area_size(44 * UNIT)
        .y_label_area_size(58 * UNIT)
        .build_cartesian_2d(x, y)
        .map_err(|e| e.to_string())?;
    let small = (FONT, 15 * UNIT).into_font().color(&FAINT);
    chart
        .configure_mesh()
        .bold_line_style(GRID.stroke_width(UNIT))
        .light_line_style(TRANSPARENT)
        .axis_style(GRID.stroke_width(UNIT))
        .label_style(small.clone())
        .axis_desc_style(small)
        .set_all_tick_mark_size(6 * UNIT)
        .x_labels(8)
        .y_labels(6)
        .x_desc(&panel.x)
        .x_label_formatter(&|value| number(*value, wide))
        .y_label_formatter(&|value| number(*value, high))
        .draw()
        .map_err(|e| e.to_string())?;
    for curve in &panel.curves {
        let finite = |point: &&(f64, f64)| point.0.is_finite() && point.1.is_finite();
        let points: Vec<(f64, f64)> = curve.points.iter().filter(finite).copied().collect();
        let (points, ink) = (
            thinned(&points, MOST_POINTS).into_iter(),
            curve.ink.stroke_width(2 * UNIT),
        );
        let _ = match curve.stroke.pattern() {
            None => chart.draw_series(LineSeries::new(points, ink)),
            Some((stroke, gap)) => chart.draw_series(DashedLineSeries::new(points, stroke, gap, ink)),
        }
        .map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// Names of the curves at the right of the panel's title, each after a stroke of its colour; below it, where both do not fit into
/// one line. Returns the height of the line below [pixels].
fn legend(panel: &Panel, area: &Area) -> Result<i32, Box<dyn Error>> {
    const STROKE: i32 = 16;
    const LINE: i32 = 20;
    let width = |name: &str| STROKE + 5 + 6 * name.chars().count() as i32 + 13;
    let named: Vec<&Curve> = panel.curves.iter().filter(|curve| !curve.name.is_empty()).collect();
    let total: i32 = named.iter().map(|curve| width(&curve.name)).sum();
    let mut left = (PANEL.0 / UNIT) as i32 - 10 - total;
    let title = 8 + 9 * panel.title.chars().count() as i32;
    let below = if left < title + 10 { LINE } else { 0 };
    for curve in named {
        let ends = [(left, 21 + below), (left + STROKE, 21 + below)].map(units);
        let stroke = PathElement::new(ends, curve.ink.stroke_width(3 * UNIT));
        area.draw(&stroke).map_err(|e| e.to_string())?;
        write(area, &curve.name, (left + STROKE + 5, 25 + below), 14, TEXT)?;
        left += width(&curve.name);
    }
    Ok(below)
}

/// Converts pixels to units.
fn units((x, y): (i32, i32)) -> (i32, i32) {
    (x * UNIT as i32, y * UNIT as i32)
}

/// Writes text of a size [pixels] with the start of its base line at a point [pixels].
pub(crate) fn write(
    area: &Area,
    text: &str,
    (x, y): (i32, i32),
    size: i32,
    ink: RGBColor,
) -> Result<(), Box<dyn Error>> {
    let style = (FONT, size * UNIT as i32).into_font().color(&ink);
    let text = Text::new(text.to_owned(), units((x, y - size * 4 / 5)), style);
    area.draw(&text).map_err(|e| e.to_string())?;
    Ok(())
}

type Range = std::ops::Range<f64>;

/// Ranges that contain all curves, with a margin above and below.
fn ranges(panel: &Panel) -> (Range, Range) {
    let finite = |point: &&(f64, f64)| point.0.is_finite() && point.1.is_finite();
    let points = || panel.curves.iter().flat_map(|curve| &curve.points).filter(finite);
    let x = extent(points().map(|point| point.0), 0.0);
    let y = extent(points().map(|point| point.1), 0.08);
    if panel.equal { equalised(x, y) } else { (x, y) }
}

/// From the smallest to the largest number, extended by a fraction on either side; never empty.
fn extent(values: impl Iterator<Item = f64>, air: f64) -> Range {
    let (low, high) = values
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });
    if low > high {
        return 0.0..1.0;
    }
    let least = 1e-6 * low.abs().max(high.abs()).max(1.0);
    let margin = (air * (high - low)).max(least);
    let margin = if high - low > least {
        margin * f64::from(air > 0.0)
    } else {
        margin
    };
    low - margin..high + margin
}

/// Extends the shorter axis until both have the same scale.
fn equalised(x: Range, y: Range) -> (Range, Range) {
    const SHAPE: f64 = (PANEL.0 - 80 * UNIT) as f64 / (PANEL.1 - 82 * UNIT) as f64;
    let widened = |range: Range, length: f64| {
        let middle = 0.5 * (range.start + range.end);
        middle - 0.5 * length..middle + 0.5 * length
    };
    let (wide, high) = (x.end - x.start, y.end - y.start);
    if wide > SHAPE * high {
        (x, widened(y, wide / SHAPE))
    } else {
        (widened(x, high * SHAPE), y)
    }
}

/// The fewest digits that distinguish the numbers on an axis of that length.
fn number(value: f64, length: f64) -> String {
    let digits = (2.0 - length.log10().floor()).clamp(3.0, 12.0) as usize;
    let text = format!("{value:.digits$}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "0" | "-0" => "0".to_owned(),
        _ if length < TINY && value.abs() <= 10.0 * length => powered(text).replace('-', "−"),
        _ => text.replace('-', "−"),
    }
}

/// Length of an axis about zero below which its numbers are written with a power of ten: as decimals they would be wider than the room
/// beside the axis.
const TINY: f64 = 1e-4;

/// A decimal number with a power of ten.
fn powered(decimal: &str) -> String {
    decimal
        .parse::<f64>()
        .map_or_else(|_| decimal.to_owned(), |value| format!("{value:e}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_on_an_axis_are_short() {
        assert_eq!(
            [0.5, -2.0, 0.0, -0.0001, 12.25].map(|value| number(value, 15.0)),
            ["0.5", "−2", "0", "0", "12.25"]
        );
        assert_eq!(
            [1.3474, 1.3478].map(|value| number(value, 0.0012)),
            ["1.3474", "1.3478"]
        );
        // Of a curve that is zero: as decimals they are wider than the room beside the axis, and their sign was cut off.
        assert_eq!(
            [-1e-6, -5e-7, 0.0, 2.5e-7].map(|value| number(value, 2e-6)),
            ["−1e−6", "−5e−7", "0", "2.5e−7"]
        );
    }

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

    #[test]
    fn a_range_is_never_empty() {
        let constant = extent([3.0, 3.0].into_iter(), 0.1);
        assert!(constant.start < 3.0 && constant.end > 3.0);
        assert_eq!(extent([f64::NAN].into_iter(), 0.1), 0.0..1.0);
        assert_eq!(extent([1.0, 2.0].into_iter(), 0.0), 1.0..2.0);
    }

    #[test]
    fn a_picture_names_what_it_shows() {
        let panel = Panel {
            title: "roll [deg]".to_owned(),
            x: "time [s]".to_owned(),
            curves: vec![Curve {
                name: "front & left".to_owned(),
                ink: BLUE,
                stroke: Stroke::Solid,
                points: vec![(0.0, 1.0), (1.0, 2.0)],
            }],
            equal: false,
        };
        let svg = draw("Step <steer>", "60 km/h", &[panel]).expect("it can be drawn");
        for text in [
            "Step &lt;steer&gt;",
            "60 km/h",
            "roll [deg]",
            "time [s]",
            "front &amp; left",
        ] {
            assert!(svg.contains(text), "{text} is missing");
        }
    }
}
