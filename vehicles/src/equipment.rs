//! Equipment of the [`Hmmwv`](crate::Hmmwv): tyres, driveline, brakes.
//!
//! # Source
//!
//! The figures are those of `HMMWV_Full` of Project Chrono, as in [`crate::hmmwv`]: its TMeasy tyre, its engine, torque
//! converter and gearbox with shafts, its four-wheel drive with shafts, its brakes.
//!
//! # What differs from the source
//!
//! - **Tyre.** The source fades to a bristle model below 3 m/s; here the carcass relaxes ([`relaxed_tyre`]), with stiffnesses that
//!   are assumed. The steady tyre ([`tyre`]) is that of the source above 3 m/s.
//! - **Half-shafts** are rigid in the source. Here they are elastic, with a stiffness of 15 kN m/rad and a damping of 15 N m s/rad
//!   each, and the side gears have 0.1 kg m² each: all assumed.
//! - **Idle.** The source's engine has no governor; here one opens the throttle between 700 and 800 rpm.
//! - **Limits of the differentials** (100 N m) are dry friction between their outputs.

use wishbone::brakes::Brakes;
use wishbone::curve::{Samples, Unsound};
use wishbone::driveline::{Converter, Driveline, End, Engine, Gearbox, Graph, Mistakes};
use wishbone::tyre::tmeasy::{Characteristic, Trail};
use wishbone::tyre::{Relaxed, Tmeasy};

/// Driveline of the truck: crankshaft and four side gears are free; four half-shafts, the torque converter and three limited
/// slips couple them.
pub type HmmwvDriveline = Driveline<5, 8, 4>;

/// The source's TMeasy tyre, without memory: for a rolling truck.
pub fn tyre() -> Tmeasy {
    Tmeasy {
        radius: 0.4699,
        width: 0.3175,
        stiffness: 411_120.924_210_318,
        progression: 0.0,
        damping: 3_931.684_975_975,
        // Rim and a centimetre, from the unloaded radius.
        bottoming: [0.4699 - 0.21955, 2_055_604.621_051_589],
        nominal_load: 8_562.826_609_452,
        greatest_load: 29_969.893_133_084,
        longitudinal: Characteristic {
            slope: [152_216.230_940_271, 248_837.453_836_011],
            peak: [7_703.546_959_194, 13_315.366_634_231],
            peak_slip: [0.10811, 0.12389],
            sliding: [3_954.570_213_043, 7_252.542_881_674],
            sliding_slip: [0.66667, 0.66667],
        },
        lateral: Characteristic {
            slope: [63_376.048_584_541, 117_319.287_376_109],
            peak: [6_497.130_318_188, 12_438.019_419_826],
            peak_slip: [0.33167, 0.33216],
            sliding: [5_846.355_495_87, 11_186.305_426_057],
            sliding_slip: [1.0296, 1.0296],
        },
        trail: Trail {
            at_zero: [0.178, 0.19],
            zero_slip: [0.36484, 0.36538],
            end_slip: [1.0296, 1.0296],
        },
        camber: 0.0,
        rolling_resistance: 0.015,
        carcass: [600e3, 250e3],
    }
}

/// The same tyre with the deflection of its carcass: for any speed, standstill and locked wheels.
pub fn relaxed_tyre() -> Relaxed<Tmeasy> {
    Relaxed { law: tyre() }
}

/// One turn a minute [rad/s].
pub const RPM: f64 = core::f64::consts::PI / 30.0;

/// Torque of the engine with the pedal fully pressed, without its losses [rpm, N m].
const TORQUE: [[f64; 20]; 2] = [
    [
        -100.0, 800.0, 900.0, 1000.0, 1100.0, 1200.0, 1300.0, 1400.0, 1500.0, 1600.0, 1700.0, 1800.0, 1900.0, 2000.0,
        2100.0, 2200.0, 2300.0, 2400.0, 2500.0, 2700.0,
    ],
    [
        300.0, 382.0, 490.0, 579.0, 650.0, 706.0, 746.0, 774.0, 789.0, 793.0, 788.0, 774.0, 754.0, 728.0, 697.0, 664.0,
        628.0, 593.0, 558.0, -400.0,
    ],
];

/// Losses of the engine [rpm, N m].
const LOSS: [[f64; 6]; 2] = [
    [-50.0, 0.0, 50.0, 1000.0, 2000.0, 3000.0],
    [30.0, 0.0, -30.0, -50.0, -70.0, -90.0],
];

/// Engine by torque and losses.
///
/// # Errors
/// None with these figures; they are checked like a user's.
pub fn engine() -> Result<Engine, Unsound> {
    let [speeds, torques] = TORQUE;
    let torque = Samples::new(&speeds.map(|speed| speed * RPM), &torques)?;
    let [slow, losses] = LOSS;
    let closed = Samples::new(&slow.map(|speed| speed * RPM), &losses)?;
    // Both maps over the speeds of the first, and those of the second where it bends: below 800 rpm and at its end.
    let mut all = [0.0; 24];
    all[..20].copy_from_slice(&speeds);
    all[20..].copy_from_slice(&[-50.0, 0.0, 50.0, 3000.0]);
    all.sort_by(f64::total_cmp);
    let all = all.map(|speed| speed * RPM);
    Ok(Engine {
        full: Samples::new(&all, &all.map(|speed| torque.at(speed) + closed.at(speed)))?,
        closed,
        idle: Some([700.0 * RPM, 800.0 * RPM]),
        limit: None,
    })
}

/// The source's torque converter.
fn converter() -> Result<Converter, Unsound> {
    Ok(Converter {
        capacity: Samples::new(&[0.0, 0.25, 0.5, 0.75, 0.9, 1.0], &[15.0, 15.0, 15.0, 16.0, 18.0, 35.0])?,
        ratio: Samples::new(&[0.0, 0.25, 0.5, 0.75, 1.0], &[2.0, 1.8, 1.5, 1.15, 1.0])?,
    })
}

/// Engine, torque converter, automatic gearbox with three gears, and drive of all four wheels through three differentials.
///
/// It starts in neutral; the driver's gear 1 is forward.
///
/// # Errors
/// None with these figures; they are checked like a user's.
pub fn driveline() -> Result<HmmwvDriveline, Box<dyn core::error::Error>> {
    let mut graph = Graph::new();
    let crank = graph.shaft("crankshaft", 1.1 + 0.5);
    let propeller = graph.shaft("propeller_shaft", 0.5 + 0.5 + 0.6);
    let [front_shaft, rear_shaft] = ["front_shaft", "rear_shaft"].map(|name| graph.shaft(name, 0.5));
    let [front_case, rear_case] = ["front_case", "rear_case"].map(|name| graph.shaft(name, 0.6));
    let names = [
        "front_left_side",
        "front_right_side",
        "rear_left_side",
        "rear_right_side",
    ];
    let [fl, fr, rl, rr] = names.map(|name| graph.shaft(name, 0.1));
    graph.engine("engine", crank, engine()?);
    let gearbox = Gearbox::new(&[5.0, 2.5, 1.25], 10.0).ok_or("the gearbox has no sound ratios")?;
    let mut gearbox = gearbox
        .automatic(&[2500.0 * RPM], &[1200.0 * RPM], 1.0)
        .map_err(|gear| format!("gear {gear} hunts"))?;
    gearbox.inertia = 0.3;
    graph.gearbox(propeller, gearbox);
    graph.converter("torque_converter", crank.into(), End::Gearbox, converter()?);
    graph.differential("central_differential", propeller, [front_shaft, rear_shaft], 0.5);
    graph.gear("front_final_drive", front_shaft, front_case, 5.0);
    graph.gear("rear_final_drive", rear_shaft, rear_case, 5.0);
    graph.differential("front_differential", front_case, [fl, fr], 0.5);
    graph.differential("rear_differential", rear_case, [rl, rr], 0.5);
    let shafts = [
        "front_left_shaft",
        "front_right_shaft",
        "rear_left_shaft",
        "rear_right_shaft",
    ];
    for ((name, side), wheel) in shafts.into_iter().zip([fl, fr, rl, rr]).zip(0..4) {
        graph.elastic(name, side.into(), End::Wheel(wheel), 15e3, 15.0);
    }
    graph.limited_slip("central_limit", [front_shaft, rear_shaft], 100.0, 0.0, &[]);
    graph.limited_slip("front_limit", [fl, fr], 100.0, 0.0, &[]);
    graph.limited_slip("rear_limit", [rl, rr], 100.0, 0.0, &[]);
    let built: Result<HmmwvDriveline, Mistakes> = graph.build();
    Ok(built?)
}

/// The source's brakes: 4 kN m at each wheel, in proportion to the pedal; the parking brake, assumed, holds as much at the rear.
pub fn brakes() -> Brakes<4> {
    let mut brakes = Brakes::new([4000.0; 4]);
    brakes.parking = [0.0, 0.0, 4000.0, 4000.0];
    brakes
}
