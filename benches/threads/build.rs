//! Writes the vehicles to `OUT_DIR/NAME.rs`: small vehicles for the tests, and with the features `large` and
//! `literature` the vehicles whose time is measured.

#[path = "../../compiler/examples/scaling/large.rs"]
#[allow(dead_code, reason = "the sizes are those of a table elsewhere")]
mod large;

use std::path::Path;
use std::{env, fs};
use wishbone_compiler::front::file;
use wishbone_compiler::pipeline::{self, Compiled};

/// Family, size, settings, file.
type Vehicle = (&'static str, usize, &'static str, &'static str);

const SMALL: [Vehicle; 6] = [
    ("truck", 2, "threads: 2", "truck_2_2"),
    ("truck", 3, "threads: 3", "truck_3_3"),
    ("bus", 6, "threads: 2", "bus_6_2"),
    ("truck", 2, "threads: 2 levels: v3", "truck_2_v3"),
    ("truck", 4, "threads: 2 levels: v3 lanes: accept", "truck_4_in_lanes"),
    ("bus", 14, "threads: 2 levels: all lanes: accept", "bus_14_in_lanes"),
];

const LARGE: [Vehicle; 8] = [
    ("truck", 4, "threads: 2 levels: v3 lanes: accept", "truck_4_lanes"),
    ("truck", 4, "threads: 2 levels: v3", "truck_4"),
    ("truck", 10, "threads: 2 levels: v3 lanes: accept", "truck_10_lanes"),
    ("truck", 10, "threads: 2 levels: v3", "truck_10"),
    ("bus", 20, "threads: 2 levels: v3 lanes: accept", "bus_20_lanes"),
    ("bus", 20, "threads: 2 levels: v3", "bus_20"),
    ("bus", 74, "threads: 2 levels: v3 lanes: accept", "bus_74_lanes"),
    ("bus", 74, "threads: 2 levels: v3", "bus_74"),
];

/// A carriage on a rear axle with five links a side, whose loops need iteration.
const FIVE_LINK: &str = "pub FiveLinkAxle {
    threads: 2
    include \"wishbone/five_link.txt\"
    body chassis { mass: 600 kg, com: [0.1, 0, 0.2] m, inertia: [300, 400, 500] kg*m^2 }
    joint motion: free(ground, chassis)
    place FiveLink(chassis) as left mirrored right
}";

/// A car on a rear axle with five links a side and on trailing arms in front, which belong to one thread; each axle is
/// computed in lanes.
const FIVE_LINK_IN_LANES: &str = "pub FiveLinkCar {
    threads: 2 levels: v3 lanes: accept
    include \"wishbone/five_link.txt\" include \"wishbone/trailing_arm.txt\"
    body chassis { mass: 1200 kg, com: [1.3, 0, 0.2] m, inertia: [500, 2000, 2200] kg*m^2 }
    joint motion: free(ground, chassis)
    place FiveLink(chassis) as left mirrored right
    place TrailingArm(chassis) as front_left mirrored front_right { origin: [2.7, 0, 0] m }
}";

/// A car with a steered and driven front axle, a marker for the air and the driver's eye on the chassis, and a marker on an upright.
const EQUIPPED: &str = "pub EquippedCar {
    threads: 2
    gravity: 9.81 m/s^2
    include \"wishbone/double_wishbone.txt\"
    body chassis { mass: 1300 kg, com: [-1.2, 0, 0.25] m, inertia: [500, 2000, 2200] kg*m^2 }
    body rack { mass: 8 kg, com: [-0.14, 0, -0.066] m, inertia: [0.2, 0.01, 0.2] kg*m^2 }
    joint motion: free(ground, chassis)
    joint steering: prismatic(chassis, rack) { axis: y, drive: rack }
    place DoubleWishbone(chassis, rack) as front_left mirrored front_right
    place DoubleWishbone(chassis, chassis) as rear_left mirrored rear_right { origin: [-2.6, 0, 0] m }
    marker centre: on(chassis) { at: [-1.2, 0, 0.3] m }
    marker eye: on(chassis) { at: [0, 0, 0] m }
    marker hub: on(front_left.upright) { at: [0, 0.75, 0] m }
    powertrain front_wheel_drive: shafts() {
        crankshaft: shaft(inertia: 0.3 kg*m^2),
        propeller_shaft: shaft(inertia: 0.5 kg*m^2),
        case: shaft(inertia: 0.6 kg*m^2),
        left_side: shaft(inertia: 0.2 kg*m^2),
        right_side: shaft(inertia: 0.2 kg*m^2),
        engine: engine(
            on: crankshaft,
            full: table(speed: [-10, 100, 500, 650, 750] rad/s, torque: [100, 270, 360, 300, -100] N*m),
            closed: table(speed: [-10, 10, 100, 750] rad/s, torque: [0, 0, -10, -100] N*m),
            idle: [700, 800] rpm,
        ),
        gearbox: gearbox(
            output: propeller_shaft, ratios: [4.71, 2.34, 1.52], reverse: 3.4, inertia: 0.15 kg*m^2,
            up: [3000, 4000, 4000] rpm, down: [1000, 1200, 1400] rpm, latency: 0.1 s,
        ),
        clutch: clutch(from: crankshaft, to: gearbox, capacity: 500 N*m),
        final_drive: gear(driving: propeller_shaft, driven: case, ratio: 3.64),
        differential: differential(case: case, outputs: [left_side, right_side]),
        left_shaft: half_shaft(from: left_side, to: front_left.tyre, stiffness: 5 kN*m/rad, damping: 10 N*m*s/rad),
        right_shaft: half_shaft(from: right_side, to: front_right.tyre, stiffness: 5 kN*m/rad, damping: 10 N*m*s/rad),
        limit: limited_slip(outputs: [left_side, right_side], preload: 100 N*m),
    }
}";

/// Vehicles of the literature by file, with all loops of their papers.
const LITERATURE: [&str; 6] = [
    "deyo_sedan",
    "rtrd_car",
    "rtrd_truck",
    "small_car",
    "szczotka_car",
    "iltis",
];

fn main() {
    println!("cargo::rerun-if-changed=../../compiler/examples/scaling/large.rs");
    let has = |feature: &str| env::var_os(format!("CARGO_FEATURE_{feature}")).is_some();
    let large = if has("LARGE") { &LARGE[..] } else { &[] };
    SMALL.iter().chain(large).for_each(write);
    write_text("equipped", EQUIPPED);
    write_text("five_link", FIVE_LINK);
    write_text("five_link_in_lanes", FIVE_LINK_IN_LANES);
    let literature = if has("LITERATURE") { &LITERATURE[..] } else { &[] };
    literature.iter().for_each(|file| write_file(file));
}

fn write_text(file: &str, declared: &str) {
    emit(
        file,
        &pipeline::compile_text(declared).unwrap_or_else(|refused| panic!("{file}: {refused:?}")),
    );
}

/// A vehicle of the library on two threads, at the baseline and at level v3.
fn write_file(file: &str) {
    let path = format!("../../vehicles/workbench/files/{file}.toml");
    println!("cargo::rerun-if-changed={path}");
    let reading = file::read(&path, &mut |path| {
        let text = fs::read_to_string(path).map_err(|reason| reason.to_string())?;
        Ok(text.replacen("[vehicle]", "[vehicle]\nthreads = 2\nlevels = \"v3\"", 1))
    });
    let compiled = reading.vehicle.and_then(|vehicle| pipeline::compile(&vehicle));
    emit(file, &compiled.unwrap_or_else(|refused| panic!("{file}: {refused:?}")));
}

fn write(&(family, size, settings, file): &Vehicle) {
    let found = large::FAMILIES.iter().find(|known| known.name.starts_with(family));
    let declared = (found.expect("a family").declare)(size);
    let declared = format!("pub {}", declared.replacen('{', &format!("{{\n    {settings}"), 1));
    write_text(file, &declared);
}

fn emit(file: &str, compiled: &Compiled) {
    let folder = env::var_os("OUT_DIR").expect("cargo gives one to build scripts");
    let target = Path::new(&folder).join(format!("{file}.rs"));
    fs::write(target, wishbone_compiler::emit::text(compiled, "")).expect("the folder is there to be written to");
}
