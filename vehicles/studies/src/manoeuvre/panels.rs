//! Pictures of a manoeuvre.

use super::figures::{History, swept};
use super::{Facts, Kind, Manoeuvre, Steering};
use crate::panels::{Panel, Scale, line};
use crate::table::Table;

/// Path, steering wheel, motion and loads over time. For a sweep also the frequency response, for a slow turn also the gradients.
pub fn of(manoeuvre: &Manoeuvre, facts: &Facts, table: &Table) -> Vec<Panel> {
    let history = History::of(table, &facts.wheels);
    let degrees = 1f64.to_degrees();
    let over = |values: &[f64], factor: f64| -> Vec<(f64, f64)> {
        let points = history.time.iter().zip(values);
        points.map(|(time, x)| (*time, factor * x)).collect()
    };
    let panel = |title: &str, curves: &[(&str, &[f64])], factor: f64| Panel {
        title: title.to_owned(),
        x: "time [s]".to_owned(),
        curves: curves
            .iter()
            .enumerate()
            .map(|(k, (name, values))| line(k, name, over(values, factor)))
            .collect(),
        ..Panel::default()
    };
    let loads: Vec<(&str, &[f64])> = facts
        .wheels
        .iter()
        .copied()
        .zip(history.loads.iter().map(Vec::as_slice))
        .collect();
    let mut panels = particular(manoeuvre, &history);
    panels.extend(path(manoeuvre, facts, &history));
    panels.extend([
        panel("steering wheel [deg]", &[("", &history.steering_wheel)], degrees),
        panel("speed [m/s]", &[("", &history.speed)], 1.0),
        panel("yaw rate [deg/s]", &[("", &history.yaw_rate)], degrees),
        panel(
            "acceleration [m/s²]",
            &[
                ("lateral", &history.lateral),
                ("longitudinal", &history.longitudinal),
                ("vertical", &history.vertical),
            ],
            1.0,
        ),
        panel(
            "roll, pitch [deg]",
            &[("roll", &history.roll), ("pitch", &history.pitch)],
            degrees,
        ),
        panel("sideslip [deg]", &[("", &history.sideslip)], degrees),
        panel("wheel loads [kN]", &loads, 1e-3),
    ]);
    panels
}

/// The path. If there are lanes, also the lateral position between their borders, which shows deviations more clearly.
fn path(manoeuvre: &Manoeuvre, facts: &Facts, history: &History) -> Vec<Panel> {
    let points = history.x.iter().copied().zip(history.y.iter().copied()).collect();
    let has_lanes = manoeuvre.steering.lanes().is_some();
    let mut curves = vec![line(0, if has_lanes { "path" } else { "" }, points)];
    if let Some((track, _)) = manoeuvre.steering.track(facts) {
        for lane in track.lanes() {
            let borders = lane
                .across
                .map(|border| lane.along.map(|along| (along, border)).to_vec());
            curves.extend(borders.map(|border| line(1, "lanes", border)));
        }
    }
    let panel = |title: &str, scale| Panel {
        title: title.to_owned(),
        x: "X [m]".to_owned(),
        curves: curves.clone(),
        scale,
    };
    let mut panels = vec![panel("path: Y [m]", Scale::Equal)];
    if has_lanes {
        panels.push(panel("lateral position between the lanes [m]", Scale::Linear));
    }
    panels
}

/// Curves from which one kind of figures is read.
fn particular(manoeuvre: &Manoeuvre, history: &History) -> Vec<Panel> {
    let degrees = 1f64.to_degrees();
    let mut panels = Vec::new();
    if let (Steering::Sweep(sweep), true) = (&manoeuvre.steering, manoeuvre.figures.contains(&Kind::Frequency)) {
        for (name, values, unit, factor) in [
            ("yaw rate", &history.yaw_rate, "1/s", 1.0),
            ("lateral acceleration", &history.lateral, "m/s²/deg", 1f64.to_radians()),
        ] {
            let own = swept(sweep, history, values);
            for (title, values, factor) in [
                (format!("{name}: gain [{unit}]"), &own.gain, factor),
                (format!("{name}: phase [deg]"), &own.phase, degrees),
            ] {
                let points = own.frequency.iter().zip(values).map(|(f, x)| (*f, factor * x));
                panels.push(Panel {
                    title,
                    x: "frequency [Hz]".to_owned(),
                    curves: vec![line(0, "", points.collect())],
                    scale: Scale::Logarithmic,
                });
            }
        }
    }
    if manoeuvre.figures.contains(&Kind::Steady) {
        for (title, values) in [
            ("steering wheel [deg]", &history.steering_wheel),
            ("sideslip [deg]", &history.sideslip),
            ("roll [deg]", &history.roll),
        ] {
            let points = history.lateral.iter().zip(values).map(|(a, x)| (*a, degrees * x));
            panels.push(Panel {
                title: format!("{title}, steady"),
                x: "lateral acceleration [m/s²]".to_owned(),
                curves: vec![line(0, "", points.collect())],
                ..Panel::default()
            });
        }
    }
    panels
}
