//! The demonstration: compile, settle, steer, drive over a bump; print, draw and write the results.

use crate::drive::{Course, Driven, Method, drive};
use crate::folder::Folder;
use crate::page::Page;
use crate::truck::Truck;
use crate::{library, plots, sections, timing};
use std::path::Path;
use std::time::Instant;
use wishbone::prelude::*;
use wishbone_compiler::report::{graph, pattern, tree};
use wishbone_studies::panels;
use wishbone_vehicles::Hmmwv;
use wishbone_vehicles::manoeuvres::{self, Rest};

/// A step steer with its options.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// [m/s]
    pub speed: f64,
    /// Displacement of the rack to the left [m]; negative steers to the left.
    pub rack: f64,
    /// Duration, step and method.
    pub course: Course,
}

impl Default for Turn {
    fn default() -> Self {
        Self {
            speed: 60.0 / 3.6,
            rack: -0.007,
            course: Course {
                duration: 8.0,
                h: 5e-4,
                method: Method::Ab3,
            },
        }
    }
}

/// Speed over the bump [m/s], its length and height [m].
const BUMP: (f64, f64, f64) = (25.0 / 3.6, 1.0, 0.05);

/// Runs the whole demonstration.
pub fn demonstrate(out: &Path) -> Result<(), String> {
    let mut folder = Folder::create(out)?;
    let truck = Truck::new()?;
    let page = &mut Page::default();
    page.inset(&format!(
        "wishbone {}: a truck, declared, compiled and driven",
        env!("CARGO_PKG_VERSION")
    ));
    sections::topology(page, &truck);
    page.print()?;
    describe(&truck, &mut folder)?;

    let rest = settle(page, &truck)?;
    let turn = Turn::default();
    let turned = steer(page, &truck, &rest, &turn, &mut folder)?;
    cross_bump(page, &truck, &rest, &mut folder)?;
    measure(page, &truck, turn, &turned)?;
    list(page, &folder)
}

/// Runs the step steer only.
pub fn turn(out: &Path, turn: &Turn) -> Result<(), String> {
    let mut folder = Folder::create(out)?;
    let (truck, page) = (Truck::new()?, &mut Page::default());
    let rest = manoeuvres::settle().map_err(|reason| reason.to_string())?;
    steer(page, &truck, &rest, turn, &mut folder)?;
    list(page, &folder)
}

fn describe(truck: &Truck, folder: &mut Folder) -> Result<(), String> {
    let compiled = &truck.compiled;
    folder.write("hmmwv_graph.svg", &graph::svg(compiled))?;
    folder.write("hmmwv_tree.svg", &tree::svg(compiled))?;
    folder.write("hmmwv_pattern.svg", &pattern::svg(compiled))?;
    folder.write("hmmwv_summary.txt", &library::described(compiled))
}

fn settle(page: &mut Page, truck: &Truck) -> Result<Rest, String> {
    let clock = Instant::now();
    let rest = manoeuvres::settle().map_err(|reason| reason.to_string())?;
    let took = clock.elapsed();
    let mut solver = Hmmwv::new();
    sections::rest(
        page,
        truck,
        &rest,
        solver.outputs(&rest.state, &rest.inputs, &Vector::zero()),
        took,
    );
    page.print()?;
    Ok(rest)
}

fn steer(page: &mut Page, truck: &Truck, rest: &Rest, turn: &Turn, folder: &mut Folder) -> Result<Driven, String> {
    let title = format!("Step steer at {:.0} km/h", 3.6 * turn.speed);
    let side = if turn.rack < 0.0 { "right" } else { "left" };
    let rack = format!("rack {:.1} mm to the {side} within 0.2 s", 1e3 * turn.rack.abs());
    page.heading(&format!("{title}: {rack}"));
    let surroundings = manoeuvres::step_steer(turn.speed, turn.rack);
    let start = manoeuvres::cruising(&rest.state, turn.speed).map_err(|reason| reason.to_string())?;
    let driven = drive(truck, start, &surroundings, turn.course)?;
    sections::step_steer(page, &driven);
    sections::computed(page, &turn.course, &driven);
    page.print()?;
    driven.judgement.verdict()?;
    let panels = plots::step_steer(&driven.history);
    let picture = panels::draw(
        &title,
        &format!("HMMWV, {rack}, which steers the other way; speed held"),
        &panels,
    );
    folder.write("step_steer.svg", &picture.map_err(|reason| reason.to_string())?)?;
    folder.write("step_steer.csv", &driven.history.csv())?;
    Ok(driven)
}

fn cross_bump(page: &mut Page, truck: &Truck, rest: &Rest, folder: &mut Folder) -> Result<(), String> {
    let (speed, length, height) = BUMP;
    let title = format!("One-sided bump at {:.0} km/h", 3.6 * speed);
    let shape = format!(
        "half a sine, {:.0} mm high, {length:.1} m long, left wheels only",
        1e3 * height
    );
    page.heading(&format!("{title}: {shape}"));
    let surroundings = manoeuvres::one_sided_bump(speed, length, height);
    let start = manoeuvres::cruising(&rest.state, speed).map_err(|reason| reason.to_string())?;
    let course = Course {
        duration: 3.0,
        h: 5e-4,
        method: Method::Ab3,
    };
    let driven = drive(truck, start, &surroundings, course)?;
    let halved = Course {
        h: 0.5 * course.h,
        ..course
    };
    let finer = drive(truck, start, &surroundings, halved)?;
    sections::bump(page, &driven);
    sections::computed(page, &course, &driven);
    sections::energy(page, &driven, &finer);
    page.print()?;
    driven.judgement.verdict()?;
    let panels = plots::bump(&driven.history);
    let picture = panels::draw(&title, &format!("HMMWV over {shape}; speed held"), &panels);
    folder.write("bump.svg", &picture.map_err(|reason| reason.to_string())?)?;
    folder.write("bump.csv", &driven.history.csv())
}

/// Measures times in the bend, where everything moves.
fn measure(page: &mut Page, truck: &Truck, turn: Turn, turned: &Driven) -> Result<(), String> {
    let held = move |_| Drive {
        position: turn.rack,
        ..Drive::default()
    };
    let steer = Steer::of(Hmmwv::DESCRIPTION, "rack", held).expect("the truck has a rack");
    let surroundings = (steer, manoeuvres::cruise(Flat, turn.speed));
    sections::times(page, &timing::measure(truck, &surroundings, &turned.end)?);
    page.print()
}

fn list(page: &mut Page, folder: &Folder) -> Result<(), String> {
    page.heading("Written");
    for path in folder.written() {
        page.inset(&path.display().to_string());
    }
    page.print()
}
