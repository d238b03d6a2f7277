//! The reference as one page, `docs/language.md`.

use super::{EXAMPLE_CAR, PARTS, Part, entries, form, values};
use crate::front::language::{CURVES, GROUP_SETTINGS, ITEMS, SETTINGS};
use crate::front::units::{self, QUANTITIES};
use std::fmt::Write;

/// The page (Markdown).
pub fn page() -> String {
    let mut page = format!(
        "# The language\n\n\
         Every item, kind, attribute, setting and unit of a declaration. The page is made from the tables by which the compiler reads\n\
         declarations; `wishbone explain WORD` prints the same of one word. Grammar and ideas: [README](../README.md); equipment at\n\
         length: [equipment.md](equipment.md); mistakes: [errors.md](errors.md).\n\n\
         In TOML an item is a table: `[joint.hinge]` with `kind = \"revolute(chassis, part)\"`, each value a string with its unit\n\
         (`rate = \"40 kN/m\"`). Points are `[x, y, z] m`, or names of points. The examples are added to this car{}:\n\n{}\n",
        ", those of joints with one more body, `part`",
        fenced(&format!("{EXAMPLE_CAR}\n}}"))
    );
    page += "## Items\n\n";
    for part in PARTS {
        let _ = writeln!(page, "- [`{0}`](#{0}): {1}", part.keyword, summary(part));
    }
    for (word, what, _) in ITEMS {
        let _ = writeln!(page, "- [`{word}`](#{word}): {what}");
    }
    page += SIGNS;
    page += &curves();
    for part in PARTS.iter().copied() {
        page += &of_part(part);
    }
    for (word, what, example) in ITEMS {
        let _ = write!(page, "\n## {word}\n\n{what}\n\n{}", fenced(example));
    }
    page + &settings() + &units()
}

/// Signs of characteristics, and of the forces that outputs give.
const SIGNS: &str = "
## Signs

Every characteristic opposes its abscissa: both are positive together, and zero has no force. Bench data with compression positive
need both signs reversed. `check` tells characteristics that do not oppose.

| part | abscissa above zero | ordinate above zero | `force(..)` or `torque(..)` above zero |
|---|---|---|---|
| `spring`, `rate` | longer than free | pulls its ends together | pushes its ends apart |
| `spring` and `air_spring`, `damping` | becomes longer (rebound) | pulls its ends together | pushes its ends apart |
| `bump_stop`, `rebound_stop`, `ground_contact` | beyond the stop, under the ground | pushes back | |
| `limit` | beyond the stop | pushes back | on the second body, towards greater coordinates |
| `torsion` | greater angle of the joint | resists | on the second body, towards greater angles |
| `bushing`, `along_x`, `about_x` | second body displaced along, turned about the axis | resists | on the second body |
| `roll_bar` | first end higher over the second than at the design position | pushes the first end down | on the first body, along `axis` |
| `leaf_spring`, `rate` | more camber than free | pulls frame and axle together | on the frame |
";

/// Notations of characteristics.
fn curves() -> String {
    let mut text = "\n## Curves\n\nA characteristic is a number, its slope, or one of these. Abscissa and ordinate have the names of what they are: \
                    `deflection`,\n`speed` or `overtravel`, and `force` or `torque`. Tables of equipment are held beyond their points, where \
                    [equipment.md](equipment.md) says nothing else.\n"
        .to_owned();
    for (word, what, example) in CURVES {
        let _ = write!(text, "\n**`{word}`**: {what}\n\n{}", fenced(example));
    }
    text
}

/// A sentence about a part: the sentence of its only kind, or the words of its kinds.
fn summary(part: &Part) -> String {
    match part.kinds {
        [kind] => kind.what.to_owned(),
        kinds => {
            let words: Vec<String> = kinds.iter().map(|kind| format!("`{}`", kind.word)).collect();
            words.join(", ")
        }
    }
}

fn of_part(part: &'static Part) -> String {
    let mut text = format!("\n## {}\n\n`{}`\n", part.keyword, form(part));
    if let Some(named) = part.named {
        let _ = write!(text, "\nInside: {named}.\n");
    }
    let entries = entries(part);
    if !entries.is_empty() {
        text += "\n| attribute | | values | if left out |\n|---|---|---|---|\n";
    }
    for entry in entries {
        let kinds: Vec<String> = entry.kinds.iter().map(|kind| format!("`{kind}`")).collect();
        let kinds = if kinds.is_empty() {
            String::new()
        } else {
            format!(" ({})", kinds.join(", "))
        };
        let _ = writeln!(
            text,
            "| `{}` | {}{kinds} | {} | {} |",
            entry.key, entry.what, entry.values, entry.otherwise
        );
    }
    for kind in part.kinds {
        let title = if kind.word.is_empty() {
            String::new()
        } else {
            format!("**`{}`**: ", kind.word)
        };
        let _ = write!(text, "\n{title}{}\n\n{}", kind.what, fenced(kind.example));
    }
    if !part.functions.is_empty() {
        text += "\n| value | | example |\n|---|---|---|\n";
    }
    for function in part.functions {
        let _ = writeln!(
            text,
            "| `{}` | {} | `{}` |",
            function.word, function.what, function.example
        );
    }
    text
}

fn settings() -> String {
    let mut text = "\n## Settings\n\nOf the vehicle, `KEY: VALUE`; in TOML in the table `[vehicle]`:\n\n\
                    | setting | | values | example |\n|---|---|---|---|\n"
        .to_owned();
    for (setting, example) in SETTINGS {
        let (key, what, values) = (setting.key, setting.what, values(setting.shape));
        let _ = writeln!(text, "| `{key}` | {what} | {values} | `{example}` |");
    }
    text += "\nOf a group, such as a place:\n\n| setting | | values |\n|---|---|---|\n";
    for setting in GROUP_SETTINGS {
        let (key, what, values) = (setting.key, setting.what, values(setting.shape));
        let _ = writeln!(text, "| `{key}` | {what} | {values} |");
    }
    text
}

fn units() -> String {
    let mut text = "\n## Units\n\nUnits are multiplied and divided: `kN/mm`, `N*m/rad`, `kg*m^2`. A number outside the range of its \
                    quantity is refused.\n\n| quantity | SI | units | range in SI |\n|---|---|---|---|\n"
        .to_owned();
    for quantity in QUANTITIES {
        let own = units::all().filter(|(.., of)| *of == *quantity);
        let own = own.map(|(unit, factor, _)| format!("`{unit}` = {factor}"));
        let own = own.collect::<Vec<_>>().join(", ");
        let si = quantity.si();
        let si = if si.is_empty() {
            String::new()
        } else {
            format!("`{si}`")
        };
        let (least, greatest) = (quantity.least, quantity.greatest);
        let _ = writeln!(text, "| {} | {si} | {own} | {least:e} to {greatest:e} |", quantity.name);
    }
    text
}

fn fenced(text: &str) -> String {
    format!("```text\n{text}\n```\n")
}
