//! The subsystem into which a part of Chrono is converted, written piece by piece.
//!
//! Chrono gives the left side, and mirrors it; x points forward, y to the left, z up, as in ISO 8855. Parts that are declared once
//! for both sides belong to the axle.

use super::json::Node;
use std::fmt::Write;

/// A vector.
pub type Vector = [f64; 3];

/// Place at which a part is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// Once for the whole subsystem.
    Whole,
    /// On the left side, which is mirrored.
    Side,
}

use Where::{Side, Whole};

/// A subsystem while it is written.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    points: [String; 2],
    parts: [String; 2],
    /// Parts that name both sides; they come last.
    closing: String,
    /// Whether something is attached to the steering.
    pub is_steered: bool,
}

impl Draft {
    /// Declares a hardpoint, and returns its name.
    pub fn point(&mut self, place: Where, name: &str, at: Vector) -> String {
        let _ = writeln!(self.points[place as usize], "            {name}: {},", vector(at, "m"));
        name.to_owned()
    }

    /// Adds a line with a part.
    pub fn line(&mut self, place: Where, text: &str) {
        let _ = writeln!(self.parts[place as usize], "        {text}");
    }

    /// Adds a line that names both sides.
    pub fn close(&mut self, text: &str) {
        let _ = writeln!(self.closing, "        {text}");
    }

    /// Declares a body. Centre and inertia are given in the body's own axes, if their directions are given, or else in
    /// the axes of the vehicle.
    pub fn body(&mut self, place: Where, name: &str, node: &Node<'_>, com: Vector, axes: Option<[Vector; 3]>) {
        let moments = match node.has("Moments of Inertia") {
            true => node.vector("Moments of Inertia"),
            false => node.vector("Inertia"),
        };
        let products = ["Products of Inertia", "Inertia Products"]
            .into_iter()
            .find(|key| node.has(key))
            .map(|key| node.vector(key));
        self.rigid(
            place,
            name,
            node,
            node.number("Mass"),
            com,
            Inertia {
                moments,
                products: products.unwrap_or_default(),
                axes,
            },
        );
    }

    /// Declares a body by its numbers.
    pub fn rigid(&mut self, place: Where, name: &str, node: &Node<'_>, mass: f64, com: Vector, inertia: Inertia) {
        let Inertia {
            moments,
            products,
            axes,
        } = inertia;
        let mut numbers: Vec<f64> = moments.into();
        let has_products = products.iter().any(|own| *own != 0.0);
        if has_products {
            numbers.extend(products);
            if place == Side {
                node.note("products of inertia on the right are those of the mirror image");
            }
        }
        let list: Vec<String> = numbers.iter().map(f64::to_string).collect();
        let mut text = format!(
            "body {name} {{ mass: {mass} kg, com: {}, inertia: [{}] kg*m^2",
            vector(com, "m"),
            list.join(", ")
        );
        // Equal moments without products are the same in all axes.
        let is_alike = !has_products && moments[0] == moments[1] && moments[1] == moments[2];
        if let Some([u, v, w]) = axes.filter(|_| !is_alike) {
            let row = |axis: usize| format!("[{}, {}, {}]", u[axis], v[axis], w[axis]);
            let _ = write!(text, ", axes: [{}, {}, {}]", row(0), row(1), row(2));
        }
        let sum: f64 = moments.iter().sum();
        if !has_products && moments.iter().any(|own| *own > (sum - own) * (1.0 + 1e-12)) {
            text += ", nonphysical: accept";
            node.note(
                "no rigid body has such moments of inertia, one larger than both others together: taken as they are",
            );
        }
        text += " }";
        self.line(place, &text);
    }

    /// Declares a rod with a ball at each end, and with its mass if it has one.
    pub fn rod(&mut self, place: Where, name: &str, bodies: [&str; 2], ends: [&str; 2], node: &Node<'_>) {
        let mass = node.maybe("Mass").filter(|mass| *mass > 0.0);
        let mass = mass.map_or_else(String::new, |mass| {
            for key in ["Inertia", "Moments of Inertia", "Products of Inertia", "COM"] {
                node.get(key).iter().for_each(Node::see);
            }
            node.note("a rod whose mass is spread evenly between its ends; its own centre and moments of inertia are not used");
            format!(", mass: {mass} kg")
        });
        let text = format!(
            "link {name}: distance({}, {}) {{ from: {}, to: {}{mass} }}",
            bodies[0], bodies[1], ends[0], ends[1]
        );
        self.line(place, &text);
    }

    /// Declares the wheel: Chrono's spindle.
    pub fn wheel(&mut self, root: &Node<'_>, carrier: &str, wheel: &Wheel) {
        let spindle = root.part("Spindle");
        let centre = self.point(Side, "wheel_centre", spindle.vector("COM"));
        let inertia = spindle.vector("Inertia");
        if (inertia[0] - inertia[2]).abs() > 1e-12 * inertia[0].abs() {
            spindle.note("a wheel's moments of inertia across its axle are alike: their mean is taken");
        }
        // Each of two wheels has half of the spindle, whose mass is then beside the middle: the moment of inertia across makes up for it.
        let (part, offset) = wheel
            .separation
            .map_or((1.0, 0.0), |separation| (0.5, 0.5 * separation));
        let mass = part * spindle.number("Mass");
        let spin = rounded(part * inertia[1] + wheel.spin_inertia);
        let own_across = 0.5 * (inertia[0] + inertia[2]);
        let across = rounded(part * own_across - mass * offset * offset + wheel.diametral_inertia);
        if across < 0.5 * spin {
            spindle.note(&format!(
                "with rim and tyre {across} kg*m^2 across the axle, less than half of the {spin} about it, which no wheel has: half is taken"
            ));
        }
        let across = across.max(0.5 * spin);
        let numbers = format!(
            "radius: {} m, driven_from: chassis, mass: {} kg, spin_inertia: {spin} kg*m^2, diametral_inertia: {across} kg*m^2",
            wheel.radius,
            rounded(mass + wheel.mass),
        );
        let along = times(spindle_axis(root), offset);
        let places = match wheel.separation {
            None => [centre.clone(), centre.clone()],
            Some(_) => {
                let middle = spindle.vector("COM");
                [
                    ("inside_centre", difference(middle, along)),
                    ("outside_centre", sum(middle, along)),
                ]
                .map(|(name, at)| self.point(Side, name, at.map(rounded)))
            }
        };
        let [inside, outside] = places;
        let mut text = format!("wheel tyre: on({carrier}) {{ centre: {inside}, {numbers}");
        if let Some(shaft) = root
            .get("Axle")
            .and_then(|axle| axle.maybe("Inertia"))
            .filter(|shaft| *shaft > 0.0)
        {
            let _ = write!(text, ", shaft_inertia: {shaft} kg*m^2");
        }
        for (key, word) in [("Toe Angle (deg)", "toe"), ("Camber Angle (deg)", "camber")] {
            if let Some(angle) = root.maybe(key).filter(|angle| *angle != 0.0) {
                let _ = write!(text, ", {word}: {angle} deg");
            }
        }
        self.line(Side, &(text + " }"));
        if wheel.separation.is_some() {
            self.line(
                Side,
                &format!("wheel tyre_outside: on({carrier}) {{ centre: {outside}, twin_of: tyre, {numbers} }}"),
            );
        }
        for (name, kind) in [("camber", "camber"), ("toe", "toe")] {
            self.line(Side, &format!("output {name}: {kind}(tyre) {{ in: chassis }}"));
        }
        for axis in ["x", "y", "z"] {
            self.line(
                Side,
                &format!("output wheel_{axis}: {axis}({carrier}) {{ at: {centre}, in: chassis }}"),
            );
        }
    }

    /// The parts outside of the sides, without a subsystem around them.
    pub fn whole(&self) -> String {
        self.parts[Whole as usize].clone()
    }

    /// The text of the subsystem.
    pub fn text(&self, name: &str) -> String {
        let formals = if self.is_steered {
            "chassis, steering"
        } else {
            "chassis"
        };
        let points = |text: &str| match text.is_empty() {
            true => String::new(),
            false => format!("        points {{\n{text}        }}\n"),
        };
        let mut text = format!(
            "    subsystem {name}({formals}) {{\n{}{}",
            points(&self.points[Whole as usize]),
            self.parts[Whole as usize]
        );
        let _ = write!(
            text,
            "        mirror left as right {{\n{}{}        }}\n",
            points(&self.points[Side as usize]),
            self.parts[Side as usize]
        );
        text + &self.closing + "    }\n"
    }
}

/// Inertia of a body in its axes.
pub struct Inertia {
    /// xx, yy, zz
    pub moments: Vector,
    /// xy, xz, yz
    pub products: Vector,
    /// Directions of its axes; `None` for those of the vehicle.
    pub axes: Option<[Vector; 3]>,
}

/// Data of the wheel that is mounted on a spindle.
#[derive(Clone, Debug, Default)]
pub struct Wheel {
    /// Unloaded radius of the tyre [m].
    pub radius: f64,
    /// Mass of rim and tyre [kg].
    pub mass: f64,
    /// Moment of inertia of rim and tyre about the axis [kg m^2].
    pub spin_inertia: f64,
    /// Moment of inertia of rim and tyre across the axis [kg m^2].
    pub diametral_inertia: f64,
    /// Distance between two wheels on one spindle [m]; `None` for a single wheel.
    pub separation: Option<f64>,
}

/// A number without digits of rounding.
pub fn rounded(number: f64) -> f64 {
    format!("{number:.12}").parse().unwrap_or(number)
}

/// `[1, 2, 3] m`
pub fn vector(at: Vector, unit: &str) -> String {
    let space = if unit.is_empty() { "" } else { " " };
    format!("[{}, {}, {}]{space}{unit}", at[0], at[1], at[2])
}

/// The mirror image on the other side.
pub fn mirrored(at: Vector) -> Vector {
    [at[0], -at[1], at[2]]
}

pub fn sum(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

pub fn difference(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub fn times(a: Vector, factor: f64) -> Vector {
    a.map(|own| own * factor)
}

pub fn middle(a: Vector, b: Vector) -> Vector {
    times(sum(a, b), 0.5)
}

pub fn cross(a: Vector, b: Vector) -> Vector {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

pub fn length(a: Vector) -> f64 {
    a.iter().map(|own| own * own).sum::<f64>().sqrt()
}

pub fn unit(a: Vector) -> Vector {
    let length = length(a);
    if length > 0.0 { times(a, 1.0 / length) } else { a }
}

/// Direction of the left spindle: turned by the camber about x, then by the toe about z.
fn spindle_axis(root: &Node<'_>) -> Vector {
    let [toe, camber] =
        ["Toe Angle (deg)", "Camber Angle (deg)"].map(|key| root.maybe(key).unwrap_or(0.0).to_radians());
    [toe.sin() * camber.cos(), toe.cos() * camber.cos(), -camber.sin()]
}

/// Axes of an arm: x along its pivot from the rear to the front point, z at right angles to its plane.
pub fn arm_axes(front: Vector, rear: Vector, outer: Vector) -> [Vector; 3] {
    let w = unit(cross(difference(rear, outer), difference(front, outer)));
    let u = unit(difference(front, rear));
    [u, cross(w, u), w]
}
