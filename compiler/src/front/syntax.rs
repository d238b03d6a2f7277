//! The tree that both doors produce: names, numbers with units, places. It decides nothing.

use crate::diag::SourceSpan;

/// A word with its place.
#[derive(Clone, Debug)]
pub struct Word {
    /// As written (a raw identifier without its `r#`).
    pub text: String,
    /// Where.
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
    /// What stands between the braces, in order.
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
        /// What is mirrored.
        items: Vec<Item>,
    },
    /// `subsystem DoubleWishbone(chassis, rack) { .. }`: nothing by itself; what it declares is declared where it is
    /// placed.
    Subsystem {
        /// Its name.
        name: Word,
        /// The bodies that it is attached to, as they are called inside.
        formals: Vec<Word>,
        /// What a place of it declares.
        items: Vec<Item>,
    },
    /// `place DoubleWishbone(chassis, rack) as front_left mirrored front_right { .. }`
    Place {
        /// Which subsystem.
        subsystem: Word,
        /// The bodies that stand for its formal ones.
        arguments: Vec<Path>,
        /// Name of the group that its parts become.
        group: Word,
        /// Name of the group's mirror image, if it has one.
        image: Option<Word>,
        /// What differs from the subsystem as written: points, attributes of parts, whole parts.
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
    /// After the colon: `revolute(chassis, lower_arm)`. A body has none, and an override in a place needs none.
    pub form: Option<Form>,
    /// Between the braces.
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

/// What may stand after a colon.
#[derive(Clone, Debug)]
pub enum Value {
    /// `400 kg`, `-0.5`
    Number(Number),
    /// `[1, 2, 3] mm`, `[a, b]`, `[[..], [..]]`; a unit after the bracket holds for every number inside that has none.
    List {
        /// The members.
        members: Vec<Value>,
        /// The unit after the bracket.
        unit: Option<Unit>,
        /// From bracket to bracket.
        span: SourceSpan,
    },
    /// A name of a point, an input, an axis.
    Name(Path),
    /// `table(deflection: [..] m, force: [..] N)`
    Call {
        /// `table`
        function: Word,
        /// Its named arguments.
        arguments: Vec<Attribute>,
    },
}

/// A number as written, with the unit that followed it.
#[derive(Clone, Debug)]
pub struct Number {
    /// The digits' value, not yet in SI.
    pub value: f64,
    /// None where none was written.
    pub unit: Option<Unit>,
    /// Whether it stays a field of the solver.
    pub tune: Option<Tune>,
    /// The number of the subsystem that a place has given another value: it must fit as well.
    pub instead_of: Option<Box<Number>>,
    /// Where the digits stand.
    pub span: SourceSpan,
}

/// What `tune` stands before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// A number, which bears the name.
    Number,
    /// Several numbers, which bear the name with their own behind it.
    Numbers,
    /// A whole item, whose numbers that cannot be parameters stay what they are.
    Item,
}

/// `tune 40 kN/m`, `tune(front_rate) 40 kN/m`: the number is a parameter of the solver, with this default.
#[derive(Clone, Debug)]
pub struct Tune {
    /// The parameter's own name; without one it is called after the part and the attribute.
    pub name: Option<Word>,
    /// What it stands before.
    pub reach: Reach,
    /// Where `tune` stands.
    pub span: SourceSpan,
}

/// A unit as written: `kN/m`, `kg*m^2`, `deg`. It is known to exist; whether it fits is the model's to say.
#[derive(Clone, Debug)]
pub struct Unit {
    /// As written.
    pub text: String,
    /// Factor to SI.
    pub factor: f64,
    /// Its dimension.
    pub dimension: super::units::Dimension,
    /// Where it stands.
    pub span: SourceSpan,
}

impl Item {
    /// Makes a parameter of every number in it that can be one.
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
    /// Makes a parameter of every number that is none.
    pub fn tune(&mut self, tune: &Tune) {
        match self {
            Self::Number(number) => {
                number.tune.get_or_insert_with(|| tune.clone());
            }
            Self::List { members, .. } => members.iter_mut().for_each(|member| member.tune(tune)),
            Self::Call { arguments, .. } => arguments.iter_mut().for_each(|each| each.value.tune(tune)),
            Self::Name(_) => {}
        }
    }

    /// Remembers in its numbers those of the value that it stands in place of, where the two are of one shape.
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

    /// A member of a list with the unit behind the list, unless it has its own.
    fn with_unit(&self, outer: Option<&Unit>) -> Value {
        let mut member = self.clone();
        if let Self::Number(number) = &mut member {
            number.unit = number.unit.take().or(outer.cloned());
        }
        member
    }

    /// From its first token to its last, a unit after a list not included.
    pub fn span(&self) -> SourceSpan {
        match self {
            Self::Number(number) => number
                .unit
                .as_ref()
                .map_or(number.span, |unit| number.span.to(unit.span)),
            Self::List { span, .. } => *span,
            Self::Name(path) => path.span,
            Self::Call { function, .. } => function.span,
        }
    }
}
