//! Suspensions and steerings of the compiler's library: a list, their hardpoints, and a file as a starting point.

use crate::import::table::names;
use crate::problem::Problem;
use crate::vehicle::library::FILES;
use wishbone_compiler::front::file::{self, no_files};
use wishbone_compiler::front::syntax::{Attribute, Element, Item, Value};
use wishbone_compiler::front::toml::convert;
use wishbone_compiler::front::{library, suggest};

/// A text of the library that can be placed in a vehicle.
#[derive(Clone, Debug)]
pub struct Suspension {
    /// `double_wishbone`, the name of its file without the extension.
    pub name: String,
    /// The first line of its text.
    pub about: String,
    /// `DoubleWishbone`
    pub subsystem: String,
    /// The bodies to which it is attached, by their formal names.
    pub formals: Vec<String>,
    /// Its hardpoints. If both sides are declared together, the points of the left side are `left.NAME`.
    pub points: Vec<Point>,
    /// Whether it is a whole axle, with both wheels.
    pub is_axle: bool,
    /// Its parts outside of the sides, and the parts of its left side.
    pub parts: Vec<Part>,
    text: String,
}

/// A hardpoint of the library.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// `lca_front`, or `left.lower_axle`.
    pub name: String,
    /// Its place on the left side, from the middle of the axle [m].
    pub at: [f64; 3],
}

/// A part of a suspension.
#[derive(Clone, Debug)]
pub struct Part {
    /// `left.` before its name, or empty.
    pub group: String,
    /// The part as declared.
    pub element: Element,
}

impl Suspension {
    /// All suspensions, which are the texts with a wheel.
    pub fn all() -> Vec<Self> {
        let all = library::names().filter_map(|file| Self::read(file).ok());
        all.filter(Self::has_wheel).collect()
    }

    /// The suspension with this name: `double_wishbone`, `DoubleWishbone`, `double wishbone`.
    ///
    /// # Errors
    /// If there is none, with advice.
    pub fn find(name: &str) -> Result<Self, Problem> {
        let folded = |text: &str| text.to_lowercase().replace(['_', '-', ' '], "");
        let file = library::names().find(|file| folded(file.trim_end_matches(".txt")) == folded(name));
        let found = file.and_then(|file| Self::read(file).ok()).filter(Self::has_wheel);
        found.ok_or_else(|| {
            let all = Self::all();
            let names: Vec<&str> = all.iter().map(|own| own.name.as_str()).collect();
            let advice = match suggest::nearest(name, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("known here: {}", suggest::quoted(&names)),
            };
            Problem::Misuse(format!("the library has no suspension `{name}`; {advice}"))
        })
    }

    fn has_wheel(&self) -> bool {
        self.parts.iter().any(|part| part.element.keyword.text == "wheel")
    }

    fn read(file: &str) -> Result<Self, String> {
        let text = library::text(file)?;
        let about = text
            .lines()
            .next()
            .unwrap_or("")
            .trim_start_matches(['/', ' '])
            .to_owned();
        let reading = file::read_text("library.txt", &format!("Library {{ {text} }}"), &mut no_files);
        let tree = reading.vehicle.map_err(|_| format!("{file} cannot be read"))?;
        // The last subsystem of a text is placed; the others are its parts.
        let mut subsystems = tree.items.into_iter().filter_map(|item| match item {
            Item::Subsystem { name, formals, items } => Some((name.text, formals, items)),
            _ => None,
        });
        let (subsystem, formals, items) = subsystems
            .next_back()
            .ok_or_else(|| format!("{file} has no subsystem"))?;
        let mut own = Self::declared(&subsystem, &items);
        own.name = file.trim_end_matches(".txt").to_owned();
        own.about = about;
        own.formals = formals.into_iter().map(|formal| formal.text).collect();
        own.text = text;
        Ok(own)
    }

    /// A subsystem of a declaration: its points and its parts, without a text.
    pub(crate) fn declared(subsystem: &str, items: &[Item]) -> Self {
        let mut own = Self {
            name: String::new(),
            about: String::new(),
            subsystem: subsystem.to_owned(),
            formals: Vec::new(),
            points: Vec::new(),
            is_axle: false,
            parts: Vec::new(),
            text: String::new(),
        };
        own.take("", items);
        own
    }

    fn take(&mut self, group: &str, items: &[Item]) {
        for item in items {
            match item {
                Item::Points(points) => self.points.extend(points.iter().filter_map(|own| point(group, own))),
                Item::Element(element) => self.parts.push(Part {
                    group: group.to_owned(),
                    element: element.clone(),
                }),
                Item::Mirror { group, items, .. } => {
                    self.is_axle = true;
                    self.take(&format!("{}.", group.text), items);
                }
                _ => {}
            }
        }
    }

    /// Arguments of its place on the ground: the ground for each body.
    pub fn on_the_ground(&self) -> String {
        vec!["ground"; self.formals.len()].join(", ")
    }

    /// Its place in a vehicle with a chassis and a rack.
    pub fn attached(&self) -> String {
        format!("{}({})", self.subsystem, self.formals.join(", "))
    }

    /// Description of a suspension: what it is, how it is placed in a file, and its hardpoints.
    pub fn told(&self) -> String {
        let head = self.text.lines().map_while(|line| line.strip_prefix("//"));
        let head = head.map(str::trim).collect::<Vec<_>>().join("\n");
        // Each paragraph becomes one line.
        let head: String = head.split("\n\n").map(|part| part.replace('\n', " ") + "\n").collect();
        let [group, image] = match self.is_axle {
            true => ["rear", ""],
            false => ["front_left", "    mirrored = \"front_right\"\n"],
        };
        let points = self.points.iter().map(|point| {
            let [x, y, z] = point.at.map(|each| format!("{:.0}", 1e3 * each));
            let meaning = names::told(point.name.rsplit('.').next().unwrap_or_default());
            let line = format!("  {:22} [{x}, {y}, {z}] mm {meaning}", point.name);
            format!("{}\n", line.trim_end())
        });
        format!(
            "{head}In a TOML file:\n\n    include = [\"wishbone/{}.txt\"]\n\n    [place.{group}]\n    kind = \"{}\"\n{image}\n\
             Hardpoints, from the middle of the axle:\n{}",
            self.name,
            self.attached(),
            points.collect::<String>()
        )
    }

    /// Points of a body in the attributes of joints, links, springs and wheels.
    pub fn points_of(&self, part: &Part) -> Vec<&Point> {
        let name = format!("{}{}", part.group, part.element.name.text);
        let mut all = Vec::new();
        for other in &self.parts {
            let Some(form) = &other.element.form else { continue };
            let place = form
                .arguments
                .iter()
                .position(|own| own.text == name || format!("{}{}", other.group, own.text) == name);
            let Some(place) = place else { continue };
            for attribute in &other.element.attributes {
                // Each end of a rod or a spring is on one body; each other point is on both bodies.
                let is_own = match attribute.key.text.as_str() {
                    "from" => place == 0,
                    "to" | "ball" => place == 1,
                    _ => true,
                };
                if is_own {
                    self.named(&other.group, &attribute.value, &mut all);
                }
            }
        }
        all.dedup();
        all
    }

    /// Points that a value names.
    fn named<'a>(&'a self, group: &str, value: &Value, all: &mut Vec<&'a Point>) {
        match value {
            Value::Name(path) => all.extend(self.point(group, &path.text)),
            Value::List { members, .. } => members.iter().for_each(|member| self.named(group, member, all)),
            _ => {}
        }
    }

    /// The point with this name for a part of this group.
    pub fn point(&self, group: &str, name: &str) -> Option<&Point> {
        let own = format!("{group}{name}");
        self.points.iter().find(|point| point.name == own || point.name == name)
    }

    /// A vehicle as TOML with this suspension on the ground: its whole text, with the meaning of each hardpoint.
    ///
    /// # Errors
    /// If the text cannot be converted.
    pub fn file(&self) -> Result<String, Problem> {
        let place = match self.is_axle {
            true => "axle".to_owned(),
            false => "left mirrored right".to_owned(),
        };
        let mut text = String::new();
        let mut is_head = true;
        for line in self.text.lines() {
            let trimmed = line.trim_start();
            is_head &= trimmed.starts_with("//");
            if is_head {
                text.push_str(&format!("{line}\n"));
                continue;
            }
            break;
        }
        text.push_str(&format!(
            "//\n// `{}` in a vehicle with a chassis{}; here it hangs on the ground, for `wishbone kc`.\n",
            self.attached(),
            if self.formals.len() > 1 { " and what steers" } else { "" }
        ));
        text.push_str(&format!("pub {} {{\n", self.subsystem));
        let body: String = self
            .text
            .lines()
            .skip_while(|line| line.trim_start().starts_with("//"))
            .map(|line| format!("{}\n", explained(line)))
            .collect();
        text.push_str(&body);
        text.push_str(&format!(
            "place {}({}) as {place}\n}}\n",
            self.subsystem,
            self.on_the_ground()
        ));
        written(&text)
    }
}

/// Converts a text in the grammar of `vehicle! { .. }` to a TOML file, with its comments.
///
/// # Errors
/// If the text cannot be read.
pub fn written(text: &str) -> Result<String, Problem> {
    let found = convert::from_grammar(text).map(|converted| converted.text);
    found.map_err(|found| {
        let told = wishbone_compiler::diag::to_text::render(&found, "imported", text);
        Problem::Finding(format!("this cannot be declared:\n{told}"))
    })
}

/// A line with a point, followed by its meaning.
fn explained(line: &str) -> String {
    let name = line.trim_start().split(':').next().unwrap_or("").trim();
    match names::told(name) {
        "" => line.to_owned(),
        meaning if line.trim_end().ends_with("] m,") => format!("{line} // {meaning}"),
        _ => line.to_owned(),
    }
}

fn point(group: &str, own: &Attribute) -> Option<Point> {
    let Value::List { members, unit, .. } = &own.value else {
        return None;
    };
    let outer = unit.as_ref().map_or(1.0, |unit| unit.factor);
    let numbers: Option<Vec<f64>> = members
        .iter()
        .map(|member| match member {
            Value::Number(number) => Some(number.value * number.unit.as_ref().map_or(outer, |unit| unit.factor)),
            _ => None,
        })
        .collect();
    Some(Point {
        name: format!("{group}{}", own.key.text),
        at: numbers?.try_into().ok()?,
    })
}

/// Everything in the library, a line each: suspensions, other parts, vehicles.
pub fn list() -> String {
    let mut text =
        String::from("suspensions (`wishbone library NAME`; `place` them as docs/book/declare/suspensions.md tells)\n");
    let line = |name: &str, about: &str| format!("  {name:<20} {}\n", shortened(about));
    let suspensions = Suspension::all();
    for own in &suspensions {
        text += &line(&own.name, &own.about);
    }
    text += "\nsteerings and other parts (`include \"wishbone/NAME.txt\"`)\n";
    for file in library::names() {
        let name = file.trim_end_matches(".txt");
        if !suspensions.iter().any(|own| own.name == name)
            && let Ok(own) = Suspension::read(file)
        {
            text += &line(name, &own.about);
        }
    }
    text += "\nvehicles (`wishbone check NAME`)\n";
    for (name, file) in FILES {
        text += &line(name, &documented(file));
    }
    text
}

/// The beginning of a text, up to the end of a clause.
fn shortened(text: &str) -> String {
    const SHORT: usize = 90;
    let ends = [". ", ": ", ", "].map(|mark| {
        text.match_indices(mark)
            .map(|(at, _)| at)
            .filter(|at| *at <= SHORT)
            .last()
    });
    let end = if text.len() <= SHORT {
        Some(text.len())
    } else {
        ends[0].or(ends.into_iter().flatten().max())
    };
    text[..end.unwrap_or(text.len())].trim_end_matches('.').to_owned()
}

/// The first line of a vehicle's documentation.
fn documented(file: &str) -> String {
    let doc = file.parse::<toml::Table>().ok();
    let doc = doc.and_then(|file| file.get("vehicle")?.get("doc")?.as_str().map(str::to_owned));
    doc.unwrap_or_default().lines().next().unwrap_or("").to_owned()
}

/// The text with this name in the library: a suspension as a TOML file, any other text unchanged, or a vehicle's file.
///
/// # Errors
/// If there is none, with advice.
pub fn text(name: &str) -> Result<String, Problem> {
    if let Some((_, file)) = FILES.iter().find(|(own, _)| *own == name) {
        return Ok((*file).to_owned());
    }
    if let Ok(own) = Suspension::find(name) {
        return own.file();
    }
    let file = format!("{}.txt", name.trim_end_matches(".txt"));
    library::text(&file).map_err(|_| {
        let mut names: Vec<&str> = library::names().map(|own| own.trim_end_matches(".txt")).collect();
        names.extend(FILES.iter().map(|(own, _)| *own));
        let advice = match suggest::nearest(name, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`wishbone library` lists all".to_owned(),
        };
        Problem::Misuse(format!("the library has no `{name}`; {advice}"))
    })
}

#[cfg(test)]
mod tests {
    use super::{Suspension, names};

    /// Every hardpoint has a meaning, and no two hardpoints of a suspension have names with one meaning.
    #[test]
    fn hardpoints_can_be_told_apart() {
        let all = Suspension::all();
        assert_eq!(all.len(), 14);
        for own in &all {
            for (place, point) in own.points.iter().enumerate() {
                assert_ne!(names::told(&point.name), "", "{}: {}", own.name, point.name);
                let concepts = |name: &str| names::meaning(name.rsplit('.').next().unwrap_or(name)).concepts;
                let same = own.points[..place]
                    .iter()
                    .find(|other| concepts(&other.name) == concepts(&point.name));
                assert!(same.is_none(), "{}: {} and {same:?}", own.name, point.name);
            }
        }
    }
}
