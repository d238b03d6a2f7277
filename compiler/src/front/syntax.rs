//! The syntax tree that both front ends produce: names, numbers with units, source places. Decides no meaning.

use crate::diag::{SourceId, SourceSpan};

/// A word with its source place.
#[derive(Clone, Debug)]
pub struct Word {
    /// As written (a raw identifier without its `r#`).
    pub text: String,
    /// Its place in the source.
    pub span: SourceSpan,
}

/// A possibly dotted name: `knuckle`, `front_left.knuckle`.
#[derive(Clone, Debug)]
pub struct Path {
    /// Joined by dots.
    pub text: String,
    /// From its first word to its last.
    pub span: SourceSpan,
}

/// A whole declaration.
#[derive(Clone, Debug)]
pub struct Vehicle {
    /// Documentation lines, without their slashes.
    pub doc: Vec<String>,
    /// Whether the generated type is `pub`.
    pub public: bool,
    /// Name of the generated type.
    pub name: Word,
    /// The content of the braces, in order.
    pub items: Vec<Item>,
}

/// One declaration inside a vehicle, a group or a subsystem.
#[derive(Clone, Debug)]
pub enum Item {
    /// `include "front.txt"`: the items of another file, which take its place before anything is resolved.
    Include(Word),
    /// `gravity: 9.81 m/s^2` and other settings of the whole vehicle.
    Setting(Attribute),
    /// `points { a: [x, y, z] m, .. }`
    Points(Vec<Attribute>),
    /// `body chassis { .. }`, `joint heave: prismatic(ground, chassis) { .. }`, `output camber: camber(front)`
    Element(Element),
    /// `mirror front_left as front_right { .. }`
    Mirror {
        /// Name of the group as written.
        group: Word,
        /// Name of its mirror image.
        image: Word,
        /// The items to mirror.
        items: Vec<Item>,
    },
    /// `subsystem DoubleWishbone(chassis, rack) { .. }`: declares nothing itself; its items are declared wherever it is
    /// placed.
    Subsystem {
        /// Its name.
        name: Word,
        /// Formal names of the bodies that it is attached to.
        formals: Vec<Word>,
        /// The items that a placement declares.
        items: Vec<Item>,
    },
    /// `place DoubleWishbone(chassis, rack) as front_left mirrored front_right { .. }`
    Place {
        /// Name of the subsystem.
        subsystem: Word,
        /// The bodies that replace the formal bodies.
        arguments: Vec<Path>,
        /// Name of the group that its parts become.
        group: Word,
        /// Name of the group's mirror image, if it has one.
        image: Option<Word>,
        /// Overrides of the subsystem: points, attributes of parts, whole parts.
        items: Vec<Item>,
    },
}

/// A named part.
#[derive(Clone, Debug)]
pub struct Element {
    /// `body`, `joint`, `link`, `spring`, `wheel`, `output`.
    pub keyword: Word,
    /// Its own name.
    pub name: Word,
    /// Kind and arguments after the colon: `revolute(chassis, lower_arm)`. A body has none, and an override in a place
    /// needs none.
    pub form: Option<Form>,
    /// Attributes between the braces.
    pub attributes: Vec<Attribute>,
}

/// A kind applied to names: `revolute(chassis, lower_arm)`.
#[derive(Clone, Debug)]
pub struct Form {
    /// `revolute`
    pub kind: Word,
    /// `chassis`, `lower_arm`
    pub arguments: Vec<Path>,
}

/// `mass: 400 kg`
#[derive(Clone, Debug)]
pub struct Attribute {
    /// `mass`
    pub key: Word,
    /// `400 kg`
    pub value: Value,
}

/// A value after a colon.
#[derive(Clone, Debug)]
pub enum Value {
    /// `400 kg`, `-0.5`
    Number(Number),
    /// `[1, 2, 3] mm`, `[a, b]`, `[[..], [..]]`; the unit after the bracket applies to every number inside without a
    /// unit.
    List {
        /// The members.
        members: Vec<Value>,
        /// The unit after the bracket.
        unit: Option<Unit>,
        /// From bracket to bracket.
        span: SourceSpan,
    },
    /// The name of a point, an input or an axis.
    Name(Path),
    /// `table(deflection: [..] m, force: [..] N)`
    Call {
        /// `table`
        function: Word,
        /// Its named arguments.
        arguments: Vec<Attribute>,
    },
    /// A file of data: `"tyres/front.tir"`
    File(File),
}

/// A file of data that an attribute names.
#[derive(Clone, Debug)]
pub struct File {
    /// Its path as written, without the quotation marks.
    pub path: Word,
    /// Its text, once it has been read.
    pub text: Option<(SourceId, String)>,
}

/// A number as written, with its unit.
#[derive(Clone, Debug)]
pub struct Number {
    /// The value of the digits, not yet in SI.
    pub value: f64,
    /// The unit, if one was written.
    pub unit: Option<Unit>,
    /// Set if the number is a parameter of the solver.
    pub tune: Option<Tune>,
    /// If a place overrides a number of the subsystem: the overridden number. The units of both numbers must agree.
    pub instead_of: Option<Box<Number>>,
    /// Source place of the digits.
    pub span: SourceSpan,
}

/// The scope of a `tune`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// A single number, which gets the name.
    Number,
    /// Several numbers, which get the name followed by their own.
    Numbers,
    /// A whole item; numbers in it that cannot be parameters stay constants.
    Item,
}

/// `tune 40 kN/m`, `tune(front_rate) 40 kN/m`: the number is a parameter of the solver, with this default.
#[derive(Clone, Debug)]
pub struct Tune {
    /// The parameter's own name; without a name, the parameter is named after the part and the attribute.
    pub name: Option<Word>,
    /// Its scope.
    pub reach: Reach,
    /// Source place of `tune`.
    pub span: SourceSpan,
}

/// A unit as written: `kN/m`, `kg*m^2`, `deg`. The unit exists; whether its dimension fits is decided in the model.
#[derive(Clone, Debug)]
pub struct Unit {
    /// As written.
    pub text: String,
    /// Factor to SI.
    pub factor: f64,
    /// Its dimension.
    pub dimension: super::units::Dimension,
    /// Source place of the unit.
    pub span: SourceSpan,
}

impl Item {
    /// Makes a parameter of every number in the item that can be one.
    pub fn tune(&mut self, tune: &Tune) {
        let all = |attributes: &mut Vec<Attribute>| attributes.iter_mut().for_each(|each| each.value.tune(tune));
        match self {
            Self::Points(points) => all(points),
            Self::Element(element) => all(&mut element.attributes),
            Self::Mirror { items, .. } | Self::Subsystem { items, .. } | Self::Place { items, .. } => {
                items.iter_mut().for_each(|item| item.tune(tune));
            }
            Self::Setting(setting) => setting.value.tune(tune),
            Self::Include(_) => {}
        }
    }
}

impl Value {
    /// The three numbers of a list in SI units; `None` for any other value.
    pub fn coordinates(&self) -> Option<[f64; 3]> {
        let Self::List { members, unit, .. } = self else {
            return None;
        };
        let outer = unit.as_ref().map_or(1.0, |unit| unit.factor);
        let number = |member: &Self| match member {
            Self::Number(number) => Some(number.value * number.unit.as_ref().map_or(outer, |unit| unit.factor)),
            _ => None,
        };
        let numbers: Option<Vec<f64>> = members.iter().map(number).collect();
        numbers?.try_into().ok()
    }

    /// Makes a parameter of every number in the value that is not yet a parameter.
    pub fn tune(&mut self, tune: &Tune) {
        match self {
            Self::Number(number) => {
                number.tune.get_or_insert_with(|| tune.clone());
            }
            Self::List { members, .. } => members.iter_mut().for_each(|member| member.tune(tune)),
            Self::Call { arguments, .. } => arguments.iter_mut().for_each(|each| each.value.tune(tune)),
            Self::Name(_) | Self::File(_) => {}
        }
    }

    /// Stores in each number the corresponding number of the value that it replaces, if both values have equal
    /// shapes.
    pub fn put_in_place_of(&mut self, other: &Value) {
        match (self, other) {
            (Self::Number(number), Self::Number(other)) => number.instead_of = Some(Box::new(other.clone())),
            (
                Self::List { members, .. },
                Self::List {
                    members: others, unit, ..
                },
            ) if members.len() == others.len() => {
                for (member, other) in members.iter_mut().zip(others) {
                    member.put_in_place_of(&other.with_unit(unit.as_ref()));
                }
            }
            _ => {}
        }
    }

    /// A member of a list, with the unit behind the list unless the member has its own unit.
    fn with_unit(&self, outer: Option<&Unit>) -> Value {
        let mut member = self.clone();
        if let Self::Number(number) = &mut member {
            number.unit = number.unit.take().or(outer.cloned());
        }
        member
    }

    /// Source place from its first token to its last, without a unit after a list.
    pub fn span(&self) -> SourceSpan {
        match self {
            Self::Number(number) => number
                .unit
                .as_ref()
                .map_or(number.span, |unit| number.span.to(unit.span)),
            Self::List { span, .. } => *span,
            Self::Name(path) => path.span,
            Self::Call { function, .. } => function.span,
            Self::File(file) => file.path.span,
        }
    }
}
