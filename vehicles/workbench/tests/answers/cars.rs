//! Small vehicles with known answers.

/// A hub that is connected to a box by a weld, 100 kg in all. The weld carries the box: 90 kg at 10 m/s².
pub const STAND: &str = "Stand {
    gravity: 10 m/s^2
    body chest { mass: 90 kg, com: [0, 0, 1] m, inertia: [5, 5, 5] kg*m^2 }
    body hub { mass: 10 kg, com: [0, 0, 0.3] m, inertia: [0.5, 0.5, 0.5] kg*m^2 }
    joint rail: prismatic(ground, chest) { axis: z, at: [0, 0, 1] m }
    joint weld: fixed(chest, hub) { at: [0, 0, 0.5] m }
    wheel w: on(hub) { centre: [0, 0, 0.3] m, radius: 0.3 m, spin_inertia: 1 kg*m^2 }
    tyre road: linear(all) { stiffness: 100 kN/m, damping: 1 kN*s/m }
    output carried: fz(weld)
}";

/// Four wheels on vertical guides under a box, whose centre of mass has this height [m]; the front axle is steered.
pub fn box_car(height: f64, more: &str) -> String {
    let corner = |name: &str, image: &str, x: f64| {
        format!(
            "mirror {name} as {image} {{
                body hub {{ mass: 20 kg, com: [{x}, 0.75, 0.3] m, inertia: [1, 1, 1] kg*m^2 }}
                spring k: between({{carrier}}, hub) {{ from: [{x}, 0.75, 0.7] m, to: [{x}, 0.75, 0.3] m, rate: 30 kN/m,
                    free_length: 500 mm, damping: 3 kN*s/m }}
                joint s: prismatic({{carrier}}, hub) {{ axis: z }}
                wheel w: on(hub) {{ centre: [{x}, 0.75, 0.3] m, radius: 0.3 m, mass: 10 kg, spin_inertia: 1 kg*m^2, driven_from: car }}
            }}"
        )
    };
    let [front, rear] = [("fl", "fr", 0.0), ("rl", "rr", -2.6)].map(|(name, image, x)| corner(name, image, x));
    let front = front.replace("{carrier}", "axle");
    let rear = rear.replace("{carrier}", "car");
    format!(
        "Box {{
            body car {{ mass: 1000 kg, com: [-1.3, 0, {height}] m, inertia: [300, 1200, 1300] kg*m^2 }}
            joint motion: free(ground, car)
            body axle {{ mass: 5 kg, com: [0, 0, 0.3] m, inertia: [0.5, 0.1, 0.5] kg*m^2 }}
            joint kingpin: revolute(car, axle) {{ axis: z, at: [0, 0, 0.3] m, drive: turn }}
            {front}
            {rear}
            steering wheel: driven(turn) {{ per_turn: 36 deg }}
            tyre road: linear(all) {{ stiffness: 200 kN/m, damping: 500 N*s/m, cornering_stiffness: 60 kN/rad,
                longitudinal_stiffness: 60 kN, friction: 1.2 }}
            {more}
        }}"
    )
}

/// A box whose centre of mass is ahead of the middle. The axles at the named ends steer by a tenth of the steering
/// wheel's angle, so that the vehicle turns to the left. If both do, the rear one steers by a quarter of this.
pub fn steered_box([front, rear]: [bool; 2], more: &str) -> String {
    let text = box_car(0.5, "")
        .replace("com: [-1.3, 0, 0.5] m", "com: [-1.1, 0, 0.5] m")
        .replace("prismatic(car, hub)", "prismatic(tail, hub)");
    let held = "fixed(car, axle) { at: [0, 0, 0.3] m }";
    let turned = "revolute(car, axle) { axis: z, at: [0, 0, 0.3] m, drive: turn }";
    assert!(text.contains(turned), "{text}");
    let text = match (front, rear) {
        (true, false) => text,
        (true, true) => text.replace("drive: turn", "drive: shared(input: turn)"),
        (false, _) => text.replace(turned, held),
    };
    let tail = match (front, rear) {
        (true, true) => {
            "revolute(car, tail) { axis: [0, 0, -1], at: [-2.6, 0, 0.3] m, drive: shared(input: turn, ratio: 0.25) }"
        }
        (false, true) => "revolute(car, tail) { axis: [0, 0, -1], at: [-2.6, 0, 0.3] m, drive: turn }",
        (_, false) => "fixed(car, tail) { at: [-2.6, 0, 0.3] m }",
    };
    let end = text.trim_end().strip_suffix('}').expect("its end");
    format!(
        "{end} body tail {{ mass: 5 kg, com: [-2.6, 0, 0.3] m, inertia: [0.5, 0.1, 0.5] kg*m^2 }}
        joint pivot: {tail}
        {more}
        }}"
    )
}

/// A trailer whose centre of mass is above its axle, so that it neither lifts the box nor pulls it aside.
pub const TRAILER: &str = "body trailer { mass: 600 kg, com: [-5.6, 0, 0.5] m, inertia: [200, 500, 500] kg*m^2 }
    joint hitch: spherical(car, trailer) { at: [-3.4, 0, 0.4] m }
    mirror tl as tr {
        body hub { mass: 20 kg, com: [-5.6, 0.75, 0.3] m, inertia: [1, 1, 1] kg*m^2 }
        spring k: between(trailer, hub) { from: [-5.6, 0.75, 0.7] m, to: [-5.6, 0.75, 0.3] m, rate: 30 kN/m,
            free_length: 500 mm, damping: 3 kN*s/m }
        joint s: prismatic(trailer, hub) { axis: z }
        wheel w: on(hub) { centre: [-5.6, 0.75, 0.3] m, radius: 0.3 m, mass: 10 kg, spin_inertia: 1 kg*m^2, driven_from: trailer }
    }";

/// A loader on vertical struts, whose frames `rear` and `front` hang together by these joints. Their drive is `bend`.
pub fn loader(joints: &str) -> String {
    let corner = |name: &str, on: &str, x: f64, y: f64| {
        format!(
            "body {name}_hub {{ mass: 30 kg, com: [{x}, {y}, 0.5] m, inertia: [1, 1, 1] kg*m^2 }}
            joint {name}_s: prismatic({on}, {name}_hub) {{ axis: z }}
            spring {name}_k: between({on}, {name}_hub) {{ from: [{x}, {y}, 1.0] m, to: [{x}, {y}, 0.5] m, rate: 120 kN/m, free_length: 600 mm }}
            wheel {name}: on({name}_hub) {{ centre: [{x}, {y}, 0.5] m, radius: 0.5 m, mass: 30 kg, spin_inertia: 3 kg*m^2 }}"
        )
    };
    let corners = [
        corner("fl", "front", 0.0, 0.9),
        corner("fr", "front", 0.0, -0.9),
        corner("rl", "rear", -2.8, 0.9),
        corner("rr", "rear", -2.8, -0.9),
    ];
    format!(
        "Loader {{
            body rear {{ mass: 3000 kg, com: [-2.6, 0, 0.9] m, inertia: [900, 1500, 1800] kg*m^2 }}
            body front {{ mass: 2000 kg, com: [-0.2, 0, 0.8] m, inertia: [700, 900, 1100] kg*m^2 }}
            joint motion: free(ground, rear)
            {joints}
            steering hands: driven(bend) {{ per_turn: 20 deg }}
            {}
            tyre road: linear(all) {{ stiffness: 500 kN/m, damping: 1 kN*s/m, cornering_stiffness: 150 kN/rad, longitudinal_stiffness: 200 kN }}
        }}",
        corners.join("\n")
    )
}

/// A pendulum of length 1 m turned by a drive, and one that swings freely, with gravity 9.81 m/s².
pub const PENDULA: &str = "Pendula {
    body driven { mass: 1 kg, com: [0, 0, -1] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }
    body free { mass: 2 kg, com: [0, 1, -1] m, inertia: [0.01, 0.02, 0.01] kg*m^2 }
    joint crank: revolute(ground, driven) { axis: y, at: [0, 0, 0] m, drive: turn }
    joint pivot: revolute(ground, free) { axis: y, at: [0, 1, 0] m }
    output angle: coordinate(crank)
    output swing: coordinate(pivot)
}";

/// A crank and a rocker about oblique axes, joined by a rod with a universal joint and a ball.
pub const LINKAGE: &str = "Linkage {
    gravity: [0, 1, -9.81] m/s^2
    body crank { mass: 1.2 kg, com: [0.05, 0, 0.02] m, inertia: [0.002, 0.003, 0.004, 0.0002, 0, 0.0001] kg*m^2 }
    body rod { mass: 0.8 kg, com: [0.3, 0.1, 0.15] m, inertia: [0.01, 0.012, 0.011] kg*m^2 }
    body rocker { mass: 2 kg, com: [0.55, 0.1, 0.12] m, inertia: [0.02, 0.015, 0.01, 0.001, -0.002, 0.0005] kg*m^2 }
    joint turn: revolute(ground, crank) { axis: [0.1, 1, 0.05], at: [0, 0, 0] m }
    joint pin: universal(crank, rod) { axes: [[0, 1, 0], [0, 0, 1]], at: [0.1, 0, 0.05] m }
    joint rock: revolute(ground, rocker) { axis: [0.3, 1, 0.1], at: [0.6, 0.1, 0] m }
    joint ball: spherical(rod, rocker) { at: [0.5, 0.2, 0.25] m }
    output crank_angle: coordinate(turn)
    output rocker_angle: coordinate(rock)
}";
