//! Positions on the page [px]; x to the right, y down.

use super::columns::{Pull, Strand, arrange, extents};
use super::plan::{Cluster, GraphPlan, Run, Wire};
use super::style::{BAR, BASE, BETWEEN, FRAME, GAP, HEADING, WHEEL_ROOM};
use crate::model::BodyId;
use crate::report::drawing::style::{MARGIN, width};
use crate::report::drawing::{Look, Rectangle, body_width, heading_width, plate_width};
use std::collections::BTreeMap;

/// Positions of all elements.
pub(super) struct GraphPage {
    /// Rectangle of each body.
    pub(super) bars: BTreeMap<BodyId, Rectangle>,
    /// Frames of the groups, `above` first.
    pub(super) frames: Vec<Rectangle>,
    /// For each group, `above` first: x of each wire.
    pub(super) wires: Vec<Vec<f64>>,
    /// Right edge of all elements within the margin.
    pub(super) right: f64,
    /// Lower edge of all elements except the legend.
    pub(super) bottom: f64,
}

/// The layout of a single group, with its left edge at zero.
struct Block {
    /// x of each wire.
    wires: Vec<f64>,
    /// Left and right edge of each bar.
    bars: Vec<(f64, f64)>,
    width: f64,
    /// Number of rows of bodies.
    rows: usize,
    /// Height of the wires that hang from the last row.
    hanging: f64,
}

/// Width of a wire's name.
fn label_width(wire: &Wire) -> f64 {
    plate_width(&wire.label, wire.note.as_deref())
}

/// Places everything.
pub(super) fn all(plan: &GraphPlan) -> GraphPage {
    let side = |groups: &[Cluster]| -> Vec<Block> { (0..groups.len()).map(|g| block(groups, g)).collect() };
    let (above, below) = (side(&plan.above), side(&plan.below));
    let top = MARGIN + 72.0 + above.iter().map(height).fold(0.0, f64::max);
    let mut placed = GraphPage {
        bars: BTreeMap::new(),
        frames: Vec::new(),
        wires: Vec::new(),
        right: 0.0,
        bottom: top + BASE + below.iter().map(height).fold(0.0, f64::max),
    };
    let left = inboard(plan, top, &mut placed);
    let (base, _) = plan.inboard.last().expect("the ground at least leads to the base");
    let across = length(&above).max(length(&below)).max(body_width(&base.label) + 108.0);
    let base_bar = Rectangle {
        left,
        top,
        width: across,
        height: BASE,
    };
    placed.bars.insert(base.body, base_bar);
    spread(&plan.above, above, base_bar, true, &mut placed);
    spread(&plan.below, below, base_bar, false, &mut placed);
    let heading = MARGIN + heading_width(&plan.title, &plan.subtitle);
    placed.right = base_bar.right().max(heading).max(NARROWEST);
    placed
}

/// Places the bodies from the ground to the base; returns the left edge of the base.
fn inboard(plan: &GraphPlan, base_top: f64, placed: &mut GraphPage) -> f64 {
    let mut left = MARGIN;
    for (position, (bar, wire)) in plan.inboard.iter().enumerate() {
        left += wire.as_ref().map_or(0.0, |wire| label_width(wire) + 44.0);
        if position + 1 < plan.inboard.len() {
            let rectangle = Rectangle {
                left,
                top: base_top + (BASE - BAR) / 2.0,
                width: body_width(&bar.label),
                height: BAR,
            };
            left = rectangle.right();
            placed.bars.insert(bar.body, rectangle);
        }
    }
    left
}

fn length(blocks: &[Block]) -> f64 {
    blocks.iter().map(|b| b.width).sum::<f64>() + BETWEEN * (blocks.len() + 1) as f64
}

/// Height from the base to the outer edge of the frame.
fn height(block: &Block) -> f64 {
    let rows = block.rows as f64 * (GAP + BAR);
    rows + block.hanging.max(FRAME) + HEADING
}

/// Places the groups of one side along the base, and distributes the free length of the base between them.
fn spread(groups: &[Cluster], blocks: Vec<Block>, base: Rectangle, up: bool, placed: &mut GraphPage) {
    let spare = base.width - length(&blocks);
    let (ends, between) = match blocks.len() {
        0 | 1 => (spare / 2.0, 0.0),
        count => (0.0, spare / (count - 1) as f64),
    };
    let mut left = base.left + BETWEEN + ends;
    for (group, block) in groups.iter().zip(blocks) {
        let from_base = |distance: f64, height: f64| match up {
            true => base.top - distance - height,
            false => base.bottom() + distance,
        };
        let frame = height(&block) - FRAME;
        placed.frames.push(Rectangle {
            left,
            top: from_base(FRAME, frame),
            width: block.width,
            height: frame,
        });
        for (bar, (from, to)) in group.bars.iter().zip(&block.bars) {
            let inner = bar.row as f64 * GAP + (bar.row - 1) as f64 * BAR;
            let rectangle = Rectangle {
                left: left + from,
                top: from_base(inner, BAR),
                width: to - from,
                height: BAR,
            };
            placed.bars.insert(bar.body, rectangle);
        }
        placed.wires.push(block.wires.iter().map(|x| left + x).collect());
        left += block.width + BETWEEN + between;
    }
}

/// Lays out one group of a side.
fn block(groups: &[Cluster], g: usize) -> Block {
    let group = &groups[g];
    let strands: Vec<Strand> = group.wires.iter().map(|w| strand(groups, g, w)).collect();
    let rows: Vec<usize> = group.bars.iter().map(|b| b.row).collect();
    let mut columns = arrange(&strands, &rows);
    let count = columns.iter().max().map_or(0, |last| last + 1);
    if group.right_hand {
        columns.iter_mut().for_each(|c| *c = count - 1 - *c);
    }
    let extents = extents(&strands, rows.len(), &columns);
    let mut widths = vec![48.0_f64; count];
    for (wire, &column) in group.wires.iter().zip(&columns) {
        widths[column] = widths[column].max(label_width(wire) + 10.0);
    }
    for (bar, extent) in group.bars.iter().zip(&extents) {
        let (first, last) = extent.unwrap_or((0, 0));
        let missing = body_width(&bar.label) + 2.0 * INSET - widths[first..=last].iter().sum::<f64>();
        let share = missing.max(0.0) / (last - first + 1) as f64;
        widths[first..=last].iter_mut().for_each(|w| *w += share);
    }
    let heading = group.title.as_deref().map_or(0.0, |title| width(title, 14.0) + 24.0);
    let spare = (heading - widths.iter().sum::<f64>()).max(0.0) / count.max(1) as f64;
    widths.iter_mut().for_each(|w| *w += spare);
    let edge = |column: usize| PADDING + widths[..column].iter().sum::<f64>();
    let last = rows.iter().copied().max().unwrap_or(0);
    let room = |w: &Wire| match (w.run, w.look) {
        (Run::Hanging { .. }, _) if strand(groups, g, w).rows.0 != last => 0.0,
        (Run::Hanging { .. }, Look::Wheel { .. }) => WHEEL_ROOM,
        (Run::Hanging { .. }, _) => GAP,
        _ => 0.0,
    };
    Block {
        wires: columns.iter().map(|&c| edge(c) + widths[c] / 2.0).collect(),
        bars: extents
            .iter()
            .map(|extent| extent.unwrap_or((0, 0)))
            .map(|(first, to)| (edge(first) + INSET, edge(to + 1) - INSET))
            .collect(),
        width: edge(count) + PADDING,
        rows: last,
        hanging: group.wires.iter().map(room).fold(0.0, f64::max),
    }
}

/// Width of a few entries of the legend side by side.
const NARROWEST: f64 = 560.0;

/// Padding inside the frame of a group.
const PADDING: f64 = 8.0;
/// Distance from the edge of a column to a bar.
const INSET: f64 = 5.0;

fn strand(groups: &[Cluster], g: usize, wire: &Wire) -> Strand {
    let group = &groups[g];
    let bar = |body: BodyId| group.bars.iter().position(|b| b.body == body);
    let row = |body: BodyId| bar(body).map_or(0, |position| group.bars[position].row);
    match wire.run {
        Run::Straight { inner, outer } => Strand {
            rows: (row(inner), row(outer)),
            bars: [inner, outer].into_iter().filter_map(bar).collect(),
            pull: Pull::None,
        },
        Run::Across { inner, outer } => {
            let home = groups.iter().enumerate().find_map(|(other, found)| {
                let bar = found.bars.iter().find(|b| b.body == inner)?;
                Some((other, bar.row))
            });
            let (other, inner_row) = home.unwrap_or((g, 0));
            Strand {
                rows: (inner_row, row(outer)),
                bars: bar(outer).into_iter().collect(),
                pull: Pull::Sideways {
                    first: (other < g) != group.right_hand,
                },
            }
        }
        Run::Hanging { body } => Strand {
            rows: (row(body), row(body) + 1),
            bars: bar(body).into_iter().collect(),
            pull: match wire.look {
                Look::Wheel { .. } => Pull::First,
                _ => Pull::None,
            },
        },
    }
}
