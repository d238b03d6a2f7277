//! The file of load cases.
//!
//! ```toml
//! [pothole]
//! doc = "The front wheels hit an edge."
//! front = { vertical = 3, longitudinal = -2, at = "centre" }
//!
//! [kerb]
//! left = { lateral = "-12 kN" }
//! "front_right.tyre" = { travel = "40 mm" }
//! ```
//!
//! A number is a multiple of the load of the wheel at rest; a text is a force with its unit. A wheel that is not named
//! carries its load at rest. A name of fewer wheels overrides a name of more wheels.

use crate::unit;
use toml::de::{DeTable, DeValue};
use wishbone_compiler::front::suggest;
use wishbone_compiler::front::units::{FORCE, LENGTH, Quantity};
use wishbone_studies::rig::{Acts, Torque};

/// Cases for a first estimate.
pub const STANDARD: &str = include_str!("standard.toml");

/// Keys of a wheel.
const KEYS: [&str; 6] = ["longitudinal", "lateral", "vertical", "travel", "at", "torque"];

/// A load case.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// `pothole`
    pub name: String,
    /// Description of the case; empty if there is none.
    pub doc: String,
    /// Loads of each wheel.
    pub wheels: Vec<Asked>,
}

/// Load of a wheel as asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Asked {
    /// Force forward along the wheel plane.
    pub longitudinal: Amount,
    /// Force to the left.
    pub lateral: Amount,
    /// Upward force, or travel of the wheel.
    pub vertical: Hold,
    /// Point at which the forces along the ground act.
    pub acts: Acts,
    /// Part that takes the torque.
    pub torque: Torque,
}

/// A force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// Multiple of the load of the wheel at rest.
    Times(f64),
    /// Force [N].
    Newton(f64),
}

impl Amount {
    /// The force, for a wheel with this load at rest [N].
    pub fn force(self, load: f64) -> f64 {
        match self {
            Self::Times(factor) => factor * load,
            Self::Newton(force) => force,
        }
    }
}

/// Vertical condition of a wheel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hold {
    /// A force at the contact.
    Force(Amount),
    /// Travel of the wheel centre from the position in which the vehicle is held [m].
    Travel(f64),
}

impl Default for Asked {
    /// The wheel carries its load at rest.
    fn default() -> Self {
        Self {
            longitudinal: Amount::Newton(0.0),
            lateral: Amount::Newton(0.0),
            vertical: Hold::Force(Amount::Times(1.0)),
            acts: Acts::Contact,
            torque: Torque::Brake,
        }
    }
}

/// A wheel as load cases refer to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Wheel {
    /// `front_left.tyre`
    pub name: String,
    /// Whether it belongs to the foremost axle.
    pub is_front: bool,
    /// Whether it stands to the left or to the right of the X axis; `None` on the axis.
    pub is_left: Option<bool>,
}

/// The cases of a file for these wheels.
///
/// # Errors
/// All mistakes, one in a line, each with the line of the file.
pub fn read(text: &str, wheels: &[Wheel]) -> Result<Vec<Case>, String> {
    read_or_leave_out(text, wheels, false).map(|(cases, _)| cases)
}

/// The [standard cases](STANDARD), without cases of wheels that the vehicle does not have, and a note on these cases.
///
/// # Errors
/// If it has no wheel.
pub fn standard(wheels: &[Wheel]) -> Result<(Vec<Case>, Option<String>), String> {
    let (cases, left_out) = read_or_leave_out(STANDARD, wheels, true)?;
    Ok((cases, without(&left_out, wheels)))
}

/// A case that is left out.
struct LeftOut {
    /// `kerb`
    case: String,
    /// The first of its words for wheels that names no wheel: `left`.
    word: String,
}

/// A note on cases that are left out; `None` if there are none.
fn without(left_out: &[LeftOut], wheels: &[Wheel]) -> Option<String> {
    let mut words: Vec<&str> = Vec::new();
    for own in left_out {
        if !words.contains(&own.word.as_str()) {
            words.push(&own.word);
        }
    }
    let of_word = |word: &&str| {
        let cases = left_out.iter().filter(|own| own.word == *word);
        let names: Vec<&str> = cases.map(|own| own.case.as_str()).collect();
        format!("{} (no wheel is `{word}`)", suggest::quoted(&names))
    };
    let told: Vec<String> = words.iter().map(of_word).collect();
    let first = wheels.first().and_then(|wheel| wheel.is_left);
    let is_one_side = wheels.len() > 1 && wheels.iter().all(|wheel| wheel.is_left == first);
    let sides = match first.filter(|_| is_one_side) {
        Some(true) => "; left and right are the sides of the X axis of the vehicle's file, and all wheels are `left`",
        Some(false) => "; left and right are the sides of the X axis of the vehicle's file, and all wheels are `right`",
        None if words.iter().any(|word| ["left", "right"].contains(word)) => {
            "; left and right are the sides of the X axis of the vehicle's file"
        }
        None => "",
    };
    (!told.is_empty()).then(|| format!("standard cases left out: {}{sides}", told.join(", ")))
}

fn read_or_leave_out(text: &str, wheels: &[Wheel], leaves_out: bool) -> Result<(Vec<Case>, Vec<LeftOut>), String> {
    let (document, errors) = DeTable::parse_recoverable(text);
    let mut reader = Reader {
        text,
        wheels,
        leaves_out,
        left_out: Vec::new(),
        mistakes: Vec::new(),
    };
    for error in &errors {
        let at = error.span().map_or(0, |span| span.start);
        reader.mistake(at, format!("this is no TOML: {}", error.message()));
    }
    let mut cases = Vec::new();
    if errors.is_empty() {
        let mut tables: Vec<_> = document.get_ref().iter().collect();
        tables.sort_by_key(|(key, _)| key.span().start);
        for (key, value) in tables {
            match value.get_ref() {
                DeValue::Table(table) => cases.extend(reader.case(key.get_ref(), table)),
                _ => reader.mistake(
                    key.span().start,
                    format!("`{}` stands outside of a case: write it below `[NAME]`", key.get_ref()),
                ),
            }
        }
    }
    if cases.is_empty() && reader.mistakes.is_empty() {
        reader.mistake(
            0,
            "there is no case: write `[NAME]`, and below it such as `front = { vertical = 3 }`".to_owned(),
        );
    }
    reader.mistakes.sort();
    match reader.mistakes.is_empty() {
        true => Ok((cases, reader.left_out)),
        false => {
            let told = reader
                .mistakes
                .into_iter()
                .map(|(line, told)| format!("line {line}: {told}"));
            Err(told.collect::<Vec<_>>().join("\n"))
        }
    }
}

/// Words for wheels.
const WORDS: [&str; 6] = ["all", "front", "rear", "left", "right", MIDDLE];
/// The word for wheels on the middle line; most vehicles have no such wheels.
const MIDDLE: &str = "middle";

/// A setting of some wheels.
struct Setting {
    /// `front_left`
    selector: String,
    wheels: Vec<usize>,
    key: String,
    change: Change,
    at: usize,
}

#[derive(Clone, Copy)]
enum Change {
    Longitudinal(Amount),
    Lateral(Amount),
    Vertical(Hold),
    Acts(Acts),
    Torque(Torque),
}

struct Reader<'a> {
    text: &'a str,
    wheels: &'a [Wheel],
    /// Whether a case of wheels that the vehicle does not have is left out. Otherwise it is a mistake.
    leaves_out: bool,
    left_out: Vec<LeftOut>,
    mistakes: Vec<(usize, String)>,
}

impl Reader<'_> {
    fn mistake(&mut self, at: usize, told: String) {
        let line = 1 + self.text.bytes().take(at).filter(|byte| *byte == b'\n').count();
        self.mistakes.push((line, told));
    }

    fn case(&mut self, name: &str, table: &DeTable<'_>) -> Option<Case> {
        let before = self.mistakes.len();
        let (mut doc, mut settings) = (String::new(), Vec::new());
        for (key, value) in table {
            match (key.get_ref().as_ref(), value.get_ref()) {
                ("doc", DeValue::String(text)) => text.as_ref().clone_into(&mut doc),
                ("doc", _) => self.mistake(value.span().start, format!("[{name}] `doc` is a text")),
                (_, DeValue::Table(inner)) => {
                    self.settings((name, key.get_ref(), key.span().start), inner, &mut settings);
                }
                (selector, _) => {
                    let told = format!(
                        "[{name}] `{selector}` has no load: write such as `{selector} = {{ vertical = 3 }}` (keys: {})",
                        KEYS.join(", ")
                    );
                    self.mistake(key.span().start, told);
                }
            }
        }
        let unknown = settings.iter().filter(|setting| setting.wheels.is_empty());
        if let Some(unknown) = unknown.min_by_key(|setting| setting.at).filter(|_| self.leaves_out) {
            self.left_out.push(LeftOut {
                case: name.to_owned(),
                word: unknown.selector.clone(),
            });
            return None;
        }
        // A name of fewer wheels overrides a name of more wheels.
        settings.sort_by_key(|setting| (std::cmp::Reverse(setting.wheels.len()), setting.at));
        let mut wheels = vec![Asked::default(); self.wheels.len()];
        for (place, setting) in settings.iter().enumerate() {
            let earlier = settings[..place].iter().find(|other| {
                other.key == setting.key
                    && other.wheels.len() == setting.wheels.len()
                    && other.wheels.iter().any(|wheel| setting.wheels.contains(wheel))
            });
            if earlier.is_some() {
                let told = format!(
                    "[{name}] `{}` is given to a wheel by two names of as many wheels: leave one of them out",
                    setting.key
                );
                self.mistake(setting.at, told);
            }
            for &wheel in &setting.wheels {
                setting.change.make(&mut wheels[wheel]);
            }
        }
        (self.mistakes.len() == before).then(|| Case {
            name: name.to_owned(),
            doc,
            wheels,
        })
    }

    /// Reads the settings for a name of wheels. The key `front_left.tyre.vertical` belongs to the name `front_left.tyre`.
    fn settings(
        &mut self,
        (case, selector, at): (&str, &str, usize),
        table: &DeTable<'_>,
        settings: &mut Vec<Setting>,
    ) {
        let mut chosen = None;
        for (key, value) in table {
            if let DeValue::Table(inner) = value.get_ref() {
                let nested = format!("{selector}.{}", key.get_ref());
                self.settings((case, &nested, key.span().start), inner, settings);
                continue;
            }
            if chosen.is_none() {
                chosen = Some(self.chosen(selector));
                if let Some(Err(told)) = &chosen {
                    let told = format!("[{case}] {told}");
                    self.mistake(key.span().start, told);
                }
            }
            let change = change(key.get_ref(), value.get_ref());
            match (&chosen, change) {
                (Some(Ok(wheels)), Ok(_)) if wheels.is_empty() && selector == MIDDLE => {}
                (Some(Ok(wheels)), Ok(change)) => settings.push(Setting {
                    selector: selector.to_owned(),
                    wheels: wheels.clone(),
                    key: change.word().to_owned(),
                    change,
                    at: key.span().start,
                }),
                (_, Err(told)) => self.mistake(key.span().start, format!("[{case}] `{selector}`: {told}")),
                _ => {}
            }
        }
        let both = ["vertical", "travel"].map(|word| table.iter().any(|(key, _)| key.get_ref().as_ref() == word));
        if both == [true, true]
            && let Some((key, _)) = table.iter().find(|(key, _)| key.get_ref().as_ref() == "travel")
        {
            let told =
                format!("[{case}] `{selector}` has both `vertical` and `travel`: the one follows from the other");
            self.mistake(key.span().start, told);
        }
        if table.is_empty() {
            self.mistake(
                at,
                format!("[{case}] `{selector}` has no load (keys: {})", KEYS.join(", ")),
            );
        }
    }

    /// The wheels with this name: one of [`WORDS`], a group name such as `front_left`, or the name of a wheel.
    fn chosen(&self, selector: &str) -> Result<Vec<usize>, String> {
        let all = 0..self.wheels.len();
        let named: Vec<usize> = all.clone().filter(|&k| self.wheels[k].name == selector).collect();
        if !named.is_empty() {
            return Ok(named);
        }
        let words: Vec<&str> = selector.split('_').collect();
        let fits = |k: &usize| {
            words.iter().all(|word| match *word {
                "front" => self.wheels[*k].is_front,
                "rear" => !self.wheels[*k].is_front,
                "left" => self.wheels[*k].is_left == Some(true),
                "right" => self.wheels[*k].is_left == Some(false),
                "middle" => self.wheels[*k].is_left.is_none(),
                _ => true,
            })
        };
        if words.iter().all(|word| WORDS.contains(word)) {
            let found: Vec<usize> = all.filter(fits).collect();
            return match found.is_empty() && !self.leaves_out && selector != MIDDLE {
                true => Err(format!("the vehicle has no wheel that is `{selector}`")),
                false => Ok(found),
            };
        }
        let mut known: Vec<&str> = self.wheels.iter().map(|wheel| wheel.name.as_str()).collect();
        known.extend(WORDS);
        let advice = suggest::advice(selector, &known).map_or_else(String::new, |advice| format!("; {advice}"));
        Err(format!("there is no wheel `{selector}`{advice}"))
    }
}

impl Change {
    fn make(self, asked: &mut Asked) {
        match self {
            Self::Longitudinal(amount) => asked.longitudinal = amount,
            Self::Lateral(amount) => asked.lateral = amount,
            Self::Vertical(hold) => asked.vertical = hold,
            Self::Acts(acts) => asked.acts = acts,
            Self::Torque(torque) => asked.torque = torque,
        }
    }

    /// Key of the setting that it changes.
    fn word(self) -> &'static str {
        match self {
            Self::Longitudinal(_) => "longitudinal",
            Self::Lateral(_) => "lateral",
            Self::Vertical(_) => "vertical",
            Self::Acts(_) => "at",
            Self::Torque(_) => "torque",
        }
    }
}

fn change(key: &str, value: &DeValue<'_>) -> Result<Change, String> {
    let word = |words: [&str; 2]| match value {
        DeValue::String(text) => words.iter().position(|word| *word == text.as_ref()),
        _ => None,
    };
    let one_of = |words: [&str; 2]| format!("`{key}` is \"{}\" or \"{}\"", words[0], words[1]);
    match key {
        "longitudinal" => amount(key, value).map(Change::Longitudinal),
        "lateral" => amount(key, value).map(Change::Lateral),
        "vertical" => match amount(key, value)? {
            Amount::Times(number) | Amount::Newton(number) if number < 0.0 => {
                Err("`vertical` is a force of the road, which does not pull".to_owned())
            }
            amount => Ok(Change::Vertical(Hold::Force(amount))),
        },
        "travel" => match value {
            DeValue::String(text) => {
                with_unit(key, text, &LENGTH, "60 mm").map(|travel| Change::Vertical(Hold::Travel(travel)))
            }
            _ => Err("`travel` is a length with its unit, such as \"60 mm\"".to_owned()),
        },
        "at" => match word(["contact", "centre"]) {
            Some(0) => Ok(Change::Acts(Acts::Contact)),
            Some(_) => Ok(Change::Acts(Acts::Centre)),
            None => Err(one_of(["contact", "centre"])),
        },
        "torque" => match word(["brake", "drive"]) {
            Some(0) => Ok(Change::Torque(Torque::Brake)),
            Some(_) => Ok(Change::Torque(Torque::Drive)),
            None => Err(one_of(["brake", "drive"])),
        },
        other => {
            let advice = suggest::advice(other, &KEYS).map_or_else(String::new, |advice| format!("; {advice}"));
            Err(format!("there is no `{other}`{advice}"))
        }
    }
}

/// A multiple of the load at rest, or a force with its unit.
fn amount(key: &str, value: &DeValue<'_>) -> Result<Amount, String> {
    let number = match value {
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .ok()
            .map(|number| number as f64),
        DeValue::Float(number) => number.as_str().parse().ok(),
        DeValue::String(text) => return with_unit(key, text, &FORCE, "12 kN").map(Amount::Newton),
        _ => None,
    };
    number
        .filter(|number: &f64| number.is_finite())
        .map(Amount::Times)
        .ok_or_else(|| {
            format!("`{key}` is a multiple of the wheel's load at rest, such as 3, or a force, such as \"12 kN\"")
        })
}

fn with_unit(key: &str, text: &str, quantity: &Quantity, example: &str) -> Result<f64, String> {
    let read = unit::measured(text).filter(|(_, scale)| scale.dimension == quantity.dimension);
    read.map(|(number, scale)| number * scale.factor).ok_or_else(|| {
        format!(
            "`{key}` is {} with its unit, such as \"{example}\", and not \"{text}\"",
            quantity.name
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wheels() -> Vec<Wheel> {
        [
            "front_left.tyre",
            "front_right.tyre",
            "rear_left.tyre",
            "rear_right.tyre",
        ]
        .into_iter()
        .map(|name| Wheel {
            name: name.to_owned(),
            is_front: name.starts_with("front"),
            is_left: Some(name.contains("left")),
        })
        .collect()
    }

    #[test]
    fn cases_are_read_the_narrower_name_counts() {
        let text = "[b]\nfront_left = { vertical = 2 }\nall = { vertical = 3, lateral = \"-1.5 kN\" }\n\
            [b.rear_right.tyre]\ntravel = \"-40 mm\"\ntorque = \"drive\"\n[a]\ndoc = \"x\"\nfront = { longitudinal = -1, at = \"centre\" }\n";
        let read = read(text, &wheels()).expect("cases");
        // In the order of the file.
        assert_eq!(
            read.iter().map(|case| case.name.as_str()).collect::<Vec<_>>(),
            ["b", "a"]
        );
        let [b, a] = [&read[0].wheels, &read[1].wheels];
        assert_eq!(b[0].vertical, Hold::Force(Amount::Times(2.0)));
        assert_eq!(b[1].vertical, Hold::Force(Amount::Times(3.0)));
        assert_eq!((b[3].vertical, b[3].torque), (Hold::Travel(-0.04), Torque::Drive));
        assert_eq!(b[2].lateral, Amount::Newton(-1500.0));
        assert_eq!(
            (a[1].longitudinal, a[1].acts, a[2]),
            (Amount::Times(-1.0), Acts::Centre, Asked::default())
        );
        assert_eq!(read[1].doc, "x");
    }

    #[test]
    fn standard_cases_fit_a_car() {
        let all = read(STANDARD, &wheels()).expect("they are right");
        assert_eq!(standard(&wheels()), Ok((all.clone(), None)));
        // A single wheel in front, on the middle line, has neither the kerb nor the bend case.
        let one = Wheel {
            is_left: None,
            ..wheels().remove(0)
        };
        let (some, note) = standard(&[one]).expect("some");
        let names: Vec<String> = some.into_iter().map(|case| case.name).collect();
        assert_eq!(names, ["rest", "jounce", "rebound", "pothole_front"]);
        let note = note.expect("a note");
        assert!(
            note.contains("`pothole_rear`, `braking`, `braking_backwards` (no wheel is `rear`)")
                && note
                    .contains("`kerb`, `cornering_left`, `cornering_right` (no wheel is `left`); left and right are"),
            "{note}"
        );
        assert!(all.len() > 8);
    }

    /// A car whose X axis lies beside all of its wheels has no bends. A note tells these cases, and the side of all wheels.
    #[test]
    fn cases_of_a_missing_side_are_told() {
        for (is_left, left_out, own, missing) in [
            (true, "`cornering_left`, `cornering_right`", "left", "right"),
            (false, "`kerb`, `cornering_left`, `cornering_right`", "right", "left"),
        ] {
            let mut all = wheels();
            all.iter_mut().for_each(|wheel| wheel.is_left = Some(is_left));
            let (cases, note) = standard(&all).expect("some");
            assert_eq!(cases.len(), 10 - left_out.split(", ").count());
            let wanted = format!(
                "standard cases left out: {left_out} (no wheel is `{missing}`); left and right are the sides of the X axis of the vehicle's file, \
                 and all wheels are `{own}`"
            );
            assert_eq!(note, Some(wanted));
        }
    }

    /// In a bend the wheel on the middle line of a three-wheeler has its part of the side force, and no change of its load.
    #[test]
    fn a_wheel_on_the_middle_line_takes_a_side_force_in_bends() {
        let mut three = wheels();
        three.truncate(3);
        (three[0].is_left, three[1].is_left, three[2].is_left) = (Some(true), Some(false), None);
        let mut bends = 0;
        for case in standard(&three).expect("they fit").0 {
            let wanted = match case.name.as_str() {
                "cornering_left" => 1.0,
                "cornering_right" => -1.0,
                _ => continue,
            };
            let wanted = Asked {
                lateral: Amount::Times(wanted),
                ..Asked::default()
            };
            assert_eq!(case.wheels[2], wanted, "{}", case.name);
            bends += 1;
        }
        assert_eq!(bends, 2);
    }

    #[test]
    fn all_mistakes_are_told_with_their_lines() {
        let text = "vertical = 3\n[a]\nfront = 3\nfornt = { vertical = 1 }\n[b]\nrear = { vertical = -1, travel = \"2 m\" }\n\
            left = { lateral = \"5 mm\", at = \"hub\", vertcal = 2 }\n";
        let told = read(text, &wheels()).expect_err("it is wrong");
        for part in [
            "line 1: `vertical` stands outside",
            "line 3: [a] `front` has no load",
            "line 4: [a] there is no wheel `fornt`; did you mean `front`",
            "line 6: [b] `rear`: `vertical` is a force of the road",
            "line 6: [b] `rear` has both",
            "line 7: [b] `left`: `lateral` is a force with its unit",
            "line 7: [b] `left`: `at` is \"contact\" or \"centre\"",
            "line 7: [b] `left`: there is no `vertcal`",
        ] {
            assert!(told.contains(part), "{part}\n{told}");
        }
        assert!(
            read("", &wheels())
                .expect_err("it is empty")
                .contains("there is no case")
        );
        let twice = "[a]\nfront = { vertical = 1 }\nleft = { vertical = 2 }\n";
        assert!(
            read(twice, &wheels())
                .expect_err("it is given twice")
                .contains("two names")
        );
        assert!(read("[a\n", &wheels()).expect_err("no TOML").starts_with("line 1"));
    }
}
