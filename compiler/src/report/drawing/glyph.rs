//! Small pictures of joints, links, springs, wheels and the ground, each about a point.

use super::style::{CUT, DRIVE, LINK, SPRING, TREE};
use super::{Element, px};
use crate::model::{Description, JointKind, Mark};

/// Symbol and line style of a wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Look {
    /// `kind`: the keyword of the declaration.
    Joint {
        kind: &'static str,
        cut: bool,
        driven: bool,
    },
    Link {
        driven: bool,
    },
    Spring,
    Wheel {
        spins: bool,
    },
}

impl Look {
    /// The symbol of a link, or of a joint that is in the tree or cut.
    pub fn of(kind: &JointKind, cut: bool, driven: bool) -> Self {
        match kind.is_link() {
            true => Look::Link { driven },
            false => Look::Joint {
                kind: kind.word(),
                cut,
                driven,
            },
        }
    }
}

/// Radius of the disc on which a joint's picture is drawn.
const DISC: f64 = 10.0;
/// Radius of a wheel.
pub const WHEEL: f64 = 16.0;

/// The colour of a wire and of its name.
pub fn colour(look: Look) -> &'static str {
    match look {
        Look::Joint { cut: true, .. } => CUT,
        Look::Joint { driven: true, .. } | Look::Link { driven: true } => DRIVE,
        Look::Joint { .. } | Look::Wheel { .. } => TREE,
        Look::Link { driven: false } => LINK,
        Look::Spring => SPRING,
    }
}

/// The line of a wire. `d` is its path.
pub fn line(look: Look, d: impl Into<String>) -> Element {
    let (width, dash) = match look {
        Look::Joint { cut: false, .. } => (2.5, None),
        Look::Joint { cut: true, .. } => (2.0, Some("6 4")),
        Look::Link { .. } => (2.0, Some("2.5 4")),
        Look::Spring | Look::Wheel { .. } => (1.5, None),
    };
    let line = stroke(d, colour(look), width);
    match dash {
        Some(dash) => line.set("stroke-dasharray", dash).set("stroke-linecap", "round"),
        None => line,
    }
}

fn stroke(d: impl Into<String>, colour: &str, width: f64) -> Element {
    Element::new("path")
        .set("d", d.into())
        .set("fill", "none")
        .set("stroke", colour)
        .at("stroke-width", width)
}

fn disc(x: f64, y: f64, radius: f64, fill: &str, edge: &str) -> Element {
    Element::new("circle")
        .at("cx", x)
        .at("cy", y)
        .at("r", radius)
        .set("fill", fill)
        .set("stroke", edge)
        .set("stroke-width", 2)
}

fn square(x: f64, y: f64, side: (f64, f64), fill: &str) -> Element {
    Element::new("rect")
        .at("x", x - side.0 / 2.0)
        .at("y", y - side.1 / 2.0)
        .at("width", side.0)
        .at("height", side.1)
        .set("rx", 1)
        .set("fill", fill)
}

/// The picture of a wire.
pub fn glyph(look: Look, x: f64, y: f64) -> Element {
    let group = Element::new("g");
    match look {
        Look::Joint { kind, driven, .. } => {
            let joint = group.with_all(joint(kind, x, y, colour(look)));
            if driven { joint.with(drive(x, y)) } else { joint }
        }
        Look::Link { driven } => {
            let link = group.with_all(link(x, y));
            if driven { link.with(drive(x, y)) } else { link }
        }
        Look::Spring => group.with_all(spring(x, y)),
        Look::Wheel { spins } => group.with_all(wheel(x, y, spins)),
    }
}

/// The picture of a kind of joint on its disc.
fn joint(kind: &str, x: f64, y: f64, ink: &str) -> Vec<Element> {
    let description = Description::all().find(|description| description.word == kind);
    let marks = description.map_or(&[][..], |description| description.picture);
    let disc_of = disc(x, y, DISC, "#ffffff", ink);
    let mark = |mark: &Mark| match *mark {
        Mark::Disc {
            centre: [right, down],
            radius,
            filled,
        } => disc(x + right, y + down, radius, if filled { ink } else { "none" }, ink),
        Mark::Square { sides: [width, height] } => square(x, y, (width, height), ink),
        Mark::Stroke { moves, width } => {
            let part = |([right, down], rest): &([f64; 2], &str)| format!("M{} {}{rest}", px(x + right), px(y + down));
            stroke(moves.iter().map(part).collect::<String>(), ink, width)
        }
    };
    std::iter::once(disc_of).chain(marks.iter().map(mark)).collect()
}

/// An arrow that pushes the joint from the left.
fn drive(x: f64, y: f64) -> Element {
    let arrow = format!("M{} {}h11v-4l7 6l-7 6v-4h-11z", px(x - DISC - 19.0), px(y - 2.0));
    Element::new("path").set("d", arrow).set("fill", DRIVE)
}

/// A rod with a ball at either end.
fn link(x: f64, y: f64) -> Vec<Element> {
    let rod = format!("M{} {}V{}", px(x), px(y - 7.0), px(y + 7.0));
    vec![
        stroke(rod, LINK, 4.0),
        disc(x, y - 8.0, 3.5, "#ffffff", LINK),
        disc(x, y + 8.0, 3.5, "#ffffff", LINK),
    ]
}

fn spring(x: f64, y: f64) -> Vec<Element> {
    let coil = format!("M{} {}l7 2.5l-14 4l14 4l-14 4l14 4l-7 2.5", px(x), px(y - 10.5));
    vec![
        square(x, y, (4.0, 20.0), "#ffffff").set("opacity", 0.9),
        stroke(coil, SPRING, 1.8).set("stroke-linejoin", "round"),
    ]
}

/// A tyre with its hub, and an arrow round the hub if it has a spin freedom.
fn wheel(x: f64, y: f64, spins: bool) -> Vec<Element> {
    let tyre = disc(x, y, WHEEL - 2.5, "#ffffff", "#1f2937").set("style", "stroke-width: 5");
    let mut parts = vec![tyre, disc(x, y, 1.8, TREE, TREE)];
    if spins {
        let turn = format!("M{} {}a6.5 6.5 0 1 1 4.6 11.1", px(x - 4.6), px(y - 4.6));
        let tip = format!("M{} {}l-4.6 -2.6l0.4 5.4z", px(x - 1.0), px(y + 6.4));
        parts.push(stroke(turn, DRIVE, 1.6));
        parts.push(Element::new("path").set("d", tip).set("fill", DRIVE));
    }
    parts
}

/// Hatched ground. The ground's surface goes through the point, with the hatching on the side `sign` (down 1, up -1).
pub fn earth(x: f64, y: f64, half: f64, sign: f64) -> Element {
    let surface = format!("M{} {}H{}", px(x - half), px(y), px(x + half));
    let strokes = (half / 4.0).floor() as usize;
    let hatch: String = (0..strokes)
        .map(|k| x - half + 8.0 * k as f64 + 8.0)
        .map(|at| format!("M{} {}l-6 {}", px(at), px(y), px(7.0 * sign)))
        .collect();
    Element::new("g")
        .with(stroke(surface, TREE, 2.0))
        .with(stroke(hatch, TREE, 1.0))
}

/// A dot at the end of a connection to a distant part.
pub fn far_end(x: f64, y: f64, ink: &str) -> Element {
    disc(x, y, 3.0, ink, ink)
}
