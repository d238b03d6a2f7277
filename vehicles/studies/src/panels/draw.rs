//! Panels as SVG.

use super::axis::Axis;
use super::{Curve, Panel, Scale, Stroke, thinned};
use plotters::coord::Shift;
use plotters::prelude::*;
use std::error::Error;

/// Largest number of points of a curve in a picture: about four for each pixel of a panel's width.
const MOST_POINTS: usize = 2000;

/// Units per pixel. The back end draws at integer coordinates; with several units per pixel, curves are smooth.
pub(crate) const UNIT: u32 = 8;
/// Width and height of a panel [units]. All sizes below are in units, too.
const PANEL: (u32, u32) = (560 * UNIT, 300 * UNIT);
const HEADING: u32 = 84 * UNIT;
const MARGIN: u32 = 20 * UNIT;
/// Largest number of letters in a line of the subtitle, and distance of its lines [pixels].
const SUBTITLE: usize = 148;
const BELOW: u32 = 22;
const COLUMNS: usize = 2;
pub(crate) const FONT: &str = "Helvetica, Arial, DejaVu Sans, sans-serif";
pub(crate) const TEXT: RGBColor = RGBColor(38, 44, 52);
pub(crate) const FAINT: RGBColor = RGBColor(110, 118, 128);
const GRID: RGBColor = RGBColor(226, 230, 235);

/// A picture of all panels, two in a row, under a heading. Curves of designs without a [`Stroke`] are not drawn.
pub fn draw(title: &str, subtitle: &str, panels: &[Panel]) -> Result<String, Box<dyn Error>> {
    let rows = panels.len().div_ceil(COLUMNS);
    let under = wrapped(subtitle, SUBTITLE);
    let heading = HEADING + BELOW * (under.len().max(1) as u32 - 1) * UNIT;
    let size = (
        2 * MARGIN + PANEL.0 * COLUMNS as u32,
        heading + MARGIN + PANEL.1 * rows as u32,
    );
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        root.fill(&WHITE).map_err(|e| e.to_string())?;
        write(&root, title, (28, 38), 28, TEXT)?;
        for (row, line) in (0..).zip(&under) {
            write(&root, line, (28, 62 + BELOW as i32 * row), 17, FAINT)?;
        }
        let grid = root
            .margin(heading, MARGIN, MARGIN, MARGIN)
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
    let (x, y) = axes(panel);
    let (wide, high, is_logarithmic) = (x.length(), y.length(), panel.scale == Scale::Logarithmic);
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
        .x_desc(match is_logarithmic {
            true => format!("{}, logarithmic", panel.x),
            false => panel.x.clone(),
        })
        .x_label_formatter(&|value| number(*value, if is_logarithmic { *value } else { wide }))
        .y_label_formatter(&|value| number(*value, high))
        .draw()
        .map_err(|e| e.to_string())?;
    for curve in &panel.curves {
        let Some(stroke) = Stroke::of(curve.design) else {
            continue;
        };
        let finite = |point: &&(f64, f64)| point.0.is_finite() && point.1.is_finite();
        let points: Vec<(f64, f64)> = curve.points.iter().filter(finite).copied().collect();
        if let [point] = points[..] {
            let dot = Circle::new(point, 4 * UNIT, curve.ink.filled());
            let _ = chart.draw_series([dot]).map_err(|e| e.to_string())?;
            continue;
        }
        let (points, ink) = (
            thinned(&points, MOST_POINTS).into_iter(),
            curve.ink.stroke_width(2 * UNIT),
        );
        let _ = match stroke.pattern() {
            None => chart.draw_series(LineSeries::new(points, ink)),
            Some((stroke, gap)) => chart.draw_series(DashedLineSeries::new(points, stroke, gap, ink)),
        }
        .map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// Draws the names of the curves at the right of the panel's title, each after a stroke of its colour. If title and
/// names do not fit in one line, the names are in lines below the title. Returns the height of these lines [pixels].
fn legend(panel: &Panel, area: &Area) -> Result<i32, Box<dyn Error>> {
    const STROKE: i32 = 16;
    const LINE: i32 = 20;
    let width = |name: &str| STROKE + 5 + 7 * name.chars().count() as i32 + 13;
    let mut named: Vec<&Curve> = Vec::new();
    for curve in &panel.curves {
        if !curve.name.is_empty() && named.iter().all(|own| own.name != curve.name) {
            named.push(curve);
        }
    }
    let (total, most) = (
        named.iter().map(|curve| width(&curve.name)).sum::<i32>(),
        (PANEL.0 / UNIT) as i32 - 10,
    );
    let beside = most - total > 18 + 9 * panel.title.chars().count() as i32;
    let (mut left, mut below) = if beside || named.is_empty() {
        (most - total, 0)
    } else {
        (8, LINE)
    };
    for curve in named {
        if left > 8 && left + width(&curve.name) > most && !beside {
            (left, below) = (8, below + LINE);
        }
        let ends = [(left, 21 + below), (left + STROKE, 21 + below)].map(units);
        let stroke = PathElement::new(ends, curve.ink.stroke_width(3 * UNIT));
        area.draw(&stroke).map_err(|e| e.to_string())?;
        write(area, &curve.name, (left + STROKE + 5, 25 + below), 14, TEXT)?;
        left += width(&curve.name);
    }
    Ok(below)
}

/// Breaks a text into lines of whole words with at most `most` letters.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

impl Stroke {
    /// Lengths of strokes and gaps [units].
    fn pattern(self) -> Option<(u32, u32)> {
        match self {
            Self::Solid => None,
            Self::Dashed => Some((10 * UNIT, 5 * UNIT)),
            Self::Dotted => Some((3 * UNIT, 3 * UNIT)),
            Self::LongDashed => Some((24 * UNIT, 5 * UNIT)),
            Self::WideDashed => Some((10 * UNIT, 14 * UNIT)),
            Self::WideDotted => Some((3 * UNIT, 9 * UNIT)),
        }
    }
}

/// Converts pixels to units.
fn units((x, y): (i32, i32)) -> (i32, i32) {
    (x * UNIT as i32, y * UNIT as i32)
}

/// Writes text of a size [pixels] that begins with its base line at a point [pixels].
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

/// Axes that contain all curves, with a margin above and below.
fn axes(panel: &Panel) -> (Axis, Axis) {
    let x = extent(panel.finite().map(|point| point.0), 0.0);
    let y = extent(panel.finite().map(|point| point.1), 0.08);
    let y = widened(y.clone(), panel.least_range().max(y.end - y.start));
    match panel.scale {
        Scale::Linear => (Axis::linear(x, 8), Axis::linear(y, 6)),
        Scale::Logarithmic => (Axis::logarithmic(x), Axis::linear(y, 6)),
        Scale::Equal => {
            let (x, y) = equalised(x, y);
            (Axis::linear(x, 8), Axis::linear(y, 6))
        }
    }
}

/// A range of this length about its own middle.
fn widened(range: Range, length: f64) -> Range {
    let middle = 0.5 * (range.start + range.end);
    middle - 0.5 * length..middle + 0.5 * length
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

/// Extends the shorter axis until both have one scale.
fn equalised(x: Range, y: Range) -> (Range, Range) {
    const SHAPE: f64 = (PANEL.0 - 80 * UNIT) as f64 / (PANEL.1 - 82 * UNIT) as f64;
    let (wide, high) = (x.end - x.start, y.end - y.start);
    if wide > SHAPE * high {
        (x, widened(y, wide / SHAPE))
    } else {
        (widened(x, high * SHAPE), y)
    }
}

/// The number with the fewest digits that distinguish numbers on an axis of this length.
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

/// Length of an axis about zero; below this length, its numbers have a power of ten. As decimals they would be wider
/// than the room beside the axis.
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
        // Numbers of a curve that is zero. As decimals they were wider than the room beside the axis, and their sign was cut off.
        assert_eq!(
            [-1e-6, -5e-7, 0.0, 2.5e-7].map(|value| number(value, 2e-6)),
            ["−1e−6", "−5e−7", "0", "2.5e−7"]
        );
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
                points: vec![(0.0, 1.0), (1.0, 2.0)],
                ..Curve::default()
            }],
            ..Panel::default()
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

    #[test]
    fn a_held_speed_is_drawn_over_a_metre_by_second() {
        let panel = Panel {
            title: "speed [m/s]".to_owned(),
            curves: vec![super::super::line(0, "", vec![(0.0, 22.0), (1.0, 22.005)])],
            ..Panel::default()
        };
        let (_, y) = axes(&panel);
        assert!((y.length() - 1.0).abs() < 1e-12, "{}", y.length());
    }

    #[test]
    fn a_subtitle_is_wrapped_between_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert!(wrapped("", 7).is_empty());
    }
}
