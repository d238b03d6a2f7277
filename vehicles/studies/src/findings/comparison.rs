//! One study of several designs.

use super::Findings;
use crate::panels::{Curve, Panel, Stroke};

/// The findings of one study, design by design.
#[derive(Clone, Debug)]
pub struct Comparison<'a> {
    /// Names of the designs. The others are compared with the first.
    pub designs: &'a [String],
    /// The findings of each design.
    pub findings: Vec<&'a Findings>,
}

impl<'a> Comparison<'a> {
    /// All studies of several designs, each of which has the same studies in the same order.
    pub fn all(designs: &'a [String], found: &'a [Vec<Findings>]) -> Vec<Self> {
        let studies = found.first().map_or(&[][..], Vec::as_slice).iter().enumerate();
        let each = studies.map(|(place, _)| Self {
            designs,
            findings: found.iter().filter_map(|own| own.get(place)).collect(),
        });
        each.collect()
    }

    /// Name of the study.
    pub fn name(&self) -> &'a str {
        self.findings.first().map_or("", |found| &found.name)
    }

    /// Conditions of the study.
    pub fn conditions(&self) -> &'a str {
        self.findings.first().map_or("", |found| &found.conditions)
    }

    /// Subjects of the figures of all designs, beginning with those of the first design.
    pub fn subjects(&self) -> Vec<&'a str> {
        union(self.findings.iter().map(|found| found.subjects()))
    }

    /// Names and units of the figures of a subject.
    pub fn figures(&self, subject: &str) -> Vec<(&'a str, &'static str)> {
        union(self.findings.iter().map(|found| {
            let own = found.figures.iter().filter(|figure| figure.subject == subject);
            own.map(|figure| (figure.name.as_str(), figure.unit)).collect()
        }))
    }

    /// The value of a figure in each design.
    pub fn values(&self, subject: &str, name: &str) -> Vec<Option<f64>> {
        let each = self.findings.iter();
        each.map(|found| found.figure(subject, name)?.value).collect()
    }

    /// Pictures with the curves of all designs. Colours distinguish the curves, strokes the designs. Equal curves of both sides are
    /// drawn as one, and panels that show nothing are left out.
    pub fn panels(&self) -> Vec<Panel> {
        let mut panels: Vec<Panel> = Vec::new();
        for (design, found) in self.findings.iter().enumerate() {
            for panel in found.panels.iter().cloned().map(Panel::tidy) {
                // A study may have several panels with one title. Each of them takes one panel of every design.
                let is_open = |own: &Panel| own.curves.iter().all(|curve| curve.design != design);
                match panels.iter_mut().find(|own| own.title == panel.title && is_open(own)) {
                    Some(own) => overlay(own, panel, design),
                    None => {
                        let mut own = Panel {
                            curves: Vec::new(),
                            ..panel.clone()
                        };
                        overlay(&mut own, panel, design);
                        panels.push(own);
                    }
                }
            }
        }
        panels.retain(|panel| !panel.is_empty());
        panels
    }

    /// Names of the strokes of all designs in one line; empty for a single design.
    pub fn strokes(&self) -> String {
        if self.designs.len() < 2 {
            return String::new();
        }
        let each = self.designs.iter().enumerate();
        let each: Vec<String> = each
            .map(|(place, name)| format!("{}: {name}", Stroke::of(place).word()))
            .collect();
        each.join("; ")
    }
}

/// Adds the curves of a design. A curve with a known name takes the colour of that name.
fn overlay(panel: &mut Panel, added: Panel, design: usize) {
    panel.x = common(&panel.x, &added.x);
    for curve in added.curves {
        let known = panel
            .curves
            .iter()
            .find(|own| own.name == curve.name && !own.name.is_empty());
        let ink = known.map_or(curve.ink, |own| own.ink);
        panel.curves.push(Curve { ink, design, ..curve });
    }
}

/// Common part of two labels: the whole label, or the parts before the comma at which they begin to differ.
fn common(one: &str, other: &str) -> String {
    let parts = one.split(", ").zip(other.split(", "));
    match one == other {
        true => one.to_owned(),
        false => parts
            .take_while(|(one, other)| one == other)
            .map(|(one, _)| one)
            .collect::<Vec<_>>()
            .join(", "),
    }
}

/// The distinct members of all lists, in order.
fn union<T: PartialEq>(lists: impl Iterator<Item = Vec<T>>) -> Vec<T> {
    let mut all = Vec::new();
    for member in lists.flatten() {
        if !all.contains(&member) {
            all.push(member);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::Figure;
    use crate::panels::line;

    fn found(camber: f64) -> Findings {
        Findings {
            name: "bounce".to_owned(),
            figures: vec![Figure {
                subject: "left".to_owned(),
                name: "camber".to_owned(),
                unit: "deg",
                value: Some(camber),
                definition: "",
            }],
            panels: vec![Panel {
                title: "camber".to_owned(),
                x: "travel".to_owned(),
                curves: vec![line(0, "left", vec![(0.0, camber)]), line(1, "right", vec![])],
                ..Panel::default()
            }],
            ..Findings::default()
        }
    }

    #[test]
    fn curves_of_two_designs_share_a_panel() {
        let (designs, found) = (
            ["old".to_owned(), "new".to_owned()],
            [vec![found(1.0)], vec![found(1.5)]],
        );
        let [both] = &Comparison::all(&designs, &found)[..] else {
            panic!("one study");
        };
        let [panel] = &both.panels()[..] else {
            panic!("one panel");
        };
        let names: Vec<&str> = panel.curves.iter().map(|curve| curve.name.as_str()).collect();
        assert_eq!(names, ["left", "right", "left", "right"]);
        assert_eq!(panel.curves[2].ink, panel.curves[0].ink);
        assert_eq!(
            (panel.curves[2].design, &panel.curves[2].points[..]),
            (1, &[(0.0, 1.5)][..])
        );
        assert_eq!(both.strokes(), "solid: old; dashed: new");
        assert_eq!(both.values("left", "camber"), [Some(1.0), Some(1.5)]);
        let text = both.text();
        assert!(text.contains("old") && text.contains("+0.50000"), "{text}");
    }
}
