//! Paints the graph: frames first, then wires, then bodies over them, and names last.

use super::place::GraphPage;
use super::plan::{Cluster, GraphPlan, Run, Wire};
use crate::model::BodyId;
use crate::report::drawing::style::{MARGIN, TINTS};
use crate::report::drawing::{
    Element, Look, Rectangle, WHEEL, body, colour, earth, far_end, glyph, legend, line, page,
};
use crate::report::drawing::{TAG, plate, plate_height, px, rounded, tag, words};
use std::collections::BTreeSet;

/// The whole drawing.
pub(super) fn drawing(plan: &GraphPlan, placed: &GraphPage) -> Element {
    let (legend, bottom) = legend(&looks(plan), MARGIN, placed.bottom + MARGIN, placed.right);
    let groups: Vec<Sketch> = sketches(plan, placed).collect();
    page("Graph", &plan.title, &plan.subtitle, (placed.right, bottom))
        .with_all(groups.iter().filter_map(Sketch::frame))
        .with_all(groups.iter().flat_map(Sketch::wires))
        .with_all(inboard(plan, placed))
        .with_all(groups.iter().flat_map(Sketch::bars))
        .with(legend)
}

/// The ground, the base and the bodies between them, with their joints.
fn inboard(plan: &GraphPlan, placed: &GraphPage) -> Vec<Element> {
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
        parts.push(body(&bar.label, &bar.name, rectangle, position == last));
        if position == last {
            parts.push(tag(rectangle.left + 12.0 + TAG / 2.0, y));
        }
    }
    parts
}

/// Hatching on a free side of the ground.
fn hatching(plan: &GraphPlan, ground: &Rectangle) -> Option<Element> {
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

/// A group with its position.
struct Sketch<'a> {
    group: &'a Cluster,
    frame: Rectangle,
    wires: &'a [f64],
    placed: &'a GraphPage,
    /// Whether it extends upward.
    up: bool,
}

fn sketches<'a>(plan: &'a GraphPlan, placed: &'a GraphPage) -> impl Iterator<Item = Sketch<'a>> {
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
            .map(|bar| body(&bar.label, &bar.name, &self.placed.bars[&bar.body], false))
    }

    fn wires(&self) -> Vec<Element> {
        let wires = || self.group.wires.iter().zip(self.wires);
        // All lines are painted before all names: a line may pass behind another wire's name, but not over it.
        let lines = wires().map(|(wire, &x)| self.line(wire, x));
        let names = wires().map(|(wire, &x)| self.name(wire, x));
        lines.chain(names).collect()
    }

    /// Direction away from the base; positive is down.
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

    /// Symbol and name: before the outer body, or in order from the body at which the wire begins.
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
    plate_height(wire.note.as_deref())
}

/// The label of a wire, centred on the point, with its note below.
fn pill(wire: &Wire, x: f64, y: f64) -> Element {
    plate(&wire.label, wire.note.as_deref(), colour(wire.look), x, y)
}

fn looks(plan: &GraphPlan) -> BTreeSet<Look> {
    let groups = plan.above.iter().chain(&plan.below).flat_map(|g| &g.wires);
    let inboard = plan.inboard.iter().filter_map(|(_, wire)| wire.as_ref());
    groups.chain(inboard).map(|wire| wire.look).collect()
}
