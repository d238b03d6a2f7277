//! Characteristics: a slope, two slopes, a polynomial, or a curve through points.

use crate::diag::{SourceSpan, catalogue};
use crate::front::suggest;
use crate::front::syntax::{Attribute, Value, Word};
use crate::front::units::{self, Quantity};
use crate::model::attributes::Attributes;
use crate::model::ledger::Ledger;
use crate::model::quantity::{self, Need};
use crate::model::{Curve, Joined, Number, Polynomial, Stop, Table};

/// Quantities and notations of a characteristic.
pub(in crate::model) struct Characteristic {
    /// Dimension of its slope.
    slope: &'static Quantity,
    /// Variable of its tables.
    abscissa: &'static Abscissa,
    /// Quantity given by its tables.
    ordinate: &'static Ordinate,
    /// Notations that are accepted.
    forms: &'static [&'static str],
}

/// The variable of a table or polynomial.
struct Abscissa {
    name: &'static str,
    quantity: &'static Quantity,
    /// Example of a list of values.
    example: &'static str,
    /// Example of a single value.
    value: &'static str,
}

/// The quantity given by a table.
struct Ordinate {
    name: &'static str,
    quantity: &'static Quantity,
    example: &'static str,
}

static FORCE: Ordinate = Ordinate {
    name: "force",
    quantity: &units::FORCE,
    example: "[..] N",
};
static TORQUE: Ordinate = Ordinate {
    name: "torque",
    quantity: &units::TORQUE,
    example: "[..] N*m",
};

static DEFLECTION: Abscissa = Abscissa {
    name: "deflection",
    quantity: &units::LENGTH,
    example: "[-50, 0, 50] mm",
    value: "50 mm",
};
static SPEED: Abscissa = Abscissa {
    name: "speed",
    quantity: &units::SPEED,
    example: "[-1, 0, 1] m/s",
    value: "1 m/s",
};
static TWIST: Abscissa = Abscissa {
    name: "deflection",
    quantity: &units::ANGLE,
    example: "[-10, 0, 10] deg",
    value: "10 deg",
};
static TURNING: Abscissa = Abscissa {
    name: "speed",
    quantity: &units::ANGULAR_SPEED,
    example: "[-1, 0, 1] rad/s",
    value: "1 rad/s",
};
static OVERTRAVEL: Abscissa = Abscissa {
    name: "overtravel",
    quantity: &units::LENGTH,
    example: "[0, 10, 20] mm",
    value: "20 mm",
};
static OVERTURN: Abscissa = Abscissa {
    name: "overtravel",
    quantity: &units::ANGLE,
    example: "[0, 10, 20] deg",
    value: "20 deg",
};

/// Force over deflection.
pub(in crate::model) const ELASTIC: Characteristic = Characteristic {
    slope: &units::STIFFNESS,
    abscissa: &DEFLECTION,
    ordinate: &FORCE,
    forms: &["table", "cubic", "polynomial"],
};

/// Force over rate of length.
pub(in crate::model) const DAMPING: Characteristic = Characteristic {
    slope: &units::DAMPING,
    abscissa: &SPEED,
    ordinate: &FORCE,
    forms: &["split", "degressive", "table", "cubic", "polynomial"],
};

/// Torque over overtravel.
pub(in crate::model) const TORSIONAL_STOP: Characteristic = Characteristic {
    slope: &units::TORSIONAL_STIFFNESS,
    abscissa: &OVERTURN,
    ordinate: &TORQUE,
    forms: &["table", "cubic", "polynomial"],
};

/// Force over overtravel.
pub(in crate::model) const STOP: Characteristic = Characteristic {
    slope: &units::STIFFNESS,
    abscissa: &OVERTRAVEL,
    ordinate: &FORCE,
    forms: &["table", "cubic", "polynomial"],
};

/// Torque over angle.
pub(in crate::model) const TORSIONAL_ELASTIC: Characteristic = Characteristic {
    slope: &units::TORSIONAL_STIFFNESS,
    abscissa: &TWIST,
    ordinate: &TORQUE,
    forms: &["table", "cubic", "polynomial"],
};

/// Torque over angular speed.
pub(in crate::model) const TORSIONAL_DAMPING: Characteristic = Characteristic {
    slope: &units::TORSIONAL_DAMPING,
    abscissa: &TURNING,
    ordinate: &TORQUE,
    forms: &["degressive", "table", "cubic", "polynomial"],
};

/// Leading coordinates of a gear, by whether they are angles or displacements.
static LEADER: [Abscissa; 2] = [
    Abscissa {
        name: "first",
        quantity: &units::ANGLE,
        example: "[-1, 0, 1] rad",
        value: "1 rad",
    },
    Abscissa {
        name: "first",
        quantity: &units::LENGTH,
        example: "[-50, 0, 50] mm",
        value: "50 mm",
    },
];
static FOLLOWER: [Ordinate; 2] = [
    Ordinate {
        name: "second",
        quantity: &units::ANGLE,
        example: "[..] rad",
    },
    Ordinate {
        name: "second",
        quantity: &units::LENGTH,
        example: "[..] mm",
    },
];

impl Characteristic {
    /// A characteristic of one coordinate over another. The arguments say whether each of them is a displacement.
    pub(in crate::model) fn of_coordinates(leads_by_sliding: bool, follows_by_sliding: bool) -> Characteristic {
        Characteristic {
            slope: &units::PLAIN,
            abscissa: &LEADER[usize::from(leads_by_sliding)],
            ordinate: &FOLLOWER[usize::from(follows_by_sliding)],
            forms: &["polynomial"],
        }
    }
}

/// Reads a characteristic.
pub(in crate::model) fn curve(
    value: &Value,
    key: &'static str,
    form: &Characteristic,
    ledger: &mut Ledger,
) -> Option<Curve> {
    match value {
        Value::Number(_) => quantity::not_negative(value, Need::new(key, form.slope), ledger).map(Curve::Linear),
        Value::Call { function, arguments } if form.forms.contains(&function.text.as_str()) => {
            let mut attributes = call(function, arguments, ledger);
            let curve = ledger.within(key, |ledger| match function.text.as_str() {
                "split" => split(&mut attributes, form, ledger),
                "degressive" => degressive(&mut attributes, form, ledger),
                "polynomial" => polynomial(&mut attributes, form, ledger).map(Curve::Polynomial),
                "cubic" => table(&mut attributes, form, Joined::Cubic, function.span, ledger).map(Curve::Table),
                _ => table(&mut attributes, form, Joined::Straight, function.span, ledger).map(Curve::Table),
            });
            attributes.finish(ledger);
            curve
        }
        Value::Call { function, .. } => unknown_function(function, key, form.forms, ledger),
        other => {
            let needed = format!(
                "a number in `{}` or one of {}",
                form.slope.example,
                suggest::quoted(form.forms)
            );
            quantity::wrong_value(other, key, &needed, ledger)
        }
    }
}

/// `stop(length: .., rate: ..)` or `stop(length: .., overtravel: [..], force: [..])`.
pub(in crate::model) fn stop(value: &Value, key: &'static str, ledger: &mut Ledger) -> Option<Stop> {
    let (function, arguments) = match value {
        Value::Call { function, arguments } if function.text == "stop" => (function, arguments),
        Value::Call { function, .. } => return unknown_function(function, key, &["stop"], ledger),
        other => {
            let needed = "`stop(length: .., rate: ..)` or `stop(length: .., overtravel: [..], force: [..])`";
            return quantity::wrong_value(other, key, needed, ledger);
        }
    };
    ledger.within(key, |ledger| stop_within(function, arguments, ledger))
}

fn stop_within(function: &Word, arguments: &[Attribute], ledger: &mut Ledger) -> Option<Stop> {
    let mut attributes = call(function, arguments, ledger);
    let length = attributes.required("length", "150 mm");
    let length = length.and_then(|value| quantity::length(value, "length", ledger));
    let curve = match attributes.attribute("rate") {
        Some(rate) => {
            let given = [attributes.attribute("overtravel"), attributes.attribute("force")];
            if let Some(other) = given.into_iter().flatten().next() {
                ledger
                    .error(
                        &catalogue::CONFLICT,
                        other.key.span,
                        "a stop has a rate or a table, not both",
                    )
                    .label("one of the two is too much")
                    .also(rate.key.span, "the rate is given here");
            }
            self::curve(&rate.value, "rate", &STOP, ledger)
        }
        None => table(&mut attributes, &STOP, Joined::Straight, function.span, ledger).map(Curve::Table),
    };
    attributes.finish(ledger);
    Some(Stop {
        length: length?,
        curve: curve?,
    })
}

/// Source place of the length of a stop; for any other value, the place of the value.
pub(in crate::model) fn length_place(value: &Value) -> SourceSpan {
    let length = match value {
        Value::Call { arguments, .. } => arguments.iter().find(|argument| argument.key.text == "length"),
        _ => None,
    };
    length.map_or(value.span(), |length| length.value.span())
}

fn call<'a>(function: &Word, arguments: &'a [Attribute], ledger: &mut Ledger) -> Attributes<'a> {
    Attributes::new(format!("`{}`", function.text), function.span, arguments, ledger)
}

fn unknown_function<T>(function: &Word, key: &str, forms: &[&str], ledger: &mut Ledger) -> Option<T> {
    let message = format!("`{key}` cannot be a `{}`", function.text);
    let problem = ledger.error(&catalogue::UNKNOWN_KIND, function.span, message);
    problem.help = suggest::advice(&function.text, forms);
    None
}

/// `split(compression: .., rebound: ..)`: compression applies if the length decreases, `L' < 0`.
fn split(attributes: &mut Attributes, form: &Characteristic, ledger: &mut Ledger) -> Option<Curve> {
    let [negative, positive] = ["compression", "rebound"].map(|side| {
        let value = attributes.required(side, "1500 N*s/m")?;
        quantity::not_negative(value, Need::new(side, form.slope), ledger)
    });
    Some(Curve::Split {
        negative: negative?,
        positive: positive?,
    })
}

/// `degressive(rate: .., speed: ..)`: at this speed the force is half of the force that the rate would give without the
/// decrease.
fn degressive(attributes: &mut Attributes, form: &Characteristic, ledger: &mut Ledger) -> Option<Curve> {
    let slope = attributes.required("rate", "3000 N*s/m");
    let slope = slope.and_then(|value| quantity::not_negative(value, Need::new("rate", form.slope), ledger));
    let Abscissa {
        name, quantity, value, ..
    } = *form.abscissa;
    let half = attributes.required(name, value);
    let half = half.and_then(|value| quantity::positive(value, Need::new(name, quantity), ledger));
    Some(Curve::Degressive {
        slope: slope?,
        half: half?,
    })
}

/// Names of the coefficients of a sum of powers, for coefficients that are parameters.
const POWERS: [&str; 9] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
];

/// `polynomial(ordinate: [..], abscissa: ..)`: the contribution of each power at the given abscissa, the first power
/// first.
pub(in crate::model) fn polynomial(
    attributes: &mut Attributes,
    form: &Characteristic,
    ledger: &mut Ledger,
) -> Option<Polynomial> {
    let Characteristic { abscissa, ordinate, .. } = form;
    let at = attributes.required(abscissa.name, abscissa.value);
    let at = at.and_then(|value| quantity::positive(value, Need::new(abscissa.name, abscissa.quantity), ledger));
    let given = attributes.required(ordinate.name, ordinate.example)?;
    let names: Vec<&[&str]> = (1..=POWERS.len()).map(|count| &POWERS[..count]).collect();
    let need = Need::new(ordinate.name, ordinate.quantity);
    let ordinates = match quantity::list(given, need, &names, ledger)? {
        Some(ordinates) => ordinates,
        None => {
            let needed = "one to nine numbers: what each power gives, the first power first";
            return quantity::wrong_value(given, ordinate.name, needed, ledger);
        }
    };
    Some(Polynomial {
        ordinates,
        abscissa: at?,
    })
}

/// `table(abscissa: [..], ordinate: [..])`, with optional `scale` and `stretch`.
fn table(
    attributes: &mut Attributes,
    form: &Characteristic,
    joined: Joined,
    place: SourceSpan,
    ledger: &mut Ledger,
) -> Option<Table> {
    let Abscissa {
        name,
        quantity,
        example,
        ..
    } = *form.abscissa;
    let ordinate = form.ordinate;
    let x = attributes.required(name, example);
    let y = attributes.required(ordinate.name, ordinate.example);
    let xs = x.and_then(|value| quantity::scalars(value, Need::new(name, quantity), ledger));
    let ys = y.and_then(|value| quantity::scalars(value, Need::new(ordinate.name, ordinate.quantity), ledger));
    let [scale, stretch] = factors(attributes, ledger);
    let (xs, ys) = (xs?, ys?);
    let place = x.map_or(place, Value::span);
    let Some(problem) = fault((&xs, name, quantity), (ys.len(), ordinate.name)) else {
        return Some(Table {
            x: xs,
            y: ys,
            joined,
            scale: scale?,
            stretch: stretch?,
        });
    };
    ledger
        .error(&catalogue::TABLE, place, "the table describes no function")
        .label(problem);
    None
}

/// The reason why these abscissae and this number of ordinates are not a table, if they are not a table.
pub(super) fn fault(
    (xs, name, quantity): (&[f64], &str, &Quantity),
    (ordinates, ordinate): (usize, &str),
) -> Option<String> {
    if xs.len() != ordinates {
        return Some(format!(
            "{} values of `{name}`, but {ordinates} of `{ordinate}`",
            xs.len()
        ));
    }
    if xs.len() < 2 {
        return Some("a table needs at least two points".to_owned());
    }
    let pair = xs.windows(2).find(|pair| pair[1] - pair[0] < quantity.least)?;
    let [before, after] = [pair[0], pair[1]].map(quantity::exactly);
    let by = match pair[0] < pair[1] {
        true => format!(" by {:e} {} at least", quantity.least, quantity.si()),
        false => String::new(),
    };
    Some(format!("`{name}` must increase{by}: {before} is followed by {after}"))
}

/// Factors of the ordinate and the abscissa, one by default.
fn factors(attributes: &mut Attributes, ledger: &mut Ledger) -> [Option<Number>; 2] {
    let plain = |key| Need::new(key, &units::PLAIN);
    let scale = attributes.optional("scale").map_or(Some(1.0.into()), |value| {
        quantity::not_negative(value, plain("scale"), ledger)
    });
    let stretch = attributes.optional("stretch").map_or(Some(1.0.into()), |value| {
        quantity::positive(value, plain("stretch"), ledger)
    });
    [scale, stretch]
}

/// Whether the force rises everywhere, by straight pieces. It then has an inverse.
pub(in crate::model) fn rises(curve: &Curve) -> bool {
    match curve {
        Curve::Linear(rate) => **rate > 0.0,
        Curve::Split { negative, positive } => **negative > 0.0 && **positive > 0.0,
        Curve::Table(table) => {
            let rises = table.y.windows(2).all(|pair| pair[1] - pair[0] >= units::FORCE.least);
            table.joined == Joined::Straight && *table.scale > 0.0 && rises
        }
        Curve::Degressive { .. } | Curve::Polynomial(_) => false,
    }
}
