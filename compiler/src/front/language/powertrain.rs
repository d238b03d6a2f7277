//! Powertrains: the words of a declaration.

use super::row::Takes::All;
use super::row::{Class, Part, function, kind};

pub(super) static PART: Part = Part {
    keyword: "powertrain",
    class: Class::Equipment,
    named: Some("a part by its name: `shaft(..)`, `engine(..)`, `clutch(..)`, `converter(..)`, `gearbox(..)`, `gear(..)`, `differential(..)`, `limited_slip(..)`, `half_shaft(..)`"),
    functions: &[
        function("shaft", "A rigid shaft. `inertia` is zero if left out.", "shaft(inertia: 0.05 kg*m^2)"),
        function("engine", "An engine or a motor `on` a shaft. `full` and `closed` are the torques over speed with the pedal fully pressed and released; `torque` and `losses`, whose sum is `full`, stand in their place. `idle` is the band of speed of the governor, `limit` that in which the fuel is cut, both optional. `power_loss` is a `map` of the losses of a motor with its inverter.", "engine(on: crank, full: table(speed: [0, 3000, 6000] rpm, torque: [80, 200, 150] N*m), closed: table(speed: [0, 6000] rpm, torque: [-5, -40] N*m), idle: [700, 900] rpm, limit: [6000, 6200] rpm)"),
        function("map", "Losses of a motor with its inverter: `power` at the first speed over all torques, then at the second speed, and so on. Straight between the points, held beyond.", "map(speed: [0, 4000] rpm, torque: [0, 100, 200] N*m, power: [0, 0.5, 1.2, 0.4, 1.5, 3.4] kW)"),
        function("gearbox", "Gears between its own input and the `output` shaft: `ratios` from the first gear, `reverse`, `inertia` of the input (zero if left out), `efficiency` (1 if left out). With the engine speeds `up` and `down` it shifts by itself, at once; `latency` is the shortest time between two changes (1 s if left out), and delays no change.", "gearbox(output: output, ratios: [3.6, 2.1, 1.4, 1], reverse: 3.5, inertia: 0.01 kg*m^2, efficiency: 0.97)"),
        function("clutch", "Dry plates between the ends `from` and `to`. `capacity` is the largest torque, with the pedal released.", "clutch(from: crank, to: box, capacity: 350 N*m)"),
        function("converter", "A hydrodynamic converter between `pump` and `turbine`. `capacity` is the torque of the pump over the ratio of speeds `at` a speed of the pump, or factors in (rad/s)/√(N m); `ratio` is that of the torques. Between the points each table is straight in its own values; within two percent of slip the torques go to zero.", "converter(pump: crank, turbine: box, at: 2000 rpm, capacity: table(ratio: [0, 0.8, 1], torque: [100, 80, 0] N*m), ratio: table(ratio: [0, 0.8, 1], factor: [2, 1, 1]))"),
        function("gear", "A pair of gears: `driving` turns `ratio` times as fast as `driven`.", "gear(driving: output, driven: case, ratio: 3.9)"),
        function("differential", "An open differential: `case`, two `outputs`, and `share` of the torque of the first output (0.5 if left out).", "differential(case: case, outputs: [left, right])"),
        function("limited_slip", "Plates between two `outputs`: dry friction of `preload` plus `bias` times the mean torque of the outputs, which the half-shafts in `loads` tell.", "limited_slip(outputs: [left, right], preload: 30 N*m, bias: 0.2, loads: [left_shaft, right_shaft])"),
        function("half_shaft", "An elastic shaft between the ends `from` and `to`, such as a wheel: `stiffness`, and `damping` (zero if left out). `elements` and `inertia` make a chain of rigid pieces of it.", "half_shaft(from: left, to: left.wheel, stiffness: 6 kN*m/rad, damping: 20 N*m*s/rad)"),
    ],
    kinds: &[
        kind("shafts", "Shafts and what joins them.", All, "powertrain drive: shafts() {
    output: shaft(inertia: 0.05 kg*m^2),
    left: shaft(inertia: 0.05 kg*m^2),
    right: shaft(inertia: 0.05 kg*m^2),
    motor: engine(on: output, full: table(speed: [0, 6000] rpm, torque: [150, 80] N*m), closed: table(speed: [0, 6000] rpm, torque: [0, -20] N*m)),
    differential: differential(case: output, outputs: [left, right]),
    left_shaft: half_shaft(from: left, to: left.wheel, stiffness: 6 kN*m/rad, damping: 20 N*m*s/rad),
    right_shaft: half_shaft(from: right, to: right.wheel, stiffness: 6 kN*m/rad, damping: 20 N*m*s/rad)
}"),
    ],
    attributes: &[
    ],
};
