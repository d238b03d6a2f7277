//! Dampers in series with springs; their own deflection is a state of first order. Steady motions do not depend on it,
//! small motions do.

use nalgebra::{Complex, DMatrix};
use wishbone_workbench::new_car;
use wishbone_workbench::plausible::Plausibility;
use wishbone_workbench::progress::silent;
use wishbone_workbench::rig::kc::Travel;
use wishbone_workbench::steady::Motion;
use wishbone_workbench::studies::findings::Findings;
use wishbone_workbench::studies::manoeuvre::Manoeuvre;
use wishbone_workbench::studies::trim::Bend;
use wishbone_workbench::vehicle::Vehicle;

/// A quarter car: 300 kg on 40 kg.
const QUARTER: &str = "Quarter {
    body upper { mass: 300 kg, com: [0, 0.7, 0.8] m, inertia: [10, 10, 10] kg*m^2 }
    body lower { mass: 30 kg, com: [0, 0.7, 0.3] m, inertia: [1, 1, 1] kg*m^2 }
    joint heave: prismatic(ground, upper) { axis: z }
    joint travel: prismatic(upper, lower) { axis: z }
    spring coil: between(upper, lower) {
        from: [0, 0.7, 0.8] m, to: [0, 0.7, 0.3] m, rate: 20 kN/m, free_length: 0.65 m, damping: 1.5 kN*s/m, series: 100 kN/m
    }
    wheel tyre: on(lower) { centre: [0, 0.7, 0.3] m, radius: 0.31 m, mass: 10 kg, spin_inertia: 1 kg*m^2 }
    tyre road: linear(all) { stiffness: 200 kN/m, damping: 300 N*s/m }
}";

/// Eigenvalues of both masses and the damper's deflection `d`, with `c d' = s (x - d)` for the spring's change of length `x`.
fn eigenvalues() -> Vec<Complex<f64>> {
    let [upper, lower] = [300.0, 40.0];
    let ([spring, damper, series], [tyre, own]) = ([20e3, 1.5e3, 100e3], [200e3, 300.0]);
    // Places, speeds, deflection.
    let force = [spring + series, -spring - series, 0.0, 0.0, -series];
    let ground = [0.0, -tyre, 0.0, -own, 0.0];
    let matrix = DMatrix::from_fn(5, 5, |row, column| match row {
        0 => f64::from(u8::from(column == 2)),
        1 => f64::from(u8::from(column == 3)),
        2 => -force[column] / upper,
        3 => (force[column] + ground[column]) / lower,
        _ => [series, -series, 0.0, 0.0, -series][column] / damper,
    });
    matrix.complex_eigenvalues().iter().copied().collect()
}

#[test]
fn small_motions_are_those_of_a_state_of_first_order() {
    let linear = Vehicle::of_text("quarter.txt", QUARTER)
        .linear(&Motion::default())
        .expect("it stands");
    assert!(
        linear.states.iter().any(|state| state == "coil.damper"),
        "{:?}",
        linear.states
    );
    let found = linear.a.complex_eigenvalues();
    for wanted in eigenvalues() {
        let nearest = found
            .iter()
            .map(|own| (own - wanted).norm())
            .fold(f64::INFINITY, f64::min);
        assert!(nearest < 1e-6 * wanted.norm(), "{wanted} among {found}");
    }
}

fn figures(found: &Findings) -> Vec<(String, Option<f64>)> {
    let each = found.figures.iter();
    each.map(|own| (format!("{} {}", own.subject, own.name), own.value))
        .collect()
}

fn are_equal(found: &Findings, wanted: &Findings) {
    assert_eq!(found.figures.len(), wanted.figures.len());
    for ((name, found), (_, wanted)) in figures(found).into_iter().zip(figures(wanted)) {
        let (Some(found), Some(wanted)) = (found, wanted) else {
            assert_eq!(found, wanted, "{name}");
            continue;
        };
        let apart = (found - wanted).abs();
        assert!(apart < 1e-5 * wanted.abs().max(1e-2), "{name}: {found} for {wanted}");
    }
}

/// A damper that does not move has no force, whatever it stands on: rates on the rig, rest and bends equal those of the
/// car without the damper.
#[test]
fn steady_motions_are_those_of_rigid_mounts() {
    let text = new_car::text("double_wishbone", "double_wishbone", "car.toml").expect("they are known");
    let mounted = text
        .replace(
            "damping = \"4500 N*s/m\"",
            "damping = \"4500 N*s/m\", series = \"100 kN/m\"",
        )
        .replace(
            "damping = \"4300 N*s/m\"",
            "damping = \"4300 N*s/m\", series = \"90 kN/m\"",
        );
    assert_ne!(mounted, text);
    let [mounted, rigid] = [mounted, text].map(|text| Vehicle::of_text("car.toml", &text));
    let travel = Travel {
        steps: 3,
        ..Travel::default()
    };
    let on_rig = |car: &Vehicle| car.kc(&travel, &silent).expect("it is on the rig");
    let (found, wanted) = (on_rig(&mounted), on_rig(&rigid));
    let count = wanted.iter().map(|own| own.figures.len()).sum::<usize>();
    assert!(found.len() == wanted.len() && count > 60, "{count}");
    found
        .iter()
        .zip(&wanted)
        .for_each(|(found, wanted)| are_equal(found, wanted));
    let bend = Motion {
        speed: Some(20.0),
        bend: Some(Bend::Lateral(4.0)),
    };
    let steady = |car: &Vehicle| car.trim(&bend).expect("a steady motion");
    are_equal(&steady(&mounted), &steady(&rigid));
}

/// Modes report dry friction, whose slope at rest applies only to slow motions.
#[test]
fn modes_tell_of_dry_friction() {
    let notes = |text: &str| {
        let car = Vehicle::of_text("quarter.txt", text);
        car.modes(&Motion::default()).expect("it stands").notes
    };
    let tells = |notes: &[String]| {
        notes
            .iter()
            .any(|note| note.contains("dry friction") && note.contains("`rub` below 0.0100000"))
    };
    let rubbing = QUARTER.replace(
        "wheel tyre:",
        "friction rub: on(travel) { limit: 50 N, speed: 0.01 m/s }\n    wheel tyre:",
    );
    assert!(tells(&notes(&rubbing)) && !tells(&notes(QUARTER)));
}

/// A new car whose dampers stand on stiff mounts, and without these mounts.
fn on_mounts() -> [String; 2] {
    let text = new_car::text("double_wishbone", "five_link", "car.toml").expect("they are known");
    let mounted: Vec<String> = text
        .lines()
        .map(
            |line| match line.contains("damping = \"") && !line.contains("radial") && line.contains("spring") {
                true => line.replacen("N*s/m\"", "N*s/m\", series = \"3000 kN/m\"", 1),
                false => line.to_owned(),
            },
        )
        .collect();
    let mounted = mounted.join("\n");
    assert_eq!(mounted.matches("series =").count(), 2, "{mounted}");
    [mounted, text]
}

/// Forces of a car's springs, and its vertical acceleration, in the first row of a manoeuvre.
fn first(text: &str, manoeuvre: &str) -> Vec<f64> {
    let outputs = "[output]\nf1 = \"force(front_left.spring)\"\nf2 = \"force(front_right.spring)\"\nf3 = \"force(rear_left.spring)\"\n\
                   f4 = \"force(rear_right.spring)\"\n";
    let car = Vehicle::of_text("car.toml", &text.replace("[output]\n", outputs));
    let run = format!("doc = \"A start.\"\nduration = \"0.01 s\"\nstep = \"0.1 ms\"\n{manoeuvre}");
    let run = Manoeuvre::read("start", &run).expect("a manoeuvre");
    let found = car
        .drive(&run, &silent)
        .unwrap_or_else(|problem| panic!("{problem}"))
        .findings;
    let of = |name: &str| found.table.column(name).unwrap_or_else(|| panic!("{name}"))[0];
    ["f1", "f2", "f3", "f4", "vertical_acceleration"].map(of).to_vec()
}

/// Starts away from the steady motion: the springs have the forces of a car without mounts, since dampers at rest have none.
#[test]
fn displaced_starts_are_those_of_rigid_mounts() {
    let [mounted, rigid] = on_mounts();
    for start in [
        "speed = \"0 m/s\"\n[start]\nroll = \"2 deg\"",
        "speed = \"15 m/s\"\n[start]\nroll = \"5 deg\"\nheight = \"20 mm\"",
        "speed = \"0 m/s\"\n[road]\nalong = \"10 %\"",
        "speed = \"15 m/s\"\n[start]\npositions = { \"front_left.lower_pivot\" = \"3 deg\" }",
        "speed = \"15 m/s\"\n[start]\npositions = { \"front_left.upper_pivot\" = \"-6 deg\" }\nheight = \"1 mm\"",
    ] {
        let [found, wanted] = [&mounted, &rigid].map(|text| first(text, start));
        for (place, (found, wanted)) in found.iter().zip(&wanted).enumerate() {
            let most = if place < 4 { 1.0 } else { 2e-3 };
            assert!(
                (found - wanted).abs() < most,
                "{start}: number {place} is {found} for {wanted}"
            );
        }
    }
}

/// A stiff mount does not take the damping away.
#[test]
fn damping_is_that_of_long_motions() {
    let [mounted, rigid] = on_mounts();
    let damping = |text: &str| -> Vec<f64> {
        let car = Vehicle::of_text("car.toml", text);
        let checked = Plausibility::of(car.running().expect("it compiles"));
        let ratios = checked
            .figures
            .iter()
            .filter(|own| own.name.starts_with("damping ratio,"));
        ratios.map(|own| own.value).collect()
    };
    let (found, wanted) = (damping(&mounted), damping(&rigid));
    assert_eq!(wanted.len(), 2);
    for (found, wanted) in found.iter().zip(&wanted) {
        assert!((found / wanted - 1.0).abs() < 1e-3, "{found} for {wanted}");
    }
}
