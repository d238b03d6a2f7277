//! Everything that can be declared. Each part has one file with its words: its kinds, its attributes with their
//! descriptions, units, needs and defaults, and its examples.
//!
//! Grammar, schema and reference follow from these rows. The model reads a part by its row: kinds, defaults, and the
//! examples of messages.

mod air;
mod air_spring;
mod body;
mod brakes;
mod bushing;
mod curves;
mod driver;
mod friction;
mod gear;
mod ground_contact;
mod items;
mod joint;
mod leaf_spring;
mod limit;
mod link;
mod load;
mod marker;
mod output;
mod powertrain;
mod roll_bar;
mod row;
mod settings;
mod spring;
mod steering;
mod torsion;
mod tyre;
mod wheel;

pub(crate) use curves::CURVES;
pub(crate) use items::ITEMS;
pub(crate) use row::{ALL, Attribute, Class, Function, Kind, POINT, Part, ValueShape, Without};
pub(crate) use settings::{GROUP_SETTINGS, SETTINGS, is_of_groups};

/// The rows of all parts, in the order of the reference.
pub(crate) const PARTS: &[&Part] = &[
    &body::PART,
    &joint::PART,
    &link::PART,
    &gear::PART,
    &spring::PART,
    &air_spring::PART,
    &bushing::PART,
    &friction::PART,
    &ground_contact::PART,
    &leaf_spring::PART,
    &limit::PART,
    &load::PART,
    &marker::PART,
    &roll_bar::PART,
    &torsion::PART,
    &wheel::PART,
    &output::PART,
    &tyre::PART,
    &powertrain::PART,
    &brakes::PART,
    &steering::PART,
    &air::PART,
    &driver::PART,
];

/// The parts with a keyword.
pub(crate) fn part(keyword: &str) -> Option<&'static Part> {
    PARTS.iter().copied().find(|part| part.keyword == keyword)
}

/// Whether an attribute of a part with this keyword is the path of a file.
pub(crate) fn is_file(keyword: &str, attribute: &str) -> bool {
    let attribute = part(keyword).and_then(|part| part.attribute(attribute));
    attribute.is_some_and(|attribute| matches!(attribute.shape, ValueShape::File))
}

/// Words that begin a named part.
pub(crate) fn keywords() -> impl Iterator<Item = &'static str> {
    PARTS.iter().map(|part| part.keyword)
}

#[cfg(test)]
mod tests {
    use super::{PARTS, row::Takes};

    /// A kind names only attributes of its part, and describes only the attributes that it takes.
    #[test]
    fn kinds_know_their_attributes() {
        for part in PARTS {
            for kind in part.kinds {
                let named = match kind.takes {
                    Takes::All => &[],
                    Takes::Only(named) => named,
                };
                for key in named {
                    assert!(part.attribute(key).is_some(), "{} {}: {key}", part.keyword, kind.word);
                }
                for (key, _) in kind.own {
                    let known = part.attribute(key).is_some() && kind.takes(key);
                    assert!(known, "{} {}: {key}", part.keyword, kind.word);
                }
            }
        }
    }
}
