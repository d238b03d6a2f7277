//! Painting: frames first, then wires, bodies over them, names last.

use super::glyph::{WHEEL, colour, earth, far_end, glyph, line};
use super::legend;
use super::place::{Placed, Rectangle, label_width};
use super::plan::{Bar, Group, Look, Plan, Run, Wire};
use super::style::{MARGIN, SHEET, TINTS, TREE};
use crate::model::BodyId;
use crate::report::svg::{Element, px};

/// The whole drawing.
pub(super) fn drawing(plan: &Plan, placed: &Placed) -> Element {
    let legend_top = placed.bottom + MARGIN;
    let (legend, bottom) = legend::legend(plan, MARGIN, legend_top, placed.right);
    let (width, height) = (placed.right + MARGIN, bottom + MARGIN);
    let groups: Vec<Sketch> = sketches(plan, placed).collect();
    Element::new("svg")
        .set("xmlns", "http://www.w3.org/2000/svg")
        .at("width", width)
        .at("height", height)
        .set("viewBox", format!("0 0 {} {}", px(width), px(height)))
        .set("role", "img")
        .with(Element::new("title").text(format!("Graph of {}", plan.title)))
        .with(Element::new("style").text(SHEET))
        .with(
            Element::new("rect")
                .set("width", "100%")
                .set("height", "100%")
                .set("fill", "#ffffff"),
        )
        .with(words(&plan.title, MARGIN, MARGIN + 8.0).set("class", "title"))
        .with(words(&plan.subtitle, MARGIN, MARGIN + 34.0).set("class", "subtitle"))
        .with_all(groups.iter().filter_map(Sketch::frame))
        .with_all(groups.iter().flat_map(Sketch::wires))
        .with_all(inboard(plan, placed))
        .with_all(groups.iter().flat_map(Sketch::bars))
        .with(legend)
}

/// A text whose middle is at that height.
pub(super) fn words(text: &str, x: f64, y: f64) -> Element {
    // A third of an em down puts the letters' middle there; `dominant-baseline` is not known to every viewer.
    Element::new("text")
        .at("x", x)
        .at("y", y)
        .set("dy", "0.35em")
        .text(text)
}

fn rounded(rectangle: &Rectangle, radius: f64) -> Element {
    Element::new("rect")
        .at("x", rectangle.left)
        .at("y", rectangle.top)
        .at("width", rectangle.width)
        .at("height", rectangle.height)
        .at("rx", radius)
}

/// A body, its name in its middle, its full name for the pointer.
fn body(bar: &Bar, rectangle: &Rectangle, base: bool) -> Element {
    let (x, y) = rectangle.middle();
    let (fill, class) = if base {
        ("#1f2f46", "body base")
    } else {
        ("#ffffff", "body")
    };
    Element::new("g")
        .with(Element::new("title").text(&bar.name))
        .with(
            rounded(rectangle, 9.0)
                .set("class", "bar")
                .set("fill", fill)
                .set("stroke", TREE)
                .set("stroke-width", 1.5),
        )
        .with(words(&bar.label, x, y).set("class", class))
}

/// The ground, the base and what lies between them, with their joints.
fn inboard(plan: &Plan, placed: &Placed) -> Vec<Element> {
    let last = plan.inboard.len() - 1;
    let mut parts = Vec::new();
    for (position, (bar, wire)) in plan.inboard.iter().enumerate() {
        let rectangle = &placed.bars[&bar.body];
        let y = rectangle.middle().1;
        if let Some(wire) = wire {
            let before = placed.bars[&plan.inboard[position - 1].0.body].right();
            let x = (before + rectangle.left) / 2.0;
            parts.push(line(
                wire.look,
                format!("M{} {}H{}", px(before), px(y), px(rectangle.left)),
            ));
            parts.push(
                Element::new("g")
                    .with(Element::new("title").text(&wire.hint))
                    .with(glyph(wire.look, x, y))
                    .with(pill(wire, x, y + 18.0 + pill_height(wire) / 2.0)),
            );
        }
        if bar.body == BodyId::GROUND {
            parts.extend(hatching(plan, rectangle));
        }
        parts.push(body(bar, rectangle, position == last));
        if position == last {
            parts.push(tag(rectangle));
        }
    }
    parts
}

/// Marks the ground as such on a side that is free.
fn hatching(plan: &Plan, ground: &Rectangle) -> Option<Element> {
    let (x, half) = (ground.middle().0, ground.width / 2.0 - 8.0);
    let is_base = plan.inboard.len() == 1;
    if !is_base || plan.below.is_empty() {
        Some(earth(x, ground.bottom() + 6.0, half, 1.0))
    } else if plan.above.is_empty() {
        Some(earth(x, ground.top - 6.0, half, -1.0))
    } else {
        None
    }
}

/// The word `base` at the left end of the base.
fn tag(base: &Rectangle) -> Element {
    let badge = Rectangle {
        left: base.left + 12.0,
        top: base.middle().1 - 9.0,
        width: 42.0,
        height: 18.0,
    };
    let (x, y) = badge.middle();
    Element::new("g")
        .with(rounded(&badge, 9.0).set("fill", "#f8d58a"))
        .with(words("base", x, y).set("class", "tag"))
}

/// A group with where it lies.
struct Sketch<'a> {
    group: &'a Group,
    frame: Rectangle,
    wires: &'a [f64],
    placed: &'a Placed,
    /// Whether it grows upward.
    up: bool,
}

fn sketches<'a>(plan: &'a Plan, placed: &'a Placed) -> impl Iterator<Item = Sketch<'a>> {
    let groups = plan.above.iter().map(|g| (g, true));
    let groups = groups.chain(plan.below.iter().map(|g| (g, false)));
    groups
        .zip(&placed.frames)
        .zip(&placed.wires)
        .map(move |(((group, up), &frame), wires)| Sketch {
            group,
            frame,
            wires,
            placed,
            up,
        })
}

impl Sketch<'_> {
    /// The tinted frame with the subsystem's name at its outer edge.
    fn frame(&self) -> Option<Element> {
        let title = self.group.title.as_deref()?;
        let (fill, edge) = TINTS[(self.group.tint - 1) % TINTS.len()];
        let y = self.frame.outer(self.up) - self.outward() * 16.0;
        let frame = rounded(&self.frame, 14.0).set("fill", fill).set("stroke", edge);
        let name = words(title, self.frame.middle().0, y).set("class", "group");
        Some(Element::new("g").with(frame).with(name))
    }

    fn bars(&self) -> impl Iterator<Item = Element> {
        self.group
            .bars
            .iter()
            .map(|bar| body(bar, &self.placed.bars[&bar.body], false))
    }

    fn wires(&self) -> Vec<Element> {
        let wires = || self.group.wires.iter().zip(self.wires);
        // All lines under all names: a line may pass where another wire's name stands, never over it.
        let lines = wires().map(|(wire, &x)| self.line(wire, x));
        let names = wires().map(|(wire, &x)| self.name(wire, x));
        lines.chain(names).collect()
    }

    /// The direction away from the base: down is positive.
    fn outward(&self) -> f64 {
        if self.up { -1.0 } else { 1.0 }
    }

    fn rectangle(&self, body: BodyId) -> &Rectangle {
        &self.placed.bars[&body]
    }

    fn line(&self, wire: &Wire, x: f64) -> Element {
        let path = match wire.run {
            Run::Straight { inner, outer } => {
                let (from, to) = (
                    self.rectangle(inner).outer(self.up),
                    self.rectangle(outer).outer(!self.up),
                );
                format!("M{} {}V{}", px(x), px(from), px(to))
            }
            Run::Across { inner, outer } => {
                let (from, to) = (self.rectangle(inner), self.rectangle(outer).outer(!self.up));
                let y = from.middle().1;
                let start = if x < from.left { from.left } else { from.right() };
                let corner = 10.0 * (x - start).signum();
                format!(
                    "M{} {}H{}Q{} {} {} {}V{}",
                    px(start),
                    px(y),
                    px(x - corner),
                    px(x),
                    px(y),
                    px(x),
                    px(y + 10.0 * self.outward()),
                    px(to)
                )
            }
            Run::Hanging { body } => {
                let from = self.rectangle(body).outer(self.up);
                let length = match wire.look {
                    Look::Wheel { .. } => 12.0,
                    _ => 70.0 + pill_height(wire) - 18.0,
                };
                format!("M{} {}v{}", px(x), px(from), px(length * self.outward()))
            }
        };
        line(wire.look, path)
    }

    /// Picture and name: before the outer body, or in order from the body that it hangs from.
    fn name(&self, wire: &Wire, x: f64) -> Element {
        let (out, half) = (self.outward(), pill_height(wire) / 2.0);
        let group = Element::new("g").with(Element::new("title").text(&wire.hint));
        match wire.run {
            Run::Straight { outer, .. } | Run::Across { outer, .. } => {
                let edge = self.rectangle(outer).outer(!self.up);
                let middle = edge - out * (11.0 + half);
                group
                    .with(glyph(wire.look, x, middle - out * (half + 15.0)))
                    .with(pill(wire, x, middle))
            }
            Run::Hanging { body } => {
                let edge = self.rectangle(body).outer(self.up);
                let along = |distance: f64| edge + out * distance;
                if let Look::Wheel { .. } = wire.look {
                    return group.with(glyph(wire.look, x, along(12.0 + WHEEL))).with(pill(
                        wire,
                        x,
                        along(18.0 + 2.0 * WHEEL + half),
                    ));
                }
                let end = along(52.0 + 2.0 * half);
                let far = match wire.note.as_deref() {
                    Some("to ground") => earth(x, end, 14.0, out),
                    _ => far_end(x, end, colour(wire.look)),
                };
                group
                    .with(glyph(wire.look, x, along(22.0)))
                    .with(pill(wire, x, along(40.0 + half)))
                    .with(far)
            }
        }
    }
}

fn pill_height(wire: &Wire) -> f64 {
    if wire.note.is_some() { 34.0 } else { 20.0 }
}

/// The name of a wire on a plate about the point, its note below.
fn pill(wire: &Wire, x: f64, y: f64) -> Element {
    let (width, height) = (label_width(wire), pill_height(wire));
    let plate = Rectangle {
        left: x - width / 2.0,
        top: y - height / 2.0,
        width,
        height,
    };
    let ink = format!("fill: {}", colour(wire.look));
    let plate = rounded(&plate, 9.0)
        .set("class", "plate")
        .set("fill", "#ffffff")
        .set("stroke", colour(wire.look))
        .set("stroke-opacity", 0.35);
    let first = if wire.note.is_some() { y - 7.0 } else { y };
    let pill = Element::new("g")
        .with(plate)
        .with(words(&wire.label, x, first).set("style", &ink));
    match &wire.note {
        Some(note) => pill.with(words(note, x, y + 8.0).set("style", &ink).set("font-style", "italic")),
        None => pill,
    }
}
