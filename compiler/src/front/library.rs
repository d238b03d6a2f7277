//! Texts that are part of the compiler. Any vehicle can include them with `include "wishbone/NAME.txt"`, and tyres can
//! name their property files: `file: "wishbone/NAME.tir"`.

use super::suggest;

/// Prefix of their names.
pub(super) const PREFIX: &str = "wishbone/";

macro_rules! texts {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../library/", $name)))),*]
    };
}

/// Names without the prefix, and texts.
const TEXTS: &[(&str, &str)] = texts![
    "anti_roll_bar.txt",
    "double_wishbone.txt",
    "five_link.txt",
    "leaf_axle.txt",
    "macpherson.txt",
    "macpherson_bushed.txt",
    "macpherson_massless.txt",
    "pitman_arm.txt",
    "rack_and_pinion.txt",
    "semi_trailing_arm.txt",
    "solid_axle_leaf.txt",
    "solid_axle_panhard.txt",
    "solid_axle_steered.txt",
    "solid_axle_watt.txt",
    "swing_axle.txt",
    "torsional_shaft.txt",
    "trailing_arm.txt",
    "twist_beam.txt",
];

/// Names without the prefix, and texts, of the files of data.
const DATA: &[(&str, &str)] = texts!["small_car.tir"];

/// Names of all texts that can be included, without the prefix `wishbone/`.
pub fn names() -> impl Iterator<Item = &'static str> {
    TEXTS.iter().map(|(name, _)| *name)
}

/// The text with this name, with or without the prefix `wishbone/`.
///
/// # Errors
/// If there is no such text; the message contains advice.
pub fn text(name: &str) -> Result<String, String> {
    let wanted = name.strip_prefix(PREFIX).unwrap_or(name);
    let found = TEXTS.iter().chain(DATA).find(|(known, _)| *known == wanted);
    found.map(|(_, text)| (*text).to_owned()).ok_or_else(|| {
        // Advice names files of this kind, because a file of data cannot be included.
        let alike = if wanted.ends_with(".tir") { DATA } else { TEXTS };
        let names: Vec<&str> = alike.iter().map(|(name, _)| *name).collect();
        let advice = match suggest::nearest(wanted, names.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("known here: {}", suggest::quoted(&names)),
        };
        format!("the compiler's library has no such text; {advice}")
    })
}
