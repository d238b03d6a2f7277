//! Small multiples: camber and toe over travel, with one panel for each suspension.

use crate::sweep::{Curve, Point};
use std::fmt::Write;

const COLUMNS: usize = 4;
const PANEL: [f64; 2] = [230.0, 200.0];
const MARGIN: [f64; 2] = [34.0, 30.0];
/// Angle at the border of a panel [deg].
const RANGE: f64 = 8.0;
/// Travel at the border [mm].
const TRAVEL: f64 = 80.0;

/// The picture as SVG.
pub fn small_multiples(curves: &[(&str, Curve)]) -> String {
    let rows = curves.len().div_ceil(COLUMNS);
    let [width, height] = [COLUMNS as f64 * PANEL[0] + 12.0, rows as f64 * PANEL[1] + 34.0];
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"11\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    for (number, (name, curve)) in curves.iter().enumerate() {
        let corner = [
            (number % COLUMNS) as f64 * PANEL[0] + MARGIN[0],
            (number / COLUMNS) as f64 * PANEL[1] + MARGIN[1],
        ];
        panel(&mut svg, corner, name, curve);
    }
    let y = height - 12.0;
    let _ = write!(
        svg,
        "<text x=\"34\" y=\"{y}\"><tspan fill=\"#005aa0\">camber [deg]</tspan>, <tspan fill=\"#cd5400\">toe-in [deg]</tspan> \
         over wheel travel [mm], bump to the right; chassis held</text>\n</svg>\n"
    );
    svg
}

fn panel(svg: &mut String, [left, top]: [f64; 2], name: &str, curve: &Curve) {
    let [width, height] = [PANEL[0] - 44.0, PANEL[1] - 50.0];
    let x = |travel: f64| left + width * (0.5 + 0.5 * travel / TRAVEL);
    let y = |angle: f64| top + height * (0.5 - 0.5 * angle / RANGE);
    let _ = writeln!(
        svg,
        "<text x=\"{left}\" y=\"{}\" font-weight=\"bold\">{name}</text>\n<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" \
         height=\"{height}\" fill=\"none\" stroke=\"#888\"/>",
        top - 6.0
    );
    for angle in [-4.0, 0.0, 4.0] {
        let at = y(angle);
        let _ = writeln!(
            svg,
            "<line x1=\"{left}\" x2=\"{}\" y1=\"{at}\" y2=\"{at}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{}\" \
             text-anchor=\"end\" fill=\"#555\">{angle}</text>",
            left + width,
            left - 4.0,
            at + 4.0
        );
    }
    for travel in [-80.0, 0.0, 80.0] {
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"#555\">{travel}</text>",
            x(travel),
            top + height + 13.0
        );
    }
    for (ink, angle) in [("#005aa0", (|p| p.camber) as fn(&Point) -> f64), ("#cd5400", |p| p.toe)] {
        let inside = curve.iter().filter(|p| (1e3 * p.travel).abs() <= TRAVEL + 0.5);
        let points: Vec<String> = inside
            .map(|p| {
                format!(
                    "{:.1},{:.1}",
                    x(1e3 * p.travel),
                    y(angle(p).to_degrees().clamp(-RANGE, RANGE))
                )
            })
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.6\"/>",
            points.join(" ")
        );
    }
}
