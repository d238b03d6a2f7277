//! Figures of the equipment: tyres under their loads, engine and gears, brakes, steering, air.

use crate::vehicle::gearing::Gearing;
use crate::vehicle::{Running, slides};
use std::f64::consts::TAU;
use wishbone::driveline::Law;
use wishbone::ports::WheelMotion;
use wishbone::solver::Solver;
use wishbone::start::{self, NotStarted};
use wishbone_compiler::model::equipment::{Brakes, Coefficient, Device, Noted, Piece, Powertrain, Steering, TyreLaw};
use wishbone_engine::equipment::Grip;
use wishbone_studies::plausibility::{Checked, Standing};
use wishbone_studies::rig::axles;

const GEARS: &str = "crawlers to racing cars (Gillespie 1992, chapter 2)";

/// Figures of all equipment; `grips` are the grips of the tyres under the static loads, `wheels` are the motions of the
/// wheels at the design position.
pub fn figures(running: &Running, standing: &Standing, grips: &[Option<Grip>], wheels: &[WheelMotion]) -> Vec<Checked> {
    let mut all = of_tyres(running, standing, grips);
    for piece in &running.compiled.model.equipment {
        match &piece.kind {
            Device::Powertrain(powertrain) => {
                all.extend(of_powertrain(powertrain, running, standing.mass));
                all.extend(of_inertias(piece));
            }
            Device::Brakes(brakes) => all.extend(of_brakes(brakes, &running.radii, standing, wheels)),
            Device::Steering(steering) => all.extend(of_steering(steering, running)),
            Device::Air(air) => {
                all.push(
                    Checked::new("frontal area", "m^2", air.area, 0.4..=12.0, "light cars to trucks")
                        .likely("`area` in a wrong unit"),
                );
                all.push(
                    Checked::new(
                        "density of the air",
                        "kg/m^3",
                        air.density,
                        0.7..=1.6,
                        "1.2 at sea level, 0.8 at 4000 m",
                    )
                    .likely("`density` in a wrong unit"),
                );
                let ahead = match &air.force[0] {
                    Coefficient::Axial(drag) => Some(*drag),
                    Coefficient::Even(drag) => Some(drag.at(0.0)),
                    Coefficient::Odd(_) | Coefficient::Whole(_) => None,
                };
                if let Some(drag) = ahead {
                    all.push(
                        Checked::new("drag coefficient", "", drag, 0.1..=1.5, "cars 0.25 to 0.4, trucks to 1")
                            .likely("`drag` is a coefficient, positive to the rear")
                            .possible(0.0..=10.0),
                    );
                }
                if let Coefficient::Even(lift) | Coefficient::Whole(lift) = &air.force[2] {
                    all.push(
                        Checked::new(
                            "lift coefficient",
                            "",
                            lift.at(0.0),
                            -6.0..=1.2,
                            "cars 0 to 0.4, racing cars -4 (Katz 1995, chapter 6)",
                        )
                        .likely("`lift` is a coefficient, positive upward"),
                    );
                }
            }
            Device::Tyre(_) | Device::Driver(_) => {}
        }
    }
    all
}

fn of_tyres(running: &Running, standing: &Standing, grips: &[Option<Grip>]) -> Vec<Checked> {
    let names = running.engine.description().wheels;
    let is_held = is_held(running);
    let mut all = Vec::new();
    for piece in &running.compiled.model.equipment {
        let Device::Tyre(tyre) = &piece.kind else { continue };
        for &wheel in &tyre.wheels {
            let (name, load) = (names[wheel], standing.loads[wheel]);
            let nominal = match &tyre.law {
                TyreLaw::MagicFormula(file) => Some(file.coefficients.fnomin),
                TyreLaw::ByNumbers(law) => law.nominal_load(),
                TyreLaw::Tables(_) | TyreLaw::Calspan(_) => None,
            };
            all.extend(nominal.map(|nominal| {
                Checked::new(
                    format!("static load / nominal load of the tyre, {name}"),
                    "",
                    load / nominal,
                    0.15..=2.5,
                    "tyres are measured about the loads that they carry",
                )
                .likely("nominal load (`FNOMIN`) in kN, or masses of the vehicle in a wrong unit")
                .possible(0.01..=50.0)
            }));
            let Some(grip) = grips[wheel] else {
                all.push(
                    Checked::new(
                        format!("static load, {name}"),
                        "N",
                        load,
                        0.0..=0.0,
                        "more than the tyre bears at half its radius",
                    )
                    .likely("vertical stiffness of the tyre, or masses of the vehicle, in a wrong unit")
                    .possible(0.0..=0.0),
                );
                continue;
            };
            all.push(
                Checked::new(
                    format!("static deflection of the tyre, {name}"),
                    "mm",
                    1e3 * grip.deflection,
                    3.0..=90.0,
                    "cars 10 to 30, trucks to 50",
                )
                .likely("vertical stiffness of the tyre in a wrong unit"),
            );
            all.push(
                Checked::new(
                    format!("rolling resistance / load, {name}"),
                    "",
                    grip.rolling,
                    0.0..=0.1,
                    "on concrete cars 0.015, trucks 0.012, on firm soil to 0.08 (Gillespie 1992, chapter 4)",
                )
                .likely("`rolling_resistance` in %, or `QSY1` that was not fitted")
                .possible(-0.1..=1.0),
            );
            if is_held && only_carries(&grip) {
                continue;
            }
            all.push(
                Checked::new(
                    format!("cornering stiffness / load, {name}"),
                    "1/rad",
                    grip.cornering / load,
                    3.0..=45.0,
                    "cars 10 to 20, trucks 5 to 8 (Gillespie 1992, chapter 6)",
                )
                .likely(match grip.cornering >= 0.0 {
                    true => "cornering stiffness per degree in place of radian, or in a wrong unit",
                    false => "side force of the wrong sign: positive slip angles give negative side forces (ISO 8855)",
                })
                .possible(0.0..=f64::INFINITY),
            );
            all.extend(grip.longitudinal.map(|slope| {
                Checked::new(
                    format!("longitudinal stiffness / load, {name}"),
                    "",
                    slope / load,
                    2.0..=80.0,
                    "cars 15 to 30 (Pacejka 2012, chapter 4)",
                )
                .likely(match slope >= 0.0 {
                    true => "longitudinal stiffness in a wrong unit",
                    false => "longitudinal force of the wrong sign: positive slips drive",
                })
                .possible(0.0..=f64::INFINITY)
            }));
            all.push(
                Checked::new(
                    format!("side friction, {name}"),
                    "",
                    grip.friction,
                    0.25..=2.5,
                    "trucks 0.7, cars 1, racing cars 1.8 (Milliken & Milliken 1995, chapter 2)",
                )
                .likely("friction or forces of the tyre in a wrong unit"),
            );
            if grip.trail.is_finite() {
                all.push(
                    Checked::new(
                        format!("pneumatic trail, {name}"),
                        "mm",
                        1e3 * grip.trail,
                        -20.0..=120.0,
                        "cars 20 to 50, trucks to 100 (Pacejka 2012, chapter 3)",
                    )
                    .likely("trail or aligning moment of the tyre in a wrong unit, or of the wrong sign"),
                );
            }
            let is_relaxed = !matches!(tyre.law, TyreLaw::ByNumbers(_)) || tyre.is_relaxed;
            let lengths = grip.relaxation.filter(|_| is_relaxed);
            for (along, length) in ["longitudinal", "lateral"]
                .into_iter()
                .zip(lengths.into_iter().flatten())
            {
                all.push(
                    Checked::new(
                        format!("{along} relaxation length, {name}"),
                        "m",
                        length,
                        0.02..=2.5,
                        "a quarter to three times the radius (Pacejka 2012, chapter 7)",
                    )
                    .likely("`carcass` or `relaxation` of the tyre in a wrong unit"),
                );
            }
        }
    }
    all
}

/// Whether a tyre has a vertical force only.
fn only_carries(grip: &Grip) -> bool {
    grip.cornering == 0.0 && grip.friction == 0.0 && grip.longitudinal.is_none_or(|slope| slope == 0.0)
}

/// Whether the ground holds the vehicle; such a vehicle needs no forces along the road, as on a test stand.
fn is_held(running: &Running) -> bool {
    let design = (&running.engine.design_state(), &running.engine.no_inputs());
    let rolling = start::rolling_on(&running.engine, &running.radii, design, 1.0);
    matches!(rolling, Err(NotStarted::Held))
}

fn of_brakes(brakes: &Brakes, radii: &[f64], standing: &Standing, wheels: &[WheelMotion]) -> Vec<Checked> {
    let forces = |torques: &[f64]| -> Vec<f64> {
        let each = torques.iter().zip(radii);
        each.map(|(torque, radius)| torque / radius).collect()
    };
    let (service, parking) = (forces(&brakes.torque), forces(&brakes.parking));
    let mut all = vec![
        Checked::new(
            "force of all brakes / mass",
            "m/s^2",
            service.iter().sum::<f64>() / standing.mass,
            3.0..=60.0,
            "above the friction of the tyres (UN Regulation 13-H asks for 6.4)",
        )
        .likely("`torque` of the brakes in a wrong unit"),
        Checked::new(
            "time constant of the brakes' pressure",
            "s",
            brakes.delay,
            0.0..=1.5,
            "hydraulic brakes 0.1, compressed air to 0.6 (UN Regulation 13, annex 6)",
        )
        .likely("`delay` in ms in place of s"),
    ];
    let held = parking.iter().sum::<f64>() / (standing.mass * standing.gravity);
    if held > 0.0 {
        all.push(
            Checked::new(
                "force of the parking brake / weight",
                "",
                held,
                0.05..=3.0,
                "a slope of 0.18 is to be held (UN Regulation 13)",
            )
            .likely("`parking` in a wrong unit"),
        );
    }
    all.extend(balance(&service, &standing.loads, wheels));
    all
}

/// Brake force per load of the front axle, divided by the brake force per load of the rear axle; `None` for other
/// numbers of axles.
fn balance(forces: &[f64], loads: &[f64], wheels: &[WheelMotion]) -> Option<Checked> {
    let [front, rear] = axles(wheels)[..] else { return None };
    let used = [front, rear].map(|pair| {
        let sum = |of: &[f64]| of[pair[0]] + of[pair[1]];
        sum(forces) / sum(loads)
    });
    used.iter().all(|own| *own > 0.0).then(|| {
        Checked::new(
            "brake force / load, front axle relative to the rear axle",
            "",
            used[0] / used[1],
            0.35..=6.0,
            "cars 1.2 to 2.5: the front locks first (UN Regulation 13-H, annex 5); unladen trucks 0.5",
        )
        .likely("`torque` of front and rear brakes exchanged")
    })
}

fn of_steering(steering: &Steering, running: &Running) -> Option<Checked> {
    let (travel, is_length) = match steering {
        Steering::Driven { drive, ratio } => {
            let names = running.engine.description().drives;
            let place = names.iter().position(|own| own == drive)?;
            (TAU * ratio, slides::drive(running, place))
        }
        Steering::Column(column) => (TAU * column.ratio, slides::joint(running, &column.joint)),
    };
    let (value, unit, usual) = match is_length {
        true => (1e3 * travel.abs(), "mm", 20.0..=110.0),
        false => (travel.abs().to_degrees(), "deg", 7.0..=400.0),
    };
    let checked = Checked::new(
        "travel of what steers for a turn of the steering wheel",
        unit,
        value,
        usual,
        "racks 35 to 75 mm a turn (Reimpell, Stoll & Betzler 2001, chapter 4)",
    );
    Some(checked.likely("unit of `per_turn`").possible(match is_length {
        true => 1.0..=1000.0,
        false => 0.5..=7200.0,
    }))
}

/// Moments of inertia of the shafts.
fn of_inertias(piece: &Piece) -> Vec<Checked> {
    let inertias = piece.entries.iter().filter_map(|entry| match &entry.value {
        Noted::Numbers { values, .. } if entry.attribute.ends_with(".inertia") => {
            Some((&entry.attribute, values[..].first()?))
        }
        _ => None,
    });
    let told = inertias.map(|(name, value)| {
        Checked::new(
            format!("{name}, {}", piece.name),
            "kg*m^2",
            *value,
            0.0..=15.0,
            "engines of cars 0.1 to 0.5, of trucks 1 to 5",
        )
        .likely("`inertia` in a wrong unit")
    });
    told.collect()
}

/// Power, and speeds in the lowest and the highest gear.
fn of_powertrain(powertrain: &Powertrain, running: &Running, mass: f64) -> Vec<Checked> {
    let solved = &powertrain.solved;
    let power: f64 = solved
        .engines
        .iter()
        .map(|(_, engine, _)| {
            let points = engine.full.points().map(|[speed, torque]| speed * torque);
            points.fold(0.0, f64::max)
        })
        .sum();
    let mut all = vec![
        Checked::new(
            "power of all engines / mass",
            "kW/t",
            power / mass,
            4.0..=900.0,
            "laden trucks 8, cars 50 to 150, racing cars 700",
        )
        .likely("torque or speed of the engine in a wrong unit (N*m, rpm)")
        .possible(0.05..=1e5),
    ];
    all.extend(solved.engines.iter().map(|(name, engine, _)| {
        let least = engine
            .closed
            .points()
            .fold(0.0, |least: f64, [_, torque]| least.min(torque));
        Checked::new(
            format!("drag / greatest torque, {name}"),
            "",
            -least / engine.full.greatest(),
            0.0..=1.2,
            "combustion engines 0.1 to 0.3, motors that recuperate 1",
        )
        .likely("torque of `closed` in a wrong unit")
    }));
    all.extend(solved.engines.iter().map(|(name, engine, _)| {
        let fastest = engine.full.points().fold(0.0, |most: f64, [speed, _]| most.max(speed));
        Checked::new(
            format!("highest speed of the torque, {name}"),
            "rpm",
            60.0 * fastest / TAU,
            500.0..=30e3,
            "diesel engines 3000, petrol engines 7000, electric motors to 20000",
        )
        .likely("speed of the engine in rad/s in place of rpm, or the other way round")
    }));
    let torque: f64 = solved.engines.iter().map(|(_, engine, _)| engine.full.greatest()).sum();
    for coupling in &solved.couplings {
        let name = &coupling.name;
        match coupling.law {
            Law::Elastic { stiffness, .. } => all.push(
                Checked::new(
                    format!("stiffness, {name}"),
                    "N*m/rad",
                    stiffness,
                    200.0..=1e7,
                    "half-shafts of cars 5000 to 15000, of trucks to 100000",
                )
                .likely("`stiffness` in a wrong unit"),
            ),
            Law::Clutch { capacity, .. } => all.push(
                Checked::new(
                    format!("capacity / torque of all engines, {name}"),
                    "",
                    capacity / torque,
                    0.5..=50.0,
                    "clutches of cars 1.3 to 2",
                )
                .likely("`capacity` in a wrong unit"),
            ),
            _ => {}
        }
    }
    let Some(gearing) = Gearing::of(powertrain, &running.radii) else {
        return all;
    };
    let gears = gearing.fastest();
    let ends = [
        ("lowest", gears.first(), 2.0..=35.0),
        ("highest", gears.last(), 15.0..=160.0),
    ];
    all.extend(ends.into_iter().filter_map(|(name, speed, usual)| {
        let name = format!("speed of the {name} gear at the limit of the engine");
        let likely = "ratio of the gearbox or the final drive turned over, or the engine's speed in a wrong unit";
        Some(
            Checked::new(name, "m/s", *speed?, usual, GEARS)
                .likely(likely)
                .possible(0.2..=1000.0),
        )
    }));
    let without_gears = gearing.fastest_without_gears().filter(|_| gears.is_empty());
    all.extend(without_gears.map(|speed| {
        Checked::new("speed at the limit of the engine", "m/s", speed, 4.0..=160.0, GEARS)
            .likely("ratio of a gear turned over, or the engine's speed in a wrong unit")
            .possible(0.2..=1000.0)
    }));
    all
}
