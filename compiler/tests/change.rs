//! Changes of a declaration's numbers: their effect, and the messages with which they are refused.

use wishbone_compiler::diag::{catalogue, to_text};
use wishbone_compiler::front::change;
use wishbone_compiler::front::file::{self, Reading, no_files};
use wishbone_compiler::model::Model;
use wishbone_compiler::model::resolve::resolve;

/// A declaration with a mirrored corner, a subsystem that is placed twice, and lists of every kind.
fn reading() -> Reading {
    let items = "
        gravity: 9.81 m/s^2
        mirror left as right {
            points { foot: [1, 400 mm, 0.1] m }
            body pad { mass: 2 kg, com: foot, inertia: [0.1, 0.1, 0.1] kg*m^2 }
            joint guide: prismatic(chassis, pad) { axis: z }
            spring strut: between(chassis, pad) { from: top, to: foot, rate: tune 40 kN/m, free_length: 600 mm }
        }
        subsystem Seat(floor) {
            points { base: [0, 0, 0.5] m }
            body pan { mass: 20 kg, com: base, inertia: [1, 1, 1] kg*m^2 }
            joint slide: prismatic(floor, pan) { axis: z }
            spring cushion: between(floor, pan) { from: top, to: base, rate: table(deflection: [-1, 1] m, force: [-5, 5] kN), free_length: 100 mm }
        }
        subsystem Axle(floor) {
            mirror near as far {
                points { hub: [0, 400 mm, 0] m }
                body arm { mass: 5 kg, com: hub, inertia: [0.1, 0.1, 0.1] kg*m^2 }
                joint pin: revolute(floor, arm) { axis: x, at: hub }
            }
        }
        place Axle(chassis) as front
        place Axle(chassis) as rear {
            body box { mass: 3 kg, com: [0, 0, 0.2] m, inertia: [0.1, 0.1, 0.1] kg*m^2 }
            joint lid: prismatic(chassis, box) { axis: z }
        }
        place Seat(chassis) as driver
        place Seat(chassis) as passenger { body pan { mass: 25 kg } }
    }";
    file::read_text("car.txt", &(catalogue::EXAMPLE_CAR.to_owned() + items), &mut no_files)
}

fn changed(changes: &[&str]) -> Result<Model, String> {
    let mut reading = reading();
    let changes: Vec<String> = changes.iter().map(|change| (*change).to_owned()).collect();
    if let Err(found) = change::apply(&mut reading, &changes) {
        return Err(to_text::render_sources(&found, &reading.sources));
    }
    let vehicle = reading.vehicle.as_ref().expect("a declaration");
    resolve(vehicle).map_err(|found| to_text::render_sources(&found, &reading.sources))
}

fn com(model: &Model, name: &str) -> [f64; 3] {
    let body = model.bodies.iter().find(|body| body.name == name).expect("a body");
    (*body.com).into()
}

fn mass(model: &Model, name: &str) -> f64 {
    let body = model.bodies.iter().find(|body| body.name == name).expect("a body");
    *body.mass
}

/// A coordinate is changed in its own unit, and the mirror image follows.
#[test]
fn a_hardpoint_moves_on_both_sides() {
    let model = changed(&["left.foot.z += 5 mm", "left.foot.y -= 0.1 m"]).expect("a model");
    for (name, side) in [("left.pad", 1.0), ("right.pad", -1.0)] {
        let [x, y, z] = com(&model, name);
        assert!(
            (x - 1.0).abs() < 1e-15 && (y - side * 0.3).abs() < 1e-15 && (z - 0.105).abs() < 1e-15,
            "{x} {y} {z}"
        );
    }
}

/// A change in one place leaves the other as it is. A change of the subsystem reaches both, except where a place overrides it.
#[test]
fn a_place_or_all_places() {
    let model = changed(&["driver.pan.mass = 30 kg", "driver.base.x = 10 cm"]).expect("a model");
    assert_eq!(
        [mass(&model, "driver.pan"), mass(&model, "passenger.pan")],
        [30.0, 25.0]
    );
    assert_eq!(
        [com(&model, "driver.pan")[0], com(&model, "passenger.pan")[0]],
        [0.1, 0.0]
    );
    let model = changed(&[
        "Seat.pan.mass *= 1.5",
        "passenger.pan.mass += 500 g",
        "chassis.mass = 500 kg",
    ])
    .expect("a model");
    let masses = ["driver.pan", "passenger.pan", "chassis"].map(|name| mass(&model, name));
    assert_eq!(masses, [30.0, 25.5, 500.0]);
}

/// Numbers in a group of a placed subsystem change at their place, on both sides; the other place keeps its own
/// numbers.
#[test]
fn a_group_of_a_place_changes_there() {
    let changes = [
        "front.near.arm.mass = 7 kg",
        "front.near.arm.mass += 1 kg",
        "front.near.hub.z += 1 cm",
        "Axle.near.arm.mass *= 2",
        "rear.lid.at = [0, 0, 1] m",
    ];
    let model = changed(&changes).expect("a model");
    let masses = ["front.near.arm", "front.far.arm", "rear.near.arm", "rear.far.arm"].map(|name| mass(&model, name));
    assert_eq!(masses, [8.0, 8.0, 10.0, 10.0]);
    let heights = ["front.near.arm", "front.far.arm", "rear.near.arm"].map(|name| com(&model, name)[2]);
    assert_eq!(heights, [0.01, 0.01, 0.0]);
    for (change, told) in [
        ("front.far.arm.mass = 7 kg", "change `front.near.arm.mass`"),
        ("front.near.arm.mas = 7 kg", "did you mean `mass`?"),
        ("front.near.hob.z = 7 mm", "did you mean `hub`?"),
        ("front.neer.hub.z = 7 mm", "did you mean `near`?"),
    ] {
        let found = changed(&[change]).expect_err("it cannot be made");
        assert!(found.contains(told), "{change}: {found}");
    }
}

/// The result of a change is the decimal number that a user would write into the file: 0.3 instead of the
/// floating-point sum 0.1 + 0.2.
#[test]
fn a_sum_is_a_decimal_number() {
    let model = changed(&[
        "driver.base.x = 100 mm",
        "driver.base.x += 200 mm",
        "chassis.mass *= 1.1",
    ])
    .expect("a model");
    let written = changed(&["driver.base.x = 300 mm", "chassis.mass = 440 kg"]).expect("a model");
    assert_eq!(com(&model, "driver.pan"), com(&written, "driver.pan"));
    assert_eq!(mass(&model, "chassis"), mass(&written, "chassis"));
}

/// Settings, members of calls, multiplied lists, and a parameter, which remains a parameter.
#[test]
fn every_number_can_be_named() {
    let changes = [
        "gravity = 1.62 m/s^2",
        "driver.cushion.rate.force *= 2",
        "left.strut.rate = 50 kN/m",
    ];
    let model = changed(&changes).expect("a model");
    assert_eq!(model.gravity.z.abs(), 1.62);
    assert_eq!(model.parameters[0].default, 5e4);
}

#[test]
fn a_misspelled_attribute_is_told_with_the_nearest() {
    for (change, near) in [
        ("left.pad.mas += 1 kg", "did you mean `mass`?"),
        ("left.strut.rat *= 2", "did you mean `rate`?"),
        ("driver.pan.mas += 1 kg", "did you mean `mass`?"),
        ("Seat.pan.mas += 1 kg", "did you mean `mass`?"),
    ] {
        let told = changed(&[change]).expect_err("no such attribute");
        assert!(told.contains(near), "{change}: {told}");
    }
}

#[test]
fn all_mistakes_are_told_at_once() {
    let changes = [
        "left.fot.z += 5 mm",
        "right.foot.z += 5 mm",
        "left.foot.w += 5 mm",
        "left.foot.z += 5 kg",
        "chassis.mass = +5 kg",
        "chassis.mass *= 2 kg",
        "chassis.mas = 5 kg",
        "left = 5 mm",
        "chassis.mass",
        "driver.cushion.rate *= 2",
        "left.strut.rate = 5 kN/n",
        "pan.mass = 5 kg",
        "body.chassis.mass = 5 kg",
    ];
    let told = changed(&changes[..6]).expect_err("mistakes") + &changed(&changes[6..]).expect_err("mistakes");
    for part in [
        "there is no `fot`",
        "did you mean `foot`?",
        "`right` is the mirror image of `left`, and follows it",
        "change `left.foot.z`: both sides change",
        "the list of 3 has no member `w`",
        "the unit `kg` does not fit",
        "write `+= 5 kg` to add, `= 5 kg` for the number itself",
        "a factor has no unit, but this one has `kg`",
        "`left` is a group: name a number in it",
        "a change has an equals sign",
        "this has several values: name one, `.deflection`, `.force`",
        "there is no unit `n`",
        "write `Seat.pan`",
        "write `chassis.mass`: parts are named without their kind",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    // If no name is similar, the known names are listed.
    let told = changed(&["wheelbase = 3 m"]).expect_err("a mistake");
    assert!(told.contains("known here: ") && told.contains("`driver`"), "{told}");
    // The change may mean an attribute that the part does not have yet; only the model knows whether it exists.
    let told = changed(&["chassis.mas = 5 kg"]).expect_err("a mistake");
    assert!(told.contains("`mas`") && told.contains("chassis.mas = 5 kg"), "{told}");
}
