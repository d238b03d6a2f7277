//! The legend, with the symbols that occur in a drawing.

use super::{Element, Look, glyph, line, px, words};
use crate::model::Description;
use std::collections::BTreeSet;

/// The legend between a left and a right edge, from `top` downward; returns its lower end as well.
pub fn legend(looks: &BTreeSet<Look>, left: f64, top: f64, right: f64) -> (Element, f64) {
    let across = (((right - left) / CELL) as usize).max(1);
    let mut group = Element::new("g");
    let mut bottom = top;
    for (position, (sign, text)) in entries(looks).into_iter().enumerate() {
        let (x, y) = (
            left + (position % across) as f64 * CELL,
            top + 16.0 + (position / across) as f64 * 40.0,
        );
        group = group
            .with(sign.paint(x + SIGN / 2.0 - 4.0, y))
            .with(words(&text, x + SIGN, y).set("class", "legend"));
        bottom = y + 16.0;
    }
    (group, bottom)
}

/// Width of an entry.
const CELL: f64 = 172.0;
/// Width of a symbol.
const SIGN: f64 = 46.0;

enum Sign {
    Picture(Look),
    Line(Look),
}

impl Sign {
    fn paint(&self, x: f64, y: f64) -> Element {
        match *self {
            Sign::Picture(look) => glyph(look, x, y),
            Sign::Line(look) => line(look, format!("M{} {}h32", px(x - 16.0), px(y))),
        }
    }
}

fn entries(looks: &BTreeSet<Look>) -> Vec<(Sign, String)> {
    let any = |test: &dyn Fn(&Look) -> bool| looks.iter().any(test);
    let plain = |kind| Look::Joint {
        kind,
        cut: false,
        driven: false,
    };
    let cut = Look::Joint {
        kind: "revolute",
        cut: true,
        driven: false,
    };
    let mut entries = Vec::new();
    let mut entry = |occurs: bool, sign: Sign, text: &str| {
        if occurs {
            entries.push((sign, text.to_owned()));
        }
    };
    entry(
        any(&|l| matches!(l, Look::Joint { cut: false, .. })),
        Sign::Line(plain("revolute")),
        "tree joint",
    );
    entry(
        any(&|l| matches!(l, Look::Joint { cut: true, .. })),
        Sign::Line(cut),
        "cut joint",
    );
    for Description { word: kind, .. } in Description::all().filter(|description| !description.is_link) {
        let occurs = any(&|l| matches!(l, Look::Joint { kind: other, .. } if other == kind));
        entry(occurs, Sign::Picture(plain(kind)), &kind.replace('_', " "));
    }
    let driven = Look::Joint {
        kind: "prismatic",
        cut: false,
        driven: true,
    };
    entry(
        any(&|l| matches!(l, Look::Joint { driven: true, .. } | Look::Link { driven: true })),
        Sign::Picture(driven),
        "driven by an input",
    );
    let link = Look::Link { driven: false };
    entry(
        any(&|l| matches!(l, Look::Link { .. })),
        Sign::Picture(link),
        "link (cut)",
    );
    entry(
        any(&|l| *l == Look::Spring),
        Sign::Picture(Look::Spring),
        "spring, damper",
    );
    for (spins, text) in [(true, "wheel that spins"), (false, "wheel")] {
        entry(
            any(&|l| *l == Look::Wheel { spins }),
            Sign::Picture(Look::Wheel { spins }),
            text,
        );
    }
    entries
}
