//! Paints the tree: frames first, then lines, then bodies over them, and names last.

use super::place::{PICTURE, TreePage, picture};
use super::plan::{Cut, Joint, TreePlan};
use crate::report::drawing::style::{MARGIN, TINTS};
use crate::report::drawing::{
    Element, body, colour, earth, far_end, glyph, heading_width, legend, line, page, plate, plate_width, px, rounded,
    tag, words,
};

/// The whole drawing.
pub(super) fn drawing(plan: &TreePlan, placed: &TreePage) -> Element {
    let widest = plan.cuts.iter().map(|cut| bulge(cut, placed)).fold(0.0, f64::max);
    let right = (placed.right + widest).max(MARGIN + heading_width(&plan.title, &plan.subtitle));
    let joints = plan.bars.iter().filter_map(|bar| bar.joint.as_ref());
    let looks = joints
        .chain(plan.cuts.iter().map(|cut| &cut.joint))
        .map(|joint| joint.look);
    let (legend, bottom) = legend(&looks.collect(), MARGIN, placed.bottom + MARGIN, right);
    page("Spanning tree", &plan.title, &plan.subtitle, (right, bottom))
        .with_all(frames(plan, placed))
        .with_all(plan.cuts.iter().map(|cut| arc(cut, placed)))
        .with_all(joints_of_the_tree(plan, placed))
        .with_all(plan.cuts.iter().map(|cut| name_of(cut, placed)))
        .with_all(bodies(plan, placed))
        .with(legend)
}

fn frames(plan: &TreePlan, placed: &TreePage) -> impl Iterator<Item = Element> {
    plan.frames.iter().zip(&placed.frames).map(|(frame, rectangle)| {
        let (fill, edge) = TINTS[(frame.tint - 1) % TINTS.len()];
        let title = words(&frame.title, rectangle.left + 12.0, rectangle.top + 14.0);
        Element::new("g")
            .with(rounded(rectangle, 14.0).set("fill", fill).set("stroke", edge))
            .with(title.set("class", "group").set("style", "text-anchor: start"))
    })
}

fn joints_of_the_tree(plan: &TreePlan, placed: &TreePage) -> impl Iterator<Item = Element> {
    plan.bars.iter().zip(&placed.bars).filter_map(|(bar, rectangle)| {
        let (joint, parent) = (bar.joint.as_ref()?, &placed.bars[bar.parent?]);
        let y = rectangle.middle().1;
        let along = format!("M{} {}H{}", px(parent.right()), px(y), px(rectangle.left));
        Some(named(joint, parent.right(), y, line(joint.look, along)))
    })
}

/// A line that begins at this point, with the symbol and the name of its joint.
fn named(joint: &Joint, x: f64, y: f64, line: Element) -> Element {
    let (note, at) = (joint.note.as_deref(), x + picture(joint));
    let middle = at + PICTURE + plate_width(&joint.label, note) / 2.0;
    Element::new("g")
        .with(Element::new("title").text(&joint.hint))
        .with(line)
        .with(glyph(joint.look, at, y))
        .with(plate(&joint.label, note, colour(joint.look), middle, y))
}

/// The line from the inner end of a cut, along an arc at the right, to the name at its outer end.
fn arc(cut: &Cut, placed: &TreePage) -> Element {
    let [outer, inner] = &cut.ends;
    let (x, y) = (placed.bars[inner.bar].right(), placed.rows[inner.row]);
    let (back, down) = (placed.bars[outer.bar].right(), placed.rows[outer.row]);
    let sweep = u8::from(down > y);
    let (wide, high) = (bulge(cut, placed), (down - y).abs() / 2.0);
    let right = px(placed.right);
    let path = format!(
        "M{} {}H{right}A{} {} 0 0 {sweep} {right} {}H{}",
        px(x),
        px(y),
        px(wide),
        px(high),
        px(down),
        px(back)
    );
    Element::new("g")
        .with(line(cut.joint.look, path))
        .with(far_end(x, y, colour(cut.joint.look)))
}

/// The symbol and the name of a cut at its outer end.
fn name_of(cut: &Cut, placed: &TreePage) -> Element {
    let outer = &cut.ends[0];
    let (x, y) = (placed.bars[outer.bar].right(), placed.rows[outer.row]);
    named(&cut.joint, x, y, far_end(x, y, colour(cut.joint.look)))
}

/// Distance by which an arc extends to the right.
fn bulge(cut: &Cut, placed: &TreePage) -> f64 {
    let [outer, inner] = &cut.ends;
    (20.0 + 0.2 * (placed.rows[outer.row] - placed.rows[inner.row]).abs()).min(180.0)
}

fn bodies(plan: &TreePlan, placed: &TreePage) -> Vec<Element> {
    let mut parts = Vec::new();
    for (bar, rectangle) in plan.bars.iter().zip(&placed.bars) {
        let middle = rectangle.middle().0;
        if bar.parent.is_none() {
            parts.push(earth(
                middle,
                rectangle.bottom() + 6.0,
                rectangle.width / 2.0 - 8.0,
                1.0,
            ));
        }
        parts.push(body(&bar.label, &bar.name, rectangle, bar.is_base));
        if bar.is_base {
            parts.push(tag(middle, rectangle.top));
        }
    }
    parts
}
