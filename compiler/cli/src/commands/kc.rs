//! `wishbone kc`

use crate::arguments::Kc;
use crate::failure::Failure;
use crate::running::Running;
use crate::{print, write};
use std::fmt::Write;
use std::path::Path;
use wishbone::prelude::*;
use wishbone_compiler::front::suggest;
use wishbone_compiler::model::equipment::{self, Steering};
use wishbone_engine::Engine;
use wishbone_studies::kinematics::{Test, curves, figures, roll_centre, steering_axes};
use wishbone_studies::panels::{Panel, draw, line};
use wishbone_studies::rig::Rig;
use wishbone_studies::table::Table;

/// Wheels belong to one axle where their centres are this close along X [m].
const SAME_AXLE: f64 = 0.2;

/// Measures the suspensions.
pub fn run(options: &Kc) -> Result<(), Failure> {
    let running = Running::differentiated(&options.source)?;
    let finding = |message: String| Failure::Finding(format!("vehicle `{}`: {message}", running.compiled.model.name));
    let bodies = running.engine.description().bodies;
    let place = |name: &String| {
        let found = bodies.iter().position(|own| own == name);
        found.ok_or_else(|| unknown(name, bodies))
    };
    let held: Vec<usize> = match options.bodies.is_empty() {
        true => running.units(),
        false => options.bodies.iter().map(place).collect::<Result<_, Failure>>()?,
    };
    let column = match equipment::steering(&running.compiled.model.equipment) {
        Some(Steering::Column(column)) => vec![column.joint.as_str()],
        Some(Steering::Driven { .. }) | None => Vec::new(),
    };
    let rig = Rig::new(running.engine.clone(), &held, &column, &running.radii);
    let mut rig = rig.map_err(|reason| finding(reason.to_string()))?;
    let steps = i32::from(options.steps);
    let positions = |most: f64| -> Vec<f64> {
        let places = -steps..=steps;
        places.map(|k| most * f64::from(k) / f64::from(steps)).collect()
    };
    let travel = positions(1e-3 * options.travel);
    let mut tables = Vec::new();
    for (name, test) in [("bounce", Test::Bounce), ("roll", Test::Roll)] {
        let table = curves(&rig, test, &travel).map_err(|reason| finding(format!("{name}: {reason}")))?;
        tables.push((name, table));
    }
    let drive = steered_drive(&running);
    if let Some(drive) = drive {
        let range = positions(range_of(&running, drive, options.steer));
        let table = curves(&rig, Test::Steer(drive), &range).map_err(|reason| finding(format!("steer: {reason}")))?;
        tables.push(("steer", table));
    }
    let mut text = summary(&running, &held, &mut rig, drive).map_err(|reason| finding(reason.to_string()))?;
    let bounce = &tables[0].1;
    for wheel in running.engine.description().wheels {
        text.push('\n');
        text.push_str(&of_wheel(wheel, bounce));
    }
    if let Some(folder) = &options.out {
        text.push('\n');
        for (name, table) in &tables {
            text.push_str(&written(folder, name, table, &running)?);
        }
    }
    print::out(&text)
}

fn unknown(name: &str, bodies: &[&str]) -> Failure {
    let near = suggest::nearest(name, bodies.iter().copied());
    let hint = near.map_or_else(
        || format!("the bodies are: {}", bodies.join(", ")),
        |near| format!("did you mean `{near}`?"),
    );
    Failure::Misuse(format!("there is no body `{name}`; {hint}"))
}

/// The drive that steers: that of the declared steering, or the only one.
fn steered_drive(running: &Running) -> Option<usize> {
    let drives = running.engine.description().drives;
    match equipment::steering(&running.compiled.model.equipment) {
        Some(Steering::Driven { drive, .. }) => drives.iter().position(|own| own == drive),
        Some(Steering::Column(_)) => None,
        None => (drives.len() == 1).then_some(0),
    }
}

/// Range in SI of a drive that slides, given in millimetres, or turns, given in degrees.
fn range_of(running: &Running, drive: usize, range: f64) -> f64 {
    match slides(running, drive) {
        true => 1e-3 * range,
        false => range.to_radians(),
    }
}

/// Whether the input at a position is a length.
fn slides(running: &Running, input: usize) -> bool {
    let model = &running.compiled.model;
    let drive = model.drives.iter().find(|drive| drive.input == input);
    drive.is_some_and(|drive| match &drive.share {
        Some(share) => share.slides[1],
        None => model
            .joint(drive.joint)
            .kind
            .single_axis()
            .is_none_or(|axis| axis.turn == 0.0),
    })
}

/// Pairs of wheels of one axle, left and right, from the front.
fn axles(design: &[WheelMotion]) -> Vec<[usize; 2]> {
    let mut axles = Vec::new();
    for (left, wheel) in design.iter().enumerate().filter(|(_, wheel)| wheel.centre[1] > 0.0) {
        let right = design.iter().position(|other| {
            other.centre[1] < 0.0
                && (other.centre[0] - wheel.centre[0]).abs() < SAME_AXLE
                && (other.centre[1] + wheel.centre[1]).abs() < SAME_AXLE
        });
        axles.extend(right.map(|right| [left, right]));
    }
    axles.sort_by(|a, b| design[b[0]].centre[0].total_cmp(&design[a[0]].centre[0]));
    axles
}

fn summary(
    running: &Running,
    held: &[usize],
    rig: &mut Rig<Engine>,
    drive: Option<usize>,
) -> Result<String, wishbone_studies::rig::NotReached> {
    let names = running.engine.description();
    let design = rig.wheels();
    let heights: Vec<f64> = design.iter().map(|wheel| wheel.centre[2]).collect();
    rig.lift(&heights)?;
    let figures = figures(rig, &design)?;
    let axes = drive.map_or_else(Vec::new, |drive| steering_axes(rig, drive));
    let held: Vec<String> = held.iter().map(|&body| format!("`{}`", names.bodies[body])).collect();
    let mut text = format!(
        "{}: kinematics at the design position, {} held\n",
        names.name,
        held.join(", ")
    );
    let width = names.wheels.iter().map(|name| name.len()).max().unwrap_or(0).max(5);
    let _ = writeln!(
        text,
        "\n{:width$}  toe [deg]  camber [deg]  wheel rate [N/mm]  roll rate [N/mm]  brake support [deg]  drive support [deg]",
        "wheel"
    );
    for (name, own) in names.wheels.iter().zip(&figures) {
        let _ = writeln!(
            text,
            "{name:width$}  {:>9.4}  {:>12.4}  {:>17.2}  {:>16.2}  {:>19.3}  {:>19.3}",
            own.toe.to_degrees(),
            own.camber.to_degrees(),
            1e-3 * own.rate,
            1e-3 * own.roll_rate,
            own.brake_support.atan().to_degrees(),
            own.drive_support.atan().to_degrees()
        );
    }
    for pair in axles(&design) {
        let track = design[pair[0]].centre[1] - design[pair[1]].centre[1];
        let names = pair.map(|wheel| names.wheels[wheel]);
        let _ = match roll_centre(rig, pair) {
            Some([_, height]) => writeln!(
                text,
                "\naxle of `{}` and `{}`: track {:.1} mm, roll centre {:.1} mm above the ground",
                names[0],
                names[1],
                1e3 * track,
                1e3 * height
            ),
            None => writeln!(text, "\naxle of `{}` and `{}`: no roll centre", names[0], names[1]),
        };
    }
    if axes.iter().any(Option::is_some) {
        let _ = writeln!(
            text,
            "\n{:width$}  caster [deg]  kingpin [deg]  scrub radius [mm]  trail [mm]  steer by drive",
            "wheel"
        );
    }
    for (name, axis) in names.wheels.iter().zip(&axes) {
        if let Some(axis) = axis {
            let _ = writeln!(
                text,
                "{name:width$}  {:>12.3}  {:>13.3}  {:>17.2}  {:>10.2}  {:>14.4}",
                axis.caster.to_degrees(),
                axis.inclination.to_degrees(),
                1e3 * axis.scrub_radius,
                1e3 * axis.trail,
                axis.ratio
            );
        }
    }
    Ok(text)
}

/// Toe, camber and rate of a wheel over travel.
fn of_wheel(wheel: &str, table: &Table) -> String {
    let column = |name: &str| table.column(&format!("{wheel}.{name}")).unwrap_or_default();
    let [toe, camber, y, rate] = ["toe", "camber", "y", "wheel_rate"].map(column);
    let travel = table.column("travel").unwrap_or_default();
    let every = (travel.len() / 8).max(1);
    let mut text =
        format!("`{wheel}` in bounce\n travel [mm]  toe [deg]  camber [deg]  track change [mm]  rate [N/mm]\n");
    for k in (0..travel.len()).step_by(every) {
        let _ = writeln!(
            text,
            "{:>12.1}  {:>9.4}  {:>12.4}  {:>17.3}  {:>11.2}",
            1e3 * travel[k],
            toe[k].to_degrees(),
            camber[k].to_degrees(),
            1e3 * y[k],
            1e-3 * rate[k]
        );
    }
    text
}

/// Writes a table and its picture; says where.
fn written(folder: &Path, name: &str, table: &Table, running: &Running) -> Result<String, Failure> {
    let wheels = running.engine.description().wheels;
    let x = &table.columns[0];
    let unit = if x.unit == "m" { " [mm]" } else { "" };
    let scale = if x.unit == "m" { 1e3 } else { 1.0 };
    let panel = |title: &str, column: &str, factor: f64| Panel {
        title: title.to_owned(),
        x: format!("{}{unit}", x.name),
        curves: wheels
            .iter()
            .enumerate()
            .map(|(k, wheel)| {
                let values = table.column(&format!("{wheel}.{column}")).unwrap_or_default();
                let points = table.rows.iter().zip(values);
                line(
                    k,
                    wheel,
                    points.map(|(row, value)| (scale * row[0], factor * value)).collect(),
                )
            })
            .collect(),
        equal: false,
    };
    let degrees = 1f64.to_degrees();
    let panels = [
        panel("toe [deg]", "toe", degrees),
        panel("camber [deg]", "camber", degrees),
        panel("steer [deg]", "steer", degrees),
        panel("lateral movement [mm]", "y", 1e3),
        panel("longitudinal movement [mm]", "x", 1e3),
        panel("force [kN]", "force", 1e-3),
    ];
    let title = format!("{}: {name}", running.compiled.model.name);
    let picture = draw(&title, "chassis held in its design position", &panels);
    let picture = picture.map_err(|reason| Failure::Misuse(format!("cannot draw: {reason}")))?;
    let files = [(format!("{name}.csv"), table.csv()), (format!("{name}.svg"), picture)];
    let mut told = String::new();
    for (file, content) in files {
        let path = folder.join(file);
        write::into_folder(&path, &content, &running.declaration.files())?;
        let _ = writeln!(told, "wrote {}", path.display());
    }
    Ok(told)
}
