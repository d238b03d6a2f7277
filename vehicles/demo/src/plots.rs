//! Plots of each manoeuvre.

use crate::histories::{CornerSample, History, Sample};
use crate::truck::CORNERS;
use plotters::style::RGBColor;
use wishbone_studies::panels::{Curve, Panel, Stroke};

/// Colour of a single curve.
const INK: RGBColor = RGBColor(0, 90, 160);
const SECOND: RGBColor = RGBColor(205, 84, 0);
const THIRD: RGBColor = RGBColor(20, 140, 100);
/// Left blue, right orange; front dark, rear light; in the order of [`CORNERS`].
const CORNER_INKS: [RGBColor; 4] = [
    RGBColor(0, 90, 160),
    RGBColor(205, 84, 0),
    RGBColor(92, 178, 232),
    RGBColor(240, 165, 50),
];

/// Path, rack, yaw rate, lateral acceleration, roll, wheel loads.
pub fn step_steer(history: &History) -> Vec<Panel> {
    let path = history.samples.iter().map(|s| (s.position[0], s.position[1])).collect();
    vec![
        Panel {
            title: "path of the chassis: Y [m]".to_owned(),
            x: "X [m]".to_owned(),
            curves: vec![curve("", INK, path)],
            equal: true,
        },
        single("rack, to the left [mm]", history, |s| 1e3 * s.rack),
        single("yaw rate [deg/s]", history, |s| s.yaw_rate.to_degrees()),
        single("lateral acceleration [m/s²]", history, |s| s.lateral_acceleration),
        single("roll [deg]", history, |s| s.roll.to_degrees()),
        corners("wheel loads [kN]", history, |c, _| 1e-3 * c.load),
    ]
}

/// Heave, pitch and roll, vertical acceleration, wheel travel, springs, wheel loads.
pub fn bump(history: &History) -> Vec<Panel> {
    let first = history.samples.first().copied().unwrap_or_default();
    let angles = vec![
        curve("roll", INK, history.curve(|s| s.roll.to_degrees())),
        curve("pitch", SECOND, history.curve(|s| s.pitch.to_degrees())),
        curve("yaw", THIRD, history.curve(|s| s.yaw.to_degrees())),
    ];
    vec![
        single("heave of the chassis [mm]", history, move |s| {
            1e3 * (s.position[2] - first.position[2])
        }),
        over_time("angles of the chassis [deg]", angles),
        corners("wheel travel [mm]", history, |c, at_rest| {
            1e3 * (c.wheel_z - at_rest.wheel_z)
        }),
        corners("spring lengths [mm]", history, |c, _| 1e3 * c.spring_length),
        corners("wheel loads [kN]", history, |c, _| 1e-3 * c.load),
        single("vertical acceleration of the chassis [m/s²]", history, |s| {
            s.vertical_acceleration
        }),
    ]
}

fn single(title: &str, history: &History, y: impl Fn(&Sample) -> f64) -> Panel {
    over_time(title, vec![curve("", INK, history.curve(y))])
}

/// One curve for each corner; `y` gets the corner now and at the beginning.
fn corners(title: &str, history: &History, y: impl Fn(&CornerSample, &CornerSample) -> f64) -> Panel {
    let first = history.samples.first().copied().unwrap_or_default();
    let each = CORNERS
        .iter()
        .zip(CORNER_INKS)
        .enumerate()
        .map(|(index, (corner, ink))| {
            let points = history.curve(|sample| y(&sample.corners[index], &first.corners[index]));
            curve(corner.name, ink, points)
        });
    over_time(title, each.collect())
}

fn over_time(title: &str, curves: Vec<Curve>) -> Panel {
    Panel {
        title: title.to_owned(),
        x: "time [s]".to_owned(),
        curves,
        equal: false,
    }
}

fn curve(name: &str, ink: RGBColor, points: Vec<(f64, f64)>) -> Curve {
    Curve {
        stroke: Stroke::Solid,
        name: name.to_owned(),
        ink,
        points,
    }
}
