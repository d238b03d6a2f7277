//! The suspensions of the compiler's library. Each suspension moves correctly, agrees with the oracle in a car, and
//! shows its camber and toe over travel in `docs/book/declare/suspensions.svg` (`BLESS=1` rewrites the picture and the
//! table beside it).

mod drawing;
mod leaf;
mod setup;
mod shaft;
mod sweep;

use fastrand::Rng;
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use sweep::{Curve, sweep};
use wishbone::level::Level;
use wishbone_compiler::diag::to_text::render_sources;
use wishbone_compiler::front::file;
use wishbone_compiler::pipeline::{self, Compiled};
use wishbone_compiler::programs::calls::Call;
use wishbone_oracle::Oracle;
use wishbone_tests::{Disagreement, Interpreted, Scatter, compare, random_state, tuned};

/// A suspension of the library.
struct Kind {
    /// Name of the file.
    file: &'static str,
    /// Name of the subsystem.
    name: &'static str,
    /// Whether a steering body is attached to it.
    steered: bool,
    /// Whether it is a whole axle.
    axle: bool,
}

const fn corner(file: &'static str, name: &'static str, steered: bool) -> Kind {
    Kind {
        file,
        name,
        steered,
        axle: false,
    }
}

const fn axle(file: &'static str, name: &'static str) -> Kind {
    Kind {
        file,
        name,
        steered: false,
        axle: true,
    }
}

const KINDS: [Kind; 11] = [
    corner("double_wishbone", "DoubleWishbone", true),
    corner("macpherson", "MacPherson", true),
    corner("macpherson_massless", "MacPhersonMassless", true),
    corner("five_link", "FiveLink", false),
    corner("semi_trailing_arm", "SemiTrailingArm", false),
    corner("trailing_arm", "TrailingArm", false),
    corner("swing_axle", "SwingAxle", false),
    axle("twist_beam", "TwistBeam"),
    axle("solid_axle_panhard", "SolidAxlePanhard"),
    axle("solid_axle_watt", "SolidAxleWatt"),
    Kind {
        steered: true,
        ..axle("solid_axle_steered", "SolidAxleSteered")
    },
];

fn compiled(declaration: &str) -> Compiled {
    let reading = file::read_text("declaration", declaration, &mut file::no_files);
    let compiled = reading.vehicle.and_then(|vehicle| pipeline::compile(&vehicle));
    compiled.unwrap_or_else(|d| panic!("{}", render_sources(&d, &reading.sources)))
}

/// Position of an output.
fn named_output(compiled: &Compiled, name: &str) -> usize {
    let place = compiled.model.outputs.iter().position(|output| output.name == name);
    place.unwrap_or_else(|| panic!("there is no output `{name}`"))
}

impl Kind {
    /// The place of the suspension on a chassis; `steering` is the body that the tie rods are attached to.
    fn place(&self, chassis: &str, steering: &str, origin: f64, names: [&str; 2]) -> String {
        let bodies = if self.steered {
            format!("{chassis}, {steering}")
        } else {
            chassis.to_owned()
        };
        let name = self.name;
        let names = if self.axle {
            names[0].to_owned()
        } else {
            format!("{} mirrored {}", names[0], names[1])
        };
        format!("place {name}({bodies}) as {names} {{ origin: [{origin}, 0, 0] m }}")
    }

    /// One corner, or an axle, on the ground.
    fn rig(&self) -> Compiled {
        let bodies = if self.steered { "ground, ground" } else { "ground" };
        compiled(&format!(
            "Rig {{ include \"wishbone/{}.txt\" place {}({bodies}) as part }}",
            self.file, self.name
        ))
    }

    /// The rig with a rack that slides freely.
    fn rig_with_rack(&self) -> Compiled {
        compiled(&format!(
            "Rig {{
                include \"wishbone/{}.txt\"
                body rack {{ mass: 3 kg, com: [-0.2, 0, -0.05] m, inertia: [0.1, 0.002, 0.1] kg*m^2 }}
                joint slide: prismatic(ground, rack) {{ axis: y }}
                place {}(ground, rack) as part
            }}",
            self.file, self.name
        ))
    }

    /// A car with this suspension in front and at the rear.
    fn car(&self) -> Compiled {
        self.car_with("")
    }

    /// The car with additional settings of the vehicle.
    fn car_with(&self, settings: &str) -> Compiled {
        compiled(&format!(
            "Car {{
                {settings}
                include \"wishbone/{}.txt\"
                include \"wishbone/rack_and_pinion.txt\"
                body chassis {{ mass: 1200 kg, com: [-1.3, 0, 0.2] m, inertia: [500, 2000, 2200] kg*m^2 }}
                joint motion: free(ground, chassis)
                place RackAndPinion(chassis) as steering
                {}
                {}
            }}",
            self.file,
            self.place("chassis", "steering.rack", 0.0, ["front_left", "front_right"]),
            self.place("chassis", "chassis", -2.7, ["rear_left", "rear_right"]),
        ))
    }
}

#[test]
fn each_has_the_freedoms_of_its_wheels() {
    for kind in &KINDS {
        let wheels = if kind.axle { 2 } else { 1 };
        // Besides the spins, a corner heaves, and an axle heaves and rolls.
        assert_eq!(kind.rig().mobility.freedoms, 2 * wheels, "{}", kind.name);
        if kind.steered {
            assert_eq!(kind.rig_with_rack().mobility.freedoms, 2 * wheels + 1, "{}", kind.name);
        }
        assert_eq!(kind.car().mobility.freedoms, 6 + 4 + 4, "{}", kind.name);
    }
}

#[test]
fn each_in_a_car_agrees_with_the_oracle() {
    KINDS.iter().for_each(agrees);
}

/// Whether a body of the suspension is held by links only.
fn is_held_by_links(kind: &Kind) -> bool {
    let names = [
        "macpherson_massless",
        "five_link",
        "solid_axle_panhard",
        "solid_axle_watt",
        "solid_axle_steered",
    ];
    names.contains(&kind.file)
}

/// Equal corners and axles are computed in lanes, even if their loops close by iteration or if another method would
/// reduce them with slightly fewer operations.
#[test]
fn each_side_by_side_agrees_with_the_oracle() {
    for kind in &KINDS {
        let car = kind.car_with("levels: all lanes: accept");
        let name = format!("{} in lanes", kind.name);
        assert!(car.programs.lanes.is_some(), "{name}: {:?}", car.programs.why_no_lanes);
        let subject = Interpreted::new(&car).at_level(Level::V3);
        judged_as(
            &Oracle::new(&car.model),
            subject,
            &car.state.spins,
            &Scatter::default(),
            &name,
        );
    }
}

/// Every number is a parameter with a value slightly different from its default.
#[test]
fn bodies_that_links_hold_agree_with_the_oracle_whatever_their_numbers() {
    for kind in KINDS.iter().filter(|kind| is_held_by_links(kind)) {
        let car = kind.car_with("tune: all");
        let values: Vec<f64> = car
            .model
            .parameters
            .iter()
            .map(|parameter| 1.001 * parameter.default)
            .collect();
        judged_with(
            &car,
            &values,
            &Scatter::default(),
            &format!("{} with parameters", kind.name),
        );
    }
}

/// Asserts that a car with the suspension agrees with the oracle.
fn agrees(kind: &Kind) {
    judged(&kind.car(), &Scatter::default(), kind.name);
}

fn judged(compiled: &Compiled, scatter: &Scatter, name: &str) {
    let defaults = compiled.model.parameters.iter().map(|parameter| parameter.default);
    judged_with(compiled, &defaults.collect::<Vec<f64>>(), scatter, name);
}

/// Asserts that a vehicle with these parameters agrees with the oracle, which gets the same parameters.
fn judged_with(compiled: &Compiled, values: &[f64], scatter: &Scatter, name: &str) {
    let oracle = Oracle::new(&tuned::at(&compiled.model, values));
    let subject = Interpreted::with(compiled, values.to_vec());
    judged_as(&oracle, subject, &compiled.state.spins, scatter, name);
}

/// Asserts that programs, with their rounding, agree with the oracle at random states.
fn judged_as(oracle: &Oracle, mut subject: Interpreted, spins: &[Option<usize>], scatter: &Scatter, name: &str) {
    let mut rng = Rng::with_seed(6);
    let mut worst = Disagreement::default();
    let mut found = 0;
    while found < 20 {
        let Some(state) = random_state(&mut subject, scatter, &mut rng) else {
            continue;
        };
        worst = worst.worst(compare(oracle, &mut subject, spins, &state));
        found += 1;
    }
    println!("{name}: {worst:?}");
    assert!(worst.acceleration() < 1e-9, "{name}: {worst:?}");
    assert!(
        worst.position < 1e-10 && worst.velocity < 1e-10 && worst.energy < 1e-10,
        "{name}: {worst:?}"
    );
}

#[test]
fn a_pitman_arm_steers_both_wheels() {
    let car = compiled(
        "Car {
            include \"wishbone/pitman_arm.txt\"
            include \"wishbone/macpherson.txt\"
            place PitmanArm(ground) as steering
            place MacPherson(ground, steering.relay) as front_left mirrored front_right
        }",
    );
    // The linkage of the relay rod is driven; each wheel heaves and spins.
    assert_eq!(car.mobility.freedoms, 4);
}

#[test]
fn another_suspension_is_another_word() {
    let car = |front: &str| {
        format!(
            "Car {{
    include \"wishbone/double_wishbone.txt\"
    include \"wishbone/macpherson.txt\"
    include \"wishbone/rack_and_pinion.txt\"
    body chassis {{ mass: 1200 kg, com: [-1.3, 0, 0.2] m, inertia: [500, 2000, 2200] kg*m^2 }}
    joint motion: free(ground, chassis)
    place RackAndPinion(chassis) as steering
    place {front}(chassis, steering.rack) as front_left mirrored front_right
    place DoubleWishbone(chassis, chassis) as rear_left mirrored rear_right {{ origin: [-2.7, 0, 0] m }}
}}"
        )
    };
    let (before, after) = (car("DoubleWishbone"), car("MacPherson"));
    let changed = before.lines().zip(after.lines()).filter(|(a, b)| a != b).count();
    assert_eq!(changed, 1);
    assert_eq!(compiled(&before).mobility.freedoms, compiled(&after).mobility.freedoms);
}

#[test]
fn camber_and_toe_over_travel_are_drawn() {
    let mut curves: Vec<(&str, Curve)> = Vec::new();
    let mut table = String::from(
        "| suspension | bodies | joints and links | closure equations | operations |\n|---|---|---|---|---|\n",
    );
    for kind in &KINDS {
        let rig = kind.rig();
        let _ = writeln!(
            table,
            "| `{}` | {} | {} | {} | {} |",
            kind.file,
            rig.model.bodies.len() - 1,
            rig.model.joints.len(),
            rig.mobility.equations,
            rig.programs[Call::Evaluation].program.count().total(),
        );
        let curve = sweep(&rig);
        assert!(curve.first().is_some_and(|p| p.travel < -0.079) && curve.last().is_some_and(|p| p.travel > 0.079));
        curves.push((kind.name, curve));
    }
    let of = |name: &str| &curves.iter().find(|(n, _)| *n == name).expect("it is drawn").1;
    // A trailing arm keeps both angles. The camber of a swing axle is the angle of its line to the pivot.
    assert!(
        of("TrailingArm")
            .iter()
            .all(|p| p.camber.abs() < 1e-12 && p.toe.abs() < 1e-12)
    );
    for point in of("SwingAxle") {
        let arm: f64 = 0.75 - 0.12;
        assert!((point.camber + (point.travel / arm).asin()).abs() < 1e-9, "{point:?}");
    }
    kept("suspensions.svg", &drawing::small_multiples(&curves));
    kept("suspensions_table.md", &table);
}

/// Compares a text with the file in `docs`, or writes it there with `BLESS`.
fn kept(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../docs/book/declare")
        .join(name);
    if env::var_os("BLESS").is_some() {
        fs::write(&path, text).expect("the folder can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == text,
        "docs/book/declare/{name} is not what the suspensions do; BLESS=1 writes it anew"
    );
}
