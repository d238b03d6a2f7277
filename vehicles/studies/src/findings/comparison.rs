//! One study of several designs.

use super::Findings;
use crate::panels::{Curve, Panel, Stroke};

/// The findings of one study, design by design.
#[derive(Clone, Debug)]
pub struct Comparison<'a> {
    /// Names of the designs. The others are compared with the first.
    pub designs: &'a [String],
    /// The findings of each design; `None` for a design without this study.
    pub findings: Vec<Option<&'a Findings>>,
}

impl<'a> Comparison<'a> {
    /// All studies of several designs, beginning with the studies of the first design. Studies with equal names are
    /// compared. If a design has several studies of one name, the first is compared with the first, and the second with
    /// the second.
    pub fn all(designs: &'a [String], found: &'a [Vec<Findings>]) -> Vec<Self> {
        let each = union(found.iter().map(|own| numbered(own)));
        let each = each.into_iter().map(|(name, number)| Self {
            designs,
            findings: found
                .iter()
                .map(|own| own.iter().filter(|found| found.name == name).nth(number))
                .collect(),
        });
        each.collect()
    }

    /// The findings of the designs that have the study, each with the position of its design.
    pub fn known(&self) -> impl Iterator<Item = (usize, &'a Findings)> {
        let each = self.findings.iter().enumerate();
        each.filter_map(|(place, found)| Some((place, (*found)?)))
    }

    /// Name of the study.
    pub fn name(&self) -> &'a str {
        self.known().next().map_or("", |(_, found)| &found.name)
    }

    /// Conditions of the study.
    pub fn conditions(&self) -> &'a str {
        self.known().next().map_or("", |(_, found)| &found.conditions)
    }

    /// Subjects of the figures of all designs, beginning with the subjects of the first design.
    pub fn subjects(&self) -> Vec<&'a str> {
        union(self.known().map(|(_, found)| found.subjects()))
    }

    /// Names and units of the figures of a subject.
    pub fn figures(&self, subject: &str) -> Vec<(&'a str, &'static str)> {
        union(self.known().map(|(_, found)| {
            let own = found.figures.iter().filter(|figure| figure.subject == subject);
            own.map(|figure| (figure.name.as_str(), figure.unit)).collect()
        }))
    }

    /// The value of a figure in each design; `None` for a design that has the figure only in a different unit.
    pub fn values(&self, subject: &str, name: &str, unit: &str) -> Vec<Option<f64>> {
        let each = self.findings.iter();
        each.map(|found| (*found)?.figure_in(subject, name, unit)?.value)
            .collect()
    }

    /// Pictures with the curves of all designs. Colours distinguish the curves, strokes the designs. Equal curves of both sides are
    /// drawn as one curve, and panels without content are left out. Curves over different quantities have separate panels.
    pub fn panels(&self) -> Vec<Panel> {
        let mut panels: Vec<Panel> = Vec::new();
        for (design, found) in self.known() {
            for panel in found.panels.iter().cloned().map(Panel::tidy) {
                // A study may have several panels with one title. Each of them takes one panel of every design.
                let is_open = |own: &Panel| own.curves.iter().all(|curve| curve.design != design);
                let is_alike = |own: &Panel| own.title == panel.title && quantity(&own.x) == quantity(&panel.x);
                match panels.iter_mut().find(|own| is_alike(own) && is_open(own)) {
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
            .map(|(place, name)| match Stroke::of(place) {
                Some(stroke) => format!("{}: {name}", stroke.word()),
                None => format!("not drawn: {name}"),
            })
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

/// Name of the quantity on an axis, and its unit. The text after the first comma is a value of one design, such as `1.2 Hz` in
/// `part of the period, 1.2 Hz`.
fn quantity(label: &str) -> (&str, Option<&str>) {
    let name = label.split(", ").next().unwrap_or(label);
    let unit = label.rsplit_once('[').and_then(|(_, rest)| rest.split_once(']'));
    (name, unit.map(|(unit, _)| unit))
}

/// Names of the findings of a design, each with the number of earlier findings of the same name.
fn numbered(found: &[Findings]) -> Vec<(&str, usize)> {
    let earlier = |place: usize| found[..place].iter().filter(move |own| own.name == found[place].name);
    let each = found.iter().enumerate();
    each.map(|(place, own)| (own.name.as_str(), earlier(place).count()))
        .collect()
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
        assert_eq!(both.values("left", "camber", "deg"), [Some(1.0), Some(1.5)]);
        let text = both.text();
        assert!(text.contains("old") && text.contains("+0.50000"), "{text}");
    }

    /// A design without a study has a column of dashes there, and keeps its own column in the following studies.
    #[test]
    fn studies_are_compared_by_name() {
        let named = |name: &str, camber| Findings {
            name: name.to_owned(),
            notes: vec![format!("note {camber}")],
            ..found(camber)
        };
        let designs = ["old".to_owned(), "new".to_owned()];
        let found = [
            vec![named("steer", 1.0), named("compliance", 2.0)],
            vec![named("compliance", 3.0), named("brake", 4.0)],
        ];
        let all = Comparison::all(&designs, &found);
        let told: Vec<(&str, Vec<Option<f64>>)> = all
            .iter()
            .map(|own| (own.name(), own.values("left", "camber", "deg")))
            .collect();
        assert_eq!(
            told,
            [
                ("steer", vec![Some(1.0), None]),
                ("compliance", vec![Some(2.0), Some(3.0)]),
                ("brake", vec![None, Some(4.0)]),
            ]
        );
        let text = all[2].text();
        let row = text.lines().find(|line| line.starts_with("camber"));
        let cells: Vec<&str> = row.unwrap_or_default().split_whitespace().collect();
        assert_eq!(cells, ["camber", "[deg]", "-", "4.00000", "-"], "{text}");
        assert!(text.contains("new: note 4") && !text.contains("old: note"), "{text}");
        assert!(all[2].curves().contains("new, brake: camber"), "{}", all[2].curves());
        // Strokes belong to the designs.
        assert_eq!(all[2].panels()[0].curves[0].design, 1);
    }

    /// A figure in two units stands in two rows, without a difference. Curves over two quantities have two panels.
    #[test]
    fn nothing_is_compared_in_two_units() {
        let own = |unit: &'static str, x: &str| {
            let mut own = found(1.0);
            own.figures[0].unit = unit;
            own.panels[0].x = x.to_owned();
            own
        };
        let designs = ["old".to_owned(), "new".to_owned()];
        let panels = |one: &str, other: &str| {
            let found = [vec![own("deg", one)], vec![own("deg", other)]];
            Comparison::all(&designs, &found)[0].panels()
        };
        let found = [vec![own("deg/mm", "")], vec![own("deg/deg", "")]];
        let both = &Comparison::all(&designs, &found)[0];
        assert_eq!(both.values("left", "camber", "deg/mm"), [Some(1.0), None]);
        assert_eq!(both.values("left", "camber", "deg/deg"), [None, Some(1.0)]);
        let told = |panels: Vec<Panel>| panels.into_iter().map(|panel| panel.x).collect::<Vec<_>>();
        assert_eq!(told(panels("rack [mm]", "arm [deg]")), ["rack [mm]", "arm [deg]"]);
        assert_eq!(told(panels("rack [mm]", "rack [m]")), ["rack [mm]", "rack [m]"]);
        assert_eq!(told(panels("part, 1 Hz damped", "part, 2 Hz damped")), ["part"]);
    }

    /// Every stroke stands for one design; further designs are named as not drawn.
    #[test]
    fn no_stroke_stands_for_two_designs() {
        let designs: Vec<String> = (0..=Stroke::ALL.len()).map(|place| format!("design {place}")).collect();
        let found: Vec<Vec<Findings>> = designs.iter().map(|_| vec![found(1.0)]).collect();
        let told = Comparison::all(&designs, &found)[0].strokes();
        let mut words: Vec<&str> = told.split("; ").filter_map(|part| part.split(": ").next()).collect();
        assert_eq!(words.pop(), Some("not drawn"));
        let all = words.clone();
        words.sort_unstable();
        words.dedup();
        assert!(words.len() == all.len() && words.len() > 3, "{told}");
    }

    /// Each value of a curve stands beside its own place, even if another curve has different places.
    #[test]
    fn curves_are_looked_up_by_their_places() {
        let told = |curves: Vec<Curve>| -> Vec<Vec<String>> {
            let designs = ["old".to_owned()];
            let found = [vec![Findings {
                panels: vec![Panel {
                    title: "camber".to_owned(),
                    x: "x".to_owned(),
                    curves,
                    ..Panel::default()
                }],
                ..found(1.0)
            }]];
            let text = Comparison::all(&designs, &found)[0].curves();
            let cells = text.lines().skip(2).map(|line| {
                let letters: Vec<char> = line.chars().collect();
                let cells = letters.chunks(14).map(|cell| cell.iter().collect::<String>());
                cells.map(|cell| cell.trim().to_owned()).collect()
            });
            cells.collect()
        };
        let long = || line(0, "long", vec![(0.0, 10.0), (1.0, 11.0), (2.0, 12.0)]);
        let by_name = told(vec![
            line(1, "late", vec![(1.0, 5.0), (2.0, 6.0)]),
            line(1, "", vec![(1.0, 5.0)]),
            long(),
            line(2, "between", vec![(0.5, 1.0), (1.5, 2.0)]),
        ]);
        assert_eq!(by_name[0], ["x", "late", "long", "between"]);
        assert_eq!(by_name[1], ["0", "", "10.0000", ""]);
        assert_eq!(by_name[2], ["1.00000", "5.00000", "11.0000", "1.50000"]);
        assert_eq!(by_name[3], ["2.00000", "6.00000", "12.0000", ""]);
        // A curve that turns back, such as a path, has its own column of places.
        let pairs = told(vec![long(), line(1, "back", vec![(5.0, 1.0), (6.0, 2.0), (5.0, 3.0)])]);
        assert_eq!(pairs[0], ["x", "long", "x", "back"]);
        assert_eq!(pairs[2], ["1.00000", "11.0000", "6.00000", "2.00000"]);
        assert_eq!(pairs[3], ["2.00000", "12.0000", "5.00000", "3.00000"]);
    }
}
