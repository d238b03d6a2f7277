//! Declarations of large vehicles, each of any size. Figures are plausible and serve for counting only.

use std::fmt::Write;

/// A family of vehicles that differ in size.
pub struct Family {
    /// Name of the family, with its unit of size.
    pub name: &'static str,
    /// The sizes that the table shows.
    pub sizes: &'static [usize],
    /// Declaration of the vehicle of this size.
    pub declare: fn(usize) -> String,
}

/// The families of the table.
pub const FAMILIES: [Family; 5] = [
    Family {
        name: "train, trailers",
        sizes: &[2, 4, 8, 10, 16, 32],
        declare: train,
    },
    Family {
        name: "truck, axles",
        sizes: &[2, 4, 6, 8, 10],
        declare: truck,
    },
    Family {
        name: "four-bars",
        sizes: &[10, 20, 40, 80],
        declare: four_bars,
    },
    Family {
        name: "track, links",
        sizes: &[10, 20, 40, 80],
        declare: track,
    },
    Family {
        name: "bus, seats",
        sizes: &[10, 20, 40, 74],
        declare: bus,
    },
];

/// A rigid axle on a guide that rises, with two wheels on springs.
const RIGID_AXLE: &str = "
    subsystem RigidAxle(chassis) {
        body guide { mass: 100 kg, com: [0, 0, 0] m, inertia: [0.01, 0.01, 0.01] kg*m^2 }
        body axle  { mass: 617 kg, com: [0, 0, 0] m, inertia: [240, 1.3, 240] kg*m^2 }
        joint travel: prismatic(chassis, guide) { axis: z }
        joint roll:   revolute(guide, axle)     { axis: x, at: [0, 0, 0] m }
        mirror left as right {
            spring spring: between(chassis, axle) {
                from: [0, 0.43, 0.26] m, to: [0, 0.43, 0.06] m, rate: 1000 kN/m, free_length: 260 mm, damping: 30 kN*s/m,
            }
            wheel tyre: on(axle) {
                centre: [0, 0.83, 0] m, radius: 558.8 mm, driven_from: chassis,
                mass: 254.7 kg, spin_inertia: 43.7 kg*m^2, diametral_inertia: 31 kg*m^2,
            }
        }
    }
";

/// A body on a free joint, the base of all wheeled vehicles here.
fn chassis(mass: f64, at: &str) -> String {
    let [roll, pitch] = [0.5 * mass, 2.0 * mass];
    format!(
        "    body chassis {{ mass: {mass} kg, com: {at} m, inertia: [{roll}, {pitch}, {pitch}] kg*m^2 }}
    joint motion: free(ground, chassis)\n"
    )
}

/// A tractor on two rigid axles with full trailers of 10 m behind each other, each on two rigid axles: five bodies each.
fn train(trailers: usize) -> String {
    let mut text = format!("Train{trailers} {{\n    gravity: 9.81 m/s^2\n{RIGID_AXLE}");
    text += &chassis(9000.0, "[-2, 0, 0.9]");
    text += "    place RigidAxle(chassis) as axle_1 { origin: [0, 0, 0] m }
    place RigidAxle(chassis) as axle_2 { origin: [-4, 0, 0] m }\n";
    let mut pulls = "chassis".to_owned();
    for trailer in 1..=trailers {
        let front = -5.0 - 10.0 * (trailer - 1) as f64;
        let [middle, first, last] = [front - 5.0, front - 2.0, front - 8.0];
        let name = format!("trailer_{trailer}");
        let _ = write!(
            text,
            "    body {name} {{ mass: 15000 kg, com: [{middle}, 0, 1.5] m, inertia: [15000, 120000, 120000] kg*m^2 }}
    joint hitch_{trailer}: universal({pulls}, {name}) {{ axes: [y, z], at: [{front}, 0, 0.8] m }}
    place RigidAxle({name}) as front_{trailer} {{ origin: [{first}, 0, 0] m }}
    place RigidAxle({name}) as rear_{trailer} {{ origin: [{last}, 0, 0] m }}\n"
        );
        pulls = name;
    }
    text + "}\n"
}

/// A carrier with this number of axles, each on two double wishbones: six bodies an axle.
fn truck(axles: usize) -> String {
    let mut text = format!("Truck{axles} {{\n    gravity: 9.81 m/s^2\n    include \"wishbone/double_wishbone.txt\"\n");
    let middle = -0.75 * (axles - 1) as f64;
    text += &chassis(1500.0 * axles as f64, &format!("[{middle}, 0, 0.6]"));
    for axle in 1..=axles {
        let x = -1.5 * (axle - 1) as f64;
        let _ = writeln!(
            text,
            "    place DoubleWishbone(chassis, chassis) as left_{axle} mirrored right_{axle} {{ origin: [{x}, 0, 0] m }}"
        );
    }
    text + "}\n"
}

/// Parallelograms in a row, each closed by a hinge: benchmark A02 of the IFToMM library with this number of loops. The
/// row lies on its side so that a metre is ten centimetres.
fn four_bars(loops: usize) -> String {
    let mut text = format!("FourBars{loops} {{\n    gravity: 9.81 m/s^2\n    redundant: accept\n");
    for upright in 0..=loops {
        let x = 0.1 * upright as f64;
        let _ = write!(
            text,
            "    body upright_{upright} {{ mass: 1 kg, com: [{x}, 0, 0.05] m, inertia: [1e-3, 1e-3, 5e-5] kg*m^2 }}
    joint foot_{upright}: revolute(ground, upright_{upright}) {{ at: [{x}, 0, 0] m, axis: y }}\n"
        );
    }
    for coupler in 0..loops {
        let [from, to] = [coupler, coupler + 1].map(|upright| 0.1 * upright as f64);
        let middle = 0.5 * (from + to);
        let next = coupler + 1;
        let _ = write!(
            text,
            "    body coupler_{coupler} {{ mass: 1 kg, com: [{middle}, 0, 0.1] m, inertia: [5e-5, 1e-3, 1e-3] kg*m^2 }}
    joint tip_{coupler}: revolute(upright_{coupler}, coupler_{coupler}) {{ at: [{from}, 0, 0.1] m, axis: y }}
    joint closing_{coupler}: revolute(coupler_{coupler}, upright_{next}) {{ at: [{to}, 0, 0.1] m, axis: y }}\n"
        );
    }
    text + "}\n"
}

/// A hull with a ring of links: one loop of hinges. The first link is pinned to the hull.
fn track(links: usize) -> String {
    let mut text = format!("Track{links} {{\n    gravity: 9.81 m/s^2\n    redundant: accept\n");
    text += &chassis(5000.0, "[0, 0, 0.5]");
    let pitch = 0.15;
    let turn = std::f64::consts::TAU / links as f64;
    let radius = 0.5 * pitch / (0.5 * turn).sin();
    let pin = |link: usize| {
        let angle = turn * link as f64;
        [radius * angle.cos(), 1.2, radius * angle.sin()]
    };
    for link in 0..links {
        let [from, to] = [pin(link), pin(link + 1)];
        let [x, z] = [0, 2].map(|axis| 0.5 * (from[axis] + to[axis]));
        let _ = writeln!(
            text,
            "    body link_{link} {{ mass: 12 kg, com: [{x}, 1.2, {z}] m, inertia: [0.1, 0.05, 0.1] kg*m^2 }}"
        );
        let before = match link {
            0 => "chassis".to_owned(),
            _ => format!("link_{}", link - 1),
        };
        let _ = writeln!(
            text,
            "    joint pin_{link}: revolute({before}, link_{link}) {{ at: {from:?} m, axis: y }}"
        );
    }
    let _ = writeln!(
        text,
        "    joint last_pin: revolute(link_{}, link_0) {{ at: {:?} m, axis: y }}",
        links - 1,
        pin(0)
    );
    text + "}\n"
}

/// A bus on two rigid axles with this number of passengers, each on a seat that rises on a spring.
fn bus(seats: usize) -> String {
    let mut text = format!("Bus{seats} {{\n    gravity: 9.81 m/s^2\n{RIGID_AXLE}");
    text += &chassis(10000.0, "[-3, 0, 0.9]");
    text += "    place RigidAxle(chassis) as front { origin: [0, 0, 0] m }
    place RigidAxle(chassis) as rear { origin: [-6, 0, 0] m }\n";
    for seat in 0..seats {
        let x = 1.5 - 0.55 * (seat / 4) as f64;
        let y = [0.9, 0.45, -0.45, -0.9][seat % 4];
        let _ = write!(
            text,
            "    body passenger_{seat} {{ mass: 75 kg, com: [{x}, {y}, 1.2] m, inertia: [3, 3, 2] kg*m^2 }}
    joint rise_{seat}: prismatic(chassis, passenger_{seat}) {{ axis: z }}
    spring cushion_{seat}: between(chassis, passenger_{seat}) {{
        from: [{x}, {y}, 0.6] m, to: [{x}, {y}, 1] m, rate: 20 kN/m, free_length: 450 mm, damping: 800 N*s/m,
    }}\n"
        );
    }
    text + "}\n"
}
