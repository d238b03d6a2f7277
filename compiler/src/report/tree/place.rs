//! Positions on the page [px]; x to the right, y down.

use super::plan::{Bar, Joint, TreePlan};
use crate::report::drawing::style::{MARGIN, width};
use crate::report::drawing::{Look, Rectangle, body_width, plate_width};

/// Positions of all elements.
pub(super) struct TreePage {
    /// Rectangle of each bar.
    pub(super) bars: Vec<Rectangle>,
    /// Rectangle of each frame.
    pub(super) frames: Vec<Rectangle>,
    /// Middle of each row (y).
    pub(super) rows: Vec<f64>,
    /// x at which the arcs begin.
    pub(super) right: f64,
    /// Lower edge of all elements except the legend.
    pub(super) bottom: f64,
}

/// Distance between rows.
const PITCH: f64 = 46.0;
/// Space above and below a body within its rows.
const INSET: f64 = 5.0;
/// Padding inside a frame.
const PADDING: f64 = 10.0;
/// Height of the name of a subsystem within its frame.
const HEADING: f64 = 24.0;
/// Distance between subsystems.
const BETWEEN: f64 = 14.0;
/// Length of a joint's line before the middle of its symbol.
const BEFORE: f64 = 22.0;
/// Additional length for the arrow of a driven joint.
const ARROW: f64 = 18.0;
/// Distance from the middle of the symbol to the name.
pub(super) const PICTURE: f64 = 15.0;
/// Length after the name.
const AFTER: f64 = 14.0;

/// Places everything.
pub(super) fn all(plan: &TreePlan) -> TreePage {
    let (heights, bottom) = heights(plan);
    let columns = columns(plan);
    let inside = right(plan, &columns) + PADDING;
    let base = plan.bars.iter().find(|bar| bar.is_base);
    let frames_left = base.map_or(MARGIN, |base| columns[base.layer].1 + PADDING);
    let frame = |&(top, bottom): &(f64, f64)| Rectangle {
        left: frames_left,
        top,
        width: inside - frames_left,
        height: bottom - top,
    };
    let bar = |bar: &Bar| {
        let (left, right) = columns[bar.layer];
        let (top, bottom) = heights.of(plan, bar);
        Rectangle {
            left,
            top,
            width: right - left,
            height: bottom - top,
        }
    };
    TreePage {
        bars: plan.bars.iter().map(bar).collect(),
        frames: heights.frames.iter().map(frame).collect(),
        right: inside + BETWEEN,
        bottom,
        rows: heights.rows,
    }
}

struct Heights {
    /// Middles of the rows (y).
    rows: Vec<f64>,
    /// Upper and lower edges of the frames.
    frames: Vec<(f64, f64)>,
}

/// Rows from top to bottom, and frames around their rows; returns the lower end as well.
fn heights(plan: &TreePlan) -> (Heights, f64) {
    let mut y = MARGIN + 72.0;
    let (mut rows, mut frames) = (Vec::new(), Vec::new());
    for row in plan.bars[0].rows.clone() {
        if let Some(frame) = plan.frames.iter().find(|frame| frame.rows.start == row) {
            let high = HEADING + PITCH * frame.rows.len() as f64 + PADDING;
            frames.push((y, y + high));
            y += HEADING;
        }
        rows.push(y + PITCH / 2.0);
        y += PITCH;
        if plan.frames.iter().any(|frame| frame.rows.end == row + 1) {
            y += PADDING + BETWEEN;
        }
    }
    (Heights { rows, frames }, y)
}

impl Heights {
    /// Upper and lower edge of a body. A body from which subsystems hang encloses their frames.
    fn of(&self, plan: &TreePlan, bar: &Bar) -> (f64, f64) {
        let (first, last) = (self.rows[bar.rows.start], self.rows[bar.rows.end - 1]);
        let half = PITCH / 2.0 - INSET;
        let frames = plan.frames.iter().zip(&self.frames);
        let within = frames.filter(|(frame, _)| bar.inboard && bar.rows.contains(&frame.rows.start));
        within.fold((first - half, last + half), |(top, bottom), (_, frame)| {
            (top.min(frame.0), bottom.max(frame.1))
        })
    }
}

/// Left and right edge of the bodies of each layer.
fn columns(plan: &TreePlan) -> Vec<(f64, f64)> {
    let layers = plan.bars.iter().map(|bar| bar.layer + 1).max().unwrap_or(0);
    let mut left = MARGIN;
    let column = |layer: usize| {
        let bars = || plan.bars.iter().filter(move |bar| bar.layer == layer);
        let joints = bars().filter_map(|bar| bar.joint.as_ref());
        left += joints.map(room).fold(0.0, f64::max);
        let wide = bars().map(|bar| body_width(&bar.label)).fold(0.0, f64::max);
        let edges = (left, left + wide);
        left = edges.1;
        edges
    };
    (0..layers).map(column).collect()
}

/// Right end of the last body and the longest name.
fn right(plan: &TreePlan, columns: &[(f64, f64)]) -> f64 {
    let names = plan.cuts.iter().map(|cut| {
        let outer = &plan.bars[cut.ends[0].bar];
        columns[outer.layer].1 + room(&cut.joint)
    });
    let frames = plan.frames.iter().map(|frame| {
        let base = plan.bars.iter().find(|bar| bar.is_base);
        base.map_or(0.0, |base| columns[base.layer].1) + width(&frame.title, 14.0) + 2.0 * PADDING
    });
    let last = columns.last().map_or(0.0, |&(_, right)| right);
    names.chain(frames).fold(last, f64::max)
}

/// Length of a line with a joint's symbol and name.
fn room(joint: &Joint) -> f64 {
    picture(joint) + PICTURE + plate_width(&joint.label, joint.note.as_deref()) + AFTER
}

/// Distance from the inboard body to the middle of a joint's symbol.
pub(super) fn picture(joint: &Joint) -> f64 {
    match joint.look {
        Look::Joint { driven: true, .. } | Look::Link { driven: true } => BEFORE + ARROW,
        _ => BEFORE,
    }
}
