//! Paints the pattern: blocks first, entries over them, names on both axes.

use super::plan::{Block, PatternPlan, Tone};
use crate::report::drawing::style::{CUT, MARGIN, TINTS, TREE, width};
use crate::report::drawing::{Element, Rectangle, heading_width, page, px, rounded, words};

/// Distance between unknowns [px].
const PITCH: f64 = 15.0;
/// Side of an entry [px].
const SIDE: f64 = 13.0;
/// Space before each block for its name [px].
const HEADING: f64 = 24.0;
/// Distance between names and entries [px].
const APART: f64 = 8.0;
/// Colour of fill-in.
const FILL: &str = "#f3b562";

/// Legend of the tones, in the order in which they are painted.
const TONES: [(Tone, &str, &str, &str); 3] = [
    (Tone::Mass, "mass", TREE, "mass matrix"),
    (Tone::Closure, "closure", CUT, "closure equation"),
    (Tone::Fill, "fill", FILL, "filled in by elimination"),
];

/// Positions on the page [px].
struct Sheet<'a> {
    plan: &'a PatternPlan,
    /// Left edge of the blocks.
    left: f64,
    /// Upper edge of the blocks.
    top: f64,
    /// Inward offset of each block, for both axes.
    offsets: Vec<f64>,
    /// Side of the whole matrix.
    side: f64,
}

/// The whole drawing.
pub(super) fn drawing(plan: &PatternPlan) -> Element {
    let sheet = Sheet::new(plan);
    let right = (sheet.left + sheet.side).max(MARGIN + heading_width(&plan.title, &plan.subtitle));
    let (legend, bottom) = sheet.legend(sheet.top + sheet.side + MARGIN);
    page("Equations of motion", &plan.title, &plan.subtitle, (right, bottom))
        .with_all(sheet.blocks())
        .with_all(
            TONES
                .iter()
                .map(|&(tone, class, colour, _)| sheet.entries(tone, class, colour)),
        )
        .with_all(sheet.names())
        .with(legend)
}

impl<'a> Sheet<'a> {
    fn new(plan: &'a PatternPlan) -> Self {
        let names = plan.unknowns.iter().map(|name| width(&name.label, 12.0));
        let titles = plan.blocks.iter().map(|block| width(&block.title, 14.0));
        let longest = names.chain(titles).fold(0.0, f64::max);
        let offset = |block: &Block| -> f64 {
            let before = plan
                .blocks
                .iter()
                .take_while(|b| b.unknowns.start <= block.unknowns.start)
                .count();
            before as f64 * HEADING
        };
        Sheet {
            plan,
            left: MARGIN + longest + APART,
            top: MARGIN + 60.0 + longest + APART,
            offsets: plan.blocks.iter().map(offset).collect(),
            side: plan.blocks.len() as f64 * HEADING + plan.unknowns.len() as f64 * PITCH,
        }
    }

    /// Position of an unknown, from the left or the upper edge.
    fn at(&self, unknown: usize) -> f64 {
        let block = self
            .plan
            .blocks
            .iter()
            .position(|block| block.unknowns.contains(&unknown));
        block.map_or(0.0, |block| self.offsets[block]) + unknown as f64 * PITCH
    }

    /// Tinted squares on the diagonal, one for each subsystem.
    fn blocks(&self) -> impl Iterator<Item = Element> {
        let pairs = self
            .plan
            .blocks
            .iter()
            .flat_map(|row| self.plan.blocks.iter().map(move |column| (row, column)));
        pairs.map(|(row, column)| {
            let (fill, edge) = match row.subsystem == column.subsystem {
                true if row.subsystem > 0 => TINTS[(row.subsystem - 1) % TINTS.len()],
                _ => ("#f8fafc", "#e2e8f0"),
            };
            let block = Rectangle {
                left: self.left + self.at(column.unknowns.start) - 2.0,
                top: self.top + self.at(row.unknowns.start) - 2.0,
                width: column.unknowns.len() as f64 * PITCH + 2.0,
                height: row.unknowns.len() as f64 * PITCH + 2.0,
            };
            rounded(&block, 4.0)
                .set("class", "block")
                .set("fill", fill)
                .set("stroke", edge)
        })
    }

    /// All entries of one kind as one path of squares.
    fn entries(&self, tone: Tone, class: &'static str, colour: &str) -> Element {
        let size = self.plan.unknowns.len();
        let pairs = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        let squares: String = pairs
            .filter(|&(row, column)| self.plan.entry(row, column) == Some(tone))
            .map(|(row, column)| square(self.left + self.at(column), self.top + self.at(row)))
            .collect();
        Element::new("path")
            .set("class", class)
            .set("fill", colour)
            .set("d", squares)
    }

    /// Names of unknowns and blocks: horizontal at the left, vertical at the top.
    fn names(&self) -> Vec<Element> {
        let mut names = Vec::new();
        for block in &self.plan.blocks {
            let at = self.at(block.unknowns.start) - HEADING / 2.0 - 1.0;
            for text in [self.across(&block.title, at, TREE), self.upward(&block.title, at, TREE)] {
                names.push(text.set("class", "group"));
            }
        }
        for (place, name) in self.plan.unknowns.iter().enumerate() {
            let at = self.at(place) + SIDE / 2.0;
            let ink = if name.is_multiplier { CUT } else { TREE };
            let hint = Element::new("title").text(&name.hint);
            names.push(Element::new("g").with(hint).with(self.across(&name.label, at, ink)));
            names.push(self.upward(&name.label, at, ink));
        }
        names
    }

    fn across(&self, text: &str, at: f64, ink: &str) -> Element {
        let style = format!("text-anchor: end; fill: {ink}");
        words(text, self.left - APART, self.top + at).set("style", style)
    }

    fn upward(&self, text: &str, at: f64, ink: &str) -> Element {
        let (x, y) = (self.left + at, self.top - APART);
        let turn = format!("rotate(-90 {} {})", px(x), px(y));
        let style = format!("text-anchor: start; fill: {ink}");
        words(text, x, y).set("transform", turn).set("style", style)
    }

    /// Legend of the tones, from `top` downward; returns its lower end as well.
    fn legend(&self, top: f64) -> (Element, f64) {
        let y = top + SIDE / 2.0;
        let mut legend = Element::new("g");
        let mut x = self.left;
        for (_, _, colour, text) in TONES {
            let sample = Element::new("path").set("d", square(x, top)).set("fill", colour);
            legend = legend
                .with(sample)
                .with(words(text, x + SIDE + 8.0, y).set("class", "legend"));
            x += SIDE + 32.0 + width(text, 12.0);
        }
        (legend, top + SIDE)
    }
}

fn square(x: f64, y: f64) -> String {
    format!("M{} {}h{SIDE}v{SIDE}h-{SIDE}z", px(x), px(y))
}
