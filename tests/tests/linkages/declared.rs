//! Closed linkages as data, so that each can be declared in any order, cut anywhere and rotated in space.

use nalgebra::{Matrix3, Vector3};

/// A point or direction.
pub type V = [f64; 3];

/// A slender body along a direction.
#[derive(Clone)]
pub struct Bar {
    pub name: &'static str,
    pub com: V,
    pub along: V,
}

/// Geometry of a joint.
#[derive(Clone)]
pub enum Kind {
    Revolute { at: V, axis: V },
    Spherical { at: V },
    Prismatic { at: V, axis: V },
    Distance { from: V, to: V },
}

/// A joint between two bodies.
#[derive(Clone)]
pub struct Hinge {
    pub name: &'static str,
    pub bodies: [&'static str; 2],
    pub kind: Kind,
}

/// A linkage on the ground, or on a floating chassis.
#[derive(Clone)]
pub struct Linkage {
    pub name: &'static str,
    pub bars: Vec<Bar>,
    pub hinges: Vec<Hinge>,
    pub freedoms: usize,
}

/// A variant of the declaration.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Positions of the hinges in the linkage, in order of declaration.
    pub order: Vec<usize>,
    /// The hinge that is declared as cut.
    pub cut: Option<usize>,
    /// The bar declared as the base.
    pub base: Option<usize>,
    /// Position in the list of [`turns`].
    pub turn: usize,
    /// Whether the ground of the linkage is a floating body.
    pub floats: bool,
}

/// The 24 rotations that map axes to axes.
pub fn turns() -> Vec<Matrix3<f64>> {
    let units = [Vector3::x(), Vector3::y(), Vector3::z()];
    let signed: Vec<Vector3<f64>> = units.iter().flat_map(|u| [*u, -u]).collect();
    let pairs = signed.iter().flat_map(|a| signed.iter().map(move |b| (*a, *b)));
    let across = pairs.filter(|(a, b)| a.dot(b) == 0.0);
    across
        .map(|(a, b)| Matrix3::from_columns(&[a, b, a.cross(&b)]))
        .collect()
}

impl Linkage {
    /// The text of a declaration.
    pub fn text(&self, variant: &Variant) -> String {
        let turn = turns()[variant.turn];
        let v = |p: V| {
            let p = turn * Vector3::from(p);
            format!("[{:?}, {:?}, {:?}]", p.x, p.y, p.z)
        };
        let ground = if variant.floats { "chassis" } else { "ground" };
        let body = |name: &'static str| if name == "ground" { ground } else { name };
        let mut text = format!("pub {} {{\n    redundant: accept\n    singular: accept\n", self.name);
        if let Some(base) = variant.base {
            text += &format!("    base: {}\n", self.bars[base].name);
        }
        if variant.floats {
            text += "    body chassis { mass: 20 kg, com: [0.1, 0.2, 0.3] m, inertia: [3, 4, 5] kg*m^2 }
    joint floating: free(ground, chassis)\n";
        }
        for bar in &self.bars {
            let along = Vector3::from(bar.along).normalize();
            let other = if along.x.abs() < 0.6 {
                Vector3::x()
            } else {
                Vector3::y()
            };
            let second = along.cross(&other).normalize();
            let axes = [along, second, along.cross(&second)].map(|a| v(a.into())).join(", ");
            text += &format!(
                "    body {} {{ mass: 1.3 kg, com: {} m, inertia: [0.02, 0.05, 0.06] kg*m^2, axes: [{axes}] }}\n",
                bar.name,
                v(bar.com)
            );
        }
        for &position in &variant.order {
            let Hinge { name, bodies, kind } = &self.hinges[position];
            let [first, second] = bodies.map(body);
            let cut = if variant.cut == Some(position) {
                ", tree: cut"
            } else {
                ""
            };
            text += &match kind {
                Kind::Revolute { at, axis } => format!(
                    "    joint {name}: revolute({first}, {second}) {{ at: {} m, axis: {}{cut} }}\n",
                    v(*at),
                    v(*axis)
                ),
                Kind::Prismatic { at, axis } => format!(
                    "    joint {name}: prismatic({first}, {second}) {{ at: {} m, axis: {}{cut} }}\n",
                    v(*at),
                    v(*axis)
                ),
                Kind::Spherical { at } => {
                    format!(
                        "    joint {name}: spherical({first}, {second}) {{ at: {} m{cut} }}\n",
                        v(*at)
                    )
                }
                Kind::Distance { from, to } => format!(
                    "    link {name}: distance({first}, {second}) {{ from: {} m, to: {} m }}\n",
                    v(*from),
                    v(*to)
                ),
            };
        }
        text + "}\n"
    }

    /// Axis of the first hinge, which is a revolute joint.
    pub fn crank_axis(&self) -> Vector3<f64> {
        match self.hinges[0].kind {
            Kind::Revolute { axis, .. } => Vector3::from(axis).normalize(),
            _ => panic!("the first hinge of {} is no crank", self.name),
        }
    }

    /// Hinges that may be declared cut.
    pub fn cuttable(&self) -> Vec<usize> {
        let is_link = |h: &Hinge| matches!(h.kind, Kind::Distance { .. });
        (0..self.hinges.len()).filter(|&h| !is_link(&self.hinges[h])).collect()
    }
}

fn hinge(name: &'static str, bodies: [&'static str; 2], at: V, axis: V) -> Hinge {
    let kind = Kind::Revolute { at, axis };
    Hinge { name, bodies, kind }
}

fn ball(name: &'static str, bodies: [&'static str; 2], at: V) -> Hinge {
    let kind = Kind::Spherical { at };
    Hinge { name, bodies, kind }
}

fn rod(name: &'static str, bodies: [&'static str; 2], from: V, to: V) -> Hinge {
    let kind = Kind::Distance { from, to };
    Hinge { name, bodies, kind }
}

fn bar(name: &'static str, from: V, to: V) -> Bar {
    Bar {
        name,
        com: [0, 1, 2].map(|k| 0.5 * (from[k] + to[k])),
        along: [0, 1, 2].map(|k| to[k] - from[k]),
    }
}

/// Bricard's six hinges: benchmark A04 of the IFToMM library.
pub fn bricard() -> Linkage {
    let p: [V; 6] = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [1.0, 0.0, -1.0],
        [1.0, -1.0, -1.0],
        [0.0, -1.0, -1.0],
        [0.0, -1.0, 0.0],
    ];
    let names = ["one", "two", "three", "four", "five"];
    let [x, y, z] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    Linkage {
        name: "Bricard",
        bars: (0..5).map(|k| bar(names[k], p[k], p[k + 1])).collect(),
        hinges: vec![
            hinge("h1", ["ground", "one"], p[0], z),
            hinge("h2", ["one", "two"], p[1], y),
            hinge("h3", ["two", "three"], p[2], x),
            hinge("h4", ["three", "four"], p[3], z),
            hinge("h5", ["four", "five"], p[4], y),
            hinge("h6", ["five", "ground"], p[5], x),
        ],
        freedoms: 1,
    }
}

/// Bennett's four skew hinges: opposite bars have equal lengths and twists, and lengths are in the ratio of the sines of
/// the twists (Bennett 1903). A half turn about a line maps the linkage to itself.
pub fn bennett() -> Linkage {
    // In the symmetric form, opposite joints lie on two lines across a common line z: A, C at (±p, 0, 0), and B, D at (0,
    // ±q, h) turned. Each axis is perpendicular to its two bars. With the axes of A and C along (0, ±sin a, cos a) and
    // so on, all four bars end at the feet of the common perpendiculars. Here, the loop is built step by step instead.
    let (length, twist) = (0.8_f64, 0.7_f64);
    let (other_length, other_twist) = (length * (1.1_f64).sin() / twist.sin(), 1.1_f64);
    let angle = 2.0_f64;
    // Relation of neighbouring joint angles: tan(θ/2) tan(φ/2) = sin((β+α)/2) / sin((β-α)/2)
    let ratio = (0.5 * (other_twist + twist)).sin() / (0.5 * (other_twist - twist)).sin();
    let next = 2.0 * (ratio / (0.5 * angle).tan()).atan();
    // Step of Denavit & Hartenberg (1955): rotation about z by the joint's angle, shift along x by the length, rotation
    // about x by the twist.
    let step = |theta: f64, length: f64, twist: f64| {
        let about_z = nalgebra::Rotation3::from_axis_angle(&Vector3::z_axis(), theta);
        let about_x = nalgebra::Rotation3::from_axis_angle(&Vector3::x_axis(), twist);
        nalgebra::Isometry3::from_parts(
            (about_z * Vector3::new(length, 0.0, 0.0)).into(),
            (about_z * about_x).into(),
        )
    };
    let mut frames = vec![nalgebra::Isometry3::identity()];
    for (theta, length, twist) in [
        (angle, length, twist),
        (next, other_length, other_twist),
        (-angle, length, twist),
        (-next, other_length, other_twist),
    ] {
        frames.push(frames[frames.len() - 1] * step(theta, length, twist));
    }
    let at = |k: usize| -> V { frames[k].translation.vector.into() };
    let axis = |k: usize| -> V { (frames[k] * Vector3::z()).into() };
    let closes = (frames[4].translation.vector.norm()).max((frames[4] * Vector3::z() - Vector3::z()).norm());
    assert!(closes < 1e-12, "a Bennett linkage closes: {closes:e}");
    Linkage {
        name: "Bennett",
        bars: vec![
            bar("one", at(0), at(1)),
            bar("two", at(1), at(2)),
            bar("three", at(2), at(3)),
        ],
        hinges: vec![
            hinge("h1", ["ground", "one"], at(0), axis(0)),
            hinge("h2", ["one", "two"], at(1), axis(1)),
            hinge("h3", ["two", "three"], at(2), axis(2)),
            hinge("h4", ["three", "ground"], at(3), axis(3)),
        ],
        freedoms: 1,
    }
}

const ACROSS: V = [0.0, 1.0, 0.0];

/// A ring of `corners` hinges with parallel axes, the first hinge on the ground.
pub fn planar_ring(corners: usize) -> Linkage {
    let names = ["one", "two", "three", "four", "five"];
    let hinges = ["h1", "h2", "h3", "h4", "h5", "h6"];
    // Points of an irregular polygon: no two bars are equal, and no two are in line.
    let at = |k: usize| -> V {
        let angle = std::f64::consts::TAU * k as f64 / corners as f64;
        let radius = 0.5 + 0.07 * ((3 * k) % 5) as f64;
        [radius * angle.cos(), 0.0, radius * angle.sin()]
    };
    let body = |k: usize| if k == 0 || k == corners { "ground" } else { names[k - 1] };
    Linkage {
        name: "PlanarRing",
        bars: (1..corners).map(|k| bar(names[k - 1], at(k - 1), at(k))).collect(),
        hinges: (0..corners)
            .map(|k| hinge(hinges[k], [body(k), body(k + 1)], at(k), ACROSS))
            .collect(),
        freedoms: corners - 3,
    }
}

/// Two parallelograms in a row: benchmark A02 of the IFToMM library.
pub fn two_four_bars() -> Linkage {
    let p = |x: f64, z: f64| -> V { [x, 0.0, z] };
    Linkage {
        name: "TwoFourBars",
        bars: vec![
            bar("u0", p(0.0, 0.0), p(0.0, 1.0)),
            bar("u1", p(1.0, 0.0), p(1.0, 1.0)),
            bar("u2", p(2.0, 0.0), p(2.0, 1.0)),
            bar("c0", p(0.0, 1.0), p(1.0, 1.0)),
            bar("c1", p(1.0, 1.0), p(2.0, 1.0)),
        ],
        hinges: vec![
            hinge("f0", ["ground", "u0"], p(0.0, 0.0), ACROSS),
            hinge("f1", ["ground", "u1"], p(1.0, 0.0), ACROSS),
            hinge("f2", ["ground", "u2"], p(2.0, 0.0), ACROSS),
            hinge("t0", ["u0", "c0"], p(0.0, 1.0), ACROSS),
            hinge("t1", ["u1", "c1"], p(1.0, 1.0), ACROSS),
            hinge("e0", ["c0", "u1"], p(1.0, 1.0), ACROSS),
            hinge("e1", ["c1", "u2"], p(2.0, 1.0), ACROSS),
        ],
        freedoms: 1,
    }
}

/// A double wishbone with a tie rod.
pub fn wishbone() -> Linkage {
    let (lower, upper): (V, V) = ([0.01, 0.70, 0.185], [-0.015, 0.665, 0.52]);
    Linkage {
        name: "DoubleWishbone",
        bars: vec![
            bar("lower", [0.0, 0.36, 0.2], lower),
            bar("upper", [0.0, 0.44, 0.5], upper),
            bar("knuckle", lower, upper),
        ],
        hinges: vec![
            hinge(
                "lower_pivot",
                ["ground", "lower"],
                [0.16, 0.36, 0.2],
                [0.35, -0.01, -0.015],
            ),
            hinge(
                "upper_pivot",
                ["ground", "upper"],
                [0.11, 0.44, 0.51],
                [0.25, -0.01, 0.015],
            ),
            ball("lower_ball", ["lower", "knuckle"], lower),
            ball("upper_ball", ["upper", "knuckle"], upper),
            rod(
                "tie_rod",
                ["ground", "knuckle"],
                [-0.14, 0.37, 0.235],
                [-0.13, 0.68, 0.225],
            ),
        ],
        freedoms: 1,
    }
}

/// A knuckle on five rods.
pub fn five_link() -> Linkage {
    let ends: [[V; 2]; 5] = [
        [[0.10, 0.40, 0.15], [0.02, 0.75, 0.12]],
        [[-0.20, 0.42, 0.17], [-0.03, 0.74, 0.13]],
        [[0.12, 0.45, 0.45], [0.01, 0.70, 0.48]],
        [[-0.18, 0.46, 0.43], [-0.04, 0.69, 0.47]],
        [[-0.16, 0.44, 0.28], [-0.15, 0.76, 0.26]],
    ];
    let names = ["one", "two", "three", "four", "five"];
    Linkage {
        name: "FiveLink",
        bars: vec![bar("knuckle", [0.0, 0.72, 0.1], [0.0, 0.74, 0.5])],
        hinges: (0..5)
            .map(|k| rod(names[k], ["ground", "knuckle"], ends[k][0], ends[k][1]))
            .collect(),
        freedoms: 1,
    }
}

/// A slider-crank mechanism; the rod is on a ball joint and a hinge.
pub fn slider_crank() -> Linkage {
    let (pin, piston): (V, V) = ([0.05, 0.0, 0.08], [0.3, 0.0, 0.0]);
    let slide = Kind::Prismatic {
        at: piston,
        axis: [1.0, 0.0, 0.0],
    };
    Linkage {
        name: "SliderCrank",
        bars: vec![
            bar("crank", [0.0, 0.0, 0.0], pin),
            bar("conrod", pin, piston),
            bar("piston", [0.27, 0.0, 0.0], [0.35, 0.0, 0.0]),
        ],
        hinges: vec![
            hinge("main", ["ground", "crank"], [0.0, 0.0, 0.0], ACROSS),
            ball("big_end", ["crank", "conrod"], pin),
            hinge("small_end", ["conrod", "piston"], piston, ACROSS),
            Hinge {
                name: "bore",
                bodies: ["piston", "ground"],
                kind: slide,
            },
        ],
        freedoms: 1,
    }
}

/// A crank and a rocker with skew axes, joined by a rod.
pub fn skew_crank() -> Linkage {
    let (pin, end): (V, V) = ([0.08, 0.0, 0.0], [0.35, 0.25, 0.3]);
    Linkage {
        name: "SkewCrank",
        bars: vec![bar("crank", [0.0, 0.0, 0.0], pin), bar("rocker", [0.4, 0.2, 0.0], end)],
        hinges: vec![
            hinge("main", ["ground", "crank"], [0.0, 0.0, 0.0], [0.0, 1.0, 0.3]),
            hinge("pivot", ["ground", "rocker"], [0.4, 0.2, 0.0], [0.3, 1.0, 0.0]),
            rod("coupler", ["crank", "rocker"], pin, end),
        ],
        freedoms: 1,
    }
}
