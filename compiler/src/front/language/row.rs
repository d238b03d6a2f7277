//! The form of a row of the language: one part, with its kinds and its attributes.
//!
//! - Each attribute is described once. A kind takes all attributes of its part, or some of them.
//! - Need and default of an attribute stand at the attribute. A kind contains only its differences from them.

use crate::front::units;

/// Words of the parts with one keyword.
pub(crate) struct Part {
    pub(crate) keyword: &'static str,
    pub(crate) class: Class,
    /// Description of the attributes, where the user gives them their names.
    pub(crate) named: Option<&'static str>,
    /// Functions of its values, in the order of the reference.
    pub(crate) functions: &'static [Function],
    /// In the order of the reference. A body has one kind, which has no word.
    pub(crate) kinds: &'static [Kind],
    pub(crate) attributes: &'static [Attribute],
}

/// Class of a part: parts of one class have different names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Body,
    /// Joints, links and gears.
    Joint,
    Spring,
    /// Force elements other than spring-dampers.
    Force,
    Wheel,
    Output,
    Equipment,
}

/// A kind of a part.
pub(crate) struct Kind {
    /// `revolute`; empty for a body.
    pub(crate) word: &'static str,
    /// Other words for it, which messages explain.
    pub(crate) synonyms: &'static [&'static str],
    /// Its meaning.
    pub(crate) what: &'static str,
    pub(crate) takes: Takes,
    /// Attributes whose need or default differs from that of the part.
    pub(super) own: &'static [(&'static str, Without)],
    /// Items that declare one, added to the car of the reference.
    pub(crate) example: &'static str,
}

/// A function of the values of a part: `gust(peak: [0, 12, 0] m/s, start: 2 s, duration: 1 s)`.
pub(crate) struct Function {
    pub(crate) word: &'static str,
    /// Its meaning and its arguments.
    pub(crate) what: &'static str,
    /// A value.
    pub(crate) example: &'static str,
}

/// Attributes of its part that a kind takes.
pub(crate) enum Takes {
    All,
    Only(&'static [&'static str]),
}

/// An attribute of a part, or a setting.
pub(crate) struct Attribute {
    pub(crate) key: &'static str,
    /// Its description.
    pub(crate) what: &'static str,
    pub(crate) shape: ValueShape,
    without: Without,
    /// Condition under which this required attribute may be left out; empty if there is no such condition.
    pub(crate) unless: &'static str,
}

/// The consequence if an attribute is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Without {
    /// No value stands for the attribute.
    Optional,
    /// The attribute is needed. The text is an example of its value, which messages show.
    Needed(&'static str),
    /// This value stands for the attribute.
    Default(&'static str),
}

/// Shape of a value, as far as a pattern can describe it.
#[derive(Clone, Copy)]
pub(crate) enum ValueShape {
    /// Any value.
    Any,
    /// A number with a unit of one of these quantities.
    Quantity(&'static [&'static units::Quantity]),
    /// A number with a unit of this quantity, or this word.
    QuantityOrWord(&'static units::Quantity, &'static str),
    /// A number with a unit of this quantity, or three such numbers.
    QuantityOrVector(&'static units::Quantity),
    /// A number with a unit, or the name of an input.
    QuantityOrName(&'static units::Quantity),
    /// A number with a unit of this quantity, or a call: `table(..)`.
    Curve(&'static units::Quantity),
    /// A list of numbers with a unit behind it.
    Listed(&'static units::Quantity),
    /// One of these words.
    Words(&'static [&'static str]),
    /// The name of a part or an input.
    Name,
    /// An axis or a vector.
    Direction,
    /// A whole number.
    Count,
    /// A whole number, or this word.
    CountOrWord(&'static str),
    /// The path of a file of data.
    File,
}

/// Example of a point.
pub(crate) const POINT: &str = "[x, y, z] m";

pub(crate) const ACCEPT: &[&str] = &["accept"];
pub(crate) const ALL: &[&str] = &["all"];

impl Part {
    /// The words of its kinds; none for a body.
    pub(crate) fn words(&self) -> impl Iterator<Item = &'static str> {
        self.kinds.iter().map(|kind| kind.word).filter(|word| !word.is_empty())
    }

    /// The kind with this word.
    pub(crate) fn kind(&'static self, word: &str) -> Option<&'static Kind> {
        self.kinds.iter().find(|kind| kind.word == word)
    }

    /// The attribute with this key.
    pub(crate) fn attribute(&'static self, key: &str) -> Option<&'static Attribute> {
        self.attributes.iter().find(|attribute| attribute.key == key)
    }

    /// Whether all its kinds need an attribute, for any other given attributes.
    pub(crate) fn needs(&'static self, attribute: &Attribute) -> bool {
        let needs = |kind: &Kind| matches!(kind.without(attribute), Some(Without::Needed(_)));
        attribute.unless.is_empty() && self.kinds.iter().all(needs)
    }
}

impl Kind {
    /// Whether it takes an attribute of its part.
    pub(crate) fn takes(&self, key: &str) -> bool {
        match self.takes {
            Takes::All => true,
            Takes::Only(taken) => taken.contains(&key),
        }
    }

    /// The consequence if an attribute is left out; `None` if the kind does not take the attribute.
    pub(crate) fn without(&self, attribute: &Attribute) -> Option<Without> {
        let own = self.own.iter().find(|(key, _)| *key == attribute.key);
        self.takes(attribute.key)
            .then(|| own.map_or(attribute.without, |(_, without)| *without))
    }

    /// This kind with other words for it.
    pub(super) const fn called(self, synonyms: &'static [&'static str]) -> Self {
        Kind { synonyms, ..self }
    }

    /// This kind with attributes whose need or default differs from the part's need or default for them.
    pub(super) const fn with(self, own: &'static [(&'static str, Without)]) -> Self {
        Kind { own, ..self }
    }
}

impl ValueShape {
    /// The quantity of its numbers, where it is only one.
    pub(crate) fn quantity(&self) -> Option<&'static units::Quantity> {
        match self {
            ValueShape::Quantity([quantity])
            | ValueShape::QuantityOrWord(quantity, _)
            | ValueShape::QuantityOrVector(quantity)
            | ValueShape::QuantityOrName(quantity)
            | ValueShape::Curve(quantity)
            | ValueShape::Listed(quantity) => Some(quantity),
            ValueShape::Any
            | ValueShape::Quantity(_)
            | ValueShape::Words(_)
            | ValueShape::Name
            | ValueShape::Direction
            | ValueShape::Count
            | ValueShape::CountOrWord(_)
            | ValueShape::File => None,
        }
    }
}

impl Attribute {
    /// This attribute as a required attribute, with an example of its value.
    pub(super) const fn needed(self, example: &'static str) -> Self {
        Attribute {
            without: Without::Needed(example),
            ..self
        }
    }

    /// This attribute with a default.
    pub(super) const fn default(self, value: &'static str) -> Self {
        Attribute {
            without: Without::Default(value),
            ..self
        }
    }

    /// This required attribute with a condition under which it may be left out.
    pub(super) const fn unless(self, unless: &'static str) -> Self {
        Attribute { unless, ..self }
    }
}

/// A kind that takes these attributes, with its meaning and an example.
pub(super) const fn kind(word: &'static str, what: &'static str, takes: Takes, example: &'static str) -> Kind {
    Kind {
        word,
        synonyms: &[],
        what,
        takes,
        own: &[],
        example,
    }
}

/// A function with its meaning and an example.
pub(super) const fn function(word: &'static str, what: &'static str, example: &'static str) -> Function {
    Function { word, what, example }
}

/// An attribute that may be left out.
pub(super) const fn attribute(key: &'static str, what: &'static str, shape: ValueShape) -> Attribute {
    Attribute {
        key,
        what,
        shape,
        without: Without::Optional,
        unless: "",
    }
}
