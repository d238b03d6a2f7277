//! Sensitivities as a picture: a row for each coordinate, a column for each figure.

use crate::characteristics::Subject;
use crate::panels::{FAINT, FONT, TEXT, UNIT, write};
use crate::sensitivity::{Sensitivities, by_millimetre};
use plotters::prelude::*;
use std::error::Error;
use wishbone::description::Description;

/// Width and height of a cell [pixels]. All sizes below are in pixels.
const CELL: (i32, i32) = (24, 17);
/// Width of the names of coordinates.
const NAMES: i32 = 230;
/// Height of heading and names of figures.
const HEAD: i32 = 250;
const MARGIN: i32 = 24;
/// Largest change for a millimetre that counts as zero, in the displayed unit.
const ROUNDING: f64 = 1e-9;
/// Colours of the largest decrease and increase, which colour-blind readers can distinguish (Okabe and Ito).
const ENDS: [RGBColor; 2] = [RGBColor(0, 114, 178), RGBColor(213, 94, 0)];

/// A picture of the derivatives. In each column the largest entry has the full colour, and its value is written under the name of
/// the column.
///
/// # Errors
/// If the picture cannot be drawn.
pub fn draw(title: &str, found: &Sensitivities, names: &Description) -> Result<String, Box<dyn Error>> {
    let (rows, columns) = (found.coordinates.len() as i32, found.survey.asked.len() as i32);
    let size = [2 * MARGIN + NAMES + CELL.0 * columns, HEAD + MARGIN + CELL.1 * rows].map(|length| length as u32);
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, (size[0] * UNIT, size[1] * UNIT)).into_drawing_area();
        root.fill(&WHITE).map_err(|e| e.to_string())?;
        write(&root, title, (MARGIN, 32), 22, TEXT)?;
        let told = "change for 1 mm; blue less, orange more, by the largest of the column";
        write(&root, told, (MARGIN, 54), 14, FAINT)?;
        for (row, coordinate) in (0..).zip(&found.coordinates) {
            write(&root, &coordinate.name, (MARGIN, HEAD + CELL.1 * row + 13), 13, TEXT)?;
        }
        for (column, figure) in (0..columns).zip(0..) {
            self::column(&root, found, names, column, figure)?;
        }
        root.present().map_err(|e| e.to_string())?;
    }
    let units = format!("width=\"{}\" height=\"{}\"", size[0] * UNIT, size[1] * UNIT);
    let pixels = format!("width=\"{}\" height=\"{}\"", size[0], size[1]);
    Ok(svg.replacen(&units, &pixels, 1))
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn column(
    root: &Area,
    found: &Sensitivities,
    names: &Description,
    column: i32,
    figure: usize,
) -> Result<(), Box<dyn Error>> {
    let asked = &found.survey.asked[figure];
    let slopes: Vec<Option<f64>> = found
        .slopes
        .iter()
        .map(|row| row[figure].map(|slope| by_millimetre(slope, asked.characteristic)))
        .collect();
    let most = slopes
        .iter()
        .flatten()
        .fold(0.0_f64, |most, slope| most.max(slope.abs()));
    let left = MARGIN + NAMES + CELL.0 * column;
    let pixels = |x: i32, y: i32| (x * UNIT as i32, y * UNIT as i32);
    for (row, slope) in (0..).zip(&slopes) {
        let top = HEAD + CELL.1 * row;
        let corners = [pixels(left, top), pixels(left + CELL.0 - 1, top + CELL.1 - 1)];
        let cell = Rectangle::new(corners, colour(*slope, most).filled());
        root.draw(&cell).map_err(|e| e.to_string())?;
    }
    let upright = |text: String, x: i32, ink: RGBColor| -> Result<(), Box<dyn Error>> {
        let font = (FONT, 13 * UNIT as i32).into_font().transform(FontTransform::Rotate270);
        let text = Text::new(text, pixels(x, HEAD - 6), font.color(&ink));
        root.draw(&text).map_err(|e| e.to_string())?;
        Ok(())
    };
    let (unit, _) = asked.characteristic.shown();
    let subject = found.survey.subject(asked, names);
    let last = subject.rsplit('.').next().unwrap_or_default();
    let kind = asked.characteristic.word();
    let label = match asked.subject {
        Subject::Length { .. } => format!("{kind} of {last}"),
        _ => kind.to_owned(),
    };
    let travel = 1e3 * found.survey.travel[asked.station];
    let sign = if travel > 0.0 { "+" } else { "" };
    upright(format!("{label} at {sign}{travel:.0} mm"), left, TEXT)?;
    let largest = match most < ROUNDING {
        true => "unchanged".to_owned(),
        false => format!("{most:.2e} {unit}"),
    };
    upright(largest, left + 11, FAINT)
}

/// A colour from blue through white to orange.
fn colour(slope: Option<f64>, most: f64) -> RGBColor {
    let Some(slope) = slope else {
        return RGBColor(200, 200, 200);
    };
    if most < ROUNDING {
        return RGBColor(246, 246, 246);
    }
    let part = (slope / most).clamp(-1.0, 1.0);
    let RGBColor(r, g, b) = ENDS[usize::from(part > 0.0)];
    let mixed = [r, g, b].map(|end| (246.0 + part.abs() * (f64::from(end) - 246.0)) as u8);
    RGBColor(mixed[0], mixed[1], mixed[2])
}
